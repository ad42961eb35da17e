"""The labelled corpus of the shared folder, where there is one: recall, false alarms, names."""

import os
from pathlib import Path

import pytest

from benchmarks.secrets import accuracy

SHARED = os.environ.get("MYELIN_SHARED")


@pytest.mark.skipif(SHARED is None, reason="MYELIN_SHARED names no folder with the corpus")
def test_the_scanner_meets_its_targets_on_the_labelled_corpus() -> None:
    measured = accuracy(Path(str(SHARED)))
    assert measured["recall"] >= 0.97
    assert measured["recall_lowest_of_a_rule"] >= 0.95
    assert measured["false_positive_rate"] <= 0.005
    assert measured["named_rightly"] >= 0.95
