"""The headers of one request, and those that may be there only once."""

from __future__ import annotations

from collections.abc import Iterable

from myelin.contract.errors import HeaderInvalid, MediaRefused

RawHeaders = Iterable[tuple[bytes, bytes]]
KEY = b"x-myelin-key"
META_KEY = b"x-myelin-meta-key"
BRAIN = b"x-myelin-brain"
AUTHORIZATION = b"authorization"
# A second one could be read by one program and passed over by another.
_ONCE = (
    b"host",
    AUTHORIZATION,
    KEY,
    META_KEY,
    BRAIN,
    b"content-length",
    b"origin",
    b"x-forwarded-proto",
    b"x-forwarded-for",
)
_SECRET = (KEY, META_KEY, AUTHORIZATION)


class Headers:
    """The headers of a request by name in lower case, each at most once where that matters."""

    def __init__(self, raw: RawHeaders) -> None:
        """Read the raw headers.

        Raises:
            HeaderInvalid: a header that decides about access is there twice, or is no ASCII.
            MediaRefused: the body is encoded; it would have to be unpacked before it is judged.
        """
        self._values: dict[bytes, str] = {}
        for name, value in raw:
            if name in self._values and name in _ONCE:
                raise HeaderInvalid(header=name.decode("ascii"))
            if name in _ONCE and not value.isascii():
                raise HeaderInvalid(header=name.decode("ascii"))
            # One of two HTTP parsers keeps the blanks after a value.
            self._values[name] = value.decode("latin-1").strip(" \t")
        if self._values.get(b"content-encoding", "identity").lower() != "identity":
            raise MediaRefused(expected="the body as it is")

    def get(self, name: bytes) -> str | None:
        """Return the value of a header, or None."""
        return self._values.get(name)


def without_secrets(raw: RawHeaders) -> list[tuple[bytes, bytes]]:
    """Return the headers for what handles the request further: keys and tokens stay here."""
    return [(name, value.strip(b" \t")) for name, value in raw if name not in _SECRET]
