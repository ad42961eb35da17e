"""The judging sentences: what a name and a value are, in eighteen languages and many settings."""

import pytest

from myelin.secrets import scan
from tests.unit.secrets import judging


@pytest.mark.parametrize("sentence", judging.prose())
def test_a_sentence_that_only_talks_about_credentials_passes(sentence: str) -> None:
    assert scan(sentence) == []


@pytest.mark.parametrize(("text", "secret"), judging.credentials())
def test_a_credential_in_a_sentence_is_found(text: str, secret: str) -> None:
    start = len(text[: text.index(secret)].encode())
    offsets = [finding.offset_bytes for finding in scan(text)]
    assert any(start - 1 <= offset < start + len(secret) for offset in offsets)
