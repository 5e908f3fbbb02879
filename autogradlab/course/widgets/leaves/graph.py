"""The graph of the leaves mover as records of `draw`, including what neither backward nor `draw` can reach."""

from autogradlab.draw.numbers import snapshot
from autogradlab.draw.records import CONSTANT, LEAF, OUTPUT, RESULT, Box, Edge, Graph, Operation

from .run import Facts

CHAIN = {
    "scale": ("Mul", "×"),
    "product": ("Mul", "×"),
    "round": ("Round", "round"),
    "compare": ("", ">"),
    "plus": ("Add", "+"),
    "square": ("Pow", "( )²"),
}


def graph_of(run):
    """(Graph, ids of the operations that backward cannot reach, indices of the edges where the path is cut)."""
    wires, reached = _wires(run), _reached(run)
    names = list(dict.fromkeys(name for wire in wires for name in wire))
    ids = {name: f"n{i}" if name in CHAIN else f"t{i}" for i, name in enumerate(names, 1)}
    boxes = tuple(_box(ids[name], name, run) for name in names if name not in CHAIN)
    operations = tuple(Operation(ids[name], _node(name, reached), CHAIN[name][1]) for name in names if name in CHAIN)
    edges = tuple(Edge(ids[a], ids[b], int(a in ("x", "b")), flows=_flows(a, b, reached, run)) for a, b in wires)
    cuts = tuple(place for place, (a, b) in enumerate(wires) if _is_cut(a, b, reached, run))
    root = ids["loss" if "loss" in ids else "h"]  # h if the program stopped before the loss
    dropped = frozenset(ids[name] for name in CHAIN if name in names and name not in reached)
    return Graph(root, boxes, operations, edges), dropped, cuts


def _wires(run):
    """(from, to) for each wire of the program, whether or not backward can follow it."""
    scaled = [("raw", "scale"), ("scale", "w")] if run.choices.scaled else []
    step = [run.choices.cut] if run.choices.cut in ("round", "compare") else []
    path = ["product", *step, "h", *(("plus", "square", "loss") if "loss" in run.facts else ())]
    bias = [("b", "plus")] if "plus" in path else []
    return [*scaled, ("w", "product"), ("x", "product"), *zip(path, path[1:]), *bias]


def _reached(run):
    """The operations whose nodes backward can reach from the loss."""
    found = set()
    if _made(run, "loss"):
        found |= {"plus", "square"}
        if _made(run, "h"):
            found |= {"product", "round"}
            if _made(run, "w"):
                found.add("scale")
    return found


def _made(run, name):
    return name in run.facts and run.facts[name].grad_fn is not None


def _flows(source, target, reached, run):
    """Whether a gradient came back along this wire."""
    if run.stop:
        return False
    operation = target if target in CHAIN else source
    other = source if operation == target else target
    return operation in reached and (
        other in reached if other in CHAIN else other in run.facts and run.facts[other].arrived is not None
    )


def _is_cut(source, target, reached, run):
    """Whether the path back to a tensor that requires grad is cut at this wire."""
    if target == "loss":
        return "loss" in run.facts and not _made(run, "loss")
    waiting = any(run.facts[name].requires_grad for name in ("x", "w") if name in run.facts)
    return target == "h" and waiting and not _made(run, "h")


def _node(name, reached):
    """The short name of an operation's node, or 'cut off' if backward cannot reach it."""
    return CHAIN[name][0] if name in reached else "cut off"


def _box(key, name, run):
    facts = run.facts.get(name) or Facts(300.0, True, run.choices.w_requires_grad, None, None, None)
    kind = CONSTANT if not facts.requires_grad else LEAF if facts.is_leaf else OUTPUT if name == "loss" else RESULT
    return Box(
        key,
        kind,
        "no name" if name == "raw" else name,
        snapshot(facts.value),
        None if facts.grad is None else snapshot(facts.grad),
    )
