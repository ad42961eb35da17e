"""The seventeen structured rules, one module a family, and the one table they make together."""

from collections.abc import Callable, Iterator

from myelin.secrets.rules import (
    auth_config,
    cloud,
    forges,
    jwt,
    key_material,
    llm,
    messaging,
    myelin_token,
    payments,
    platforms,
    registries,
    url_credential,
)
from myelin.secrets.rules.token import Token
from myelin.secrets.subject import Hit, Subject

# Order decides where two patterns begin at the same byte: the more specific one stands first.
TOKENS: tuple[Token, ...] = (
    *myelin_token.TOKENS,
    *key_material.TOKENS,
    *cloud.TOKENS,
    *forges.TOKENS,
    *registries.TOKENS,
    *messaging.TOKENS,
    *payments.TOKENS,
    *platforms.TOKENS,
    *llm.TOKENS,
    *jwt.TOKENS,
)
FINDERS: tuple[Callable[[Subject], Iterator[Hit]], ...] = (
    key_material.find,
    cloud.find,
    messaging.find,
    url_credential.find,
    registries.find,
    auth_config.find,
)
