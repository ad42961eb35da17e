"""The environment of this process. Nothing else reads it."""

import os
from collections.abc import Mapping


def process_environment() -> Mapping[str, str]:
    """Return the variables that this process was started with."""
    return dict(os.environ)
