"""What is remembered is nowhere on the disk in the clear: in no write, in no temporary file."""

import os
import shutil
import subprocess
import sys

import pytest

from myelin.store.posix import PosixIo
from tests.crash.brain import make
from tests.crash.canary import CANARY, live


class WatchingIo(PosixIo):
    """The real disk, which keeps all that is written to it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def pwrite(self, fd, data, offset):
        self.written.append(bytes(data))
        super().pwrite(fd, data, offset)


def can_trace() -> bool:
    """Return whether system calls can be watched: containers often forbid it."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True).returncode == 0


def test_nothing_that_is_written_holds_the_canary(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    io = WatchingIo()
    live(path, io)
    assert io.written
    needle = CANARY.encode()
    assert not [data for data in io.written if needle in data]
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) > 3
    assert not [file for file in files if needle in file.read_bytes()]


def test_files_and_folders_are_for_their_owner_only(tmp_path):
    path = tmp_path / "new" / "brain.myl"
    make(path)
    live(path)
    for found in [path.parent, *path.parent.rglob("*")]:
        assert found.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(not can_trace(), reason="strace is not installed, or may not trace here")
def test_no_system_call_writes_the_canary_and_no_temporary_file_is_made(tmp_path):
    path = tmp_path / "data" / "brain.myl"
    make(path)
    trace = tmp_path / "trace"
    calls = "trace=write,pwrite64,writev,pwritev,sendto,openat,open,creat,mmap"
    strace = ["strace", "-f", "-qq", "-s", "1000000", "-e", calls, "-o", str(trace)]
    program = [sys.executable, "-B", "-m", "tests.crash.canary", str(path)]
    subprocess.run(
        [*strace, *program],
        check=True,
        env={**os.environ, "SQLITE_TMPDIR": str(tmp_path / "temporary")},
    )
    lines = trace.read_text(errors="replace").splitlines()
    writes = [line for line in lines if "write" in line]
    assert len(writes) > 60
    assert not [line for line in lines if CANARY in line]
    made = [line for line in lines if "O_CREAT" in line and str(path.parent) not in line]
    # Files in the brain's folder are named relative to its descriptor.
    assert not [line for line in made if "openat(AT_FDCWD" in line]
    assert not [line for line in lines if "etilqs" in line]
