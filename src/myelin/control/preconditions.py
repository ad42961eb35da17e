"""If-Match: the state that a request builds on."""

from myelin.contract.errors import PreconditionRequired, RevisionMoved
from myelin.control.brains import RegisteredBrain


def ensure_matches(brain: RegisteredBrain, if_match: str | None) -> None:
    """Do nothing if the request builds on the brain's present state.

    Raises:
        PreconditionRequired: the request names no state.
        RevisionMoved: it names another one; details give the present token.
    """
    if if_match is None:
        raise PreconditionRequired()
    if if_match != f'"{brain.position}"':
        raise RevisionMoved(details={"token": brain.position})
