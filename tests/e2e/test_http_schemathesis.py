"""schemathesis with all checks on the admin routes: no token, a read token and an admin token.

What a check cannot hold for is in tests/data/schemathesis.toml, one reason each. `FUZZ_CASES` is
the number of examples an operation; `make fuzz` raises it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
CASES = os.environ.get("FUZZ_CASES", "12")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("records")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.records_server", folder / "server"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.slow
@pytest.mark.parametrize("scope", ["none", "read", "admin"])
def test_no_request_breaks_what_the_routes_declare(
    served: dict[str, Any], scope: str, tmp_path: Path
) -> None:
    address = f"http://127.0.0.1:{served['port']}"
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli"),
            *("--config-file", ROOT / "tests/data/schemathesis.toml"),
            *("run", f"{address}/v1/openapi.json", "--url", address),
            *("-H", f"Authorization: Bearer {served[scope]}"),
            *("-n", CASES, "--phases", "examples,coverage,fuzzing"),
            *("--seed", "1", "--generation-database", "none"),
        ],
        # It leaves a cache in its working folder.
        cwd=tmp_path,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=280,
    )
    assert ran.returncode == 0, ran.stdout[-6_000:] + ran.stderr[-1_000:]
