"""A learner's own copy of the course: notebooks and exercises in a folder, brought up to date without touching work.

A record in the folder holds, for each file, the hash of what was handed out. A file that still has that hash holds no
work, and a newer version replaces it. Any other file stays as it is; a newer version is put beside it.
"""

import contextlib
import hashlib
import json
import os
from pathlib import Path

RECORD = ".autogradlab.json"
PARTS = ("notebooks", "exercises")


def pages(source: Path) -> dict[str, bytes]:
    """{path in the course: bytes} of its numbered notebooks, such as `notebooks/01_slope.ipynb`, in order."""
    found = sorted(path for part in PARTS for path in (source / part).glob("[0-9][0-9]_*.ipynb"))
    return {path.relative_to(source).as_posix(): path.read_bytes() for path in found}


def is_copy(folder: Path) -> bool:
    """Whether a learner's copy was made in this folder, wholly or in part."""
    return (folder / RECORD).is_file()


def bring_up_to_date(source: Path, folder: Path) -> list[str]:
    """Make or update in `folder` a learner's copy of the course in `source`; return the sentences to tell the learner.

    A page that was deleted comes back in its newest version. Nothing is lost when this is stopped halfway.
    Errors: OSError; ValueError when the record cannot be read.
    """
    record = _read_record(folder)
    first = not record
    if first:
        _write(folder / RECORD, b"{}")  # so that an unfinished copy is recognized as one
    news = []
    for name, data in pages(source).items():
        news += _hand_out(folder / name, data, record.get(name))
        if record.get(name) != _hash(data):
            record[name] = _hash(data)
            _write(folder / RECORD, json.dumps(record, indent=1).encode())
    return ([f"The course is now in {folder}; what you write there stays yours"] if first else []) + news


def _hand_out(page: Path, data: bytes, handed_out: str | None) -> list[str]:
    """Write a page, over an older version or beside one that holds work. `handed_out`: the last version's hash."""
    if not page.exists():
        _write(page, data)
        return []
    now, new = _hash(page.read_bytes()), _hash(data)
    if new in (now, handed_out):  # the same page, or work in this very version
        return []
    if now == handed_out:
        _write(page, data)
        return [f"{page.name}: the newer version took its place; you had not worked in it"]
    beside = _write_beside(page, data)
    return [f"{page.name} holds your work and stays as it is; the newer version is beside it: {beside.name}"]


def _write_beside(page: Path, data: bytes) -> Path:
    """Write `01_slope_new.ipynb`, or the first of `01_slope_new2.ipynb` and so on that does not exist yet."""
    number = 1
    while True:
        beside = page.with_stem(f"{page.stem}_new{number if number > 1 else ''}")
        with contextlib.suppress(FileExistsError), open(beside, "xb") as file:
            file.write(data)
            return beside
        number += 1


def _read_record(folder: Path) -> dict[str, str]:
    path = folder / RECORD
    if not path.exists():
        return {}
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise ValueError(
            f"`{path}` is damaged: it no longer says which pages hold your work\n"
            "  help: delete that one file; your pages stay, and newer versions are put beside them"
        )
    return record


def _write(path: Path, data: bytes) -> None:
    """Write a file completely or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.{os.getpid()}.half")
    try:
        half.write_bytes(data)
        os.replace(half, path)
    finally:
        half.unlink(missing_ok=True)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
