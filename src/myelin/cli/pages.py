"""All pages of a list as one result."""

from collections.abc import Mapping
from typing import Any

from myelin.cli.invocation import Invocation, argument_invalid

_PAGE = 200


def every(
    invocation: Invocation, command: str, tool: str, items: str, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a tool's result with the items of every page.

    Raises:
        ArgumentInvalid: a page or its size is asked for as well.
    """
    for name in ("cursor", "limit"):
        if given.get(name) is not None:
            raise argument_invalid(command, f"/{name}", "does not go with --all")
    result = invocation.call(tool, {**given, "limit": _PAGE})
    found = list(result[items])
    while "next_cursor" in result:
        page = {**given, "limit": _PAGE, "cursor": result["next_cursor"]}
        result = invocation.call(tool, page)
        found += result[items]
    return {**result, items: found}
