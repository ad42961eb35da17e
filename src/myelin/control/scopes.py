"""What a token may do: three scopes, each including the one before, for all brains or for one."""

from enum import IntEnum


class Scope(IntEnum):
    """Rights of a token: `read` < `write` < `admin`."""

    READ = 1
    WRITE = 2
    ADMIN = 3

    @property
    def word(self) -> str:
        """Return its name as the spec spells it."""
        return self.name.lower()


def scope_of(word: str) -> Scope:
    """Return the scope of a name.

    Raises:
        ValueError: it is none of the three.
    """
    try:
        return Scope[word.upper()]
    except KeyError:
        raise ValueError("is not a scope") from None


def scope_text(scope: Scope, brain: str | None) -> str:
    """Return a scope as tokens and OAuth spell it: `read`, or `write:brn_…` for one brain."""
    return scope.word if brain is None else f"{scope.word}:{brain}"
