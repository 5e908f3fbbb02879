"""Each misconception's diagnostic program: what it prints on the true machine, in PyTorch and on the idea's."""

import contextlib
import io
import warnings

import pytest

from autogradlab.course.misconceptions import every, find
from autogradlab.course.programs import run

W = "w = ag.tensor(3., requires_grad=True)\n"
OPTIMIZER = W + "optimizer = ag.optim.SGD([w], lr=0.1)\n"
SHOW = "print(round(w.item(), 4))"
X = "x = ag.tensor(3., requires_grad=True)\n"
VECTOR = "x = ag.tensor([1., 2., 3.], requires_grad=True)\n"
FRESH = W + "for loss in (w**2, 2 * w, w * 1):\n    loss.backward()\nprint(w.grad)"
MICRO = """\
w = ag.tensor(0., requires_grad=True)
for batch in ([2., 4., 6.], [20.]):
    loss = (w * ag.tensor(batch)).mean()
    (loss * len(batch) / 4).backward()
print(w.grad)
"""
IN_PLACE = """\
x = ag.tensor([1., 2.], requires_grad=True)
for name in ("exp", "square"):
    for place in ("result", "input"):
        a = x * 1
        b = a.exp() if name == "exp" else a**2
        written = b if place == "result" else a
        written += 1
        try:
            b.sum().backward()
            print(name, place, "ok")
        except RuntimeError:
            print(name, place, "error")
"""
PATHS = "a = ag.tensor(2., requires_grad=True)\n((3 * a) * a**2).backward()\nprint(a.grad)"
CHAIN = "x = ag.tensor(2., requires_grad=True)\n((3 * x + 1)**2).backward()\nprint(x.grad)"
FUNCTION = """\
class Square(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x{parameter}):
        ctx.save_for_backward(x)
        return x**2

    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        return grad_output * 2 * x

x = ag.tensor(3., requires_grad=True)
(5 * Square.apply(x{argument})).backward()
print(x.grad)
"""
LOSSES = """\
import weakref
w, total, nodes = ag.tensor(3., requires_grad=True), 0., []
for k in range(5):
    loss = w**2
    nodes.append(weakref.ref(loss.grad_fn))
    total = total + loss
    loss.backward()
print(sum(node() is not None for node in nodes))
"""
PEAK = """\
w, graphs = ag.tensor(3., requires_grad=True), []
for k in range(3):
    new = w**2
    graphs.append((k > 0 and loss.grad_fn is not None) + 1)
    loss = new
    loss.backward()
print(max(graphs))
"""
COLUMN = """\
pred, target = ag.zeros(4, 1, requires_grad=True), ag.tensor([1., 2., 3., 4.])
((pred - target)**2).mean().backward()
print(pred.grad.flatten())
"""
MATRICES = """\
x, w = (ag.tensor(rows, requires_grad=True) for rows in ([[1., 1.], [2., 1.]], [[1., 0.], [1., 2.]]))
(x @ w).sum().backward()
print(x.grad.tolist())
"""
STALE = (
    OPTIMIZER
    + """\
h = w**2
for k in range(2):
    optimizer.zero_grad()
    (2 * h).backward()
    print("round", k + 1)
"""
)

#: id, program, what it prints, what it prints on the idea's machine. An error is its class, on the last line.
ROWS = [
    ("M01", OPTIMIZER + "(w**2).backward()\n" + SHOW, "3.0", "2.4"),
    ("M01", W + "(w**2).backward()\n" + SHOW, "3.0", "2.4"),
    ("M02", OPTIMIZER + "loss = w**2\noptimizer.step()\n" + SHOW, "3.0", "2.4"),
    ("M03", FRESH, "tensor(9.)", "tensor(1.)"),
    ("M04", FRESH, "tensor(9.)", "tensor(3.)"),
    ("M05", OPTIMIZER + "(w**2).backward()\noptimizer.zero_grad()\n" + SHOW, "3.0", "0.0"),
    ("M06", OPTIMIZER + "(w**2).backward()\noptimizer.zero_grad()\nprint(w.grad)", "None", "tensor(0.)"),
    ("M07", OPTIMIZER + "(w**2).backward()\noptimizer.zero_grad()\noptimizer.step()\n" + SHOW, "3.0", "2.4"),
    (
        "M08",
        "w = ag.tensor(1., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\nfor k in range(2):\n"
        "    (w**2).backward()\n    optimizer.step()\n" + SHOW,
        "0.44",
        "0.48",
    ),
    (
        "M03",
        "w = ag.tensor(1., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\nfor k in range(2):\n"
        "    (w**2).backward()\n    optimizer.step()\n" + SHOW,
        "0.44",
        "0.64",
    ),
    ("M10", X + "y = x**2\ny.backward()\ny.backward()\nprint(x.grad)", "RuntimeError", "tensor(12.)"),
    (
        "M11",
        "x = ag.ones(2, requires_grad=True)\ny = x.sum()\ny.backward()\ny.backward()\nprint(x.grad)",
        "tensor([2., 2.])",
        "RuntimeError",
    ),
    ("M13", X + "y = x**2\ny.backward(retain_graph=True)\ny.backward()\nprint(x.grad)", "tensor(12.)", "tensor(6.)"),
    ("M15", STALE, "round 1\nRuntimeError", "round 1\nround 2"),
    ("M15", X + "y = x**2\ny.backward()\ny.backward()\nprint(x.grad)", "RuntimeError", "RuntimeError"),
    (
        "M16",
        "x = ag.tensor(2., requires_grad=True)\ny = 3 * x\n(y**2).backward()\nprint(y.grad)",
        "None",
        "tensor(12.)",
    ),
    (
        "M18",
        "w = ag.ones(2, requires_grad=True) * 0.01\n(w * 2).sum().backward()\nprint(w.is_leaf, w.grad)",
        "False None",
        "True tensor([2., 2.])",
    ),
    (
        "M19",
        "w = ag.tensor(4., requires_grad=True)\n(w**2).backward()\nwith ag.no_grad():\n    w = w - 0.1 * w.grad\n"
        "print(w.grad)",
        "None",
        "tensor(8.)",
    ),
    (
        "M20",
        IN_PLACE,
        "exp result error\nexp input ok\nsquare result ok\nsquare input error",
        "exp result error\nexp input error\nsquare result error\nsquare input error",
    ),
    (
        "M21",
        "x = ag.tensor([1., 2.], requires_grad=True)\nb = (x * 1).exp()\nprint('computed')\nb += 1\n"
        "print('written')\nb.sum().backward()",
        "computed\nwritten\nRuntimeError",
        "computed\nRuntimeError",
    ),
    (
        "M22",
        "x = ag.tensor([1., 2.], requires_grad=True)\ny = x.exp()\ny.data.zero_()\ny.sum().backward()\nprint(x.grad)",
        "tensor([0., 0.])",
        "tensor([2.7183, 7.3891])",
    ),
    (
        "M23",
        OPTIMIZER + "one, two = w**2, w**3\none.backward()\noptimizer.step()\ntwo.backward()\nprint(w.grad)",
        "RuntimeError",
        "tensor(33.)",
    ),
    ("M24", "x = ag.tensor([1., 2.])\nd = x.detach()\nd[0] = 9\nprint(x)", "tensor([9., 2.])", "tensor([1., 2.])"),
    ("M25", X + "(x * x.detach()).backward()\nprint(x.grad)", "tensor(3.)", "tensor(0.)"),
    ("M26", X + "(x * x.detach()).backward()\nprint(x.grad)", "tensor(3.)", "RuntimeError"),
    ("M26", X + "with ag.no_grad():\n    y = x * x\ny.backward()\nprint(x.grad)", "RuntimeError", "RuntimeError"),
    ("M27", W + "with ag.no_grad():\n    print(w.requires_grad)", "True", "False"),
    ("M27", W + "y = w**2\nwith ag.no_grad():\n    y.backward()\nprint(w.grad)", "tensor(6.)", "RuntimeError"),
    ("M28", "model = ag.nn.Linear(2, 1)\nmodel.eval()\nprint(model(ag.ones(1, 2)).requires_grad)", "True", "False"),
    (
        "M29",
        "norm = ag.nn.BatchNorm1d(1)\nwith ag.no_grad():\n    norm(ag.tensor([[1.], [3.]]))\nprint(norm.running_mean)",
        "tensor([0.2000])",
        "tensor([0.])",
    ),
    (
        "M30",
        "w = ag.tensor(1., requires_grad=True)\nwith ag.inference_mode():\n    c = ag.tensor(3.) * 2\n"
        "(w * c).backward()\nprint(w.grad)",
        "RuntimeError",
        "tensor(6.)",
    ),
    (
        "M31",
        VECTOR + "(x**2).backward(ag.tensor([1., 10., 100.]))\nprint(x.grad.tolist())",
        "[2.0, 40.0, 600.0]",
        "[[2.0, 0.0, 0.0], [0.0, 40.0, 0.0], [0.0, 0.0, 600.0]]",
    ),
    (
        "M32",
        VECTOR + "(x**2).backward(ag.tensor([1., 10., 100.]))\nprint(x.grad.tolist())",
        "[2.0, 40.0, 600.0]",
        "[2.0, 4.0, 6.0]",
    ),
    (
        "M33",
        VECTOR + "(x**2).backward(ag.ones(3))\nprint(x.grad)",
        "tensor([2., 4., 6.])",
        "tensor([0.6667, 1.3333, 2.0000])",
    ),
    (
        "M34",
        "w, x = ag.tensor(1., requires_grad=True), ag.tensor([1., 1., 2., 3.])\n((w * x - 3 * x)**2).mean()"
        ".backward()\nprint(w.grad)",
        "tensor(-15.)",
        "tensor(-60.)",
    ),
    (
        "M34",
        "w, x = ag.tensor(1., requires_grad=True), ag.tensor([1., 1., 2., 3.])\n"
        "ag.nn.functional.mse_loss(w * x, 3 * x).backward()\nprint(w.grad)",
        "tensor(-15.)",
        "tensor(-60.)",
    ),
    (
        "M35",
        "w = ag.tensor(0., requires_grad=True)\nfor mean in (1., 2., 3., 6.):\n    (w * mean / 4).backward()\n"
        "print(w.grad)",
        "tensor(3.)",
        "tensor(12.)",
    ),
    ("M35", MICRO, "tensor(8.)", "tensor(24.)"),
    ("M36", MICRO, "tensor(8.)", "tensor(12.)"),
    ("M36", FRESH, "tensor(9.)", "tensor(9.)"),
    ("M38", PATHS, "tensor(36.)", "tensor(24.)"),
    ("M39", CHAIN, "tensor(42.)", "tensor(3.)"),
    ("M40", OPTIMIZER + "(w**2).backward()\noptimizer.step()\n" + SHOW, "2.4", "3.6"),
    ("M41", W + "optimizer = ag.optim.SGD([w], lr=1.)\n(w**2).backward()\noptimizer.step()\n" + SHOW, "-3.0", "0.0"),
    ("M42", OPTIMIZER + "loss = w**2\nloss.backward()\noptimizer.step()\nprint(round(loss.item(), 4))", "9.0", "5.76"),
    (
        "M43",
        "x = ag.tensor(-2., requires_grad=True)\nif x > 0:\n    y = 2 * x\nelse:\n    y = 5 * x\ny.backward()\n"
        "print(y.item(), x.grad)",
        "-10.0 tensor(5.)",
        "-10.0 tensor(7.)",
    ),
    (
        "M43",
        "def f(x):\n    if x > 0:\n        return 2 * x\n    return 5 * x\nx = ag.tensor(-2., requires_grad=True)\n"
        "f(x).backward()\nprint(x.grad)",
        "tensor(5.)",
        "tensor(7.)",
    ),
    ("M46", FUNCTION.format(parameter="", argument=""), "tensor(30.)", "tensor(6.)"),
    ("M47", FUNCTION.format(parameter=", n", argument=", 2"), "RuntimeError", "tensor(30.)"),
    (
        "M51",
        "x = ag.tensor(2., requires_grad=True)\ng, = ag.autograd.grad(x**3, x, retain_graph=True)\ng.backward()\n"
        "print(x.grad)",
        "RuntimeError",
        "tensor(12.)",
    ),
    (
        "M52",
        "x = ag.tensor(2., requires_grad=True)\ny = x**3\ng, = ag.autograd.grad(y, x, create_graph=True)\n"
        "y.backward(retain_graph=True)\ng.backward()\nprint(x.grad)",
        "tensor(24.)",
        "tensor(12.)",
    ),
    ("M53", LOSSES, "5", "0"),
    ("M55", PEAK, "2", "1"),
    (
        "M56",
        X + "loss = ag.tensor((x * x).item())\nloss.requires_grad = True\nloss.backward()\nprint(x.grad)",
        "None",
        "tensor(6.)",
    ),
    (
        "M56",
        X + "with ag.no_grad():\n    y = x**2\nloss = y * 2\nloss.requires_grad_()\nloss.backward()\nprint(x.grad)",
        "None",
        "tensor(12.)",
    ),
    (
        "M57",
        X + "loss = ag.tensor((x * x).item(), requires_grad=True)\nloss.backward()\nprint(x.grad)",
        "None",
        "tensor(6.)",
    ),
    (
        "M57",
        "x = ag.tensor([3., 1.], requires_grad=True)\nback = ag.from_numpy((x * x).detach().numpy())\n"
        "back.requires_grad_().sum().backward()\nprint(x.grad)",
        "None",
        "tensor([6., 2.])",
    ),
    ("M60", W + "x = ag.tensor(2.)\n(w * x).backward()\nprint(x.grad)", "None", "tensor(3.)"),
    ("M61", OPTIMIZER + "(w**2).backward()\noptimizer.step()\noptimizer.step()\n" + SHOW, "1.8", "2.4"),
    # A key is what really runs: here the gradient with the broadcast is the key, the intended one the signature.
    ("M63", COLUMN, "tensor([-1.2500, -1.2500, -1.2500, -1.2500])", "tensor([-0.5000, -1.0000, -1.5000, -2.0000])"),
    (
        "M66",
        OPTIMIZER + "w = ag.tensor(5., requires_grad=True)\n(w**2).backward()\noptimizer.step()\n" + SHOW,
        "5.0",
        "4.0",
    ),
    (
        "M66",
        "model = ag.nn.Linear(1, 1, bias=False)\noptimizer = ag.optim.SGD(model.parameters(), lr=0.1)\n"
        "model.weight = ag.nn.Parameter(ag.tensor([[5.]]))\n(model.weight**2).sum().backward()\noptimizer.step()\n"
        "print(model.weight.item())",
        "5.0",
        "4.0",
    ),
    (
        "M67",
        "x = ag.tensor(2., requires_grad=True)\ny = 3 * x\ny.register_hook(lambda grad: grad * 10)\n"
        "(y**2).backward()\nprint(x.grad)",
        "tensor(360.)",
        "tensor(36.)",
    ),
    (
        "M70",
        "fused = ag.compile(lambda x: (x * 1.01 + 0.1).relu() - 0.2)\nfused(ag.ones(100000))\n"
        "print(fused.explain().ratio)",
        "4.0",
        "1.0",
    ),
    (
        "M71",
        "b = ag.tensor(0., requires_grad=True)\n(ag.ones(3, 2) + b).sum().backward()\nprint(b.grad)",
        "tensor(6.)",
        "tensor(1.)",
    ),
]

#: The second machine of an idea: id, its place among the variants, program, what the program prints there.
VARIANTS = [
    ("M20", 0, IN_PLACE, "exp result ok\nexp input ok\nsquare result ok\nsquare input ok"),
    ("M38", 0, PATHS, "tensor(288.)"),
    ("M39", 0, CHAIN, "tensor(14.)"),
    ("M71", 0, MATRICES, "[[1.0, 1.0], [3.0, 3.0]]"),
]
OURS_ALONE = {LOSSES, PEAK} | {program for _, program, *_ in ROWS if "compile" in program}


def said(program, machine=None):
    """The printed lines, and the class of the error that ended the program."""
    ran = run(program, may_raise=True, machine=machine)
    return "\n".join([*ran.printed.splitlines(), *([type(ran.error).__name__] if ran.error else [])])


def said_by_torch(program):
    torch, out, error = pytest.importorskip("torch"), io.StringIO(), []
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(program, {"ag": torch})
        except RuntimeError:
            error = ["RuntimeError"]
    return "\n".join([*out.getvalue().splitlines(), *error])


def ids(row):
    return row[0]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", ROWS, ids=ids)
def test_the_true_machine_gives_the_key(row):
    _, program, key, _ = row
    assert said(program) == key


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", ROWS, ids=ids)
def test_the_wrong_machine_gives_the_signature(row):
    idea, program, _, signature = row
    assert said(program, find(idea).machine) == signature


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", VARIANTS, ids=ids)
def test_a_second_wrong_machine_gives_its_own_signature(row):
    idea, place, program, signature = row
    assert said(program, find(idea).variants[place]) == signature


@pytest.mark.parametrize("row", [row for row in ROWS if row[1] not in OURS_ALONE], ids=ids)
def test_pytorch_gives_the_key(row):
    _, program, key, _ = row
    assert said_by_torch(program) == key


def test_every_machine_has_a_row():
    assert {each.id for each in every() if each.machine} == {row[0] for row in ROWS}, "a row in ROWS shows its effect"
    assert {(each.id, i) for each in every() for i in range(len(each.variants))} == {row[:2] for row in VARIANTS}
