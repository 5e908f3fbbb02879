"""How a run settles: its surroundings, and the layers between it and the machine."""

import os
import sys
import tempfile
from contextlib import suppress

from .layers import landlock, limits, namespaces, places, privileges, seccomp

LEVELS = {
    1: ("limits",),
    2: ("limits", "privileges", "files", "calls"),
    3: ("limits", "privileges", "files", "calls", "namespaces"),
}


def settle(folder: str, seconds: float, layers) -> None:
    """Take every step, and the layers that are asked for, in the process that will run the code.

    Errors: OSError from a layer that is unknown or cannot be taken.
    """
    if unknown := set(layers) - {layer for layer, _ in STEPS}:
        raise OSError(f"no such layer: {', '.join(sorted(unknown))}")
    for layer, step in STEPS:
        if not layer or layer in layers:
            step(folder, seconds)


def prepare() -> None:
    """Compute, in the zygote, what is the same for every run."""
    places.readable()
    with suppress(OSError):  # where the layer is not possible, taking it raises the same error
        seccomp.prepare()


def in_a_group_of_its_own(folder: str, seconds: float) -> None:
    """Put the run into a session and process group of its own, so that all of it can be ended at once."""
    if hasattr(os, "setsid") and os.getsid(0) != os.getpid():
        os.setsid()


def in_its_folder(folder: str, seconds: float) -> None:
    """Make the private folder the working folder, home and the place of temporary files; it is imported from, too."""
    os.chdir(folder)
    sys.path.append(folder)
    os.environ.update(dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), folder))
    tempfile.tempdir = folder


def without_standard_streams(folder: str, seconds: float) -> None:
    """Replace the standard streams by the null device, so that the run can read nothing and write only frames."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)


STEPS = (  # the order matters: a layer may forbid what another step needs, so that step has to come first
    ("", in_a_group_of_its_own),
    ("namespaces", namespaces.take),
    ("", in_its_folder),
    ("", without_standard_streams),
    ("limits", limits.take),
    ("privileges", privileges.take),
    ("files", landlock.take),
    ("calls", seccomp.take),
)
