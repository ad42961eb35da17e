"""`myelin demo`: the main job on a brain of its own, with the real server, and gone afterwards."""

import io
import json
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin.cli.console import Console
from myelin.cli.invocation import Invocation
from myelin.cli.render.memory import age, versions
from myelin.kernel.clock import Clock, format_time
from myelin.kernel.ids import ALPHABET, Chance

if TYPE_CHECKING:
    from mcp import ClientSession

_DAY_MS = 86_400_000
_WIDTH = 88


def demo(invocation: Invocation) -> int:
    """Remember, stop the server, start another and recall; return 0 if all went as it should."""
    import anyio

    told = io.StringIO()
    console = Console(output=told) if invocation.console.json else invocation.console
    with tempfile.TemporaryDirectory(prefix="myelin-demo-", ignore_cleanup_errors=True) as folder:
        machine = invocation.machine
        shown = _Demo(
            console,
            invocation.environment,
            machine.clock,
            machine.chance,
            Path(folder),
        )
        shown.create_brain()
        anyio.run(shown.remember)
        shown.search_the_disk()
        anyio.run(shown.recall)
    shown.say_what_is_next()
    if invocation.console.json:
        invocation.console.document({"passed": not shown.failures, "text": told.getvalue()})
    return 1 if shown.failures else 0


@dataclass
class _Demo:
    console: Console
    environment: Mapping[str, str]
    clock: Clock
    chance: Chance
    folder: Path
    ids: dict[str, str] = field(default_factory=dict)
    failures: int = 0

    def __post_init__(self) -> None:
        text = resources.files("myelin.cli.commands").joinpath("demo_notes.json").read_text("utf-8")
        self.script = json.loads(text)
        self.data = self.folder / "project" / ".myelin"
        # A word that occurs nowhere else, to look for in the bytes on the disk.
        self.canary = "pepita" + "".join(ALPHABET[10 + byte % 22] for byte in self.chance(10))

    def create_brain(self) -> None:
        """Make an empty brain whose key only this process and its servers know."""
        from myelin import assembly
        from myelin.crypto import keys
        from myelin.keystore import encode_root, forbid_dumps

        forbid_dumps()
        root = keys.new_root(self.chance)
        self.key = encode_root(root)
        self.data.mkdir(parents=True)
        assembly.create(self.data / "project.myl", keys.local_key(root), name="project")
        self._say(
            "Myelin keeps what a coding agent learns between tasks: one encrypted brain per"
            " project, reached over MCP. This demo makes a brain in a temporary folder, and"
            " removes it at the end."
        )

    async def remember(self) -> None:
        """Give every note to a first server."""
        notes = self.script["notes"]
        self._head("1. Remember")
        start_s = self.clock.monotonic_s()
        async with self._server() as session:
            begin_s = self.clock.monotonic_s()
            for note in notes:
                result = await _call(session, "remember", self._arguments(note))
                self.ids[note["key"]] = result["memory"]["id"]
            end_s = self.clock.monotonic_s()
        self._say(
            f"A client started `myelin serve` ({begin_s - start_s:.1f} s) and gave it"
            f" {len(notes)} notes about {self.script['project']} ({end_s - begin_s:.1f} s):"
        )
        counts = Counter(note["class"] for note in notes)
        self._say(", ".join(f"{count} {name}s" for name, count in counts.most_common()) + ".")
        self._say("Then it stopped the server. Each note was on the disk before its answer came.")

    def search_the_disk(self) -> None:
        """Look for a word of one note in every byte that is left behind."""
        self._head("2. What lies on the disk")
        files = [path for path in sorted(self.folder.rglob("*")) if path.is_file()]
        blobs = [path.read_bytes() for path in files]
        hits = sum(self.canary.encode(code) in blob for blob in blobs for code in _ENCODINGS)
        for path, blob in zip(files, blobs, strict=True):
            self._say(f"{path.relative_to(self.folder)}  {len(blob):,} bytes")
        self._say(f'One note speaks of "{self.canary}". Files that hold this word: {hits}.')
        self._expect(hits == 0, "a note lies on the disk in the clear")

    async def recall(self) -> None:
        """Ask a second server in a new process."""
        self._head("3. Recall, from a new process")
        self._say(
            "A second `myelin serve` answers. Trust falls with age, by class of memory, and more"
            " slowly the more a memory is used. No model is asked."
        )
        async with self._server() as session:
            for question in self.script["questions"]:
                await self._answer(session, question)
            await self._history(session)

    async def _answer(self, session: "ClientSession", question: Mapping[str, str]) -> None:
        result = await _call(session, "recall", {"query": question["ask"]})
        flagged = {name for group in result["contradictions"] for name in group["ids"]}
        memories = result["memories"]
        self.console.line("")
        self._say(f"({question['shows']})")
        self._say(f"> {question['ask']}")
        both = memories and memories[0]["id"] in flagged
        for memory in [m for m in memories if not both or m["id"] in flagged][: 2 if both else 1]:
            self._memory(memory)
        for group in result["contradictions"] if both else ():
            self._say(f"! These contradict one another: {group['why']}.", indent=5)
        wanted = self.ids[question["expect"]]
        self._expect(wanted in [m["id"] for m in memories[:3]], "a note was not found again")

    def _memory(self, memory: Mapping[str, Any]) -> None:
        aged = age(memory, self.clock.now_ms())
        self._say(f"{memory['class']}, trust {memory['trust']:.2f}, {aged}", indent=5)
        self._say(memory["content"], indent=5)

    async def _history(self, session: "ClientSession") -> None:
        old, new = self.ids["staging_port_old"], self.ids["staging_port"]
        asked = {"query": "the staging database listens on port 5432"}
        result = await _call(session, "recall", asked)
        found = [memory["id"] for memory in result["memories"]]
        self._expect(new in found and old not in found, "a superseded fact came back")
        result = await _call(session, "get_memory", {"id": new, "history": True})
        self.console.line("")
        self._say("(nothing is overwritten: the history of the staging port)")
        every = versions(result)
        for version in every:
            state = "superseded" if "superseded_at" in version else "live"
            self._say(f"{state}: {version['content']}", indent=5)
        self._expect([version["id"] for version in every] == [old, new], "its history is lost")

    def say_what_is_next(self) -> None:
        """Say what a newcomer types in a project of their own."""
        self._head("4. Now yours")
        for line in (
            "cd your-project",
            "myelin init                 makes .myelin, and says what to paste into your client",
            'myelin remember "We deploy from the release branch only." --class convention',
            "myelin recall where do we deploy from",
        ):
            self.console.line(f"   {line}")

    def _arguments(self, note: Mapping[str, Any]) -> dict[str, Any]:
        arguments = {key: note[key] for key in note if key not in ("key", "age_days")}
        arguments["content"] = note["content"].replace("{canary}", self.canary)
        arguments["observed_at"] = format_time(self.clock.now_ms() - note["age_days"] * _DAY_MS)
        if "supersedes" in note:
            arguments["supersedes"] = self.ids[note["supersedes"]]
        return arguments

    @asynccontextmanager
    async def _server(self) -> AsyncIterator["ClientSession"]:
        """Give a session with a new server process, which has ended afterwards."""
        from mcp import ClientSession, StdioServerParameters, stdio_client

        own = {k: v for k, v in self.environment.items() if not k.startswith("MYELIN_")}
        own |= {"MYELIN_HOME": str(self.folder / "home"), "MYELIN_KEY": self.key}
        words = ["-m", "myelin", "serve", "--data", str(self.data)]
        parameters = StdioServerParameters(command=sys.executable, args=words, env=own)
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            yield session

    def _expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.failures += 1
            self._say(f"THIS IS A FAULT: {otherwise}.")

    def _head(self, text: str) -> None:
        self.console.line("")
        self.console.line(text)

    def _say(self, text: str, indent: int = 3) -> None:
        for line in textwrap.wrap(text, _WIDTH, break_on_hyphens=False):
            self.console.line(" " * indent + line)


_ENCODINGS = ("utf-8", "utf-16-le")


async def _call(session: "ClientSession", tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    result = await session.call_tool(tool, arguments)
    if result.is_error:
        text: str = result.content[0].text  # type: ignore[union-attr]
        raise RuntimeError(json.loads(text)["error"]["code"])
    # The text of a recall is made for models; the object is the same for every tool.
    document: dict[str, Any] = dict(result.structured_content or {})
    return document
