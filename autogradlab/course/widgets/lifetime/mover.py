"""The mover of lesson 07: how long saved values live, what a write in place does to them, what retain_graph keeps."""

from ..parts.control import Steps
from ..parts.mover import Mover
from ..parts.picks import Pick, Row, Switch, delegate
from . import words
from .picture import draw_lifetime
from .run import OPERATIONS, WRITES, Choices, run

WRITE_WORDS = {
    "": "no write",
    "input": f"{WRITES['input']} (the input)",
    "output": f"{WRITES['output']} (the output)",
    "data": ".data.zero_() on what is kept",
}


class Lifetime(Mover):
    """Choose an operation, a write in place and how often backward runs; see which saved values live, and until when.

    Read or set `operation` ('exp', 'square'), `write` ('', 'input', 'output', 'data'), `retain_graph` and `second`
    (whether backward is called twice), and `moment`, the point in time to show: 1 is the first line, and after each
    choice it is the last moment. Read `run`: the moments, where the program stopped if it did, and `grad`.
    >>> mover = Lifetime(operation="exp", write="output")
    >>> mover.run.stop.kind, mover.run.moments[-1].code
    ('RuntimeError', 'Exp')
    """

    def __init__(self, operation="exp", write="", retain_graph=False, second=True):
        self._operation = Pick("operation", OPERATIONS, operation)
        self._write = Pick("in-place write", WRITE_WORDS, write)
        self._retain = Switch("retain_graph=True in the first call", retain_graph)
        self._second = Switch("a second backward()", second)
        self.run = run(self._choices())
        self._steps = Steps("moment", len(self.run.moments), len(self.run.moments))
        super().__init__(Row(self._operation, self._write), Row(self._retain, self._second), self._steps)
        for control in (self._operation, self._write, self._retain, self._second):
            control.on_change(self._run_again)
        self.follow(self._steps)

    operation, write, second = delegate("_operation"), delegate("_write"), delegate("_second")
    retain_graph = delegate("_retain")
    moment = property(lambda self: self._steps.step, lambda self, moment: setattr(self._steps, "step", moment))
    grad = property(lambda self: self.run.grad)

    def _choices(self):
        return Choices(self.operation, self.write, self.retain_graph, self.second)

    def _run_again(self):
        self.run = run(self._choices())
        self._steps.become(len(self.run.moments), len(self.run.moments))

    def _update(self):
        self.show_state(draw_lifetime, words, self.run, self.moment)
