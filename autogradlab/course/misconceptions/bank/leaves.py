"""Lesson 03: which tensors get a gradient, and what cuts the path to them."""

from autogradlab.course.misconceptions.machines import graph, rebinding, reconnected, storage
from autogradlab.course.misconceptions.misconception import Misconception, forum, github, stack_overflow
from autogradlab.course.programs import Case

ENTRIES = (
    Misconception(
        id="M14",
        lesson="03",
        statement="`retain_grad`, `retain_graph`, `requires_grad` and `create_graph` mean nearly the same.",
        why="Four names made of the same few words.",
        truth="`requires_grad`: a leaf wants a gradient. `retain_grad`: a result keeps its own. `retain_graph`: saved "
        "values stay for another backward. `create_graph`: gradients get a history.",
        contrast=(
            Case(
                "retain_graph does not keep y.grad",
                "x = ag.tensor(2., requires_grad=True)\ny = 3 * x\n(y**2).backward(retain_graph=True)\n"
                "print(y.retains_grad)",
            ),
            Case(
                "retain_grad does",
                "x = ag.tensor(2., requires_grad=True)\ny = 3 * x\ny.retain_grad()\n(y**2).backward()\n"
                "print(y.retains_grad, y.grad)",
            ),
        ),
        question="Which of the four is about one tensor, and which is about the whole graph?",
        sources=(forum(130964),),
        grade="A",
    ),
    Misconception(
        id="M16",
        lesson="03",
        statement="After backward every tensor in the graph has a `.grad`.",
        why="Backward computes a gradient for all of them on its way.",
        truth="Only leaves keep it. A computed tensor hands it on and keeps None, unless `retain_grad()` was called.",
        contrast=(
            Case(
                "as usual",
                "x = ag.tensor(2., requires_grad=True)\ny = 3 * x\n(y**2).backward()\n"
                "print('y keeps it:', y.retains_grad)",
            ),
            Case(
                "asked to keep it",
                "x = ag.tensor(2., requires_grad=True)\ny = 3 * x\ny.retain_grad()\n(y**2).backward()\n"
                "print('y keeps it:', y.grad)",
            ),
        ),
        question="Who reads `y.grad` after a training step? Why keep it then?",
        sources=(forum(130964), "PyTorch documentation: Tensor.is_leaf"),
        grade="A",
        machine=storage.kept_everywhere,
    ),
    Misconception(
        id="M17",
        lesson="03",
        statement="A leaf is an input that I typed; a tensor without grad is not a leaf.",
        why="The picture of a tree, with the inputs hanging at its ends.",
        truth="A leaf is a tensor that no recorded operation made. A tensor that does not require grad is always "
        "a leaf, and so is the result of `detach()`.",
        contrast=(
            Case("computed from plain data", "x = ag.tensor(2.)\nprint((3 * x).is_leaf)"),
            Case("computed from a tracked leaf", "w = ag.tensor(2., requires_grad=True)\nprint((3 * w).is_leaf)"),
        ),
        question="Was anything recorded when this tensor was made?",
        sources=("PyTorch documentation: Tensor.is_leaf",),
        grade="B",
    ),
    Misconception(
        id="M18",
        lesson="03",
        statement="Scaling a parameter, or moving it to another type, keeps it a leaf.",
        why="It is still my weight, only with smaller numbers.",
        truth="The result is a new tensor with a history. The leaf is the unscaled one, which no longer has a name.",
        contrast=(
            Case("scaled afterwards", "w = ag.ones(2, requires_grad=True) * 0.01\nprint(w.is_leaf)"),
            Case("scaled first", "w = (ag.ones(2) * 0.01).requires_grad_()\nprint(w.is_leaf)"),
        ),
        question="Which tensor was made with `requires_grad=True`, and what is it called now?",
        sources=("PyTorch documentation: Tensor.is_leaf", github("KaiyangZhou/pytorch-center-loss", 23)),
        grade="A",
        machine=rebinding.scaled_stays_leaf,
    ),
    Misconception(
        id="M56",
        lesson="03",
        statement="If the loss does not require grad, I set `loss.requires_grad = True`.",
        why="The message names the flag, and then the error is gone.",
        truth="The flag makes the loss a leaf of its own. Backward ends there, and no weight gets a gradient.",
        contrast=(
            Case(
                "switched on by hand",
                "w = ag.tensor(3., requires_grad=True)\nloss = (w**2).detach()\nloss.requires_grad = True\n"
                "loss.backward()\nprint(w.grad)",
            ),
            Case(
                "the path left whole",
                "w = ag.tensor(3., requires_grad=True)\nloss = w**2\nloss.backward()\nprint(w.grad)",
            ),
        ),
        question="Which node would carry the gradient from this loss to the weight?",
        sources=(
            github("ronghuaiyang/arcface-pytorch", 56),
            github("mazurowski-lab/finetune-SAM", 26),
            github("speechbrain/speechbrain", 735),
        ),
        grade="A",
        machine=reconnected.flag_reconnects,
    ),
    Misconception(
        id="M57",
        lesson="03",
        statement="`tensor(loss)`, `item()` and a detour through NumPy keep the graph.",
        why="The number is the same.",
        truth="A number has no history. The new tensor is a leaf; the old graph ends before it.",
        contrast=(
            Case(
                "through item()",
                "x = ag.tensor(3., requires_grad=True)\nloss = ag.tensor((x * x).item(), requires_grad=True)\n"
                "loss.backward()\nprint(x.grad)",
            ),
            Case(
                "the tensor itself",
                "x = ag.tensor(3., requires_grad=True)\nloss = x * x\nloss.backward()\nprint(x.grad)",
            ),
        ),
        question="What does Python know about a float besides its value?",
        sources=(stack_overflow(63582590), "a page on deepinout.com that says so"),
        grade="A",
        machine=reconnected.copies_stay_connected,
    ),
    Misconception(
        id="M58",
        lesson="03",
        statement="argmax, comparisons and rounding can be trained through.",
        why="They are tensor operations like any other.",
        truth="A comparison or argmax gives a tensor without history. Rounding has slope 0, so its gradient is all 0.",
        contrast=(
            Case("rounded", "x = ag.tensor([0.4, 1.6], requires_grad=True)\nx.round().sum().backward()\nprint(x.grad)"),
            Case("compared", "x = ag.tensor([0.4, 1.6], requires_grad=True)\nprint((x > 1).requires_grad)"),
        ),
        question="If x moves a little, how much does the rounded x move?",
        sources=(forum(28628), forum(149907)),
        grade="A",
    ),
    Misconception(
        id="M60",
        lesson="03",
        statement="Input data must require grad for training.",
        why="Tracking everything looks safe.",
        truth="Training needs gradients of the parameters only. Plain data is a constant, and its `.grad` stays None.",
        contrast=(
            Case(
                "the data", "w, x = ag.tensor(3., requires_grad=True), ag.tensor(2.)\n(w * x).backward()\nprint(x.grad)"
            ),
            Case(
                "the weight",
                "w, x = ag.tensor(3., requires_grad=True), ag.tensor(2.)\n(w * x).backward()\nprint(w.grad)",
            ),
        ),
        question="Which of the two does a step change?",
        sources=(github("meta-llama/llama", 122),),
        grade="A",
        machine=graph.data_gets_gradients,
    ),
)
