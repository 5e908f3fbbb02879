"""The outer side of the wall: starts clean interpreters, asks them for runs, and makes sure that all of a run ends."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

from .frames import Broken, Gone, Late, pair, waiting
from .starting import folders_of, started

READY_WITHIN, CLOSED_WITHIN = 60.0, 0.2  # seconds
ENDED_WITHIN = 1.0  # seconds; longer than a zygote takes to give up on a run, `tree.end_all`
FORKS = hasattr(os, "fork") and hasattr(socket, "send_fds")


class Unfit(RuntimeError):
    """The interpreter could not be started, or its prelude fails: a fault of ours, never of the code to run."""


class Unsettled(Unfit):
    """A run could not settle behind the layers that were asked for; none of its code was executed."""

    def __init__(self, why: str):
        super().__init__(f"a run could not be confined: {why}\n  help: `autogradlab doctor` says what is in force here")
        self.why = why


class Interpreter:
    """A clean interpreter in which the prelude was run once. It dies when this process ends, or with `close`."""

    forks = FORKS

    def __init__(self, prelude: str):
        self.control, theirs = pair()
        self._process = started(theirs, self.forks)
        self._ready = False
        self._send_wishes(prelude)

    @property
    def alive(self) -> bool:
        """Whether it still runs, and has sent no unexpected frame since it was ready."""
        return self._process.poll() is None and not (self._ready and self._speaks())

    def make_ready(self) -> None:
        """Wait until the prelude has run. Errors: Unfit."""
        if not self._ready:
            frame = self._first_frame()
            if frame.get("is") != "ready":
                self.close()
                raise Unfit(f"the prelude of a run fails\n  help: {frame.get('why')}")
            self._ready = True

    def close(self) -> None:
        """End the interpreter and what it runs."""
        self.control.close()
        try:
            self._process.wait(CLOSED_WITHIN)
        except subprocess.TimeoutExpired:
            _end_tree(self._process)

    def _speaks(self) -> bool:
        try:
            return bool(waiting([self.control], 0))
        except Late:
            return False

    def _send_wishes(self, prelude: str) -> None:
        try:
            self.control.send({"paths": folders_of(prelude), "prelude": prelude})
        except Gone:
            self.close()
            raise Unfit("a second Python cannot be started\n  help: restart the kernel and try again") from None

    def _first_frame(self) -> dict:
        try:
            return self.control.receive(time.monotonic() + READY_WITHIN) or {"why": "the interpreter ended"}
        except (Late, Broken, Gone):
            return {"why": f"no answer within {READY_WITHIN:.0f} seconds"}


class Zygote(Interpreter):
    """An interpreter that stays and forks for every run. POSIX only."""

    _run: int | None = None

    @contextmanager
    def begun(self, folder: str):
        """Start a run; yields its own channel and the one on which its end is reported. On exit, all of it is ended."""
        talk, theirs = pair()
        try:
            self.control.send({"is": "run", "folder": folder})
            self.control.hand_over(theirs.sock)
            theirs.close()
            self._run = (self.control.receive(time.monotonic() + READY_WITHIN) or {}).get("run")
            yield talk, self.control
            self._end_run()
        except BaseException:
            self.close()
            raise
        finally:
            talk.close()

    def close(self) -> None:
        """End the zygote, and its run too, if the zygote could not do that any more."""
        super().close()
        if self._run:
            _end_group(self._run)
            self._run = None

    def _end_run(self) -> None:
        """Have the zygote end its run; a zygote that cannot answer is ended itself."""
        try:
            self.control.send({"is": "end"})
            self._wait_for_the_end(time.monotonic() + ENDED_WITHIN)
            self._run = None
        except (Broken, Gone, Late):
            self.close()

    def _wait_for_the_end(self, until: float) -> None:
        while frame := self.control.receive(until):
            if frame.get("is") == "ended":
                return
        raise Gone("the zygote")


class Once(Interpreter):
    """An interpreter for one run, which it executes itself: where there is no fork, or with `warm=False`."""

    forks = False

    @contextmanager
    def begun(self, folder: str):
        """The run, as in `Zygote.begun`, but without a control channel; the interpreter ends with it."""
        try:
            yield self.control, None
        finally:
            _end_tree(self._process)
            self.close()


def _end_tree(process: subprocess.Popen) -> None:
    """End a child process and its process group (POSIX) or tree (Windows), and reap it."""
    if process.poll() is None:
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True)
        else:
            _end_group(process.pid)
        process.wait(READY_WITHIN)


def _end_group(leader: int) -> None:
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
