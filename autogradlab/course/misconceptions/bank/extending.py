"""Lesson 09: operations of your own."""

from autogradlab.course.misconceptions.machines import extension
from autogradlab.course.misconceptions.misconception import Misconception, github
from autogradlab.course.programs import Case

_SQUARE = """\
class Square(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, {more}):
        ctx.save_for_backward(x)
        return x**2

    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        return {returns}

x = ag.tensor(3., requires_grad=True)
try:
    (5 * Square.apply(x{given})).backward()
    print(x.grad)
except RuntimeError as error:
    print(error)
"""
_CALLED = """\
class Square(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x**2

x = ag.tensor(3., requires_grad=True)
print({call}.grad_fn.name())
"""
_CTX = """\
class Square(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        {keep}
        return x**2

    @staticmethod
    def backward(ctx, grad_output):
        {fetch}
        return grad_output * 2 * x

w = ag.tensor(3., requires_grad=True)
x = w * 1
y = Square.apply(x)
x += 1
try:
    y.backward()
    print(w.grad)
except RuntimeError:
    print("the write is noticed")
"""

ENTRIES = (
    Misconception(
        id="M46",
        lesson="09",
        statement="A custom backward returns the derivative.",
        why="`f'(x)` is what you are used to writing down.",
        truth="It returns the derivative times `grad_output`: the gradient that arrives from what comes later.",
        contrast=(
            Case("2 x alone", _SQUARE.format(more="*_", returns="2 * x", given="")),
            Case("grad_output times 2 x", _SQUARE.format(more="*_", returns="grad_output * 2 * x", given="")),
        ),
        question="The result is multiplied by 5 afterwards. How does your backward learn about that?",
        sources=("our own inference; an article stresses the point in its example",),
        grade="C",
        machine=extension.upstream_ignored,
    ),
    Misconception(
        id="M47",
        lesson="09",
        statement="A custom backward returns gradients only for what I care about.",
        why="It feels optional.",
        truth="It returns one value for each argument of forward, in order: None where there is nothing to return.",
        contrast=(
            Case("one value for two arguments", _SQUARE.format(more="n", returns="grad_output * 2 * x", given=", 2")),
            Case("None for the number", _SQUARE.format(more="n", returns="grad_output * 2 * x, None", given=", 2")),
        ),
        question="How many arguments does forward have after `ctx`?",
        sources=("the message “returned an incorrect number of gradients”",),
        grade="B",
        machine=extension.missing_returns_allowed,
    ),
    Misconception(
        id="M48",
        lesson="09",
        statement="I call `Function()` or `.forward` directly.",
        why="Other classes are used that way.",
        truth="Only `.apply` makes a node for your rule. If you call `.forward`, its lines are recorded and your rule "
        "is not used.",
        contrast=(
            Case("forward", _CALLED.format(call="Square.forward(None, x)")),
            Case("apply", _CALLED.format(call="Square.apply(x)")),
        ),
        question="Whose name does the result's `grad_fn` carry?",
        sources=("our own inference",),
        grade="C",
    ),
    Misconception(
        id="M49",
        lesson="09",
        statement="Tensors for backward go on `ctx` as attributes.",
        why="In Python you put things on self.",
        truth="`save_for_backward` notices later writes and frees the tensors in time. Attributes are for everything "
        "else.",
        contrast=(
            Case("an attribute", _CTX.format(keep="ctx.x = x", fetch="x = ctx.x")),
            Case("save_for_backward", _CTX.format(keep="ctx.save_for_backward(x)", fetch="x, = ctx.saved_tensors")),
        ),
        question="x is written to before backward. Who compares versions?",
        sources=(
            github("pytorch/pytorch", 5569),
            github("pytorch/pytorch", 25340),
            github("pytorch/tutorials", 2797),
            github("asappresearch/sru", 171),
        ),
        grade="A",
    ),
    Misconception(
        id="M50",
        lesson="09",
        statement="If a gradient check in float32 fails, my formula is at fault.",
        why="A checker has authority.",
        truth="The check subtracts two nearly equal numbers. In single precision, too few digits are left; use double.",
        contrast=(
            Case(
                "float32", "x, h = ag.tensor(3.), 1e-6\nprint(round((((x + h)**2 - (x - h)**2) / (2 * h)).item(), 2))"
            ),
            Case(
                "float64",
                "x, h = ag.tensor(3., dtype=ag.float64), 1e-6\n"
                "print(round((((x + h)**2 - (x - h)**2) / (2 * h)).item(), 2))",
            ),
        ),
        question="How many digits of 9.000006 does float32 keep?",
        sources=(github("pytorch/pytorch", 5351), github("pytorch/pytorch", 8659), github("CharlesShang/DCNv2", 13)),
        grade="A",
    ),
)
