"""What would be written to set up one host: its entry, and the instructions of its model."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from myelin.config import Location
from myelin.config.names import DEFAULT_NAME
from myelin.contract.errors import HostFileRefused, HostScopeUnknown
from myelin.contract.hosts import Host, HostScope
from myelin.hosts import instructions, jsonc, toml
from myelin.hosts.changes import BACKUP_SUFFIX, FileChange, read_text
from myelin.hosts.jsonc import NotWellFormed
from myelin.hosts.program import program

DATA_FOLDER = ".myelin"
_VERSION_S = 5.0


@dataclass(frozen=True, slots=True)
class Target:
    """One host as one brain is to be set up in it, on one machine."""

    host: Host
    scope: str
    location: Location
    environment: Mapping[str, str]
    platform: str
    home: Path
    """The user's home folder."""

    @property
    def name(self) -> str:
        """Return the name of the entry."""
        name = self.location.name
        return "myelin" if name == DEFAULT_NAME else f"myelin-{name}"

    @property
    def project(self) -> Path:
        """Return the folder of the project that the brain belongs to."""
        return self.location.data_dir.parent

    @property
    def is_standard(self) -> bool:
        """Return whether a server that is started in the project finds the brain by itself."""
        return self.location.data_dir.name == DATA_FOLDER

    @property
    def host_scope(self) -> HostScope:
        """Return where the entry goes.

        Raises:
            HostScopeUnknown: the host has no such file, or a team's file would name this machine.
        """
        found = self.host.scopes.get(self.scope)
        if found is None or (self.scope == "project" and not self.is_standard):
            known = [one for one in self.host.scopes if one == "user" or self.is_standard]
            raise HostScopeUnknown(host=self.host.title, known=", ".join(known))
        return found

    @property
    def file(self) -> Path:
        """Return the path of the host's file for the scope."""
        scope = self.host_scope
        file = self._path(scope.file[self.platform])
        if scope.other_file is not None and not file.exists():
            other = self._path(scope.other_file)
            if other.exists():
                return other
        return file

    def _path(self, text: str) -> Path:
        if self.scope == "project":
            return self.project / text
        return expanded(text, self.environment, self.platform, self.home)


def expanded(text: str, environment: Mapping[str, str], platform: str, home: Path) -> Path:
    """Return a path of the table with the folders of this user and machine in it."""
    config = environment.get("XDG_CONFIG_HOME")
    if platform == "linux" and config and text.startswith("~/.config/"):
        return Path(config) / text.removeprefix("~/.config/")
    if text.startswith("%APPDATA%/"):
        roaming = environment.get("APPDATA") or str(home / "AppData" / "Roaming")
        return Path(roaming) / text.removeprefix("%APPDATA%/")
    return home / text.removeprefix("~/") if text.startswith("~/") else Path(text)


def is_found(host: Host, environment: Mapping[str, str], platform: str, home: Path) -> bool:
    """Return whether a host seems to be installed: one of its folders or programs is there."""
    search = environment.get("PATH", "")
    if any(shutil.which(name, path=search) for name in host.programs):
        return True
    folders = host.folders[platform]
    return any(expanded(one, environment, platform, home).is_dir() for one in folders)


def entry(target: Target) -> dict[str, Any]:
    """Return the entry that starts the brain's server.

    One in a project's file holds no path of this machine. One of a user names the program by its
    path, since a host may not have the search path of a shell.
    """
    words = ["myelin"] if target.scope == "project" else program()
    words = [*words, "serve"]
    folder = target.host_scope.folder
    if folder == "fixed" or not target.is_standard:
        words += ["--data", str(target.location.data_dir)]
    elif folder != "session":
        words += ["--data", f"{folder}/{DATA_FOLDER}"]
    if target.location.name != DEFAULT_NAME:
        words += ["--name", target.location.name]
    _, members = _shape(target)
    if target.host.command_is_list:
        return {**members, "command": words}
    return {**members, "command": words[0], "args": words[1:]}


def planned(target: Target, *, remove: bool = False, instruct: bool = False) -> list[FileChange]:
    """Return the changes that set a host up, or that take everything of ours out again.

    Raises:
        HostScopeUnknown: the host has no file of that scope.
        HostFileRefused: a file is not what its format wants; it says where.
    """
    changes = [_entry_change(target, remove=remove)]
    if target.host.instructions is not None and (instruct or remove):
        path = target.project / target.host.instructions
        before = read_text(path)
        after = instructions.removed(before) if remove else instructions.updated(before)
        changes.append(FileChange(path, before, after))
    return changes


def state(target: Target) -> str:
    """Return whether the host's file has our entry: `connected`, `other` or `absent`.

    `other` is an entry of our name that is not what would be written now.

    Raises:
        HostFileRefused: the file is not what its format wants; it says where.
    """
    held = held_entry(target)
    if held is None:
        return "absent"
    return "connected" if held == entry(target) else "other"


def held_entry(target: Target) -> Any:
    """Return the entry of our name that the host's file has, or None.

    Raises:
        HostFileRefused: the file is not what its format wants; it says where.
    """
    return _held(_read(target, read_text(target.file) or ""), _path_of(target))


def _entry_change(target: Target, *, remove: bool) -> FileChange:
    file, path = target.file, _path_of(target)
    before = read_text(file)
    value = _read(target, before or "")
    if remove:
        return FileChange(file, before, _without(target, before, path))
    wanted = entry(target)
    after = _with(target, before or "", path, wanted)
    if _read(target, after) != _merged(value, path, wanted):
        raise HostFileRefused(file=file.name, problem="has a form that cannot be changed safely")
    return FileChange(file, before, before if _held(value, path) == wanted else after)


def _without(target: Target, before: str | None, path: Sequence[str]) -> str | None:
    """Return the file without our entry: what was there before it, wherever that is known."""
    if before is None:
        return None
    held = held_entry(target)
    if held is None:
        return before
    copy = read_text(target.file.with_name(target.file.name + BACKUP_SUFFIX))
    for earlier in (None, copy):
        if earlier is not None or copy is None:
            try:
                made = _with(target, earlier or "", path, held)
            except HostFileRefused:
                continue
            if made == before:
                return earlier
    if target.host.format == "toml":
        return toml.without_member(before, path)
    return jsonc.without_member(before, path)


def _with(target: Target, text: str, path: Sequence[str], value: Mapping[str, Any]) -> str:
    try:
        if target.host.format == "toml":
            return toml.with_member(text, path, value)
        return jsonc.with_member(text, path, value)
    except NotWellFormed as error:
        raise _refused(target, error) from None


def _read(target: Target, text: str) -> Any:
    try:
        if target.host.format == "toml":
            return toml.read(text)
        return jsonc.read(text, comments=target.host.format == "jsonc")
    except NotWellFormed as error:
        raise _refused(target, error) from None


def _refused(target: Target, error: NotWellFormed) -> HostFileRefused:
    place = f"line {error.line}, column {error.column}: {error.problem}"
    return HostFileRefused(file=target.file.name, problem=f"cannot be read: {place}")


def _path_of(target: Target) -> list[str]:
    entries, _ = _shape(target)
    return [*entries, target.name]


def _shape(target: Target) -> tuple[tuple[str, ...], Mapping[str, Any]]:
    """Return the members that lead to the entries, and what an entry holds beside its command."""
    host, newer = target.host, target.host.newer
    if newer is None:
        return host.entries, host.members
    value = _read(target, read_text(target.file) or "")
    held = _held(value, newer.entries)
    # In a file of the older form the new member may be the name of a server.
    is_newer = isinstance(held, Mapping) and "type" not in held
    if not is_newer and not _held(value, host.entries):
        is_newer = _major_version(host, target) >= newer.major
    return (newer.entries, newer.members) if is_newer else (host.entries, host.members)


def _held(value: Any, path: Sequence[str]) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _merged(value: Any, path: Sequence[str], wanted: Mapping[str, Any]) -> Any:
    if not path:
        return wanted
    held = dict(value) if isinstance(value, Mapping) else {}
    return {**held, path[0]: _merged(held.get(path[0]), path[1:], wanted)}


def _major_version(host: Host, target: Target) -> int:
    """Return the major version that the host's program says it has, or 0."""
    for name in host.programs:
        found = shutil.which(name, path=target.environment.get("PATH", ""))
        if found is None:
            continue
        try:
            run = subprocess.run(
                [found, "--version"],
                capture_output=True,
                text=True,
                timeout=_VERSION_S,
                stdin=subprocess.DEVNULL,
                env=dict(target.environment),
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
            return 0
        first = run.stdout.strip().removeprefix("v").split(".")[0]
        return int(first) if first.isdecimal() else 0
    return 0
