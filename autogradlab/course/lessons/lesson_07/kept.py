"""Lesson 07, questions about going back twice: a shared operation, a graph that saved nothing, a retained graph."""

from autogradlab.course.checks.questions import Case, Number, Print, Signature
from autogradlab.course.lessons.lesson_07.twice import KEPT, ONE_OR_TWO, SAVED_OR_NOT, V

C1 = Print(
    id="07-C1",
    task="What does this program print?",
    program="""
w = ag.tensor($w., requires_grad=True)
h = w**2
try:
    for k in ($a, $b):
        loss = k * h
        loss.backward()
        print(w.grad.item())
    loss.backward()
except RuntimeError:
    print("stops")
print(w.grad.item())
""",
    numbers={"w": 5, "a": 2, "b": 3},
    ranges={"w": range(2, 10), "a": range(2, 5), "b": range(5, 9)},
    reason="Both losses go through the one square that was computed before the loop. The first walk gave up what it "
    "kept, so the second walk stops, and `.grad` stays.",
    wrong=(
        Signature(
            "M15",
            "",
            "**The second loss is new, but `h` is not.** Its line ran once. The walk of the first loss went through "
            "it, and what it kept is gone.",
            (
                Case(
                    "Computed once",
                    V + "square = v**2\n(4 * square).backward()\ntry:\n    (6 * square).backward()\n"
                    "except RuntimeError:\n    print('stops')\nprint(v.grad)",
                ),
                Case(
                    "Computed twice",
                    V + "square = v**2\n(4 * square).backward()\nsquare = v**2\n(6 * square).backward()\nprint(v.grad)",
                ),
            ),
        ),
        Signature(
            "M10",
            "",
            "**Here every walk finds what it needs, as often as you like.** But a walk gives up what the nodes kept. "
            "What does the second one find?",
            ONE_OR_TWO,
        ),
        Signature(
            "it takes the gradient along",
            'print(${2*a*w}.0)\nprint("stops")\nprint(0.0)',
            "**It stops in the right place.** And what was in `.grad` by then stays there.",
        ),
        Signature(
            "factor left out",
            'print(${2*w}.0)\nprint("stops")\nprint(${2*w}.0)',
            "**It stops in the right place. The number is the slope of `h` alone.** The loss is a multiple of it.",
        ),
        Signature(
            "each walk replaces",
            'print(${2*w*a}.)\nprint(${2*w*b}.)\nprint("stops")\nprint(${2*w*b}.)',
            "**Here the second walk is made, and replaces what the first one brought.** Neither happens. The "
            "square was made once: what is left in its node after the first walk?",
        ),
    ),
    hints=(
        "Look for the line that computes the square. How often does it run?",
        "The first walk goes through both the product and the square. Which of these two is made anew for the second "
        "loss?",
        "For `w = 10` and factors 3 and 4, the first walk brings 60. The second loss has a product of its own, and an "
        "old square: ...",
    ),
    reveal="One walk, then a square without its `w`: it prints {key}.",
)

C2 = Print(
    id="07-C2",
    task="What does this program print?",
    program="""
x = ag.tensor([1., 2., 3., 4.], requires_grad=True)
h = x + 5
try:
    for call in range($n):
        h.mean().backward()
except RuntimeError:
    print("stops")
print(x.grad)
""",
    numbers={"n": 3},
    ranges={"n": range(4, 9)},
    reason="Neither `+ 5` nor a mean keeps a tensor. So every walk can be made, and each adds a quarter.",
    wrong=(
        Signature(
            "M11",
            "",
            "**It would stop if a kept value were missing.** Which value does the slope of `x + 5` need, and which the "
            "slope of a mean?",
            SAVED_OR_NOT,
        ),
        Signature(
            "sum for mean",
            "print(ag.tensor([$n.] * 4))",
            "**All walks are made. But this is a mean:** how much of it comes from one entry?",
        ),
        Signature(
            "only one walk counts",
            "print(ag.tensor([0.25] * 4))",
            "**This is what one walk brings.** The program makes several, and none of them stops.",
        ),
        Signature(
            "one walk of a sum",
            "print(ag.ones(4))",
            "**These are the slopes of a sum, for one walk.** Which share has each entry in a mean? And how "
            "many walks are made?",
        ),
    ),
    hints=(
        "Look at the two operations. Does the slope of either of them depend on what is in `x`?",
        "Where nothing was kept, nothing can be missing: every walk is made. What does each of them add?",
        "For the mean of two entries, each walk adds a half, and two walks leave `tensor([1., 1.])`. For four entries "
        "and $n walks: ...",
    ),
    reveal="$n walks, a quarter from each: {key}.",
)

C3 = Number(
    id="07-C3",
    task="What does `x.grad` hold at the end?",
    listing="x = ag.tensor($x., requires_grad=True)\ny = x**2\ny.backward(retain_graph=True)\ny.backward()\n"
    "($k * x).backward()",
    program="x = ag.tensor($x., requires_grad=True)\ny = x**2\ny.backward(retain_graph=True)\ny.backward()\n"
    "($k * x).backward()\nanswer = x.grad.item()",
    numbers={"x": 4, "k": 5},
    ranges={"x": range(4, 10), "k": range(3, 8)},
    expected="what three walks leave together",
    also={"value": "y"},
    reason="Three walks are made, and nothing is cleared in between: ${2*x}, ${2*x} again, and $k.",
    wrong=(
        Signature(
            "M13",
            "",
            "**This lets the second call replace what was retained.** `retain_graph` says nothing about `.grad`. It "
            "keeps what the graph needs, and the second walk adds as any other does.",
            KEPT,
        ),
        Signature(
            "M03",
            "",
            "**{answer} is the last contribution alone.** `backward()` adds to what is there, whichever graph it "
            "comes from.",
        ),
        Signature("M04", "", "**{answer} is the mean of the three.** Nobody divides: they are added."),
        Signature(
            "all walks through the square",
            "6 * $x",
            "**{answer} would be three walks through the square.** The last loss is a different one.",
        ),
        Signature(
            "last walk left out",
            "4 * $x",
            "**{answer} is what the two walks through the square bring.** The last line makes a walk as well.",
        ),
    ),
    hints=(
        "Look at the three calls. Which of them can be made?",
        "Each walk that is made adds its slope. What are the three slopes?",
        "For `v**2` at 100 and `3 * v`: the walks bring 200, 200 and 3. Here they bring ${2*x}, ...",
    ),
    reveal="${2*x} and ${2*x} and $k are added: {key}.",
)
