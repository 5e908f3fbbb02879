"""The gradient check: True for right rules of both orders, and a report that shows where a wrong rule is wrong."""

import pytest


@pytest.fixture
def tripled(ag):
    class Tripled(ag.autograd.Function):
        """Doubles its input, with a backward that claims to triple it."""

        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad_output):
            return grad_output * 3

    return Tripled


def double(ag, *numbers):
    return ag.tensor(numbers, dtype=ag.float64, requires_grad=True)


def test_right_rules_pass_in_both_orders(ag):
    x, y = double(ag, 0.3, 0.7), double(ag, 2.0, -1.0)

    def f(x, y):
        return (x.sin() * y.exp()).sum(), x * y

    assert ag.autograd.gradcheck(f, (x, y)) is True
    assert ag.autograd.gradgradcheck(f, (x, y)) is True


def test_a_wrong_rule_is_shown_beside_the_numbers(ag, tripled):
    with pytest.raises(RuntimeError) as caught:
        ag.autograd.gradcheck(tripled.apply, (double(ag, 1.0, 2.0),))
    assert str(caught.value) == (
        "Jacobian mismatch for output 0 with respect to input 0,\n"
        "numerical:tensor([[2.0000, 0.0000],\n        [0.0000, 2.0000]], dtype=torch.float64)\n"
        "analytical:tensor([[3., 0.],\n        [0., 3.]], dtype=torch.float64)\n"
    )
    assert ag.autograd.gradcheck(tripled.apply, (double(ag, 1.0, 2.0),), raise_exception=False) is False


def test_our_report_also_says_where_the_two_differ_most():
    import autogradlab as ag

    class Doubled(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad_output):
            return grad_output * ag.tensor([2.0, 7.0], dtype=ag.float64)

    with pytest.raises(ag.autograd.GradcheckError) as caught:
        ag.autograd.gradcheck(Doubled.apply, double(ag, 1.0, 5.0))
    assert caught.value.__notes__ == [
        "  help: they differ most at input entry 1 and output entry 1: the rule says 7, moving the input says 2"
    ]


def test_single_precision_is_warned_of(ag):
    x = ag.tensor([1.0], requires_grad=True)
    with pytest.warns(UserWarning, match="Input #0 requires gradient and is not a double precision"):
        assert ag.autograd.gradcheck(lambda t: t * 2, (x,), raise_exception=False) is False


def test_nothing_to_check_is_refused(ag):
    with pytest.raises(ValueError, match="expects at least one input tensor to require gradient"):
        ag.autograd.gradcheck(lambda t: t * 2, (ag.tensor([1.0]),))


def test_the_inputs_are_as_before(ag):
    x = double(ag, 0.1, 0.2)
    ag.autograd.gradcheck(lambda t: t * t, (x,))
    assert x.tolist() == [0.1, 0.2] and x.grad is None


@pytest.mark.parametrize(
    "rule, sentence",
    [
        (lambda grad, calls: grad * 2 + 1e-9, "backward not multiplied by grad_output"),
        (lambda grad, calls: grad * 2 * (1 + 1e-9 * calls), "Backward is not reentrant"),
    ],
    ids=["not linear", "not the same twice"],
)
def test_what_differences_cannot_see_is_checked_too(ag, rule, sentence):
    calls = []

    class Doubled(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad_output):
            calls.append(1)
            return rule(grad_output, len(calls))

    with pytest.raises(RuntimeError, match=sentence):
        ag.autograd.gradcheck(Doubled.apply, double(ag, 1.0, 2.0))


def test_backward_must_cope_with_gradients_that_never_arrive(ag):
    class NoCare(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            return x * 2

        @staticmethod
        def backward(ctx, grad_output):
            return grad_output * 2

    with pytest.raises(TypeError):
        ag.autograd.gradcheck(NoCare.apply, double(ag, 1.0))
    assert ag.autograd.gradcheck(NoCare.apply, double(ag, 1.0), check_undefined_grad=False)


def test_outputs_without_history_must_stand_still(ag):
    x = double(ag, 1.0, 2.0)
    assert ag.autograd.gradcheck(lambda t: ag.ones(2, dtype=ag.float64), x)
    with pytest.raises(RuntimeError, match="Numerical gradient for function expected to be zero"):
        ag.autograd.gradcheck(lambda t: t.detach() * 2, x)


def test_arguments_that_people_use(ag):
    x = double(ag, 0.3, 0.7)
    assert ag.autograd.gradcheck(
        lambda t: t**3,
        [x],
        eps=1e-6,
        atol=1e-4,
        rtol=1e-3,
        nondet_tol=0.0,
        fast_mode=True,
        check_grad_dtypes=True,
        check_batched_grad=False,
    )
    assert ag.autograd.gradgradcheck(lambda t: t**3, x, atol=1e-4, gen_non_contig_grad_outputs=True)
    assert ag.autograd.gradgradcheck(lambda t: (t**3).sum(), (x,), double(ag, 2.0)[0].detach().requires_grad_())
    with pytest.raises(RuntimeError, match="The 0th input has a dimension with stride 0"):
        ag.autograd.gradcheck(lambda t: t * 2, (double(ag, 1.0).expand(3),))
    assert ag.autograd.gradcheck(lambda t: t * 2, ag.zeros(0, 3, dtype=ag.float64, requires_grad=True))


def test_there_is_a_mode_to_check(ag):
    with pytest.raises(AssertionError, match="Expected at least one of check_forward_ad or check_backward_ad"):
        ag.autograd.gradcheck(lambda t: t**3, double(ag, 0.3), check_backward_ad=False)


def test_inputs_without_a_gradient_are_handed_on_and_not_checked(ag):
    constant, x = ag.tensor([3.0, 4.0], dtype=ag.float64), double(ag, 0.3, 0.7)
    for check in (ag.autograd.gradcheck, ag.autograd.gradgradcheck):
        assert check(lambda x, constant, number: x**3 * constant * number, (x, constant, 2.0))


def test_a_second_order_that_was_cut_off_is_found(ag):
    class Square(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**2

        @staticmethod
        def backward(ctx, grad_output):
            (x,) = ctx.saved_tensors
            return 2 * x.detach() * grad_output

    x = double(ag, 0.3, 0.7)
    assert ag.autograd.gradcheck(Square.apply, x)
    assert not ag.autograd.gradgradcheck(Square.apply, x, raise_exception=False)


def test_a_slope_that_is_no_number_is_found_without_a_warning(ag, recwarn):
    """At the pole the rule's slope is -inf and the measured one 1e12; comparing the two gives no warning."""
    assert not ag.autograd.gradcheck(lambda x: 1 / (x - 1), double(ag, 1.0), raise_exception=False)
    assert [warning.category for warning in recwarn if issubclass(warning.category, RuntimeWarning)] == []
