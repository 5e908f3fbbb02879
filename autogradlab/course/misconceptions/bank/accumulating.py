"""Lesson 04: gradients add up, clearing, and big batches made of small ones."""

from autogradlab.course.misconceptions.machines import batches, storage
from autogradlab.course.misconceptions.misconception import Misconception, forum, github, stack_overflow
from autogradlab.course.programs import Case

_SUM = "w = ag.tensor(3., requires_grad=True)\nfor k in range({n}):\n    (w**2).backward()\nprint(w.grad)"
_FOUR_ROUNDS = """\
w = ag.tensor(1., requires_grad=True)
optimizer = ag.optim.SGD([w], lr={lr})
for k in range(4):
{clear}    (w**2).backward()
    optimizer.step()
print(round(w.item(), 4))
"""
_MOMENTUM = """\
w = ag.tensor(3., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1, momentum=0.9)
(w**2).backward()
optimizer.step()
{clear}
optimizer.step()
print(round(w.item(), 4))
"""
_MICRO = """\
w = ag.tensor(0., requires_grad=True)
for batch in {batches}:
    loss = (w * ag.tensor(batch)).mean(){share}
    loss.backward()
print(w.grad)
"""

ENTRIES = (
    Misconception(
        id="M03",
        lesson="04",
        statement="Each backward replaces `.grad`.",
        why="“Stores the gradient in `.grad`” reads like an assignment.",
        truth="Each backward adds what it found to `.grad`. It starts from nothing only after clearing.",
        contrast=(Case("one backward", _SUM.format(n=1)), Case("three of them", _SUM.format(n=3))),
        question="Nothing was cleared between two backward calls. What was in `.grad` when the second began?",
        sources=(forum(115462), stack_overflow(48001598), github("pytorch/tutorials", 156)),
        grade="A",
        machine=storage.overwritten,
    ),
    Misconception(
        id="M04",
        lesson="04",
        statement="Several gradients in one `.grad` are averaged.",
        why="A mean loss averages over its batch, so you expect a mean here too.",
        truth="They are added, and nothing is divided. If you want a mean, divide the losses.",
        contrast=(
            Case("three backward calls", _SUM.format(n=3)),
            Case(
                "each loss divided by 3",
                "w = ag.tensor(3., requires_grad=True)\nfor k in range(3):\n    (w**2 / 3).backward()\nprint(w.grad)",
            ),
        ),
        question="Where in the program would the engine learn that it has to divide by 3?",
        sources=(forum(55955),),
        grade="A",
        machine=storage.averaged,
    ),
    Misconception(
        id="M05",
        lesson="04",
        statement="`zero_grad()` resets the weights, or undoes what was learned.",
        why="It says zero, and it is called on the optimizer or on the model.",
        truth="It touches `.grad` and nothing else. The weights stay as earlier steps left them.",
        contrast=(
            Case(
                "the weight",
                "w = ag.tensor(3., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(w**2).backward()\n"
                "optimizer.zero_grad()\nprint(w.item())",
            ),
            Case(
                "its gradient",
                "w = ag.tensor(3., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(w**2).backward()\n"
                "optimizer.zero_grad()\nprint(w.grad)",
            ),
        ),
        question="The name has two parts. What does it set to zero?",
        sources=(github("aa1234241/vqgan", 3), github("corenel/pytorch-adda", 19)),
        grade="A",
        machine=storage.clearing_resets_weights,
    ),
    Misconception(
        id="M06",
        lesson="04",
        statement="After `zero_grad()` the gradient is 0.",
        why="The name says so, and so do older tutorials.",
        truth="Since PyTorch 2.0 it is None. Zeros come only with `set_to_none=False`.",
        contrast=(
            Case(
                "zero_grad()",
                "w = ag.tensor(3., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(w**2).backward()\n"
                "optimizer.zero_grad()\nprint(w.grad)",
            ),
            Case(
                "zero_grad(set_to_none=False)",
                "w = ag.tensor(3., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(w**2).backward()\n"
                "optimizer.zero_grad(set_to_none=False)\nprint(w.grad)",
            ),
        ),
        question="What does a fresh weight have in `.grad`, before any backward?",
        sources=(github("pytorch/pytorch", 92731), github("pytorch/pytorch", 92656)),
        grade="B",
        machine=storage.zeros_for_none,
    ),
    Misconception(
        id="M08",
        lesson="04",
        statement="Forgetting `zero_grad()` just doubles the rate.",
        why="“The gradient doubles” is what you see after the second call.",
        truth="All earlier gradients stay in the sum, so it still points the old way when `w` has passed the minimum.",
        contrast=(
            Case("four rounds without clearing", _FOUR_ROUNDS.format(lr=0.1, clear="")),
            Case("cleared, with twice the rate", _FOUR_ROUNDS.format(lr=0.2, clear="    optimizer.zero_grad()\n")),
        ),
        question="How many gradients are in the sum in the fourth round?",
        sources=(github("LoreGoetschalckx/GANalyze", 7),),
        grade="A",
        machine=storage.doubled,
    ),
    Misconception(
        id="M09",
        lesson="04",
        statement="A gradient of None and a gradient of 0 are the same to the optimizer.",
        why="Both say that there is no gradient.",
        truth="None is skipped. Zeros are used: momentum and weight decay still move the weight.",
        contrast=(
            Case("cleared to None", _MOMENTUM.format(clear="optimizer.zero_grad()")),
            Case("cleared to zeros", _MOMENTUM.format(clear="optimizer.zero_grad(set_to_none=False)")),
        ),
        question="With momentum, what moves a weight whose gradient is zero?",
        sources=(github("pytorch/pytorch", 83769), github("pytorch/pytorch", 42754)),
        grade="B",
    ),
    Misconception(
        id="M35",
        lesson="04",
        statement="k micro-batches without clearing equal one big batch.",
        why="Articles say so, and for losses that are sums it is true.",
        truth="Means add up to k times the mean. With a mean loss, each loss has to be divided by k.",
        contrast=(
            Case("two means added", _MICRO.format(batches="([1., 3.], [5., 7.])", share="")),
            Case("the mean of all four", _MICRO.format(batches="([1., 3., 5., 7.],)", share="")),
        ),
        question="The sum holds two means, 2 and 6. What is the mean of all samples?",
        sources=(forum(55955), "a widely read article on gradient accumulation"),
        grade="A",
        machine=batches.undivided,
    ),
    Misconception(
        id="M36",
        lesson="04",
        statement="Dividing by the number of micro-batches is always right.",
        why="It is the usual recipe, and it works as long as all sizes are equal.",
        truth="A batch counts by its size: the factor for its mean is its number of samples divided by the total.",
        contrast=(
            Case("each mean divided by 2", _MICRO.format(batches="([2., 4., 6.], [20.])", share=" / 2")),
            Case(
                "each mean times its share", _MICRO.format(batches="([2., 4., 6.], [20.])", share=" * len(batch) / 4")
            ),
        ),
        question="One batch has three samples, the other has one. Whose gradient should weigh more?",
        sources=(
            github("huggingface/transformers", 34191),
            github("meta-pytorch/torchtune", 1875),
            github("ml-explore/mlx-lm", 1413),
        ),
        grade="B",
        machine=batches.divided_by_count,
    ),
    Misconception(
        id="M37",
        lesson="04",
        statement="Accumulating gradients is exact for every network.",
        why="“Mathematically equivalent” is said without a condition.",
        truth="A layer that looks at the whole batch, such as `BatchNorm`, sees different statistics in a small batch.",
        contrast=(
            Case(
                "the whole batch",
                "norm, x = ag.nn.BatchNorm1d(1), ag.tensor([[1.], [2.], [3.], [6.]])\n"
                "print([round(v, 2) for v in norm(x).flatten().tolist()])",
            ),
            Case(
                "in two halves",
                "norm, x = ag.nn.BatchNorm1d(1), ag.tensor([[1.], [2.], [3.], [6.]])\n"
                "print([round(v, 2) for half in (x[:2], x[2:]) for v in norm(half).flatten().tolist()])",
            ),
        ),
        question="Which layer's output for one sample depends on the other samples?",
        sources=("a widely read article on gradient accumulation",),
        grade="C",
    ),
)
