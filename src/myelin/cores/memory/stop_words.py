"""English words too common to look for: they say how a question is put, not what it is about."""

STOP_WORDS = frozenset(
    # Articles and determiners.
    "a an the this that these those some any such same other no nor own both all "
    # Pronouns and possessives.
    "i me my mine you your yours he him his she her hers it its we us our ours they them their "
    "theirs themselves itself "
    # Question words.
    "what which who whom whose when where why how whether "
    # Forms of be, have and do, and the modal verbs.
    "am is are was were be been being have has had having do does did doing "
    "can could may might must shall should will would "
    # Prepositions and conjunctions.
    "about as at by for from in into of off on out over through to under until up with "
    "and or but if because so than then while "
    # Adverbs that carry no subject.
    "also just like only very too once there not more most "
    # What is left of a contraction when its apostrophe is taken away.
    "s t d ll m re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn "
    "shouldn".split()
)
