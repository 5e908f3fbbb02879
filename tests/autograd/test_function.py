"""Your own operation: what `forward` and `backward` receive, what they may return, and what is refused.

Each program runs on our engine and, where it is installed, on PyTorch.
"""

import importlib
import weakref

import pytest

from autogradlab.autograd.function import FunctionCtx


@pytest.fixture
def square(ag):
    class Square(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad_output):
            (x,) = ctx.saved_tensors
            return 2 * x * grad_output

    return Square


@pytest.fixture
def product(ag):
    class Product(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x, y, factor):
            ctx.save_for_backward(x, y)
            ctx.factor = factor
            return factor * x * y, x + y

        @staticmethod
        def backward(ctx, grad_product, grad_sum):
            x, y = ctx.saved_tensors
            return ctx.factor * y * grad_product + grad_sum, ctx.factor * x * grad_product + grad_sum, None

    return Product


@pytest.fixture
def cube(ag):
    function = importlib.import_module(f"{ag.__name__}.autograd.function")

    class Cube(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        @function.once_differentiable
        def backward(ctx, grad_output):
            (x,) = ctx.saved_tensors
            return 3 * x**2 * grad_output

    return Cube


def test_the_rule_is_multiplied_with_what_arrives(ag, square):
    x = ag.tensor(3.0, requires_grad=True)
    (5 * square.apply(x)).backward()
    assert x.grad.item() == 30.0


def test_ctx_is_the_node_and_carries_the_functions_name(ag, square):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    y = square.apply(x)
    assert repr(y) == "tensor([1., 4.], grad_fn=<SquareBackward>)"
    assert type(y.grad_fn).__name__ == "SquareBackward" and y.grad_fn.needs_input_grad == (True,)
    assert y.grad_fn.saved_tensors[0] is x
    assert y.grad_fn.next_functions[0][0].variable is x


def test_several_results_send_their_gradients_apart(ag, product):
    x, y = ag.tensor(2.0, requires_grad=True), ag.tensor(3.0, requires_grad=True)
    p, s = product.apply(x, y, 10.0)
    assert (p.output_nr, s.output_nr) == (0, 1) and p.grad_fn is s.grad_fn
    assert (p * s).grad_fn.next_functions[1] == (s.grad_fn, 1)
    (p * s).backward()
    assert (x.grad.item(), y.grad.item()) == (10 * 3 * 5 + 60.0, 10 * 2 * 5 + 60.0)


def test_a_result_that_nothing_used_arrives_as_zeros(ag, product):
    x, y = ag.tensor(2.0, requires_grad=True), ag.tensor(3.0)
    product.apply(x, y, 10.0)[1].backward()
    assert x.grad.item() == 1.0 and y.grad is None


def test_forward_is_not_recorded_and_backward_only_under_create_graph(ag):
    seen = []

    class Watch(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            seen.append(ag.is_grad_enabled())
            return x * 1

        @staticmethod
        def backward(ctx, grad_output):
            seen.append(ag.is_grad_enabled())
            return grad_output

    x = ag.tensor(1.0, requires_grad=True)
    Watch.apply(x).backward()
    ag.autograd.grad(Watch.apply(x), x, create_graph=True)
    assert seen == [False, False, False, True]


def test_a_rule_made_of_recorded_operations_can_be_differentiated_again(ag, square):
    x = ag.tensor(3.0, requires_grad=True)
    (slope,) = ag.autograd.grad(square.apply(x) * x, x, create_graph=True)
    (curvature,) = ag.autograd.grad(slope, x)
    assert (slope.item(), curvature.item()) == (27.0, 18.0)


def test_a_saved_result_is_given_back_with_its_history(ag):
    class Exp(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            result = x.exp()
            ctx.save_for_backward(result)
            return result

        @staticmethod
        def backward(ctx, grad_output):
            (result,) = ctx.saved_tensors
            return grad_output * result

    x = ag.tensor(0.0, requires_grad=True)
    (slope,) = ag.autograd.grad(Exp.apply(x), x, create_graph=True)
    (curvature,) = ag.autograd.grad(slope, x)
    assert (slope.item(), curvature.item()) == (1.0, 1.0)


def test_once_differentiable_refuses_the_second_time(ag, cube):
    x = ag.tensor(2.0, requires_grad=True)
    (slope,) = ag.autograd.grad(cube.apply(x) ** 2, x, create_graph=True)
    assert slope.item() == 2 * 8 * 12.0
    with pytest.raises(RuntimeError, match="marked with @once_differentiable"):
        slope.backward()


def test_once_differentiable_leaves_alone_what_no_tracked_gradient_reaches(ag, cube):
    x = ag.tensor(2.0, requires_grad=True)
    (slope,) = ag.autograd.grad(cube.apply(x), x, create_graph=True)
    assert slope.item() == 12.0 and not slope.requires_grad


def test_saved_tensors_are_gone_after_backward(ag, square):
    y = square.apply(ag.tensor(3.0, requires_grad=True))
    y.backward()
    for again in (lambda: y.grad_fn.saved_tensors, y.backward):
        with pytest.raises(RuntimeError, match="backward through the graph a second time"):
            again()


def test_a_write_to_a_saved_tensor_is_noticed(ag, square):
    h = ag.tensor([3.0], requires_grad=True) * 1
    y = square.apply(h)
    h.add_(1)
    with pytest.raises(RuntimeError, match=r"\[torch.FloatTensor \[1\]\], which is output 0 of Add, is at version 1"):
        y.backward()


@pytest.mark.parametrize(
    "given, sentence",
    [
        (lambda g: (g, g), "function RuleBackward returned an incorrect number of gradients (expected 1, got 2)"),
        (lambda g: 1.0, "expected Variable or None (got float)"),
        (lambda g: g.sum() * g.reshape(1, 2)[:, :1], None),
        (
            lambda g: g[:1],
            "Function RuleBackward returned an invalid gradient at index 0 - got [1] but expected shape "
            "compatible with [2]",
        ),
    ],
    ids=["too many", "a number", "stretched", "too short"],
)
def test_what_backward_gives_is_checked(ag, given, sentence):
    class Rule(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad_output):
            return given(grad_output)

    x = ag.tensor([1.0, 2.0], requires_grad=True)
    if sentence is None:
        with pytest.raises(RuntimeError, match="invalid gradient at index 0"):
            Rule.apply(x).sum().backward()
    else:
        with pytest.raises(RuntimeError) as caught:
            Rule.apply(x).sum().backward()
        assert str(caught.value) == sentence
    assert x.grad is None


def test_a_broadcast_gradient_is_summed_back(ag):
    class Add(ag.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            return a + b

        @staticmethod
        def backward(ctx, grad_output):
            return grad_output, grad_output

    a, b = ag.ones(2, 3, requires_grad=True), ag.ones(3, requires_grad=True)
    Add.apply(a, b).sum().backward()
    assert b.grad.tolist() == [2.0, 2.0, 2.0]


def test_marks_of_forward(ag):
    class Split(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            positive = x > 0
            ctx.mark_non_differentiable(positive)
            ctx.set_materialize_grads(False)
            return x * 2, x * 3, positive

        @staticmethod
        def backward(ctx, grad_a, grad_b, grad_positive):
            assert grad_b is None and grad_positive is None
            return 2 * grad_a

    x = ag.tensor([1.0, -1.0], requires_grad=True)
    a, _, positive = Split.apply(x)
    assert positive.requires_grad is False and positive.grad_fn is None
    a.sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_an_input_that_forward_wrote_into_is_the_result(ag):
    class Increase(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            x.add_(1)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx, grad_output):
            return grad_output * 7

    leaf = ag.tensor([1.0], requires_grad=True)
    h = leaf * 1
    y = Increase.apply(h)
    assert y is h and y.tolist() == [2.0]
    y.sum().backward()
    assert leaf.grad.tolist() == [7.0]
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad has been used in an in-place operation"):
        Increase.apply(leaf)


def test_an_input_handed_through_is_a_result_of_its_own(ag):
    class Through(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x

        @staticmethod
        def backward(ctx, grad_output):
            return grad_output * 5

    x = ag.tensor(1.0, requires_grad=True)
    y = Through.apply(x)
    assert y is not x
    y.backward()
    assert x.grad.item() == 5.0


def test_without_tracking_nothing_is_recorded(ag, square):
    assert square.apply(ag.tensor(3.0)).grad_fn is None
    with ag.no_grad():
        assert square.apply(ag.tensor(3.0, requires_grad=True)).grad_fn is None


def test_an_error_in_backward_is_the_learners_own(ag):
    class Broken(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad_output):
            raise ValueError("my bug")

    x = ag.tensor(1.0, requires_grad=True)
    with pytest.raises(ValueError, match="my bug"):
        Broken.apply(x).backward()
    assert x.grad is None


def test_a_saved_result_and_its_node_do_not_hold_each_other(no_collector):
    import autogradlab as ag

    class Exp(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            result = x.exp()
            ctx.save_for_backward(result)
            return result

    y = Exp.apply(ag.tensor(1.0, requires_grad=True))
    node = weakref.ref(y.grad_fn)
    del y
    assert node() is None


# ---- the ways to write one, and the ways to go wrong ------------------------------------------------------------


def test_setup_context_gets_defaults_and_keywords(ag):
    class Scaled(ag.autograd.Function):
        @staticmethod
        def forward(x, factor=3):
            return x * factor

        @staticmethod
        def setup_context(ctx, inputs, output):
            x, ctx.factor = inputs
            ctx.save_for_backward(x, output)

        @staticmethod
        def backward(ctx, grad_output):
            x, output = ctx.saved_tensors
            assert output.grad_fn is ctx
            return grad_output * ctx.factor, None

    x = ag.tensor([1.0], requires_grad=True)
    for call in (lambda: Scaled.apply(x), lambda: Scaled.apply(x, 5), lambda: Scaled.apply(x, factor=7)):
        call().backward()
    assert x.grad.tolist() == [15.0]


def test_only_tensors_have_a_place_among_the_next_functions(ag):
    class Scaled(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor, y):
            return x * factor

    x = ag.ones(1, requires_grad=True)
    onward = Scaled.apply(x, 3.0, ag.ones(1)).grad_fn.next_functions
    assert len(onward) == 2 and onward[0][0].variable is x and onward[1] == (None, 0)


def test_vjp_is_another_name_for_backward(ag):
    class Twice(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def vjp(ctx, grad_output):
            return grad_output * 2

    class Both(Twice):
        @staticmethod
        def backward(ctx, grad_output):
            return grad_output

    x = ag.tensor([1.0], requires_grad=True)
    Twice.apply(x).backward()
    assert x.grad.tolist() == [2.0]
    with pytest.raises(RuntimeError, match="Implementing both 'backward' and 'vjp' for a custom Function is not"):
        Both.apply(x).backward()


def test_what_is_missing_or_of_the_old_kind_says_so(ag):
    class Bare(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    with pytest.raises(NotImplementedError, match="You must implement either the backward or vjp method"):
        Bare.apply(ag.ones(1, requires_grad=True)).backward()
    with pytest.raises(NotImplementedError, match="You must implement the forward function"):
        ag.autograd.Function.apply(ag.ones(1))
    with (
        pytest.warns(DeprecationWarning, match="should not be instantiated"),
        pytest.raises(RuntimeError, match="Legacy autograd function with non-static forward method is deprecated"),
    ):
        Bare()(ag.ones(1))
    for missing in ("jvp", "vmap", "setup_context"):
        with pytest.raises(NotImplementedError):
            getattr(ag.autograd.Function, missing)(1, 2, 3)


def test_a_gradient_for_what_is_no_tensor_is_refused(ag):
    class Scaled(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor):
            return x * factor

        @staticmethod
        def backward(ctx, grad_output):
            return grad_output, grad_output

    with pytest.raises(RuntimeError, match="returned a gradient different than None at position 2, but the"):
        Scaled.apply(ag.ones(1, requires_grad=True), 3.0).backward()


def test_none_goes_on_as_zeros_to_the_next_function(ag):
    seen = []

    class Nothing(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad_output):
            return None

    class Watch(Nothing):
        @staticmethod
        def backward(ctx, grad_output):
            seen.append(grad_output.tolist())
            return grad_output

    x = ag.ones(2, requires_grad=True)
    Nothing.apply(Watch.apply(x)).sum().backward()
    assert seen == [[0.0, 0.0]] and x.grad.tolist() == [0.0, 0.0]


def test_saving_is_checked_when_the_result_is_tracked(ag):
    class Saves(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x, what):
            assert ctx.saved_tensors == ()
            ctx.save_for_backward(what)
            return x * 1

    assert Saves.apply(ag.ones(1), 3).tolist() == [1.0]
    with pytest.raises(TypeError, match="save_for_backward can only save variables, but argument 0 is of type int"):
        Saves.apply(ag.ones(1, requires_grad=True), 3)


def test_what_is_marked_dirty_must_be_an_input_that_is_given_back(ag):
    class Forgets(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x, dirty):
            ctx.mark_dirty(x if dirty == "input" else (result := x * 1))
            return x * 1 if dirty == "input" else result

    h = ag.ones(1, requires_grad=True) * 1
    with pytest.raises(RuntimeError, match="Some elements marked as dirty during the forward method were not returned"):
        Forgets.apply(h, "input")
    with pytest.warns(UserWarning, match="received a tensor that was not an input"):
        Forgets.apply(h, "result")


def test_an_input_marked_as_constant_comes_out_without_history(ag):
    class Constant(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_non_differentiable(x)
            return x

    x = ag.ones(1, requires_grad=True)
    assert not Constant.apply(x).requires_grad and x.requires_grad


#: What a ctx of ours has besides what PyTorch's has, and names that learners choose.
NAMES = {name for kind in FunctionCtx.__mro__ for name in vars(kind) if not name.startswith("_")} - FunctionCtx._in_dir
NAMES |= set("saved outputs number edges hooks versions freed port run name".split())


@pytest.mark.parametrize("name", sorted(NAMES))
def test_forward_puts_what_it_likes_on_ctx(ag, name):
    class Scaled(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x, by):
            setattr(ctx, name, by)
            return x * by

        @staticmethod
        def backward(ctx, grad):
            return grad * getattr(ctx, name), None

    x = ag.ones(1, requires_grad=True)
    y = Scaled.apply(x, 3.0)
    y.backward()
    assert x.grad.item() == getattr(y.grad_fn, name) == 3.0 and name in dir(y.grad_fn)


def test_a_name_on_ctx_does_not_hide_the_name_in_messages(ag):
    class Wrong(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.name = "mine"
            ctx.save_for_backward(x)
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            return ctx.saved_tensors[0], grad

    x = ag.ones(1, requires_grad=True)
    with pytest.raises(RuntimeError, match="function WrongBackward returned an incorrect number of gradients"):
        Wrong.apply(x).backward()


def test_what_is_given_by_name_has_a_gradient_too_in_the_order_of_the_signature(ag):
    class Weighed(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x, weight, scale=None):
            ctx.save_for_backward(x, weight)
            return x * weight

        @staticmethod
        def backward(ctx, grad):
            x, weight = ctx.saved_tensors
            return grad * weight, grad * x

    x, weight = (ag.tensor(value, requires_grad=True) for value in (2.0, 3.0))
    for call in (lambda: Weighed.apply(x, weight=weight), lambda: Weighed.apply(weight=weight, x=x)):
        x.grad = weight.grad = None
        result = call()
        assert result.grad_fn.needs_input_grad == (True, True)
        result.backward()
        assert (x.grad.item(), weight.grad.item()) == (3, 2)
    with pytest.raises(RuntimeError, match=r"incorrect number of gradients \(expected 3, got 2\)"):
        Weighed.apply(x, weight, scale=weight.detach()).backward()


def test_a_backward_may_write_into_what_it_receives(ag):
    class Cut(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, grad):
            grad[0] = 0
            return grad

    x = ag.tensor([1.0, 2.0], requires_grad=True)
    Cut.apply(x).mean().backward()
    assert x.grad.tolist() == [0.0, 0.5]
