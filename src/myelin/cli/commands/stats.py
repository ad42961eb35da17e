"""`myelin stats`: what the brain holds and how it is set up, or what its outcomes add up to."""

from dataclasses import asdict

from myelin.cli.invocation import Invocation


def stats(invocation: Invocation, *, outcomes: bool) -> int:
    """Print counts and settings of the brain, or the outcomes by task kind and process."""
    return _outcomes(invocation) if outcomes else _counts(invocation)


def _counts(invocation: Invocation) -> int:
    from myelin.cli.render import memory
    from myelin.engine import dispatch
    from myelin.store.thinning import POLICY

    with invocation.engine() as engine:
        result = dispatch.run(engine, "read", engine.memory.stats)
        result["writable"] = engine.store.writable
        result["archive_policy"] = asdict(POLICY)
    invocation.console.result(result, *memory.counted(result))
    return 0


def _outcomes(invocation: Invocation) -> int:
    from myelin.cli.render import adaptation
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    with invocation.engine() as engine:
        result = dispatch.call(engine, OPERATIONS["outcome_statistics"], {})
    invocation.console.result(result, *adaptation.outcomes(result))
    return 0
