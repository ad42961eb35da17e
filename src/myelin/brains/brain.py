"""One brain on this machine: its location, its key, and the only way to open it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from myelin import assembly, config, keystore
from myelin.contract.errors import BrainUnknown, PathRefused
from myelin.crypto import keys
from myelin.kernel.audience import Origin
from myelin.kernel.caller import LOCAL_OWNER, Caller
from myelin.kernel.errors import MyelinError
from myelin.kernel.machine import SYSTEM, Machine
from myelin.upkeep import rotation

if TYPE_CHECKING:
    from myelin.cores.preferences import PreferenceRow
    from myelin.engine.engine import Engine
    from myelin.kernel.upkeep import Finding
    from myelin.store.past import Past


def find(settings: config.Settings, cwd: Path, machine: Machine = SYSTEM) -> Brain:
    """Return the brain that the settings mean.

    Raises:
        BrainUnknown: there is none; the closest one is named, or that one was here.
        PathRefused: the place cannot hold a brain.
    """
    try:
        return Brain(config.find_brain(settings, cwd), settings, machine)
    except BrainUnknown:
        if was_here(settings, config.locate(settings, cwd)) is None:
            raise
        name = config.locate(settings, cwd).name
        raise BrainUnknown(name=name, suggestion=WAS_HERE) from None


WAS_HERE = (
    "A brain was here and its file is gone, as after `git clean -fdx`. `myelin which` names its"
    " newest backup: copy that to the file's place and run `myelin doctor --accept-rollback`."
    " `myelin init --new` makes an empty brain."
)


def was_here(settings: config.Settings, location: config.Location) -> keystore.KnownBrain | None:
    """Return the brain that was at a place where there is no file now, or None."""
    if location.path.exists() or location.path.is_symlink():
        return None
    return keystore.KnownBrains(settings.home).at(location.data_dir, location.name)


def expect(settings: config.Settings, cwd: Path, machine: Machine = SYSTEM) -> Brain:
    """Return the brain that the settings mean, even if its file is missing.

    Raises:
        PathRefused: the place cannot hold a brain.
    """
    return Brain(config.locate(settings, cwd), settings, machine)


@dataclass(frozen=True)
class Brain:
    """A brain's location with the settings and the machine that unlock and open it."""

    location: config.Location
    settings: config.Settings
    machine: Machine
    known_root: bytes | None = field(default=None, repr=False)
    """A root that the keystore does not hold yet: of a new brain, or from a recovery phrase."""
    notify: Callable[[str], None] = field(default=lambda _: None, repr=False)
    """Called with a sentence about what is missing beside a brain that was opened."""

    def with_root(self, root: bytes) -> Brain:
        """Return the same brain, to be opened with this root instead of the keystore's."""
        return replace(self, known_root=root)

    @cached_property
    def id(self) -> str:
        """Return the brain's id, read without a key.

        Raises:
            BrainUnknown, BrainDamaged, FormatTooNew: neither the file nor its archive names it.
        """
        return assembly.brain_id_of(self.location.path)

    @property
    def marks(self) -> keystore.MarkFile:
        """Return the newest state of the brain that this device has seen."""
        return keystore.MarkFile(self.settings.home, self.location.path)

    @property
    def known(self) -> keystore.KnownBrains:
        """Return what this device knows of its brains, whether their files are there or not."""
        return keystore.KnownBrains(self.settings.home)

    @property
    def keystore(self) -> rotation.Keystore:
        """Return the two functions of the keystore that a rotation of this brain needs."""

        def stored() -> bytes | None:
            found = keystore.stored(self.id, self.settings)
            return None if found is None else found.root

        def save(root: bytes) -> str:
            return keystore.save(self.id, root, self.settings, replace=True)

        return rotation.Keystore(save, stored)

    @cached_property
    def root(self) -> bytes:
        """Return the root key. A rotation that was interrupted is finished first.

        Raises:
            BrainUnknown, BrainDamaged, FormatTooNew: neither the file nor its archive names the
                brain.
            KeyRequired, KeyWrong, PathRefused: no place on this machine has a key for it.
        """
        return self._unlock() if self.known_root is None else self.known_root

    def create(self, *, kind: str, default_sensitivity: str) -> str:
        """Create the brain's file, empty, for a root that is known, and return the brain's id.

        Raises:
            BrainExists: there is a file by that name; it was not touched.
            StorageFull, StorageReadOnly, StorageFailed: nothing was created.
        """
        return assembly.create(
            self.location.path,
            keys.local_key(self.root),
            name=self.location.name,
            kind=kind,
            default_sensitivity=default_sensitivity,
            machine=self.machine,
        )

    def open(self, caller: Caller, *, readonly: bool = False) -> Engine:
        """Return an engine of the brain for one caller; the caller closes its store.

        Raises:
            BrainUnknown, KeyWrong, BrainDamaged, BrainRolledBack, FormatTooNew, NetworkFilesystem,
            PathRefused: the brain was not opened, and its file was not touched.
        """
        engine = assembly.open(
            self.location.path,
            keys.local_key(self.root),
            name=self.location.name,
            caller=caller,
            machine=self.machine,
            secret_keys=(self.root,),
            readonly=readonly,
            force_network=self.settings.force_network,
            upstream=self._preferred_everywhere,
            marks=self.marks,
            dense=self.settings.dense,
        )
        for finding in engine.store.findings:
            self.notify(f"{finding.sentence} {finding.fix}")
        if engine.brain.kind == assembly.META and caller.origin is not Origin.OWNER:
            engine.store.close()
            raise PathRefused(
                reason="that is the user's own brain, which no client writes",
                suggestion="Serve the project's brain: it asks the user's own by itself.",
            )
        if not readonly:
            # A machine that gets the key by its environment, such as one of a CI, misses no brain.
            folder = self.location.data_dir if self.settings.key is None else None
            self.known.saw(engine.brain.id, folder, self.location.name)
        return engine

    @contextmanager
    def opened(self, caller: Caller, *, readonly: bool = False) -> Iterator[Engine]:
        """Open an engine of the brain for the block, as `open` does; then compact it if due."""
        engine = self.open(caller, readonly=readonly)
        try:
            yield engine
            # The block did its work; what cannot be compacted now is compacted another time.
            with suppress(MyelinError):
                engine.store.compact_if_due()
        finally:
            engine.store.close()

    @contextmanager
    def past(self) -> Iterator[Past]:
        """Open the brain's earlier states for the block; its file may be damaged.

        Raises:
            BrainUnknown, BrainBusy, KeyWrong, FormatTooNew: there is nothing that can be read.
        """
        with assembly.open_past(
            self.location.path,
            keys.local_key(self.root),
            machine=self.machine,
            force_network=self.settings.force_network,
            marks=self.marks,
            dense=self.settings.dense,
        ) as past:
            yield past

    def inspect(self) -> list[Finding]:
        """Return what is wrong with the brain's files; none of them is changed."""
        key = keys.local_key(self.root)
        return assembly.inspect(self.location.path, key, machine=self.machine, marks=self.marks)

    def _unlock(self) -> bytes:
        found = keystore.find(self.id, self.settings)
        path = self.location.path
        return assembly.settled_root(path, found.root, self.keystore, machine=self.machine)

    def _preferred_everywhere(self) -> Sequence[PreferenceRow]:
        """Return the preferences of the user's own brain; none if there is no such brain.

        Raises:
            MyelinError: there is one, and it cannot be asked.
        """
        own = expect(config.for_meta(self.settings), self.settings.home, self.machine)
        if not own.location.path.exists():
            return ()
        with own.opened(LOCAL_OWNER, readonly=True) as engine, engine.store.read() as session:
            return engine.preferences.in_force(session)
