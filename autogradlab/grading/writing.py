"""How the course's own files are written: a file whole or not at all, and one run at a time in a course's folder."""

import errno
import os
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: two runs are not kept apart there, but each file is still written whole
    fcntl = None

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def put(path: Path, text: str) -> None:
    """Write a text to a file, with Unix line ends; if that fails, the file stays as it was. Errors: ValueError."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.new")
    with told(path):
        try:
            path.parent.mkdir(exist_ok=True)
            unfinished.write_text(text, "utf-8", newline="\n")
            os.replace(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)


@contextmanager
def told(path: Path):
    """Turn an OSError on writing a file or folder into a ValueError that says what is wrong and what helps."""
    try:
        yield
    except OSError as error:
        if isinstance(error, FileExistsError) and path.is_file():
            raise ValueError(f"`{path}` is a file\n  help: name a folder, or one that is not there yet") from None
        cure = (
            "make room on the disk, then give the same command again"
            if error.errno in _FULL
            else "name a place that you may write to, or change who may write to this one"
        )
        raise ValueError(f"`{path}` cannot be written: {error.strerror or error}\n  help: {cure}") from None


def there(folder: Path) -> None:
    """Check that the folder of the solutions exists. Errors: ValueError."""
    if not folder.is_dir():
        raise ValueError(
            f"there is no folder `{folder}`\n  help: give the command in the course's own folder; "
            "a copy for learners holds no solutions"
        )


@contextmanager
def alone(folder: Path):
    """Keep other runs from writing a course's exercises; the lock ends with this process, however that ends.

    Errors:  ValueError if there is no such folder, or another run is at work.
    """
    there(folder)
    if not fcntl:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ValueError(
            f"another `autogradlab exercises` is at work on `{folder}`\n"
            "  help: wait until it is done, then give the command again"
        ) from None
    except OSError:  # some network folders have no locks
        pass
