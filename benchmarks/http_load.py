"""Load on `myelin serve --http` over TLS on loopback: CPU a request beside the engine alone.

    python -m benchmarks.http_load [MEMORIES] [SECONDS]

Seven brains are pushed to each of three tenants, and sixteen connections recall in all of them at
once. It prints the server's CPU a request, that of the engine for the same recalls in this process,
the growth of the server's memory, and how many requests failed.
"""

import os
import statistics
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks import corpus, speed
from myelin.engine.engine import Engine
from myelin.testing import call
from tests.e2e.cli_shell import new_shell
from tests.e2e.http_wire import HttpPeer
from tests.e2e.tenant_site import PushingDevice, TenantSite, running, text

CONNECTIONS = 16
BRAINS = 7
TENANTS = 3
WARMING = 60
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_QUOTA = ("--requests", "1000000", "--writes", "1000000")


def main(memories: int, seconds: float) -> int:
    """Print the measurements and return how many requests failed."""
    scratch = Path(tempfile.mkdtemp(prefix="myelin-load-"))
    texts = corpus.texts(memories)
    questions = corpus.questions(texts, 200)
    shell, data = new_shell(scratch), scratch / "server"
    shell.json("admin", "bootstrap", "--email", "o@example.org", "--server-data", str(data))
    with ExitStack() as stack:
        site = stack.enter_context(running(shell, data, scratch))
        devices = []
        for number in range(BRAINS):
            path = scratch / f"brain{number}.myl"
            speed.fill(path, texts)
            engine = speed.open_engine(path)
            stack.callback(engine.store.close)
            devices.append(PushingDevice(engine, speed.ROOT, f"brain{number}", scratch))
        peers = [peer for number in range(TENANTS) for peer in _pushed(site, number, devices)]
        alone_ms = _engine_ms(devices[0].engine, questions)
        # Until a brain's chunks are decrypted, a recall costs more, with a server and without one.
        for peer in peers:
            for question in questions[:WARMING]:
                peer.call("recall", {"query": question})
        return _load(site.process.pid, peers, questions, seconds, alone_ms)


def _pushed(site: TenantSite, number: int, devices: list[PushingDevice]) -> list[HttpPeer]:
    tenant, admin = site.tenant(f"tenant{number}@example.org")
    site.shell.json(
        "admin", "tenants", "--limit", tenant, *_QUOTA, "--server-data", str(site.folder)
    )
    peer = site.peer(admin)
    peers = []
    for device in devices:
        fresh = PushingDevice(device.engine, device.root, device.name, device.scratch / tenant)
        fresh.register(peer, tenant, f"https://127.0.0.1:{site.port}")
        fresh.push(peer)
        peers.append(site.peer(admin, x_myelin_brain=device.name, x_myelin_key=text(device.key)))
    return peers


def _engine_ms(engine: Engine, questions: list[str]) -> float:
    """Return the CPU (ms) that one recall costs without a server."""
    call(engine, "recall", query=questions[0])
    begun = time.process_time()
    for question in questions:
        call(engine, "recall", query=question)
    return (time.process_time() - begun) * 1000 / len(questions)


def _load(
    pid: int, peers: list[HttpPeer], questions: list[str], seconds: float, alone_ms: float
) -> int:
    times: list[float] = []
    failed = [0]
    end = time.monotonic() + seconds

    def ask(first: int) -> None:
        at = first
        while time.monotonic() < end:
            begun = time.monotonic()
            try:
                answer = peers[at % len(peers)].call("recall", {"query": questions[at % 200]})
                failed[0] += answer["isError"]
            except Exception:
                failed[0] += 1
            times.append(time.monotonic() - begun)
            at += 1

    cpu_s, memory = _usage(pid)
    threads = [threading.Thread(target=ask, args=(number,)) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    used_s, grown = _usage(pid)
    each_ms = (used_s - cpu_s) * 1000 / len(times)
    print(f"requests                      {len(times)}, {failed[0]} failed")
    print(f"server CPU a request          {each_ms:.2f} ms; the engine alone {alone_ms:.2f} ms")
    print(f"server CPU over the engine    {each_ms - alone_ms:+.2f} ms")
    print(f"memory of the server          {grown / 2**20:.0f} MiB,"
          f" {(grown - memory) / 2**20 / (seconds / 60):+.2f} MiB a minute")  # fmt: skip
    print(f"median of a request           {statistics.median(times) * 1000:.0f} ms")
    return failed[0]


def _usage(pid: int) -> tuple[float, int]:
    """Return the CPU seconds and the resident bytes of a process (proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS, int(fields[21]) * _PAGE


if __name__ == "__main__":
    given = [float(word) for word in sys.argv[1:]]
    sys.exit(main(int(given[0]) if given else 1_000, given[1] if len(given) > 1 else 30.0))
