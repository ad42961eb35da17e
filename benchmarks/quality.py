"""What checking a text and an action costs, and what finding a process for a task costs.

    python -m benchmarks.quality [--json]

A text of 100 KB is checked against a standard that uses all thirteen checks; the time of one RE2
pass over the same text stands beside it. 200 risks and 500 processes are the sizes of issue 4.
"""

import argparse
import functools
import json
import random
import sysconfig
from collections.abc import Callable
from pathlib import Path

import re2

from benchmarks.clock import cpu_ms
from myelin.cores.processes.matching import ProcessIndex
from myelin.cores.quality.document import parse_standard
from myelin.cores.quality.rules import LiveStandard, RiskTable, check_text

TEXT_CHARS = 100_000
RUNS = 15
STANDARD = r"""
name: all
title: Every check
rules:
  - {id: a, check: require_pattern, pattern: "^import "}
  - {id: b, check: forbid_pattern, pattern: "\\b(TODO|FIXME|XXX)\\b"}
  - {id: c, check: require_all_of, texts: [import, return]}
  - {id: d, check: require_one_of, texts: [class, def]}
  - {id: e, check: max_line_length, limit: 100}
  - {id: f, check: max_lines, limit: 5000}
  - {id: g, check: max_bytes, limit: 200000}
  - {id: h, check: forbid_trailing_whitespace}
  - {id: i, check: max_consecutive_blank_lines, limit: 2}
  - {id: j, check: balanced_delimiters}
  - {id: k, check: require_prefix, text: "#"}
  - {id: l, check: require_suffix, text: "."}
  - {id: m, check: require_unique_lines}
"""


def median_ms(call: Callable[[], object]) -> float:
    return sorted(cpu_ms(call) for _ in range(RUNS))[RUNS // 2]


def source_text(size_chars: int) -> str:
    whole = "".join(
        file.read_text(errors="replace")
        for file in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    )
    return whole[:size_chars]


def risk_table(chance: random.Random) -> RiskTable:
    risks = [
        {
            "id": f"risk-{number}",
            "level": "HIGH",
            "match": [f"command{number} --force", f"word{chance.randrange(10_000)}"],
            "pattern": rf"\bcommand{number}\s+(-f|--force)\b",
            "reason": "It cannot be taken back.",
            "instead": "Ask first.",
        }
        for number in range(200)
    ]
    standard = parse_standard(json.dumps({"name": "risks", "title": "Risks", "risks": risks}))
    return RiskTable([LiveStandard(standard, 1, True)])


def process_index(chance: random.Random) -> ProcessIndex:
    def trigger() -> str:
        return " ".join(f"word{chance.randrange(2_000)}" for _ in range(chance.randint(1, 3)))

    return ProcessIndex({f"process-{n}": [trigger() for _ in range(8)] for n in range(500)})


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the quality engine and the registry.")
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    chance = random.Random(5)
    standard = parse_standard(STANDARD)
    text = source_text(TEXT_CHARS)
    one_pass = re2.compile(rb"[0-9]{30}x")
    mebibyte = source_text(1 << 20)
    task = " ".join(f"word{chance.randrange(2_000)}" for _ in range(60))
    index, table = process_index(chance), risk_table(chance)
    check_ms = median_ms(lambda: check_text(standard, 1, text))
    pass_ms = median_ms(functools.partial(one_pass.search, text.encode()))
    measured = {
        "validate_ms_per_100_kb": check_ms,
        "validate_ratio_to_one_re2_pass": check_ms / pass_ms,
        "validate_ratio_of_1_mib_to_100_kb": median_ms(lambda: check_text(standard, 1, mebibyte))
        / check_ms,
        "precheck_ms_of_200_risks": median_ms(
            lambda: table.check_action("git push; command77 --force origin main")
        ),
        "match_ms_of_500_processes": median_ms(lambda: index.matches(task)),
        "match_ms_of_a_task_of_16_kib": median_ms(lambda: index.matches((task * 40)[:16384])),
    }
    if as_json:
        print(json.dumps(measured, indent=2))
        return
    for name, value in measured.items():
        print(f"{name:36} {value:.4f}")


if __name__ == "__main__":
    main()
