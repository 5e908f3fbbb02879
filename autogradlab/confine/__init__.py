"""Run untrusted code: in a process of its own, with a deadline, and with nothing but plain data coming back.

`run(source, probes)` is for a piece of a learner's code, `run_cells` for a stranger's notebook; `levels()` says which
layers stand between them and this machine. What each party does, from the caller inward:

    caller   never runs the code; reads frames of plain data and decides what they mean
             (running, cells, conversation, zygote, starting, outcome; trying tries out the layers)
    zygote   a clean interpreter in which the prelude was run once; starts, watches and ends runs (child, tree, folder)
    run      a fork of the zygote behind its layers; executes the source (child, settling, layers, performing, plain)
    probe    a fork of the run for each probe, so that no probe can spoil the next one

`frames` defines what crosses the wall between the caller and the other three; `withheld` takes away from a program, for
a while, what it was asked to write itself.
"""

from .cells import run_cells
from .outcome import CellsOutcome, ErrorRecord, Outcome, Probe, Result, SourceLine, TimedOut
from .running import run, shut_down, warm_up
from .trying import LEVEL_NAMES, Layer, Levels, levels
from .zygote import Unfit

__all__ = [
    "LEVEL_NAMES", "CellsOutcome", "ErrorRecord", "Layer", "Levels", "Outcome", "Probe", "Result", "SourceLine",
    "TimedOut", "Unfit", "levels", "run", "run_cells", "shut_down", "warm_up",
]  # fmt: skip
