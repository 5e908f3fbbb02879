"""What a run may use, and what it finds around it. Each step is one function; a platform that lacks it goes without.

More layers (no network, no files outside, a view of no other process) belong into STEPS, in the order in which they
can still be taken: a layer may forbid what a step after it needs.
"""

import os
import tempfile

try:
    import resource
except ImportError:  # Windows
    resource = None

MEMORY = 2 * 2**30  # bytes of address space; NumPy alone takes a quarter of it
LARGEST_FILE = 10 * 2**20  # bytes
MOST_FILES = 128


def settle(folder: str, seconds: float) -> None:
    """Takes every step, in order, in the process that will run the code."""
    for step in STEPS:
        step(folder, seconds)


def in_a_group_of_its_own(folder: str, seconds: float) -> None:
    """A session and process group of its own, so that all of it can be ended at once."""
    if hasattr(os, "setsid") and os.getsid(0) != os.getpid():
        os.setsid()


def in_its_folder(folder: str, seconds: float) -> None:
    """The private folder is the working folder, home and the place of temporary files."""
    os.chdir(folder)
    os.environ.update(dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), folder))
    tempfile.tempdir = folder


def without_standard_streams(folder: str, seconds: float) -> None:
    """Nothing to read, and nowhere to write past the frames."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)


def within_limits(folder: str, seconds: float) -> None:
    """Processor time, memory, files. (RLIMIT_NPROC counts all processes of the user, so it is no limit of a run.)"""
    if resource is None:
        return
    processor = int(seconds) + 2
    for name, limit in (
        ("RLIMIT_CPU", processor),
        ("RLIMIT_AS", MEMORY),
        ("RLIMIT_FSIZE", LARGEST_FILE),
        ("RLIMIT_NOFILE", MOST_FILES),
        ("RLIMIT_CORE", 0),
    ):
        _lower(getattr(resource, name, None), limit)


def _lower(which: int | None, limit: int) -> None:
    """Sets a limit that cannot be raised again, never above the one in force."""
    if which is None:
        return
    _, hard = resource.getrlimit(which)
    limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    try:
        resource.setrlimit(which, (limit, limit))
    except (ValueError, OSError):
        pass  # macOS refuses some of them


STEPS = (in_a_group_of_its_own, in_its_folder, without_standard_streams, within_limits)
