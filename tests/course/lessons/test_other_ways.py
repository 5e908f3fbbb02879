"""A code question is passed in every right way: with other functions, loops, number types and orders."""

import re

import pytest

from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.checks.questions.code import Code

WAYS = """
# 02-B2: inputs before results, floats, the names in the order of the walk
def gradients(graph, start):
    order = []
    def visit(name):
        if name not in order:
            for source, slope in graph[name]:
                visit(source)
            order.append(name)
    visit(start)
    grad = {name: 0.0 for name in reversed(order)}
    grad[start] = 1.0
    for name in reversed(order):
        for source, slope in graph[name]:
            grad[source] += slope * grad[name]
    return grad

# 02-B2: a stack in place of a function that calls itself
def gradients(graph, start):
    grad, waiting = dict.fromkeys(graph, 0), [(start, 1)]
    while waiting:
        name, arrived = waiting.pop()
        grad[name] += arrived
        waiting += [(source, slope * arrived) for source, slope in graph[name]]
    return grad

# 03-C3: scaled in place, unseen
def small_weight(value):
    w = ag.tensor(value, requires_grad=True)
    with ag.no_grad():
        w.mul_(0.01)
    return w

# 03-C3: a parameter
def small_weight(value):
    return ag.nn.Parameter(ag.tensor(value) / 100)

# 04-C10: NumPy's mean with weights
import numpy as np
def big_batch(means, sizes):
    return np.average(means, weights=sizes)

# 04-C10: tensors
def big_batch(means, sizes):
    means, sizes = ag.tensor(means), ag.tensor(sizes)
    return (means * sizes).sum() / sizes.sum()

# 05-C10: a step that is given the loss to compute
def train(w, b, x, y, rounds):
    optimizer = ag.optim.SGD([w, b], lr=0.05)
    def closure():
        optimizer.zero_grad()
        loss = (w * x + b - y) ** 2
        loss.backward()
        return loss
    return [optimizer.step(closure).item() for turn in range(rounds)]

# 05-C10: without an optimizer
def train(w, b, x, y, rounds):
    losses = []
    for turn in range(rounds):
        loss = (w * x + b - y) ** 2
        for each, grad in zip((w, b), ag.autograd.grad(loss, (w, b))):
            each.data -= 0.05 * grad
        losses.append(float(loss))
    return losses

# 06-C11: from one output
def row(f, x, i):
    return ag.autograd.grad(f(x)[i], x)[0]

# 06-C11: as plain numbers
def row(f, x, i):
    f(x)[i].backward()
    return x.grad.tolist()

# 06-C11: from a leaf of its own
def row(f, x, i):
    leaf = x.detach().clone().requires_grad_()
    f(leaf).backward(ag.eye(len(f(x)))[i])
    return leaf.grad

# 07-C10: levels as plain numbers
def day_by_day(w, level, rain, measured):
    level = level.item()
    for today, wanted in zip(rain, measured):
        now = w * level + today
        ag.nn.functional.mse_loss(now, ag.tensor(wanted)).backward()
        level = now.item()
    return level

# 07-C10: cut after the walk
def day_by_day(w, level, rain, measured):
    for day in range(len(rain)):
        level = w * level + rain[day]
        (level - measured[day]).pow(2).backward()
        level.detach_()
    return level.tolist()

# 08-C11: the teacher copied, unseen
def pull(student, teacher):
    with ag.no_grad():
        wanted = teacher.clone()
    return ag.square(student - wanted)

# 08-C11: the teacher's numbers
def pull(student, teacher):
    return ag.nn.functional.mse_loss(student, ag.tensor(teacher.tolist()), reduction="none")

# 09-C6: the newer form of a Function
class Limit(ag.autograd.Function):
    @staticmethod
    def forward(x, low, high):
        return ag.minimum(ag.maximum(x, ag.tensor(low)), ag.tensor(high))

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, *grads):
        return grads[0].clone(), None, None

# 10-C9: the one entry of the Hessian
def bend(f, x):
    return ag.autograd.functional.hessian(f, x)

# 10-C9: backward twice, on a leaf of its own
def bend(f, x):
    leaf = x.detach().requires_grad_()
    f(leaf).backward(create_graph=True)
    slope, leaf.grad = leaf.grad, None
    slope.backward()
    return leaf.grad

# 11-C9: day by day
def largest_batch(card, fixed, per_day):
    days = 0
    while fixed + (days + 1) * per_day <= card:
        days += 1
    return days

# 12-C11: both as columns
def squared_error(model, x, y):
    return ag.nn.MSELoss()(model(x), y.unsqueeze(1) if y.ndim == 1 else y)

# 12-C11: a product
def squared_error(model, x, y):
    error = model(x).view(-1) - y.view(-1)
    return error.dot(error) / len(error)

# 12-C16: filled where it is 0
def distances(points, center):
    square = (points - center).pow(2).sum(1)
    here = square == 0
    return square.masked_fill(here, 1.0).sqrt().masked_fill(here, 0.0)

# 12-C16: point by point
def distances(points, center):
    squares = [((point - center) ** 2).sum() for point in points]
    return ag.stack([square.sqrt() if square > 0 else 0 * square for square in squares])

# 13-C4: a product with the inverse
def divide(a, b):
    return mul(a, Number(1 / b.data, (b,), (-1 / b.data**2,)))

# 13-C4: lists, from the quotient
def divide(a, b):
    quotient = a.data / b.data
    return Number(quotient, [a, b], [1 / b.data, -quotient / b.data])
"""
TITLED = {title: source for title, source in re.findall(r"^# (.+)\n((?:(?!# ).*\n)+)", WAYS, re.MULTILINE)}


@pytest.mark.parametrize("title", TITLED)
def test_another_way_passes(title):
    feedback = judge(registry.find(title.partition(":")[0]), TITLED[title])
    assert feedback.verdict.word == "passed", feedback


def test_every_code_question_has_another_way():
    asked = {item.id for item in registry.every_item() if isinstance(item, Code)}
    assert asked == {title.partition(":")[0] for title in TITLED}
