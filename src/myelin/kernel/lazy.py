"""Doors of packages that import a module when one of its names is first used."""

from collections.abc import Callable
from importlib import import_module


def door(package: str, modules: dict[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package whose public names lie in modules of its own.

    `modules` maps each name to its module (`{"MemoryHub": "service"}`). A command imports the
    cores that it uses and no other; all of them together take longer than most commands run.
    """

    def attribute(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return attribute
