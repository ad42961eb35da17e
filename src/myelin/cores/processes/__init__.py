"""The process registry's door: workflows, skills and loops as documents, and SKILL.md files."""

from myelin.cores.processes.prompts import loop_listed
from myelin.cores.processes.service import ProcessHub
from myelin.cores.processes.skill_file import export_skill, import_skill

__all__ = ["ProcessHub", "export_skill", "import_skill", "loop_listed"]
