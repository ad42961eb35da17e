# @generated from spec/types.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The closed lists of words of the contract, as plain values: what a stored column may hold."""

MEMORY_CLASS: tuple[str, ...] = (
    "convention",
    "decision",
    "lesson",
    "reference",
    "fact",
    "note",
    "episode",
)
MEMORY_TIER: tuple[str, ...] = ("core", "normal", "archive")
SENSITIVITY: tuple[str, ...] = ("normal", "local_only")
EVIDENCE: tuple[str, ...] = ("verified", "stated", "inferred", "unverified")
LINK_TYPE: tuple[str, ...] = ("contradicts", "supports", "relates_to", "depends_on", "caused_by")
PROCESS_KIND: tuple[str, ...] = ("workflow", "skill", "loop")
OUTCOME_KIND: tuple[str, ...] = ("success", "partial", "failure")
SIGNAL: tuple[str, ...] = ("verification", "feedback", "reported")
VERDICT: tuple[str, ...] = ("helpful", "harmful", "neutral")
PROPOSAL_STATE: tuple[str, ...] = ("open", "accepted", "rejected", "stale")
CORE_TARGET: tuple[str, ...] = ("core",)
FOUND_VIA: tuple[str, ...] = ("match", "meaning", "edge", "core")
LOOKS_LIKE: tuple[str, ...] = ("instruction",)
PREFERENCE_SOURCE: tuple[str, ...] = ("session", "project", "meta")
SEVERITY: tuple[str, ...] = ("error", "warning")
RISK_LEVEL: tuple[str, ...] = ("HIGH", "BLOCK")
CHECKED_LEVEL: tuple[str, ...] = ("LOW", "HIGH", "BLOCK")
HOST_SCOPE: tuple[str, ...] = ("project", "user")
SCOPE: tuple[str, ...] = ("read", "write", "admin")
