"""Build the pages: gather them, run the lessons, and have Sphinx write."""

import io
import os
import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from .gather import gather, pictures
from .run import execute, variables
from .settings import CONF, LOOK, course_sheet, settings

COLOR = re.compile(r"\x1b\[[\d;]*m")
FOR_INSTRUCTORS = "docs/instructors.md"  # not in a copy for learners
WORKERS = min(4, os.cpu_count() or 1)


def build(course, out, only=(), workers=WORKERS, tell=lambda done, count: None):
    """Write the pages of the course in the folder `course` into the folder `out`; return Sphinx's warnings.

    `only` names the lessons to take, by stem. `tell(done, count)` is called after each lesson. The contents of `out`
    stay until all is done. Raises ValueError if `out` holds anything but pages that were built here, if it cannot be
    written, or if a lesson does not run to its end.
    """
    out = _usable(Path(out))
    with tempfile.TemporaryDirectory() as work:
        names = ("source", "extra", "look", "home", "pages")
        source, extra, look, home, pages = (_made(Path(work).resolve() / name) for name in names)
        lessons = gather(Path(course), source, only)
        _run(lessons, _made(extra / "moving"), variables(home, Path(course).resolve()), workers, tell)
        pictures(Path(course), extra)
        _dress_up(look)
        complaints = _write(source, pages, Path(work) / "doctrees", settings(extra, look), workers)
        _put(pages, out)
    return complaints


def _made(folder):
    folder.mkdir()
    return folder


def _usable(out):
    """Return the folder. Raises ValueError unless it is new, empty, or holds pages that were built here."""
    if out.exists() and not out.is_dir():
        raise ValueError(f"`{out}` is a file, and the pages need a folder\n  help: name a folder that is not there yet")
    held = {path.name for path in out.iterdir()} - {".git"} if out.is_dir() else set()
    if held and ".buildinfo" not in held:
        raise ValueError(
            f"`{out}` holds other files, and building would mix them with the pages\n"
            "  help: name an empty folder, or one that is not there yet"
        )
    _try(out)
    return out


def _try(out):
    """Try to write into the folder, and leave it as it was. Raises ValueError if that fails."""
    new = not out.exists()
    try:
        out.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=out).close()
        if new:
            out.rmdir()
    except OSError as error:
        raise ValueError(
            f"`{out}` cannot be written: {error.strerror}\n  help: name a folder that you may write into"
        ) from None


def _put(pages, out):
    """Replace the old pages by the new ones; a `.git`, from which the pages are published, stays."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.iterdir():
        if old.name != ".git":
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(pages, out, dirs_exist_ok=True)
    (out / ".nojekyll").touch()


def _run(lessons, moving, environment, workers, tell):
    """Run the lessons, the longest first, `workers` at a time. The first one that fails stops the rest."""
    lessons = sorted(lessons, key=lambda path: (path.stem != "01_slope", -path.stat().st_size))
    pool = ThreadPoolExecutor(workers)
    try:
        runs = [pool.submit(execute, path, moving, environment) for path in lessons]
        for done, run in enumerate(as_completed(runs), 1):
            run.result()
            tell(done, len(runs))
    finally:
        pool.shutdown(cancel_futures=True)


def _dress_up(look):
    for path in LOOK.iterdir():
        if path.suffix != ".html":
            shutil.copy(path, look / path.name)
    (look / "course.css").write_text(course_sheet(), "utf-8", newline="\n")


def _write(source, pages, doctrees, told, workers):
    """Have Sphinx write the pages; return the lines of its warnings."""
    from sphinx.application import Sphinx

    warnings = io.StringIO()
    (source / "conf.py").write_text(CONF, "utf-8", newline="\n")
    app = Sphinx(
        source, source, pages, doctrees, "html", told, status=None, warning=warnings, freshenv=True, parallel=workers
    )
    app.build()
    said = COLOR.sub("", warnings.getvalue()).replace(f"{source}{os.sep}", "")
    return [line for line in said.splitlines() if line.strip()]
