"""The graph that forward leaves behind: names, edges, saved tensors, and the single end node of each leaf."""

import pytest

import autogradlab as ag
from autogradlab.autograd import AccumulateGrad, Node

M = ag.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
v = ag.tensor([1.0, 2.0], requires_grad=True)
NAMES = {
    "AddBackward0": [M + 1, 1 + M, M + M],
    "SubBackward0": [M - 1, M - M],
    "RsubBackward1": [1 - M],
    "MulBackward0": [M * 2, 2 * M, 2 / M],
    "DivBackward0": [M / 2, M / M],
    "NegBackward0": [-M],
    "PowBackward0": [M**2, M.square(), ag.pow(M, 3)],
    "PowBackward1": [M**M],
    "PowBackward2": [2**M],
    "ReciprocalBackward0": [M.reciprocal()],
    "AbsBackward0": [abs(M)],
    "SignBackward0": [M.sign()],
    "SumBackward0": [M.sum()],
    "SumBackward1": [M.sum(0), M.sum((0, 1))],
    "MeanBackward0": [M.mean()],
    "MeanBackward1": [M.mean(1, keepdim=True)],
    "MmBackward0": [M @ M],
    "MvBackward0": [M @ v],
    "DotBackward0": [v @ v],
    "SqueezeBackward4": [v @ M],
    "SqueezeBackward1": [M.squeeze(0)],
    "UnsqueezeBackward0": [M.unsqueeze(0)],
    "ViewBackward0": [M.reshape(4), M.view(-1)],
    "TransposeBackward0": [M.transpose(0, 1)],
    "TBackward0": [M.t()],
    "PermuteBackward0": [M.T, M.permute(1, 0)],
    "ExpandBackward0": [M.expand(3, 2, 2)],
    "CloneBackward0": [M.clone()],
    "SelectBackward0": [M[0], M[0, 1], M[:, 1]],
    "SliceBackward0": [M[1:], M[:, :1], M[:]],
    "IndexBackward0": [M[[0, 1]], M[M > 1]],
    "WhereBackward0": [ag.where(M > 1, M, 0.0)],
    "ExpBackward0": [M.exp()],
    "LogBackward0": [M.log()],
    "SqrtBackward0": [M.sqrt()],
    "SinBackward0": [M.sin()],
    "CosBackward0": [M.cos()],
    "TanhBackward0": [M.tanh()],
    "SigmoidBackward0": [M.sigmoid()],
    "ReluBackward0": [M.relu()],
    "ToCopyBackward0": [M.double()],
    "ZeroBackward0": [(M * 1).zero_()],
    "FillBackward2": [(M * 1).fill_(1)],
}


@pytest.mark.parametrize("name", NAMES)
def test_nodes_have_pytorchs_names(name):
    assert {(r.grad_fn.name(), type(r.grad_fn).__name__) for r in NAMES[name]} == {(name, name)}


def test_next_functions_lead_to_the_inputs_and_none_stands_for_what_is_not_tracked():
    x = ag.tensor(3.0, requires_grad=True)
    y = x**2
    product = y * 5
    assert product.grad_fn.next_functions == ((y.grad_fn, 0), (None, 0))
    assert y.grad_fn.next_functions == ((AccumulateGrad.of(x), 0),)
    assert (1 - x).grad_fn.next_functions == y.grad_fn.next_functions
    assert ag.where(x > 1, x, 0.0).grad_fn.next_functions == ((AccumulateGrad.of(x), 0), (None, 0))


def test_every_leaf_has_one_end_and_the_end_knows_its_leaf():
    x = ag.tensor(3.0, requires_grad=True)
    y, z = x * x, x + 1
    (one, _), (two, _) = y.grad_fn.next_functions
    end = z.grad_fn.next_functions[0][0]
    assert one is two is end and end.variable is x and end.next_functions == ()
    assert isinstance(end, Node) and type(end).__name__ == "AccumulateGrad"
    assert end.name() == "torch::autograd::AccumulateGrad"


def test_the_grad_fn_is_one_object():
    x = ag.tensor(3.0, requires_grad=True)
    y = x * x
    assert y.grad_fn is y.grad_fn and x.grad_fn is None and y.detach().grad_fn is None


def test_a_product_saves_only_what_it_needs():
    x, w, data = ag.tensor(3.0, requires_grad=True), ag.tensor(5.0, requires_grad=True), ag.tensor(4.0)
    both, left, right = (x * w).grad_fn, (x * data).grad_fn, (data * x).grad_fn
    assert both._saved_self is x and both._saved_other is w
    assert left._saved_self is None and left._saved_other is data
    assert right._saved_self is data and right._saved_other is None
    assert (x + w).grad_fn._saved == ()


def test_inputs_are_saved_themselves_and_a_result_is_rebuilt():
    x = ag.tensor(0.0, requires_grad=True)
    power, e = x**3, x.exp()
    assert power.grad_fn._saved_self is x and power.grad_fn._saved_exponent == 3
    saved = e.grad_fn._saved_result
    assert saved is not e and saved.grad_fn is e.grad_fn and saved.item() == 1.0


def test_saved_values_are_gone_after_backward():
    x = ag.tensor(2.0, requires_grad=True)
    y = x.exp() * x
    nodes = [y.grad_fn, y.grad_fn.next_functions[0][0]]
    assert not any(node._freed for node in nodes)
    y.backward()
    assert all(node._freed for node in nodes)
    for read in (lambda: nodes[0]._saved_self, lambda: nodes[1]._saved_result):
        with pytest.raises(RuntimeError, match="directly access saved tensors after they have already been freed"):
            read()


def test_what_was_never_saved_is_an_attribute_error():
    y = ag.tensor(2.0, requires_grad=True) * 3
    with pytest.raises(AttributeError, match="'MulBackward0' object has no attribute '_saved_exponent'"):
        y.grad_fn._saved_exponent
    assert not hasattr(y.grad_fn, "nonsense")


def test_a_called_node_gives_what_it_contributes(ag):
    x, one, two = ag.tensor(2.0, requires_grad=True), ag.tensor(1.0), ag.tensor(2.0)
    first, _ = ag.ones(2, requires_grad=True).unbind()
    given, none = (x * 5).grad_fn(two)
    assert given.item() == 10.0 and none is None
    assert first.grad_fn(one, two).tolist() == [1.0, 2.0]
    assert (x**2).grad_fn(one).grad_fn is not None
    with pytest.raises(TypeError, match="expected 2 arguments, got 1 instead"):
        first.grad_fn(one)


def test_a_node_takes_notes():
    y = ag.tensor(2.0, requires_grad=True) * 3
    y.grad_fn.metadata["color"] = "green"
    assert y.grad_fn.metadata == {"color": "green"}


def test_only_the_branch_that_ran_is_recorded():
    def f(x):
        return 2 * x if x > 0 else 5 * x

    x = ag.tensor(-2.0, requires_grad=True)
    f(x).backward()
    assert x.grad.item() == 5.0


def test_what_does_not_come_from_a_tracked_tensor_is_not_recorded():
    x = ag.tensor(2.0)
    assert (x * 3).grad_fn is None and not (x * 3).requires_grad
    assert (ag.tensor(2.0, requires_grad=True) > 1).grad_fn is None


def test_a_node_keeps_notes_in_metadata_only():
    node = (M * 1).grad_fn
    node.metadata["mine"] = 1
    assert node.metadata == {"mine": 1} and (M * 1).grad_fn.metadata == {}
    with pytest.raises(AttributeError):
        node.mine = 1


def test_dir_lists_the_names_that_are_for_you(ag):
    def public(node):
        return [name for name in dir(node) if name.startswith("_saved_") or not name.startswith("_")]

    class Tripled(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.factor = 3
            return x * 3

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.factor

    x = ag.tensor(2.0, requires_grad=True)
    usual = ["metadata", "name", "next_functions", "register_hook", "register_prehook", "requires_grad"]
    assert public((x * 5).grad_fn) == ["_saved_other", "_saved_self", *usual]
    assert public((x + 5).grad_fn.next_functions[0][0]) == [*usual, "variable"]
    assert {*usual, "factor", "saved_tensors", "needs_input_grad"} < set(public(Tripled.apply(x).grad_fn))
    assert (x * 5).grad_fn.requires_grad is True


def test_dir_of_a_function_s_node_lists_nothing_that_pytorch_lacks():
    torch = pytest.importorskip("torch")

    def names(ag):
        class Same(ag.autograd.Function):
            forward = staticmethod(lambda ctx, x: x * 1)

        return {name for name in dir(Same.apply(ag.ones(1, requires_grad=True)).grad_fn) if name[0] != "_"}

    assert names(ag) <= names(torch)


def test_a_star_import_brings_what_is_loaded_on_first_use(ag):
    for module, names in (
        (ag.autograd, "gradcheck gradgradcheck detect_anomaly set_detect_anomaly"),
        (ag.autograd.graph, "saved_tensors_hooks save_on_cpu register_multi_grad_hook get_gradient_edge"),
    ):
        brought = {}
        exec(f"from {module.__name__} import *", brought)
        assert [name for name in names.split() if brought.get(name) is not getattr(module, name)] == []
