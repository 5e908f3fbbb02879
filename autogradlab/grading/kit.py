"""An assignment as it travels: the bytes of its files, so that every worker grades by the same, wherever it is, and
whatever is edited meanwhile."""

import hashlib
import tempfile
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

SHOWING = {"reports", "similarity.py"}  # what only shows rows judges nobody, so a change there grades nobody anew
ROOMS = ("autograd", "confine", "grading", "nn", "ops", "optim", "utils")


@dataclass(frozen=True)
class Kit:
    """The stem and version of an assignment, and its files as (path within the course's folder, bytes)."""

    stem: str
    version: str
    files: tuple[tuple[str, bytes], ...] = field(compare=False, repr=False)


def pack(folder: Path, stem: str) -> Kit:
    """The kit of an exercise in a course's folder. Errors: ValueError, OSError if it cannot be loaded."""
    names = (f"solutions/{stem}.ipynb", f"solutions/rubrics/{stem}.py")
    files = tuple((name, (folder / name).read_bytes()) for name in names)
    try:
        return Kit(stem, _loaded(stem, files).version, files)
    except ValueError:
        raise
    except Exception as error:  # a rubric is a program, the instructor's own
        raise ValueError(f"`{names[1]}` cannot be loaded: {type(error).__name__}: {error}") from None


def unpacked(kit: Kit):
    """The `assignment.Assignment` of a kit. Its files are gone from the disk before anybody's program can run."""
    return _loaded(kit.stem, kit.files)


@cache
def grader() -> str:
    """The version of the grader: a hash of the source of everything that judges, confines or computes."""
    package = Path(__file__).parents[1]
    parts = (part for room in ROOMS for part in sorted((package / room).rglob("*.py"))
             if not SHOWING.intersection(part.parts))
    return hashlib.sha256(b"".join(part.name.encode() + part.read_bytes() for part in parts)).hexdigest()


@lru_cache(maxsize=32)
def _loaded(stem: str, files):
    from . import assignment

    with tempfile.TemporaryDirectory(prefix="autogradlab-") as folder:
        for name, data in files:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return assignment.load(Path(folder), stem)
