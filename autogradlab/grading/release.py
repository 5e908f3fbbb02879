"""The learners' copy: the course without its solutions and rubrics, in a folder that works by itself.

Exercises are made afresh from the solutions, and notebooks lose their outputs, so that nothing slips through that
somebody ran or solved in the course's own folder.
"""

import os
import re
import shutil
from pathlib import Path

from .exercises import exercise_text
from .writing import told

# Tests are not among them: they contain right answers.
PARTS = (
    "notebooks",
    "autogradlab",
    "docs",
    "course.py",
    "pyproject.toml",
    "constraints.txt",
    "environment.yml",
    "README.md",
    "CONTRIBUTING.md",
    "LICENSE",
)
# Pages for instructors: right answers to votes, attacks that were tried on the grading, how to teach and to grade.
FOR_INSTRUCTORS = {
    Path("docs", name + ".md") for name in ("instructors", "grading", "attacks", "nbgrader", "inventory")
}
_LINK = re.compile(r"\[([^\]\n]+)\]\(([^)#\s]+)[^)\s]*\)")
MOST_NAMED = 3  # files in one sentence


def release(course, folder, replace=False):
    """Write the learners' copy of a course into a folder; return the paths within it that are new or have changed.

    A new folder appears as a whole. An existing one has to be empty, or to hold a notebook of the course; files of
    another name in it stay as they are, and a file that differs is only replaced if `replace` says so.

    Raises ValueError if that cannot be done; nothing has changed then, unless the disk failed between two files.
    """
    course, folder = Path(course), Path(folder)
    _refuse(course, folder)
    files = contents(course)
    _refuse_foreign(folder, files)
    with told(folder):
        changed = {name: data for name, data in files.items() if not _holds(folder / name, data)}
    taken = [name for name in changed if os.path.lexists(folder / name)]
    if taken and not replace:
        raise ValueError(
            f"`{folder}` holds {_counted(taken)} that would change: {_named(taken)}; nothing was written\n"
            "  help: name a new folder, or add `--replace`"
        )
    if changed:
        with told(folder):
            _put_all(changed, folder)
    return [folder / name for name in changed]


def contents(course):
    """All files that learners get: their bytes, by their path within the folder. Raises ValueError, OSError."""
    solutions = sorted((course / "solutions").glob("*.ipynb"))
    if not solutions:
        raise ValueError(
            f"`{course}` holds no solutions to make exercises from\n  help: give the command in the course's own folder"
        )
    paths = {path.relative_to(course): path for part in PARTS for path in _files(course / part)}
    files = {name: _handed_out(path, name) for name, path in paths.items() if name not in FOR_INSTRUCTORS}
    return files | {Path("exercises", path.name): exercise_text(path).encode() for path in solutions}


def _handed_out(path, name):
    if path.suffix == ".ipynb":
        return exercise_text(path).encode()
    return _unlinked(path.read_text("utf-8"), name).encode() if path.suffix == ".md" else path.read_bytes()


def _unlinked(text, name):
    """A page without links to pages that stay with the instructors."""

    def plain(found):
        leads_to = Path(os.path.normpath(name.parent / found[2]))
        return f"{found[1]} (not in this copy)" if leads_to in FOR_INSTRUCTORS else found[0]

    return _LINK.sub(plain, text)


def _files(part):
    """The files of a part of the course, without hidden files, caches and the like."""
    found = sorted(part.rglob("*")) if part.is_dir() else [part]
    return [path for path in found if path.is_file() and not any(map(_left, path.relative_to(part.parent).parts))]


def _left(name):
    return name.startswith(".") or name == "__pycache__" or name.endswith((".pyc", ".egg-info"))


def _refuse(course, folder):
    """Refuse a folder inside a part of the course, one that holds solutions, and a file. Errors: ValueError."""
    where = folder.resolve()
    for part in (*PARTS, "exercises", "solutions", "tests"):
        if where.is_relative_to((course / part).resolve()):
            raise ValueError(f"`{folder}` lies in the course's own `{part}`\n  help: name a folder outside the course")
    if (folder / "solutions").exists():
        raise ValueError(f"`{folder}` holds `solutions`, which learners must not get\n  help: name another folder")
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"`{folder}` is a file\n  help: name a folder, preferably one that is not there yet")


def _refuse_foreign(folder, files):
    """Refuse a folder that holds other things but no notebook of the course: it is not an earlier learners' copy."""
    with told(folder):
        held = folder.is_dir() and any(not path.name.startswith(".") for path in folder.iterdir())
    if held and not any((folder / name).exists() for name in files if name.suffix == ".ipynb"):
        raise ValueError(
            f"`{folder}` holds other things and no notebook of the course; nothing was written\n"
            "  help: name a new folder, or an empty one"
        )


def _holds(path, data):
    return path.is_file() and not path.is_symlink() and path.read_bytes() == data


def _put_all(files, folder):
    """Write all files to a staging folder before the first is moved into place: most failures happen by then."""
    home = folder if folder.exists() else folder.parent
    home.mkdir(parents=True, exist_ok=True)
    stage = home / f".{folder.name}.{os.getpid()}.new"
    try:
        for name, data in files.items():
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).write_bytes(data)
        if home is folder:
            _move(files, stage, folder)
        else:
            os.rename(stage, folder)
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _move(files, stage, folder):
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        os.replace(stage / name, folder / name)


def _counted(names):
    return f"{len(names)} file{'s' * (len(names) > 1)}"


def _named(names):
    rest = len(names) - MOST_NAMED
    return ", ".join(map(str, names[:MOST_NAMED])) + (f" and {rest} more" if rest > 0 else "")
