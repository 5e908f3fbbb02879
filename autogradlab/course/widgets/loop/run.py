"""The training loop in the learner's own order, run for some rounds, and the registers after every line."""

from dataclasses import dataclass
from functools import cache

import autogradlab as ag

from ..parts.script import Stop, run_lines
from ..registers.run import LINES, LR, Moment, X, Y, note

NAMES = ("zero_grad", "forward", "loss", "backward", "step")
CODE = dict(zip(NAMES, LINES))
ROUNDS = 6


@dataclass(frozen=True)
class Event:
    """One line that ran, in which round, and the registers before and after it.

    own     at step(): the gradient that the latest backward() computed
    stale   at step(): whether the weights have moved since that gradient's forward
    """

    round: int
    line: str
    before: Moment
    after: Moment
    own: tuple | None = None
    stale: bool = False


@dataclass(frozen=True)
class Run:
    order: tuple
    events: tuple
    stop: Stop | None

    @property
    def losses(self):
        """The loss of each round that computed one."""
        return [round(event.after.loss, 6) for event in self.events if event.line == "loss"]

    @property
    def steps(self):
        return [event for event in self.events if event.line == "step"]

    @property
    def stop_round(self):
        return self.stop and self.stop.line // len(self.order) + 1

    @property
    def stop_line(self):
        return self.stop and self.order[self.stop.line % len(self.order)]

    def shown(self, number):
        """This round, or the last one that began."""
        return min(number, self.stop_round or number)

    def of_round(self, number):
        return [event for event in self.events if event.round == number]

    def missing(self, number, line):
        """Why a line did not run in this round."""
        return "stops here" if (number, line) == (self.stop_round, self.stop_line) else "not reached"


@cache
def run(order, rounds=ROUNDS):
    """Run these lines for that many rounds, or until one of them raises."""
    recorder = _Recorder(order)
    _, stop = run_lines([CODE[line] for line in order] * rounds, recorder.after, recorder.names)
    return Run(order, tuple(recorder.events), stop)


class _Recorder:
    """The registers after each line, and from which weights each gradient was computed."""

    def __init__(self, order):
        self.order, self.events, self.root = order, [], None
        w, b = ag.tensor(3.0, requires_grad=True), ag.tensor(1.0, requires_grad=True)
        self.weights = [w, b]
        self.names = {"w": w, "b": b, "x": ag.tensor(X), "y": ag.tensor(Y), "optimizer": ag.optim.SGD([w, b], lr=LR)}
        self.moment = note(self.weights)
        self.own = self.forward_at = self.computed_at = None

    def after(self, place, names):
        line, before = self.order[place % len(self.order)], self.moment
        if line in ("forward", "loss"):
            self.root = names["z" if line == "forward" else "loss"]
        loss = names.get("loss")
        self.moment = moment = note(self.weights, self.root, loss)
        if line == "forward":
            self.forward_at = before.weights
        if line == "backward":
            self.own = tuple(after - (held or 0.0) for after, held in zip(moment.grads, before.grads))
            self.computed_at = self.forward_at
        stale = line == "step" and self.own is not None and self.computed_at != before.weights
        self.events.append(
            Event(place // len(self.order) + 1, line, before, moment, self.own if line == "step" else None, stale)
        )
