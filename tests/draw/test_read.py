"""The records say what the graph says: the same nodes, the same edges, and no number that is not kept somewhere."""
import pytest

from autogradlab.draw.read import read


def walked_by_hand(root):
    """(edges as (from, to, position) in names of nodes, how many nodes), straight from `next_functions`."""
    edges, seen, todo = [], {}, [root.grad_fn]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen[node] = True
        for position, (before, _) in enumerate(node.next_functions):
            is_end = hasattr(before, "variable")
            source = "constant" if before is None else "leaf" if is_end else type(before).__name__
            edges.append((source, type(node).__name__, position))
            todo += [before] if before is not None and not is_end else []
    return sorted(edges), len(seen)


def told_by_records(graph):
    """The same from records: a named result is no stop, its wire is followed back to the operation that made it."""
    nodes, maker = graph.nodes(), {edge.target: edge.source for edge in graph.edges if edge.target.startswith("t")}
    edges = []
    for edge in graph.edges:
        if edge.target.startswith("n"):
            source = nodes[maker.get(edge.source, edge.source)]
            edges.append((getattr(source, "kind", source.__dict__["name"]), nodes[edge.target].name, edge.position))
    return sorted(edges), len(graph.operations)


def box(graph, name):
    return next(box for box in graph.boxes if box.name == name)


def test_records_equal_a_walk_of_next_functions(ag, program):
    root, names = program(ag)
    assert told_by_records(read(root, names)) == walked_by_hand(root)


def test_both_engines_give_the_same_records_up_to_rounding(program):
    torch = pytest.importorskip("torch")
    import autogradlab

    ours, theirs = read(*program(autogradlab)), read(*program(torch))
    assert [(b.kind, b.name) for b in ours.boxes] == [(b.kind, b.name) for b in theirs.boxes]
    assert [(o.name, o.symbol, len(o.saved)) for o in ours.operations] == \
        [(o.name, o.symbol, len(o.saved)) for o in theirs.operations]
    assert [(e.source, e.target) for e in ours.edges] == [(e.source, e.target) for e in theirs.edges]


def test_names_kinds_and_values_of_tensors(ag, linear):
    graph = read(*linear(ag))
    told = {b.name: (b.kind, b.value.text if b.value else None) for b in graph.boxes}
    assert told == {"loss": ("output", "4"), "z": ("result", "7"), "w": ("leaf", "3"), "b": ("leaf", "1"),
                    "x": ("constant", "2"), "": ("constant", None)}       # subtraction keeps nothing, so y is not known


def test_a_shared_leaf_has_one_box_and_one_edge_for_each_use(ag, thrice):
    graph = read(*thrice(ag))
    w = box(graph, "w").id
    assert [b.name for b in graph.boxes].count("w") == 1
    assert sum(edge.source == w for edge in graph.edges) == 3


def test_the_value_on_a_wire_is_known_only_where_a_node_keeps_it(ag, linear):
    graph = read(*linear(ag))
    nodes = graph.nodes()
    known = {nodes[e.source].name: e.value.text for e in graph.edges if e.value}
    assert known == {"SubBackward0": "2"}                                 # kept by the power; w * x is kept by nobody


def test_saved_values_carry_the_learners_names(ag, linear):
    graph = read(*linear(ag))
    assert {o.name: [s.text for s in o.saved] for o in graph.operations} == {
        "PowBackward0": ["self = 2"], "SubBackward0": [], "AddBackward0": [], "MulBackward0": ["x = 2"]}


def test_backward_frees_what_was_saved_and_fills_the_leaves(ag, linear):
    root, names = linear(ag)
    root.backward()
    graph = read(root, names)
    assert {o.name: (o.freed, o.saved) for o in graph.operations} == {
        "PowBackward0": (True, ()), "SubBackward0": (False, ()),
        "AddBackward0": (False, ()), "MulBackward0": (True, ())}
    assert box(graph, "w").grad.text == "8" and box(graph, "z").grad is None
    constants = {b.id for b in graph.of_kind("constant")}
    assert all(edge.flows == (edge.source not in constants) for edge in graph.edges)


def test_a_kept_graph_is_not_freed(ag, linear):
    root, names = linear(ag)
    root.backward(retain_graph=True)
    graph = read(root, names)
    assert not any(o.freed for o in graph.operations) and box(graph, "b").grad.text == "4"


def test_a_gradient_from_an_earlier_graph_is_not_drawn_into_a_new_one(ag, linear):
    root, names = linear(ag)
    root.backward()
    graph = read(names["w"] * names["b"], names)
    assert box(graph, "w").grad.text == "8" and not any(edge.flows for edge in graph.edges)


def test_a_graph_freed_in_part_says_which_part(ag):
    w = ag.tensor(2.0, requires_grad=True)
    p = w * 3
    root = p * p
    p.backward()
    graph = read(root, {"w": w, "p": p})
    assert [o.freed for o in graph.operations] == [False, True]
    names = {record.id: record.name for record in graph.nodes().values()}
    assert [(names[e.source], names[e.target]) for e in graph.edges if e.flows] == \
        [("MulBackward0", "p"), ("w", "MulBackward0")]


def test_leaves_without_a_name_are_counted(ag):
    a, b = ag.tensor(1.0, requires_grad=True), ag.tensor(2.0, requires_grad=True)
    assert [x.name for x in read(a * b, {}).boxes] == ["output", "leaf 1", "leaf 2"]


def test_a_long_chain_needs_no_recursion(ag):
    y = x = ag.tensor(1.0, requires_grad=True)
    for _ in range(3000):
        y = y + 1
    assert len(read(y, {"x": x}).operations) == 3000


def test_an_overwritten_value_is_said_to_be():
    torch = pytest.importorskip("torch")
    x = torch.tensor(2.0, requires_grad=True)
    e = x.exp()
    root = e * e
    with torch.no_grad():
        e.add_(1)
    assert [s.text for s in read(root, {}).operations[0].saved] == ["self overwritten", "other overwritten"]


def test_a_module_of_pytorch_with_its_parameters_names():
    torch = pytest.importorskip("torch")
    model, x = torch.nn.Linear(3, 1), torch.ones(5, 3)
    loss = torch.nn.functional.mse_loss(model(x), torch.zeros(5, 1))
    graph = read(loss, {**dict(model.named_parameters()), "x": x})
    assert {b.name for b in graph.of_kind("leaf")} == {"weight", "bias"}
    assert box(graph, "x").value.text == "(5, 3)  all 1"
    assert told_by_records(graph) == walked_by_hand(loss)


def test_several_outputs_of_one_node_are_told_apart():
    torch = pytest.importorskip("torch")
    t = torch.tensor([1.0, 2.0], requires_grad=True)
    u, v = t.unbind()
    graph = read(u * v, {"t": t, "u": u, "v": v})
    assert (box(graph, "u").value.text, box(graph, "v").value.text) == ("1", "2")
    assert len(graph.operations) == 2
