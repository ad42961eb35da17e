"""Settings of hypothesis for every test.

By default the property tests draw the same examples in every run, so that a commit which passed
passes again. `make search` (MYELIN_SEARCH=1) draws new examples, and ten times as many.
"""

import os

from hypothesis import HealthCheck, settings

# How long one example takes on a busy machine says nothing about the code.
_QUIET = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("gate", derandomize=True, **_QUIET)
settings.register_profile("search", max_examples=1000, print_blob=True, **_QUIET)
settings.load_profile("search" if os.environ.get("MYELIN_SEARCH") else "gate")
