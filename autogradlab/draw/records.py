"""What a drawing shows, as plain frozen data: no tensors, no nodes, no addresses. Everything else is made from this.

Ids are counters ('t1', 'n1') in the order of one walk from the root: the same graph gives the same records everywhere.
"""
from dataclasses import dataclass

from .numbers import Snapshot

LEAF, CONSTANT, RESULT, OUTPUT = "leaf", "constant", "result", "output"


@dataclass(frozen=True)
class Box:
    """A tensor: a leaf, a constant, a result that has a name, or the output.

    name   what the learner calls it; '' for a constant without a name
    value  None where the graph does not keep it
    grad   None where there is no gradient
    """
    id: str
    kind: str
    name: str
    value: Snapshot | None = None
    grad: Snapshot | None = None


@dataclass(frozen=True)
class Saved:
    """A value that an operation keeps for backward, under PyTorch's word for it ('self', 'other', 'result', ...).

    label  the name of the tensor that it is, or '' if that has none
    value  None if an in-place write has spoiled it
    """
    attribute: str
    label: str
    value: Snapshot | None

    @property
    def text(self):
        return f"{self.label or self.attribute} = {self.value.text}" if self.value else f"{self.attribute} overwritten"


@dataclass(frozen=True)
class Operation:
    """A node of the backward graph. `freed`: its saved values have been given up by a backward."""
    id: str
    name: str
    symbol: str
    saved: tuple = ()
    freed: bool = False


@dataclass(frozen=True)
class Edge:
    """A value on its way forward from `source` to input number `position` of `target`.

    value  what travels, where no box shows it and some node keeps it, else None
    flows  whether a gradient has come back along here, to a box that holds it
    """
    source: str
    target: str
    position: int = 0
    value: Snapshot | None = None
    flows: bool = False


@dataclass(frozen=True)
class Graph:
    root: str
    boxes: tuple
    operations: tuple
    edges: tuple

    def nodes(self):
        """id -> Box or Operation."""
        return {record.id: record for record in (*self.boxes, *self.operations)}

    def of_kind(self, kind):
        return [box for box in self.boxes if box.kind == kind]
