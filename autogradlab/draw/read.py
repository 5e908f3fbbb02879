"""From a tensor to records: one walk along `grad_fn` and `next_functions`, whoever made them.

Only what the graph itself says is shown. Where it keeps no value there is no number: nothing is computed or guessed.
"""
from .flow import with_flow
from .names import Names, result_key
from .numbers import snapshot
from .records import CONSTANT, LEAF, OUTPUT, RESULT, Box, Edge, Graph, Operation, Saved
from .saved import open_locker
from .symbols import symbol_of


def read(root, names):
    """The `Graph` that ends in the tensor `root`; `names` is a dictionary name -> tensor."""
    return _Reader(root, Names(names)).graph()


def walk(start):
    """(node, position, the node before it there or None, that one's output) for every input of every node.

    Depth first, inputs in order, each node once, and no recursion.
    """
    seen, stack = {start}, _inputs(start)
    while stack:
        node, position, before, output = step = stack.pop()
        yield step
        if before is not None and before not in seen:
            seen.add(before)
            stack.extend(_inputs(before))


def _inputs(node):
    """The steps from a node to its inputs, the first one on top of the stack."""
    return [(node, position, *before) for position, before in enumerate(node.next_functions)][::-1]


def _is_end(node):
    return hasattr(node, "variable")


class _Reader:
    """The work on one graph. `_boxes` maps what a box stands for (a leaf's end, a result, a constant) to the box."""

    def __init__(self, root, names):
        self.root, self.names = root, names
        self.steps = list(walk(root.grad_fn)) if root.grad_fn is not None else []
        self.nodes = [node for node in dict.fromkeys([root.grad_fn, *(step[2] for step in self.steps)])
                      if node is not None and not _is_end(node)]
        self.ids = {node: f"n{i}" for i, node in enumerate(self.nodes, 1)}
        self.lockers = {node: open_locker(node) for node in self.nodes}
        self._boxes, self._edges, self._unnamed_leaves = {}, [], 0
        self._results = self._known_results()

    def graph(self):
        root_box = self._root_box()
        for step in self.steps:
            self._edges.append(self._input_edge(*step))
        boxes, operations = tuple(self._boxes.values()), tuple(map(self._operation, self.nodes))
        return Graph(root_box.id, boxes, operations, with_flow(boxes, operations, self._edges))

    def _known_results(self):
        """(node, output number) -> tensor: the named ones, and those that some node has saved."""
        known = {result_key(value): value for locker in self.lockers.values() for value in locker.values.values()
                 if getattr(value, "grad_fn", None) is not None}
        return {**known, **{key: tensor for key, (_, tensor) in self.names.results().items()}}

    # ---- boxes ------------------------------------------------------------------------------------------------

    def _box(self, key, kind, name, value, grad=None):
        self._boxes[key] = Box(f"t{len(self._boxes) + 1}", kind, name, _snapshot(value), _snapshot(grad))
        return self._boxes[key]

    def _root_box(self):
        root = self.root
        if root.grad_fn is not None:
            self._results[result_key(root)] = root
            return self._result_box(result_key(root), OUTPUT, self.names.of(root) or "output")
        if root.requires_grad:
            return self._leaf_box(root, root)
        return self._box(root, CONSTANT, self.names.of(root), root)

    def _result_box(self, key, kind, name):
        tensor = self._results[key]
        box = self._box(key, kind, name, tensor, tensor.grad if getattr(tensor, "retains_grad", False) else None)
        self._edges.append(Edge(self.ids[key[0]], box.id))
        return box

    def _leaf_box(self, key, leaf):
        return self._box(key, LEAF, self.names.of(leaf) or self._next_leaf_name(), leaf, leaf.grad)

    def _next_leaf_name(self):
        self._unnamed_leaves += 1
        return f"leaf {self._unnamed_leaves}"

    def _constant_box(self, node, position):
        value = self.lockers[node].input(node, position)
        name = self.names.of(value)
        key = id(value) if name else (node, position, CONSTANT)
        return self._boxes.get(key) or self._box(key, CONSTANT, name, value)

    # ---- edges and operations ---------------------------------------------------------------------------------

    def _input_edge(self, node, position, before, output):
        source, value = self._source(node, position, before, output)
        return Edge(source, self.ids[node], position, _snapshot(value))

    def _source(self, node, position, before, output):
        """The id of what gives this input, and the value if it travels on the wire."""
        if before is None:
            return self._constant_box(node, position).id, None
        if _is_end(before):
            return (self._boxes.get(before) or self._leaf_box(before, before.variable)).id, None
        key = before, output
        if key in self._boxes:
            return self._boxes[key].id, None
        name, _ = self.names.results().get(key, ("", None))
        if name:
            return self._result_box(key, RESULT, name).id, None
        return self.ids[before], self._results.get(key)

    def _operation(self, node):
        locker = self.lockers[node]
        saved = [Saved(word, self.names.of(value), snapshot(value)) for word, value in locker.values.items()]
        spoiled = [Saved(word, "", None) for word in locker.overwritten]
        name = type(node).__name__
        return Operation(self.ids[node], name, symbol_of(name, locker.settings.get("exponent")),
                         (*saved, *spoiled), locker.freed)


def _snapshot(value):
    return None if value is None else snapshot(value)
