"""The same graph in words: the title of its picture, one describing sentence, and the text version.

All three are made from the records that the picture is made from, so they cannot contradict it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .contents import counted, kept_or_freed
from .records import CONSTANT, DATA, GRAD, LEAF, Box, Fold
from .show import GRADIENTS, SAVED, USUAL, VALUES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

    from .records import Graph


_LISTED, _TOLD_IN_FULL, _DEEPEST = 6, 4, 24


def title(graph: Graph, show: Collection[str] = USUAL) -> str:
    """The main finding as a sentence, which tells no more of the graph's state than a picture with this `show=`."""
    if not graph.operations:
        name = graph.nodes()[graph.root].name or "This tensor"
        return (
            f"{name} is a leaf: no operation made it"
            if graph.of_kind(LEAF)
            else f"{name} has no graph: nothing here requires grad"
        )
    saved = [saved for operation in graph.operations for saved in operation.saved]
    spoiled = [entry for entry in saved if entry.value is None]
    if spoiled:
        were = "was" if len(spoiled) == 1 else "were"
        lines = listed(dict.fromkeys(entry.written for entry in spoiled if entry.written))
        return f"backward() will fail: {counted(len(spoiled), 'saved value')} {were} overwritten in place" + (
            f" at {lines}" if lines else ""
        )
    return _state(graph, any(entry.value for entry in saved), show)


def _state(graph, kept, show):
    freed = any(operation.freed for operation in graph.operations)
    holders = [box for box in graph.boxes if box.grad is not None]
    seconds = sum(operation.second for operation in graph.operations)
    if seconds and not freed:
        many = f"{seconds} of these {len(graph.operations)}" if seconds < len(graph.operations) else "All of these"
        return f"{many} operations were made {_since(graph)}: the second graph"
    if holders and not freed:
        seen = GRADIENTS in show
        return f"{_hold(holders) if seen else 'There are gradients'}, from this graph or an earlier one"
    if freed:
        gradients = _hold(holders) if holders else "no gradient is kept here"
        parts = {GRADIENTS: gradients, SAVED: f"{'some ' if kept else ''}saved values are freed"}
    else:
        parts = {VALUES: "values are known", GRADIENTS: "no gradient yet"}
    said = ", ".join(words for what, words in parts.items() if what in show)
    return f"After {'backward' if freed else 'forward'}{said and ': '}{said}"


def _hold(boxes):
    if len(boxes) > 2:
        return f"{len(boxes)} tensors hold gradients"
    names = " and ".join(box.name for box in boxes)
    return f"{names} holds a gradient" if len(boxes) == 1 else f"{names} hold gradients"


def description(graph: Graph) -> str:
    """One sentence that says what the picture shows."""
    root: Any = graph.nodes()[graph.root]
    if not graph.operations:
        return f"{title(graph)}. {tensor(root)}."
    parts = [f"{tensor(root)} comes from {counted(len(graph.operations), 'operation')} ({_operations(graph)})"]
    for kind, word in ((LEAF, "leaf"), (CONSTANT, "constant")):
        boxes = graph.of_kind(kind)
        if boxes:
            parts.append(f"{counted(len(boxes), word)} ({_boxes(boxes)})")
    origin = " on ".join(parts[:2]) + "".join(f" and {part}" for part in parts[2:])
    return "; ".join([origin, *filter(None, _states(graph))]) + "."


def _boxes(boxes):
    """The boxes with their values if they are few, else only their names."""
    if len(boxes) <= _TOLD_IN_FULL:
        return listed(map(tensor, boxes))
    holding = sum(box.grad is not None for box in boxes)
    return listed(box.name or "unnamed" for box in boxes) + (f"; {holding} with a gradient" if holding else "")


def _operations(graph):
    names = [operation.name for operation in graph.operations]
    return listed(names if len(names) <= _LISTED else _with_counts(names))


def _with_counts(names):
    """'MulBackward0 ×3': each name once, the most frequent first."""
    return [name if count == 1 else f"{name} ×{count}" for name, count in Counter(names).most_common()]


def _states(graph):
    operations = graph.operations
    freed = sum(operation.freed for operation in operations)
    saved = Counter(saved.value is not None for operation in operations for saved in operation.saved)
    yield f"{counted(saved[True], 'value')} saved for backward" if saved[True] else ""
    yield f"{counted(saved[False], 'saved value')} overwritten" if saved[False] else ""
    yield f"the saved values of {counted(freed, 'operation')} freed" if freed else ""
    seconds = sum(operation.second for operation in operations)
    yield f"{counted(seconds, 'operation')} of the second graph, made {_since(graph)}" if seconds else ""


def _since(graph):
    return f"after {graph.since}" if graph.since else "by a backward pass"


def text(graph: Graph, head: str) -> str:
    """The text version: `head`, then from the root back to the leaves, each node once, its inputs indented below it."""
    return "\n".join([head, *_lines(graph)])


# ---- pieces ---------------------------------------------------------------------------------------------------------


def _lines(graph):
    nodes, inputs = graph.nodes(), {}
    for edge in sorted(graph.edges, key=lambda edge: edge.position):
        inputs.setdefault(edge.target, []).append(edge)
    told, stack = set(), [(graph.root, 0, None)]
    while stack:
        name, depth, wire = stack.pop()
        name = getattr(nodes[name], "again", "") or name
        again = name in told and bool(inputs.get(name))
        yield _indent(depth) + _line(nodes[name], wire) + (" (shown above)" if again else "")
        if name not in told:
            told.add(name)
            stack.extend((edge.source, depth + 1, edge) for edge in reversed(inputs.get(name, ())))


def _indent(depth):
    return "  " * depth if depth <= _DEEPEST else "  " * _DEEPEST + f"(level {depth}) "


def _line(record, wire):
    tell = _box_facts if isinstance(record, Box) else _fold_facts if isinstance(record, Fold) else _operation_facts
    return ", ".join([*tell(record, wire), *_wire_facts(wire)])


def _box_facts(box, wire):
    yield " ".join(filter(None, (box.kind, tensor(box, with_grad=False))))
    if box.kind != CONSTANT and GRAD not in box.hidden:
        yield f"grad {box.grad.text if box.grad else 'None'}"
        if box.kind == LEAF and box.paths > 1:
            yield f"{box.paths} paths add up here"
    if box.version is not None:
        yield f"version {box.version}"
    if box.written:
        yield f"written to at {box.written}"
    if box.hooks:
        yield counted(box.hooks, "hook")


def _operation_facts(operation, wire):
    yield f"{operation.name} {operation.symbol}"
    if wire is not None and wire.output is not None:
        yield f"result {wire.output} of {operation.results}"
    if wire is not None and wire.value is not None:
        yield f"gives {wire.value.text}"
    yield from (f"saved {saved.text}" for saved in operation.saved)
    if operation.freed:
        yield "saved values freed"
    if operation.hooks:
        yield counted(operation.hooks, "hook")
    if operation.line:
        yield f"made at {operation.line}"
    if operation.second:
        yield "second graph"


def _fold_facts(fold, wire):
    each = "each " if fold.times > 1 else ""
    block = listed(_with_counts(fold.block))
    yield f"fold {fold.name}: {counted(fold.operations, 'operation')} ({each}{block})"
    if fold.leaves:
        holding = "all" if fold.holding == fold.leaves else fold.holding or "none"
        yield f"{counted(fold.leaves, 'leaf')} used only in here, {holding} with a gradient"
    if fold.kept:
        yield f"{counted(fold.kept, 'saved value')} kept"
    if fold.spoiled:
        yield f"{counted(fold.spoiled, 'saved value')} overwritten"
    if fold.freed:
        yield f"the saved values of {counted(fold.freed, 'operation')} freed"
    if fold.results:
        yield f"with {listed(fold.results)} inside"
    if fold.second:
        yield "second graph"


def _wire_facts(wire):
    if wire is None:
        return
    if wire.times > 1:
        yield f"{wire.times} wires"
    if wire.flows:
        yield "gradient came back"


def tensor(box: Box, with_grad: bool = True) -> str:
    """'w = 3 (grad 8)'."""
    if DATA in box.hidden:
        value = box.name
    else:
        known = box.value.text if box.value else f"value {kept_or_freed(box)}"
        value = known if not box.name else f"{box.name} = {known}" if box.value else f"{box.name}, {known}"
    return value + (f" (grad {box.grad.text})" if with_grad and box.grad else "")


def listed(items: Iterable[str]) -> str:
    """The first few of them, and how many more there are."""
    items = list(items)
    more = f" and {len(items) - _LISTED} more" if len(items) > _LISTED else ""
    return ", ".join(items[:_LISTED]) + more
