"""Runs code that is not trusted: in a process of its own, with a deadline, with nothing but plain data coming back.

`run(source, probes)` is all a caller needs. What each party does, from the caller inward:

    caller   never runs the code; reads frames of plain data and decides what they mean
             (running, zygote, starting, outcome)
    zygote   a clean interpreter in which the prelude was run once; starts and ends runs (child, tree)
    run      a fork of the zygote under limits; executes the source (child, limits, performing, plain)
    probe    a fork of the run for each probe, so that no probe can spoil the next one

`frames` is what crosses the wall between the caller and the other three.
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
