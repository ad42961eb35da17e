<<<<<<< HEAD
"""The process registry's door: workflows, skills and loops as documents, and SKILL.md files."""

from myelin.cores.processes.prompts import loop_listed
from myelin.cores.processes.service import ProcessHub
from myelin.cores.processes.skill_file import export_skill, import_skill

__all__ = ["ProcessHub", "export_skill", "import_skill", "loop_listed"]
=======
"""The process registry's door: processes as documents, SKILL.md, and which fit a task."""

from myelin.cores.processes.document import Process, parse_process, read_process
from myelin.cores.processes.document_skill import export_skill, import_skill
from myelin.cores.processes.matching import Match, ProcessIndex

__all__ = [
    "Match",
    "Process",
    "ProcessIndex",
    "export_skill",
    "import_skill",
    "parse_process",
    "read_process",
]
>>>>>>> main
