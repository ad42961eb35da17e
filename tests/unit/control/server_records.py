"""A server's records in a temporary folder, and two tenants with their tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from myelin.control import Control, Principal, calls
from myelin.kernel.decision import Decision, Question
from myelin.kernel.machine import Machine
from myelin.surface.operations import OPERATIONS
from myelin.testing.chance import SeededChance
from myelin.testing.clock import ManualClock


@dataclass
class Operator:
    """Answers every question of an operation, and keeps what was asked."""

    yes: bool = True
    asked: Sequence[Question] = ()

    def decide(self, question: Question, act: str, subject: str = "") -> Decision | None:
        self.asked = [*self.asked, question]
        return Decision("person", act, subject) if self.yes else None

    @property
    def place_of_words(self) -> Literal["terminal", "file"]:
        raise AssertionError("no words are given")

    def check_words(self, brain_folder: Path) -> None:
        raise AssertionError("no words are given")

    def give_words(self, words: str, heading: str, *, confirmed: bool) -> str:
        raise AssertionError("no words are given")

    def withdraw_words(self) -> None:
        raise AssertionError("no words are given")


def new_control(folder: Path, clock: ManualClock | None = None, seed: str = "server") -> Control:
    """Return the records of a server in a folder, with time and chance of a test."""
    return Control(folder, Machine(clock or ManualClock(), SeededChance(seed)))


def operate(control: Control, operation: str, **arguments: object) -> dict[str, Any]:
    """Return the result of an operation of the operator."""
    result = calls.call_as_operator(control, OPERATIONS[operation], arguments, Operator())
    assert result is not None
    return result


def new_tenant(control: Control, email: str) -> tuple[str, str]:
    """Return the id of a new tenant and its first admin token."""
    made = operate(control, "bootstrap", email=email)
    return str(made["tenant"]), str(made["secret"])


def ask(
    control: Control, who: Principal, operation: str, content: bytes = b"", **arguments: object
) -> dict[str, Any]:
    """Return the JSON answer of an operation of a route."""
    answer = calls.call(control, who, OPERATIONS[operation], arguments, content)
    assert isinstance(answer, dict)
    return answer
