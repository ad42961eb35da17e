"""What a folder or module holds is in the list that serves it: nothing is written and forgotten."""

import importlib
import inspect
import pkgutil

from myelin.cores.quality import checkers
from myelin.secrets import rules


def test_every_rule_of_credentials_is_listed() -> None:
    modules = [
        importlib.import_module(f"{rules.__name__}.{each.name}")
        for each in pkgutil.iter_modules(rules.__path__)
    ]
    finders = {module.find for module in modules if hasattr(module, "find")}
    assert finders - {*rules.FINDERS} == set(), (
        "add the rule to FINDERS in secrets/rules/__init__.py"
    )


def test_every_check_of_standards_is_listed() -> None:
    written = {
        function
        for _, function in inspect.getmembers(checkers, inspect.isgeneratorfunction)
        if list(inspect.signature(function).parameters) == ["text", "given"]
    }
    listed = {check.find for check in checkers.CHECKS.values()}
    assert written - listed == set(), "add the check to CHECKS in cores/quality/checkers.py"
