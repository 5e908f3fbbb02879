"""Where things lie: what a run needs to read, and what it must not find."""

import os
import sys
import sysconfig
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
ROOT = str(PACKAGE.parent)
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_SYSTEM = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts",
    "/usr/share/zoneinfo", "/usr/share/fonts",
)  # fmt: skip


def leave_the_checkout() -> None:
    """Takes the folder that this package was imported from out of the search path; solutions may lie beside it."""
    if ROOT not in _installed():
        sys.path[:] = [path for path in sys.path if os.path.realpath(path) != ROOT]
        for path in [path for path in sys.path_importer_cache if os.path.realpath(path) == ROOT]:
            del sys.path_importer_cache[path]


@cache
def readable() -> tuple[str, ...]:
    """The folders and files that Python, its libraries and this package are read from."""
    libraries = [os.path.join(prefix, "lib") for prefix in {sys.prefix, sys.base_prefix, sys.base_exec_prefix}]
    found = dict.fromkeys(map(os.path.realpath, (*sys.path, *_installed(), *libraries, str(PACKAGE), *_SYSTEM)))
    return tuple(path for path in found if os.path.exists(path) and not _holds_what_is_private(path))


def _installed() -> set[str]:
    paths = sysconfig.get_paths()
    return {os.path.realpath(paths[name]) for name in ("stdlib", "platstdlib", "purelib", "platlib")}


def _holds_what_is_private(path: str) -> bool:
    """Whether the home folder or the checkout lies in a folder."""
    kept = (Path(os.path.expanduser("~")).resolve(), Path(ROOT))
    return ROOT not in _installed() and any(Path(path) in (each, *each.parents) for each in kept)
