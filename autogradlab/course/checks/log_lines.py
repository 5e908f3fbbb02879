"""The lines of a file of attempts: what a record holds, how it is written, and a reader that reads every line once.

A line begins with its line break, so one that was cut off by a crash spoils only itself. Lines that hold no record
are skipped; records of the first schema get defaults for the fields they lack.
"""

import json
import os
from pathlib import Path

SCHEMA = 2
#: Every field of a record, with its value when nothing is known. `phase` belongs to the inventory.
FIELDS = {
    "v": SCHEMA,
    "learner": "",
    "item": "",
    "seed": 0,
    "attempt": 0,
    "answer": "",
    "verdict": "",
    "tag": "",
    "confidence": "",
    "hint": 0,
    "seconds": "",
    "day": "",
    "phase": "",
}
_NAMES, _TYPES = tuple(FIELDS), tuple(map(type, FIELDS.values()))
_TOGETHER = 500  # lines parsed in one go, which is faster than one by one
_REMEMBERED = 100  # bytes that show whether a file is still the one that was read


def written(record: dict) -> bytes:
    """The line of one record, its line break first. ASCII, so that no letter can be cut in two or end a line."""
    return b"\n" + json.dumps(record).encode("ascii")


def records_in(data: bytes) -> list[dict]:
    """The records among the lines of a file, each with all fields."""
    lines = [line for line in data.decode("utf-8", errors="replace").split("\n") if line.strip()]
    batches = (lines[start : start + _TOGETHER] for start in range(0, len(lines), _TOGETHER))
    found = (_completed(value) for batch in batches for value in _parsed(batch))
    return [record for record in found if record]


def _parsed(lines: list[str]) -> list:
    """The values of many lines, parsed as one list; split in halves as long as a line among them cannot be parsed."""
    try:
        values = json.loads("[" + ",".join(lines) + "]")
    except (ValueError, RecursionError):
        values = []
    if len(values) == len(lines):
        return values
    half = len(lines) // 2
    return _parsed(lines[:half]) + _parsed(lines[half:]) if half else []


def _completed(value) -> dict | None:
    """The value as a record with every field and nothing else; None if it is not a record."""
    if not isinstance(value, dict):
        return None
    if tuple(value) != _NAMES:
        value = {name: value.get(name, default) for name, default in FIELDS.items()}
    return value if tuple(map(type, value.values())) == _TYPES and value["item"] else None


class Reader:
    """The records of one file, kept in memory; each call reads only what was appended since the last one."""

    def __init__(self, path: Path):
        self.path = path
        self._forget()

    def records(self) -> list[dict]:
        """All records, in the order of the file; none where there is no file."""
        self._catch_up()
        return list(self._records)

    def of_item(self, item_id: str) -> list[dict]:
        """The records of one item."""
        self._catch_up()
        return list(self._by_item.get(item_id, ()))

    def _forget(self) -> None:
        self._records, self._by_item = [], {}
        self._end, self._last, self._state = 0, b"", None

    def _catch_up(self) -> None:
        try:
            with open(self.path, "rb") as file:
                self._read_on(file)
        except OSError:
            self._forget()

    def _read_on(self, file) -> None:
        about = os.fstat(file.fileno())
        state = (about.st_ino, about.st_size, about.st_mtime_ns)
        if state == self._state:
            return
        if not self._has_grown(file, about.st_size):
            self._forget()
        file.seek(self._end)
        self._add(file.read(about.st_size - self._end))
        self._state = state

    def _has_grown(self, file, size: int) -> bool:
        """Whether the file is the one that was read, with more at its end; if not, it was replaced or edited."""
        file.seek(self._end - len(self._last))
        return self._state is not None and size > self._state[1] and file.read(len(self._last)) == self._last

    def _add(self, data: bytes) -> None:
        """Add the records of new lines. A last line that is not complete yet is left for the next call."""
        complete, _, last = data.rpartition(b"\n")
        ending = records_in(last)
        if not ending:
            data = data[: len(data) - len(last)]
        for record in records_in(complete) + ending:
            self._records.append(record)
            self._by_item.setdefault(record["item"], []).append(record)
        self._end += len(data)
        self._last = (self._last + data)[-_REMEMBERED:]
