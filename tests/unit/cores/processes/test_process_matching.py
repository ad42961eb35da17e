"""Which processes a task calls for, and in which order."""

from hypothesis import given
from hypothesis import strategies as st

from myelin.cores.processes.matching import ProcessIndex


def names(index: ProcessIndex, task: str) -> list[str]:
    return [match.name for match in index.matches(task)]


def test_the_sum_decides_then_the_longest_trigger_then_the_name() -> None:
    index = ProcessIndex(
        {
            "release": ["release", "cut a release"],
            "b-notes": ["notes"],
            "a-notes": ["notes"],
            "deployment": ["deployment"],
            "unused": ["rollback"],
        }
    )
    task = "Cut a release, with notes and the deployment"
    assert names(index, task) == ["release", "deployment", "a-notes", "b-notes"]
    first = index.matches(task)[0]
    assert first.score == 3
    assert [trigger.trigger for trigger in first.matched] == ["cut a release", "release"]


def test_a_task_without_a_trigger_fits_nothing() -> None:
    assert ProcessIndex({"a": ["release"]}).matches("released") == []


@given(
    st.dictionaries(st.text("abc", min_size=1), st.lists(st.sampled_from(["x", "x y", "z"]))),
    st.text("xyz ", max_size=12),
)
def test_equal_input_gives_equal_order(triggers: dict[str, list[str]], task: str) -> None:
    backwards = dict(reversed(list(triggers.items())))
    assert ProcessIndex(triggers).matches(task) == ProcessIndex(backwards).matches(task)
