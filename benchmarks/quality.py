"""What checking a text and an action costs, and what finding a process for a task costs.

    python -m benchmarks.quality [--json]

A text of 100 KB is checked against a standard that uses all thirteen checks; the time of one RE2
pass over the same text stands beside it. 200 risks and 500 processes are the sizes of issue 4; the
calls that go through dispatch read a brain on the disk, as a tool call does.
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
from myelin.kernel.audience import Origin
from myelin.testing import FIXTURES, call, temporary_engine

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


def risks_document(chance: random.Random) -> str:
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
    return json.dumps({"name": "risks", "title": "Risks", "risks": risks})


def triggers_of(chance: random.Random) -> list[list[str]]:
    def trigger() -> str:
        return " ".join(f"word{chance.randrange(2_000)}" for _ in range(chance.randint(1, 3)))

    return [[trigger() for _ in range(8)] for _ in range(500)]


def through_dispatch(risks: str, triggers: list[list[str]], task: str) -> dict[str, float]:
    """Return what the tools cost on a brain with all of it, the first call apart."""
    with temporary_engine(origin=Origin.OWNER) as engine:
        FIXTURES["starter_pack"](engine)
        call(engine, "save_standard", yaml=risks)
        for number, words in enumerate(triggers):
            process = {
                "kind": "workflow",
                "name": f"process-{number}",
                "title": "A process",
                "summary": "What it is for.",
                "triggers": list(dict.fromkeys(words)),
                "steps": [{"id": "do", "do": "Do it."}],
            }
            call(engine, "save_process", yaml=json.dumps(process))
        action = "git push; command77 --force origin main"
        calls: dict[str, Callable[[], object]] = {
            "dispatch_precheck_ms": lambda: call(engine, "precheck", action=action),
            "dispatch_match_ms": lambda: call(engine, "match_process", task=task),
            "dispatch_validate_a_commit_message_ms": lambda: call(
                engine, "validate", content="Say it\n\nWhy.\n", standard="commit-message"
            ),
        }
        measured = {}
        for name, work in calls.items():
            measured[f"{name}_first"] = cpu_ms(work)
            measured[name] = median_ms(work)
        return measured


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
    risks, triggers = risks_document(chance), triggers_of(chance)
    index = ProcessIndex({f"process-{number}": words for number, words in enumerate(triggers)})
    table = RiskTable([LiveStandard(parse_standard(risks), 1, True)])
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
        **through_dispatch(risks, triggers, task),
    }
    if as_json:
        print(json.dumps(measured, indent=2))
        return
    for name, value in measured.items():
        print(f"{name:36} {value:.4f}")


if __name__ == "__main__":
    main()
