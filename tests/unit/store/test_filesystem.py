"""A folder on a network is told from one on a disk, by the table of mounts."""

import pytest

from myelin.contract.errors import NetworkFilesystem
from myelin.store import filesystem
from myelin.store.filesystem import mounted_kind, network_kind
from tests.crash.brain import contents, make, open_brain, opened
from tests.crash.test_past import past

MOUNTS = r"""
22 28 0:21 / /proc rw,nosuid - proc proc rw
28 1 253:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 28 0:44 / /home rw - nfs4 server:/home rw
41 28 0:45 / /mnt/c rw - 9p drvfs rw
42 40 0:46 / /home/ann/local rw - xfs /dev/vdb rw
43 28 0:47 / /mnt/with\040space rw - cifs //server/share rw
44 28 0:48 / /mnt/disk rw shared:5 master:1 - fuseblk /dev/sdc rw
45 28 0:49 / /mnt/ssh rw - fuse.sshfs ann@host: rw
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/", "ext4"),
        ("/var/lib", "ext4"),
        ("/home", "nfs4"),
        ("/home/ann/brains", "nfs4"),
        ("/home/ann/local/brains", "xfs"),
        ("/homes", "ext4"),
        ("/mnt/c/Users", "9p"),
        ("/mnt/with space/x", "cifs"),
        ("/mnt/ssh", "fuse.sshfs"),
    ],
)
def test_the_nearest_mount_above_a_folder_counts(folder, kind):
    assert mounted_kind(folder, MOUNTS) == kind


@pytest.fixture
def mounts(tmp_path, monkeypatch):
    table = tmp_path / "mountinfo"
    table.write_text(MOUNTS)
    monkeypatch.setattr(filesystem, "_MOUNTS", table)


@pytest.mark.usefixtures("mounts")
@pytest.mark.parametrize("folder", ["/home/ann", "/mnt/c", "/mnt/ssh", "/mnt/with space"])
def test_network_filesystems_are_named(folder):
    assert network_kind(folder)


@pytest.mark.usefixtures("mounts")
@pytest.mark.parametrize("folder", ["/", "/home/ann/local", "/mnt/disk"])
def test_disks_are_local(folder):
    assert network_kind(folder) is None


def test_a_brain_on_a_network_is_refused_unless_forced(tmp_path, monkeypatch):
    path = tmp_path / "brain.myl"
    make(path)
    monkeypatch.setattr(filesystem, "network_kind", lambda folder: "nfs4")
    with pytest.raises(NetworkFilesystem, match="nfs4"):
        open_brain(path)
    with pytest.raises(NetworkFilesystem), past(path):
        """Its earlier states are not read there either."""
    with opened(path, force_network=True) as brain:
        assert contents(brain) == (set(), 0)
