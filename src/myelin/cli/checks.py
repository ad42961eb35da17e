"""The commands that check: texts against a standard, actions for risks, texts for credentials."""

from collections.abc import Mapping, Sequence
from typing import Any

from myelin.cli import findings, render
from myelin.cli.asking import STANDARD_INPUT, Asking, refused, standard_input
from myelin.cli.console import Lines
from myelin.cli.findings import Place
from myelin.surface.commands import Flags

EXIT_FINDINGS = 4
SCANNED_BYTES_MAX = 1 << 24
_STDIN_NAME = "stdin"
_Results = Sequence[tuple[str, Mapping[str, Any]]]


class Checks(Asking):
    """The handlers of `myelin validate`, `precheck` and `scan`."""

    def validate(
        self,
        flags: Flags,
        *,
        content: list[str],
        standard: str | None,
        standard_file: str | None,
        version: int | None,
        format: str,
    ) -> int:
        """Check texts against a standard of the brain or of a file; 4 when one does not pass."""
        self._prepare(flags, "validate", format)
        if (standard is None) == (standard_file is None):
            message = "give either --standard or --standard-file"
            raise refused("validate", "/standard", "one_of", message)
        if standard_file is not None:
            results = self._by_file(content, standard_file)
        else:
            assert standard is not None
            results = self._by_brain(flags, content, standard, version)
        places = [_place(name, found) for name, of in results for found in of["violations"]]
        self._report(format, places, _together(results))
        omitted = sum(of["total"] for _, of in results) - len(places)
        if omitted:
            self._console.remark(f"{omitted} more are not listed.")
        return 0 if all(of["passed"] for _, of in results) else EXIT_FINDINGS

    def precheck(self, flags: Flags, *, action: str, standard: str | None) -> int:
        """Say which known risks an action runs; 4 when there is one."""
        self._console.json = flags.json
        text = standard_input("precheck") if action == STANDARD_INPUT else action
        result = self._ask(flags, "precheck", {"action": text, "standard": standard})
        self._console.result(result, *render.prechecked(result))
        return EXIT_FINDINGS if result["matches"] else 0

    def scan(self, flags: Flags, *, files: list[str], format: str) -> int:
        """Look for credentials in texts and print rules and places, never the text."""
        from myelin import secrets

        self._prepare(flags, "scan", format)
        places, found = [], []
        for given in files:
            text = self._read("scan", given, SCANNED_BYTES_MAX)
            for finding in secrets.scan(text):
                line, column = _line_and_column(text, finding.offset_bytes)
                name = _shown(given)
                message = "This looks like a credential."
                places.append(Place(name, line, column, finding.rule, "error", message))
                found.append(
                    {
                        "file": name,
                        "rule": finding.rule,
                        "line": line,
                        "column": column,
                        "offset": finding.offset_bytes,
                    }
                )
        self._report(format, places, {"passed": not found, "findings": found})
        return EXIT_FINDINGS if found else 0

    def _prepare(self, flags: Flags, command: str, format: str) -> None:
        self._console.json = flags.json
        if format not in findings.FORMATS:
            message = f"is none of {', '.join(findings.FORMATS)}"
            raise refused(command, "/format", "enum", message)

    def _by_brain(
        self, flags: Flags, files: Sequence[str], standard: str, version: int | None
    ) -> _Results:
        name, at, given = standard.partition("@")
        if at and (version is not None or not given.isascii() or not given.isdigit()):
            message = "is not NAME or NAME@VERSION"
            raise refused("validate", "/standard", "version", message)
        wanted = {"standard": name, "version": int(given[:9]) if at else version}
        return [
            (
                _shown(file),
                self._ask(flags, "validate", {"content": self._read("validate", file), **wanted}),
            )
            for file in files
        ]

    def _by_file(self, files: Sequence[str], standard_file: str) -> _Results:
        from myelin.cores.quality import check_text, parse_standard

        standard = parse_standard(self._read("validate", standard_file))
        # What a file holds has no version yet.
        return [
            (_shown(file), check_text(standard, 0, self._read("validate", file))) for file in files
        ]

    def _report(self, format: str, places: Sequence[Place], document: Mapping[str, Any]) -> None:
        if self._console.json or format == "json":
            self._console.document(document)
        elif format == "sarif":
            self._console.document(findings.as_sarif(places))
        elif format == "github":
            self._console.result({}, Lines(findings.as_github(places)))
        else:
            self._console.result({}, Lines(findings.as_text(places)))


def _together(results: _Results) -> Mapping[str, Any]:
    """Return what the tool answers for one file, and for several one answer a file."""
    if len(results) == 1:
        return results[0][1]
    return {
        "passed": all(of["passed"] for _, of in results),
        "files": [{"file": name, **of} for name, of in results],
    }


def _place(name: str, found: Mapping[str, Any]) -> Place:
    return Place(
        file=name,
        line=found["line"],
        column=found["column"],
        rule=f"{found['standard']}/{found['rule']}",
        severity=found["severity"],
        message=found["message"],
        fix=found["fix"],
    )


def _shown(given: str) -> str:
    return _STDIN_NAME if given == STANDARD_INPUT else given


def _line_and_column(text: str, offset_bytes: int) -> tuple[int, int]:
    before = text.encode()[:offset_bytes].decode("utf-8", "ignore")
    return before.count("\n") + 1, len(before) - before.rfind("\n")
