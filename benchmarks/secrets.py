"""What the secret scanner finds, what it wrongly refuses, and what it costs.

    MYELIN_SHARED=DIR python -m benchmarks.secrets [--json]

The labelled corpus and the ordinary texts come from the shared folder; without one only the cost
of hostile texts and of the standard library's source is measured.
"""

import argparse
import functools
import gzip
import json
import os
import sysconfig
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import re2

from benchmarks.clock import cpu_ms, sample
from myelin.secrets import scan

TEXT_CHARS = 10_000
TEXTS_MAX = 300
PIECES = (
    *('password:"', "token: ", "secret=", "AccountKey=", "_auth=", "key ", "--token ", "+ASt"),
    *("eyJ", "://a:b@", "-----BEGIN ", "abandon ", "sig=", "xoxb-", "sk-", "1. ", "密码：", "a1B-"),
    *('"kty"', '"d":"', "kind: Secret\n a: YWFhYWFhYWE=\n", "mysql -p", " -u a:b", "\u200bx"),
)


def labelled(folder: Path, name: str) -> list[dict[str, Any]]:
    with gzip.open(folder / "data" / "secrets" / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def found_in(case: dict[str, Any]) -> list[str]:
    start, end = case["secret_span"]
    findings = scan(case["text"])
    return [finding.rule for finding in findings if start - 40 <= finding.offset_bytes < end]


def accuracy(folder: Path) -> dict[str, Any]:
    positives, negatives = labelled(folder, "positives"), labelled(folder, "negatives")
    total: Counter[str] = Counter()
    found: Counter[str] = Counter()
    named = 0
    for case in positives:
        rules = found_in(case)
        total[case["rule"]] += 1
        found[case["rule"]] += bool(rules)
        named += bool(rules) and (case["rule"] in rules or case["rule"] == "entropy-any")
    refused = [case["id"] for case in negatives if scan(case["text"])]
    return {
        "recall": found.total() / total.total(),
        "recall_lowest_of_a_rule": min(found[rule] / total[rule] for rule in total),
        "named_rightly": named / found.total(),
        "false_positive_rate": len(refused) / len(negatives),
        "false_positives": refused,
    }


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)


def ordinary_texts(folder: Path | None) -> Iterator[str]:
    for source in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        whole = source.read_text(errors="replace")
        if len(whole) >= TEXT_CHARS:
            yield whole[:TEXT_CHARS]
    for file in sorted((folder / "data" / "retrieval").glob("*.json.gz")) if folder else ():
        with gzip.open(file, "rt") as stream:
            whole = "\n".join(texts_in(json.load(stream)))
        for start in range(0, min(len(whole), 40 * TEXT_CHARS) - TEXT_CHARS, TEXT_CHARS):
            yield whole[start : start + TEXT_CHARS]


def best_ms(call: Callable[[], object]) -> float:
    return min(cpu_ms(call) for _ in range(3))


def cost(folder: Path | None) -> dict[str, Any]:
    texts = list(ordinary_texts(folder))
    chosen = texts[:: max(1, len(texts) // TEXTS_MAX)]
    one_pass = re2.compile(rb"[0-9]{30}x")
    per_text = sample(best_ms(functools.partial(scan, text)) for text in chosen)
    per_pass = sample(best_ms(functools.partial(one_pass.search, text.encode())) for text in chosen)
    hostile = []
    for piece in PIECES:
        small, large = (
            best_ms(functools.partial(scan, (piece * size)[:size]))
            for size in (TEXT_CHARS, 10 * TEXT_CHARS)
        )
        hostile.append((large / small, small))
    return {
        "texts": len(chosen),
        "p50_ms_per_10_kb": per_text.p50_ms,
        "p95_ms_per_10_kb": per_text.p95_ms,
        "ratio_to_one_re2_pass": per_text.p50_ms / per_pass.p50_ms,
        "hostile_ratio_of_100_kb_to_10_kb": max(ratio for ratio, small in hostile if small > 0.1),
        "hostile_ms_per_10_kb_max": max(small for _, small in hostile),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the secret scanner.")
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    shared = os.environ.get("MYELIN_SHARED")
    folder = Path(shared) if shared else None
    scan("The first scan compiles the patterns.")
    measured = {**(accuracy(folder) if folder else {}), **cost(folder)}
    if as_json:
        print(json.dumps(measured, indent=2))
        return
    for name, value in measured.items():
        print(f"{name:34} {value:.4f}" if isinstance(value, float) else f"{name:34} {value}")


if __name__ == "__main__":
    main()
