"""Lesson 06: results with more than one number, sums and means, and the shapes of gradients."""

from autogradlab.course.misconceptions.machines import arithmetic
from autogradlab.course.misconceptions.misconception import Misconception, forum, github, stack_overflow
from autogradlab.course.programs import Case

_X = "x = ag.tensor([1., 2., 3.], requires_grad=True)\n"
_LOSS = """\
w, x = ag.tensor(0., requires_grad=True), ag.tensor([1., 2., 3., 4.])
((w * x - 2 * x)**2).{how}().backward()
print(w.grad)
"""
_COLUMN = """\
pred, target = ag.zeros(4, 1, requires_grad=True), ag.tensor([1., 2., 3., 4.])
((pred{how} - target)**2).mean().backward()
print(pred.grad.flatten())
"""

ENTRIES = (
    Misconception(
        id="M31",
        lesson="06",
        statement="backward fails on vectors because it cannot differentiate them (or it would give a matrix).",
        why="The message says “only for scalar outputs”.",
        truth="It needs to know how much each entry counts. With those weights it gives the weighted sum of the rows.",
        contrast=(
            Case("no weights", _X + "try:\n    (x**2).backward()\nexcept RuntimeError as error:\n    print(error)"),
            Case("weights 1, 10, 100", _X + "(x**2).backward(ag.tensor([1., 10., 100.]))\nprint(x.grad)"),
        ),
        question="Three results, one `.grad` of three entries: how do three slopes per entry become one?",
        sources=(stack_overflow(43451125), forum(1059), stack_overflow(63816321)),
        grade="A",
        machine=arithmetic.matrix_for_vectors,
    ),
    Misconception(
        id="M32",
        lesson="06",
        statement="The argument of backward is a rate or a start value, or says which gradients to print.",
        why="An old example in the documentation used small numbers that look like rates.",
        truth="It is the gradient of what comes later with respect to this result: how much each entry counts.",
        contrast=(
            Case("weights 1, 1, 1", _X + "(x**2).backward(ag.ones(3))\nprint(x.grad)"),
            Case("weights 1, 10, 100", _X + "(x**2).backward(ag.tensor([1., 10., 100.]))\nprint(x.grad)"),
        ),
        question="If the loss were `y[0] + 10 * y[1] + 100 * y[2]`, what would arrive at y?",
        sources=(stack_overflow(43451125),),
        grade="A",
        machine=arithmetic.argument_ignored,
    ),
    Misconception(
        id="M33",
        lesson="06",
        statement="`backward(ones)` takes the average.",
        why="Over a batch, you are used to means.",
        truth="Ones give every entry the weight 1. That is the gradient of the sum.",
        contrast=(
            Case("ones", _X + "(x**2).backward(ag.ones(3))\nprint(x.grad)"),
            Case("the mean", _X + "(x**2).mean().backward()\nprint(x.grad)"),
        ),
        question="In which loss has every entry the weight 1: the sum or the mean?",
        sources=(stack_overflow(54754153), stack_overflow(68778401)),
        grade="A",
        machine=arithmetic.ones_average,
    ),
    Misconception(
        id="M34",
        lesson="06",
        statement="A sum and a mean give the same gradient.",
        why="Both are smallest at the same weights.",
        truth="The gradients point the same way, but that of the sum is n times as long, and so is the step.",
        contrast=(Case("sum", _LOSS.format(how="sum")), Case("mean", _LOSS.format(how="mean"))),
        question="With the same rate, which of the two takes the longer step?",
        sources=(github("huggingface/transformers", 24725),),
        grade="A",
        machine=arithmetic.mean_as_sum,
    ),
    Misconception(
        id="M71",
        lesson="06",
        statement="A bias or matrix gradient has one row per sample, or comes transposed.",
        why="You guess the shape from the batch.",
        truth="A gradient has the shape of its parameter. What every sample used gets the sum over all samples.",
        contrast=(
            Case(
                "one sample",
                "b = ag.tensor(0., requires_grad=True)\n(ag.ones(1, 2) + b).sum().backward()\nprint(b.grad)",
            ),
            Case(
                "three samples",
                "b = ag.tensor(0., requires_grad=True)\n(ag.ones(3, 2) + b).sum().backward()\nprint(b.grad)",
            ),
        ),
        question="In how many places was the bias used?",
        sources=("an article whose printed gradient has an impossible shape",),
        grade="B",
        machine=arithmetic.one_sample_only,
        variants=(arithmetic.transposed,),
    ),
    Misconception(
        id="M63",
        lesson="06",
        statement="A prediction of shape (N, 1) against a target of shape (N,) gives the same loss.",
        why="Both hold N numbers.",
        truth="Broadcasting makes N by N differences: every prediction is compared with every target.",
        contrast=(
            Case("(4, 1) against (4,)", _COLUMN.format(how="")),
            Case("(4,) against (4,)", _COLUMN.format(how=".squeeze(1)")),
        ),
        question="What is the shape of `pred - target`?",
        sources=(github("pytorch/pytorch", 16413), github("pytorch/pytorch", 18349)),
        grade="A",
        machine=arithmetic.column_meets_row,
    ),
)
