"""How long saved values live, and what spoils them.

`ROWS` groups operations by what they save. Its `works` tells whether backward works a second time, after a write into
the operation's input, and after a write into its output. `x`, that input, is itself a result and not a leaf, so that
it may be written to.
"""

import pytest

import autogradlab as ag
from autogradlab.autograd.sentences import FREED_SENTENCE

c = ag.tensor([3.0, 5.0])
ROWS = {
    "saves nothing": {
        "works": (True, True, True),
        "x + 1": lambda x: x + 1,
        "x + c": lambda x: x + c,
        "x - c": lambda x: x - c,
        "1 - x": lambda x: 1 - x,
        "-x": lambda x: -x,
        "sum": lambda x: x.sum(),
        "sum(0)": lambda x: x.sum(0),
        "mean": lambda x: x.mean(),
        "mean(0)": lambda x: x.mean(0),
        "reshape": lambda x: x.reshape(2, 1),
        "x[0]": lambda x: x[0],
        "x[1:]": lambda x: x[1:],
        "clone": lambda x: x.clone(),
        "expand": lambda x: x.expand(3, 2).clone(),
        "unsqueeze": lambda x: x.unsqueeze(0),
        "transposed": lambda x: x.reshape(2, 1).T,
        "sign": lambda x: x.sign(),
        "double": lambda x: x.double(),
    },
    "saves the constant or mask": {
        "works": (False, True, True),
        "2 * x": lambda x: 2 * x,
        "x * c": lambda x: x * c,
        "x / 2": lambda x: x / 2,
        "x / c": lambda x: x / c,
        "c @ x": lambda x: c @ x,
        "W @ x": lambda x: c.reshape(1, 2) @ x,
        "where": lambda x: ag.where(c > 4, x, 0.0),
        "x[[0, 1]]": lambda x: x[[0, 1]],
        "x[mask]": lambda x: x[c > 0],
    },
    "saves the input": {
        "works": (False, False, True),
        "x * x": lambda x: x * x,
        "x ** 2": lambda x: x**2,
        "square": lambda x: x.square(),
        "log": lambda x: x.log(),
        "sin": lambda x: x.sin(),
        "cos": lambda x: x.cos(),
        "abs": lambda x: x.abs(),
        "c / x": lambda x: c / x,
        "x @ x": lambda x: x @ x,
        "squared error": lambda x: ((x - c) ** 2).mean() + (x * x).sum(),
    },
    "saves the output": {
        "works": (False, True, False),
        "exp": lambda x: x.exp(),
        "sqrt": lambda x: x.sqrt(),
        "relu": lambda x: x.relu(),
        "tanh": lambda x: x.tanh(),
        "sigmoid": lambda x: x.sigmoid(),
        "reciprocal": lambda x: x.reciprocal(),
    },
    "saves both": {
        "works": (False, False, False),
        "x ** x": lambda x: x**x,
        "2 ** x": lambda x: 2**x,
        "c ** x": lambda x: c**x,
    },
}
CASES = [
    pytest.param(f, *group["works"], id=name) for group in ROWS.values() for name, f in group.items() if name != "works"
]


def forward(f):
    leaf = ag.tensor([1.0, 2.0], requires_grad=True)
    x = leaf + 0
    return leaf, x, f(x)


@pytest.mark.parametrize("f, twice, write_input, write_output", CASES)
def test_second_backward(f, twice, write_input, write_output):
    leaf, _, y = forward(f)
    weights = ag.ones_like(y)
    y.backward(weights)
    first = leaf.grad.clone()
    if not twice:
        with pytest.raises(RuntimeError) as caught:
            y.backward(weights)
        assert str(caught.value) == FREED_SENTENCE
    else:
        y.backward(weights)
    assert leaf.grad.tolist() == (first * (2 if twice else 1)).tolist()


@pytest.mark.parametrize("f, twice, write_input, write_output", CASES)
def test_retained_graphs_run_again(f, twice, write_input, write_output):
    leaf, _, y = forward(f)
    weights = ag.ones_like(y)
    y.backward(weights, retain_graph=True)
    first = leaf.grad.clone()
    y.backward(weights)
    assert leaf.grad.tolist() == (first * 2).tolist()


@pytest.mark.parametrize("f, twice, write_input, write_output", CASES)
def test_writing_into_the_input_before_backward(f, twice, write_input, write_output):
    _, x, y = forward(f)
    x.add_(1)
    backward_works(y, write_input)


@pytest.mark.parametrize("f, twice, write_input, write_output", CASES)
def test_writing_into_the_output_before_backward(f, twice, write_input, write_output):
    _, _, y = forward(f)
    y.detach().add_(1)
    backward_works(y, write_output)


def backward_works(y, expected):
    if expected:
        y.backward(ag.ones_like(y))
    else:
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.backward(ag.ones_like(y))


def test_freeing_is_by_node_so_a_shared_trunk_fails_and_a_shared_sum_does_not():
    x = ag.tensor(3.0, requires_grad=True)
    trunk = x * x
    (trunk + 1).backward()
    with pytest.raises(RuntimeError, match="second time"):
        (trunk + 2).backward()
    trunk = x + x
    (trunk + 1).backward()
    (trunk + 2).backward()
    assert x.grad.item() == 6.0 + 2.0 + 2.0


def test_two_losses_on_one_trunk_separately_or_summed():
    separate, summed = (ag.tensor(3.0, requires_grad=True) for _ in range(2))
    trunk = separate * separate
    trunk.backward(retain_graph=True)
    (2 * trunk).backward()
    trunk = summed * summed
    (trunk + 2 * trunk).backward()
    assert separate.grad.item() == summed.grad.item() == 18.0


def test_create_graph_keeps_the_graph_unless_told_otherwise():
    x = ag.tensor(2.0, requires_grad=True)
    y = x**3
    ag.autograd.grad(y, x, create_graph=True)
    ag.autograd.grad(y, x, create_graph=True, retain_graph=False)
    with pytest.raises(RuntimeError, match="second time"):
        y.backward()


def test_only_the_part_that_was_walked_is_freed():
    x, w = (ag.tensor(v, requires_grad=True) for v in (2.0, 5.0))
    left, right = x * x, w * w
    ag.autograd.grad(left + right, x)
    right.backward()
    assert w.grad.item() == 10.0


def test_a_carried_state_fails_in_the_second_round_and_detaching_it_cures():
    w = ag.tensor(0.5, requires_grad=True)
    state = ag.tensor(1.0)
    for _ in range(3):
        state = (state.detach() * w).tanh()
        state.backward()
    state = ag.tensor(1.0)
    with pytest.raises(RuntimeError, match="second time"):
        for _ in range(3):
            state = (state * w).tanh()
            state.backward()
