"""Hooks on nodes, edges as targets, hooks on several tensors: in PyTorch's order and with PyTorch's refusals."""

import pytest


def leaf(ag, *numbers):
    return ag.tensor(numbers, requires_grad=True)


def test_they_see_what_arrives_and_what_leaves(ag):
    x = leaf(ag, 1.0, 2.0)
    y = x * 3
    seen = []
    after = y.grad_fn.register_hook(lambda given, arrived: seen.append([given[0].tolist(), given[1], *arrived]))
    before = y.grad_fn.register_prehook(lambda arrived: seen.append(arrived[0].tolist()))
    y.register_hook(lambda grad: seen.append("tensor"))
    y.sum().backward()
    assert seen[:2] == ["tensor", [1.0, 1.0]]
    assert seen[2][:2] == [[3.0, 3.0], None] and seen[2][2].tolist() == [1.0, 1.0]
    after.remove()
    before.remove()
    y = x * 3
    y.sum().backward()
    assert len(seen) == 3


def test_what_they_return_takes_the_gradients_place(ag):
    x = leaf(ag, 1.0, 2.0)
    y = x * 3
    y.retain_grad()
    y.grad_fn.register_prehook(lambda arrived: (arrived[0] * 2,))
    y.grad_fn.register_hook(lambda given, arrived: (given[0] * 10, None))
    y.sum().backward()
    assert x.grad.tolist() == [60.0, 60.0] and y.grad.tolist() == [1.0, 1.0]
    x.grad = None
    z = x * 3
    z.grad_fn.register_hook(lambda given, arrived: (None, None))
    z.sum().backward()
    assert x.grad is None


@pytest.mark.parametrize(
    "given, kind, sentence",
    [
        (lambda g: g, TypeError, "expected tuple, but hook returned 'Tensor'"),
        (
            lambda g: (g,),
            RuntimeError,
            "hook 'rule' has returned an incorrect number of values (got 1, but expected 2)",
        ),
        (lambda g: (g, g), RuntimeError, "can't replace a None gradient with a non-None value"),
        (lambda g: (5, None), TypeError, "expected Variable, but hook returned 'int'"),
        (lambda g: (g.sum(), None), RuntimeError, "hook 'rule' has changed the size of value"),
        (
            lambda g: (g.double(), None),
            RuntimeError,
            "hook 'rule' has changed the type of value (was torch.FloatTensor got torch.DoubleTensor)",
        ),
    ],
    ids=["no tuple", "too few", "for None", "a number", "another size", "another type"],
)
def test_what_they_return_is_checked(ag, given, kind, sentence):
    x = leaf(ag, 1.0, 2.0)
    y = x * 3

    def rule(contributions, arrived):
        return given(contributions[0])

    y.grad_fn.register_hook(rule)
    with pytest.raises(kind) as caught:
        y.sum().backward()
    assert str(caught.value) == sentence and x.grad is None


@pytest.mark.parametrize(
    "given, kind, sentence",
    [
        (lambda g: 3, TypeError, "expected Variable, but hook returned 'int'"),
        (lambda g: g[:1], RuntimeError, "hook '<lambda>' has changed the size of value"),
        (
            lambda g: g.double(),
            RuntimeError,
            "hook '<lambda>' has changed the type of value (was torch.FloatTensor got torch.DoubleTensor)",
        ),
        (
            lambda g: g > 0,
            RuntimeError,
            "hook '<lambda>' has changed the type of value (was torch.FloatTensor got CPUBoolType)",
        ),
    ],
)
def test_a_tensors_hook_is_checked_as_well(ag, given, kind, sentence):
    x = leaf(ag, 1.0, 2.0)
    for tensor in (x, x * 3):
        handle = tensor.register_hook(given)
        with pytest.raises(kind) as caught:
            (tensor * 1).sum().backward()
        assert str(caught.value) == sentence and x.grad is None
        handle.remove()


def test_the_node_of_a_leaf_has_hooks_around_its_accumulation(ag):
    x = leaf(ag, 1.0, 2.0)
    node, seen = (x * 1).grad_fn.next_functions[0][0], []
    node.register_prehook(lambda arrived: seen.append(("before", x.grad)))
    node.register_hook(lambda given, arrived: seen.append(("after", given, x.grad.tolist())))
    x.register_hook(lambda grad: seen.append("tensor"))
    x.register_post_accumulate_grad_hook(lambda leaf: seen.append("accumulated"))
    (x * 3).sum().backward()
    assert seen == ["tensor", ("before", None), "accumulated", ("after", (), [3.0, 3.0])]
    seen.clear()
    ag.autograd.grad((x * 3).sum(), x)
    assert seen == ["tensor"]


def test_a_leafs_hooks_run_as_soon_as_its_gradient_is_complete(ag):
    late, early, seen = ag.tensor(2.0, requires_grad=True), ag.tensor(3.0, requires_grad=True), []
    h = early * 2
    y = h.exp() * late
    for name, tensor in dict(late=late, early=early, h=h, y=y).items():
        tensor.register_hook(lambda grad, name=name: seen.append(name))
    late.register_post_accumulate_grad_hook(lambda leaf: seen.append("late has it"))
    (y + late).backward()
    assert seen == ["y", "late", "late has it", "h", "early"]


def test_who_is_told_of_a_finished_grad_must_not_answer(ag):
    x = leaf(ag, 1.0)
    x.register_post_accumulate_grad_hook(lambda leaf: "done")
    with pytest.raises(TypeError, match="expected Variable, but hook returned 'str'"):
        (x * 2).backward()


def test_where_no_gradient_arrives_hooks_see_none(ag):
    class Nothing(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad_output):
            return None

    x, seen = ag.tensor([1.0], requires_grad=True), []
    h = x.exp()
    h.register_hook(seen.append)
    x.register_hook(seen.append)
    Nothing.apply(h).backward()
    assert seen == [None, None] and x.grad is None


# ---- edges ----------------------------------------------------------------------------------------------------


def test_an_edge_stands_for_its_tensor(ag):
    a = leaf(ag, 1.0, 2.0)
    y = a * 2
    z = (y * y).sum()
    edge = ag.autograd.graph.get_gradient_edge
    assert edge(y).node is y.grad_fn and edge(y).output_nr == 0 and edge(a).node.variable is a
    by_edge = ag.autograd.grad(z, [edge(y), edge(a)], retain_graph=True)
    assert [g.tolist() for g in by_edge] == [[4.0, 8.0], [8.0, 16.0]]
    ag.autograd.backward(edge(z), inputs=[a])
    assert a.grad.tolist() == [8.0, 16.0]


def test_an_edge_to_one_of_several_results(ag):
    first, second = leaf(ag, 3.0, 1.0).unbind()
    edge = ag.autograd.graph.get_gradient_edge(second)
    assert edge.output_nr == 1
    assert ag.autograd.grad(first * second, edge)[0].item() == 3.0


def test_edges_are_checked_as_tensors_are(ag):
    edge = ag.autograd.graph.get_gradient_edge
    a = leaf(ag, 1.0, 2.0)
    with pytest.raises(RuntimeError, match="gradient edge for a Tensor that does not require gradients"):
        edge(ag.ones(1))
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        ag.autograd.grad(edge(a * 2), a)
    with pytest.raises(RuntimeError, match=r"Mismatch in shape: grad_output\[0\] has a shape of torch.Size\(\[3\]\)"):
        ag.autograd.grad(edge(a * 2), a, ag.ones(3))


def test_a_hook_on_several_tensors_runs_once_with_all_gradients(ag):
    a, b, c = (ag.tensor(n, requires_grad=True) for n in (1.0, 2.0, 3.0))
    seen = []
    handle = ag.autograd.graph.register_multi_grad_hook(
        (a, b, c), lambda grads: seen.append([g and g.item() for g in grads])
    )
    (a * b * c).backward()
    (a * b).backward()
    assert seen == [[6.0, 3.0, 2.0], [2.0, 1.0, None]]
    handle.remove()
    with ag.autograd.graph.register_multi_grad_hook((a, b, c), lambda grad: seen.append(grad.item()), mode="any"):
        (a * b * c).backward()
    (a * b * c).backward()
    assert seen[2:] == [2.0]
    with pytest.raises(ValueError, match="Expects mode to be one of"):
        ag.autograd.graph.register_multi_grad_hook((a,), print, mode="some")


def test_a_write_that_the_engine_cannot_see_is_reported_by_hand(ag):
    x = leaf(ag, 1.0)
    y = x.exp()
    ag.autograd.graph.increment_version(y)
    ag.autograd.graph.increment_version([y, y])
    assert y._version == 3
    with pytest.raises(RuntimeError, match="is at version 3; expected version 0"):
        y.backward()
