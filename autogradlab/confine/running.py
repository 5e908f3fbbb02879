"""`run`: the conversation with one run, from the source to the last probe, under one deadline."""

import atexit
import os
import shutil
import stat
import tempfile
import threading
import time
from contextlib import contextmanager

from .frames import Broken, Channel, Gone, Late, pair
from .outcome import Draft, Outcome, Result
from .zygote import FORKS, Interpreter, Once, Zygote, news

GRACE = 0.3  # seconds after the deadline in which a run may still say where it was
MOST_ZYGOTES = 4
UNREADABLE = "The process sent something that cannot be read."
SILENT = "The process ended before it could answer."
NOT_REACHED = "It was not run, because the time was over."
_zygotes: dict[tuple[int, str], Zygote] = {}
_one_at_a_time = threading.Lock()


def run(source: str, probes=(), *, seconds: float = 5.0, prelude: str = "", warm: bool = FORKS) -> Outcome:
    """Executes a source, then each probe among a copy of the names that the source left; always gives an Outcome.

    source   the code that is not trusted; `prelude` (trusted, such as "import autogradlab as ag") was run before it
    probes   small programs that set `answer` or print; none is run if the source does not complete
    seconds  one deadline for all of it; starting an interpreter for a new prelude (once) is not counted
    warm     whether to fork a waiting interpreter, which takes milliseconds, or to start a new one for this run

    Errors:  Unfit if the prelude fails or no interpreter can be started.
    """
    with _one_at_a_time, _folder() as folder, _interpreter(prelude, warm).begun() as (talk, watched):
        return _Conversation(talk, watched, seconds).hold(source, probes, folder)


def warm_up(prelude: str = "") -> None:
    """Starts the interpreter for a prelude without waiting for it, so that the first run is as quick as the others."""
    with _one_at_a_time:
        if FORKS:
            _zygote(prelude)


@atexit.register
def shut_down() -> None:
    """Ends every waiting interpreter; the next run starts a new one."""
    with _one_at_a_time:
        while _zygotes:
            (process, _), zygote = _zygotes.popitem()
            if process == os.getpid():
                zygote.close()


class _Conversation:
    """One run, spoken to in frames. What comes back is only ever kept as data."""

    def __init__(self, talk: Channel, watched, seconds: float):
        self.talk, self.watched, self.seconds = talk, watched, seconds
        self.until = time.monotonic() + seconds

    def hold(self, source: str, probes, folder: str) -> Outcome:
        """The whole conversation."""
        program = self._asked(self.talk, self.watched, source=source, folder=folder)
        if not program.completed:
            return Outcome(program)
        return Outcome(program, tuple(self._probed(number, probe) for number, probe in enumerate(probes)))

    def _probed(self, number: int, probe: str) -> Result:
        if time.monotonic() > self.until:
            return Result(ended=NOT_REACHED)
        if not self.watched:  # the run is a process alone, and its probes share it
            return self._asked(self.talk, (), probe=probe)
        own, theirs = pair()
        try:
            return self._asked(own, (self.talk, *self.watched), theirs, probe=probe, number=number)
        finally:
            own.close()

    def _asked(self, answers: Channel, watched, theirs: Channel | None = None, **order) -> Result:
        """What comes of one order: everything that is said about it, up to its end."""
        draft = Draft(self.seconds)
        try:
            self._send(order, theirs)
            while not draft.take(self._heard(answers, watched, order.get("number"))):
                pass
        except Late:
            draft.take_late()
        except Gone:
            draft.take_end(SILENT)
        except (Broken, ValueError):
            draft.take_end(UNREADABLE)
        return draft.result

    def _send(self, order: dict, theirs: Channel | None) -> None:
        """Gives an order to the run, with the socket to answer on if it is to have one of its own."""
        self.talk.send({**order, "seconds": max(0.01, self.until - time.monotonic())}, self.until)
        if theirs:
            self.talk.hand_over(theirs.sock)
            theirs.close()

    def _heard(self, answers: Channel, watched, number: int | None) -> dict:
        """The next frame about this order; the end of an earlier probe's process is no news any more."""
        while (frame := news(answers, watched, self.until + GRACE)).get("number", number) != number:
            pass
        return frame


@contextmanager
def _folder():
    """A private, empty folder that is gone afterwards, whatever was done to it."""
    path = tempfile.mkdtemp(prefix="autogradlab-")
    try:
        yield path
    finally:
        shutil.rmtree(path, onerror=_unlock)


def _unlock(_, path: str, __) -> None:
    """Opens what stands in the way of removing a path, and removes it; what still stands is left behind."""
    try:
        for each in (os.path.dirname(path), path):
            if not os.path.islink(each):
                os.chmod(each, stat.S_IRWXU)
        shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)
    except OSError:
        pass


def _interpreter(prelude: str, warm: bool) -> Interpreter:
    interpreter = _zygote(prelude) if warm else Once(prelude)
    interpreter.make_ready()
    return interpreter


def _zygote(prelude: str) -> Zygote:
    """The waiting interpreter of a prelude, started anew if it is gone. One of another process (a fork) is not ours."""
    mine = (os.getpid(), prelude)
    if mine in _zygotes and not _zygotes[mine].alive:
        _zygotes.pop(mine).close()
    if mine not in _zygotes:
        _zygotes[mine] = Zygote(prelude)
        for key in [key for key in _zygotes if key[0] == mine[0]][:-MOST_ZYGOTES]:
            _zygotes.pop(key).close()
    return _zygotes[mine]
