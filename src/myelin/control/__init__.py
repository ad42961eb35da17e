"""The records of a server: tenants, tokens, brains, files, audit. No key and no plaintext.

A route's function takes the records, the principal and its admitted arguments; a function of the
operator takes the records, its arguments and the `Owner` to ask. They are called through `calls`.
"""

from myelin.control.answer import Answer, Ciphertext
from myelin.control.audit_trail import AuditRow, outcome_of
from myelin.control.brains import RegisteredBrain
from myelin.control.control import Control
from myelin.control.principal import Principal
from myelin.control.scopes import Scope, scope_of, scope_text

__all__ = [
    "Answer",
    "AuditRow",
    "Ciphertext",
    "Control",
    "Principal",
    "RegisteredBrain",
    "Scope",
    "outcome_of",
    "scope_of",
    "scope_text",
]
