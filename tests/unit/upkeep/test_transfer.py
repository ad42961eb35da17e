"""Export and import: nothing lost, nothing twice, nothing that governs from elsewhere."""

import itertools
import json

import pytest

from myelin.contract.errors import ImportRefused, PathRefused, TerminalRequired
from myelin.kernel.audience import Origin
from myelin.kernel.caller import LOCAL_OWNER
from myelin.testing.engines import call
from myelin.upkeep import decisions, export, import_
from tests.crash.brain import LONG
from tests.unit.upkeep.full_brain import engine, exported, fill, imported, purged

MEMORIES = 5000 if LONG else 400
TOKEN = "AKIA" + "Z7QX4NPL2RWDM5KT"


def test_an_export_brought_into_an_empty_brain_exports_as_the_same_bytes():
    with engine() as one:
        ids = fill(one, MEMORIES)
        purged(one, ids[17])
        lines = exported(one)
        assert any(b'"uses":' in line for line in lines)
        assert any(b'"tier":"core"' in line for line in lines)
        with one.store.read() as session:
            wanted = [list(core.check(session)) for core in one.cores]
            assert not any(wanted)
    with engine("second") as other:
        report = imported(other, lines)
        assert report.owned
        assert report.left == []
        assert exported(other) == lines
        again = imported(other, lines)
        assert again.counts["added"] == again.counts["lowered"] == 0
        assert again.counts["known"] == report.counts["added"]
        assert exported(other) == lines
        assert other.store.check() == []
        with other.store.read() as session:
            assert [list(core.check(session)) for core in other.cores] == wanted
        found = call(other, "recall", query="number 42 service")["memories"]
        assert any("Number 42:" in item["content"] for item in found)


def test_a_preference_that_was_taken_back_leaves_and_comes_in_with_its_history():
    with engine() as one:
        for value in ("tabs", "spaces"):
            statement = f"Always indent with {value}."
            call(one, "set_preference", key="style.indent", value=value, statement=statement)
        with one.store.write(caller=LOCAL_OWNER) as session:
            one.preferences.unset(session, "style.indent")
        lines = exported(one)
        assert imported(one, lines).left == []
    with engine("second") as other:
        assert imported(other, lines).left == []
        assert exported(other) == lines


def test_a_bad_line_an_orphan_and_a_secret_are_left_out_and_the_rest_comes_in():
    with engine() as one:
        ids = fill(one, 12)
        lines = exported(one)
    orphan = {"kind": "link", "type": "supports", "from": ids[0], "to": "mem_zzzzzzzzzzzz"}
    orphan |= {"origin": "owner", "recorded_at": "2026-01-01T00:00:00.000Z"}
    secret = json.loads(lines[2]) | {"id": "mem_000000000001", "content": f"token {TOKEN}"}
    lines[1:1] = [
        b"{broken\n",
        json.dumps(orphan).encode() + b"\n",
        json.dumps(secret).encode() + b"\n",
        b'{"kind":"riddle"}\n',
        b'{"kind":"memory","id":"mem_000000000002"}\n',
        b"[]\n",
    ]
    with engine("second") as other:
        report = imported(other, lines)
        reasons = {left.line: left.reason for left in report.left}
        assert set(reasons) == {2, 3, 4, 5, 6, 7}
        assert "JSON" in reasons[2]
        assert "not there" in reasons[3]
        assert reasons[4].startswith("secret_refused")
        assert TOKEN not in str(reasons)
        assert call(other, "list_memories")["total"] == 11 or report.counts["added"] > 12
        with other.store.read() as session:
            assert not list(session.execute("SELECT 1 FROM link WHERE to_id = 0"))


def test_an_own_export_that_governs_needs_a_decision_and_is_refused_whole_without_one():
    with engine() as one:
        fill(one, 8)
        lines = exported(one)
    with engine("second", Origin.OWNER) as other:
        before = exported(other)
        with pytest.raises(TerminalRequired):
            imported(other, lines, decision=None)
        assert exported(other) == before
        imported(other, lines)
        with other.store.read() as session:
            assert [one["decided_by"] for one in decisions.newest(session)][:1] == ["person"]


def test_what_is_not_this_devices_own_governs_nothing():
    with engine() as one:
        ids = fill(one, 8)
        lines = exported(one)
    lines[1] = lines[1].replace(b"Number", b"Namber")
    with engine("second", Origin.OWNER) as other:
        report = imported(other, lines)
        assert not report.owned
        reviewed = sum(b'"reviewed_at"' in line for line in lines)
        assert report.counts["lowered"] == 1 + reviewed
        assert report.lowered[0] == 2
        memory = call(other, "get_memory", id=ids[0])["memory"]
        assert (memory["tier"], memory["origin"]) == ("normal", "import")
        assert call(other, "recall", query="number")["core"] == []


def test_an_old_export_does_not_bring_back_what_was_purged():
    with engine() as one:
        ids = fill(one, 10)
        old = exported(one)
        purged(one, ids[4])
        after = exported(one)
        report = imported(one, old)
        assert [left.reason for left in report.left if "purged" in left.reason]
        assert report.counts["added"] == 0
        assert exported(one) == after
        assert not any(b"Number 4:" in line for line in after)


def test_one_id_never_comes_to_say_something_else():
    with engine() as one:
        fill(one, 4)
        lines = exported(one)
        changed = [lines[0], lines[1].replace(b"waits", b"sings"), *lines[2:]]
        report = imported(one, changed)
        assert "another memory has this id" in report.left[0].reason
        assert exported(one) == lines


def write(folder, *, file_per_record=False):
    """Export a filled brain into a folder, and return the ids of its memories."""
    with engine() as one:
        ids = fill(one, 10)
        call(one, "remember", class_="note", content="Fences: ````` stay.\n# no heading")
        with one.store.read() as session:
            records = list(export.records(session, one.cores))
    written = export.write(folder, lambda: records, bytes(32), file_per_record=file_per_record)
    found = [path for path in folder.rglob("*") if path.is_file()]
    assert written.files == len(found)
    assert sum(written.counts.values()) == len(records)
    assert {path.stat().st_mode & 0o777 for path in found} == {0o600}
    return ids


def test_an_export_has_one_markdown_file_for_each_kind(tmp_path):
    folder = tmp_path / "out"
    ids = write(folder)
    names = {path.name for path in folder.iterdir()}
    assert names == {"brain.jsonl", "memories.md", "processes.md", "standards.md"}
    page = (folder / "memories.md").read_text()
    assert [line[3:] for line in page.splitlines() if line.startswith("## mem_")][:10] == ids
    assert f"- supersedes [{ids[8]}](#{ids[8]})" in page
    assert "waits\n> for line two." in page
    assert "> Fences: ````` stay.\n> # no heading" in page
    assert "kind: workflow" in (folder / "processes.md").read_text()


def test_an_export_can_have_one_markdown_file_for_each_record(tmp_path):
    folder = tmp_path / "out"
    ids = write(folder, file_per_record=True)
    page = (folder / "memories" / f"{ids[9]}.md").read_text()
    assert page.startswith(f"---\nid: {ids[9]}\n")
    assert f"- supersedes [{ids[8]}]({ids[8]}.md)" in page
    assert "waits\nfor line two." in page
    assert list((folder / "documents").glob("prc_*.yaml"))


def test_both_forms_hold_the_same_lines_and_nothing_is_replaced(tmp_path):
    write(tmp_path / "kinds")
    write(tmp_path / "records", file_per_record=True)
    lines = [(tmp_path / name / "brain.jsonl").read_bytes() for name in ("kinds", "records")]
    assert lines[0] == lines[1]
    with pytest.raises(PathRefused):
        export.write(tmp_path / "kinds", list, bytes(32))
    with pytest.raises(PathRefused):
        export.write(tmp_path / "missing" / "out", list, bytes(32))
    read = import_.read(tmp_path / "kinds", bytes(32))
    assert read.owned
    assert not import_.read(tmp_path / "kinds", b"1" * 32).owned
    assert not import_.read(tmp_path / "kinds", None).owned


def superseded(line: bytes, public_id: str, successor: str) -> bytes:
    """Return a memory's line with another id and a successor."""
    record = json.loads(line) | {"id": public_id, "superseded_by": successor}
    record |= {"content": f"Says {public_id}", "superseded_at": "2026-01-03T00:00:00.000Z"}
    return json.dumps(record).encode() + b"\n"


@pytest.mark.parametrize("owned", [True, False])
def test_rows_that_supersede_themselves_each_other_or_nothing_are_refused(owned):
    with engine() as one:
        ids = fill(one, 6)
        lines = exported(one)
    model = next(line for line in lines if ids[3].encode() in line)
    a, b, c, d, e, f, g = (f"mem_00000000000{number}" for number in "123456789"[:7])
    bad = [
        superseded(model, a, a),
        superseded(model, b, c),
        superseded(model, c, d),
        superseded(model, d, b),
        superseded(model, e, "mem_zzzzzzzzzzzz"),
        superseded(model, f, e),
        superseded(model, g, ids[3]),
        json.dumps(json.loads(model) | {"id": "mem_000000000008", "superseded_by": ids[3]}).encode()
        + b"\n",
    ]
    with engine("second") as other:
        report = imported(other, [lines[0], *bad, *lines[1:-1]], owned=owned)
        reasons = {left.line: left.reason for left in report.left}
        assert "itself" in reasons[2]
        assert all("cycle" in reasons[number] for number in (3, 4, 5))
        # The predecessor of a line that is left out is left out too.
        assert all("successor" in reasons[number] for number in (6, 7))
        assert 8 not in reasons
        assert "when" in reasons[9]
        with other.store.read() as session:
            assert [list(core.check(session)) for core in other.cores] == [[]] * len(other.cores)


def test_links_that_supersede_in_a_circle_are_refused():
    with engine() as one:
        ids = fill(one, 3)
        lines = exported(one)

    def link(source: str, target: str) -> bytes:
        fields = {"kind": "link", "type": "supersedes", "from": source, "to": target}
        fields |= {"origin": "owner", "recorded_at": "2026-01-01T00:00:00.000Z"}
        return json.dumps(fields).encode() + b"\n"

    circle = [link(ids[0], ids[1]), link(ids[1], ids[2]), link(ids[2], ids[0])]
    with engine("second") as other:
        report = imported(other, [*lines[:-1], *circle])
        assert ["cycle" in left.reason for left in report.left] == [True] * 3


def test_a_long_chain_of_successors_comes_in(tmp_path):
    with engine() as one:
        fill(one, 2)
        lines = exported(one)
    chain = [f"mem_{number:012d}" for number in range(1, 3000)]
    rows = [superseded(lines[1], one_, next_) for one_, next_ in itertools.pairwise(chain)]
    last = json.dumps(json.loads(lines[1]) | {"id": chain[-1], "content": "The last."}).encode()
    with engine("second") as other:
        report = imported(other, [lines[0], *rows, last + b"\n", *lines[1:-1]], owned=False)
        assert report.left == []


@pytest.mark.parametrize("text", ["", "{}", "[1]", "null", '{"format":"myelin-export/9"}', "\x00"])
def test_what_is_no_export_is_refused_as_a_whole(tmp_path, text):
    file = tmp_path / "brain.jsonl"
    file.write_text(text)
    with pytest.raises(ImportRefused):
        import_.read(file, None)
    with pytest.raises(ImportRefused):
        import_.read(tmp_path / "missing", None)
