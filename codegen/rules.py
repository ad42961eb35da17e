"""The rules that a spec keeps before anything is rendered: one function each, all of them run."""

from collections.abc import Callable, Iterator

from codegen.load import Complaint
from codegen.model import Spec

Rule = Callable[[Spec], Iterator[Complaint]]


def tools_name_known_errors(spec: Spec) -> Iterator[Complaint]:
    """Report errors that a tool names and errors.yaml does not define."""
    for tool in spec.tools.values():
        for at, name in enumerate(tool.errors):
            if name not in spec.errors:
                text = f"{tool.name} names the error {name}, which spec/errors.yaml does not define"
                yield spec.complain("tools", tool.name, "errors", at, text=text)


ALL: tuple[Rule, ...] = (tools_name_known_errors,)
