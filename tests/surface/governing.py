"""The digest of what governs: the core tier, what is reviewed, the owner's word, and decisions."""

import hashlib
import json

from myelin.engine.engine import Engine

GOVERNING = (
    "SELECT id, content, superseded_at FROM visible_memory WHERE tier = 'core' ORDER BY id",
    "SELECT name, version, yaml, reviewed_at FROM process WHERE reviewed_at NOT NULL ORDER BY id",
    "SELECT name, version, yaml, reviewed_at FROM standard WHERE reviewed_at NOT NULL ORDER BY id",
    "SELECT name, retired_at FROM process WHERE retired_at NOT NULL ORDER BY name, retired_at",
    "SELECT name, retired_at FROM standard WHERE retired_at NOT NULL ORDER BY name, retired_at",
    "SELECT id, key, value, superseded_at FROM preference WHERE origin = 'owner' ORDER BY id",
    "SELECT id, state, decided_at, decided_by FROM proposal WHERE state <> 'open' ORDER BY id",
)


def digest(engine: Engine) -> str:
    """Return what changes whenever anything that governs does."""
    with engine.store.read() as session:
        rows = [list(session.execute(sql)) for sql in GOVERNING]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()
