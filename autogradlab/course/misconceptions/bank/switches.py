"""Lesson 08: no_grad, eval, detach, inference_mode."""

from autogradlab.course.misconceptions.machines import modes
from autogradlab.course.misconceptions.misconception import Misconception, github, stack_overflow
from autogradlab.course.programs import Case

_NORM = """\
norm, x = ag.nn.BatchNorm1d(1), ag.tensor([[1.], [3.]])
{lines}
print(norm.running_mean)
"""

ENTRIES = (
    Misconception(
        id="M24",
        lesson="08",
        statement="`detach()` makes a copy.",
        why="It gives a new tensor.",
        truth="The new tensor shares the memory of the old one. A write to one shows in both; `clone()` copies.",
        contrast=(
            Case("detach()", "x = ag.tensor([1., 2.])\nd = x.detach()\nd[0] = 9\nprint(x)"),
            Case("detach().clone()", "x = ag.tensor([1., 2.])\nd = x.detach().clone()\nd[0] = 9\nprint(x)"),
        ),
        question="How many arrays of numbers are there after this line?",
        sources=(github("pytorch/pytorch", 7860), stack_overflow(63582590)),
        grade="A",
        machine=modes.detach_copies,
    ),
    Misconception(
        id="M25",
        lesson="08",
        statement="Detaching x anywhere stops all gradients to x.",
        why="You read it as an order to x, not as a new tensor.",
        truth="It cuts one path: the one through the detached tensor. Every other use of x still sends its gradient.",
        contrast=(
            Case(
                "one factor detached",
                "x = ag.tensor(3., requires_grad=True)\n(x * x.detach()).backward()\nprint(x.grad)",
            ),
            Case("none detached", "x = ag.tensor(3., requires_grad=True)\n(x * x).backward()\nprint(x.grad)"),
        ),
        question="In `x * x.detach()`, which of the two factors still leads to x?",
        sources=(stack_overflow(56816241),),
        grade="A",
        machine=modes.detach_stops_all,
    ),
    Misconception(
        id="M26",
        lesson="08",
        statement="`detach` and `no_grad` are the same thing.",
        why="Both mean “no gradient here”.",
        truth="`detach()` takes one tensor out of one path. Under `no_grad` nothing that is computed is recorded.",
        contrast=(
            Case("x * x.detach()", "x = ag.tensor(3., requires_grad=True)\nprint((x * x.detach()).requires_grad)"),
            Case(
                "x * x under no_grad",
                "x = ag.tensor(3., requires_grad=True)\nwith ag.no_grad():\n    y = x * x\nprint(y.requires_grad)",
            ),
        ),
        question="Which of the two is about a tensor, and which is about a block of code?",
        sources=(stack_overflow(56816241),),
        grade="A",
        machine=modes.detach_is_no_grad,
    ),
    Misconception(
        id="M27",
        lesson="08",
        statement="`no_grad` switches `requires_grad` off on the weights, or blocks backward.",
        why="Articles describe it in such words.",
        truth="Results are not recorded; weights keep their flags. Backward through a graph made outside still works.",
        contrast=(
            Case("the weight", "w = ag.tensor(3., requires_grad=True)\nwith ag.no_grad():\n    print(w.requires_grad)"),
            Case(
                "a result", "w = ag.tensor(3., requires_grad=True)\nwith ag.no_grad():\n    print((w**2).requires_grad)"
            ),
        ),
        question="Does `no_grad` change tensors that already exist, or what is computed inside?",
        sources=("a page on pythonkb.com that says so",),
        grade="A",
        machine=modes.no_grad_flips_flags,
    ),
    Misconception(
        id="M28",
        lesson="08",
        statement="`eval()` stops recording.",
        why="The name: evaluating is what you do without training.",
        truth="`eval()` changes how layers such as `Dropout` and `BatchNorm` behave. `no_grad` stops recording.",
        contrast=(
            Case("eval()", "model = ag.nn.Linear(2, 1).eval()\nprint(model(ag.ones(1, 2)).requires_grad)"),
            Case(
                "no_grad",
                "model = ag.nn.Linear(2, 1)\nwith ag.no_grad():\n    print(model(ag.ones(1, 2)).requires_grad)",
            ),
        ),
        question="Which layers ask whether they are in eval mode? Does the engine?",
        sources=(github("pytorch/pytorch", 7013), github("pytorch/pytorch", 31361), github("pytorch/pytorch", 19160)),
        grade="A",
        machine=modes.eval_stops_recording,
    ),
    Misconception(
        id="M29",
        lesson="08",
        statement="`no_grad` turns `Dropout` and `BatchNorm` off.",
        why="A `no_grad` block is thought of as “inference”.",
        truth="Layers do not look at it. In training mode `Dropout` drops, and `BatchNorm` moves its running mean.",
        contrast=(
            Case("under no_grad", _NORM.format(lines="with ag.no_grad():\n    norm(x)")),
            Case("in eval mode", _NORM.format(lines="norm.eval()\nnorm(x)")),
        ),
        question="Which switch does `BatchNorm` read before it updates its running mean?",
        sources=("PyTorch documentation: inference_mode", github("RelationRx/pyrelational", 4)),
        grade="A",
        machine=modes.no_grad_means_eval,
    ),
    Misconception(
        id="M30",
        lesson="08",
        statement="`inference_mode` is a faster `no_grad`, and nothing else.",
        why="That is how its summary reads.",
        truth="Its results are marked. They cannot be saved for backward later, so an operation that must keep "
        "one raises.",
        contrast=(
            Case(
                "made in inference_mode",
                "w = ag.tensor(3., requires_grad=True)\nwith ag.inference_mode():\n    c = ag.tensor(2.) * 1\n"
                "try:\n    (w * c).backward()\n    print(w.grad)\nexcept RuntimeError:\n    print('refused')",
            ),
            Case(
                "made under no_grad",
                "w = ag.tensor(3., requires_grad=True)\nwith ag.no_grad():\n    c = ag.tensor(2.) * 1\n"
                "try:\n    (w * c).backward()\n    print(w.grad)\nexcept RuntimeError:\n    print('refused')",
            ),
        ),
        question="What must `w * c` keep until backward?",
        sources=(github("facebookresearch/dinov2", 472), github("unslothai/unsloth", 2434)),
        grade="A",
        machine=modes.inference_is_no_grad,
    ),
)
