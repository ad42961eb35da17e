"""What the secret scanner finds, what it wrongly refuses, and what it costs.

    MYELIN_SHARED=DIR python -m benchmarks.secrets [--json] [--texts FOLDER]

The labelled corpora and the ordinary texts come from the shared folder; without one only the cost
of hostile texts and of the standard library's source is measured. The rows of the second corpus
are split in two halves by a hash: rules are tuned to the one, the other only measures. `--texts`
scans the files of a folder in pieces of 2,000 characters and lists what is flagged, to be read.
"""

import argparse
import functools
import gzip
import hashlib
import json
import math
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
    *(
        "key=",
        "password is ",
        "npm_",
        "test_abcdefghij",
        "密码是",
        "-p a1",
        "admin / ",
        "%41",
        "&#65;",
    ),
    *('"password", "', "user,password\na,b\n", "| password |\n| a |\n", "password\n", "clé "),
    *("a-b-c-d-", "71de7ff8 ", "**a", "Cookie: a=b; ", "creds are a:b", "A1b2C3d4E5f6G7h8I9j0K1 "),
    *('"kty"', '"d":"', "kind: Secret\n a: YWFhYWFhYWE=\n", "mysql -p", " -u a:b", "\u200bx"),
)


# A tool's colours, a reversed token and password hashes are allowed by design.
LEFT_OUT = {"ctx": "ansi", "kind": "esc-reversed", "tier": "policy"}
PIECE_CHARS = 2000
SHOWN_BYTES = 60


def labelled(folder: Path, name: str) -> list[dict[str, Any]]:
    with gzip.open(folder / "data" / "secrets" / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def found_in(case: dict[str, Any]) -> list[str]:
    start, end = case["secret_span"]
    findings = scan(case["text"])
    return [finding.rule for finding in findings if start - 40 <= finding.offset_bytes < end]


def is_unseen(case: dict[str, Any]) -> bool:
    """Return whether a row belongs to the half that no rule was tuned to."""
    digest = hashlib.sha256((case["corpus"] + case["text"]).encode()).digest()
    return digest[0] % 2 == 1


def interval(found: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson)."""
    z, share = 1.96, found / total
    centre = share + z * z / (2 * total)
    width = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (centre - width) / (1 + z * z / total), (centre + width) / (1 + z * z / total)


def wild(folder: Path) -> dict[str, str]:
    """Return what is found of secrets as notes hold them, by half and tier, and false alarms."""
    total: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for name in ("wild-positives", "wild-near"):
        for case in labelled(folder, f"{name}.dev"):
            if any(case.get(field) == value for field, value in LEFT_OUT.items()):
                continue
            half = "unseen" if is_unseen({**case, "corpus": name}) else "tuned"
            secret = case["secret_span"] is not None
            hit = bool(found_in(case)) if secret else bool(scan(case["text"]))
            for row in (case["tier"], "all") if secret else ("near misses",):
                total[f"{half} {row}"] += 1
                found[f"{half} {row}"] += hit
    return {row: _share(found[row], total[row]) for row in sorted(total)}


def _share(found: int, total: int) -> str:
    low, high = interval(found, total)
    return f"{found}/{total} = {found / total:.1%} [{low:.1%}, {high:.1%}]"


def flagged(folder: Path) -> dict[str, Any]:
    """Return what is flagged in the pieces of real texts, with its surroundings, to be read."""
    pieces, shown = 0, []
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        text = file.read_text("utf-8", errors="replace")
        for start in range(0, len(text), PIECE_CHARS):
            piece = text[start : start + PIECE_CHARS]
            pieces += 1
            findings = scan(piece)
            if findings:
                at, data = findings[0].offset_bytes, piece.encode()
                around = data[max(0, at - SHOWN_BYTES) : at + SHOWN_BYTES].decode(
                    "utf-8", "replace"
                )
                shown.append(f"{file.name}@{start} {findings[0].rule}: {around!r}")
    return {"pieces": pieces, "pieces_flagged": len(shown), "flagged": shown}


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
        hostile.append((large / small, small, piece))
    return {
        "texts": len(chosen),
        "p50_ms_per_10_kb": per_text.p50_ms,
        "p95_ms_per_10_kb": per_text.p95_ms,
        "ratio_to_one_re2_pass": per_text.p50_ms / per_pass.p50_ms,
        "hostile_ratio_of_100_kb_to_10_kb": max(
            ratio for ratio, small, _ in hostile if small > 0.1
        ),
        "hostile_ms_per_10_kb_max": max(small for _, small, _ in hostile),
        "hostile": [
            f"{small:.1f} ms, x{ratio:.1f}: {piece!r}"
            for ratio, small, piece in sorted(hostile, key=lambda row: -row[1])
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the secret scanner.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--texts", type=Path, help="a folder of real texts")
    given = parser.parse_args()
    shared = os.environ.get("MYELIN_SHARED")
    folder = Path(shared) if shared else None
    scan("The first scan compiles the patterns.")
    measured = {
        **({**accuracy(folder), **wild(folder)} if folder else {}),
        **(flagged(given.texts) if given.texts else {}),
        **cost(folder),
    }
    if given.json:
        print(json.dumps(measured, indent=2))
        return
    for name, value in measured.items():
        if isinstance(value, list):
            print(name, *value, sep="\n    ")
        else:
            print(f"{name:34} {value:.4f}" if isinstance(value, float) else f"{name:34} {value}")


if __name__ == "__main__":
    main()
