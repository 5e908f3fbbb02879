"""A backward interrupted by an error or Ctrl-C: no `.grad` has changed, modes are as they were, no half-made graph.

Nodes that had run have freed what they saved; a second backward that needs it raises before it changes anything.
"""

import numpy as np
import pytest

import autogradlab as ag
from autogradlab.autograd.modes import inferring, mode, unusual
from autogradlab.autograd.rules import rules
from autogradlab.autograd.sentences import FREED_SENTENCE

RULES_RUN = 7  # in the graph below: two for each product, one for each exp and for the sum


def graph():
    """Three leaves, one with a gradient already, and a loss."""
    a, b, c = (ag.tensor([n, 2.0], requires_grad=True) for n in (1.0, 3.0, 5.0))
    b.grad = ag.tensor([7.0, 7.0])
    return (a, b, c), ((a.exp() * b).exp() * c).sum()


def interrupting(at, error):
    """A chain rule that raises at its `at`-th call."""
    asked = []

    def chain(partial, grad, values):
        asked.append(1)
        if len(asked) == at:
            raise error("stop")
        return partial(grad, *values)

    return chain


@pytest.fixture(autouse=True)
def modes_are_as_they_were():
    warnings = np.geterr()
    yield
    assert np.geterr() == warnings
    assert ag.is_grad_enabled() and mode.recording is True and mode.walk is None and not unusual and not inferring


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
@pytest.mark.parametrize("at", range(1, RULES_RUN + 1))
def test_wherever_it_breaks_off_no_grad_has_changed(error, at):
    leaves, loss = graph()
    with rules.replaced(chain=interrupting(at, error)), pytest.raises(error):
        loss.backward()
    assert [x.grad if x.grad is None else x.grad.tolist() for x in leaves] == [None, [7.0, 7.0], None]


@pytest.mark.parametrize("at", range(1, RULES_RUN + 1))
def test_a_second_attempt_is_right_or_says_what_is_gone(at):
    expected, again = graph(), graph()
    expected[1].backward()
    with rules.replaced(chain=interrupting(at, KeyboardInterrupt)), pytest.raises(KeyboardInterrupt):
        again[1].backward()
    try:
        again[1].backward()
    except RuntimeError as gone:
        assert str(gone) == FREED_SENTENCE and again[0][0].grad is None and at > 2
    else:
        assert [x.grad.tolist() for x in again[0]] == [x.grad.tolist() for x in expected[0]] and at <= 3


@pytest.mark.parametrize("at", range(1, RULES_RUN + 1))
def test_with_retain_graph_a_second_attempt_is_right(at):
    expected, again = graph(), graph()
    expected[1].backward()
    with rules.replaced(chain=interrupting(at, KeyboardInterrupt)), pytest.raises(KeyboardInterrupt):
        again[1].backward(retain_graph=True)
    again[1].backward()
    assert [x.grad.tolist() for x in again[0]] == [x.grad.tolist() for x in expected[0]]


def test_a_hook_or_a_function_that_raises_is_no_different():
    class Broken(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad_output):
            raise KeyboardInterrupt

    def broken(grad):
        raise KeyboardInterrupt

    (a, b, c), loss = graph()
    early = loss.grad_fn.next_functions[0][0]
    early.register_prehook(broken)
    with pytest.raises(KeyboardInterrupt):
        loss.backward()
    with pytest.raises(KeyboardInterrupt):
        (Broken.apply(a) * b * c).sum().backward()
    assert (a.grad, b.grad.tolist(), c.grad) == (None, [7.0, 7.0], None)


def test_who_asked_to_be_told_of_a_finished_grad_has_been_told():
    """As in PyTorch, a leaf with a post-accumulate hook gets its `.grad` at once, even if backward fails later."""
    (a, b, c), loss = graph()
    c.register_post_accumulate_grad_hook(lambda leaf: None)
    with rules.replaced(chain=interrupting(5, KeyboardInterrupt)), pytest.raises(KeyboardInterrupt):
        loss.backward()
    assert a.grad is None and b.grad.tolist() == [7.0, 7.0] and c.grad is not None
