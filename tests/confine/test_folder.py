"""The private folder is gone afterwards, whatever was done to it."""

import os
import socket

import pytest

from autogradlab.confine.folder import private_folder, remove

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="files of POSIX")


@pytest.fixture
def folder(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    yield inner
    assert list(tmp_path.iterdir()) == [], "something was left behind"


def test_it_is_new_and_gone_afterwards():
    with private_folder() as path:
        assert os.listdir(path) == []
        open(os.path.join(path, "x"), "w").close()
    assert not os.path.exists(path)


@posix
def test_a_tree_too_deep_to_walk(folder):
    here = os.open(folder, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d" * 10, dir_fd=here)
        here, above = os.open("d" * 10, os.O_RDONLY, dir_fd=here), here
        os.close(above)
    os.close(here)
    remove(str(folder))


@posix
def test_locked_folders_pipes_sockets_and_odd_names(folder, monkeypatch):
    locked = folder / "locked" / "0"
    locked.mkdir(parents=True)
    os.mkfifo(locked / "pipe")
    os.mknod(locked / ("n" * 255))
    os.symlink("/", folder / "link")
    os.symlink(folder, folder / "loop")
    os.mkdir(os.fsencode(folder) + b"/\xff\n*")
    monkeypatch.chdir(locked)
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind("socket")
    monkeypatch.undo()
    for path in (locked, locked.parent, folder):
        path.chmod(0)
    remove(str(folder))


@posix
def test_a_link_is_removed_and_not_followed(folder, tmp_path_factory):
    kept = tmp_path_factory.mktemp("kept")
    (kept / "file").write_text("mine")
    os.symlink(kept, folder / "link")
    os.link(kept / "file", folder / "twin")
    remove(str(folder))
    assert (kept / "file").read_text() == "mine"


def test_many_files_and_folders(folder):
    for number in range(60):
        (folder / f"{number}" / "1" / "2").mkdir(parents=True)
        (folder / f"{number}" / "file").write_text("x")
    remove(str(folder))


def test_a_folder_that_is_gone_already(folder):
    folder.rmdir()
    remove(str(folder))
