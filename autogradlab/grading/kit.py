"""An assignment packed for the workers: the bytes of its files, so that all of them grade by the same version, wherever
they run and whatever is edited meanwhile."""

import hashlib
import tempfile
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

#: These parts only present things and cannot affect a grade, so a change in them does not cause regrading.
SHOWING = {"reports", "similarity.py", "draw", "site", "widgets", "plots", "classroom", "css", "__pycache__"}


@dataclass(frozen=True)
class Kit:
    """The stem and version of an assignment, its files as (path within the course's folder, bytes), and the prelude of
    its runs, with which an interpreter can be started before the files are loaded."""

    stem: str
    version: str
    files: tuple[tuple[str, bytes], ...] = field(compare=False, repr=False)
    prelude: str = field(default="", compare=False, repr=False)


def pack(folder: Path, stem: str) -> Kit:
    """The kit of an exercise in a course's folder. Errors: ValueError, OSError if it cannot be loaded."""
    names = (f"solutions/{stem}.ipynb", f"solutions/rubrics/{stem}.py")
    files = tuple((name, (folder / name).read_bytes()) for name in names)
    try:
        loaded = _loaded(stem, files)
    except ValueError:
        raise
    except Exception as error:  # a rubric is a program of the instructor's, and may raise anything
        raise ValueError(f"`{names[1]}` cannot be loaded: {type(error).__name__}: {error}") from None
    return Kit(stem, loaded.version, files, loaded.prelude)


def unpacked(kit: Kit):
    """The `assignment.Assignment` of a kit. Its files are gone from the disk before a student's program can run."""
    return _loaded(kit.stem, kit.files)


@cache
def grader() -> str:
    """The version of the grader: a hash of the package `autogradlab`, without the parts in SHOWING."""
    return version_of(Path(__file__).parents[1])


def version_of(package: Path) -> str:
    """A hash of all files in the folder of a package, by name and content, without those in SHOWING."""
    found = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package)
        if path.is_file() and not SHOWING.intersection(name.parts):
            found.update(name.as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


@lru_cache(maxsize=32)
def _loaded(stem: str, files):
    from . import assignment

    with tempfile.TemporaryDirectory(prefix="autogradlab-") as folder:
        for name, data in files:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return assignment.load(Path(folder), stem)
