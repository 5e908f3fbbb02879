"""Lesson 12, patients 3 and 4: a state that brings its past along, and a weight that is not the weight any more."""

from autogradlab.course.checks.questions import Bug, Case, Fix, Number, Print, Signature
from autogradlab.course.lessons.lesson_12.ward import WARD

OLD_PAST = (
    Case(
        "Carried along",
        "v = ag.tensor(2., requires_grad=True)\nh = ag.tensor(1.)\ntry:\n    for turn in range(2):\n"
        "        h = h * v\n        h.backward()\nexcept RuntimeError:\n    print('stops in round', turn + 1)",
    ),
    Case(
        "Detached",
        "v = ag.tensor(2., requires_grad=True)\nh = ag.tensor(1.)\nfor turn in range(2):\n"
        "    h = h.detach() * v\n    h.backward()\nprint('two rounds made')",
    ),
)

STATE = """
def patient_3(w, h):
    optimizer = ag.optim.SGD([w], lr=0.1)
    for step in range(4):
        h = (w * h + 1).tanh()
        loss = (h - 0.3) ** 2
        learn(optimizer, loss)
"""
START = WARD + "w, h = ag.tensor(0.5, requires_grad=True), ag.tensor(0.0)\n"

C3 = Bug(
    id="12-C3",
    task="The value of `h` should go on from round to round, and `w` should learn in each of them. Which line do you "
    "change, and how?",
    program=STATE,
    probe=START + "patient_3(w, h)\nanswer = w.item()",
    goal=START
    + """
optimizer = ag.optim.SGD([w], lr=0.1)
for step in range(4):
    h = (w * h.item() + 1).tanh()
    learn(optimizer, (h - 0.3)**2)
answer = w.item()
""",
    reason="The number of `h` goes on, its past does not. So each round has a graph of its own, and the memory stays "
    "flat.",
    fixes=(
        Fix("Carry the number alone: `h = (w * h.detach() + 1).tanh()`", 4, "        h = (w * h.detach() + 1).tanh()"),
        Fix(
            "Keep the graph: inside `learn`, `loss.backward(retain_graph=True)`",
            6,
            "        optimizer.zero_grad()\n        loss.backward(retain_graph=True)\n        optimizer.step()",
            "M12",
            "**The message proposes it, and then another error comes.** `step()` has written into the `w` that the old "
            "rounds saved. And every round would walk through all rounds before it.",
            OLD_PAST,
        ),
        Fix(
            "Cut after the new state: `h = (w * h + 1).tanh().detach()`",
            4,
            "        h = (w * h + 1).tanh().detach()",
            "cut too much",
            "**Then the loss is computed from a cut `h`, and there is no path to `w` at all.** Which `h` is the old "
            "one, and which the new?",
        ),
        Fix(
            "Start again: `h = (w * 0.0 + 1).tanh()`",
            4,
            "        h = (w * 0.0 + 1).tanh()",
            "memory thrown away",
            "**It runs, but the state is forgotten in every round.** Its value should go on. What should stay behind "
            "is the past, not the number.",
        ),
        Fix(
            "Clear once more: `optimizer.zero_grad()` in front of this line",
            6,
            "        optimizer.zero_grad()\n        learn(optimizer, loss)",
            "clearing blamed",
            "**Clearing empties `.grad`. The error speaks of a graph.** Through which tensor does the second loss "
            "reach the graph of the first round?",
            OLD_PAST,
        ),
    ),
    hints=(
        "Look at what is made in one round and used in the next. Besides its number, what does it bring along?",
        "The second loss goes back through the old `h` into a graph that was walked and freed. Where can that path be "
        "cut, so that the path to `w` in this round stays whole?",
        "In `level = w * level + rain`, the old level is the one on the right: `level = w * level.detach() + rain`. "
        "Here ...",
    ),
    reveal="The old `h` is the one that has to lose its past: {key}.",
)

C4 = Print(
    id="12-C4",
    task="A smaller patient with the same illness. What does this program print?",
    program="""
w, h = ag.tensor(2., requires_grad=True), ag.tensor(1.)
try:
    for turn in range(2):
        h = h * w
        loss = $c * h
        loss.backward()
        print(w.grad.item())
    loss.backward()
except RuntimeError:
    print("stops")
print(w.grad.item())
""",
    numbers={"c": 4},
    ranges={"c": (5, 6, 7, 8, 9)},
    reason="The first round has a graph of its own. The second one goes back through the `h` of the first, and that "
    "part of the graph has given up what it saved.",
    wrong=(
        Signature(
            "M15",
            "",
            "**In your answer, the second loss has a wholly new graph.** Its last nodes are indeed new. But `h * w` "
            "was computed from an `h` that has a past.",
            OLD_PAST,
        ),
        Signature(
            "M10",
            "",
            "**In your answer, every walk finds what it needs, as often as you like.** But a walk takes away what the "
            "nodes have saved. What does the next one find?",
            OLD_PAST,
        ),
        Signature(
            "each round alone",
            "print($c.0)\nprint(${3*c}.0)\nprint('stops')\nprint(${3*c}.0)",
            "**These are the numbers of `h.detach() * w`.** As it stands, the second loss reaches back into the first "
            "round.",
            OLD_PAST,
        ),
        Signature(
            "it takes the gradient along",
            "print($c.0)\nprint('stops')\nprint(0.0)",
            "**It stops in the right place.** And what was in `.grad` by then stays there.",
        ),
    ),
    hints=(
        "Look at `h` when the second round begins: does it have a `grad_fn`?",
        "A walk frees what the nodes have saved. Which nodes does the second walk meet that the first one has met?",
        "With `h = ag.tensor(1.)` inside the loop, both rounds would get through. With `h` carried along, the second "
        "one ...",
    ),
    reveal="One gradient, then the second walk stops: it prints {key}.",
)

REBOUND = """
def patient_4(w):
    for step in range(4):
        ((points @ w - 1) ** 2).mean().backward()
        with ag.no_grad():
            w = w - 0.1 * w.grad
        w.grad = None
    print(w)
"""

STILL_THE_WEIGHT = (
    Case(
        "`w = w - ...` without `no_grad`: a leaf?",
        "w = ag.tensor(8., requires_grad=True)\n(5 * w).backward()\nw = w - 0.1 * w.grad\nprint(w.is_leaf)",
    ),
    Case(
        "`w -= ...` in `no_grad`: a leaf?",
        "w = ag.tensor(8., requires_grad=True)\n(5 * w).backward()\n"
        "with ag.no_grad():\n    w -= 0.1 * w.grad\nprint(w.is_leaf)",
    ),
)

B1 = Bug(
    id="12-B1",
    task="Which line makes the second round stop, and which change lets `w` learn in all four rounds?",
    program=REBOUND,
    probe=WARD + "patient_4(ag.zeros(2, requires_grad=True))",
    goal=WARD
    + """
w = ag.zeros(2, requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
for step in range(4):
    learn(optimizer, ((points @ w - 1)**2).mean())
print(w)
""",
    reason="`w -= ...` writes into the weight that is there. `w = w - ...` makes a new tensor, and inside `no_grad()` "
    "the new one asks for nothing.",
    fixes=(
        Fix("Write into it: `w -= 0.1 * w.grad`", 5, "            w -= 0.1 * w.grad"),
        Fix(
            "Leave `no_grad` out: `if True:` in its place",
            4,
            "        if True:",
            "M19",
            "**Then the new `w` does ask for gradients, but it was computed: it is not a leaf.** In the second round "
            "no gradient lands beside it.",
            STILL_THE_WEIGHT,
        ),
        Fix(
            "Do as the message says: `...mean().requires_grad_().backward()`",
            3,
            "        ((points @ w - 1) ** 2).mean().requires_grad_().backward()",
            "M56",
            "**This error goes, the next one comes: `w.grad` is `None`.** The flag makes the loss a leaf of its own. "
            "Nothing leads from it to `w`.",
        ),
        Fix(
            "Do not clear: take this line out",
            6,
            "",
            "clearing blamed",
            "**The new `w` has no gradient that could be cleared.** The message speaks of a tensor that does not ask "
            "for gradients. Since when?",
        ),
        Fix(
            "Clear to zeros: `w.grad = ag.zeros(2)`",
            6,
            "        w.grad = ag.zeros(2)",
            "zeros for none",
            "**Then zeros lie beside the new `w`, and it still does not ask for gradients.** The message speaks of "
            "that. Which line has made a `w` that does not ask?",
        ),
    ),
    hints=(
        "Look at `w.requires_grad` at the beginning of each round. In which one does it change?",
        "The message says: nothing in this loss asks for gradients. Which line has made a `w` that does not ask?",
        "With `b = b - 0.1 * b.grad` a new `b` is made, with `b -= 0.1 * b.grad` the old one is written into. In "
        "patient 4 ...",
    ),
    reveal="The name `w` was given to a new tensor: {key}.",
)

FLAGGED = """
w = ag.tensor($w., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
for turn in range(2):
    with ag.no_grad():
        guess = 2 * w
    loss = (guess - 4)**2
    loss.requires_grad_()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""

C5 = Number(
    id="12-C5",
    task="Another owner met the same message, wrote the line with `requires_grad_()`, and the program runs. Where is "
    "`w` at the end?",
    listing=FLAGGED,
    program=FLAGGED + "answer = w.item()",
    numbers={"w": 3},
    ranges={"w": (4, 5, 6, 7, 8, 9)},
    expected="the place where two rounds lead if there is no way back to `w`",
    reason="The block left no graph behind. The flag silences the message and hides the illness: `backward()` ends at "
    "the loss itself.",
    wrong=(
        Signature(
            "M56",
            "2 + 0.04 * ($w - 2)",
            "**{answer} is where two healthy rounds lead.** The flag does not bring back a graph that was never "
            "recorded. From the loss no node leads to `w`.",
        ),
        Signature(
            "one healthy round",
            "2 + 0.2 * ($w - 2)",
            "**{answer} is where one healthy round leads.** By which path would a gradient reach `w` in either of "
            "them?",
        ),
        Signature("loss for weight", "loss.item()", "**{answer} is the loss.** The question asks for `w`."),
        Signature(
            "the end of the way",
            "2",
            "**{answer} is where a sound training would arrive one day.** By which path would a gradient reach "
            "`w` here?",
        ),
    ),
    hints=(
        "Look at the line that computes `guess`. Is it recorded?",
        "A gradient comes to `w` along nodes. Does the flag of the loss make any?",
        "With `loss = ag.tensor(16.)` and the same flag the program would run as well. And `w`, from which that loss "
        "does not come, ...",
    ),
    reveal="Nothing arrives at `w`, and it stays at {key}.",
)
