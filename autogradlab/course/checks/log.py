"""The learner's private log of attempts: JSON lines in the user's own data folder, never in a notebook.

A record is one `write` to a file opened for appending, so two kernels never mix their lines. It begins with its
line break: a line that was cut off by a crash spoils itself only. `AUTOGRADLAB_RECORD=0` switches recording off,
`AUTOGRADLAB_DATA` names another folder. Recording never fails: what could not be saved is said in one sentence.
"""

import errno
import json
import os
import secrets
import sys
from datetime import date
from pathlib import Path

from autogradlab.course.checks.wording import quoted

SCHEMA = 1
LONGEST_ANSWER = 200
_DURATIONS = ((10, "under 10 s"), (30, "under 30 s"), (60, "under 1 min"), (300, "under 5 min"))


def folder() -> Path:
    """Where the log lives: AUTOGRADLAB_DATA, or the place this system keeps a user's data."""
    chosen = os.environ.get("AUTOGRADLAB_DATA")
    return Path(chosen) if chosen else _data_home() / "autogradlab"


def recording() -> bool:
    """Whether attempts are recorded at all."""
    return os.environ.get("AUTOGRADLAB_RECORD", "1") != "0"


def learner() -> str:
    """A random name for this learner, made at the first attempt; empty where nothing can be kept."""
    if not recording():
        return ""
    path = folder() / "learner"
    try:
        folder().mkdir(parents=True, exist_ok=True)
        _write(path, secrets.token_hex(8), os.O_EXCL)
    except FileExistsError:
        pass
    except OSError:
        return ""
    try:
        return path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def record(**fields) -> str:
    """Appends one attempt. Returns a sentence for the learner if it could not be saved, else nothing."""
    if not recording():
        return ""
    line = {"v": SCHEMA, "learner": learner(), **fields, "day": date.today().isoformat()}
    try:
        folder().mkdir(parents=True, exist_ok=True)
        _write(_file(), "\n" + json.dumps(line, ensure_ascii=False))
    except OSError as error:
        place = quoted(str(folder()), 100)
        return (
            f"This attempt was not saved, because `{place}` cannot be written: {error.strerror}. "
            "Checks work all the same; `AUTOGRADLAB_DATA` can name another folder."
        )
    return ""


def attempts(item_id: str | None = None) -> list[dict]:
    """All recorded attempts, oldest first, or those at one item. Lines that cannot be read are left out."""
    try:
        lines = _file().read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return []
    records = filter(None, map(_parsed, lines))
    return [record for record in records if item_id in (None, record.get("item"))]


def coarse(seconds: float | None) -> str:
    """A duration as roughly as it is kept."""
    if seconds is None:
        return ""
    return next((words for limit, words in _DURATIONS if seconds < limit), "longer")


def show() -> str:
    """The log as a table, one line an attempt."""
    columns = {"day": 10, "item": 8, "verdict": 8, "tag": 16, "answer": 0}
    rows = ["  ".join(f"{record.get(name, ''):{width}}" for name, width in columns.items()) for record in attempts()]
    return "\n".join([f"{len(rows)} attempts in {_file()}", *rows])


def delete() -> int:
    """Deletes the log and the learner's random name. Returns how many attempts were forgotten. Errors: OSError."""
    count = len(attempts())
    for path in (_file(), folder() / "learner"):
        path.unlink(missing_ok=True)
    return count


def export(path) -> int:
    """Writes all attempts to a file of JSON lines and returns how many left the house. Errors: OSError."""
    records = attempts()
    Path(path).write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
    return len(records)


def _file() -> Path:
    return folder() / "attempts.jsonl"


def _data_home() -> Path:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")


def _write(path: Path, text: str, flags: int = 0) -> None:
    """One `write` at the end of the file. Errors: OSError, also when only a part fitted on the disk."""
    data = text.encode("utf-8")
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0) | flags, 0o600)
    try:
        if os.write(handle, data) < len(data):
            raise OSError(errno.ENOSPC, "the disk is full")
    finally:
        os.close(handle)


def _parsed(line: str) -> dict | None:
    try:
        record = json.loads(line) if line.strip() else None
    except ValueError:
        return None
    return record if isinstance(record, dict) and "item" in record else None
