"""Which brain a command means, from wherever it runs; the repositories are made by git itself."""

import subprocess
from pathlib import Path

import pytest

from myelin.config import Settings, find_brain, load, locate, locate_new
from myelin.contract.errors import BrainUnknown, PathRefused


def git(*words: str, at: Path) -> None:
    """Run git without the settings of whoever runs the tests."""
    identity = [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.org",
        "-c",
        "protocol.file.allow=always",
    ]
    subprocess.run(
        ["git", *identity, *words],
        cwd=at,
        check=True,
        capture_output=True,
        env={"PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": str(at)},
    )


def repository(at: Path) -> Path:
    """Return a repository with one commit."""
    at.mkdir(parents=True)
    git("init", "-q", at=at)
    git("commit", "-q", "--allow-empty", "-m", "first", at=at)
    return at


def brain(data_dir: Path, name: str = "project") -> Path:
    """Return a file that stands where a brain would."""
    data_dir.mkdir(parents=True, exist_ok=True)
    path = data_dir / f"{name}.myl"
    path.write_bytes(b"not read by these tests")
    return path


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    home = tmp_path / "home"
    home.mkdir()
    return load({"HOME": str(home)}, tmp_path)


def test_root_subfolder_worktree_and_symlink_find_the_same_brain(
    tmp_path: Path, settings: Settings
) -> None:
    app = repository(tmp_path / "app")
    path = brain(app / ".myelin")
    below = app / "src" / "deep"
    below.mkdir(parents=True)
    git("worktree", "add", "-q", str(tmp_path / "elsewhere" / "tree"), at=app)
    git("worktree", "add", "-q", str(app / ".trees" / "inside"), at=app)
    (tmp_path / "link").symlink_to(app)
    places = [
        app,
        below,
        tmp_path / "elsewhere" / "tree",
        app / ".trees" / "inside",
        tmp_path / "link" / "src",
    ]
    assert [find_brain(settings, place).path for place in places] == [path] * 5


def test_a_linked_worktree_prefers_its_repository_to_the_folder_it_stands_in(
    tmp_path: Path, settings: Settings
) -> None:
    app = repository(tmp_path / "app")
    path = brain(app / ".myelin")
    other = tmp_path / "other"
    brain(other / ".myelin")
    git("worktree", "add", "-q", str(other / "tree"), at=app)
    assert find_brain(settings, other / "tree").path == path


def test_a_worktree_of_a_bare_repository_has_its_brain_in_the_repository(
    tmp_path: Path, settings: Settings
) -> None:
    app = repository(tmp_path / "app")
    git("clone", "-q", "--bare", str(app), str(tmp_path / "bare.git"), at=tmp_path)
    for name in ("one", "two"):
        git("worktree", "add", "-q", "-b", name, str(tmp_path / name), at=tmp_path / "bare.git")
    found = {locate(settings, tmp_path / name).path for name in ("one", "two")}
    assert found == {tmp_path / "bare.git" / ".myelin" / "project.myl"}


def test_a_submodule_is_a_project_of_its_own(tmp_path: Path, settings: Settings) -> None:
    library = repository(tmp_path / "library")
    app = repository(tmp_path / "app")
    git("submodule", "add", "-q", str(library), "vendored", at=app)
    assert locate_new(settings, app / "vendored").data_dir == app / "vendored" / ".myelin"


def test_two_repositories_of_the_same_name_have_two_brains(
    tmp_path: Path, settings: Settings
) -> None:
    one, two = repository(tmp_path / "a" / "app"), repository(tmp_path / "b" / "app")
    assert locate_new(settings, one).path != locate_new(settings, two).path


def test_a_new_brain_of_a_repository_goes_to_its_root_even_below_another_brain(
    tmp_path: Path, settings: Settings
) -> None:
    brain(tmp_path / ".myelin")
    app = repository(tmp_path / "app")
    (app / "src").mkdir()
    assert locate_new(settings, app / "src").data_dir == app / ".myelin"
    assert find_brain(settings, app / "src").data_dir == tmp_path / ".myelin"


def test_without_git_the_working_folder_is_the_place_and_the_reason_says_so(
    tmp_path: Path, settings: Settings
) -> None:
    place = tmp_path / "plain folder ☕"
    place.mkdir()
    location = locate_new(settings, place)
    assert location.path == place / ".myelin" / "project.myl"
    assert "no git repository" in location.why


@pytest.mark.parametrize("below", [".", "notes"])
def test_the_folder_of_keys_in_the_home_is_never_taken_for_a_data_folder(
    tmp_path: Path, settings: Settings, below: str
) -> None:
    brain(settings.home)
    place = settings.user_home / below
    place.mkdir(exist_ok=True)
    with pytest.raises((BrainUnknown, PathRefused)):
        find_brain(settings, place)


@pytest.mark.parametrize("place", ["home", "/"])
def test_home_and_root_are_refused_as_places_for_a_brain(
    tmp_path: Path, settings: Settings, place: str
) -> None:
    with pytest.raises(PathRefused):
        locate_new(settings, tmp_path / place)
    explicit = load({"HOME": str(settings.user_home)}, tmp_path, data=str(tmp_path / place))
    with pytest.raises(PathRefused):
        locate(explicit, tmp_path)


def test_the_per_user_folder_is_refused_as_a_data_folder(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path / "home"), "MYELIN_HOME": str(tmp_path / "own")}
    with pytest.raises(PathRefused):
        locate(load(environment, tmp_path, data=str(tmp_path / "own")), tmp_path)


def test_a_linked_data_folder_is_not_followed_unless_it_is_named(
    tmp_path: Path, settings: Settings
) -> None:
    path = brain(tmp_path / "victim" / ".myelin")
    checkout = repository(tmp_path / "checkout")
    (checkout / ".myelin").symlink_to(path.parent)
    with pytest.raises(PathRefused):
        locate(settings, checkout)
    named = load({"HOME": str(tmp_path / "home")}, checkout, data=".myelin")
    assert find_brain(named, checkout).path == path


def test_an_unknown_brain_names_the_closest_one_and_creates_nothing(
    tmp_path: Path, settings: Settings
) -> None:
    for name in ("backend", "frontend"):
        brain(tmp_path / ".myelin", name)
    wanted = load({"HOME": str(tmp_path / "home")}, tmp_path, name="bakend")
    with pytest.raises(BrainUnknown) as refusal:
        find_brain(wanted, tmp_path)
    assert "--name backend" in refusal.value.hint
    assert len(list((tmp_path / ".myelin").iterdir())) == 2


def test_the_only_brain_of_a_folder_needs_no_name(tmp_path: Path, settings: Settings) -> None:
    path = brain(tmp_path / ".myelin", "backend")
    assert find_brain(settings, tmp_path).path == path


def test_nothing_anywhere_is_an_unknown_brain_with_the_way_to_make_one(
    tmp_path: Path, settings: Settings
) -> None:
    with pytest.raises(BrainUnknown) as refusal:
        find_brain(settings, repository(tmp_path / "app"))
    assert "myelin init" in refusal.value.hint
