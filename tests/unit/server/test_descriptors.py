"""Descriptors: the wire carries the protocol and nothing else, whatever else writes."""

import subprocess
import sys

SCRIPT = """
import os, subprocess, sys
from myelin.server import descriptors
wire = descriptors.claim()
assert min(wire.input_fd, wire.output_fd) > 2
print("a print")
sys.stdout.flush()
os.write(1, b"a write of C code\\n")
subprocess.run([sys.executable, "-c", "print('a child'); print(repr(input.__name__))"])
assert sys.stdin.read() == ""
child = f"import os\\ntry:\\n os.fstat({wire.output_fd})\\nexcept OSError: print('closed')"
assert b"closed" in subprocess.run([sys.executable, "-c", child], stdout=-1).stdout
descriptors.write_all(wire.output_fd, os.read(wire.input_fd, 100) * 50_000)
"""


def run(script: str, **streams: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-c", script], check=True, timeout=30, **streams)  # type: ignore[call-overload, no-any-return]


def test_prints_c_writes_and_children_miss_the_wire() -> None:
    done = run(SCRIPT, input=b"wire", capture_output=True)
    assert done.stdout == b"wire" * 50_000
    for stray in (b"a print", b"a write of C code", b"a child"):
        assert stray in done.stderr


def test_a_closed_stderr_gives_no_file_the_number_of_a_standard_stream() -> None:
    script = "import os; os.close(2)\n" + SCRIPT
    done = run(script, input=b"wire", stdout=subprocess.PIPE)
    assert done.stdout == b"wire" * 50_000
