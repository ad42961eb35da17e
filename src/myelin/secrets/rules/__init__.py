"""The structured rules: one table of token formats, and a finder for each other structure."""

from collections.abc import Callable, Iterator

from myelin.secrets.rules import (
    auth_config,
    azure,
    commands,
    key_material,
    pairs,
    registries,
    url_credential,
    webhooks,
)
from myelin.secrets.subject import RuleHit, Subject

FINDERS: tuple[Callable[[Subject], Iterator[RuleHit]], ...] = (
    key_material.find,
    azure.find,
    webhooks.find,
    url_credential.find,
    registries.find,
    auth_config.find,
    commands.find,
    pairs.find,
)
