"""`run_cells`: the cells of a notebook in order in one run, then probes; a bad cell does not stop the others."""

import time
from collections.abc import Sequence
from dataclasses import replace

from .conversation import NOT_REACHED
from .frames import Unsent, written
from .outcome import CellsOutcome, Probe, Result
from .running import conversation
from .settling import LEVELS
from .trying import refuse_above

MOST_DEADLY = 8  # cells that end the run, without which it is started anew
TOO_OFTEN = f"It was not run, because {MOST_DEADLY + 1} cells had ended the process."


def run_cells(
    cells: Sequence[str],
    probes: Sequence[Probe] = (),
    *,
    seconds: float = 10.0,
    probe_seconds: float = 10.0,
    total: float = 120.0,
    prelude: str = "",
    level: int = 1,
) -> CellsOutcome:
    """Execute cells in order in one namespace, then each probe in a fork of the process after them.

    An error in a cell is recorded, and the next cell runs. A cell that exits, crashes or is stopped by its time limit
    keeps that result; the run is started anew without it, but not without a ninth. A probe that ends the run affects no
    other: the run is started anew for the rest, as often as there is time.

    seconds, probe_seconds   the limit of each cell, and of each probe without a limit of its own
    total                    the limit of everything, restarts included; what was not reached gets a result that says so
    prelude                  trusted code that is run first, such as "import autogradlab as ag"
    level                    the confinement asked for: 1 separated, 2 confined, 3 isolated (see `levels`)

    Errors:  Unfit if the prelude fails or the level is not in force on this machine; ValueError if
             there is no such level, or the inputs of a probe are not plain data.
    """
    _refuse_what_is_no_data(probes)
    refuse_above(level, prelude)
    work = _Work(cells, probes, seconds, probe_seconds, total)
    done = False
    while not done and len(work.dead) <= MOST_DEADLY:  # each turn ends one cell or one probe for good
        with conversation(prelude, total, LEVELS[level]) as run:
            done = work.done_by(run)
    return work.outcome(level)


def _refuse_what_is_no_data(probes) -> None:
    for number, probe in enumerate(probes, 1):
        try:
            written({"inputs": probe.inputs})
        except Unsent as error:
            raise ValueError(
                f"the inputs of probe {number} cannot be handed over: {error}\n"
                "  help: use numbers, texts, None, and lists and dicts of them"
            ) from None


class _Work:
    """The cells and probes to execute and their results so far, over as many runs as it takes."""

    def __init__(self, cells, probes, seconds: float, probe_seconds: float, total: float):
        self.cells, self.probes = tuple(cells), tuple(probes)
        self.seconds, self.probe_seconds = seconds, probe_seconds
        self.until = time.monotonic() + total
        self.of_cells: dict[int, Result] = {}
        self.of_probes: list[Result] = []
        self.dead: set[int] = set()

    def done_by(self, run) -> bool:
        """Do what is left; returns False if the run ended too early and there is time for another."""
        for place, cell in enumerate(self.cells):
            if place not in self.dead and not self._execute(run, place, cell):
                return self._late
        while len(self.of_probes) < len(self.probes) and not self._late:
            if not run.is_ready():
                return False
            self._probe(run, self.probes[len(self.of_probes)])
        return True

    def outcome(self, level: int) -> CellsOutcome:
        """Every result in its place; where nothing was executed, the result says why."""
        missing = Result(ended=NOT_REACHED if self._late else TOO_OFTEN)
        rest = (missing,) * (len(self.probes) - len(self.of_probes))
        cells = tuple(self.of_cells.get(place, missing) for place in range(len(self.cells)))
        return CellsOutcome(cells, (*self.of_probes, *rest), level)

    def _execute(self, run, place: int, cell: str) -> bool:
        """Execute a cell; returns whether the run can go on. Its first result is kept unless it ends a later run.
        What it printed at first is kept even then, as a later run may know what probes have seen."""
        if self._late:
            return False
        result = run.execute(cell, *self._limit(self.seconds), cell=place + 1)
        if not run.alive:
            self.dead.add(place)
        first = self.of_cells.setdefault(place, result)
        if not run.alive:
            self.of_cells[place] = replace(result, printed=first.printed, stderr=first.stderr)
        return run.alive

    def _probe(self, run, probe: Probe) -> None:
        limit = self._limit(self.probe_seconds if probe.seconds is None else probe.seconds)
        self.of_probes.append(run.probe(probe.source, {"inputs": probe.inputs}, *limit))

    def _limit(self, seconds: float) -> tuple[float, float | None]:
        """The deadline by the monotonic clock, and the number of seconds that a time-out reports."""
        own = time.monotonic() + seconds
        return (own, seconds) if own <= self.until else (self.until, None)

    @property
    def _late(self) -> bool:
        return time.monotonic() > self.until
