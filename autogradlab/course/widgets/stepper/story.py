"""A backward walk through one graph as plain data, from which picture, words and page are made."""

from dataclasses import dataclass

from autogradlab.draw.measure import shown
from autogradlab.draw.numbers import Snapshot, bracketed, written

from .graph import StepGraph, checked
from .rules import rule_of
from .run import Failed, run

_LONGEST_ON_WIRE, _LONGEST_SUM = 12, 34


@dataclass(frozen=True)
class Row:
    """What a node that runs sends to one of its inputs. `value` is None if it sends nothing.

    product  '4 × 2 = 8', or only what is sent if it is not received × local, or if that is too long
    running  where paths meet, what has arrived at the receiver so far: '6 + ?', '6 + 8 = 14'
    """

    to: str
    rule: str = "nothing, it is a constant"
    value: Snapshot | None = None
    product: str = ""
    running: str = ""


@dataclass(frozen=True)
class Moment:
    """One step. `sum` is what arrived, '6 + 8 = 14'; `before` and `after` are a leaf's `.grad` at the end of a path."""

    id: str
    name: str
    received: str
    rows: tuple = ()
    sum: str = ""
    paths: int = 1
    before: str = ""
    after: Snapshot | None = None

    @property
    def is_leaf(self):
        return self.after is not None

    @property
    def change(self):
        """What a leaf's `.grad` becomes: '8', or '2 + 6 = 8' where it held something."""
        return self.after.text if self.before == "None" else f"{self.before} + {self.received} = {self.after.text}"


class Story:
    """graph    the drawing's records
    root     (the name of what backward starts from, the text of the gradient that it starts with)
    moments  one Moment per step, `moments[0]` being step 1
    sent     wire -> (the step from which it carries a gradient, that gradient)
    sums     id -> {step: what has arrived there by then}, where paths meet
    paths    id -> how many contributions arrive there
    kept     id -> (the step in which its `.grad` is filled, what it holds then), for leaves and results that retain it
    Raises   TypeError or ValueError with a `help:` line where there is nothing to step through.

    like     the Story of a graph of the same form with other numbers, see StepGraph.again
    """

    def __init__(self, root, names, known=(), like=None):
        self._parts = like._parts.again(root, known) if like else StepGraph(checked(root), names, known)
        try:
            steps = run(root)
        except Failed as failure:
            raise ValueError(_failure(failure)) from None
        self.graph, self.moments, self.sent, self.sums, self.kept = self._parts.graph, [], {}, {}, {}
        self.root = self._parts.name(self._parts.root), steps[0].received.text
        self.paths = {}
        self._arrive(self._parts.root, 0, steps[0].received)
        for number, step in enumerate(steps, 1):
            self.moments.append(self._leaf(step, number) if step.is_leaf else self._operation(step, number))

    @property
    def count(self):
        return len(self.moments)

    def _leaf(self, step, number):
        id = self._parts.ids[step.node]
        self.kept[id] = number, step.after
        return Moment(
            id,
            self._parts.name(id),
            step.received.text,
            (),
            sum_text(step.terms, step.received),
            len(step.terms),
            step.before.text if step.before else "None",
            step.after,
        )

    def _operation(self, step, number):
        node = step.node
        rows = tuple(self._row(node, sent, step.received, number) for sent in step.sent)
        return Moment(
            self._parts.ids[node],
            type(node).__name__,
            step.received.text,
            rows,
            paths=len(step.terms),
            sum=sum_text(step.terms, step.received),
        )

    def _row(self, node, sent, received, number):
        id = self._parts.ids[node]
        place = self._parts.inputs[id, sent.position]
        wire, name = place.wires[0], self._parts.name(place.id)
        if sent.value is None:
            rule = Row.rule if sent.key is None else "its rule gives nothing for it"
            return Row(name, rule)
        rule = rule_of(node, sent.position, self._parts.labels[id], sent, received)
        running, self.sent[wire] = "", (number, sent.value)
        self.paths[place.id] = len(sent.terms) + sent.missing
        if self.paths[place.id] > 1:
            running = self.sums.setdefault(place.id, {})[number] = sum_text(sent.terms, sent.total, sent.missing)
        if not sent.missing:
            self._arrive(place.id, number, sent.total)
        return Row(name, rule, sent.value, _product(received, sent), running)

    def _arrive(self, id, number, total):
        """Everything has arrived at `id`; from a result's box it goes on to the operation that made the result."""
        if id in self._parts.retaining:
            self.kept[id] = number, total
        for wire, edge in enumerate(self.graph.edges):
            if edge.target == id and self._parts.is_box(id):
                self.sent[wire] = number, total


def sum_text(terms, total, missing=0):
    """What has arrived: '8', '6 + ?', '6 + 8 = 14'."""
    if len(terms) == 1 and not missing:
        return total.text
    known = [bracketed(term.text) if i else term.text for i, term in enumerate(terms)]
    text = " + ".join([*known, *["?"] * missing])
    if missing:
        return text if len(text) <= _LONGEST_SUM else f"{len(terms)} of {len(terms) + missing} contributions"
    whole = f"{text} = {total.text}"
    return whole if len(whole) <= _LONGEST_SUM else f"{len(terms)} contributions = {total.text}"


def value_on_wire(value):
    """A value as it is written above its wire: of a number with a power of ten, two digits; the words have four."""
    text = shown(value)
    is_number = not value.shape and not isinstance(value.entries, str)  # a text stands for the longest that may come
    return written(float(f"{value.entries:.1e}")) if is_number and "×" in text else text


def on_wire(value):
    """A gradient as it is written beside its wire: its numbers, or only its shape if they are too long."""
    text = value_on_wire(value)
    return text if not value.shape or len(text) <= _LONGEST_ON_WIRE else f"({', '.join(map(str, value.shape))})"


def _product(received, sent):
    if sent.local is None:
        return sent.value.text
    text = f"{received.text} × {bracketed(sent.local.text)} = {sent.value.text}"
    return text if len(text) <= _LONGEST_SUM else sent.value.text


def _failure(failure):
    if "freed" in str(failure) or "second time" in str(failure):
        return (
            "the saved values of this graph were freed by an earlier backward(), so no node can run again\n"
            "  help: run the forward lines again and step before backward(), or pass it retain_graph=True"
        )
    return (
        f"{type(failure.node).__name__} could not run: {failure}\n"
        "  help: fix that first; loss.backward() stops at the same place"
    )
