"""Lessons 01 and 02: what a slope tells, and how gradients travel back through a graph."""

from autogradlab.course.misconceptions.machines import branches, graph, update
from autogradlab.course.misconceptions.misconception import Misconception, forum
from autogradlab.course.programs import Case

_STEP = """\
w = ag.tensor(3., requires_grad=True)
optimizer = ag.optim.SGD([w], lr={lr})
(w**2).backward()
optimizer.step()
print(round(w.item(), 4))
"""

ENTRIES = (
    Misconception(
        id="M40",
        lesson="01",
        statement="A positive gradient means: increase this weight.",
        why="Positive sounds good, and in daily life you move towards what is good.",
        truth="A positive gradient says that the loss rises when the weight rises. A step goes the other way.",
        contrast=(
            Case("the loss a little above w = 3", "w = ag.tensor(3.01)\nprint(round((w**2).item(), 2))"),
            Case("the loss a little below w = 3", "w = ag.tensor(2.99)\nprint(round((w**2).item(), 2))"),
        ),
        question="At w = 3 the gradient of `w**2` is positive. On which side of 3 is the loss smaller?",
        sources=("reviews of how students read rates of change in calculus",),
        grade="B",
        machine=update.uphill,
    ),
    Misconception(
        id="M41",
        lesson="01",
        statement="One step lands at the minimum; the size of the gradient is the distance to it.",
        why="A walker who sees a steep slope also sees the valley. The gradient only knows the slope under its feet.",
        truth="The length of a step is the rate times the gradient. Nothing in it knows where the minimum is.",
        contrast=(
            Case("a small rate", _STEP.format(lr=0.1)),
            Case("rate 1 jumps to the other side", _STEP.format(lr=1.0)),
        ),
        question="From w = 3 on `w**2`, where does one step with rate 1 land, and what is the loss there?",
        sources=("studies of how students read derivatives",),
        grade="B",
        machine=update.jumps_to_minimum,
    ),
    Misconception(
        id="M38",
        lesson="02",
        statement="A value that is used twice contributes once (or its paths multiply).",
        why="The chain rule is taught on one chain, so you look for one chain.",
        truth="Each path from the result back to the value contributes, and the contributions add.",
        contrast=(
            Case("one path", "x = ag.tensor(3., requires_grad=True)\n(x * 3).backward()\nprint(x.grad)"),
            Case("two paths add", "x = ag.tensor(3., requires_grad=True)\n(x * x).backward()\nprint(x.grad)"),
        ),
        question="In `x * x`, through how many places does a change of x reach the result?",
        sources=(forum(187917),),
        grade="A",
        machine=graph.one_path,
        variants=(graph.paths_multiply,),
    ),
    Misconception(
        id="M39",
        lesson="02",
        statement="The local derivative is the gradient.",
        why="At school `f'(x)` was the whole answer, because there was nothing before or after f.",
        truth="Each node multiplies its local derivative by the gradient that arrives from the result.",
        contrast=(
            Case(
                "the square of `u`, which is 7",
                "u = ag.tensor(7., requires_grad=True)\n(u**2).backward()\nprint(u.grad)",
            ),
            Case(
                "the square of `3 * x + 1`, which is 7",
                "x = ag.tensor(2., requires_grad=True)\n((3 * x + 1)**2).backward()\nprint(x.grad)",
            ),
        ),
        question="The square has slope 14 at 7. How much faster does `3 * x + 1` move than x?",
        sources=(forum(187917),),
        grade="A",
        machine=graph.local_only,
        variants=(graph.outermost_only,),
    ),
    Misconception(
        id="M43",
        lesson="02",
        statement="The graph is made once and holds both branches of an if.",
        why="Older tools drew the whole graph before any number went through it.",
        truth="Each forward pass makes a new graph, from the operations that actually ran.",
        contrast=(
            Case(
                "x above 0",
                "x = ag.tensor(2., requires_grad=True)\ny = 2 * x if x > 0 else 5 * x\ny.backward()\nprint(x.grad)",
            ),
            Case(
                "x below 0",
                "x = ag.tensor(-2., requires_grad=True)\ny = 2 * x if x > 0 else 5 * x\ny.backward()\nprint(x.grad)",
            ),
        ),
        question="Which line made a node: the branch that ran, the other one, or both?",
        sources=("PyTorch documentation: autograd mechanics",),
        grade="B",
        machine=branches.both_branches,
    ),
    Misconception(
        id="M44",
        lesson="02",
        statement="`next_functions` points to the operation that came next in the forward pass.",
        why="The word next, read in the direction of the program.",
        truth="It points towards the inputs: the nodes that run next in backward.",
        contrast=(
            Case(
                "the node that made the result",
                "x = ag.tensor(2., requires_grad=True)\nz = (3 * x)**2\nprint(z.grad_fn.name())",
            ),
            Case(
                "its next node",
                "x = ag.tensor(2., requires_grad=True)\nz = (3 * x)**2\nprint(z.grad_fn.next_functions[0][0].name())",
            ),
        ),
        question="Backward starts at the square. Which node can it run next?",
        sources=("an article on loss.backward() that is widely read",),
        grade="B",
    ),
    Misconception(
        id="M45",
        lesson="02",
        statement="`grad_fn` holds the gradient, and a leaf has one too.",
        why="The name begins with grad, like that of the attribute that holds the gradient.",
        truth="`grad_fn` is the node that made a tensor. Nothing made a leaf: it has none. Gradients are in `.grad`.",
        contrast=(
            Case("a leaf", "x = ag.tensor(3., requires_grad=True)\nprint(x.grad_fn)"),
            Case("a result", "x = ag.tensor(3., requires_grad=True)\nprint((x**2).grad_fn.name())"),
        ),
        question="Which operation made x?",
        sources=("an article on loss.backward() that is widely read",),
        grade="B",
    ),
)
