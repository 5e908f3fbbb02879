"""Lesson 07, second half: writing in place, and the versions that notice it."""

from autogradlab.course.misconceptions.machines import inplace
from autogradlab.course.misconceptions.misconception import Misconception, forum, github
from autogradlab.course.programs import Case

_WRITE = """\
x = ag.tensor([1., 2.], requires_grad=True)
a = x * 1
b = {b}
{write}
try:
    b.sum().backward()
    print(x.grad)
except RuntimeError:
    print("backward raises")
"""
_GAN = """\
w = ag.tensor(3., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
first, second = w**2, w**3
first.backward()
{lines}
print(w.grad)
"""

ENTRIES = (
    Misconception(
        id="M20",
        lesson="07",
        statement="Writing in place is always forbidden (or always fine).",
        why="One bad experience, or none yet.",
        truth="On a computed tensor it matters only if that value was saved for backward. exp saves its result; a "
        "square saves its input.",
        contrast=(
            Case("into the result of exp", _WRITE.format(b="a.exp()", write="b += 1")),
            Case("into the result of a square", _WRITE.format(b="a**2", write="b += 1")),
        ),
        question="Which value does this operation need to go back: what came in, or what went out?",
        sources=(forum(169583), forum(120297)),
        grade="A",
        machine=inplace.always_forbidden,
        variants=(inplace.always_allowed,),
    ),
    Misconception(
        id="M21",
        lesson="07",
        statement="The in-place error points at the line that is to blame.",
        why="Python's errors usually do.",
        truth="backward raises it, when it finds a version that is too new. The line that wrote ran earlier.",
        contrast=(
            Case(
                "where the program stops",
                "x = ag.tensor([1., 2.], requires_grad=True)\nb = (x * 1).exp()\ntry:\n    line = 'b += 1'\n"
                "    b += 1\n    line = 'backward()'\n    b.sum().backward()\nexcept RuntimeError:\n    print(line)",
            ),
            Case(
                "without the line b += 1",
                "x = ag.tensor([1., 2.], requires_grad=True)\nb = (x * 1).exp()\nb.sum().backward()\nprint('runs')",
            ),
        ),
        question="The value was saved at version 0 and is at version 1. Which line increased it?",
        sources=(github("pytorch/pytorch", 39141),),
        grade="A",
        machine=inplace.raised_at_the_write,
    ),
    Misconception(
        id="M22",
        lesson="07",
        statement="`.data` or `detach()` makes a write in place safe.",
        why="Forum answers suggest it, and the error goes away.",
        truth="A write through `.data` is not counted, so backward silently uses the new numbers. "
        "Through `detach()` it is counted, and backward raises.",
        contrast=(
            Case("through .data", _WRITE.format(b="a.exp()", write="b.data.zero_()")),
            Case("through detach()", _WRITE.format(b="a.exp()", write="b.detach().zero_()")),
        ),
        question="The gradient of exp is its result. What is in that memory when backward reads it?",
        sources=(github("pytorch/pytorch", 6990), github("pytorch/pytorch", 33629)),
        grade="A",
        machine=inplace.data_is_safe,
    ),
    Misconception(
        id="M23",
        lesson="07",
        statement="Stepping one optimizer between a forward and its backward does no harm.",
        why="Old code for two competing networks did this, and it ran.",
        truth="A step writes into the weights in place. A graph that saved them for backward then refuses.",
        contrast=(
            Case(
                "step between",
                _GAN.format(
                    lines="optimizer.step()\ntry:\n    second.backward()\nexcept RuntimeError:\n    print('raises')"
                ),
            ),
            Case("both backward, then step", _GAN.format(lines="second.backward()\noptimizer.step()")),
        ),
        question="Which numbers did the second loss save, and who writes into them?",
        sources=(github("pytorch/pytorch", 39141), github("MorvanZhou/PyTorch-Tutorial", 89)),
        grade="A",
        machine=inplace.step_spoils_nothing,
    ),
)
