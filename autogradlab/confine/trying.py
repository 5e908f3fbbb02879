"""Try out the layers between a run and this machine: none is taken on trust."""

import os
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass

from .attempts import ATTEMPTS
from .folder import private_folder
from .layers.processes import TOO_MANY
from .outcome import Result
from .running import conversation
from .settling import LEVELS
from .zygote import Unfit, Unsettled

LEVEL_NAMES = {1: "separated", 2: "confined", 3: "isolated"}
NEEDED = {1: (), 2: ("limits", "processes", "privileges", "files", "calls"), 3: ("namespaces",)}  # plus lower levels'
SECONDS = 10.0  # for the attempts on one layer
_TRY = "from autogradlab.confine.attempts import not_refused\nanswer = [not_refused(each, around) for each in layers]"
_TOGETHER = {  # the layers that are taken to try out one of them
    "limits": ("limits",),
    "processes": (),
    "privileges": ("privileges",),
    "files": ("privileges", "files"),
    "calls": ("privileges", "calls"),
    "namespaces": ("namespaces",),
}
_CURES = {
    "limits": "it needs Linux or another POSIX system; on Windows use WSL2 or a Linux container",
    "processes": "it needs Linux with /proc; elsewhere use WSL2 or a Linux container",
    "privileges": "it needs Linux; elsewhere use WSL2 or a Linux container",
    "files": "it needs Linux 5.13 or newer with Landlock switched on (`lsm=` on the kernel's command line)",
    "calls": "it needs Linux with seccomp, on x86-64 or aarch64",
    "namespaces": "users must be allowed namespaces: on Ubuntu `sysctl kernel.apparmor_restrict_unprivileged_userns=0`;"
    " a container has to be started with that right",
}
_once = threading.Lock()
_found: list["Levels"] = []


@dataclass(frozen=True)
class Layer:
    """One layer: whether it refused all that it has to; and what was tried, or why it is missing."""

    name: str
    in_force: bool
    said: str

    @property
    def cure(self) -> str:
        """How to get the layer; empty if it is in force."""
        return "" if self.in_force else _CURES[self.name]


@dataclass(frozen=True)
class Levels:
    """What this machine can enforce. `best` is the highest level in force: 3 isolated, 2 confined, 1 separated."""

    best: int
    layers: tuple[Layer, ...]

    @property
    def missing(self) -> tuple[Layer, ...]:
        """The layers that are not in force."""
        return tuple(layer for layer in self.layers if not layer.in_force)


def levels(prelude: str = "") -> Levels:
    """Try every layer by itself, then the best level as a whole; only the first call in a process takes time.

    prelude   chooses the interpreter to try them in, as one may be waiting already; the result is the same

    Errors:   Unfit if no interpreter can be started.
    """
    with _once:
        if not _found:
            _found.append(_tried_out(prelude))
        return _found[0]


def refuse_above(level: int, prelude: str = "") -> None:
    """Make sure that a level is in force here. Errors: ValueError if there is no such level, Unfit if it is not."""
    if level not in LEVEL_NAMES:
        known = ", ".join(f"{each} {name}" for each, name in LEVEL_NAMES.items())
        raise ValueError(f"there is no level {level}\n  help: {known}")
    if level > 1 and (found := levels(prelude)).best < level:
        lacking = [layer for layer in found.missing if layer.name in _needed(level)] or found.missing
        reasons = "; ".join(f"{layer.name}: {layer.said}" for layer in lacking) or "the layers fail together"
        raise Unfit(
            f"level {level} ({LEVEL_NAMES[level]}) is not in force here, only {found.best} "
            f"({LEVEL_NAMES[found.best]}); {reasons}\n"
            f"  help: {'; '.join(layer.cure for layer in lacking) or 'ask for a lower level'}"
        )


def _tried_out(prelude: str) -> Levels:
    with _surroundings() as around:
        layers = tuple(_tried(name, around, prelude) for name in ATTEMPTS)
        in_force = {layer.name for layer in layers if layer.in_force}
        for level in (3, 2):
            if set(_needed(level)) <= in_force and _holds(level, around, prelude):
                return Levels(level, layers)
    return Levels(1, layers)


def _tried(name: str, around: dict, prelude: str) -> Layer:
    """Try one layer without the help of others, except those that it cannot be taken without."""
    try:
        result = _attempted((name,), _TOGETHER[name], around, prelude)
    except Unsettled as error:
        return Layer(name, False, error.why)
    stopped = name == "processes" and result.ended and TOO_MANY in result.ended
    if result.ended and not stopped:
        return Layer(name, False, result.ended)
    if stopped or result.value == [[]]:
        return Layer(name, True, f"tried in vain: to {', '.join(ATTEMPTS[name])}")
    if result.answered:
        return Layer(name, False, f"possible: to {', '.join(result.value[0])}")
    return Layer(name, False, f"could not be tried: {result.error.sentence if result.error else 'it took too long'}")


def _holds(level: int, around: dict, prelude: str) -> bool:
    """Whether everything is refused in a run with all layers of the level."""
    layers = [name for name in _needed(level) if name != "processes"]
    try:
        return _attempted(layers, LEVELS[level], around, prelude).value == [[] for _ in layers]
    except Unsettled:
        return False


def _attempted(layers, taken, around: dict, prelude: str) -> Result:
    """The result of the attempts. If they time out, they are made once more: that may be due to a busy machine."""
    for _ in range(2):
        with conversation(prelude, SECONDS, taken) as run:
            given = {"layers": list(layers), "around": around}
            result = run.probe(_TRY, given, time.monotonic() + SECONDS, SECONDS)
        if not result.timed_out:
            break
    return result


def _needed(level: int) -> list[str]:
    return [name for lower in range(1, level + 1) for name in NEEDED[lower]]


@contextmanager
def _surroundings():
    """The targets of the attempts: a canary file, a port that listens, and this process."""
    with private_folder() as folder, socket.create_server(("127.0.0.1", 0)) as listener:
        canary = os.path.join(folder, "canary")
        with open(canary, "w") as file:
            file.write("a file of yours")
        yield {
            "canary": canary,
            "outside": os.path.join(folder, "outside"),
            "home": os.path.expanduser("~"),
            "port": listener.getsockname()[1],
            "process": os.getpid(),
            "address": id(canary),
        }
