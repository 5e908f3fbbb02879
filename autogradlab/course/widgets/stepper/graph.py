"""The drawing's records for a graph that is stepped through, and which record and wires each part of a walk has."""
from dataclasses import dataclass, replace

from autogradlab.draw.again import with_far_leaves_repeated
from autogradlab.draw.names import is_tensor
from autogradlab.draw.numbers import snapshot
from autogradlab.draw.read import read

#: A graph with more operations than this makes no picture that can be followed.
LARGEST = 60


@dataclass(frozen=True)
class Place:
    """Where one input of a node comes from, in the drawing.

    id     what gives it: a box, or an operation where no box stands between
    wires  the places in `graph.edges` of the way back to it: one wire, or two where a box stands between
    """
    id: str
    wires: tuple


class StepGraph:
    """graph       the drawing's records, without saved values: the steps say what is used
    ids         node -> its id; the end of a path has its leaf's box
    inputs      (node, position) -> Place
    arrivals    (node, output number) -> the id of what stands for it: its box, or the operation
    labels      node -> {PyTorch's word for a saved value: what the learner calls it}
    retaining   the ids of results whose `.grad` will be kept, and is still empty
    """

    def __init__(self, root, names, known=()):
        records = read(root, names)
        self.root = records.root
        self.ids, self.inputs, self.arrivals, self.labels = {}, {}, {}, {}
        self._match(root, records)
        self.retaining = {self.arrivals.get(_key(tensor)) for tensor in (root, *names.values())
                          if getattr(tensor, "retains_grad", False) and tensor.grad is None}
        self.graph = self._plain(records, _values(known))

    def name(self, id):
        """What a box or an operation is called in a sentence."""
        record = self.graph.nodes()[id]
        return record.name or (record.value.text if record.value else "the constant")

    def is_box(self, id):
        return any(box.id == id for box in self.graph.boxes)

    def _match(self, root, records):
        """Follow the graph and its records together, from the root."""
        of_input = {(edge.target, edge.position): i for i, edge in enumerate(records.edges)}
        into_box = {edge.target: i for i, edge in enumerate(records.edges) if edge.target in _ids(records.boxes)}
        operations = {operation.id: operation for operation in records.operations}
        first = records.edges[into_box[records.root]].source
        self.arrivals[_key(root)] = records.root
        self.ids[root.grad_fn], stack = first, [root.grad_fn]
        while stack:
            node = stack.pop()
            self.labels[node] = {saved.attribute: saved.label for saved in operations[self.ids[node]].saved}
            for position, (before, number) in enumerate(node.next_functions):
                wire = of_input[self.ids[node], position]
                source = records.edges[wire].source
                behind = (into_box[source],) if source in into_box else ()
                self.inputs[node, position] = Place(source, (wire, *behind))
                if before is not None:
                    self.arrivals[before, number] = source
                    if before not in self.ids:
                        self.ids[before] = records.edges[behind[0]].source if behind else source
                        if before.next_functions:
                            stack.append(before)

    def _plain(self, records, known):
        """Records without saved values and old gradients; wires that a gradient will come back along say so."""
        flowing = {wire for place in self.inputs.values() for wire in place.wires}
        flowing -= {place.wires[0] for (node, position), place in self.inputs.items()
                    if node.next_functions[position][0] is None}
        root_wire = {i for i, edge in enumerate(records.edges) if edge.target == records.root}
        values = {place.wires[0]: known[node.next_functions[position]]
                  for (node, position), place in self.inputs.items() if node.next_functions[position] in known}
        operations = {operation.id for operation in records.operations}
        edges = [replace(edge, flows=i in flowing | root_wire,
                         value=edge.value or (values.get(i) if edge.source in operations else None))
                 for i, edge in enumerate(records.edges)]
        return with_far_leaves_repeated(replace(records, edges=tuple(edges), operations=tuple(
            replace(operation, saved=(), freed=False) for operation in records.operations)))


def checked(root):
    """The root, if there is a graph to step through from it. Raises TypeError or ValueError with a `help:` line."""
    if not is_tensor(root):
        raise TypeError(f"Stepper() needs the tensor that backward() starts from, and this is a {type(root).__name__}"
                        "\n  help: give it the loss itself, as in Stepper(loss), without .item() or .backward()")
    if root.grad_fn is None:
        raise ValueError("this tensor has no graph, so backward() has nothing to run\n"
                         "  help: compute it from a tensor with requires_grad=True, outside no_grad()")
    if root.numel() != 1:
        raise ValueError(f"this tensor has shape {tuple(root.shape)}, and backward() starts from one number\n"
                         "  help: reduce it first, as in Stepper(y.sum())")
    if _operations(root) > LARGEST:
        raise ValueError(f"this graph has more than {LARGEST} operations, too many to follow one by one\n"
                         "  help: step through an earlier result, or a smaller case of the same program")
    return root


def _operations(root):
    """How many operations there are, counted no further than needed."""
    seen, stack = {root.grad_fn}, [root.grad_fn]
    while stack and len(seen) <= LARGEST:
        for node, _ in stack.pop().next_functions:
            if node is not None and not hasattr(node, "variable") and node not in seen:
                seen.add(node)
                stack.append(node)
    return len(seen)


def _values(known):
    return {_key(tensor): snapshot(tensor) for tensor in known if tensor.grad_fn is not None}


def _key(tensor):
    return tensor.grad_fn, getattr(tensor, "output_nr", 0)


def _ids(records):
    return {record.id for record in records}
