"""The inner side of the wall: the zygote that waits, the run that it forks, the probe that the run forks.

The first frame holds the folders to import from and the prelude. Where there is no fork, the process is its own run,
and its probes share it.
"""

import gc
import os
import select
import sys
import types
from contextlib import suppress

from . import tree
from .folder import remove
from .frames import Channel
from .layers.places import leave_what_is_not_installed
from .layers.processes import excess
from .performing import PROBE, perform
from .settling import prepare, settle

TICK = 0.05  # seconds between two looks at a run


def main(control: Channel, forks: bool) -> None:
    """Prepares this interpreter, says so, and serves until the other side closes."""
    wishes = control.receive()
    sys.path[:0] = [path for path in wishes["paths"] if path not in sys.path]
    names = _main_names()
    try:
        exec(wishes["prelude"], names)
    except Exception as error:
        return control.send({"is": "unfit", "why": f"{type(error).__name__}: {error}"})
    leave_what_is_not_installed()
    prepare()
    control.send({"is": "ready"})
    if forks:
        serve(control, names)
    else:
        converse(control, names, forks=False)


def serve(control: Channel, names: dict) -> None:
    """The zygote: one run after another, each a fork; ends with the process that it serves."""
    tree.adopt_orphans()
    gc.collect()
    gc.freeze()
    served = os.getppid()
    while _asked(control, served) and (order := control.receive()):
        talk = control.taken()
        run = os.fork()
        if run == 0:
            tree.die_with_parent()
            control.close()
            _last_act(converse, talk, names)
        talk.close()
        control.send({"is": "begun", "run": run})
        watch_over(run, order["folder"], control, served)


def watch_over(run: int, folder: str, control: Channel, served: int) -> None:
    """Ends all of a run when it is told to or left alone; before that if the run itself ends or uses too much."""
    running = True
    while not select.select([control], [], [], TICK)[0] and os.getppid() == served:
        if running and (news := _news(run, folder)):
            tree.end_all(run)
            running = False
            control.send({"is": "gone", **news})
    if running:
        tree.end_all(run)
    if control.receive():
        control.send({"is": "ended"})
    else:
        remove(folder)  # nobody is left to do it


def _news(run: int, folder: str) -> dict | None:
    """What is to be told of a run, if anything is."""
    if much := excess(folder):
        return {"status": -9, "much": much}
    status = tree.exit_status(run)
    return None if status is None else {"status": status}


class Reserve:
    """An open file that nobody needs, so that a run which has opened all it may can still be handed a socket."""

    _handle: int | None = None

    def take(self) -> None:
        with suppress(OSError):
            self._handle = os.open(os.devnull, os.O_RDONLY)

    def give_back(self) -> None:
        with suppress(OSError, TypeError):
            os.close(self._handle)
        self._handle = None


reserve = Reserve()


def converse(talk: Channel, names: dict, forks: bool = True) -> None:
    """The run: takes its place, then executes programs and forks probes in the order in which it is asked to."""
    order = talk.receive()
    try:
        settle(order["folder"], order["seconds"], order["layers"])
    except OSError as error:
        return talk.send({"is": "unsettled", "why": error.strerror or str(error)})
    reserve.take()
    talk.send({"is": "settled"})
    ask = in_a_fork if forks else in_this_process
    while order := talk.receive():
        if "probe" in order:
            ask(talk, order, names)
        elif not perform(talk, order["source"], names, order["seconds"], order["file"]):
            return


def in_a_fork(talk: Channel, order: dict, names: dict) -> None:
    """A probe in a process and on a socket of its own; how that process ended is told on the run's socket."""
    reserve.give_back()
    own = talk.taken()
    probe = os.fork()
    if probe == 0:
        tree.die_with_parent()
        talk.close()
        _last_act(in_this_process, own, order, names)
    own.close()
    reserve.take()
    talk.send({"is": "gone", "number": order["number"], "status": _waited_for(probe)})


def _waited_for(probe: int) -> int:
    """How a probe's process ended; 0 if the program has arranged that nobody is told."""
    try:
        return os.waitstatus_to_exitcode(os.waitpid(probe, 0)[1])
    except ChildProcessError:
        return 0


def in_this_process(channel: Channel, order: dict, names: dict) -> None:
    """A probe among a copy of the names that the source left."""
    names = {name: value for name, value in names.items() if name != "answer"} | order["given"]
    perform(channel, order["probe"], names, order["seconds"], PROBE)


def _last_act(act, *arguments) -> None:
    """What a fork does, after which it ends, without the clean-up that belongs to its parent."""
    try:
        act(*arguments)
    except BaseException:
        os._exit(70)  # EX_SOFTWARE
    os._exit(0)


def _asked(control: Channel, served: int) -> bool:
    """Waits until there is a frame to read; False once the served process is gone."""
    while not select.select([control], [], [], 1)[0]:
        if os.getppid() != served:
            return False
    return True


def _main_names() -> dict:
    """The names of a fresh `__main__`, where the prelude and then the source are executed."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    return vars(module)
