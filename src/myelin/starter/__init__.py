"""The starter pack: the processes and standards that a new brain begins with, as documents."""

from importlib import resources


def processes() -> list[str]:
    """Return the YAML documents of the processes, by name."""
    return _documents("processes")


def standards() -> list[str]:
    """Return the YAML documents of the standards, by name."""
    return _documents("standards")


def _documents(folder: str) -> list[str]:
    files = (resources.files("myelin.starter") / folder).iterdir()
    named = sorted((file for file in files if file.name.endswith(".yaml")), key=lambda f: f.name)
    return [file.read_text(encoding="utf-8") for file in named]
