"""Lesson 05: the five lines of a training loop, and what each of them does."""

from autogradlab.course.misconceptions.machines import rebinding, update
from autogradlab.course.misconceptions.misconception import Misconception, forum, github, stack_overflow
from autogradlab.course.programs import Case

_W = "w = ag.tensor(3., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n"
_SHOW = "print(round(w.item(), 4))"

ENTRIES = (
    Misconception(
        id="M01",
        lesson="05",
        statement="`backward()` updates the weights.",
        why="Tutorials call it the line where the model learns.",
        truth="`backward()` only fills `.grad`. The weights move in `step()`.",
        contrast=(
            Case("backward alone", _W + "(w**2).backward()\n" + _SHOW),
            Case("backward, then step", _W + "(w**2).backward()\noptimizer.step()\n" + _SHOW),
        ),
        question="`backward()` was not told a learning rate. How far should it move the weight?",
        sources=(stack_overflow(53975717),),
        grade="A",
        machine=update.backward_steps,
    ),
    Misconception(
        id="M02",
        lesson="05",
        statement="`step()` works out the gradients.",
        why="An optimizer “optimizes the loss”, so it should know the loss.",
        truth="`step()` reads `.grad` of the tensors that it was given. Where there is none, nothing moves.",
        contrast=(
            Case("step alone", _W + "loss = w**2\noptimizer.step()\n" + _SHOW),
            Case("backward, then step", _W + "loss = w**2\nloss.backward()\noptimizer.step()\n" + _SHOW),
        ),
        question="Who told the optimizer about the loss?",
        sources=(stack_overflow(53975717),),
        grade="A",
        machine=update.step_differentiates,
    ),
    Misconception(
        id="M07",
        lesson="05",
        statement="`zero_grad()` can go anywhere in the loop.",
        why="A loop is a circle, and on a circle no place is first.",
        truth="Between backward and step it throws away the gradient that step needs. With one "
        "backward for each step and nothing left over at the start, anywhere else is fine.",
        contrast=(
            Case("cleared between", _W + "(w**2).backward()\noptimizer.zero_grad()\noptimizer.step()\n" + _SHOW),
            Case("cleared after", _W + "(w**2).backward()\noptimizer.step()\noptimizer.zero_grad()\n" + _SHOW),
        ),
        question="What does `step()` find in `.grad` if the line before it was `zero_grad()`?",
        sources=(github("llSourcell/pytorch_in_5_minutes", 1),),
        grade="A",
        machine=update.clearing_can_wait,
    ),
    Misconception(
        id="M19",
        lesson="05",
        statement="`w = w - lr * g` is the same as `w -= lr * g`.",
        why="In algebra it is.",
        truth="The first makes a new tensor and gives it the old name. The second, under `no_grad`, writes into the "
        "leaf.",
        contrast=(
            Case(
                "a new tensor",
                "w = ag.tensor(4., requires_grad=True)\n(w**2).backward()\nwith ag.no_grad():\n"
                "    w = w - 0.1 * w.grad\nprint(w.requires_grad, w.grad)",
            ),
            Case(
                "the same tensor",
                "w = ag.tensor(4., requires_grad=True)\n(w**2).backward()\nwith ag.no_grad():\n"
                "    w -= 0.1 * w.grad\nprint(w.requires_grad, w.grad)",
            ),
        ),
        question="After this line, does w still name the tensor that was made with `requires_grad=True`?",
        sources=(forum(308), github("ultralytics/yolov5", 2408)),
        grade="A",
        machine=rebinding.rebinding_writes,
    ),
    Misconception(
        id="M42",
        lesson="05",
        statement="The loss refreshes itself after a step.",
        why="A spreadsheet does, and a notebook can look as if it did.",
        truth="A value is fixed when it is computed. For the new loss, run the forward lines again.",
        contrast=(
            Case("printed after the step", _W + "loss = w**2\nloss.backward()\noptimizer.step()\nprint(loss.item())"),
            Case(
                "computed again", _W + "loss = w**2\nloss.backward()\noptimizer.step()\nprint(round((w**2).item(), 4))"
            ),
        ),
        question="Which line computed the number in loss, and has it run again?",
        sources=("research on notional machines and on the state of notebooks",),
        grade="B",
        machine=update.refreshing,
    ),
    Misconception(
        id="M61",
        lesson="05",
        statement="`step()` uses up the gradient.",
        why="“Apply the gradient” sounds as if it were gone afterwards.",
        truth="`step()` only reads `.grad`. A second step moves again by the same gradient.",
        contrast=(
            Case("one step", _W + "(w**2).backward()\noptimizer.step()\n" + _SHOW),
            Case("two steps", _W + "(w**2).backward()\noptimizer.step()\noptimizer.step()\n" + _SHOW),
        ),
        question="Which call empties `.grad`?",
        sources=("our own inference",),
        grade="C",
        machine=update.step_uses_up,
    ),
    Misconception(
        id="M65",
        lesson="05",
        statement="Layers in a Python list are parameters of the model.",
        why="The model holds the list, and the list holds the layers.",
        truth="A module notices layers that are its attributes; it does not look into a list. `nn.ModuleList` makes "
        "them known.",
        contrast=(
            Case(
                "a list",
                "class Net(ag.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                "        self.layers = [ag.nn.Linear(2, 2)]\nprint(len(list(Net().parameters())))",
            ),
            Case(
                "a ModuleList",
                "class Net(ag.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                "        self.layers = ag.nn.ModuleList([ag.nn.Linear(2, 2)])\nprint(len(list(Net().parameters())))",
            ),
        ),
        question="How many parameters does the optimizer get from this model?",
        sources=(github("mikeizbicki/cmc-csci181-deeplearning", 7), github("pytorch/examples", 277)),
        grade="A",
    ),
    Misconception(
        id="M66",
        lesson="05",
        statement="The optimizer follows the model if I replace a weight.",
        why="You think of weights by their names.",
        truth="An optimizer holds the tensor objects that it was given. A new object needs a new optimizer.",
        contrast=(
            Case(
                "the new weight after a step",
                _W + "w = ag.tensor(5., requires_grad=True)\n(w**2).backward()\noptimizer.step()\n" + _SHOW,
            ),
            Case(
                "with a new optimizer",
                _W + "w = ag.tensor(5., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(w**2).backward()\n"
                "optimizer.step()\n" + _SHOW,
            ),
        ),
        question="Which object was in the list when the optimizer was made?",
        sources=(github("pytorch/pytorch", 7844), github("pytorch/pytorch", 69214)),
        grade="A",
        machine=rebinding.optimizer_follows_names,
    ),
)
