"""The environment of this process, and the only place that reads it."""

import os
from collections.abc import Mapping


def process_environment() -> Mapping[str, str]:
    """Return the variables that this process was started with."""
    return dict(os.environ)


def environment_without_key(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what a child process may inherit: everything but the key."""
    return {name: value for name, value in environment.items() if name != "MYELIN_KEY"}
