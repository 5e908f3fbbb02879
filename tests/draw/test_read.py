"""The records say what the graph says: the same nodes, the same edges, and only numbers that something keeps."""

import pytest

from autogradlab.draw import draw
from autogradlab.draw.read import read

# ---- networks of PyTorch --------------------------------------------------------------------------------------------


def with_names(model, loss, **more):
    return loss, {**dict(model.named_parameters()), **more}


def a_linear_model(torch):
    x, y = torch.ones(5, 3), torch.zeros(5, 1)
    model = torch.nn.Linear(3, 1)
    return with_names(model, torch.nn.functional.mse_loss(model(x), y), x=x)


def an_mlp(torch):
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2))
    return with_names(model, torch.nn.functional.cross_entropy(model(torch.ones(5, 3)), torch.tensor([0, 1, 0, 1, 1])))


def an_rnn_over_five_steps(torch):
    model = torch.nn.RNN(3, 4)
    outputs, last = model(torch.ones(5, 2, 3))
    return with_names(model, outputs.sum() + last.sum(), last=last)


def a_small_conv_net(torch):
    nn = torch.nn
    model = nn.Sequential(
        nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(18, 2)
    )
    return with_names(model, model(torch.ones(2, 1, 8, 8)).sum())


def a_residual_block(torch):
    model = torch.nn.ModuleList([torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)])
    x = torch.ones(2, 3, requires_grad=True)
    h = torch.relu(model[0](x))
    out = torch.relu(x + model[1](h))
    return with_names(model, out.mean(), x=x, h=h, out=out)


def a_custom_function(torch):
    class PlusMinus(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a + b, a - b

        @staticmethod
        def backward(ctx, plus, minus):
            return plus + minus, plus - minus

    a, b = torch.tensor(3.0, requires_grad=True), torch.tensor(2.0, requires_grad=True)
    plus, minus = PlusMinus.apply(a, b)
    return plus * minus, {"a": a, "b": b, "plus": plus}


TORCH_PROGRAMS = [a_linear_model, an_mlp, an_rnn_over_five_steps, a_small_conv_net, a_residual_block, a_custom_function]


# ---- records against a walk -----------------------------------------------------------------------------------------


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
    """The same from records; the wire of a named result is followed back to the operation that made it."""
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


@pytest.mark.parametrize("program", TORCH_PROGRAMS, ids=lambda program: program.__name__)
def test_records_of_real_networks_equal_a_walk_too(program):
    root, names = program(pytest.importorskip("torch"))
    graph = read(root, names)
    assert told_by_records(graph) == walked_by_hand(root)
    assert {box.name for box in graph.of_kind("leaf")} == {
        name for name, tensor in names.items() if tensor.requires_grad and tensor.is_leaf
    }
    drawing = draw(root, names)
    assert drawing.svg.startswith("<svg") and drawing.text.count("leaf") >= len(drawing.records.of_kind("leaf"))


def test_both_engines_give_the_same_records_up_to_rounding(program):
    torch = pytest.importorskip("torch")
    import autogradlab

    ours, theirs = read(*program(autogradlab)), read(*program(torch))
    assert [(b.kind, b.name) for b in ours.boxes] == [(b.kind, b.name) for b in theirs.boxes]
    assert [(o.name, o.symbol, len(o.saved)) for o in ours.operations] == [
        (o.name, o.symbol, len(o.saved)) for o in theirs.operations
    ]
    assert [(e.source, e.target) for e in ours.edges] == [(e.source, e.target) for e in theirs.edges]


def test_names_kinds_and_values_of_tensors(ag, linear):
    graph = read(*linear(ag))
    told = {b.name: (b.kind, b.value.text if b.value else None) for b in graph.boxes}
    assert told == {
        "loss": ("output", "4"),
        "z": ("result", "7"),
        "w": ("leaf", "3"),
        "b": ("leaf", "1"),
        "x": ("constant", "2"),
        "": ("constant", None),
    }  # subtraction keeps nothing, so y is not known


def test_a_shared_leaf_has_one_box_and_one_edge_for_each_use(ag, thrice):
    graph = read(*thrice(ag))
    w = box(graph, "w").id
    assert [b.name for b in graph.boxes].count("w") == 1
    assert sum(edge.source == w for edge in graph.edges) == 3


def test_the_value_on_a_wire_is_known_only_where_a_node_keeps_it(ag, linear):
    graph = read(*linear(ag))
    nodes = graph.nodes()
    known = {nodes[e.source].name: e.value.text for e in graph.edges if e.value}
    assert known == {"SubBackward0": "2"}  # kept by the power; nothing keeps w * x


def test_saved_values_carry_the_learners_names(ag, linear):
    graph = read(*linear(ag))
    assert {o.name: [s.text for s in o.saved] for o in graph.operations} == {
        "PowBackward0": ["self = 2"],
        "SubBackward0": [],
        "AddBackward0": [],
        "MulBackward0": ["x = 2"],
    }


def test_backward_frees_what_was_saved_and_fills_the_leaves(ag, linear):
    root, names = linear(ag)
    root.backward()
    graph = read(root, names)
    assert {o.name: (o.freed, o.saved) for o in graph.operations} == {
        "PowBackward0": (True, ()),
        "SubBackward0": (False, ()),
        "AddBackward0": (False, ()),
        "MulBackward0": (True, ()),
    }
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
    assert [(names[e.source], names[e.target]) for e in graph.edges if e.flows] == [
        ("MulBackward0", "p"),
        ("w", "MulBackward0"),
    ]


def test_what_comes_after_the_tensor_where_a_walk_began_is_not_drawn_as_walked(ag):
    w = ag.tensor(2.0, requires_grad=True)
    p = w * 3
    root = p + 1
    p.backward()
    graph = read(root, {"w": w, "p": p})
    names = {record.id: record.name for record in graph.nodes().values()}
    assert [(names[e.source], names[e.target]) for e in graph.edges if e.flows] == [
        ("MulBackward0", "p"),
        ("w", "MulBackward0"),
    ]


def test_a_walk_through_a_sum_is_drawn_from_its_beginning(ag):
    w = ag.tensor([1.0, 2.0], requires_grad=True)
    root = (w**2).sum()
    root.backward()
    assert all(edge.flows for edge in read(root, {"w": w}).edges)


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
    assert [s.text for s in read(root, {}).operations[0].saved] == [
        f"{word} overwritten (saved at version 0, now at 1)" for word in ("self", "other")
    ]


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


def test_a_custom_function_with_two_results_tells_them_apart():
    root, names = a_custom_function(pytest.importorskip("torch"))
    drawing = draw(root, names)
    (node,) = [operation for operation in drawing.records.operations if operation.name == "PlusMinusBackward"]
    assert node.results == 2 and [saved.label for saved in node.saved] == ["a", "b"]
    assert "PlusMinusBackward plusMinus, result 1 of 2, gives 1" in drawing.text and "[1] 1" in drawing.svg


def test_a_write_into_a_part_is_a_node_of_its_own(ag):
    base = ag.ones(3, requires_grad=True) * 2
    base[0] = 5.0
    root = base.sum()
    graph = read(root, {})
    assert [operation.name for operation in graph.operations] == ["SumBackward0", "CopySlices", "MulBackward0"]
    assert told_by_records(graph) == walked_by_hand(root)
