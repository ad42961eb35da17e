"""The sentence model: turns a text into vectors, and says how near vectors are to a query.

A vector is 384 signed bytes, the largest of them 127 or -127: only its direction counts. A text
has one for each of its windows. Nearness is the cosine, from -1 to 1.
"""

import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

from myelin.dense.package import (
    DIMENSIONS,
    MODEL,
    VOCABULARY,
    WINDOW_TOKENS,
    WINDOWS_MAX,
    File,
    NotUsable,
    read,
)

_BEGIN, _END = 101, 102
_LARGEST = 127
_QUIET = 4
_UNRELATED = 5
FOREIGN_SHARE = 1 / 3


class SentenceModel:
    """The sentence model, loaded when it is first used; safe to use from many threads.

    All that a process has share what was loaded: it takes 240 MB.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failure: str | None = None

    @property
    def failure(self) -> str | None:
        """Return why the model cannot be used, as far as that was tried."""
        return self._failure

    def vectors(self, text: str) -> bytes | None:
        """Return the vectors of a text, one after another; None where the model cannot be used.

        A text is cut into windows of 126 tokens. One of more than eight windows has eight, spread
        evenly from its beginning to its end.
        """
        return self._made(text, WINDOWS_MAX)

    def query(self, text: str) -> bytes | None:
        """Return the vector of a query: of its first 126 tokens.

        None where the model cannot be used, or cannot read the query: it knows English, and to it
        all texts in Cyrillic or Chinese are much alike.
        """
        letters = [letter for letter in text if letter.isalpha()]
        foreign = sum(not letter.isascii() for letter in letters)
        if foreign > FOREIGN_SHARE * len(letters):
            return None
        return self._made(text, 1)

    def array(self, rows: Sequence[tuple[int, bytes]]) -> "VectorArray":
        """Return the vectors of many memories, to be compared with queries."""
        return VectorArray(rows)

    def _made(self, text: str, windows_max: int) -> bytes | None:
        if self._failure is not None:
            return None
        try:
            with self._lock:
                model = _loaded(MODEL, VOCABULARY)
            return model.vectors(text, windows_max)
        except NotUsable as reason:
            self._failure = str(reason)
        except Exception as failure:
            # Whatever a broken package raises, recall goes on without it.
            self._failure = f"the model fails ({type(failure).__name__})"
        return None


class VectorArray:
    """The vectors of many memories in one array, with the memory of each row."""

    def __init__(
        self, rows: Sequence[tuple[int, bytes]], before: "VectorArray | None" = None
    ) -> None:
        import numpy as np

        self._np = np
        counts = [len(vectors) // DIMENSIONS for _, vectors in rows]
        data = np.frombuffer(b"".join(vectors for _, vectors in rows), dtype=np.int8)
        self._ids = np.array([row_id for row_id, _ in rows], dtype=np.int64)
        self._counts = np.array(counts, dtype=np.int64)
        self._data = data.reshape(-1, DIMENSIONS)
        self._norms = np.concatenate(
            [np.zeros(0, dtype=np.float32)]
            + [np.linalg.norm(part.astype(np.float32), axis=1) for part in self._parts()]
        )
        if before is not None:
            for name in ("_ids", "_counts", "_data", "_norms"):
                both = (getattr(before, name), getattr(self, name))
                setattr(self, name, np.concatenate(both))
        self._order = np.argsort(self._ids)
        self._starts = np.concatenate([[0], np.cumsum(self._counts)[:-1]]).astype(np.int64)

    def __len__(self) -> int:
        return len(self._ids)

    def adding(self, rows: Sequence[tuple[int, bytes]]) -> "VectorArray":
        """Return an array that holds the vectors of more memories."""
        return VectorArray(rows, self)

    def near(self, query: bytes) -> "Cosines":
        """Return how near every memory is to a query: its nearest window counts."""
        np = self._np
        asked = np.frombuffer(query, dtype=np.int8).astype(np.float32)
        asked /= np.linalg.norm(asked)
        cosines = np.concatenate([part.astype(np.float32) @ asked for part in self._parts()])
        nearest = np.maximum.reduceat(cosines / self._norms, self._starts)
        return Cosines(self._ids[self._order], nearest[self._order])

    def _parts(self) -> list[Any]:
        """Return the rows in parts: as floats, all at once would take four times the room."""
        return [self._data[at : at + 4096] for at in range(0, len(self._data), 4096)]


class Cosines:
    """The cosine of every memory of an array to one query; the ids rise."""

    def __init__(self, ids: Any, cosines: Any) -> None:
        self._ids = ids
        self._cosines = cosines

    @property
    def typical(self) -> float:
        """Return the mean, as if some unrelated memories were there too: a few say little."""
        return float(self._cosines.sum()) / (len(self._cosines) + _UNRELATED)

    def nearest(self, limit: int) -> list[int]:
        """Return the ids of the nearest memories, nearest first; at most `limit`."""
        import numpy as np

        limit = min(limit, len(self._ids))
        best = np.argpartition(-self._cosines, limit - 1)[:limit]
        order = np.lexsort((self._ids[best], -self._cosines[best]))
        return [int(row_id) for row_id in self._ids[best][order]]

    def of(self, row_ids: Sequence[int]) -> dict[int, float]:
        """Return the cosines of those of the memories that have vectors."""
        import numpy as np

        wanted = np.array(sorted(row_ids), dtype=np.int64)
        places = np.minimum(np.searchsorted(self._ids, wanted), len(self._ids) - 1)
        there = self._ids[places] == wanted
        found = zip(wanted[there].tolist(), self._cosines[places[there]].tolist(), strict=True)
        return dict(found)


class _Model:
    """The tokenizer and the network."""

    def __init__(self, model: bytes, vocabulary: bytes) -> None:
        try:
            import numpy as np
            import onnxruntime
            import tokenizers
        except ImportError as error:
            raise NotUsable(f"the package {error.name} is not installed") from error
        self._np = np
        # Windows builds of the runtime report their use to the system's log otherwise.
        onnxruntime.disable_telemetry_events()
        onnxruntime.set_default_logger_severity(_QUIET)
        self._tokenizer = tokenizers.Tokenizer.from_buffer(vocabulary)
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        # A text that holds `[SEP]` says those five signs, and ends nothing.
        self._tokenizer.encode_special_tokens = True
        options = onnxruntime.SessionOptions()
        # One thread: a recall is short, and what fills in vectors must leave room for others.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"]
        )

    def vectors(self, text: str, windows_max: int) -> bytes:
        # Half of a surrogate pair is no text for the tokenizer.
        text = text.encode("utf-8", "replace").decode("utf-8")
        tokens = self._tokenizer.encode(text, add_special_tokens=False).ids
        return b"".join(map(self._vector, _windows(tokens, windows_max)))

    def _vector(self, window: Sequence[int]) -> bytes:
        np = self._np
        # One window a run, never padded: its vector does not depend on what is asked beside it.
        ids = np.array([[_BEGIN, *window, _END]], dtype=np.int64)
        inputs = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        mean = self._session.run(None, inputs)[0][0].mean(axis=0)
        packed: bytes = np.rint(mean * (_LARGEST / np.abs(mean).max())).astype(np.int8).tobytes()
        return packed


@cache
def _loaded(model: File, vocabulary: File) -> _Model:
    return _Model(read(model), read(vocabulary))


def _windows(tokens: Sequence[int], windows_max: int) -> list[Sequence[int]]:
    """Return the windows of a text: all, or so many spread evenly; an empty text has one."""
    count = max(1, -(-len(tokens) // WINDOW_TOKENS))
    if count <= windows_max:
        starts = [WINDOW_TOKENS * place for place in range(count)]
    else:
        last = len(tokens) - WINDOW_TOKENS
        starts = [last * place // max(1, windows_max - 1) for place in range(windows_max)]
    return [tokens[start : start + WINDOW_TOKENS] for start in starts]
