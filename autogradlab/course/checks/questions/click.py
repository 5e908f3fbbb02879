"""Asks to click on a graph: on one of its nodes, or on all that fit. The list beside the picture is equivalent."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from autogradlab.course.checks import compare, reading
from autogradlab.course.checks.questions.clickable import LETTERS, Spot, clickable
from autogradlab.course.checks.questions.item import Item, Signature
from autogradlab.course.programs import Run, run
from autogradlab.draw.names import is_tensor

OPERATIONS, TENSORS, ALL = "operations", "tensors", "all"


@dataclass(frozen=True, kw_only=True)
class Click(Item):
    """The program makes `root` and the tensors around it, whose names are shown; `answer` is the node or the tensor
    that is asked for, or a list of them with `several`. An answer is letters, "B" or "ACD", or the names themselves.
    A signature's `answer` is an expression in the program's names for a node, a tensor or a list of them.
    `among` says what can be clicked. `shows` is passed to `draw` as `show=`: names alone, unless the question needs
    more, as a picture wider than a card is shrunk with its letters.
    """

    among: str = OPERATIONS
    several: bool = False
    shows: tuple[str, ...] = ()
    type_name: ClassVar[str] = "click on the graph"
    first_counts: ClassVar[bool] = True

    def drawn(self) -> tuple[str, str]:
        return clickable(self.drawing.svg, self.spots), self.drawing.text

    @cached_property
    def drawing(self):
        """The picture of the program's graph."""
        return _drawn(self.ran(), self.shows)

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """What can be clicked, in the order of the picture's own text version."""
        records = self.drawing.records
        shapes = (*records.boxes * (self.among != OPERATIONS), *records.operations * (self.among != TENSORS))
        made = {edge.source: box.name for box in records.boxes for edge in records.edges if edge.target == box.id}
        return tuple(Spot(shape.id, _called(shape, made.get(shape.id, ""))) for shape in shapes if shape.name)

    def lettered(self) -> dict[str, Spot]:
        return dict(zip(LETTERS, self.spots))

    def key(self) -> str:
        return self._letters_of(self.ran(), "answer")

    def read(self, raw, key: str) -> str:
        options = {letter: spot.text for letter, spot in self.lettered().items()}
        return reading.read_choices(raw, options) if self.several else reading.read_choice(raw, options)

    def value_of(self, signature: Signature) -> str:
        if signature.answer:
            return self._letters_of(self.ran(), signature.answer)
        return self._letters_of(self.ran(signature.idea), "answer")

    def unknown(self, answer: str, key: str) -> str:
        if self.several:
            return compare.judged_rightly(answer, key, self.lettered(), "places")
        return "**It is a different place.** Follow the lines of the picture from there."

    def written(self, answer: str) -> str:
        return "; ".join(self.lettered()[letter].text for letter in answer) or "none of them"

    stored = written

    def raw(self, answer: str) -> str:
        return answer or "none"

    def on(self, machine) -> str:
        return self.raw(self._letters_of(run(self.program, machine=machine), "answer") or self.key())

    def example(self) -> str:
        return '"A C"' if self.several else '"A"'

    def _letters_of(self, ran: Run, expression: str) -> str:
        if ran.error:
            return ""
        found = ran.value_of(expression)
        ids = {_id_of(ran, each) for each in (found if isinstance(found, (list, tuple)) else [found])}
        return "".join(letter for letter, spot in self.lettered().items() if spot.id in ids)


def _drawn(ran: Run, shows: tuple[str, ...]):
    from autogradlab.draw import draw

    return draw(ran.names["root"], names=_tensors(ran), show=shows, fold=False, layout="own")


def _tensors(ran: Run) -> dict:
    return {name: value for name, value in ran.names.items() if is_tensor(value) and name not in ("root", "answer")}


def _id_of(ran: Run, thing) -> str:
    """The id in the picture of a tensor or node of this run; all runs build the same graph, so their ids match."""
    from autogradlab.draw.read import read
    from autogradlab.draw.walk import nodes_behind

    if isinstance(thing, str):
        name = thing
    elif is_tensor(thing):
        name = next((name for name, tensor in _tensors(ran).items() if tensor is thing), "")
    elif hasattr(thing, "variable"):
        return _id_of(ran, thing.variable)
    else:
        nodes = nodes_behind(ran.names["root"].grad_fn)
        return f"n{nodes.index(thing) + 1}" if thing in nodes else ""
    return next((box.id for box in read(ran.names["root"], _tensors(ran)).boxes if box.name == name), "")


def _called(shape, made: str) -> str:
    """The text of a shape in the list: "`MulBackward0` that makes `y`" for an operation, the name for a tensor."""
    return f"`{shape.name}` that makes `{made}`" if made else f"`{shape.name}`"
