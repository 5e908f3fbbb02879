"""The private folder of a run: empty before, gone afterwards, whatever was done to it."""

import os
import stat
import tempfile
from contextlib import contextmanager, suppress

PREFIX = "autogradlab-"


@contextmanager
def private_folder():
    """The path of a new folder that only this user can enter."""
    path = tempfile.mkdtemp(prefix=PREFIX)
    try:
        yield path
    finally:
        remove(path)


def remove(path: str) -> None:
    """Remove a folder with all in it, however deep, locked or oddly named; what cannot be removed is left behind.

    Each subfolder is moved into a folder of ours, under a number, before it is emptied, so that paths stay short and
    nothing recurses. No link is followed. No other process may be at work in the folder.
    """
    with suppress(OSError):
        attic = tempfile.mkdtemp(prefix=PREFIX, dir=os.path.dirname(path))
        try:
            _move(path, attic, 0)
            _empty_all(attic)
        finally:
            os.rmdir(attic)


def _empty_all(attic: str) -> None:
    known = emptied = 0
    while emptied <= known:
        known = _empty(os.path.join(attic, str(emptied)), attic, known)
        emptied += 1


def _empty(folder: str, attic: str, known: int) -> int:
    """Empty and remove a folder; returns the number of the last folder that was moved into `attic`."""
    with suppress(OSError):
        for name in os.listdir(folder):
            with suppress(OSError):
                path = os.path.join(folder, name)
                if stat.S_ISDIR(os.lstat(path).st_mode):
                    _move(path, attic, known + 1)
                    known += 1
                else:
                    _unlink(path)
        os.rmdir(folder)
    return known


def _move(folder: str, attic: str, number: int) -> None:
    os.chmod(folder, stat.S_IRWXU)
    os.rename(folder, os.path.join(attic, str(number)))


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except PermissionError:  # a read-only file, on Windows
        os.chmod(path, stat.S_IRWXU)
        os.unlink(path)
