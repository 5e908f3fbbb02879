"""The same graph in words: the title of its picture, one describing sentence, and the text version.

All three are made from the records that the picture is made from, so they cannot say anything else.
"""
from collections import Counter

from .records import CONSTANT, LEAF, Box

_LISTED, _DEEPEST = 6, 24


def title(graph):
    """The finding, as a sentence."""
    if not graph.operations:
        name = graph.nodes()[graph.root].name or "This tensor"
        return f"{name} is a leaf: no operation made it" if graph.of_kind(LEAF) else \
            f"{name} has no graph: nothing here requires grad"
    freed = any(operation.freed for operation in graph.operations)
    kept = any(saved.value for operation in graph.operations for saved in operation.saved)
    holders = [box for box in graph.boxes if box.grad is not None]
    if not holders:
        return "Saved values are freed, and no gradient is kept here" if freed else \
            "After forward: values are known, no gradient yet"
    if freed:
        return f"After backward: {_hold(holders)}, {'some ' if kept else ''}saved values are freed"
    return f"{_hold(holders)}, from this graph or an earlier one"


def _hold(boxes):
    if len(boxes) > 2:
        return f"{len(boxes)} tensors hold gradients"
    names = " and ".join(box.name for box in boxes)
    return f"{names} holds a gradient" if len(boxes) == 1 else f"{names} hold gradients"


def description(graph):
    """One sentence that says what the picture shows."""
    root = graph.nodes()[graph.root]
    if not graph.operations:
        return f"{title(graph)}. {_tensor(root)}."
    parts = [f"{_tensor(root)} comes from {_counted(len(graph.operations), 'operation')} "
             f"({_list(operation.name for operation in graph.operations)})"]
    for kind, word in ((LEAF, "leaf"), (CONSTANT, "constant")):
        boxes = graph.of_kind(kind)
        if boxes:
            parts.append(f"{_counted(len(boxes), word)} ({_list(map(_tensor, boxes))})")
    freed = sum(operation.freed for operation in graph.operations)
    saved = Counter(saved.value is not None for operation in graph.operations for saved in operation.saved)
    states = [f"{_counted(saved[True], 'value')} saved for backward" if saved[True] else "",
              f"{_counted(saved[False], 'saved value')} overwritten" if saved[False] else "",
              f"the saved values of {_counted(freed, 'operation')} freed" if freed else ""]
    origin = " on ".join(parts[:2]) + "".join(f" and {part}" for part in parts[2:])
    return "; ".join([origin, *filter(None, states)]) + "."


def text(graph):
    """The text version: from the root back to the leaves, each node once, its inputs indented below it."""
    return "\n".join([title(graph), *_lines(graph)])


def summary(graph):
    """For a graph that is too large to be drawn or listed."""
    counts = Counter(operation.name for operation in graph.operations).most_common()
    leaves = graph.of_kind(LEAF)
    root, size = _tensor(graph.nodes()[graph.root]), _counted(len(graph.operations), "operation")
    return "\n".join([
        f"{root}: a graph of {size}, too large to draw well",
        f"  operations: {_list(f'{name} ×{count}' for name, count in counts)}",
        f"  leaves ({len(leaves)}): {_list(map(_tensor, leaves))}",
        "  help: draw an earlier result of it, or a smaller case of the same program"])


# ---- pieces ---------------------------------------------------------------------------------------------------------

def _lines(graph):
    nodes, inputs = graph.nodes(), {}
    for edge in sorted(graph.edges, key=lambda edge: edge.position):
        inputs.setdefault(edge.target, []).append(edge)
    told, stack = set(), [(graph.root, 0, None)]
    while stack:
        name, depth, wire = stack.pop()
        again = name in told and bool(inputs.get(name))
        yield _indent(depth) + _line(nodes[name], wire) + (" (shown above)" if again else "")
        if name not in told:
            told.add(name)
            stack.extend((edge.source, depth + 1, edge) for edge in reversed(inputs.get(name, ())))


def _indent(depth):
    return "  " * depth if depth <= _DEEPEST else "  " * _DEEPEST + f"(level {depth}) "


def _line(record, wire):
    came_back = ", gradient came back" if wire is not None and wire.flows else ""
    if isinstance(record, Box):
        grad = "" if record.kind == CONSTANT else f", grad {record.grad.text if record.grad else 'None'}"
        return " ".join(filter(None, (record.kind, _value(record)))) + grad + came_back
    parts = [f"{record.name} {record.symbol}"]
    if wire is not None and wire.value is not None:
        parts.append(f"gives {wire.value.text}")
    parts.extend(f"saved {saved.text}" for saved in record.saved)
    if record.freed:
        parts.append("saved values freed")
    return ", ".join(parts) + came_back


def _tensor(box):
    return _value(box) + (f" (grad {box.grad.text})" if box.grad else "")


def _value(box):
    known = box.value.text if box.value else "value not kept"
    if not box.name:
        return known
    return f"{box.name} = {known}" if box.value else f"{box.name}, {known}"


def _counted(count, word):
    plural = {"leaf": "leaves"}.get(word, word + "s")
    return f"{count} {word if count == 1 else plural}"


def _list(items):
    items = list(items)
    more = f" and {len(items) - _LISTED} more" if len(items) > _LISTED else ""
    return ", ".join(items[:_LISTED]) + more
