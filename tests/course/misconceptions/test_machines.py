"""A machine is in force inside its block only, works with any small program there, and can be nested."""

import warnings

import pytest

import autogradlab
from autogradlab.autograd import derivatives, function, hooks
from autogradlab.autograd.modes import inference_mode, mode
from autogradlab.autograd.operation import every_operation
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.versions import VersionCounter
from autogradlab.course import programs
from autogradlab.course.misconceptions import every, find
from autogradlab.course.programs import run
from autogradlab.fuse import explanation
from autogradlab.nn.functional import losses as functional_losses
from autogradlab.nn.module import Module
from autogradlab.ops import losses
from autogradlab.ops.joining import CatBackward0, StackBackward0
from autogradlab.optim.optimizer import Optimizer

#: What learners' programs do, from the five lines to custom Functions.
STANDARD = {
    "five lines": """
w = ag.tensor(3., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1, momentum=0.9)
for k in range(3):
    optimizer.zero_grad()
    loss = (w * 2 - 1)**2
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 4), round(w.item(), 4))
    """,
    "a network": """
ag.manual_seed(0)
model = ag.nn.Sequential(ag.nn.Linear(2, 3), ag.nn.BatchNorm1d(3), ag.nn.Tanh(), ag.nn.Dropout(0.5), ag.nn.Linear(3, 2))
optimizer = ag.optim.Adam(model.parameters(), lr=0.1)
x, y = ag.randn(4, 2), ag.tensor([0, 1, 0, 1])
for k in range(2):
    optimizer.zero_grad()
    loss = ag.nn.functional.cross_entropy(model(x), y)
    loss.backward()
    ag.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    print(round(loss.item(), 4))
model.eval()
with ag.no_grad():
    print(model(x).argmax(dim=1).tolist())
    """,
    "micro-batches": """
w = ag.tensor([0.5, -1.0], requires_grad=True)
for batch in (ag.ones(3, 2), 2 * ag.ones(1, 2)):
    ((batch @ w).mean() * len(batch) / 4).backward()
print(w.grad)
    """,
    "retained and freed": """
x = ag.tensor([1., 2.], requires_grad=True)
y = (x**2).sum()
y.backward(retain_graph=True)
y.backward()
print(x.grad)
try:
    y.backward()
except RuntimeError as error:
    print(str(error)[:40])
    """,
    "second order": """
x = ag.tensor(2., requires_grad=True)
g, = ag.autograd.grad(x**3, x, create_graph=True)
h, = ag.autograd.grad(g, x, retain_graph=True)
print(g.item(), h.item())
penalty = (g - 1)**2
penalty.backward()
print(x.grad)
    """,
    "hooks": """
x = ag.tensor([1., 2.], requires_grad=True)
y = 3 * x
y.retain_grad()
handle = y.register_hook(lambda grad: grad * 2)
x.register_hook(lambda grad: print('arrives', grad.tolist()))
(y**2).sum().backward()
handle.remove()
print(y.grad, x.grad)
    """,
    "an own function": """
class Cube(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return scale * x**3

    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        return grad_output * ctx.scale * 3 * x**2, None

x = ag.tensor([1., 2.], requires_grad=True)
(Cube.apply(x, 2.) * 5).sum().backward()
print(x.grad)
    """,
    "in place": """
w = ag.tensor([1., 2.], requires_grad=True)
y = w * 2
y += 1
y[0] = 5.
y.sum().backward()
print(w.grad, y._version)
with ag.no_grad():
    w -= 0.1 * w.grad
print(w)
a = (w * 1).exp()
a += 1
try:
    a.sum().backward()
except RuntimeError as error:
    print(str(error)[:60])
    """,
    "shapes": """
b = ag.zeros(2, requires_grad=True)
m = ag.ones(2, 2, requires_grad=True)
parts = ag.cat([ag.stack([b, b]), m @ m], dim=0)
one, two = parts[:2], parts[2:]
(one.mean() + two.sum(dim=1).max()).backward(ag.tensor(2.))
print(b.grad, m.grad.tolist())
    """,
    "switches": """
w = ag.tensor(3., requires_grad=True)
d = w.detach()
print((w * d).requires_grad, d.requires_grad, w.is_leaf, (2 * w).is_leaf)
with ag.no_grad():
    print((w * 2).requires_grad, w.requires_grad)
with ag.inference_mode():
    print((w * 2).is_inference())
print(ag.tensor(w.item() * 2), w.data.numpy())
    """,
    "two optimizers": """
a, b = ag.tensor(1., requires_grad=True), ag.tensor(2., requires_grad=True)
one, two = ag.optim.SGD([a], lr=0.1), ag.optim.AdamW([b], lr=0.1)
for k in range(2):
    loss = (a * b - 1)**2
    one.zero_grad()
    two.zero_grad(set_to_none=False)
    loss.backward()
    one.step()
    two.step()
print(round(a.item(), 4), round(b.item(), 4))
    """,
    "lists and functions": """
weights = [ag.tensor([[1., 2.], [3., 4.]], requires_grad=True) for k in range(2)]

def forward(x):
    for weight in weights:
        x = (0.5 * x @ weight).relu() if x.sum() > 0 else x @ weight
    return x.sum()

total, losses = 0., []
for k in range(3):
    loss = forward(ag.ones(1, 2)) / 3
    loss.backward()
    losses.append(loss.item())
    total = total + loss.detach()
print([round(loss, 4) for loss in losses], round(total.item(), 4), weights[0].grad.tolist())
    """,
}
MACHINES = {
    f"{each.id} {machine.__name__}": machine
    for each in every()
    for machine in filter(None, (each.machine, *each.variants))
}
OWNERS = [
    rules,
    Tensor,
    VersionCounter,
    Optimizer,
    Module,
    inference_mode,
    function.FunctionCtx,
    derivatives,
    function,
    hooks,
    losses,
    functional_losses,
    programs,
    explanation.Part,
    autogradlab,
    CatBackward0,
    StackBackward0,
    *every_operation(),
]


def everything():
    """Every attribute that a machine could have replaced, and the mode of this thread."""
    return [dict(vars(owner)) for owner in OWNERS], dict(vars(mode))


def said():
    """What all standard programs print."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: run(program).transcript for name, program in STANDARD.items()}


@pytest.fixture(scope="module")
def before():
    said()  # writes out each operation, which happens at its first use
    return said()


class Interrupted(Exception):
    pass


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", MACHINES)
def test_programs_run_on_the_machine_and_print_the_same_afterwards(name, before):
    state = everything()
    for program in STANDARD.values():
        error = run(program, machine=MACHINES[name]).error
        assert error is None or type(error) is RuntimeError
    assert everything() == state
    assert said() == before


@pytest.mark.parametrize("name", MACHINES)
def test_a_machine_is_gone_after_an_error(name):
    state = everything()
    with pytest.raises(Interrupted), MACHINES[name]():
        raise Interrupted
    assert everything() == state


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", MACHINES)
def test_a_machine_nests_in_any_other_and_both_are_undone(name):
    state = everything()
    for other in MACHINES.values():
        with MACHINES[name](), other():
            run(STANDARD["five lines"], may_raise=True)
    assert everything() == state


def test_two_ideas_at_once_both_rule():
    program = """
w = ag.tensor(3., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
(w**2).backward()
(w**2).backward()
optimizer.step()
print(round(w.item(), 4))
"""
    with find("M03").machine(), find("M40").machine():
        assert run(program).printed == "3.6\n"


def test_a_machine_can_be_entered_again():
    machine = find("M03").machine
    program = "w = ag.tensor(3., requires_grad=True)\n(w**2).backward()\n(w**2).backward()\nprint(w.grad)"
    for _ in range(2):
        assert run(program, machine=machine).printed == "tensor(6.)\n"
        assert run(program).printed == "tensor(12.)\n"


@pytest.mark.parametrize("idea", ["M02", "M03", "M06", "M07", "M08", "M42", "M61"])
def test_a_healthy_loop_hides_an_idea_that_it_gives_no_chance(idea):
    program = STANDARD["five lines"].replace("print(round(loss.item(), 4), ", "print(")
    assert run(program, machine=find(idea).machine).printed == run(program).printed
