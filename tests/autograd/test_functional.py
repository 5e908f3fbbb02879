"""Jacobians, Hessians and their products: shapes, nesting, strictness, and numbers against each other."""

import pytest


@pytest.fixture
def derive(ag):
    return ag.autograd.functional


def test_a_jacobian_has_the_outputs_shape_and_then_the_inputs(ag, derive):
    x = ag.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert derive.jacobian(lambda x: x.exp().sum(dim=1), x).shape == (2, 2, 2)
    assert derive.jacobian(lambda x: x**2, ag.tensor([1.0, 2.0])).tolist() == [[2.0, 0.0], [0.0, 4.0]]
    assert derive.jacobian(lambda x: x**2, ag.tensor([1.0, 2.0]), vectorize=True).tolist() == [[2.0, 0.0], [0.0, 4.0]]
    assert derive.jacobian(lambda x: x**3, ag.tensor(2.0)).item() == 12.0


def test_tuples_nest_outputs_around_inputs(ag, derive):
    a, b = ag.tensor([1.0, 2.0]), ag.tensor([3.0, 4.0])
    both = derive.jacobian(lambda x, y: (x * y, y.sum()), (a, b))
    assert [[part.tolist() for part in row] for row in both] == [
        [[[3.0, 0.0], [0.0, 4.0]], [[1.0, 0.0], [0.0, 2.0]]],
        [[0.0, 0.0], [1.0, 1.0]],
    ]
    assert isinstance(derive.jacobian(lambda x: (x,), a), tuple)
    assert isinstance(derive.jacobian(lambda x: x, (a,)), tuple)
    cross = derive.hessian(lambda x, y: (x * y).sum() + (x**2).sum(), (a, b))
    assert [[part.tolist() for part in row] for row in cross] == [
        [[[2.0, 0.0], [0.0, 2.0]], [[1.0, 0.0], [0.0, 1.0]]],
        [[[1.0, 0.0], [0.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]]],
    ]


def test_products_agree_with_the_matrices(ag, derive):
    def f(x):
        return (x**3).sum() * x.exp()[0]

    def g(x):
        return x.exp() * x.sum()

    x, v = ag.tensor([1.0, 2.0], dtype=ag.float64), ag.tensor([1.0, 10.0], dtype=ag.float64)
    jacobian, hessian = derive.jacobian(g, x), derive.hessian(f, x)
    assert ag.allclose(derive.vjp(g, x, v)[1], v @ jacobian)
    assert ag.allclose(derive.jvp(g, x, v)[1], jacobian @ v)
    assert ag.allclose(derive.vhp(f, x, v)[1], v @ hessian) and ag.allclose(derive.hvp(f, x, v)[1], hessian @ v)
    assert derive.vjp(g, x, v)[0].tolist() == g(x).tolist()


def test_with_create_graph_the_result_can_be_differentiated(ag, derive):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    for result in (
        derive.jacobian(lambda x: x**3, x, create_graph=True),
        derive.vjp(lambda x: x**3, x, ag.ones(2), create_graph=True)[1],
        derive.hessian(lambda x: (x**4).sum(), x, create_graph=True),
    ):
        assert result.requires_grad and ag.autograd.grad(result.sum(), x)[0].shape == (2,)
    assert not derive.jacobian(lambda x: x**3, x).requires_grad and x.grad is None


def test_under_no_grad_too(ag, derive):
    with ag.no_grad():
        assert derive.jacobian(lambda x: x**2, ag.tensor([3.0])).tolist() == [[6.0]]
        assert not ag.is_grad_enabled()


def test_independent_results_are_zeros_and_in_strict_mode_an_error(ag, derive):
    a, b = ag.tensor([1.0, 2.0]), ag.tensor([3.0, 4.0])
    assert derive.jacobian(lambda x, y: x * 2, (a, b))[1].tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert derive.hessian(lambda x, y: x.sum(), (a, b))[1][1].tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert derive.vjp(lambda x, y: x.sum(), (a, b))[1][1].tolist() == [0.0, 0.0]
    assert derive.jvp(lambda x, y: ag.ones(1), (a, b), (a, b))[1].tolist() == [0.0]
    for product in (derive.vhp, derive.hvp):
        assert product(lambda x, y: (x * x).sum(), (a, b), (a, b))[1][1].tolist() == [0.0, 0.0]
    for strictly, sentence in [
        (
            lambda: derive.jacobian(lambda x, y: x * 2, (a, b), strict=True),
            "Output 0 of the user-provided function is independent of input 1. This is not allowed in strict mode.",
        ),
        (
            lambda: derive.vjp(lambda x: b * 1, a, b, strict=True),
            "Output 0 of the user-provided function does not require gradients. The outputs must be computed in a "
            "differentiable manner from the input when running in strict mode.",
        ),
        (
            lambda: derive.vjp(lambda x, y: x * 1, (a, b), b, strict=True),
            "The output of the user-provided function is independent of input 1. This is not allowed in strict mode.",
        ),
    ]:
        with pytest.raises(RuntimeError) as caught:
            strictly()
        assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "call, kind, sentence",
    [
        (
            "jacobian(lambda x: 3, a)",
            TypeError,
            "The outputs of the user-provided function given to jacobian must be either a Tensor or a tuple of "
            "Tensors but "
            "the given outputs of the user-provided function has type <class 'int'>.",
        ),
        (
            "jacobian(lambda x: x, [a])",
            TypeError,
            "The inputs given to jacobian must be either a Tensor or a tuple of Tensors but the given inputs has "
            "type <class "
            "'list'>.",
        ),
        (
            "vjp(lambda x: x * 2, a)",
            RuntimeError,
            "The vector v can only be None if the user-provided function returns a single Tensor with a single "
            "element.",
        ),
        (
            "jvp(lambda x: x * 2, a)",
            RuntimeError,
            "The vector v can only be None if the input to the user-provided function is a single Tensor with a single "
            "element.",
        ),
        ("vjp(lambda x: x * 2, a, (a, a))", RuntimeError, "The given v should contain a single Tensor."),
        (
            "vjp(lambda x: x.sum(), a, a)",
            RuntimeError,
            "v has invalid size: should be torch.Size([]) but got torch.Size([2]).",
        ),
        (
            "hessian(lambda x: x, a)",
            RuntimeError,
            "The Tensor returned by the function given to hessian should contain a single element",
        ),
        (
            "hvp(lambda x: (x.sum(), x.sum()), a, a)",
            RuntimeError,
            "The function given to hvp should return a single Tensor",
        ),
        (
            "jacobian(lambda x: x, a, strategy='forward-mode')",
            NotImplementedError,
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for "
            "`vectorize=True`.",
        ),
    ],
)
def test_what_does_not_fit_is_refused(ag, derive, call, kind, sentence):
    with pytest.raises(kind) as caught:
        eval(
            call,
            {
                **{name: getattr(derive, name) for name in ("jacobian", "hessian", "vjp", "jvp", "hvp")},
                "a": ag.tensor([1.0, 2.0]),
            },
        )
    assert str(caught.value) == sentence
