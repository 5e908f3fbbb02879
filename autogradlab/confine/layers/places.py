"""Paths: what a run needs to read, and what it must not find."""

import os
import site
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
ROOT = str(PACKAGE.parent)
MOST_IN_A_PACKAGE = 5_000  # files and folders
_WORK = {"solutions", "hand_ins", "submitted", "grades", "secret.key", "gradebook.sqlite"}
DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")  # /dev/zero is shared memory without a name
_SYSTEM = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts",
    "/usr/share/zoneinfo", "/usr/share/fonts",
)  # fmt: skip


def leave_what_is_not_installed() -> None:
    """Remove every folder but those of libraries from the search path.

    A course may lie in one of the others, with all its solutions and hand-ins. Imported modules stay imported.
    """
    kept = [path for path in sys.path if _is_beneath(os.path.realpath(path), _libraries())]
    for path in {*sys.path, *sys.path_importer_cache}.difference(kept):
        if not _is_beneath(os.path.realpath(path), (*_libraries(), str(PACKAGE))):
            sys.path_importer_cache.pop(path, None)
    sys.path[:] = kept


@cache
def readable() -> tuple[str, ...]:
    """The files and folders from which Python, its libraries, this package and modules from elsewhere are read.
    From elsewhere, those are a module's own file or a package's own folder, never the folder in which they lie."""
    folders = [path for path in (*_libraries(), str(PACKAGE), *_SYSTEM) if not _holds_what_is_private(path)]
    found = dict.fromkeys((*folders, *_imported_from_elsewhere((*_libraries(), str(PACKAGE)))))
    return tuple(path for path in found if os.path.exists(path))


def _imported_from_elsewhere(known) -> Iterator[str]:
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and not _is_beneath(path := os.path.realpath(file), known):
            folder = os.path.dirname(path)
            whole = "." not in name and hasattr(module, "__path__") and not _holds_a_courses_work(folder)
            yield folder if whole and not _holds_what_is_private(folder) else path


def _holds_a_courses_work(folder: str) -> bool:
    """Whether solutions, hand-ins, a secret or grades lie in a folder, by their names; True if it is too large to tell.

    Of a package with any of them, only the files that were imported are readable.
    """
    seen = 0
    for _, folders, files in os.walk(folder):
        seen += len(folders) + len(files)
        if seen > MOST_IN_A_PACKAGE or _WORK.intersection(folders + files) or any(map(_is_work, files)):
            return True
    return False


def _is_work(file: str) -> bool:
    return file.lower().endswith((".ipynb", ".zip"))


@cache
def _libraries() -> tuple[str, ...]:
    """The folders of the interpreter and of installed libraries."""
    prefixes = (sys.prefix, sys.base_prefix, sys.base_exec_prefix)
    own = [os.path.join(prefix, name) for prefix in prefixes for name in ("lib", "DLLs")]
    sites = [*site.getsitepackages(), site.getusersitepackages()]
    return tuple(dict.fromkeys(map(os.path.realpath, (*sorted(_installed()), *sites, *own))))


def _is_beneath(path: str, folders) -> bool:
    return any(path == folder or path.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders)


def _installed() -> set[str]:
    paths = sysconfig.get_paths()
    return {os.path.realpath(paths[name]) for name in ("stdlib", "platstdlib", "purelib", "platlib")}


def _holds_what_is_private(path: str) -> bool:
    """Whether a path is or contains the home folder, or the checkout from which this package runs, if it does."""
    kept = [Path(os.path.expanduser("~")).resolve()]
    if ROOT not in _installed():
        kept.append(Path(ROOT))
    return any(Path(path) in (each, *each.parents) for each in kept)
