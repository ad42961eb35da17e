"""The way to call an operation on a server's records."""

from collections.abc import Mapping
from typing import Any

from myelin.control.answer import Answer
from myelin.control.control import Control
from myelin.control.principal import Principal
from myelin.engine.admit import admit
from myelin.engine.dispatch import only_contract_errors
from myelin.engine.operation import Operation
from myelin.kernel.decision import Owner


def call(
    control: Control,
    principal: Principal,
    operation: Operation,
    arguments: Mapping[str, Any],
    content: bytes = b"",
) -> Answer:
    """Return the answer to a request of a principal. `content` is the raw body of a part.

    The caller has checked the scope of the route.

    Raises:
        MyelinError: an error of the contract; any other failure becomes InternalError.
    """
    with only_contract_errors(operation.name):
        run = operation.run
        assert run is not None, f"{operation.name} has no typed call"
        assert operation.takes == "principal", f"{operation.name} is not for a principal"
        # Nothing of the arguments is shown to a model, so no text is searched for credentials.
        args = admit(operation, arguments, scan=lambda _: None)
        answer: Answer = (
            run(control, principal, args, content)
            if operation.raw
            else run(control, principal, args)
        )
        return answer


def call_as_operator(
    control: Control, operation: Operation, arguments: Mapping[str, Any], owner: Owner
) -> dict[str, Any] | None:
    """Return the result of an operation of the operator, or None if the operator said no.

    Raises:
        MyelinError: an error of the contract; any other failure becomes InternalError.
    """
    with only_contract_errors(operation.name):
        run = operation.run
        assert run is not None, f"{operation.name} has no typed call"
        assert operation.takes == "operator", f"{operation.name} is not the operator's"
        result = run(control, admit(operation, arguments, scan=lambda _: None), owner)
        return None if result is None else dict(result)
