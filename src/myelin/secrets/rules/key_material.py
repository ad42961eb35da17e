"""Rules private-key and wallet: PEM, PuTTY, age and JWK keys, seed phrases, wallet exports."""

import functools
import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from myelin.secrets.measures import is_random
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import RuleHit, Subject

_KEY = "private-key"
_WALLET = "wallet"
_PEM = r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
_PEM_BODY_BYTES = 400
_PEM_BYTES_MAX = 16384
_JWK_PRIVATE = r'"d"[ \t]{0,4}:[ \t]{0,4}"[A-Za-z0-9_\-]{40,900}"'
_PUTTY_LINES = r"Private-Lines:[ \t]{0,4}\d{1,4}(?:\s|\\[nr]){1,8}[A-Za-z0-9+/]{32,}"
_PUTTY_BYTES = 8000


def find(subject: Subject) -> Iterator[RuleHit]:
    """Yield key blocks and seed phrases."""
    data = subject.data
    if b"-----BEGIN" in data:
        yield from _find_pem(subject)
    if b"PuTTY-User-Key-File-" in data:
        header = data.find(b"PuTTY-User-Key-File-")
        lines = pattern(_PUTTY_LINES).search(data, header, header + _PUTTY_BYTES)
        if lines:
            yield RuleHit(_KEY, header, lines.end())
    if b'"kty"' in data:
        match = pattern(_JWK_PRIVATE).search(data)
        if match:
            yield RuleHit(_KEY, match.start(), match.end())
    yield from _find_recovery_phrase(subject)


def _find_pem(subject: Subject) -> Iterator[RuleHit]:
    data = subject.data
    for match in pattern(_PEM).finditer(data):
        body = data[match.end() : match.end() + _PEM_BODY_BYTES].partition(b"-----")[0]
        for escape in (b"\\n", b"\\r", b"\\t"):
            body = body.replace(escape, b" ")
        # A header alone is a mention of keys, not a key; what follows it may be a link or a name.
        if not any(is_random(run.group()) for run in pattern("[A-Za-z0-9+/]{32,}").finditer(body)):
            continue
        footer = data.find(b"-----END", match.end(), match.end() + _PEM_BYTES_MAX)
        end = data.find(b"-----", footer + 8, footer + 80) + 5 if footer >= 0 else 0
        if end < footer + 8:
            end = min(len(data), match.end() + _PEM_BODY_BYTES)
        yield RuleHit(_rule_of_pem(data, match.start()), match.start(), end)


def _rule_of_pem(data: bytes, start: int) -> str:
    # The key file of a Google service account is JSON around an ordinary PEM block.
    before = data[max(0, start - 40) : start]
    nearby = data[max(0, start - 600) : start + 4000]
    inside_json = pattern(r'"?private_key\\?"[ \t]{0,4}:[ \t]{0,4}\\?"$').search(before)
    return "google" if inside_json and b"private_key_id" in nearby else _KEY


_SEED_SIZES = (24, 21, 18, 15, 12)
# Words of three to eight letters, numbered or not; longer texts than this are prose.
_SEED_RUN = r"\b[a-z]{3,8}(?:[^a-z]{1,8}[a-z]{3,8}){11,}"
_SEED_WORDS_MAX = 60
_SEED_NEIGHBOURS_MAX = 2
_SEED_TOLD = (b"seed", b"mnemonic", b"phrase", b"wallet", b"recovery", "助记词".encode())


@functools.cache
def _seed_numbers() -> dict[bytes, int]:
    # 2,048 words that only a scan needs: read when the first text is scanned.
    from mnemonic import Mnemonic

    return {word.encode(): index for index, word in enumerate(Mnemonic("english").wordlist)}


def _find_recovery_phrase(subject: Subject) -> Iterator[RuleHit]:
    for match in pattern(_SEED_RUN).finditer(subject.lowered):
        known = _seed_numbers()
        flags = bytes(map(known.__contains__, match.group().translate(_LETTERS_ONLY).split()))
        start = flags.find(_SHORTEST_SEED)
        while start >= 0:
            end = flags.find(b"\0", start)
            end = len(flags) if end < 0 else end
            words = list(pattern("[a-z]+").finditer(subject.lowered, *match.span()))
            found = _seed_in(subject, words[start:end], known)
            if found:
                yield found
            start = flags.find(_SHORTEST_SEED, end)


_LETTERS_ONLY = bytes(byte if 97 <= byte <= 122 else 32 for byte in range(256))
_SHORTEST_SEED = b"\1" * _SEED_SIZES[-1]


# Marks of code and of command lines: what stands between the words of a phrase is blank, a number
# or a mark of a list.
_SEED_CODE = r"[<>={}@&$/]|--|[A-Za-z][._][A-Za-z]"


def _seed_in(subject: Subject, words: list[Any], known: dict[bytes, int]) -> RuleHit | None:
    numbers = [known[word.group()] for word in words]
    # A stretch of the word list itself is in order, and is no phrase.
    if len(words) > _SEED_WORDS_MAX or numbers == sorted(numbers):
        return None
    told = any(sign in subject.lowered for sign in _SEED_TOLD)
    for size in _SEED_SIZES:
        # Without a word that announces it, prose could hold twelve such words by chance: then
        # little more than the phrase itself may stand in the run.
        if not told and len(words) > size + _SEED_NEIGHBOURS_MAX:
            continue
        for start in range(len(words) - size + 1):
            begin, end = words[start].start(), words[start + size - 1].end()
            if pattern(_SEED_CODE).search(subject.data, begin, end):
                continue
            bare = subject.data[begin:end].replace(b" ", b"").replace(b"\n", b"")
            if _seed_checks(numbers[start : start + size]) and (told or _is_lower(bare)):
                return RuleHit(_WALLET, begin, end)
    return None


def _is_lower(letters: bytes) -> bool:
    return letters.isalpha() and letters.islower()


def _seed_checks(numbers: Sequence[int]) -> bool:
    check_bits = len(numbers) * 11 // 33
    bits = 0
    for number in numbers:
        bits = bits << 11 | number
    entropy = (bits >> check_bits).to_bytes(check_bits * 4, "big")
    return hashlib.sha256(entropy).digest()[0] >> (8 - check_bits) == bits & ((1 << check_bits) - 1)
