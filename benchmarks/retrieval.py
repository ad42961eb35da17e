"""How well recall finds things, through the product's own operation, beside two plain systems.

    MYELIN_SHARED=... python -m benchmarks.retrieval [--sets eng_adr,pmb] [--dense] [--half b]
                           [--systems d,myelin,dense]

`d` is FTS5 (porter, unicode61) with the OR of a query's words without common ones; `rank-bm25` is
BM25 Okapi over lower-case words. `myelin` has a budget of 64 KiB and `myelin-8k` the default one;
`aged` brains have memories of two years and all classes, where age says nothing about rightness.
With `--dense` each of these is also asked with the dense companion, its vectors filled in before.
`--half` asks the questions whose SHA-256 is even (a: what was tuned to) or odd (b: what was not).
All answer the same questions in the same run, and each
difference to `d` comes with the interval of a paired bootstrap. Latency is CPU time.
"""

import argparse
import functools
import hashlib
import json
import os
import random
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import apsw
from rank_bm25 import BM25Okapi

from benchmarks import ranking
from benchmarks.clock import sample, timed
from benchmarks.ranking import Result, Store
from myelin import assembly
from myelin.contract.errors import SecretRefused
from myelin.cores.memory import rules
from myelin.crypto import keys
from myelin.dense import SentenceModel
from myelin.engine import dispatch
from myelin.kernel.caller import LOCAL_HOST
from myelin.surface.operations import OPERATIONS

SETS = ("eng_adr", "eng_changes", "eng_docs", "pmb", "locomo", "locomo_obs", "lme_mini")
CONVERSATIONS = {"locomo", "locomo_obs", "lme_mini"}
"""Sets whose sessions and speakers are sessions and actors; elsewhere they are files."""

PLAIN = ("d", "rank-bm25")
AGED_SEED, AGED_DAYS, AGED_USES = 1, 730, 51

ROOT = bytes(range(32))
DEPTH = 40
BUDGET_BYTES = 65_536
CONTENT_BYTES_MAX = 16_384
LABEL_BYTES_MAX = 64
LABELS_MAX = 16
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_WORD = re.compile(r"[^\W_]+")
# The usual list of an English stemmer's stop words: d is to be a plain system, not a weak one.
_COMMON_WORDS = """
a about all also am an and any are as at be been being but by can could did do does doing for
from had has have having he her hers him his how i if in into is it its just like may me might
more most must my no nor not of off on once only or other our ours out over own same shall she
should so some such than that the their theirs them then there these they this those through to
too under until up very was we were what when where which while who whom whose why will with
would you your yours
"""
COMMON = frozenset(_COMMON_WORDS.split())


class System(Protocol):
    """What can be asked, once it was given a store's items."""

    def search(self, query: str) -> list[str]:
        """Return the ids of items, best first."""

    def size_bytes(self) -> int:
        """Return what it takes to keep, as far as that is known."""

    def close(self) -> None:
        """Let go of what it holds."""


class Myelin:
    """The product: every item is remembered and every question recalled through `dispatch`."""

    def __init__(
        self,
        items: Sequence[dict[str, Any]],
        *,
        conversation: bool,
        budget_bytes: int = BUDGET_BYTES,
        aged: bool = False,
        dense: bool = False,
    ) -> None:
        self._budget_bytes = budget_bytes
        self._folder = tempfile.TemporaryDirectory()
        self._path = Path(self._folder.name) / "retrieval.myl"
        key = keys.local_key(ROOT)
        assembly.create(self._path, key, name="retrieval")
        self.engine = assembly.open(
            self._path, key, name="retrieval", caller=LOCAL_HOST, dense=dense
        )
        self.items_of: dict[str, list[str]] = {}
        self.refused = 0
        for item in items:
            self._remember(item, conversation)
        if aged:
            self._age(conversation)
        self.engine.memory.fill_in_vectors(self.engine.store, lambda: False)
        self.engine.store.compact()

    def search(self, query: str) -> list[str]:
        """Return the items whose memories recall gives; one memory may stand for several."""
        arguments = {"query": query, "budget_bytes": self._budget_bytes}
        answer = dispatch.call(self.engine, OPERATIONS["recall"], arguments)
        return [item for memory in answer["memories"] for item in self.items_of[memory["id"]]]

    def size_bytes(self) -> int:
        """Return the size of the brain's file, its texts included."""
        return self._path.stat().st_size

    def close(self) -> None:
        """Close the engine and delete the brain."""
        self.engine.store.close()
        self._folder.cleanup()

    def _age(self, conversation: bool) -> None:
        """Spread the memories over two years, all classes and up to 50 uses, from a seed.

        Age says nothing about rightness then. Conversations keep their own dates.
        """
        chance = random.Random(AGED_SEED)
        with self.engine.store.write() as session:
            now_ms = session.now_ms
            rows = list(session.execute("SELECT id FROM main.memory ORDER BY recorded_at, id"))
            for (row_id,) in rows:
                age_ms = int(chance.random() * AGED_DAYS * rules.DAY_MS)
                session.execute(
                    """UPDATE memory SET class = ?, recorded_at = CASE WHEN ? THEN recorded_at
                       ELSE ? END, observed_at = CASE WHEN ? THEN observed_at END WHERE id = ?""",
                    (
                        chance.choice(list(rules.Rules().half_life_days)),
                        conversation,
                        now_ms - age_ms,
                        conversation,
                        row_id,
                    ),
                )
                session.execute(
                    "INSERT OR REPLACE INTO memory_use (id, uses, last_used_at) VALUES (?, ?, ?)",
                    (row_id, chance.randrange(1, AGED_USES), now_ms - 2 * rules.TOUCH_INTERVAL_MS),
                )

    def _remember(self, item: dict[str, Any], conversation: bool) -> None:
        arguments = arguments_of(item, conversation=conversation)
        try:
            made = dispatch.call(self.engine, OPERATIONS["remember"], arguments)
        except SecretRefused:
            # Public texts hold examples of keys; what is not kept is not found either.
            self.refused += 1
            return
        self.items_of.setdefault(made["memory"]["id"], []).append(item["id"])


def arguments_of(item: dict[str, Any], *, conversation: bool) -> dict[str, Any]:
    """Return what an item of a set is remembered as."""
    text = _CONTROL.sub(" ", item["text"])
    arguments: dict[str, Any] = {"content": _cut(text, CONTENT_BYTES_MAX), "class": "note"}
    if aliases := item.get("aliases"):
        arguments["aliases"] = [_cut(one, LABEL_BYTES_MAX) for one in aliases[:LABELS_MAX]]
    if item.get("ts"):
        day, _, minute = item["ts"].partition(" ")
        arguments["observed_at"] = f"{day}T{minute or '00:00'}:00Z"
    if conversation:
        for ours, theirs in (("session", "session"), ("actor", "speaker")):
            if item.get(theirs):
                arguments[ours] = _cut(item[theirs], LABEL_BYTES_MAX)
    return arguments


class SystemD:
    """FTS5 and nothing else: the floor that no set may fall below."""

    def __init__(self, items: Sequence[dict[str, Any]], **_: bool) -> None:
        self._ids = [item["id"] for item in items]
        self._db = apsw.Connection(":memory:")
        self._db.execute("CREATE VIRTUAL TABLE note USING fts5(body, tokenize='porter unicode61')")
        self._db.executemany(
            "INSERT INTO note (rowid, body) VALUES (?, ?)", enumerate(map(_spoken, items))
        )

    def search(self, query: str) -> list[str]:
        """Return the items that hold any of the words, by bm25."""
        words = [word for word in dict.fromkeys(_words(query)) if word not in COMMON]
        if not words:
            return []
        rows = self._db.execute(
            """SELECT rowid FROM note WHERE note MATCH ? ORDER BY bm25(note), rowid LIMIT ?""",
            (" OR ".join(f'"{word}"' for word in words), DEPTH),
        )
        return [self._ids[row] for (row,) in rows]

    def size_bytes(self) -> int:
        """Return the pages of the database, its texts included."""
        [(size,)] = self._db.execute(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        )
        return int(size)

    def close(self) -> None:
        """Close the database."""
        self._db.close()


class RankBm25:
    """BM25 Okapi as the package of that name has it."""

    def __init__(self, items: Sequence[dict[str, Any]], **_: bool) -> None:
        self._ids = [item["id"] for item in items]
        self._bm25 = BM25Okapi([_words(_spoken(item)) or [""] for item in items])

    def search(self, query: str) -> list[str]:
        """Return the items with the highest scores."""
        scores = self._bm25.get_scores(_words(query))
        best = sorted(range(len(self._ids)), key=lambda at: (-scores[at], at))[:DEPTH]
        return [self._ids[at] for at in best if scores[at] > 0]

    def size_bytes(self) -> int:
        """Return 0: it keeps nothing."""
        return 0

    def close(self) -> None:
        """Do nothing: it holds nothing."""


SYSTEMS: dict[str, Callable[..., System]] = {
    "d": SystemD,
    "rank-bm25": RankBm25,
    "myelin": Myelin,
    "myelin-8k": functools.partial(Myelin, budget_bytes=8192),
    "aged": functools.partial(Myelin, aged=True),
    "aged-8k": functools.partial(Myelin, aged=True, budget_bytes=8192),
}

DENSE: dict[str, Callable[..., System]] = {
    "dense": functools.partial(Myelin, dense=True),
    "dense-8k": functools.partial(Myelin, dense=True, budget_bytes=8192),
    "dense-aged": functools.partial(Myelin, dense=True, aged=True),
    "dense-aged-8k": functools.partial(Myelin, dense=True, aged=True, budget_bytes=8192),
}
OTHERWISE = {"dense": "myelin", "dense-8k": "myelin-8k", "dense-aged": "aged"} | {
    "dense-aged-8k": "aged-8k"
}
"""For each system with the companion the one without it, which it is compared with."""


def main() -> None:
    """Print what each system scores on each set, and the differences to d."""
    parser = argparse.ArgumentParser(description="Retrieval, beside two plain systems.")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--dense", action="store_true")
    parser.add_argument("--half", choices=("a", "b"))
    parser.add_argument("--systems", help="only these, d and what each is compared with included")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    folder = Path(os.environ["MYELIN_SHARED"]) / "data" / "retrieval"
    report = {}
    systems = [*SYSTEMS, *(DENSE if args.dense else ())]
    if args.systems:
        systems = args.systems.split(",")
    _compute_once()
    for name in args.sets.split(","):
        stores = [_halved(store, args.half) for store in ranking.load(folder, name)]
        report[name] = measure(name, stores, systems)
        if not args.json:
            print_report(name, report[name])
    if args.json:
        print(json.dumps(report, indent=1))


def _compute_once() -> None:
    """Keep the vectors of texts that several systems hold; those of queries are always computed."""
    known: dict[str, bytes | None] = {}
    compute = SentenceModel.vectors

    def vectors(model: SentenceModel, text: str) -> bytes | None:
        if text not in known:
            known[text] = compute(model, text)
        return known[text]

    SentenceModel.vectors = vectors  # type: ignore[assignment, method-assign]


def _halved(store: Store, half: str | None) -> Store:
    """Return a store with half of its questions, or with all of them."""
    if half is None:
        return store
    odd = half == "b"
    return replace(store, questions=[one for one in store.questions if _is_odd(one) == odd])


def _is_odd(question: dict[str, Any]) -> bool:
    return hashlib.sha256(question["text"].encode()).digest()[0] % 2 == 1


def measure(
    name: str, stores: Sequence[Store], systems: Iterable[str] | None = None
) -> dict[str, Any]:
    """Return for each system its means, its latency and size, and its differences to d."""
    results = {system: ask(system, name, stores) for system in systems or SYSTEMS}
    report = {}
    for system, result in results.items():
        latency = sample(result.milliseconds)
        report[system] = {
            "questions": len(result.rows),
            **{measure: round(100 * result.mean(measure), 2) for measure in ranking.MEASURES},
            "p50_ms": round(latency.p50_ms, 3),
            "p95_ms": round(latency.p95_ms, 3),
            "size_bytes": result.size_bytes,
            "over_d": _over(results["d"], result),
        }
        if system in OTHERWISE:
            report[system]["over_without"] = _over(results[OTHERWISE[system]], result)
    return report


def _over(before: Result, after: Result) -> dict[str, list[float]]:
    return {
        measure: [round(100 * each, 2) for each in ranking.difference(before, after, measure)]
        for measure in ("R@10", "MRR")
    }


def ask(system: str, name: str, stores: Sequence[Store]) -> Result:
    """Return what one system scores on all questions of a set."""
    result = Result()
    for store in stores:
        made = (SYSTEMS | DENSE)[system](store.items, conversation=name in CONVERSATIONS)
        groups = {item["id"]: item["group"] for item in store.items if item.get("group")}
        same = _same_text(store.items)
        for question in store.questions:
            ranked, taken_ms = timed(made.search, question["text"])
            result.milliseconds.append(taken_ms)
            gold = question["gold"]
            if store.by_group:
                ranked = ranking.by_group(ranked, groups)
            elif system not in PLAIN:
                # A memory that stands for several items takes one place, and answers for each.
                ranked = list(dict.fromkeys(same[one] for one in ranked))
                gold = list(dict.fromkeys(same[one] for one in gold))
            result.rows.append(ranking.measures(gold, ranked))
        result.size_bytes += made.size_bytes()
        made.close()
    return result


def _same_text(items: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Return for each item the first that says the same, white space aside."""
    first: dict[str, str] = {}
    return {item["id"]: first.setdefault(" ".join(item["text"].split()), item["id"])
            for item in items}  # fmt: skip


def _spoken(item: dict[str, Any]) -> str:
    return f"{item.get('speaker') or ''} {item['text']}"


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _cut(text: str, limit_bytes: int) -> str:
    return text.encode()[:limit_bytes].decode(errors="ignore")


def _differences(over: Mapping[str, Sequence[float]]) -> str:
    return "  ".join("{:+.1f} [{:+.1f}, {:+.1f}]".format(*over[each]) for each in ("R@10", "MRR"))


def print_report(name: str, report: dict[str, Any]) -> None:
    """Print one set's report as a table."""
    print(f"\n{name} ({report['d']['questions']} questions)")
    header = " ".join(f"{measure:>7}" for measure in ranking.MEASURES)
    print(f"{'':13} {header}   p50ms   p95ms      KB   R@10 and MRR over d [95 %]")
    for system, row in report.items():
        means = " ".join(f"{row[measure]:7.1f}" for measure in ranking.MEASURES)
        over = _differences(row["over_d"])
        if "over_without" in row:
            over += f"   over {OTHERWISE[system]}: {_differences(row['over_without'])}"
        sizes = f"{row['p50_ms']:7.2f} {row['p95_ms']:7.2f} {row['size_bytes'] // 1024:7}"
        print(f"{system:13} {means} {sizes}   {'' if system == 'd' else over}", flush=True)


if __name__ == "__main__":
    main()
