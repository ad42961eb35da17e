"""What stands in several fields of one write: the name in one, the credential in another."""

import random

import pytest

from myelin.contract.errors import SecretRefused
from myelin.secrets import refuse
from tests.unit.secrets import fakes, judging

SECRET = judging.digits(random.Random(5))
KEY = fakes.drawn((fakes.HEX, 40))(random.Random(6))


@pytest.mark.parametrize(
    ("fields", "refused"),
    [
        ([("key", "db.password"), ("value", SECRET)], "value"),
        ([("subject", "API_KEY"), ("content", KEY)], "content"),
        ([("content", KEY), ("subject", "the partner API key:")], "content"),
        ([("aliases.0", "Passwort"), ("content", SECRET)], "content"),
        ([("summary", "Acme access token"), ("title", "Acme"), ("steps.0.do", KEY)], "steps.0.do"),
    ],
)
def test_a_credential_is_found_in_the_field_that_another_one_names(
    fields: list[tuple[str, str]], refused: str
) -> None:
    with pytest.raises(SecretRefused) as raised:
        refuse(fields)
    assert (raised.value.details["field"], raised.value.details["offset"]) == (refused, 0)


def test_the_offset_counts_from_the_beginning_of_the_field() -> None:
    with pytest.raises(SecretRefused) as raised:
        refuse([("key", "db password"), ("value", f"\n é{SECRET}"), ("more", f"  {SECRET}")])
    assert (raised.value.details["field"], raised.value.details["offset"]) == ("more", 2)


@pytest.mark.parametrize(
    "fields",
    [
        [("tags.0", "password"), ("content", "Hashes are made with argon2id, m=64MB.")],
        [("subject", "API key"), ("content", "The partner rotates it every 90 days.")],
        [("key", "db.host"), ("value", SECRET)],
        [("tags.0", "token"), ("tags.1", "oauth2"), ("content", "Tokens live for 3600s.")],
        [("key", "key"), ("value", "vim")],
    ],
)
def test_a_field_that_names_a_credential_lets_ordinary_text_pass(
    fields: list[tuple[str, str]],
) -> None:
    refuse(fields)


def test_an_id_is_neither_the_name_of_a_credential_nor_one() -> None:
    """The random letters of an id are now and then those of a name, as here of `mot de passe`."""
    named, other = "mem_012345678mdp", "mem_5amnb18mphsy"
    refuse([("from_id", named), ("to_id", other)])
    with pytest.raises(SecretRefused):
        refuse([("subject", "partner API key"), ("from_id", named), ("content", KEY)])
