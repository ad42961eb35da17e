"""Renders a spec to {path: text}; nothing is written here, so that a check and a write share it."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jinja2
from ruff.__main__ import find_ruff_bin

from codegen import annotations, names, openapi, prose, schema
from codegen.model import Spec
from codegen.outputs import OWNED, Output, outputs

_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701  The output is Python and Markdown, never a page for a browser.
)
_TEMPLATES.filters.update(
    py=repr,
    tup=lambda values: repr(tuple(values)),
    json=lambda value: json.dumps(value, ensure_ascii=False),
    pascal=names.pascal,
    roff=prose.roff,
    code=lambda text: f"`{text}`",
    tuple=tuple,
    cell=lambda text: str(text).replace("|", "\\|").replace("\n", " "),
)
_TEMPLATES.tests["has_two"] = lambda words: len(words) == 2
# Asked once, before any thread: two threads asking at the same time upset sysconfig.
_RUFF = find_ruff_bin()


def render(spec: Spec) -> dict[str, str]:
    """Return the text of every generated file by its path in the tree."""
    with ThreadPoolExecutor() as pool:
        files = dict(pool.map(lambda output: (output.path, _one(spec, output)), outputs(spec)))
    for operation in spec.operations.values():
        published = {
            "input": schema.input_schema(spec, operation),
            "output": schema.output_schema(spec, operation),
        }
        if operation.name in spec.tools:
            published["listed"] = schema.listed_schema(spec, operation)
        path = f"{OWNED[0]}/schema/{operation.name}.json"
        files[path] = json.dumps(published, indent=2, ensure_ascii=False) + "\n"
    whole = json.dumps(openapi.document(spec), indent=1, ensure_ascii=False)
    # The second copy is the one that a server serves: an installed package has no docs.
    for folder in (OWNED[2], OWNED[1]):
        files[f"{folder}/openapi.json"] = whole + "\n"
    return files


def _one(spec: Spec, output: Output) -> str:
    template = _TEMPLATES.get_template(output.template)
    text = template.render(
        spec=spec,
        header=f"@generated from {output.source} by codegen. "
        "Do not edit: change the spec, then run 'make gen'.",
        annotations=annotations,
        prose=prose,
        openapi=openapi,
        soft_errors=schema.soft_errors,
        **output.values,
    )
    if not output.path.endswith(".py"):
        return text
    sorted_text = _ruff(output.path, text, "check", "--fix-only", "--select=I,F401")
    return _ruff(output.path, sorted_text, "format")


def _ruff(path: str, text: str, command: str, *options: str) -> str:
    known = ["--config=lint.isort.known-first-party=['myelin']"] if command == "check" else []
    run = subprocess.run(
        [
            _RUFF,
            command,
            "--isolated",
            "--line-length=100",
            f"--stdin-filename={path}",
            *options,
            *known,
            "-",
        ],
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode:
        raise RuntimeError(f"{path} does not render to Python: {run.stderr}")
    return run.stdout
