"""The schema of control.db as numbered steps; a step that was released is never changed."""

from importlib import resources

STEPS = ("0001_records.sql", "0002_grants.sql")
"""The files of this folder in order; the number of a step is its place, counted from 1."""


def sql_of(step: str) -> str:
    """Return the statements of one step."""
    return resources.files("myelin.control.migrations").joinpath(step).read_text("utf-8")
