"""The words that a full-text index makes of a text, by the same code that fills the index."""

from collections.abc import Sequence
from typing import cast

import apsw


class Tokenizer:
    """One of SQLite's full-text tokenizers with its options, such as `porter` over `unicode61`."""

    def __init__(self, name: str, options: Sequence[str]) -> None:
        # The connection only owns the tokenizer: nothing is ever stored in it.
        self._connection = apsw.Connection(":memory:")
        self._tokenizer = self._connection.fts5_tokenizer(name, list(options))

    def tokens(self, text: str) -> list[str]:
        """Return the tokens of a text, in order."""
        found = self._tokenizer(
            text.encode(errors="replace"),
            apsw.FTS5_TOKENIZE_DOCUMENT,
            None,
            include_offsets=False,
            include_colocated=False,
        )
        return cast(list[str], found)  # Without offsets and synonyms, the words are bare.
