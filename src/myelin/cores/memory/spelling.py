"""Fold spellings of one word: British and American, umlauts, Arabic letters, Hebrew articles."""

import re

_ISE = re.compile(
    "([a-z]{3,}[lnmrtgdbvc])(is(?:e|ed|er|ers|es|ing|able|ation|ations))|"
    "([a-z]{2,}ly)(s(?:e|ed|er|ers|es|ing))"
)
# Words that end like `organise` and are written with an s everywhere.
_NEVER_IZE = frozenset(
    (
        "promis", "premis", "precis", "excis", "incis", "compromis", "enterpris", "surpris",
        "compris", "exercis", "revis", "advis", "supervis", "concis", "demis", "otherwis",
        "likewis", "expertis", "franchis", "improvis", "merchandis", "paradis", "televis",
        "treatis", "devis", "disguis", "chemis",
    )
)  # fmt: skip
_OUR = re.compile("([a-z]{3,})our(s|ed|ing|able|ful|less|ite|ites|al|hood|hoods|ly)?")
_UMLAUTS = {"\xe4": "ae", "\xf6": "oe", "\xfc": "ue", "\xc4": "ae", "\xd6": "oe", "\xdc": "ue"}
_UMLAUT = re.compile("[" + "".join(_UMLAUTS) + "]")
_ARABIC_PLAIN = str.maketrans({"\u0629": "\u0647", "\u0649": "\u064a", "\u0671": "\u0627"})


def american(word: str) -> str:
    """Return a folded word in American spelling: `colour` as `color`, `optimise` as `optimize`."""
    if not word.isascii() or len(word) < 6:
        return word
    if match := _OUR.fullmatch(word):
        return f"{match.group(1)}or{match.group(2) or ''}"
    if match := _ISE.fullmatch(word):
        if match.group(1) is None:
            return f"{match.group(3)}z{match.group(4)[1:]}"
        if f"{match.group(1)}is" not in _NEVER_IZE:
            return f"{match.group(1)}iz{match.group(2)[2:]}"
    return word


def umlauts(word: str) -> tuple[str, ...]:
    """Return the folded word with its umlauts written as two letters; none without an umlaut."""
    if _UMLAUT.search(word) is None:
        return ()
    return (_UMLAUT.sub(lambda match: _UMLAUTS[match.group()], word).casefold(),)


def plain(folded: str) -> str:
    """Return a folded word with Arabic letters that are written in several ways as one."""
    return folded.translate(_ARABIC_PLAIN)
