"""What all processes of a run may use together, checked from outside again and again while it runs. Linux only."""

import os
import stat

from .. import tree
from .limits import MEMORY

CROWD = 32  # processes
MOST_THREADS = 2 * CROWD  # of all of them
MEMORY_OF_ALL = 2 * MEMORY  # bytes; what two processes share is counted twice
DISK = 64 * 2**20  # bytes in the private folder
MOST_ENTRIES = 2000  # files and folders in it
EXCESSES = TOO_MANY, THREADS, TOO_MUCH_MEMORY, TOO_FULL = (
    "too many processes",
    "too many threads",
    "too much memory",
    "too much disk space",
)
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def excess(folder: str) -> str:
    """What this process's descendants use too much of, one of EXCESSES; empty if nothing."""
    processes = tree.descendants()
    if len(processes) > CROWD:
        return TOO_MANY
    if sum(map(_threads, processes)) > MOST_THREADS:
        return THREADS
    if sum(map(_memory, processes)) > MEMORY_OF_ALL:
        return TOO_MUCH_MEMORY
    return TOO_FULL if _is_full(folder) else ""


def _threads(process: int) -> int:
    """The number of a process's threads; 0 if it is gone."""
    try:
        return len(os.listdir(f"/proc/{process}/task"))
    except OSError:
        return 0


def _memory(process: int) -> int:
    """Bytes that a process holds in memory; 0 if it is gone."""
    try:
        with open(f"/proc/{process}/statm") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _is_full(folder: str) -> bool:
    """Whether a folder holds too much, or what cannot be measured."""
    try:
        return _holds_too_much(folder)
    except OSError:
        return True


def _holds_too_much(folder: str) -> bool:
    """Whether a folder is too large; stops looking as soon as that is clear. Errors: OSError for a path that is too
    long, or a folder that cannot be listed, although it can be filled."""
    size, entries, waiting = 0, 0, [folder]
    while waiting:
        for entry in _entries(waiting.pop()):
            entries += 1
            size += _size(entry)
            if size > DISK or entries > MOST_ENTRIES:
                return True
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
    return False


def _entries(folder: str) -> list[os.DirEntry]:
    try:
        with os.scandir(folder) as entries:
            return [entry for entry, _ in zip(entries, range(MOST_ENTRIES + 1))]
    except (FileNotFoundError, NotADirectoryError):  # it is gone
        return []
    except PermissionError:
        if os.stat(folder).st_mode & stat.S_IXUSR:
            raise
        return []


def _size(entry: os.DirEntry) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_blocks * 512
    except FileNotFoundError:
        return 0
