"""Lesson 07, first half: what a graph saves, how long it is kept, and calling backward twice."""

from autogradlab.course.misconceptions.machines import lifetime
from autogradlab.course.misconceptions.misconception import Misconception, forum, github, stack_overflow
from autogradlab.course.programs import Case

_TWICE = """\
x = ag.tensor(3., requires_grad=True)
y = {y}
try:
    y.backward({first})
    y.backward()
except RuntimeError:
    print("the second call raises")
print(x.grad)
"""
_STATE = """\
w, state = ag.tensor(0.5, requires_grad=True), ag.tensor(1.)
for k in range(3):
    state = w * state
    (state**2).backward({keep})
{after}    depth, node = 0, state.grad_fn
    while node is not None:
        depth, node = depth + 1, node.next_functions[-1][0]
print(depth, "nodes behind the state")
"""

ENTRIES = (
    Misconception(
        id="M10",
        lesson="07",
        statement="Two backward calls on one loss give twice the gradient.",
        why="Gradients add up, and that is what quizzes ask about.",
        truth="The first call frees what the graph saved, so the second raises before it reaches `x`.",
        contrast=(
            Case("the same loss twice", _TWICE.format(y="x**2", first="")),
            Case("retained after the first call", _TWICE.format(y="x**2", first="retain_graph=True")),
        ),
        question="The square needs x to go back. Who still has it after the first call?",
        sources=(forum(6795), "an article with a quiz about it"),
        grade="A",
        machine=lifetime.never_freed,
    ),
    Misconception(
        id="M11",
        lesson="07",
        statement="A second backward always raises.",
        why="The error is famous.",
        truth="It raises only if a node on the way had saved something. A sum saves nothing and can go back twice.",
        contrast=(
            Case("x + 1 saves nothing", _TWICE.format(y="x + 1", first="")),
            Case("x squared saves x", _TWICE.format(y="x**2", first="")),
        ),
        question="Which value does the slope of `x + 1` need?",
        sources=(forum(24554),),
        grade="A",
        machine=lifetime.always_freed,
    ),
    Misconception(
        id="M12",
        lesson="07",
        statement="The fix for “backward through the graph a second time” is `retain_graph=True`.",
        why="The message suggests it.",
        truth="It hides a tensor that is carried from round to round. The graph grows; detach that tensor instead.",
        contrast=(
            Case("retained", _STATE.format(keep="retain_graph=True", after="")),
            Case("the state detached", _STATE.format(keep="", after="    state = state.detach()\n")),
        ),
        question="Which tensor of this round was computed in the round before?",
        sources=(
            github("jlamprou/Infini-Attention", 3),
            github("pytorch/pytorch", 40005),
            github("OpenNMT/OpenNMT-py", 403),
        ),
        grade="A",
    ),
    Misconception(
        id="M13",
        lesson="07",
        statement="`retain_graph` decides whether gradients are kept.",
        why="The word retain.",
        truth="It keeps the saved values for another backward. What happens to `.grad` does not depend on it.",
        contrast=(
            Case(
                "one backward, not retained", "x = ag.tensor(3., requires_grad=True)\n(x**2).backward()\nprint(x.grad)"
            ),
            Case("retained, then once more: it adds", _TWICE.format(y="x**2", first="retain_graph=True")),
        ),
        question="Without `retain_graph=True`, is `.grad` empty after backward?",
        sources=(stack_overflow(46774641),),
        grade="A",
        machine=lifetime.retain_keeps_grad,
    ),
    Misconception(
        id="M15",
        lesson="07",
        statement="A new loss means a completely new graph.",
        why="“The graph is rebuilt in every iteration.”",
        truth="Only what runs again is rebuilt. What was computed before the loop keeps its old node, and what it "
        "saved is gone.",
        contrast=(
            Case(
                "computed before the loop",
                "w = ag.tensor(3., requires_grad=True)\nh = w**2\ntry:\n    for k in range(2):\n"
                "        (2 * h).backward()\nexcept RuntimeError:\n    print('round', k + 1, 'raises')\nprint(w.grad)",
            ),
            Case(
                "computed in the loop",
                "w = ag.tensor(3., requires_grad=True)\nfor k in range(2):\n    h = w**2\n"
                "    (2 * h).backward()\nprint(w.grad)",
            ),
        ),
        question="Which of these lines ran again in the second round?",
        sources=(forum(24554), github("MorvanZhou/PyTorch-Tutorial", 57), github("yunjey/pytorch-tutorial", 90)),
        grade="A",
        machine=lifetime.rebuilt_for_each_loss,
    ),
    Misconception(
        id="M72",
        lesson="07",
        statement="Several losses must be summed (or must stay apart) to be right.",
        why="You can find both pieces of advice.",
        truth="Both give the same gradient. On a shared trunk the sum needs no `retain_graph`: it goes back once.",
        contrast=(
            Case(
                "apart: two walks, so the trunk is retained",
                "x = ag.tensor(3., requires_grad=True)\nh = x**2\nh.backward(retain_graph=True)\n(2 * h).backward()\n"
                "print('two walks:', x.grad)",
            ),
            Case(
                "added: one walk",
                "x = ag.tensor(3., requires_grad=True)\nh = x**2\n(h + 2 * h).backward()\nprint('one walk:', x.grad)",
            ),
        ),
        question="What is the slope of a sum, if you know the slopes of its parts?",
        sources=(forum(50679), forum(9944)),
        grade="A",
    ),
)
