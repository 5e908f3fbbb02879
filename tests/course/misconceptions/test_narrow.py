"""A machine changes what its idea is about, and nothing that only looks like it."""

import pytest

from autogradlab.course.misconceptions import find
from autogradlab.course.programs import run

pytestmark = pytest.mark.filterwarnings("ignore")

W = "w = ag.tensor(3., requires_grad=True)\n"
SAME = {
    "M02: a step after a backward": (
        "M02",
        W
        + """
optimizer = ag.optim.SGD([w], lr=0.1)
(w**2).backward()
(w**2).backward()
optimizer.step()
print(w)""",
    ),
    "M07: a step that no backward came before": (
        "M07",
        W
        + """
optimizer = ag.optim.SGD([w], lr=0.1)
(w**2).backward()
optimizer.step()
optimizer.zero_grad()
optimizer.step()
print(w)""",
    ),
    "M13: two losses, neither retained": ("M13", W + "(w**2).backward()\n(2 * w).backward()\nprint(w.grad)"),
    "M15: a leaf from outside the loop": ("M15", W + "for k in range(2):\n    (w**2).backward()\nprint(w.grad)"),
    "M16: autograd.grad": ("M16", W + "y = 2 * w\ng, = ag.autograd.grad(y**2, w)\nprint(y.grad, w.grad, g)"),
    "M18: a weight that keeps its name": (
        "M18",
        W
        + """
weights = [w]
layer = ag.nn.Linear(1, 1, bias=False)
with ag.no_grad():
    layer.weight.fill_(2.)
def loss(v):
    return (2 * v)**2 + weights[0] * 3 + (0.5 * layer.weight).sum()
loss(w).backward()
print(w.grad, layer.weight.grad)""",
    ),
    "M19: a difference with a name of its own": (
        "M19",
        W
        + """
with ag.no_grad():
    error = w - 1
print(error, w)""",
    ),
    "M22: an open write": (
        "M22",
        W
        + """
y = (w * 1).exp()
y += 1
try:
    y.backward()
except RuntimeError as refusal:
    print(refusal)""",
    ),
    "M23: a step after all backward calls": (
        "M23",
        W
        + """
optimizer = ag.optim.SGD([w], lr=0.1)
(w**2).backward()
optimizer.step()
(w**2).backward()
print(w.grad, w)""",
    ),
    "M25: the engine's own use of detach": (
        "M25",
        W
        + """
g, = ag.autograd.grad(w**3, w, create_graph=True)
(w**3).backward(create_graph=True)
w.grad.backward()
print(w.grad)""",
    ),
    "M28: a module in training": ("M28", "print(ag.nn.Linear(2, 1)(ag.ones(1, 2)).requires_grad)"),
    "M29: layers where gradients are on": (
        "M29",
        """
norm = ag.nn.BatchNorm1d(1)
norm(ag.tensor([[1.], [3.]]))
print(norm.running_mean, norm.training)""",
    ),
    "M33: weights that are not ones": (
        "M33",
        """
x = ag.tensor([1., 2.], requires_grad=True)
(x**2).backward(ag.tensor([1., 3.]))
print(x.grad)""",
    ),
    "M34: sums": ("M34", "x = ag.tensor([1., 2.], requires_grad=True)\n(x**2).sum().backward()\nprint(x.grad)"),
    "M35: half of one loss": ("M35", W + "(0.5 * (w - 1)**2).backward()\nprint(w.grad)"),
    "M35: cleared between": (
        "M35",
        W
        + """
optimizer = ag.optim.SGD([w], lr=0.1)
for k in range(2):
    optimizer.zero_grad(set_to_none=k > 0)
    ((w - 1)**2 / 2).backward()
print(w.grad)
w.grad.zero_()
((w - 1)**2 / 2).backward()
print(w.grad)""",
    ),
    "M36: losses that were not scaled": ("M36", W + "(w**2).backward()\n(2 * w).backward()\nprint(w.grad)"),
    "M42: numbers that were taken out": (
        "M42",
        W
        + """
optimizer = ag.optim.SGD([w], lr=0.1)
losses = []
for k in range(3):
    optimizer.zero_grad()
    loss = w**2
    losses.append(loss.item())
    loss.backward()
    optimizer.step()
print(losses, w)""",
    ),
    "M43: plain numbers": ("M43", "x = 3\ny = 2 * x if x > 0 else 5 * x\nprint(y)"),
    "M46: built-in operations": ("M46", W + "(5 * w**2).backward()\nprint(w.grad)"),
    "M51: backward without retain_graph": ("M51", W + "(w**3).backward()\nprint(w.grad)"),
    "M52: two ordinary backward calls": ("M52", W + "(w**3).backward()\n(w**2).backward()\nprint(w.grad)"),
    "M53: a loss before its backward": ("M53", W + "total = w**2 + 2 * w\ntotal.backward()\nprint(w.grad)"),
    "M56: a new weight": ("M56", "w = ag.ones(2)\nw.requires_grad_()\n(w * 2).sum().backward()\nprint(w.grad)"),
    "M57: numbers of the program": ("M57", "x = ag.tensor([1., 2.], requires_grad=True)\nprint(x, x.is_leaf)"),
    "M63: broadcasting that is no loss": ("M63", "print(ag.ones(3, 1) * ag.tensor([1., 2., 3.]))"),
    "M66: the same weights": (
        "M66",
        W
        + """
optimizer = ag.optim.SGD([w], lr=0.1, momentum=0.9)
for k in range(2):
    optimizer.zero_grad()
    (w**2).backward()
    optimizer.step()
print(w)""",
    ),
    "M67: hooks that look": ("M67", W + "w.register_hook(lambda grad: print(grad))\n(w**2).backward()\nprint(w.grad)"),
    "M71: inputs of one shape": (
        "M71",
        """
a, b = ag.ones(2, requires_grad=True), ag.ones(2, requires_grad=True)
(a * b).sum().backward()
print(a.grad, b.grad)""",
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_it_leaves_alone(name):
    idea, program = SAME[name]
    believed = run(program, may_raise=True, machine=find(idea).machine).transcript
    assert believed == run(program, may_raise=True).transcript


def test_a_weight_that_is_scaled_and_bound_again_stays_a_leaf_to_m18():
    program = W + "w = w * 0.5\n(w**2).backward()\nprint(w.is_leaf, w.grad)"
    assert run(program, machine=find("M18").machine).printed == "True tensor(3.)\n"


def test_the_optimizer_of_m01_decides_how_far_backward_moves():
    program = W + "optimizer = ag.optim.SGD([w], lr=0.25)\n(w**2).backward()\nprint(w.item())"
    assert run(program, machine=find("M01").machine).printed == "1.5\n"


def test_several_weights_land_at_the_minimum_of_m41_together():
    program = """
w = ag.tensor([3., -1.], requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.01)
((w - ag.tensor([1., 2.]))**2).sum().backward()
optimizer.step()
print(w.tolist())"""
    assert run(program, machine=find("M41").machine).printed == "[1.0, 2.0]\n"


def test_m42_refreshes_a_whole_chain_of_results():
    program = """
w = ag.tensor(2., requires_grad=True)
half = w / 2
square = half * half
pair = ag.stack([half, square])
with ag.no_grad():
    w += 4
print(half.item(), square.item(), pair.tolist())"""
    assert run(program, machine=find("M42").machine).printed == "3.0 9.0 [3.0, 9.0]\n"


def test_m07_finds_the_gradient_of_the_latest_backward_after_zeros_too():
    program = (
        W
        + """
optimizer = ag.optim.SGD([w], lr=0.1)
(w**2).backward()
optimizer.zero_grad(set_to_none=False)
optimizer.step()
print(round(w.item(), 4))"""
    )
    assert run(program, machine=find("M07").machine).printed == "2.4\n"
