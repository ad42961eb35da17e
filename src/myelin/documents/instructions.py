"""Texts that address a model or feed a shell: recall marks them, and a person confirms them by id.

The table is reviewed by hand and judged on `tests/data/instruction_sentences.txt`. It refuses
nothing and it proves nothing: a text that it does not mark is still data.
"""

import functools
import unicodedata
from collections.abc import Sequence
from typing import Any

_ALL = r"(?:all|any|every|everything|each|the|these|those|your|my|our|of|other)"
_EARLIER = (
    r"(?:previous|prior|earlier|above|preceding|foregoing|original|initial|old|current|system)"
)
_ORDERS = (
    r"(?:instructions?|directions?|prompts?|guidelines|directives|orders|commands|restrictions)"
)
_MODEL = (
    r"(?:ai|a\.i\.|llms?|assistants?|chatbots?|language models?|ai (?:models?|agents?|assistants?)"
    r"|claude|chatgpt|gpt(?:-?\d\S*)?|copilot|gemini|codex)"
)
_READER = rf"(?:{_MODEL}|agents?|models?)"
_MUST = r"(?:must|should|shall|has to|have to|need to|needs to|will)"
_SECRETLY = r"(?:tell|mention|reveal|disclose|inform|notify)"
_FETCH = r"(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|fetch|base64)"
_SHELL = (
    r"(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|perl|ruby|node|pwsh|powershell|iex|invoke-expression)"
)

_TABLE: Sequence[str] = (
    # The rules of the reader are to be put away.
    (
        r"\b(?:discard|stop following|disobey|set aside)\b[^.\n]{0,20}\b(?:rules|instructions"
        r"|guidelines)\b"
    ),
    r"\boverrides? the (?:developer|system)(?:'s)? (?:message|prompt)\b",
    (
        r"\b(?:directive|orders?|instructions?) for (?:all |any |the |every )?(?:coding |ai"
        r" )?(?:agents|assistants|models)\b"
    ),
    r"\byou, the (?:assistant|agent|model|ai)\b",
    r"\b(?:let|letting) the (?:user|human|owner) know that you\b|\bkeep quiet about\b",
    r"\b(?:any|every) agent (?:with|that|who|which)\b[^.\n]{0,40}\b(?:must|should|has to)\b",
    r"\btreat this (?:note|text|memory|message) as\b",
    (
        r"\bwhenever (?:someone|anyone|the user|a user) asks\b[^.\n]{0,40}\b(?:tell|answer"
        r"|reply|recommend)\b"
    ),
    r"\banswer as the (?:root|admin|owner|system)\b",
    r"\b(?:curl|wget)\b[^\n]{0,300}\|\s*(?:sudo )?(?:/usr/bin/)?env (?:-\S+ )*(?:ba|z|da)?sh\b",
    r"\bne tiens pas compte des? (?:instructions|consignes|règles)|\bvergiss alles,? was\b",
    # Earlier instructions are to be forgotten, or others to be obeyed.
    (
        rf"\b(?:ignore|disregard|forget|override|overrule|bypass)\W+(?:{_ALL}\W+){{0,4}}"
        rf"(?:{_EARLIER}\W+){{1,2}}(?:\w+\W+)?{_ORDERS}\b"
    ),
    rf"\b(?:ignore|disregard|forget|override)\W+(?:{_ALL}\W+){{0,3}}{_ORDERS}\W+(?:above|before)",
    (
        r"\b(?:override|ignore|forget|disregard) your (?:\w+ )?(?:guidelines|instructions"
        r"|rules|training"
        r"|restrictions)\b"
    ),
    r"\b(?:ignore|disregard|forget) everything (?:you|that (?:was|came)|above|before)\b",
    r"\b(?:supersedes?|replaces?|overrides?) (?:your|the) system prompt\b",
    (
        r"\b(?:this|these)\b[^.\n]{0,40}\b(?:overrides?|take precedence over"
        r"|supersedes?)\b[^.\n]{0,30}"
        r"\b(?:all|any|every)\b[^.\n]{0,20}\b(?:rules|instructions|prompts?)\b"
    ),
    (
        r"\byour (?:new )?(?:instructions|rules|task|role|goal|orders) (?:have changed|has changed"
        r"|are now|is now|is to)\b"
    ),
    r"\byour new (?:task|role|goal|instructions?|orders)\b",
    # Who the reader is said to be.
    (
        r"\byou are now (?:an? |the )?(?:\w+ )?(?:dan\b|unrestricted|in (?:developer|admin"
        r"|god)|free of"
        r"|free from|admin|administrator|owner|root)"
    ),
    r"\bhave no (?:restrictions|limits|rules|guidelines)\b",
    r"\b(?:pretend|imagine) (?:that |to be )?you(?:'re| are| were)\b",
    r"\bact as (?:if|though) you\b",
    r"\byou (?:have been granted|are granted|are authori[sz]ed|have (?:full |my )?permission)\b",
    rf"\b(?:if|since|because) you(?:'re| are) an? (?:\w+ )?{_READER}\b",
    r"\bwhen(?:ever)? you (?:read|see|recall|find) this\b",
    rf"\bas an? (?:ai )?{_MODEL},? (?:you|always|never|do|please)\b",
    r"\bas an? ai (?:assistant|agent|model)\b",
    # The reader is addressed.
    (
        rf"(?:^|[.!?:\n]\W*)(?:dear |hey |hi |attention:? |to (?:the|any|every|all) |note"
        rf" (?:to|for) "
        rf"(?:the|any|every) |important:? (?:the )?)(?:{_READER})\b\W"
    ),
    (
        rf"(?:^|[.!?\n]\W*){_MODEL}[,:]\W*(?:please|you|do|don't|never|always|i will|i'll|run"
        rf"|execute"
        r"|ignore|delete|send)\b"
    ),
    r",\W*(?:dear )?(?:assistant|claude|chatgpt|copilot)[.!]?\W*$",
    rf"\b{_READER} (?:that |who |which )?(?:reads?|reading|recalls?|sees?|seeing) (?:this|these)\b",
    (
        rf"\b(?:the|any|every) (?:ai |coding )?(?:assistant|llm) {_MUST} (?:now |always |first )?"
        r"(?:not |never )?(?:run|execute|call|send|upload|delete|approve|accept|ignore"
        r"|install|obey)\b"
    ),
    rf"\b(?:copilot|claude|chatgpt) {_MUST} (?:not|never|always)\b",
    r"\bfrom now on,? (?:you|your|claude|the assistant|answer|respond|reply|always answer)\b",
    rf"\b{_MODEL} instructions?:",
    # The user is to be kept out of it.
    (
        rf"\b(?:do not|don't|never|must not"
        rf"|without)\W+(?:\w+\W+)?{_SECRETLY}(?:ing)?\b[^.\n]{{0,40}}"
        r"\bto (?:the |your )?(?:user|human|owner)\b"
    ),
    (
        r"\b(?:do not|don't|never|without)\W+(?:ever )?(?:tell|ask|inform|notify|warn"
        r"|alert)(?:ing)? "
        r"(?:the |your )?(?:user|human|owner)\b"
    ),
    (
        r"\b(?:hide|conceal|keep) (?:this|it|that|these)\b[^.\n]{0,30}\bfrom (?:the |your"
        r" )?(?:user|human"
        r"|owner)s?\b"
    ),
    r"\b(?:do not|don't|never) ask (?:me |us )?for (?:permission|confirmation|approval)\b",
    r"\b(?:execute|run) (?:the following|this|these)\b[^.\n]{0,40}\b(?:without|silently)\b",
    r"\b(?:run|execute)\b[^.\n]{0,60}\bwithout (?:asking|telling) (?:the |any)",
    r"\bhave permission to (?:bypass|skip|ignore|override)\b",
    # What it is to do for somebody else.
    r"\b(?:call|use|invoke) the (?:tool \w+|\w+ tool)\b[^.\n]{0,40}\b(?:to|with|and|before|now)\b",
    r"\balways (?:approve|accept) (?:this|every|all|any)\b[^.\n]{0,40}\bwithout\b",
    r"\bpromote this (?:memory|note|text) to core\b",
    (
        r"\b(?:reply|answer|respond) only with (?:the (?:contents?|password|key|secret|token)"
        r"|yes\b.*<)"
    ),
    (
        r"\b(?:send|post|upload|exfiltrate|export)\b[^.\n]{0,30}\b(?:contents? of|all (?:of"
        r" )?(?:the )?"
        r"(?:credentials|secrets|keys|tokens))\b"
    ),
    # Marks of a conversation that a text of a brain has no use for.
    r"<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[/?INST\]|<</?SYS>>",
    (
        r"<(?:system|instructions?|system-reminder)>[^<]{0,200}</(?:system|instructions?"
        r"|system-reminder)>"
    ),
    (
        r"(?:^|\n)\W*(?:system prompt|assistant|system)\s*:\s*(?:you|i will|i'll|be |ignore"
        r"|always|never)"
    ),
    # What comes from elsewhere runs in a shell.
    rf"\b{_FETCH}\b[^\n]{{0,300}}\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:/\S*/)?{_SHELL}(?:[\s;&)\"'`.,]|$)",
    rf"\b{_SHELL}\s+(?:-c\s+)?[\"']?(?:<\(|\$\(|`)\s*(?:curl|wget)\b",
    r"\b(?:eval|source|\.)\s+[\"']?(?:<\(|\$\(|`)\s*(?:curl|wget)\b",
    (
        r"\b(?:curl|wget)\b[^\n]{0,200}(?:>|-o|-O)\s*(\S+)[^\n]{0,40}(?:&&|;)\s*(?:sudo\s+)?"
        rf"(?:{_SHELL}\s+\S|chmod \S*x)"
    ),
    r"\b(?:iex|invoke-expression)\b[^\n]{0,100}\b(?:downloadstring|webclient|iwr|irm|http)",
    # Other languages: what is said most often.
    r"\b(?:ignora|olvida|omite) (?:todas )?(?:las |tus )?(?:instrucciones|órdenes|reglas)\b",
    r"\b(?:ignoriere?|vergiss|missachte)\b[^.\n]{0,30}\b(?:anweisungen|instruktionen|regeln)\b",
    r"\b(?:ignorez?|oubliez?)\b[^.\n]{0,20}\b(?:instructions|consignes|règles)\b",
    r"(?:忽略|无视|忘记|忽視|無視)[^。\n]{0,12}(?:指令|指示|提示|规则)",
)


def looks_like_instruction(text: str) -> bool:
    """Return whether a text addresses a model, or feeds a shell with what comes from elsewhere."""
    if not text.isascii():
        # Compatibility letters and invisible characters must not hide a word.
        text = unicodedata.normalize("NFKC", text)
        text = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return _pattern().search(text) is not None


@functools.cache
def _pattern() -> Any:
    # Imported here: most commands show no memory, and RE2 takes a while to load.
    import re2

    options = re2.Options()
    options.never_capture = True
    options.case_sensitive = False
    options.log_errors = False
    # A blank of the table stands for any white space: a text may be wrapped anywhere.
    table = (each.replace(" ", r"\s+") for each in _TABLE)
    return re2.compile("|".join(f"(?:{each})" for each in table), options)
