"""Who calls from a shell: the owner, or the agent that the environment says drives it."""

import pytest

from myelin.config import shell_caller
from myelin.kernel.caller import LOCAL_OWNER


@pytest.mark.parametrize(
    ("name", "agent"), [("CLAUDECODE", "Claude Code"), ("CODEX_SANDBOX_NETWORK", "Codex")]
)
def test_in_a_shell_that_an_agent_drives_the_caller_is_a_host_with_its_name(
    name: str, agent: str
) -> None:
    caller = shell_caller({"HOME": "/home/x", name: "1"})
    assert (caller.audience, caller.origin, caller.actor) == ("local", "host", agent)


@pytest.mark.parametrize("environment", [{}, {"CLAUDECODE": ""}, {"SHELL": "/bin/sh"}])
def test_in_any_other_shell_the_caller_is_the_owner(environment: dict[str, str]) -> None:
    assert shell_caller(environment) == LOCAL_OWNER
