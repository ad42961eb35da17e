"""The caller of a command: the owner, or the agent that drives the owner's shell."""

import json
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources

from myelin.kernel.caller import LOCAL_HOST, LOCAL_OWNER, Caller


def shell_caller(environment: Mapping[str, str]) -> Caller:
    """Return the owner, or a host named after the agent that the environment says drives the shell.

    The only place that takes an origin from the environment.
    """
    agent = driving_agent(environment)
    return LOCAL_OWNER if agent is None else replace(LOCAL_HOST, actor=agent)


def driving_agent(environment: Mapping[str, str]) -> str | None:
    """Return the name of the agent that the environment says drives this shell, or None."""
    text = resources.files("myelin.config").joinpath("agents.json").read_text(encoding="utf-8")
    marks: dict[str, str] = json.loads(text)["variables"]
    for name, value in environment.items():
        for mark, agent in marks.items():
            if value and (name == mark or (mark[-1] == "*" and name.startswith(mark[:-1]))):
                return agent
    return None
