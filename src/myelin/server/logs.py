"""Logging to stderr: our messages in full, other libraries' messages without their text."""

import logging
import sys
import threading
import warnings
from types import TracebackType
from typing import TextIO

from myelin.kernel.errors import where

OURS = "myelin"


class ContentFree(logging.Formatter):
    """Formats records so that no memory, query, key or path can reach stderr.

    Messages under our own name are fixed texts; any other library's may quote what a client
    sent, so only who spoke, how loudly and the type of the exception are kept.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return one line for the record."""
        ours = record.name == OURS or record.name.startswith(OURS + ".")
        text = record.getMessage() if ours else "a message, withheld: it may hold content"
        raised = record.exc_info[0] if record.exc_info else None
        ending = f" ({raised.__name__})" if raised is not None else ""
        return f"{record.levelname.lower()}: {record.name}: {text}{ending}"


def configure(stream: TextIO) -> None:
    """Send every log record, warning and unhandled exception to the stream, without content."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(ContentFree())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    warnings.showwarning = _log_warning
    # No traceback if the client closed stderr.
    logging.raiseExceptions = False
    sys.excepthook = _log_unhandled
    threading.excepthook = lambda told: _log_unhandled(
        told.exc_type, told.exc_value, told.exc_traceback
    )


def _log_warning(
    message: Warning | str,  # noqa: ARG001 - the hook's signature; only the category is safe.
    category: type[Warning],
    filename: str,  # noqa: ARG001
    lineno: int,  # noqa: ARG001
    file: TextIO | None = None,  # noqa: ARG001
    line: str | None = None,  # noqa: ARG001
) -> None:
    logging.getLogger(OURS).warning("a %s of a library", category.__name__)


def _log_unhandled(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    if error is None or issubclass(kind, KeyboardInterrupt | SystemExit):
        return
    logging.getLogger(OURS).error("unhandled: %s", where(error.with_traceback(trace)))
