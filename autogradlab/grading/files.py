"""The files of a folder or a zip: listed without opening anything but regular files, and read within limits.

Nothing is unpacked on the disk: a member of a zip is read into memory when its turn comes.
"""

import io
import os
import re
import stat
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from .names import is_nobodys, is_notebook

LARGEST = 20 * 2**20  # bytes of a file that is read
LARGEST_ZIP, MOST_UNPACKED = 50 * 2**20, 100 * 2**20  # of a student's zip; of the zips within it together
MOST_MEMBERS, MOST_OF_ONE_STUDENT = 200_000, 2_000  # files in the class's zip; in a student's, with the zips within it
DEEPEST, LONGEST_NAME = 12, 4_096  # folders within folders; characters, as in a path on a disk
LEFT_BY_PROGRAMS = re.compile(r"\.ipynb_checkpoints|__MACOSX|\._.*|\.DS_Store|Thumbs\.db|desktop\.ini", re.I)
_BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError, ValueError)
_KINDS = ((stat.S_ISLNK, "a link"), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))


@dataclass(frozen=True)
class File:
    """A file and where it is.

    parts    the names on the way to it, from the top; those within a zip included
    path     on the disk; for a member of a zip, the zip's own, and `inside` the names of members on the way to it
    changed  when it was modified, in seconds since 1970, 0 if unknown; `packed` the same of the student's zip around it
    problem  why it is not read, as the end of a sentence that starts with its name; empty if it may be
    hollow   whether it is a folder without any file, which is kept so that its student is not lost
    """

    parts: tuple[str, ...]
    path: Path
    inside: tuple[str, ...] = ()
    changed: float = 0.0
    problem: str = ""
    hollow: bool = False
    packed: float = 0.0

    @property
    def arrived(self) -> float:
        """The earliest time at which it can have been handed in; 0 if unknown."""
        return max(self.changed, self.packed)


@dataclass
class _Room:
    """What is still looked at of one student's zip: so many files, and so many bytes of zips within it."""

    files: int = field(default_factory=lambda: MOST_OF_ONE_STUDENT)
    unpacked: int = field(default_factory=lambda: MOST_UNPACKED)


class Unread(ValueError):
    """A file that cannot be read; the reason is the end of a sentence."""


def walk(path: Path) -> Iterator[File]:
    """Yield every file of a folder or a zip, or the one file that the path names, in an order that is always the same,
    and every folder within that holds no file (see `File.hollow`).

    Errors: Unread if there is nothing to look into.
    """
    try:
        how = os.stat(path)  # the path that the instructor names may be a link
    except OSError as error:
        raise Unread(f"cannot be opened: {error.strerror}") from None
    if stat.S_ISDIR(how.st_mode):
        yield from _in_folder(path, ())
    elif path.suffix.lower() == ".zip":
        yield from _in_zip(path, (), (), None)
    elif problem := _irregular(how.st_mode):
        raise Unread(problem)
    elif not is_notebook(path.name):
        raise Unread("is neither a notebook nor a zip")
    else:
        yield _on_disk(path, (path.name,), how)


def read(path: Path, inside: tuple[str, ...] = (), largest: int = LARGEST) -> bytes:
    """The bytes of a regular file, or of a member of a zip. It never blocks, and follows no link.

    Errors: Unread.
    """
    try:
        return _member(path, inside, largest) if inside else _regular(path, largest)
    except Unread:
        raise
    except OSError as error:
        raise Unread(f"cannot be read: {error.strerror or error}") from None
    except _BROKEN_ZIP:
        raise Unread("cannot be read: its zip is damaged") from None


def too_large(size: int, largest: int) -> str:
    """The end of a sentence about a size, empty if it is not beyond the limit."""
    return f"has {size:,} bytes; at most {largest:,} are read" if size > largest else ""


# ---- on the disk ----------------------------------------------------------------------------------------------------


def _in_folder(folder: Path, parts: tuple[str, ...]) -> Iterator[File]:
    entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    told = [entry for entry in entries if not LEFT_BY_PROGRAMS.fullmatch(entry.name)]
    may_be_the_classs = not parts and sum(not is_nobodys(entry.name) for entry in told) == 1
    if parts and not told:
        yield File(parts, folder, problem=_hollow("a folder", bool(entries)), hollow=True)
    for entry in told:
        path, within = folder / entry.name, (*parts, entry.name)
        try:
            how = os.lstat(path)
        except OSError as error:
            yield File(within, path, problem=f"cannot be opened: {error.strerror}")
            continue
        if stat.S_ISDIR(how.st_mode) and not entry.name.lower().endswith(".ipynb"):
            yield from _opened_folder(path, within)
        elif stat.S_ISREG(how.st_mode) and path.suffix.lower() == ".zip":
            yield from _in_zip(path, (), within, None if may_be_the_classs else _Room(), how.st_mtime)
        else:
            yield _on_disk(path, within, how)


def _hollow(what: str, left: bool) -> str:
    return f"is {what} that holds only what programs leave there" if left else f"is {what} without a file"


def _opened_folder(path: Path, parts: tuple[str, ...]) -> Iterator[File]:
    try:
        os.scandir(path).close()
    except OSError as error:
        yield File(parts, path, problem=f"cannot be opened: {error.strerror}")
        return
    if len(parts) > DEEPEST:
        yield File(parts, path, problem=f"is a folder within {DEEPEST} folders, and is not opened")
    else:
        yield from _in_folder(path, parts)


def _on_disk(path: Path, parts: tuple[str, ...], how: os.stat_result) -> File:
    return File(parts, path, (), how.st_mtime, _irregular(how.st_mode) or too_large(how.st_size, LARGEST))


def _irregular(mode: int) -> str:
    if stat.S_ISREG(mode):
        return ""
    kind = next((name for is_it, name in _KINDS if is_it(mode)), "a device")
    return f"is {kind}, not a regular file, and was not opened"


def _regular(path: Path, largest: int) -> bytes:
    """Open a file without blocking (a pipe may have taken its place), and check again what was opened."""
    if problem := _irregular(os.lstat(path).st_mode):
        raise Unread(problem)
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        how = os.fstat(file.fileno())
        if problem := _irregular(how.st_mode) or too_large(how.st_size, largest):
            raise Unread(problem)
        return file.read(how.st_size)


# ---- in a zip -------------------------------------------------------------------------------------------------------


def _in_zip(
    path: Path, inside: tuple[str, ...], parts: tuple[str, ...], room: _Room | None, packed: float = 0.0
) -> Iterator[File]:
    """The members of a zip and of the zips among them, but no deeper.

    `room` is None for the class's zip. `packed` is when the zip was written, if it is a student's own.
    """
    try:
        members = _members(path, inside, room)
    except Unread as error:
        if not parts:  # it is the whole input, not a student's hand-in
            raise
        yield File(parts, path, inside, problem=str(error), packed=packed)
        return
    times, hollow, empty = Counter(member.orig_filename for member in members), _Hollow(), True
    for member in members:
        if hollow.takes(member):
            continue
        empty = False
        hollow.not_on_the_way_to(member)
        yield from _in_member(member, times[member.orig_filename], path, inside, parts, room, packed)
    if not parts:
        yield from (File(names, path, inside, problem=_hollow("a folder", left), hollow=True) for names, left in hollow)
    elif empty:
        yield File(parts, path, inside, problem=_hollow("a zip", hollow.by_programs), packed=packed)


def _members(path: Path, inside: tuple[str, ...], room: _Room | None) -> list[zipfile.ZipInfo]:
    """The members of a zip, taken out of the student's `room`. Errors: Unread."""
    most = room.files if room else MOST_MEMBERS
    try:
        if not inside:
            if room and (problem := too_large(os.stat(path).st_size, LARGEST_ZIP)):
                raise Unread(problem)
            with open(path, "rb") as file:
                _check_length(file, most)
        members = _zip(path, inside)[0].infolist()
    except Unread:
        raise
    except (OSError, UnicodeError, *_BROKEN_ZIP):
        raise Unread("is a zip that cannot be opened") from None
    if len(members) > most:
        raise Unread(f"is a zip of {len(members):,} files; at most {most:,} are looked at")
    if room:
        room.files -= len(members)
    return members


class _Hollow:
    """The folders of a zip that hold no file, each with whether programs left something there."""

    def __init__(self):
        self.left: dict[tuple[str, ...], bool] = {}
        self.full: set[tuple[str, ...]] = set()
        self.by_programs = False

    def takes(self, member: zipfile.ZipInfo) -> bool:
        """Whether a member is not a hand-in but a folder, or something that a program left; remembers its folder."""
        names = _names(member)
        left = next((place for place, name in enumerate(names) if LEFT_BY_PROGRAMS.fullmatch(name)), None)
        if left is None and not member.orig_filename.endswith("/"):
            return False
        folder, self.by_programs = names[:left][:DEEPEST], self.by_programs or left is not None
        if folder and not {"", ".", ".."}.intersection(folder):
            self.left[folder] = self.left.get(folder, False) or left is not None
        return True

    def not_on_the_way_to(self, member: zipfile.ZipInfo) -> None:
        names = _names(member)[:DEEPEST]
        self.full.update(names[:end] for end in range(1, len(names) + 1))

    def __iter__(self) -> Iterator[tuple[tuple[str, ...], bool]]:
        """The deepest ones: a folder that holds nothing but an empty folder is represented by the latter."""
        above = {names[:end] for names in self.left for end in range(1, len(names))}
        return iter(sorted(each for each in self.left.items() if each[0] not in self.full | above))


def _names(member: zipfile.ZipInfo) -> tuple[str, ...]:
    """The names on the way to a member, without those in the middle of a way that is far too long."""
    *way, rest = member.orig_filename.rstrip("/").split("/", 2 * DEEPEST)
    return (*way, rest.rpartition("/")[2])


def _in_member(member: zipfile.ZipInfo, times: int, path: Path, inside, parts, room, packed: float) -> Iterator[File]:
    name, within = member.orig_filename, _names(member)
    zipped = name.lower().endswith(".zip")
    problem = _unfit(member, times, LARGEST_ZIP if zipped else LARGEST)
    if zipped and inside and not problem:
        problem = "is a zip in a zip in a zip, and is not opened"
    if zipped and room and not problem and member.file_size > room.unpacked:
        problem = f"is not opened: it and the zips beside it have more than {MOST_UNPACKED:,} bytes"
    if zipped and not problem:
        room = room or _Room()
        room.unpacked -= member.file_size
        yield from _in_zip(path, (*inside, name), parts + within, room, max(packed, _when(member)))
    else:
        yield File(parts + within, path, (*inside, name), _when(member), problem, packed=packed)


def _unfit(member: zipfile.ZipInfo, times: int, largest: int) -> str:
    """Why a member is not unpacked. `zipfile` unpacks no more than the stated size, so a false one gains nothing."""
    name, mode = member.orig_filename, member.external_attr >> 16
    if len(name) > LONGEST_NAME:
        return f"has a name of {len(name):,} characters"
    if name.startswith("/") or re.match(r"[a-z]:", name, re.I) or {"..", ".", ""} & set(re.split(r"[/\\]", name)):
        return "has a name that leads out of its zip"
    if "\\" in name or "\0" in name:
        return "has a backslash or a zero byte in its name"
    if stat.S_IFMT(mode) and not stat.S_ISREG(mode):
        return _irregular(mode)
    if times > 1:
        return f"is in its zip {times} times, and nothing says which one is meant"
    if member.flag_bits & 1:
        return "is encrypted"
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in a way that is not read here; the usual ones are `stored` and `deflated`"
    return too_large(member.file_size, largest)


def _when(member: zipfile.ZipInfo) -> float:
    try:
        return time.mktime((*member.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return 0.0


def _zip(path: Path, inside: tuple[str, ...]) -> tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]:
    """An open zip, and its members by name, exactly as the names are written in it."""
    how = os.stat(path)
    return _opened_zip(path, inside, (how.st_mtime_ns, how.st_size))


@lru_cache(maxsize=4)  # the list of members is read once per zip, not once per member
def _opened_zip(path: Path, inside: tuple[str, ...], _) -> tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]:
    if inside:
        data = io.BytesIO(_member(path, inside, LARGEST_ZIP))
        _check_length(data, MOST_OF_ONE_STUDENT)
    archive = zipfile.ZipFile(data if inside else path)
    return archive, {member.orig_filename: member for member in archive.infolist()}


def _check_length(file: BinaryIO, most: int) -> None:
    """Refuse a zip of too many members before `zipfile` makes a list of them, which may take all memory.

    They are counted by their signatures. Some may stand in the members' data by chance, so twice as many pass.
    Errors: Unread.
    """
    found, end = 0, b""
    while piece := file.read(2**20):
        found += (end + piece).count(b"PK\x01\x02")
        end = piece[-3:]
        if found > 2 * most:
            raise Unread(f"is a zip of more than {most:,} files, and is not opened")
    file.seek(0)


def _member(path: Path, inside: tuple[str, ...], largest: int) -> bytes:
    archive, members = _zip(path, inside[:-1])
    member = members[inside[-1]]
    if problem := too_large(member.file_size, largest):
        raise Unread(problem)
    return archive.read(member)
