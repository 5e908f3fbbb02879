"""The learner's private log of attempts: JSON lines in the user's own data folder, never in a notebook.

A record is one `write` to a file opened for appending, so two kernels never mix their lines.
`AUTOGRADLAB_RECORD=0` switches recording off, `AUTOGRADLAB_DATA` names another folder. A record that cannot be saved
raises no error: `record` returns one sentence about it.
"""

import errno
import os
import re
import secrets
import sys
import time
from datetime import date
from functools import lru_cache
from pathlib import Path

from autogradlab.course.checks.log_lines import FIELDS, Reader, written
from autogradlab.course.checks.wording import quoted

LONGEST_ANSWER = 200
_DURATIONS = ((10, "under 10 s"), (30, "under 30 s"), (60, "under 1 min"), (300, "under 5 min"))
_NAME = re.compile(r"[0-9a-f]{16}")


def folder() -> Path:
    """The folder of the log: AUTOGRADLAB_DATA, or the place where this system keeps a user's data.

    Errors: OSError where the user has no home folder.
    """
    chosen = os.environ.get("AUTOGRADLAB_DATA")
    return Path(chosen) if chosen else _data_home() / "autogradlab"


def file() -> Path:
    """The file of attempts. Errors: OSError where the user has no home folder."""
    return folder() / "attempts.jsonl"


def recording() -> bool:
    """Whether attempts are recorded at all."""
    return os.environ.get("AUTOGRADLAB_RECORD", "1") != "0"


def learner() -> str:
    """A random name for this learner, made at the first attempt; empty where nothing can be kept."""
    if not recording():
        return ""
    try:
        return _name_in(folder() / "learner") or _new_name(folder() / "learner")
    except OSError:
        return ""


def record(**fields) -> str:
    """Append one record of `fields`, as in `log_lines.FIELDS`; learner and day are set here, and a long answer is cut.

    Returns a sentence for the learner if it could not be saved, else nothing. Errors: TypeError for a field that no
    record may hold.
    """
    if foreign := fields.keys() - FIELDS.keys():
        raise TypeError(f"a record of an attempt has no field {', '.join(sorted(foreign))}")
    if not recording():
        return ""
    made_here = {"learner": learner(), "day": date.today().isoformat()}
    line = FIELDS | fields | made_here | {"answer": fields.get("answer", "")[:LONGEST_ANSWER]}
    try:
        folder().mkdir(parents=True, exist_ok=True)
        _append(file(), written(line))
    except OSError as error:
        return _not_saved(error)
    return ""


def attempts(item_id: str | None = None) -> list[dict]:
    """All records, oldest first, or those of one item; a record whose verdict is "revealed" is not an attempt."""
    try:
        reader = _reader(file())
    except OSError:
        return []
    return reader.records() if item_id is None else reader.of_item(item_id)


def coarse(seconds: float | None) -> str:
    """A duration in the rough words that the log keeps, such as "under 30 s"; empty for None."""
    if seconds is None:
        return ""
    return next((words for limit, words in _DURATIONS if seconds < limit), "longer")


def delete() -> int:
    """Delete the log and the learner's random name. Returns how many records were deleted. Errors: OSError."""
    count = len(attempts())
    for path in (file(), folder() / "learner"):
        path.unlink(missing_ok=True)
    return count


@lru_cache(maxsize=4)
def _reader(path: Path) -> Reader:
    return Reader(path)


def _data_home() -> Path:
    home = Path(os.path.expanduser("~"))
    if not home.is_absolute():
        raise OSError("no home folder is known for this user")
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")


def _name_in(path: Path) -> str:
    """The learner's name; empty if there is none yet or the file holds no complete name."""
    try:
        name = path.read_text("ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""
    return name if _NAME.fullmatch(name) else ""


def _new_name(path: Path) -> str:
    """A new name, or the one that another kernel is writing at this moment. Errors: OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        _append(path, secrets.token_hex(8).encode("ascii"), os.O_EXCL)
    except FileExistsError:
        time.sleep(0.05)
        if not _name_in(path):
            path.write_bytes(secrets.token_hex(8).encode("ascii"))
    return _name_in(path)


def _append(path: Path, data: bytes, flags: int = 0) -> None:
    """Append the data with one `write`. Errors: OSError, also if only a part of it fits on the disk."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0) | flags, 0o600)
    try:
        if os.write(handle, data) < len(data):
            raise OSError(errno.ENOSPC, "the disk is full")
    finally:
        os.close(handle)


def _not_saved(error: OSError) -> str:
    place = f"`{quoted(error.filename or str(folder()), 100)}` cannot be written: " if error.strerror else ""
    return (
        f"This attempt was not saved, because {place}{error.strerror or error}. "
        "Checks still work; `AUTOGRADLAB_DATA` can name another folder."
    )
