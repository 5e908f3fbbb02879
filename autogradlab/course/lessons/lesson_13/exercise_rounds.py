"""Exercise 13, stage 6: why a net does not learn, as far as its first rounds show it."""

from unittest.mock import patch

import numpy as np

from autogradlab.course.data import two_moons

ROUNDS, POINTS = 3, 67  # so many points that no layer is likely to have as many numbers
ASK = (
    "print the loss in a few rounds. It leaps: is everything cleared in each round, is the rate too large? It stands "
    "still: have `side` and `margin` the same shape (n, 1), is `side` -1 or 1, do the first weights differ from 0? It "
    "falls slowly: more steps, a larger learning rate, more numbers in the hidden layer?"
)


def why(Tensor, train):
    """A help for a training that led to too few right answers, from a look at the first rounds of another one."""
    rounds = Rounds()
    try:
        with patch.object(Tensor, "backward", rounds.watching(Tensor.backward)):
            train(*two_moons(POINTS, noise=0.15, seed=3), lambda steps: list(steps)[:ROUNDS])
    except Exception:
        return ASK
    return next((help for holds, help in _found(rounds) if holds), ASK)


def _found(rounds):
    """Pairs of what the rounds show, and a help; those that spoil everything come first."""
    signs = [set(np.unique(each.data)) for each in rounds.tensors if each.data.size == POINTS]
    yield (
        any(each.data.shape == (POINTS, POINTS) for each in rounds.tensors),
        "in your loss each point stands beside each other one, in an array of shape (n, n): have `side` and `margin` "
        "the same shape (n, 1)?",
    )
    yield (
        any(found in ({0, 1}, {0, -1}) for found in signs) and {-1, 1} not in signs,
        "in your loss each point has 0 or 1: is `side` -1 or 1? For a 0, `-side * margin` says nothing of the net",
    )
    yield rounds.left, "when `backward()` begins, the gradients of the round before are still there: what clears them?"
    yield (
        rounds.moved and not any(rounds.moved.values()),
        "no weight moves: is `step()` called after `backward()`, and nothing cleared between the two?",
    )
    yield (
        rounds.alike or rounds.moved and not any(moved for leaf, moved in rounds.moved.items() if leaf.data.ndim == 2),
        "do the first weights differ, from 0 and from each other? Numbers of the hidden layer that begin alike stay "
        "alike",
    )


class Rounds:
    """What is seen of a training each time a walk begins.

    tensors   those that the first loss was made from
    alike     whether no matrix that is learned had two different entries then
    left      whether a leaf still had a gradient when a later walk began
    moved     for each leaf, whether its numbers have changed since
    """

    def __init__(self):
        self.tensors, self.alike, self.left, self.moved, self._first = [], False, False, {}, {}

    def watching(self, backward):
        """`backward`, with a look at the graph before it begins."""

        def watched(root, *gradient, **options):
            self._look(_behind(root))
            return backward(root, *gradient, **options)

        return watched

    def _look(self, tensors):
        leaves = [each for each in tensors if each.requires_grad and not each.inputs]
        if not self.tensors:
            self.tensors, self._first = tensors, {leaf: leaf.data.copy() for leaf in leaves}
            matrices = [leaf.data for leaf in leaves if leaf.data.ndim == 2]
            self.alike = bool(matrices) and all(np.ptp(each) == 0 for each in matrices)
        else:
            self.moved = {leaf: not np.array_equal(leaf.data, first) for leaf, first in self._first.items()}
        self.left = self.left or any(leaf.grad is not None for leaf in leaves)


def _behind(root):
    """All tensors that a loss was made from, and the loss."""
    seen, stack = {root}, [root]
    while stack:
        new = [each for each in dict.fromkeys(stack.pop().inputs) if each not in seen]
        seen.update(new)
        stack.extend(new)
    return list(seen)
