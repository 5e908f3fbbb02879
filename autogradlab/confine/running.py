"""`run`: a source and its probes under one deadline; and the interpreters that wait for the next run."""

import atexit
import os
import threading
import time
from contextlib import contextmanager

from .conversation import NOT_REACHED, Conversation
from .folder import private_folder
from .outcome import Outcome, Result
from .settling import LEVELS
from .zygote import FORKS, Interpreter, Once, Zygote

MOST_ZYGOTES = 4
_zygotes: dict[tuple[int, str], Zygote] = {}
_one_at_a_time = threading.Lock()


def run(source: str, probes=(), *, seconds: float = 5.0, prelude: str = "", warm: bool = FORKS) -> Outcome:
    """Execute a source, then each probe in a copy of the namespace that it left; whatever they do, returns an Outcome.

    source   the code that is not trusted; `prelude` (trusted, such as "import autogradlab as ag") is run before it
    probes   small programs that set `answer` or print; none is run if the source does not complete
    seconds  one deadline for all of it; starting an interpreter for a new prelude (once) is not counted
    warm     whether to fork a waiting interpreter, which takes milliseconds, or to start a new one for this run

    Errors:  Unfit if the prelude fails or no interpreter can be started.
    """
    with conversation(prelude, seconds, warm=warm) as run:
        until = time.monotonic() + seconds
        program = run.execute(source, until, seconds)
        if not program.completed:
            return Outcome(program)
        return Outcome(program, tuple(_probed(run, probe, until, seconds) for probe in probes))


def _probed(run: Conversation, probe: str, until: float, seconds: float) -> Result:
    if time.monotonic() > until:
        return Result(ended=NOT_REACHED)
    return run.probe(probe, {}, until, seconds)


def warm_up(prelude: str = "") -> None:
    """Start the interpreter for a prelude without waiting for it, so that the first run is as quick as the others."""
    with _one_at_a_time:
        if FORKS:
            _zygote(prelude)


@atexit.register
def shut_down() -> None:
    """End every waiting interpreter; the next run starts a new one."""
    with _one_at_a_time:
        while _zygotes:
            (process, _), zygote = _zygotes.popitem()
            if process == os.getpid():
                zygote.close()


@contextmanager
def conversation(prelude: str, seconds: float, layers=LEVELS[1], warm: bool = FORKS):
    """Start a run in a private folder, to give orders to; on exit, end all of it. `seconds` is for all orders."""
    with _one_at_a_time, private_folder() as folder, _interpreter(prelude, warm).begun(folder) as (talk, control):
        run = Conversation(talk, control)
        run.begin(folder, seconds, layers)
        yield run


def _interpreter(prelude: str, warm: bool) -> Interpreter:
    interpreter = _zygote(prelude) if warm else Once(prelude)
    interpreter.make_ready()
    return interpreter


def _zygote(prelude: str) -> Zygote:
    """The waiting interpreter of a prelude, started anew if it is gone. After a fork, the parent's are not used."""
    mine = (os.getpid(), prelude)
    if mine in _zygotes and not _zygotes[mine].alive:
        _zygotes.pop(mine).close()
    if mine not in _zygotes:
        _zygotes[mine] = Zygote(prelude)
        for key in [key for key in _zygotes if key[0] == mine[0]][:-MOST_ZYGOTES]:
            _zygotes.pop(key).close()
    return _zygotes[mine]
