"""The location of the brain: from flags or environment, else from the working folder."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from myelin.config.names import (
    BRAIN_SUFFIX,
    DATA_FOLDER,
    DEFAULT_NAME,
    is_name,
    nearest_name,
)
from myelin.config.settings import Settings
from myelin.contract.errors import BrainUnknown, PathRefused


@dataclass(frozen=True)
class Location:
    """The place of a brain that exists or would be created, and why it was chosen."""

    data_dir: Path
    name: str
    path: Path
    why: str


def locate(settings: Settings, cwd: Path) -> Location:
    """Return where the brain is, or would be if there were one; nothing is created.

    Raises:
        PathRefused: the place cannot hold a brain.
    """
    data_dir, why = _data_dir(settings, settings.session_folder or cwd)
    name, why_name = _name(settings, data_dir)
    return _location(data_dir, name, f"{why}; {why_name}")


def locate_new(settings: Settings, cwd: Path) -> Location:
    """Return where a new brain belongs; a repository's own folder wins over one above it.

    Raises:
        PathRefused: the place cannot hold a brain.
    """
    if settings.data is not None:
        data_dir, why = _data_dir(settings, cwd)
    else:
        data_dir, why = _new_data_dir(settings, cwd.resolve())
    name = settings.name or DEFAULT_NAME
    return _location(data_dir, name, f"{why}; {_why_named(settings)}")


def find_brain(settings: Settings, cwd: Path) -> Location:
    """Return where the brain is.

    Raises:
        BrainUnknown: there is none; the closest one is named.
        PathRefused: the place cannot hold a brain.
    """
    location = locate(settings, cwd)
    # A broken link counts as existing, so that the store reports it.
    if location.path.exists() or location.path.is_symlink():
        return location
    known = brain_names(location.data_dir)
    closest = nearest_name(location.name, known)
    if closest is None:
        suggestion = "Run `myelin init` in the project's folder to make one."
    elif len(known) == 1:
        suggestion = f"There is one named {closest}: pass --name {closest}."
    else:
        suggestion = f"The closest of {len(known)} is {closest}: pass --name {closest}."
    raise BrainUnknown(name=location.name, suggestion=suggestion)


def brain_names(data_dir: Path) -> list[str]:
    """Return the names of the brains in a data folder, sorted."""
    try:
        return sorted(
            file.stem
            for file in data_dir.iterdir()
            if file.suffix == BRAIN_SUFFIX and is_name(file.stem)
        )
    except OSError:
        return []


def _location(data_dir: Path, name: str, why: str) -> Location:
    return Location(data_dir, name, data_dir / f"{name}{BRAIN_SUFFIX}", why)


def _data_dir(settings: Settings, cwd: Path) -> tuple[Path, str]:
    if settings.data is not None:
        _refuse_shared(settings.data, settings)
        return settings.data, f"the data folder is the one that {settings.data_from} names"
    cwd = cwd.resolve()
    for folder in _search_path(cwd, settings):
        candidate = folder / DATA_FOLDER
        if candidate.is_dir():
            _refuse_link(candidate)
            return candidate, "the data folder is the nearest .myelin " + _seen_from(cwd, folder)
    return _new_data_dir(settings, cwd)


def _new_data_dir(settings: Settings, cwd: Path) -> tuple[Path, str]:
    top, root = _repository(cwd)
    if root is None:
        folder, why = cwd, "no git repository here, so the data folder is in the working folder"
    else:
        folder, why = root, "the data folder is at the root of the git repository"
        for inside in _up_to(cwd, top):
            if (inside / DATA_FOLDER).is_dir() and inside != settings.user_home:
                folder, why = inside, "the data folder is the .myelin of this working tree"
                break
    data_dir = folder / DATA_FOLDER
    _refuse_shared(data_dir, settings)
    _refuse_link(data_dir)
    return data_dir, why


def _name(settings: Settings, data_dir: Path) -> tuple[str, str]:
    if settings.name is None:
        known = brain_names(data_dir)
        if len(known) == 1 and known[0] != DEFAULT_NAME:
            return known[0], "it holds one brain"
    return settings.name or DEFAULT_NAME, _why_named(settings)


def _why_named(settings: Settings) -> str:
    if settings.name is None:
        return f"no name was given, so it is {DEFAULT_NAME}"
    return f"{settings.name_from} gives the name"


def _seen_from(cwd: Path, folder: Path) -> str:
    if folder == cwd or folder in cwd.parents:
        return "at or above the working folder"
    return "of the git repository that this working tree belongs to"


def _search_path(cwd: Path, settings: Settings) -> Iterator[Path]:
    """Yield where a `.myelin` may be, nearest first.

    After the working tree comes the repository it is linked to, and only then what lies above:
    a linked worktree finds the brain of its repository, not one of the folder that it stands in.
    """
    top, root = _repository(cwd)
    if root is None:
        places = [cwd, *cwd.parents]
    else:
        places = [*_up_to(cwd, top), root, *root.parents]
    for folder in places:
        if folder == settings.user_home or folder == folder.parent:
            return
        if folder / DATA_FOLDER != settings.home:
            yield folder


def _up_to(folder: Path, top: Path) -> list[Path]:
    return [place for place in (folder, *folder.parents) if place == top or top in place.parents]


def _repository(cwd: Path) -> tuple[Path, Path | None]:
    """Return the top of the working tree and the root that all its working trees share.

    Read from git's own files, so that neither git nor its environment is needed.
    """
    for top in (cwd, *cwd.parents):
        entry = top / ".git"
        if entry.is_dir():
            return top, top
        if entry.is_file():
            return top, _linked_root(top, entry)
    return cwd, None


def _linked_root(top: Path, entry: Path) -> Path:
    """Return the root behind a `.git` file; a submodule's root is its own working tree."""
    try:
        private = top / entry.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        common = private / (private / "commondir").read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return top
    common = common.resolve()
    return common.parent if common.name == ".git" else common


def _refuse_shared(data_dir: Path, settings: Settings) -> None:
    """Refuse the home folder, the root folder and the folder of keys as a place for brains."""
    resolved = data_dir.resolve()
    places = (resolved, resolved.parent) if resolved.name == DATA_FOLDER else (resolved,)
    for place in places:
        if place == settings.user_home or place == place.parent:
            raise PathRefused(
                reason="a brain belongs to a project, not to the home folder or the root folder",
                suggestion="Run it in the project's folder, or pass --data with a folder there.",
            )
    if resolved == settings.home.resolve():
        raise PathRefused(
            reason="the per-user folder holds keys and no brains",
            suggestion="Pass --data with a folder of the project.",
        )


def _refuse_link(data_dir: Path) -> None:
    # A checkout can bring a link along, and it must not lead to the brain of another project.
    if data_dir.is_symlink():
        raise PathRefused(
            reason="the .myelin found here is a symbolic link",
            suggestion="Pass --data with the folder that is meant.",
        )
