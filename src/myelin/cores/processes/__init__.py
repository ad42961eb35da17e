"""Public names of the process registry: the hub of a brain's processes, and SKILL.md files."""

from typing import TYPE_CHECKING

from myelin.kernel.lazy import door

if TYPE_CHECKING:
    from myelin.cores.processes.attachments import ATTACHMENTS_BYTES_MAX as ATTACHMENTS_BYTES_MAX
    from myelin.cores.processes.attachments import digests as digests
    from myelin.cores.processes.document import Process as Process
    from myelin.cores.processes.document import parse_process as parse_process
    from myelin.cores.processes.document import read_process as read_process
    from myelin.cores.processes.document_skill import ImportedSkill as ImportedSkill
    from myelin.cores.processes.document_skill import attached as attached
    from myelin.cores.processes.document_skill import export_skill as export_skill
    from myelin.cores.processes.document_skill import import_skill as import_skill
    from myelin.cores.processes.matching import Match as Match
    from myelin.cores.processes.matching import ProcessIndex as ProcessIndex
    from myelin.cores.processes.prompts import loop_listed as loop_listed
    from myelin.cores.processes.rules import Rules as Rules
    from myelin.cores.processes.service import ProcessHub as ProcessHub

__getattr__ = door(
    __name__,
    {
        "ATTACHMENTS_BYTES_MAX": "attachments",
        "digests": "attachments",
        "Process": "document",
        "parse_process": "document",
        "read_process": "document",
        "ImportedSkill": "document_skill",
        "attached": "document_skill",
        "export_skill": "document_skill",
        "import_skill": "document_skill",
        "Match": "matching",
        "ProcessIndex": "matching",
        "loop_listed": "prompts",
        "Rules": "rules",
        "ProcessHub": "service",
    },
)
