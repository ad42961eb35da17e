"""The OpenAPI document: a path with several parameters, its body, its answer and its errors."""

import json
import shutil
from pathlib import Path

from codegen import model, openapi, rules
from tests.architecture.tree import ROOT

ROUTE = """
read_version:
  since: "0.1"
  path: /v1/processes/{name}/versions/{version}
  method: POST
  scope: read
  doc: Read one version of a process.
  operation: approve_process
  errors: [brain_exists]
"""


def test_a_route_with_two_path_parameters_is_an_entry_of_the_spec(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "spec", tmp_path / "spec")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    routes = tmp_path / "spec/routes.yaml"
    routes.write_text(routes.read_text("utf-8") + ROUTE, "utf-8")
    spec = model.loaded(tmp_path)
    assert rules.complaints(spec) == []
    assert openapi.path_parameters(spec.routes["read_version"]) == ("name", "version")
    entry = openapi.document(spec)["paths"]["/v1/processes/{name}/versions/{version}"]["post"]
    assert [(each["name"], each["in"]) for each in entry["parameters"]] == [
        ("name", "path"),
        ("version", "path"),
    ]
    assert entry["parameters"][1]["schema"]["type"] == "integer"
    answer = entry["responses"]["200"]["content"]["application/json"]["schema"]
    assert set(answer["properties"]) == {"brain", "process"}
    assert "process_unknown" in entry["responses"]["404"]["description"]
    assert "brain_exists" in entry["responses"]["409"]["description"]


def test_every_declared_route_is_in_the_published_document() -> None:
    spec = model.loaded(ROOT)
    published = json.loads((ROOT / "docs/generated/openapi.json").read_text("utf-8"))
    assert published == openapi.document(spec)
    declared = {(route.path, route.method.lower()) for route in spec.routes.values()}
    assert declared == {(path, method) for path, of in published["paths"].items() for method in of}
