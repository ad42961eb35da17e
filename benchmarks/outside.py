"""Give real files of other people to the commands: `python -m benchmarks.outside FOLDER`.

Nothing is fetched: the folder holds whatever was collected before, for example clones of public
repositories. Three runs, each by the real command in a brain of its own:

- every SKILL.md (the first 200) through `myelin process import` and back through `process export`,
- Markdown files (the first 300) through `myelin validate` with the standard `markdown`,
- files of any kind (the first 5,000) through `myelin scan`.

The files are taken in the order of the SHA-256 of their relative path, so that the choice is the
same on every machine and no folder comes first. The exit code is 1 when a command crashed, gave
an internal error; refusals and findings are no failure, they are printed.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SKILLS, NOTES, FILES = 200, 300, 5_000
ONE_COMMAND = 500
"""How many files one command is given; the limit of an argument list is about 2 MB."""


class Brain:
    """A new brain in a temporary folder, reached by the command line alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        self._environment = {
            **kept,
            "HOME": str(folder),
            "MYELIN_DATA": str(folder / "brain"),
        }
        self.run("init", "--phrase-file", str(folder / "words"))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        """Run one command and return what it printed and its exit code."""
        return subprocess.run(
            [sys.executable, "-m", "myelin", *arguments],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )


def chosen(paths: Iterable[Path], root: Path, count: int) -> list[Path]:
    """Return `count` of the paths in an order that depends on nothing but their names."""
    by_digest = sorted(
        paths, key=lambda path: hashlib.sha256(str(path.relative_to(root)).encode()).digest()
    )
    return by_digest[:count]


def refused(answer: subprocess.CompletedProcess[bytes]) -> str:
    """Return the code of the error that a command ended with, or what else it ended with."""
    if answer.returncode < 0:
        return f"signal {-answer.returncode}"
    for stream in (answer.stdout, answer.stderr):
        try:
            return str(json.loads(stream)["error"]["code"])
        except (ValueError, KeyError, TypeError):
            continue
    return f"no error document, exit {answer.returncode}"


def skills(files: list[Path], brain: Brain) -> Counter[str]:
    """Import each skill, import it again and export it; count what became of them."""
    counts: Counter[str] = Counter()
    for number, file in enumerate(files):
        name = f"outside-{number}"
        answer = brain.run(
            "process", "import", str(file.parent), "--rename", name, "--unattended", "--json"
        )
        if answer.returncode:
            counts[f"refused: {refused(answer)}"] += 1
            continue
        counts["taken"] += 1
        exported = brain.run("process", "export", name)
        original = file.read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
        same = body(exported.stdout) == body(original)
        counts["same text on the way back" if same else "another text on the way back"] += 1
    return counts


def body(skill: bytes) -> bytes:
    """Return what stands below the front matter: the name in it was changed by `--rename`."""
    return skill.split(b"\n---", 1)[-1].strip()


def report(answers: Iterable[subprocess.CompletedProcess[bytes]]) -> Counter[str]:
    """Return what commands over many files reported: per rule the findings and the files."""
    findings: Counter[str] = Counter()
    files: dict[str, set[str]] = {}
    for answer in answers:
        if answer.returncode not in (0, 4):
            findings[f"refused: {refused(answer)}"] += 1
            continue
        document: dict[str, Any] = json.loads(answer.stdout)
        for file, rule in rules(document):
            findings[rule] += 1
            files.setdefault(rule, set()).add(file)
    return Counter(
        {f"{rule} (in {len(files.get(rule, ()))} files)": n for rule, n in findings.items()}
    )


def rules(document: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """Return the file and the rule of each finding, of `scan` and of `validate` alike."""
    for finding in document.get("findings", ()):
        yield finding["file"], finding["rule"]
    for file in document.get("files", ()):
        for violation in file["violations"]:
            yield file["file"], violation["rule"]


def in_groups(brain: Brain, files: list[Path], *command: str) -> Iterable[Any]:
    """Run one command over groups of files, as `xargs` does."""
    for start in range(0, len(files), ONE_COMMAND):
        group = map(str, files[start : start + ONE_COMMAND])
        yield brain.run(*command, "--json", "--", *group)


def printed(title: str, counts: Counter[str]) -> bool:
    """Print one table; return whether it holds a failure of the program."""
    print(f"\n{title}")
    for what, count in counts.most_common():
        print(f"{count:6} {what}")
    return any(
        "internal_error" in what or "signal" in what or "no error" in what for what in counts
    )


def main() -> int:
    """Run all three and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    root = parser.parse_args().folder.resolve()
    everything = [path for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        brain = Brain(Path(folder))
        some = chosen((p for p in everything if p.name == "SKILL.md"), root, SKILLS)
        failed |= printed(f"{len(some)} skills", skills(some, brain))
        notes = chosen((p for p in everything if p.suffix == ".md"), root, NOTES)
        failed |= printed(
            f"{len(notes)} notes",
            report(in_groups(brain, notes, "validate", "--standard", "markdown")),
        )
        files = chosen(everything, root, FILES)
        failed |= printed(
            f"{len(files)} files of any kind", report(in_groups(brain, files, "scan"))
        )
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
