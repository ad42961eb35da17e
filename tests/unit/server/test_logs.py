"""Logs: what reaches stderr, and that no content does."""

import io
import logging
import sys
import threading
import warnings
from collections.abc import Iterator

import pytest

from myelin.server import logs


@pytest.fixture
def stderr() -> Iterator[io.StringIO]:
    root, hooks = logging.getLogger(), (sys.excepthook, threading.excepthook)
    showing = warnings.showwarning
    before = (root.handlers[:], root.level, logging.raiseExceptions)
    written = io.StringIO()
    logs.configure(written)
    yield written
    warnings.showwarning = showing
    root.handlers[:], root.level, logging.raiseExceptions = before
    sys.excepthook, threading.excepthook = hooks


def fail_with_content() -> None:
    raise ValueError("canary")


def test_a_message_of_ours_is_written_whole(stderr: io.StringIO) -> None:
    logging.getLogger("myelin.server").warning("compaction took %d s", 3)
    assert stderr.getvalue() == "warning: myelin.server: compaction took 3 s\n"


def test_another_library_s_message_keeps_its_name_and_loses_its_text(stderr: io.StringIO) -> None:
    try:
        fail_with_content()
    except ValueError:
        logging.getLogger("mcp.server.runner").exception("canary %s", "canary")
    logging.getLogger("myelinated").error("canary")
    written = stderr.getvalue()
    assert "canary" not in written
    assert "mcp.server.runner" in written
    assert "ValueError" in written


def test_a_warning_is_written_without_its_text(stderr: io.StringIO) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logs.configure(stderr)
        warnings.warn("canary", stacklevel=1)
        written = stderr.getvalue()
    assert written == "warning: myelin: a UserWarning of a library\n"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_that_nobody_caught_says_where_and_not_what(stderr: io.StringIO) -> None:
    thread = threading.Thread(target=fail_with_content)
    thread.start()
    thread.join()
    assert stderr.getvalue() == "error: myelin: unhandled: ValueError in fail_with_content\n"
