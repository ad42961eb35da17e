"""What holds for every test: how long an example takes on a busy machine is nobody's fault."""

from hypothesis import HealthCheck, settings

settings.register_profile("myelin", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("myelin")
