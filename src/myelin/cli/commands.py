"""What each command does: it asks the engine, as every other way in does, and prints the answer."""

from collections.abc import Mapping
from dataclasses import asdict
from importlib import metadata
from typing import Any

from myelin import config
from myelin.cli import ask, failures, render
from myelin.cli.asking import STANDARD_INPUT, given_arguments, standard_input
from myelin.cli.checks import Checks
from myelin.cli.console import Facts, Lines
from myelin.cli.preferred import Preferred
from myelin.cli.proposed import Proposed
from myelin.cli.registered import Registered
from myelin.cli.tending import Tending
from myelin.surface.commands import Flags


class Commands(Checks, Registered, Tending, Proposed, Preferred):
    """The handlers of the command line."""

    def init(
        self,
        flags: Flags,
        *,
        default_sensitivity: str,
        bare: bool,
        meta: bool,
        phrase_file: str | None,
    ) -> int:
        """Make a brain for this project, or the user's own, and print what comes next."""
        from myelin.cli import initialise

        settings = self._settings(flags)
        wanted = initialise.Wanted(
            settings=config.for_meta(settings) if meta else settings,
            cwd=self._cwd,
            default_sensitivity=default_sensitivity,
            phrase_file=self._file(phrase_file),
            bare=bare,
            meta=meta,
        )
        return initialise.run(self._console, wanted, self._environment, self._chance)

    def serve(self, flags: Flags) -> int:
        """Serve this project's brain to an MCP client."""
        from myelin.server import stdio

        return stdio.serve(lambda: self._settings(flags), self._cwd)

    def which(self, flags: Flags) -> int:
        """Print which brain is meant here, and why."""
        location = config.locate(self._settings(flags), self._cwd)
        exists = location.path.exists()
        document = {
            "name": location.name,
            "data": str(location.data_dir),
            "path": str(location.path),
            "exists": exists,
            "why": location.why,
        }
        rows = [
            ("brain", location.name if exists else f"{location.name} (not there yet)"),
            ("file", str(location.path)),
            ("why", location.why),
        ]
        self._console.result(document, Facts(rows))
        return 0 if exists else 1

    def remember(self, flags: Flags, *, content: str, links: list[str], **given: Any) -> int:
        """Save one memory."""
        text = (
            standard_input("remember").removesuffix("\n") if content == STANDARD_INPUT else content
        )
        pairs = [link.partition(":") for link in links]
        arguments = {
            "content": text,
            "links": [{"type": kind, "to": to} for kind, _, to in pairs],
            **given,
        }
        return self._tool(flags, "remember", arguments, self._dated(render.remembered))

    def recall(self, flags: Flags, *, query: list[str], explain: bool, **given: Any) -> int:
        """Find what the brain knows; the words of a query need no quotes."""
        arguments = {"query": " ".join(query), **given}
        if explain:
            return self._explain(flags, arguments)
        return self._tool(flags, "recall", arguments, self._dated(render.recalled))

    def show(self, flags: Flags, *, id: str, no_history: bool) -> int:
        """Print one memory, its history, its links and its trust."""
        arguments = {"id": id, "history": not no_history}
        return self._tool(flags, "get_memory", arguments, self._dated(render.shown))

    def list_(self, flags: Flags, **given: Any) -> int:
        """List memories, newest first."""
        result = self._ask(flags, "list_memories", given)
        self._console.result(result, *render.listed(result, self._clock.now_ms()))
        shown, total = len(result["memories"]), result["total"]
        if "next_cursor" in result:
            cursor = result["next_cursor"]
            self._console.remark(f"{shown} of {total}; for more add --cursor {cursor}")
        return 0

    def link(self, flags: Flags, **given: Any) -> int:
        """Say how one memory bears on another."""
        return self._tool(flags, "link_memories", given, render.linked)

    def core_add(self, flags: Flags, *, id: str) -> int:
        """Put a memory into the core tier."""
        question = "Shall it be part of every recall?"
        return self._decide(flags, "core_add", self._memory(flags, id), question)

    def core_rm(self, flags: Flags, *, id: str) -> int:
        """Take a memory out of the core tier."""
        question = "Shall it no longer be part of every recall?"
        return self._decide(flags, "core_rm", self._memory(flags, id), question)

    def archive(self, flags: Flags, *, id: str) -> int:
        """Withdraw a memory without a successor; out of the core only a person takes one."""
        memory = self._memory(flags, id)
        if memory["tier"] == "core":
            question = "It is part of every recall. Shall it be archived?"
            return self._decide(flags, "archive", memory, question)
        return self._change_tier(flags, "archive", memory["id"])

    def unarchive(self, flags: Flags, *, id: str) -> int:
        """Bring an archived memory back."""
        return self._change_tier(flags, "unarchive", id)

    def key_export(self, flags: Flags, *, phrase_file: str | None) -> int:
        """Show the recovery phrase again, on the terminal or in a file."""
        from myelin.cli import key

        return key.export(self._console, *self._found(flags), self._file(phrase_file))

    def key_import(self, flags: Flags, *, phrase_file: str | None) -> int:
        """Bring a brain's key back from its 24 words, typed unseen or read from a file."""
        from myelin.cli import key

        return key.bring_back(self._console, *self._found(flags), self._file(phrase_file))

    def stats(self, flags: Flags, *, outcomes: bool) -> int:
        """Print what the brain holds and how it is set up, or what the loop learned."""
        if outcomes:
            return self._outcomes(flags)
        from myelin.engine import dispatch
        from myelin.store.thinning import POLICY

        with self._engine(flags) as engine:
            result = dispatch.run(engine, "read", engine.memory.stats)
            result["writable"] = engine.store.writable
            result["archive_policy"] = asdict(POLICY)
        self._console.result(result, *render.counted(result))
        return 0

    def demo(self, flags: Flags) -> int:
        """Show the whole thing on a brain that is thrown away; --json changes nothing about it."""
        from myelin.cli import demo

        del flags
        return demo.run(self._console, self._environment, self._clock, self._chance)

    def version(self, flags: Flags) -> int:
        """Print the version."""
        self._console.json = flags.json
        version = metadata.version("myelin-brain")
        self._console.result({"version": version}, Lines([f"myelin {version}"]))
        return 0

    def _explain(self, flags: Flags, given: Mapping[str, Any]) -> int:
        from myelin.engine import dispatch
        from myelin.engine.admit import admit
        from myelin.surface.operations import OPERATIONS

        with self._engine(flags) as engine:
            args: Any = admit(OPERATIONS["recall"], given_arguments(given), scan=engine.scan)
            result = dispatch.run(
                engine, "read", lambda session: engine.memory.explain(session, args)
            )
        self._console.result(result, *render.explained(result))
        return 0

    def _memory(self, flags: Flags, id: str) -> Mapping[str, Any]:
        memory: Mapping[str, Any] = self._ask(flags, "get_memory", {"id": id, "history": False})[
            "memory"
        ]
        return memory

    def _decide(self, flags: Flags, act: str, memory: Mapping[str, Any], question: str) -> int:
        """Show a memory, have a person decide about it, and carry that out.

        Each of these acts can be taken back, so a script may do them; the log says that it did.
        """
        decision = ask.confirm(
            f"{memory['id']}\n{memory['content']}\n\n{question}",
            self._environment,
            unattended=True,
        )
        if decision == "declined":
            self._console.remark("Declined; nothing was changed.")
            return failures.EXIT_DECLINED
        # Recorded in the log of the brain: who decided is part of what happened.
        return self._change_tier(flags, act, memory["id"], note=f"decided_by: {decision}")

    def _change_tier(self, flags: Flags, act: str, id: str, note: str | None = None) -> int:
        from myelin.engine import dispatch

        with self._engine(flags) as engine:
            operation = getattr(engine.memory, act)
            result = dispatch.run(engine, "write", lambda session: operation(session, id), note)
        memory = result["memory"]
        self._console.result(result, Lines([f"{memory['id']} is in tier {memory['tier']} now"]))
        return 0
