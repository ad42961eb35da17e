"""The folder of the session that a host starts a server or a hook for."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from myelin.config.settings import Settings

# Claude Code says it to the servers and hooks that it starts, from wherever it starts them.
_VARIABLE = "CLAUDE_PROJECT_DIR"


def for_session(settings: Settings, environment: Mapping[str, str]) -> Settings:
    """Return the settings of a program that a host starts, for the folder of its session."""
    named = environment.get(_VARIABLE, "")
    folder = Path(named)
    if not named or not folder.is_absolute() or not folder.is_dir():
        return settings
    return replace(settings, session_folder=folder)
