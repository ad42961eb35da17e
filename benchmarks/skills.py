"""Import every SKILL.md of a folder and match tasks: `python -m benchmarks.skills FOLDER`.

Nothing is fetched. The tasks are those of `benchmarks/data/skill_tasks.txt`, whose skills come from
public repositories; a task whose skills are not in the folder is left out.
"""

import sys
from collections import Counter
from pathlib import Path

from myelin.contract.errors import ProcessInvalid
from myelin.cores.processes import export_skill, import_skill, parse_process
from myelin.cores.processes.document import Process
from myelin.cores.processes.matching import ProcessIndex

TASKS = Path(__file__).with_name("data") / "skill_tasks.txt"
FIRST = 3


def main(folder: Path) -> None:
    """Print how many files are taken, come back unchanged, and are found by their tasks."""
    skills: dict[str, Process] = {}
    counts: Counter[str] = Counter()
    for file in sorted(folder.rglob("*.md")):
        if file.name.casefold() != "skill.md":
            continue
        counts["files"] += 1
        text = file.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
        try:
            imported = import_skill(text)
        except ProcessInvalid as refused:
            problem = refused.details["problems"][0]
            counts[f"refused: {problem['rule']} {problem['path']}"] += 1
            continue
        counts["unchanged on the way back"] += export_skill(imported.yaml) == text
        skills.setdefault(imported.name, parse_process(imported.yaml))
    for what, count in counts.items():
        print(f"{count:6} {what}")
    _match(skills)


def _match(skills: dict[str, Process]) -> None:
    index = ProcessIndex(
        {name: skill.triggers for name, skill in skills.items()},
        {
            name: (" ".join((skill.title, name.replace("-", " "), *skill.triggers)), skill.summary)
            for name, skill in skills.items()
        },
    )
    right = asked = 0
    for line in TASKS.read_text("utf-8").splitlines():
        wanted, bar, task = line.partition(" | ")
        names = set(wanted.split(","))
        if line.startswith("#") or not bar or not names & skills.keys():
            continue
        asked += 1
        right += bool(names & {match.name for match in index.matches(task)[:FIRST]})
    print(f"{right:6} of {asked} tasks have a right skill among the first {FIRST} of {len(skills)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
