"""The machine's rules, each replaced once: the wrong machine gives the very answer that the misconception predicts."""

import pytest

import autogradlab as ag
from autogradlab.autograd import rules
from autogradlab.autograd.rules import names


def three_a_times_a_squared():
    a = ag.tensor(2.0, requires_grad=True)
    ((3 * a) * (a * a)).backward()
    return a.grad.item()


def three_x_plus_one_squared():
    x = ag.tensor(2.0, requires_grad=True)
    ((3 * x + 1) ** 2).backward()
    return x.grad.item()


def a_bias_used_six_times():
    b = ag.tensor(1.0, requires_grad=True)
    (ag.ones(3, 2) + b).sum().backward()
    return b.grad.tolist()


def three_fresh_losses():
    w = ag.tensor(3.0, requires_grad=True)
    for loss in (w**2, 2 * w, w):
        loss.backward()
    return w.grad.item()


def one_loss_twice():
    x = ag.tensor(3.0, requires_grad=True)
    y = x**2
    y.backward()
    y.backward()
    return x.grad.item()


def one_sum_twice():
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    total = x.sum()
    total.backward()
    total.backward()
    return x.grad.tolist()


def an_exponential_overwritten():
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    e = x.exp()
    e.mul_(0)
    e.sum().backward()
    return x.grad.tolist()


def local_only(partial, grad, values):
    return partial(grad * 0 + 1, *values)


def last_path_only(so_far, contribution):
    return contribution


def paths_multiply(so_far, contribution):
    return so_far * contribution


def as_it_comes(grad, shape):
    return grad


def overwrite(tensor, grad):
    tensor._grad = grad


def average():
    seen = []

    def accumulate(tensor, grad):
        seen.append(grad)
        tensor._grad = sum(seen) / len(seen)

    return accumulate


def never(*anything):
    pass


def written_before_it_was_saved():
    w = ag.tensor(2.0, requires_grad=True)
    with ag.no_grad():
        w += 1
    (w * w).backward()
    return w.grad


def free_all(node):
    node._saved, node._freed = (None,) * len(node._saved), True


def no_second_walk():
    walked = set()

    def check_freed(nodes):
        if not walked.isdisjoint(nodes):
            raise RuntimeError("a graph runs once")
        walked.update(nodes)

    return check_freed


def refuse_whatever_was_written_to(tensor, saved_version, maker):
    if tensor._version:
        raise RuntimeError("in-place is forbidden")


def uphill(tensor, change, rate):
    tensor.data.add_(ag.tensor(change), alpha=rate)


def zeros_for_none(tensor, set_to_none):
    tensor.grad.zero_()


def weights_too(tensor, set_to_none):
    tensor.grad = None
    tensor.data.zero_()


ERROR = RuntimeError
MACHINES = [  # misconception, rule, replacement, program, right answer, the answer of the wrong machine
    ("M39 local only", "chain", local_only, three_x_plus_one_squared, 42.0, 3.0),
    ("M38 one path only", "sum_paths", last_path_only, three_a_times_a_squared, 36.0, 12.0),
    ("M38 paths multiply", "sum_paths", paths_multiply, three_a_times_a_squared, 36.0, 12.0 * 12.0 * 12.0),
    ("M71 a bias gets one gradient per use", "unbroadcast", as_it_comes, a_bias_used_six_times, 6.0, [[1.0, 1.0]] * 3),
    ("M03 overwrite", "accumulate", overwrite, three_fresh_losses, 9.0, 1.0),
    ("M04 average", "accumulate", average(), three_fresh_losses, 9.0, 3.0),
    ("M16 nothing is stored", "accumulate", never, lambda: grad_or_none(), 6.0, None),
    ("M10 never freed", "free", never, one_loss_twice, ERROR, 12.0),
    ("M11 always freed", "free", free_all, one_sum_twice, [2.0, 2.0], ERROR),
    ("M11 a second backward always raises", "check_freed", no_second_walk(), one_sum_twice, [2.0, 2.0], ERROR),
    ("M20 in-place is always fine", "check_version", never, an_exponential_overwritten, ERROR, [0.0, 0.0]),
    (
        "M20 in-place is always forbidden",
        "check_version",
        refuse_whatever_was_written_to,
        written_before_it_was_saved,
        6.0,
        ERROR,
    ),
    ("M40 a step goes with the gradient", "move", uphill, lambda: the_weight_after_a_step(), 2.4, 3.6),
    ("M06 clearing leaves a zero", "clear", zeros_for_none, lambda: the_gradient_after_clearing(), None, 0.0),
    ("M05 clearing resets the weight", "clear", weights_too, lambda: the_weight_after_clearing(), 2.4, 0.0),
]


def grad_or_none():
    w = ag.tensor(3.0, requires_grad=True)
    (w * w).backward()
    return w.grad and w.grad.item()


def one_step(w):
    optimizer = ag.optim.SGD([w], lr=0.1)
    (w**2).backward()
    optimizer.step()
    return optimizer


def the_weight_after_a_step():
    w = ag.tensor(3.0, dtype=ag.float64, requires_grad=True)
    one_step(w)
    return round(w.item(), 9)


def the_gradient_after_clearing():
    w = ag.tensor(3.0, requires_grad=True)
    one_step(w).zero_grad()
    return w.grad and w.grad.item()


def the_weight_after_clearing():
    w = ag.tensor(3.0, dtype=ag.float64, requires_grad=True)
    one_step(w).zero_grad()
    return round(w.item(), 9)


def answer(program):
    try:
        return program()
    except RuntimeError:
        return ERROR


@pytest.mark.parametrize(
    "rule, replacement, program, right, wrong",
    [machine[1:] for machine in MACHINES],
    ids=[machine[0] for machine in MACHINES],
)
def test_a_wrong_machine_answers_as_its_misconception_predicts(rule, replacement, program, right, wrong):
    assert answer(program) == right
    with rules.replaced(**{rule: replacement}):
        assert answer(program) == wrong
    assert answer(program) == right


def test_every_rule_is_exercised():
    assert {machine[1] for machine in MACHINES} == set(names())


def test_rules_hold_for_recorded_backwards_too():
    a = ag.tensor(2.0, requires_grad=True)
    with rules.replaced(sum_paths=last_path_only):
        (slope,) = ag.autograd.grad((3 * a) * (a * a), a, create_graph=True)
    assert slope.item() in (12.0, 24.0)


def test_blocks_nest_and_an_exception_restores_the_rules():
    with rules.replaced(free=never):
        with pytest.raises(ZeroDivisionError):
            with rules.replaced(accumulate=overwrite):
                assert (answer(three_fresh_losses), answer(one_loss_twice)) == (1.0, 6.0)
                1 / 0
        assert (answer(three_fresh_losses), answer(one_loss_twice)) == (9.0, 12.0)
    assert (answer(three_fresh_losses), answer(one_loss_twice)) == (9.0, ERROR)


@pytest.mark.parametrize("name", ["sum_path", "replaced", "__init__"])
def test_a_rule_that_does_not_exist_names_those_that_do(name):
    with pytest.raises(AttributeError) as caught:
        with rules.replaced(**{name: never}):
            pass
    assert str(caught.value) == f"the engine has no rule `{name}`\n  help: choose from {', '.join(names())}"
