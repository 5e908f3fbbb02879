"""Solutions that learners are likely to hand in, and what the public check says about each in their own numbers."""

from importlib import import_module

import numpy as np
import pytest

import autogradlab as ag
from autogradlab.course.exercise import NotYet

BIG = (
    "def big_batch_gradient(mean_loss, w, batches):\n    w.grad, loss = None, 0.0\n    for batch in batches:\n        "
)
BIG += (
    "part = mean_loss(w, batch) * len(batch) / 8\n        part.backward()\n        loss += part.item()\n    return {}"
)
WEIGHTED = """def weighted_gradient(mean_loss, w, batches, weights):
    w.grad = None
    for batch, weight in zip(batches, weights):
        (-mean_loss(w, batch, weight) * weight.sum() / 5).backward()
    return w.grad"""
SGD = """class PlainSGD:
    def __init__(self, params, lr):
        self.params, self.lr = list(params), lr
    def zero_grad(self):
        for p in self.params:
            p.grad = None
    def step(self):
        {}
        for p in self.params:
            if p.grad is not None:
                p.data -= self.lr * p.grad"""
TRAIN = """def train(mean_loss, w, batches, per_step, optimizer):
    places = []
    for start in range(0, len(batches), per_step):
        group = batches[start : start + per_step]
        optimizer.zero_grad()
        for batch in group:
            (mean_loss(w, batch) * len(batch) / sum(map(len, group))).backward()
        {}
    return places"""
CUT = """def whole(step, state, inputs):
    total = 0.0
    for x in inputs:
        state, loss = step(state.detach(), x)
        total = total + loss
    total.backward()
    return state.detach()"""
LINES = """def graph_lines(result):
    lines, node = [], result.grad_fn
    while node:
        lines.append(node.name() + " -> " + ", ".join(target.name() for target, _ in node.next_functions))
        node = node.next_functions[0][0] if node.next_functions else None
    return lines"""
GROWTH = "def numeric_gradient(f, w, h=1e-4):\n    return np.array([f(w + h) - f(w - h)])"
STILL = "def numeric_gradient(f, w, h=1e-4):\n    return np.zeros_like(w)"


@pytest.mark.parametrize(
    "lesson, check, source, sentence",
    [
        (1, "check_number", GROWTH, "not divided yet"),
        (1, "check_number", STILL, "as if w had not been moved"),
        (2, "check_chain", LINES, "without links, the name alone"),
        (4, "check_even", BIG.format("w"), "you give 3, which is w itself"),
        (4, "check_even", BIG.format("loss"), "you give 8.625, which is the loss of all eight samples"),
        (4, "check_weights", WEIGHTED, "the size is right, the sign is not"),
        (4, "check_train", TRAIN.format("places.append(w.item()); optimizer.step()"), "is 3, where w began"),
        (4, "check_train", TRAIN.format("places.append(optimizer.step())"), "`train` gave [None, None, None]"),
        (4, "check_train", TRAIN.format("optimizer.step(); places += [w.item()] * len(group)"), "has five entries"),
        (5, "check_moves", SGD.format("self.zero_grad()"), "the gradient is gone"),
        (
            5,
            "check_moves",
            SGD.format("[p.requires_grad_(False) for p in self.params]"),
            "no longer asks for gradients",
        ),
        (7, "check_whole", CUT, "cut off from the day before it"),
    ],
    ids=lambda value: value if isinstance(value, str) and "\n" not in value else "",
)
def test_a_likely_solution_is_told_in_its_own_numbers(lesson, check, source, sentence):
    exercise, names = import_module(f"autogradlab.course.lessons.lesson_{lesson:02}.exercise"), {"ag": ag, "np": np}
    exec(source, names)
    with pytest.raises(NotYet) as told:
        getattr(exercise, check)(list(names.values())[-1])
    assert sentence in str(told.value)


def test_a_count_and_a_mean_may_be_numbers_of_numpy():
    second, eighth = (import_module(f"autogradlab.course.lessons.lesson_{name}.exercise") for name in ("02", "08"))
    assert second._count(lambda result, x: np.int64(2), None, None) == 2

    def evaluate(model, loss_of, batches):
        model.eval()
        losses = [(loss_of(model(x), y).item(), len(x)) for x, y in batches]
        return np.float32(np.average([loss for loss, _ in losses], weights=[size for _, size in losses]))

    eighth.check_mean(evaluate)
