"""Find and end the processes of a run: the run itself and all that it started. POSIX only.

The caller of these functions must be the parent of the run. On Linux it adopts orphans of the run, so that a process
that slipped out of the run's group is found as well.
"""

import os
import signal
import sys
import time

from .layers.linux import PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG, prctl


def adopt_orphans() -> None:
    """Make this process the parent of its descendants' orphans (Linux; elsewhere does nothing)."""
    if sys.platform == "linux":
        prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Have the kernel end this process when its parent ends (Linux; elsewhere does nothing)."""
    if sys.platform == "linux":
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def exit_status(child: int) -> int | None:
    """How a child ended: an exit code, or a signal as a negative number; None while it runs. Reported only once."""
    ended, status = os.waitpid(child, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def end_all(child: int, patience: float = 0.5) -> None:
    """End a child, its process group and its orphans; give up after `patience` seconds."""
    _kill_group(child)
    until = time.monotonic() + patience
    while _reaped() and time.monotonic() < until:
        for each in descendants():
            _kill(each)
        time.sleep(0.001)


def descendants(of: int | None = None) -> list[int]:
    """The children of a process, their children, and so on; of this one by default. Empty where there is no /proc."""
    found, to_ask = [], [of or os.getpid()]
    while to_ask:
        children = _children(to_ask.pop())
        found += children
        to_ask += children
    return found


def _children(of: int) -> list[int]:
    """The children of a process, which /proc lists by the thread that started them."""
    try:
        threads = os.listdir(f"/proc/{of}/task")
    except OSError:
        return []
    return [int(word) for thread in threads for word in _words(f"/proc/{of}/task/{thread}/children")]


def _words(path: str) -> list[str]:
    try:
        with open(path) as file:
            return file.read().split()
    except OSError:
        return []


def _reaped() -> bool:
    """Reap every child that has ended; returns whether one still runs."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _kill_group(leader: int) -> None:
    """End a whole process group at once, so that none of it can start another process meanwhile."""
    for end in (os.killpg, os.kill):
        try:
            end(leader, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
