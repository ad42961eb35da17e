"""Public names of the process registry: the hub of a brain's processes, and SKILL.md files."""

from myelin.cores.processes.attachments import ATTACHMENTS_BYTES_MAX, digests
from myelin.cores.processes.document import Process, parse_process, read_process
from myelin.cores.processes.document_skill import (
    ImportedSkill,
    attached,
    export_skill,
    import_skill,
)
from myelin.cores.processes.matching import Match, ProcessIndex
from myelin.cores.processes.prompts import loop_listed
from myelin.cores.processes.service import ProcessHub

__all__ = [
    "ATTACHMENTS_BYTES_MAX",
    "ImportedSkill",
    "Match",
    "Process",
    "ProcessHub",
    "ProcessIndex",
    "attached",
    "digests",
    "export_skill",
    "import_skill",
    "loop_listed",
    "parse_process",
    "read_process",
]
