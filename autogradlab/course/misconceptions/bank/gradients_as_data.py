"""Lesson 10: gradients as data: second derivatives, hooks, clipping, and how small they become."""

from autogradlab.course.misconceptions.machines import extension
from autogradlab.course.misconceptions.misconception import Misconception, github
from autogradlab.course.programs import Case

_CLIP = """\
w = ag.tensor(3., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
(w**2).backward()
{lines}
print(round(w.item(), 4))
"""
_SIGMOIDS = """\
x = ag.tensor(0., requires_grad=True)
h = x
for k in range({n}):
    h = h.sigmoid()
h.backward()
print(f"{{x.grad.item():.1e}}")
"""

ENTRIES = (
    Misconception(
        id="M51",
        lesson="10",
        statement="`retain_graph` allows second derivatives.",
        why="Both arguments seem to keep the graph.",
        truth="`retain_graph` keeps the forward graph. A gradient gets a history only with `create_graph=True`.",
        contrast=(
            Case(
                "retain_graph",
                "x = ag.tensor(2., requires_grad=True)\ng, = ag.autograd.grad(x**3, x, retain_graph=True)\n"
                "print(g.requires_grad)",
            ),
            Case(
                "create_graph",
                "x = ag.tensor(2., requires_grad=True)\ng, = ag.autograd.grad(x**3, x, create_graph=True)\n"
                "print(g.requires_grad)",
            ),
        ),
        question="To differentiate the gradient, which computation must have been recorded?",
        sources=(github("pytorch/pytorch", 4661),),
        grade="A",
        machine=extension.retain_is_create,
    ),
    Misconception(
        id="M52",
        lesson="10",
        statement="After the second backward, `.grad` is the second derivative.",
        why="Two calls, so the second result should be the second derivative.",
        truth="The second call adds to `.grad`: first plus second derivative. `autograd.grad` gives the second alone.",
        contrast=(
            Case(
                "backward twice",
                "x = ag.tensor(2., requires_grad=True)\ny = x**3\ng, = ag.autograd.grad(y, x, create_graph=True)\n"
                "y.backward(retain_graph=True)\ng.backward()\nprint(x.grad)",
            ),
            Case(
                "autograd.grad twice",
                "x = ag.tensor(2., requires_grad=True)\ng, = ag.autograd.grad(x**3, x, create_graph=True)\n"
                "print(ag.autograd.grad(g, x)[0])",
            ),
        ),
        question="What was in `.grad` before the second call?",
        sources=("https://github.com/FromEssence/AI_Pytorch",),
        grade="A",
        machine=extension.second_replaces_first,
    ),
    Misconception(
        id="M64",
        lesson="10",
        statement="Clipping works anywhere in the loop.",
        why="It is a call like the others.",
        truth="It shortens what is in `.grad` at that moment. Only a call between backward and step changes the step.",
        contrast=(
            Case("after the step", _CLIP.format(lines="optimizer.step()\nag.nn.utils.clip_grad_norm_([w], 1.)")),
            Case("before the step", _CLIP.format(lines="ag.nn.utils.clip_grad_norm_([w], 1.)\noptimizer.step()")),
        ),
        question="Who reads `.grad` after it has been clipped?",
        sources=(
            github("awslabs/graphstorm", 1366),
            github("VGraphRNN/VGRNN", 4),
            github("huggingface/transformers", 1563),
        ),
        grade="A",
    ),
    Misconception(
        id="M67",
        lesson="10",
        statement="A hook sees the final `.grad`, and what it returns is ignored.",
        why="Callbacks usually only look.",
        truth="A tensor's hook sees the gradient on its way, before it is added. What the hook returns replaces it.",
        contrast=(
            Case(
                "returns nothing",
                "x = ag.tensor(2., requires_grad=True)\ny = 3 * x\ny.register_hook(lambda grad: None)\n"
                "(y**2).backward()\nprint(x.grad)",
            ),
            Case(
                "returns ten times as much",
                "x = ag.tensor(2., requires_grad=True)\ny = 3 * x\ny.register_hook(lambda grad: 10 * grad)\n"
                "(y**2).backward()\nprint(x.grad)",
            ),
        ),
        question="Has `x.grad` been written when the hook of y runs?",
        sources=(github("pytorch/pytorch", 24400), github("pytorch/pytorch", 7040)),
        grade="A",
        machine=extension.hook_result_ignored,
    ),
    Misconception(
        id="M68",
        lesson="10",
        statement="Tiny gradients in early layers mean a small rate or a finished model.",
        why="A small number looks like little left to do.",
        truth="They are a product of local slopes. Each sigmoid contributes at most 0.25, so ten of them leave little.",
        contrast=(Case("one sigmoid", _SIGMOIDS.format(n=1)), Case("ten sigmoids", _SIGMOIDS.format(n=10))),
        question="What is the largest slope of a sigmoid?",
        sources=("a well-known essay: yes you should understand backprop",),
        grade="B",
    ),
)
