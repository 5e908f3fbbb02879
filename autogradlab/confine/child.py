"""The inner side of the wall: the zygote that waits, the run that it forks, the probe that the run forks.

The first frame holds the folders to import from and the prelude. Where there is no fork, the process is itself the
run, and its probes share it.
"""

import os
import select
import sys
import types
from contextlib import suppress

from . import tree, withheld
from .folder import remove
from .frames import Channel
from .layers.places import leave_what_is_not_installed
from .layers.processes import excess
from .performing import PROBE, perform
from .settling import prepare, settle

TICK = 0.05  # seconds between two looks at a run


def main(control: Channel, forks: bool) -> None:
    """Prepare this interpreter, report that it is ready or unfit, and serve until the other side closes."""
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
    """The zygote: forks one run after another; ends with the process that it serves."""
    tree.adopt_orphans()
    withheld.freeze()
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
    """End all of a run when told to or when its caller is gone; earlier if the run itself ends or uses too much."""
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
        remove(folder)  # the caller, which would do it, is gone


def _news(run: int, folder: str) -> dict | None:
    """How a run ended, or what it uses too much of, for the frame that reports it; None if it goes on."""
    if much := excess(folder):
        return {"status": -9, "much": much}
    status = tree.exit_status(run)
    return None if status is None else {"status": status}


class Reserve:
    """A spare open file: closing it makes room for a socket in a run that has as many files open as it may."""

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
    """The run: settles behind its layers, then executes programs and forks probes in the order of the requests."""
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
    """Run a probe in a process and on a socket of its own; how that process ended is told on the run's socket."""
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
    """Wait for a probe's process; returns its exit status, or 0 if the program hid it, as by ignoring SIGCHLD."""
    try:
        return os.waitstatus_to_exitcode(os.waitpid(probe, 0)[1])
    except ChildProcessError:
        return 0


def in_this_process(channel: Channel, order: dict, names: dict) -> None:
    """Run a probe in a copy of the source's namespace, without `answer` and with the data that it is given."""
    names = {name: value for name, value in names.items() if name != "answer"} | order["given"]
    perform(channel, order["probe"], names, order["seconds"], PROBE)


def _last_act(act, *arguments) -> None:
    """Call `act` in a fork, then end the process, without the clean-up that belongs to its parent."""
    try:
        act(*arguments)
    except BaseException:
        os._exit(70)  # EX_SOFTWARE
    os._exit(0)


def _asked(control: Channel, served: int) -> bool:
    """Wait until there is a frame to read; returns False once the served process is gone."""
    while not select.select([control], [], [], 1)[0]:
        if os.getppid() != served:
            return False
    return True


def _main_names() -> dict:
    """The names of a fresh `__main__`, where the prelude and then the source are executed."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    return vars(module)
