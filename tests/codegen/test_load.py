"""How a spec file is read: plain values, a line for every key, and broken YAML as complaints."""

from pathlib import Path

from codegen.load import read


def test_every_key_and_item_has_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("one:\n  two: 2\n  three:\n    - x\n    - y\n", "utf-8")
    document, complaints = read(tmp_path, "a.yaml")
    assert complaints == []
    assert document is not None
    assert document.data == {"one": {"two": 2, "three": ["x", "y"]}}
    assert document.lines[("one", "two")] == 2
    assert document.lines[("one", "three", 1)] == 5
    assert document.complain(("one", "three", 1, "deeper"), "is wrong").line == 5


def test_broken_yaml_is_a_complaint_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("one: 1\ntwo: [\n", "utf-8")
    document, (complaint,) = read(tmp_path, "a.yaml")
    assert document is None
    assert str(complaint).startswith("a.yaml:3: no YAML")


def test_a_key_that_is_given_twice_is_a_complaint(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("one: 1\ntwo: 2\none: 3\n", "utf-8")
    _, (complaint,) = read(tmp_path, "a.yaml")
    assert str(complaint) == "a.yaml:3: one is given twice"


def test_a_missing_file_is_a_complaint(tmp_path: Path) -> None:
    document, (complaint,) = read(tmp_path, "a.yaml")
    assert document is None
    assert str(complaint) == "a.yaml:1: the file is missing"
