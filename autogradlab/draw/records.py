"""What a drawing shows, as plain frozen data: no tensors, no nodes, no addresses. Everything else is made from this.

Ids are counters ('t1', 'n1', 'f1') in the order of one walk from the root, so the same graph gives the same records.
"""

from __future__ import annotations

from dataclasses import dataclass

from .numbers import Snapshot

LEAF, CONSTANT, RESULT, OUTPUT = "leaf", "constant", "result", "output"
DATA, GRAD = "data", "grad"


@dataclass(frozen=True)
class Box:
    """A tensor: a leaf, a constant, a result that has a name, or the output.

    name     what the learner calls it; '' for a constant without a name
    value    None where the graph does not keep it; `freed` if it did until a backward
    grad     None where there is no gradient
    version  how often it has been written to in place; None where that is not known
    written  the line that last wrote into its memory, if that was recorded, else ''
    hooks    how many functions are registered to see its gradient
    paths    how many edges leave it: as many contributions add up in a leaf's gradient
    again    the id of the box of which this is a copy, beside an operation far away from it; '' for all others
    hidden   which of the rows DATA and GRAD are not shown
    """

    id: str
    kind: str
    name: str
    value: Snapshot | None = None
    grad: Snapshot | None = None
    version: int | None = None
    hooks: int = 0
    paths: int = 1
    again: str = ""
    hidden: tuple = ()
    written: str = ""
    freed: bool = False


@dataclass(frozen=True)
class Saved:
    """A value that an operation keeps for backward, under PyTorch's word for it ('self', 'other', 'result', ...).

    label    the name of the saved tensor, or '' if it has none
    value    None if an in-place write has spoiled it
    version  the version of the tensor now; saved_version the one at which it was saved, if it differs
    written  the line that has overwritten it, if that was recorded, else ''
    """

    attribute: str
    label: str
    value: Snapshot | None
    version: int | None = None
    saved_version: int | None = None
    written: str = ""

    @property
    def text(self) -> str:
        if self.value is None:
            where = f" at {self.written}" if self.written else ""
            return f"{self.attribute} overwritten{where}{self.versions}"
        return f"{self.label or self.attribute} = {self.value.text}{self.versions}"

    @property
    def versions(self) -> str:
        """The versions in words, or '' if they are not known."""
        if self.saved_version is not None:
            return f" (saved at version {self.saved_version}, now at {self.version})"
        return "" if self.version is None else f" (version {self.version})"


@dataclass(frozen=True)
class Operation:
    """A node of the backward graph.

    freed    whether a backward has freed its saved values
    results  how many results it has
    hooks    how many functions are registered to see the gradients here
    line     where in the program it was made, if that was recorded, else ''
    second   whether it was made by a backward pass with create_graph
    """

    id: str
    name: str
    symbol: str
    saved: tuple = ()
    freed: bool = False
    results: int = 1
    hooks: int = 0
    line: str = ""
    second: bool = False


@dataclass(frozen=True)
class Fold:
    """Operations drawn as one box: `times` blocks that are built alike, or one module.

    block       the names of the operations of one block, in the order of forward
    operations  how many there are in all blocks
    leaves      how many leaves are used only in here; `holding` of them hold a gradient
    results     the names of the results that are hidden in here
    kept        how many saved values are kept; `freed` how many operations had theirs freed; `spoiled` how many
                values an in-place write has spoiled
    second      whether a backward pass made all of it
    """

    id: str
    name: str
    times: int
    block: tuple
    operations: int
    leaves: int = 0
    holding: int = 0
    results: tuple = ()
    kept: int = 0
    freed: int = 0
    spoiled: int = 0
    second: bool = False


@dataclass(frozen=True)
class Edge:
    """A value on its way forward from `source` to input number `position` of `target`.

    value   the value, if no box shows it and some node has saved it, else None
    flows   whether a gradient has come back along here, to a box that holds it
    output  which result of the source it is, if that has several, else None
    second  whether the value was made by a backward pass
    times   how many wires this one stands for
    """

    source: str
    target: str
    position: int = 0
    value: Snapshot | None = None
    flows: bool = False
    output: int | None = None
    second: bool = False
    times: int = 1


@dataclass(frozen=True)
class Graph:
    """The records of a graph.

    since   the name of the result after which the second graph was made; '' if there is none, or the nodes note it
    """

    root: str
    boxes: tuple
    operations: tuple
    edges: tuple
    folds: tuple = ()
    since: str = ""

    def nodes(self) -> dict[str, Box | Operation | Fold]:
        """id -> Box, Operation or Fold."""
        return {record.id: record for record in (*self.boxes, *self.operations, *self.folds)}

    def of_kind(self, kind: str) -> list[Box]:
        return [box for box in self.boxes if box.kind == kind and not box.again]
