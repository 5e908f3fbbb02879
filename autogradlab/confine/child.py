"""The inner side of the wall: the zygote that waits, the run that it forks, the probe that the run forks.

The first frame holds the folders to import from and the prelude. Where there is no fork, the process is its own run,
and its probes share it.
"""

import gc
import os
import select
import sys
import types

from . import tree
from .frames import Channel
from .limits import settle
from .performing import PROBE, SOURCE, perform

TICK = 0.05  # seconds between two looks at a run
CROWD = 64  # processes of one run


def main(control: Channel, forks: bool) -> None:
    """Prepares this interpreter, says so, and serves until the other side closes."""
    wishes = control.receive()
    sys.path[:0] = [path for path in wishes["paths"] if path not in sys.path]
    names = _main_names()
    try:
        exec(wishes["prelude"], names)
    except Exception as error:
        return control.send({"is": "unfit", "why": f"{type(error).__name__}: {error}"})
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
    while _asked(control, served) and control.receive():
        talk = control.taken()
        run = os.fork()
        if run == 0:
            control.close()
            _last_act(converse, talk, names)
        talk.close()
        control.send({"is": "begun", "run": run})
        watch_over(run, control, served)


def watch_over(run: int, control: Channel, served: int) -> None:
    """Ends all of a run when it is told to or left alone; before that if the run itself ends or becomes a crowd."""
    running = True
    while not select.select([control], [], [], TICK)[0] and os.getppid() == served:
        if running and (news := _news(run)):
            tree.end_all(run)
            running = False
            control.send({"is": "gone", **news})
    if running:
        tree.end_all(run)
    if control.receive():
        control.send({"is": "ended"})


def _news(run: int) -> dict | None:
    """What is to be told of a run, if anything is."""
    if len(tree.descendants()) > CROWD:
        return {"status": -9, "crowded": True}
    status = tree.exit_status(run)
    return None if status is None else {"status": status, "crowded": False}


def converse(talk: Channel, names: dict, forks: bool = True) -> None:
    """The run: takes the source, executes it, and goes on to the probes if it completed."""
    order = talk.receive()
    settle(order["folder"], order["seconds"])
    if not perform(talk, order["source"], names, order["seconds"], SOURCE):
        return
    ask = in_a_fork if forks else in_this_process
    while order := talk.receive():
        ask(talk, order, names)


def in_a_fork(talk: Channel, order: dict, names: dict) -> None:
    """A probe in a process and on a socket of its own; how that process ended is told on the run's socket."""
    own = talk.taken()
    probe = os.fork()
    if probe == 0:
        talk.close()
        _last_act(in_this_process, own, order, names)
    own.close()
    _, status = os.waitpid(probe, 0)
    talk.send({"is": "gone", "number": order["number"], "status": os.waitstatus_to_exitcode(status)})


def in_this_process(channel: Channel, order: dict, names: dict) -> None:
    """A probe among a copy of the names that the source left."""
    names = {name: value for name, value in names.items() if name != "answer"}
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
