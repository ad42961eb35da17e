"""English words too common to look for: they say how a question is put, not what it is about."""

_DETERMINERS = "a an the this that these those some any such same other no nor own both all"
_PRONOUNS = """i me my mine you your yours he him his she her hers it its itself we us our ours
    they them their theirs themselves"""
_QUESTIONS = "what which who whom whose when where why how whether"
_VERBS = """am is are was were be been being have has had having do does did doing
    can could may might must shall should will would"""
_CONNECTIVES = """about as at by for from in into of off on out over through to under until up
    with and or but if because so than then while"""
_ADVERBS = "also just like only very too once there not more most"
# What is left of a contraction when its apostrophe is taken away.
_REMAINDERS = """s t d ll m re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn
    couldn shouldn"""

STOP_WORDS = frozenset(
    " ".join(
        (_DETERMINERS, _PRONOUNS, _QUESTIONS, _VERBS, _CONNECTIVES, _ADVERBS, _REMAINDERS)
    ).split()
)
