"""Lesson 02, the graph is what ran: only the branch that was taken leaves nodes."""

from autogradlab.course.checks.questions import Case, Number, Signature
from autogradlab.course.lessons.lesson_02.chain import gradient

BRANCHES = (
    Case("`4*t if t > 0 else 10*t` at 2", gradient("4*t if t > 0 else 10*t", t=2)),
    Case("`4*t if t > 0 else 10*t` at −2", gradient("4*t if t > 0 else 10*t", t=-2)),
)

DIFFERENCE = (
    Case("The difference: `t - 4` at 7", gradient("t - 4", t=7)),
    Case("Ten times the difference, taken from 50", gradient("50 - 10 * (t - 4)", t=7)),
)

GUESTS_AT = """
def guests_at(price):
    if price > 5:
        return 6 - $lost * (price - 5)
    return 16 - 2 * price
"""

P4 = Number(
    id="02-P4",
    predict=True,
    task="Above 5 euros people lose patience: 6 guests come at that price, and each further euro costs $lost of them. "
    "What is `price.grad` at a price of 5.5?",
    listing=GUESTS_AT
    + """
price = ag.tensor(5.5, requires_grad=True)
guests = guests_at(price)
guests.backward()
""",
    program=GUESTS_AT
    + """
price = ag.tensor(5.5, requires_grad=True)
guests = guests_at(price)
guests.backward()
answer = price.grad
""",
    expected="a negative number: fewer guests come when the price rises",
    reason="At a price of 5.5 the first `return` ran, with its slope of −$lost. The other line did not run, so it "
    "left nothing.",
    numbers={"lost": 3},
    ranges={"lost": (4, 5, 6)},
    wrong=(
        Signature(
            "M43",
            "-$lost - 2",
            "**{answer} adds up both branches.** Python runs one of them. The other leaves no node, so nothing comes "
            "back through it.",
            BRANCHES,
        ),
        Signature(
            "the other branch",
            "-2",
            "**{answer} is the slope of the other branch.** Which `return` runs at this price?",
        ),
        Signature(
            "M39",
            "1",
            "**{answer} is the slope of `price - 5` alone.** That difference is then multiplied, and subtracted from "
            "6. What does each of these steps do to the slope?",
            DIFFERENCE,
        ),
        Signature(
            "factor left out",
            "-1",
            "**{answer} is the slope of `6 - (price - 5)`.** The difference is multiplied before it is subtracted. By "
            "which number?",
            DIFFERENCE,
        ),
        Signature(
            "neither branch",
            "0",
            "**{answer} would mean that the price does not matter.** One `return` ran, and `price` is in it.",
        ),
        Signature(
            "loss for slope",
            "guests",
            "**{answer} is the number of guests.** The question is how fast it changes with the price.",
        ),
        Signature(
            "change for slope",
            "-$lost * 0.5",
            "**{answer} is how many guests the half euro above 5 has cost.** The question is how many each further "
            "euro costs.",
        ),
    ),
    hints=(
        "Look at the `if`. Which of the two `return` lines runs at this price?",
        "Only what runs leaves a node. How fast does that line change when the price grows?",
        "At a price of 1 the second `return` runs, and the slope is −2. At a price of 5.5 the other one runs, so ...",
    ),
    reveal="The line `6 - $lost * (price - 5)` ran, and its slope is {key}.",
)

C6 = Number(
    id="02-C6",
    task="Which number does `backward()` put into `x.grad`?",
    listing="""
def f(x):
    if x > 0:
        return x**2
    return $k * x

x = ag.tensor(-$n., requires_grad=True)
f(x).backward()
""",
    program="""
def f(x):
    if x > 0:
        return x**2
    return $k * x

x = ag.tensor(-$n., requires_grad=True)
y = f(x)
y.backward()
answer = x.grad
""",
    expected="the slope of the one line that ran",
    reason="`x` is negative, so the last line ran, and its slope is $k everywhere.",
    also={"value": "y"},
    numbers={"k": 7, "n": 3},
    ranges={"k": (8, 9, 11, 13), "n": (2, 3, 5)},
    wrong=(
        Signature(
            "M43",
            "$k - 2*$n",
            "**{answer} adds up both branches.** The graph is made while the program runs. The branch that is not "
            "taken leaves nothing in it.",
            BRANCHES,
        ),
        Signature("the other branch", "-2 * $n", "**{answer} is the slope of `x**2`.** Did that line run?", BRANCHES),
        Signature(
            "M43",
            "($k - 2*$n) / 2",
            "**{answer} is the mean of both branches.** One branch ran, the other did not. The graph knows nothing of "
            "the other.",
            BRANCHES,
        ),
        Signature(
            "M43",
            "0",
            "**{answer} would mean that `x` does not matter.** The branch of the square is not taken, but another line "
            "runs instead of it.",
            BRANCHES,
        ),
    ),
    hints=(
        "Look at the sign of `x`. Which `return` runs?",
        "The graph holds what ran. What is the slope of that line?",
        "With `return 20 * x` as its last line, `f` would have the slope 20 at every negative `x`. Here the last line "
        "is ...",
    ),
    reveal="The last line ran, and the slope of `$k * x` is {key}.",
)
