"""The id of a request that Python cannot read: JSON of any depth, with numbers of any length."""

import json
import re

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
        (?P<sign>[{}\[\]:,])
        |(?P<text>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")
        |(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)
        |(?P<word>true|false|null)
    )""",
    re.VERBOSE,
)
_CLOSING = {"{": "}", "[": "]"}
# Larger messages are answered without an id: reading them token by token would take seconds.
_CHARS_MAX = 1 << 20
_ID_CHARS_MAX = 256


def find(text: str) -> tuple[bool, object]:
    """Return whether a text is one JSON object, and the value of its own member `id`.

    The id is a text, an integer of at most 18 digits, or None. Only brackets, commas, colons and
    the form of each value are checked, without recursion.
    """
    if len(text) > _CHARS_MAX:
        return False, None
    reader = _Reader()
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            return not text[at:].strip(" \t\r\n") and reader.is_done, reader.id
        if not reader.take(match.lastgroup or "", match[match.lastgroup or ""]):
            return False, None
        at = match.end()
    return reader.is_done, reader.id


class _Reader:
    """Checks the order of tokens; `_wanted` says what may come next."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._wanted = "object"
        self._name: str | None = None
        self.id: object = None

    @property
    def is_done(self) -> bool:
        """Return whether a whole object was read."""
        return self._wanted == "end"

    def take(self, kind: str, piece: str) -> bool:
        """Read one token and return whether it may stand here."""
        match self._wanted:
            case "object":
                return piece == "{" and self._begin(piece)
            case "name" | "name or close":
                if piece == "}" and self._wanted == "name or close":
                    return self._end()
                self._wanted = "colon"
                if len(self._open) == 1:
                    self._name = piece
                return kind == "text"
            case "colon":
                self._wanted = "value"
                return piece == ":"
            case "value" | "value or close":
                if piece == "]" and self._wanted == "value or close":
                    return self._end()
                return self._value(kind, piece)
            case "comma or close":
                if piece == ",":
                    self._wanted = "name" if self._open[-1] == "{" else "value"
                    return True
                return piece == _CLOSING[self._open[-1]] and self._end()
        return False

    def _value(self, kind: str, piece: str) -> bool:
        if piece in _CLOSING:
            return self._begin(piece)
        if kind == "sign":
            return False
        if len(self._open) == 1 and self._name == '"id"' and len(piece) <= _ID_CHARS_MAX:
            is_short = kind == "text" or len(piece.lstrip("-")) <= 18
            self.id = json.loads(piece) if is_short else None
        self._wanted = "comma or close"
        return True

    def _begin(self, piece: str) -> bool:
        self._open.append(piece)
        self._wanted = "name or close" if piece == "{" else "value or close"
        return True

    def _end(self) -> bool:
        self._open.pop()
        self._wanted = "comma or close" if self._open else "end"
        return True
