"""`myelin scan`: look for credentials in texts."""

from myelin.cli import annotations, failures
from myelin.cli.annotations import Annotation
from myelin.cli.invocation import Invocation

_BYTES_MAX = 1 << 24


def scan(invocation: Invocation, *, files: list[str], format: str) -> int:
    """Print rule and place of each credential, never the text; return 4 when there is one."""
    from myelin import secrets

    annotations.check_format("scan", format)
    places, found = [], []
    for given in files:
        text = invocation.read("scan", given, _BYTES_MAX)
        for finding in secrets.scan(text):
            line, column = _line_and_column(text, finding.offset_bytes)
            name = annotations.file_name(given)
            message = "This looks like a credential."
            places.append(Annotation(name, line, column, finding.rule, "error", message))
            found.append(
                {
                    "file": name,
                    "rule": finding.rule,
                    "line": line,
                    "column": column,
                    "offset": finding.offset_bytes,
                }
            )
    document = {"passed": not found, "findings": found}
    annotations.report(invocation.console, format, places, document)
    return failures.EXIT_FINDINGS if found else 0


def _line_and_column(text: str, offset_bytes: int) -> tuple[int, int]:
    before = text.encode()[:offset_bytes].decode("utf-8", "ignore")
    return before.count("\n") + 1, len(before) - before.rfind("\n")
