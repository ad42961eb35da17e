# @generated from spec/types.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The kinds of value that a caller may pass, each with the bounds that it enforces."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from myelin.kernel.clock import parse_time
from myelin.kernel.text import first_control, is_visible, slug


class Arguments(BaseModel):
    """The base of every argument model: strict, frozen, and closed to unknown names."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, validate_by_name=False, hide_input_in_errors=True
    )


def text(
    *,
    max_bytes: int | None = None,
    lines: Literal["one", "many", "any"] = "one",
    visible: bool = False,
    moment: bool = False,
    fold: Literal["slug"] | None = None,
    pattern: str | None = None,
) -> AfterValidator:
    """Return a validator of a text: what it may hold, and how many bytes of UTF-8.

    `lines` is `one`, `many` (no control but tab and newline) or `any` (every character). In a
    text of `many` lines CRLF becomes LF, and a leading byte order mark is dropped.
    With `fold` the text is returned in another form: `Bug Fix` as the slug `bug-fix`.
    """
    shape = None if pattern is None else re.compile(pattern.removeprefix("^").removesuffix("$"))

    def check(value: str) -> str:
        if lines == "many":
            value = value.removeprefix("\ufeff").replace("\r\n", "\n")
        try:
            size = len(value.encode())
        except UnicodeEncodeError:
            # Raised afresh, since the error of the codec carries the whole text.
            raise PydanticCustomError("unicode", "has half of a surrogate pair") from None
        if lines != "any" and (at := first_control(value, one_line=lines == "one")) is not None:
            reason = "holds the control character {code} at character {at}; leave it out"
            code = f"U+{ord(value[at]):04X}"
            raise PydanticCustomError("controls", reason, {"code": code, "at": at + 1})
        if max_bytes is not None and size > max_bytes:
            reason = "has {size} bytes; the limit is {limit}"
            raise PydanticCustomError("max_bytes", reason, {"size": size, "limit": max_bytes})
        if visible and not is_visible(value):
            raise PydanticCustomError("empty", "has no visible character")
        if shape is not None and shape.fullmatch(value) is None:
            reason = "must match {pattern}"
            raise PydanticCustomError("pattern", reason, {"pattern": pattern})
        if moment:
            try:
                parse_time(value)
            except ValueError as problem:
                raise PydanticCustomError("moment", "{reason}", {"reason": str(problem)}) from None
        if fold == "slug":
            value = slug(value)
            if not value:
                raise PydanticCustomError("slug", "has no letter a-z and no digit")
        return value

    return AfterValidator(check)


Flag = bool
Count = Annotated[int, Field(ge=0)]
Share = float
Label = Annotated[str, text()]
Moment = Annotated[str, text(max_bytes=40, moment=True)]
TextsByKey = dict[Annotated[str, text(max_bytes=256)], Annotated[str, text(max_bytes=256)]]
MemoryId = Annotated[str, text(pattern="^mem_[0-9a-z]{4,12}$")]
MemoryClass = Literal["convention", "decision", "lesson", "reference", "fact", "note", "episode"]
MemoryTier = Literal["core", "normal", "archive"]
Sensitivity = Literal["normal", "local_only"]
Evidence = Literal["verified", "stated", "inferred", "unverified"]
LinkType = Literal["contradicts", "supports", "relates_to", "depends_on", "caused_by"]
ProcessKind = Literal["workflow", "skill", "loop"]
OutcomeKind = Literal["success", "partial", "failure"]
Signal = Literal["verification", "feedback", "reported"]
Verdict = Literal["helpful", "harmful", "neutral"]
ProposalState = Literal["open", "accepted", "rejected", "stale"]
CoreTarget = Literal["core"]
FoundVia = Literal["match", "meaning", "edge", "core"]
LooksLike = Literal["instruction"]
PreferenceSource = Literal["session", "project", "meta"]
Severity = Literal["error", "warning"]
RiskLevel = Literal["HIGH", "BLOCK"]
CheckedLevel = Literal["LOW", "HIGH", "BLOCK"]
MemoryText = Annotated[str, text(max_bytes=16384, lines="many", visible=True)]
LongText = Annotated[str, text(max_bytes=1048576, lines="many", visible=True)]
QueryText = Annotated[str, text(max_bytes=1048576, lines="any")]
TaskText = Annotated[str, text(max_bytes=16384, lines="many", visible=True)]
SummaryText = Annotated[str, text(max_bytes=4096, lines="many", visible=True)]
StatementText = Annotated[str, text(max_bytes=2048, lines="many", visible=True)]
ActionText = Annotated[str, text(max_bytes=65536, lines="many", visible=True)]
CheckedText = Annotated[str, text(max_bytes=1048576, lines="any")]
DocumentText = Annotated[str, text(max_bytes=65536, lines="any", visible=True)]
ReasonText = Annotated[str, text(max_bytes=1024, lines="many", visible=True)]
Subject = Annotated[str, text(max_bytes=200, visible=True)]
ShortName = Annotated[str, text(max_bytes=64, visible=True)]
EvidenceRef = Annotated[str, text(max_bytes=512, visible=True)]
Name = Annotated[str, text(max_bytes=256, visible=True)]
FilePath = Annotated[str, text(max_bytes=1024, visible=True)]
Slug = Annotated[str, text(pattern="^[a-z0-9][a-z0-9._-]{0,62}$")]
TaskKind = Annotated[str, text(max_bytes=64, visible=True, fold="slug")]
PreferenceKey = Annotated[str, text(max_bytes=128, visible=True)]
PreferenceValue = Annotated[str, text(max_bytes=256, visible=True)]
Cursor = Annotated[str, text(max_bytes=256, visible=True)]
OpenWord = Annotated[str, text(max_bytes=64, visible=True)]
LabelArgument = Annotated[str, text(max_bytes=64, visible=True)]
PurgeReason = Annotated[str, text(max_bytes=200, visible=True)]
HostScope = Literal["project", "user"]
RestorePointWord = Annotated[str, text(max_bytes=200)]
DiskPath = Annotated[str, text(max_bytes=4096, visible=True)]
ListCursor = Annotated[str, text(pattern="^[!-~]{0,64}$")]
Email = Annotated[str, text(max_bytes=254, visible=True, pattern="^[^@ ]{1,64}@[^@ ]{1,180}$")]
TenantId = Annotated[str, text(pattern="^ten_[0-9a-z]{12}$")]
BrainWord = Annotated[str, text(pattern="^[!-.0-~]{1,64}$")]
BrainId = Annotated[str, text(pattern="^brn_[0-9a-hjkmnp-tv-z]{26}$")]
BrainName = Annotated[str, text(pattern="^[a-z0-9][a-z0-9-]{0,62}$")]
TokenId = Annotated[str, text(pattern="^[!-.0-~]{1,64}$")]
TokenName = Annotated[str, text(max_bytes=64, visible=True)]
Scope = Literal["read", "write", "admin"]
UploadId = Annotated[str, text(pattern="^[!-.0-~]{1,64}$")]
EpochWord = Annotated[str, text(pattern="^[!-.0-~]{1,64}$")]
Verifier = Annotated[str, text(pattern="^[A-Za-z0-9+/]{22}==$")]
PublicKey = Annotated[str, text(pattern="^[A-Za-z0-9+/]{43}=$")]
Digest = Annotated[str, text(pattern="^[A-Za-z0-9+/]{43}=$")]
Signature = Annotated[str, text(pattern="^[A-Za-z0-9+/]{86}==$")]
Manifest = Annotated[str, text(pattern="^[A-Za-z0-9+/]{427}=$")]
StateTag = Annotated[str, text(max_bytes=128, visible=True)]
HeaderValue = Annotated[str, text(max_bytes=256, visible=True)]
QuotaCount = Annotated[int, Field(ge=0, le=1000000)]
FileBytes = Annotated[int, Field(ge=0, le=17179869184)]
ManifestNumber = Annotated[int, Field(ge=0, le=9007199254740991)]
QuotaBytes = Annotated[int, Field(ge=0, le=1125899906842624)]
BudgetBytes = Annotated[int, Field(ge=1024, le=65536)]
PageLimit = Annotated[int, Field(ge=1, le=200)]
BackupCount = Annotated[int, Field(ge=1, le=10000)]
LogLimit = Annotated[int, Field(ge=1, le=1000)]
MatchLimit = Annotated[int, Field(ge=1, le=50)]
VersionNumber = Annotated[int, Field(ge=1, le=1000000)]
TimesMet = Annotated[int, Field(ge=1, le=10000)]
