"""The drawing's records for a graph to step through, and which record and wires belong to each node of the walk."""

from copy import copy
from dataclasses import dataclass, replace

from autogradlab.draw.again import with_far_leaves_repeated
from autogradlab.draw.names import is_tensor
from autogradlab.draw.numbers import snapshot
from autogradlab.draw.read import read
from autogradlab.draw.records import Box
from autogradlab.draw.walk import is_end, is_larger_than, reached_from

#: A graph with more operations than this is too large to follow in a picture.
LARGEST = 60


@dataclass(frozen=True)
class Place:
    """Where one input of a node comes from, in the drawing.

    id     the record it comes from: a box, or the operation that made it if it has no box
    wires  the indices in `graph.edges` of the way back: the wire to that record and, from a result's box, one more
    """

    id: str
    wires: tuple


class StepGraph:
    """graph       the drawing's records, without saved values: the steps show which are used
    ids         node -> the id of its record, in the order of the walk; for the end of a path, its leaf's box
    inputs      (id, position) -> Place
    arrivals    (id, output number) -> the id of the record that stands for this result: its box, or the operation
    labels      id -> {PyTorch's word for a saved value: what the learner calls it}
    retaining   the ids of results that retain their `.grad`, if that is still None
    """

    def __init__(self, root, names, known=()):
        records = read(root, names)
        self.root, self.ids, self.inputs, self.arrivals, self.labels = records.root, {}, {}, {}, {}
        self._flowing = set()
        self._match(root, records)
        self.ids = {node: self.ids[node] for node in reached_from(root.grad_fn)}
        self.retaining = {
            self._arrival(tensor)
            for tensor in (root, *names.values())
            if getattr(tensor, "retains_grad", False) and tensor.grad is None
        }
        self._hold(self._plain(records, known))

    def again(self, root, results):
        """The StepGraph of another graph of this form, which the same lines made from other numbers.

        results  the results of all operations on the way, one each
        """
        other = copy(self)
        other.ids = dict(zip(reached_from(root.grad_fn), self.ids.values(), strict=True))
        values = {other._arrival(tensor): snapshot(tensor) for tensor in results}
        values |= {id: snapshot(node.variable) for node, id in other.ids.items() if is_end(node)}
        other._hold(_with_values(self.graph, values))
        return other

    def _hold(self, graph):
        self.graph, self._records = graph, graph.nodes()

    def _arrival(self, tensor):
        """The id of the record that stands for a result, or None if backward does not reach it."""
        return self.arrivals.get(self._key(tensor))

    def _key(self, tensor):
        return self.ids.get(tensor.grad_fn), getattr(tensor, "output_nr", 0)

    def name(self, id):
        """What a box or an operation is called in a sentence."""
        record = self._records[id]
        return record.name or (record.value.text if record.value else "the constant")

    def is_box(self, id):
        return isinstance(self._records[id], Box)

    def _match(self, root, records):
        """Follow the graph and its records together, from the root."""
        of_input = {(edge.target, edge.position): i for i, edge in enumerate(records.edges)}
        into_box = {edge.target: i for i, edge in enumerate(records.edges) if edge.target in _ids(records.boxes)}
        operations = {operation.id: operation for operation in records.operations}
        first = records.edges[into_box[records.root]].source
        self.ids[root.grad_fn], stack = first, [root.grad_fn]
        self.arrivals[self._key(root)] = records.root
        while stack:
            node = stack.pop()
            id = self.ids[node]
            self.labels[id] = {saved.attribute: saved.label for saved in operations[id].saved}
            for position, (before, number) in enumerate(node.next_functions):
                wire = of_input[id, position]
                source = records.edges[wire].source
                behind = (into_box[source],) if source in into_box else ()
                self.inputs[id, position] = Place(source, (wire, *behind))
                if before is not None:
                    self._flowing |= {wire, *behind}
                    if before not in self.ids:
                        self.ids[before] = records.edges[behind[0]].source if behind else source
                        if before.next_functions:
                            stack.append(before)
                    self.arrivals[self.ids[before], number] = source

    def _plain(self, records, known):
        """The records without saved values; `flows` of a wire says whether a gradient will come back along it."""
        values = {self._key(tensor): snapshot(tensor) for tensor in known if tensor.grad_fn in self.ids}
        operations = {operation.id for operation in records.operations}
        edges = [
            replace(
                edge,
                flows=i in self._flowing or edge.target == records.root,
                value=edge.value
                or (values.get((edge.source, edge.output or 0)) if {edge.source, edge.target} <= operations else None),
            )
            for i, edge in enumerate(records.edges)
        ]
        return with_far_leaves_repeated(
            replace(
                records,
                edges=tuple(edges),
                operations=tuple(replace(operation, saved=(), freed=False) for operation in records.operations),
            )
        )


def checked(root):
    """The root, if there is a graph to step through from it. Raises TypeError or ValueError with a `help:` line."""
    if not is_tensor(root):
        raise TypeError(
            f"Stepper() needs the tensor that backward() starts from, and this is a {type(root).__name__}"
            "\n  help: give it the loss itself, as in Stepper(loss), without .item() or .backward()"
        )
    if root.grad_fn is None:
        raise ValueError(
            "this tensor has no graph, so backward() has nothing to run\n"
            "  help: compute it from a tensor with requires_grad=True, outside no_grad()"
        )
    if root.numel() != 1:
        raise ValueError(
            f"this tensor has shape {tuple(root.shape)}, but backward() starts from one number\n"
            "  help: reduce it first, as in Stepper(y.sum())"
        )
    if is_larger_than(root.grad_fn, LARGEST):
        raise ValueError(
            f"this graph has more than {LARGEST} operations, too many to follow one by one\n"
            "  help: step through an earlier result, or a smaller case of the same program"
        )
    return root


def _with_values(graph, values):
    """The records with these values: id -> the value that a leaf or the result of an operation has now."""
    boxes = tuple(replace(box, value=values.get(box.again or box.id, box.value)) for box in graph.boxes)
    edges = tuple(replace(edge, value=values[edge.source]) if edge.value else edge for edge in graph.edges)
    return replace(graph, boxes=boxes, edges=edges)


def _ids(records):
    return {record.id for record in records}
