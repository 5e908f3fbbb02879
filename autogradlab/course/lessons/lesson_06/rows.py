"""Lesson 06, the table of slopes: its rows, their sum, and how to read one of them."""

from autogradlab.course.checks.questions import Case, Code, Number, Probe, Signature

PAIR = "x = ag.tensor([5., 6.], requires_grad=True)\n"
ONES = (
    Case("The weights 1 and 1", PAIR + "(x**2).backward(ag.ones(2))\nanswer = x.grad"),
    Case("The mean", PAIR + "(x**2).mean().backward()\nanswer = x.grad"),
)
ADDED = (
    Case("The two rows, each with weight 1", "answer = [[10, 0], [0, 12]]"),
    Case("In `x.grad`: the rows are added", PAIR + "(x**2).backward(ag.ones(2))\nanswer = x.grad"),
)
TWICE = (
    Case("`x[1]` in one output", PAIR + "y = ag.stack([x[0], 3 * x[1]])\ny.backward(ag.ones(2))\nanswer = x.grad"),
    Case("`x[1]` in both", PAIR + "y = ag.stack([x[0] + x[1], 3 * x[1]])\ny.backward(ag.ones(2))\nanswer = x.grad"),
)

OPEN = """
def complaints(x):
    return ag.stack([x[0] + x[1], x[1] + x[2], x[2]])**2

x = ag.tensor([$a., $b., $c.], requires_grad=True)
complaints(x).backward(ag.ones(3))
"""

P3 = Number(
    id="06-P3",
    predict=True,
    task="Before you run it: now all three rooms count 1. What will `x.grad` be?",
    listing=OPEN,
    program=OPEN + "answer = x.grad",
    numbers={"a": 1, "b": 2, "c": 3},
    ranges={name: range(1, 7) for name in "abc"},
    expected="three numbers, one for each heater: what its column of the table adds up to",
    batch=3,
    reason="The three rows are added, column by column.",
    wrong=(
        Signature(
            "M33",
            "",
            "**{answer} is the mean of the three rows.** A weight of 1 takes a row as it is. Nobody divides by 3.",
            ONES,
        ),
        Signature(
            "M31", "", "**That is the table.** With all weights 1, its rows are added up, and one row is left.", ADDED
        ),
        Signature(
            "doors closed",
            "[2 * $a, 2 * $b, 2 * $c]",
            "**{answer} belongs to closed doors.** Now `x[1]` and `x[2]` are felt in two rooms each.",
            TWICE,
        ),
        Signature(
            "own room only",
            "[2 * ($a + $b), 2 * ($b + $c), 2 * $c]",
            "**{answer} asks each heater for its own room only.** Go down a column of the table: which rooms feel "
            "`x[1]`?",
            TWICE,
        ),
    ),
    hints=(
        "Look at the table that the three runs printed. What does a weight of 1 do to a row?",
        "All rows with weight 1: they are added. Go down each column.",
        "For the rows `[10, 0]` and `[4, 12]` the result is `[10 + 4, 0 + 12]`. Here ...",
    ),
    reveal="Column by column: `[2*${a+b}, 2*${a+b} + 2*${b+c}, 2*${b+c} + 2*$c]`, which is {key}.",
)

CUBES = """
x = ag.tensor([$a., $b.], requires_grad=True)
y = x**3
y.backward(ag.ones(2))
"""

C2 = Number(
    id="06-C2",
    task="What is `x.grad` after this program?",
    listing=CUBES,
    program=CUBES + "answer = x.grad",
    numbers={"a": 2, "b": -4},
    ranges={"a": range(1, 7), "b": range(-6, 0)},
    expected="two positive numbers: the slope of a cube is never negative",
    batch=2,
    also={"value": "y.detach()"},
    reason="`3 * x**2` for each entry, and each output counts 1. It is what `y.sum().backward()` leaves.",
    wrong=(
        Signature(
            "M33",
            "",
            "**{answer} is what the mean of the two would leave.** Ones let each output count 1, not a half.",
            ONES,
        ),
        Signature(
            "M31", "", "**That is the table of slopes.** Its rows are added: `x.grad` has the shape of `x`.", ADDED
        ),
        Signature(
            "all in one",
            "sum([3 * $a**2, 3 * $b**2])",
            "**{answer} adds up over the entries of `x`.** The rows of the table are added, not their columns: each "
            "entry of `x` keeps a number of its own.",
        ),
        Signature(
            "sign kept in a square",
            "[3 * $a**2, -3 * ($b)**2]",
            "**{answer} keeps the sign of `$b` in its square.** What is a negative number times itself?",
        ),
    ),
    hints=(
        "Look at the weights: how much does each output count?",
        "Ones are the weights of a sum. What is the slope of a cube at each entry?",
        "At 5 the slope of `x**3` is `3 * 25`. At $a it is `3 * ${a*a}`, and at $b ...",
    ),
    reveal="`3 * ${a*a}` and `3 * ${b*b}`: {key}.",
)

RUNNING = """
x = ag.tensor([$a., $b., $c.], requires_grad=True)
y = ag.stack([x[0], x[0] + x[1], x[0] + x[1] + x[2]])
y.backward(ag.tensor([$u., $v., $t.]))
"""

C8 = Number(
    id="06-C8",
    task="The outputs are running totals of `x`. What is `x.grad`?",
    listing=RUNNING,
    program=RUNNING + "answer = x.grad",
    numbers={"a": 7, "b": 4, "c": 9, "u": 1, "v": 2, "t": 5},
    ranges={name: range(2, 10) for name in "abcuvt"},
    expected="three numbers; the first entry of `x` is in all three totals, so it gets the most",
    also={"value": "y.detach()"},
    follow_up="06-F1",
    reason="The rows are `[1, 0, 0]`, `[1, 1, 0]` and `[1, 1, 1]`. They are weighted and added. The values of `x` play "
    "no part.",
    wrong=(
        Signature(
            "rows for columns",
            "[$u, $u + $v, $u + $v + $t]",
            "**{answer} adds up in the other direction.** Ask each entry of `x`: in which totals does it take part? "
            "The weights of those are added.",
            (
                Case(
                    "Totals of two, weights 3 and 4",
                    PAIR + "y = ag.stack([x[0], x[0] + x[1]])\ny.backward(ag.tensor([3., 4.]))\nanswer = x.grad",
                ),
                Case(
                    "The other way round",
                    PAIR + "y = ag.stack([x[0] + x[1], x[1]])\ny.backward(ag.tensor([3., 4.]))\nanswer = x.grad",
                ),
            ),
        ),
        Signature(
            "weights times values",
            "[$a * $u, $b * $v, $c * $t]",
            "**{answer} multiplies the weights by the values of `x`.** `backward` multiplies them by slopes. How fast "
            "does each total grow when one entry of `x` does?",
        ),
        Signature(
            "M32",
            "",
            "**{answer} counts how many totals each entry is in.** That would be right if each total counted 1. The "
            "argument gives them other weights.",
            (
                Case(
                    "The weights 1 and 1",
                    PAIR + "y = ag.stack([x[0], x[0] + x[1]])\ny.backward(ag.ones(2))\nanswer = x.grad",
                ),
                Case(
                    "The weights 3 and 4",
                    PAIR + "y = ag.stack([x[0], x[0] + x[1]])\ny.backward(ag.tensor([3., 4.]))\nanswer = x.grad",
                ),
            ),
        ),
        Signature(
            "M39",
            "",
            "**{answer} is what the slopes next to `x` add up to.** What arrives at `y` has to be multiplied by them.",
        ),
        Signature("M31", "", "**That is the table with its rows weighted.** The rows are added into one.", ADDED),
        Signature(
            "the weights themselves",
            "[$u, $v, $t]",
            "**{answer} is what arrives at `y`.** `x[0]` is in all three totals: what comes back to it from each?",
        ),
    ),
    hints=(
        "Look for `x[0]` in the line of `y`. In how many of the three outputs does it take part?",
        "Each output sends its weight back to every entry that took part in it. What arrives at one entry is added.",
        "For two totals with weights 3 and 4, `x[0]` gets `3 + 4` and `x[1]` gets 4. For three: ...",
    ),
    reveal="`[$u + $v + $t, $v + $t, $t]`: {key}.",
)

START = "def row(f, x, i):\n"

C11 = Code(
    id="06-C11",
    entry="row",
    task="Write `row(f, x, i)`. `f` makes a vector from the vector `x`, which asks for its gradient and has none yet. "
    "Return row `i` of the table of slopes: how output `i` responds to each entry of `x`.",
    starter=START + "    ...",
    program=START + "    y = f(x)\n    v = ag.zeros(len(y))\n    v[i] = 1.0\n    y.backward(v)\n    return x.grad",
    probes=(
        Probe(
            "three outputs of two inputs",
            """
x = ag.tensor([2., 5.], requires_grad=True)
answer = ag.as_tensor(row(lambda x: ag.stack([x[0] * x[1], x[0] + x[1], x[0]**2]), x, 0)).tolist()
""",
        ),
        Probe(
            "another row of the same",
            """
x = ag.tensor([2., 5.], requires_grad=True)
answer = ag.as_tensor(row(lambda x: ag.stack([x[0] * x[1], x[0] + x[1], x[0]**2]), x, 2)).tolist()
""",
        ),
        Probe(
            "an output that `x[0]` has no part in",
            """
x = ag.tensor([3., -1.], requires_grad=True)
answer = ag.as_tensor(row(lambda x: ag.stack([x[0], x[1]**3]), x, 1)).tolist()
""",
        ),
    ),
    reason="One output counts 1 and the others count 0, so that only its row is left.",
    wrong=(
        Signature(
            "all rows added",
            START + "    f(x).sum().backward()\n    return x.grad",
            "**This adds all the rows.** Only output `i` should count, the others not at all.",
            (
                Case("Both rows added", PAIR + "(x**2).sum().backward()\nanswer = x.grad"),
                Case("Row 1 alone", PAIR + "(x**2).backward(ag.tensor([0., 1.]))\nanswer = x.grad"),
            ),
        ),
        Signature(
            "column for row",
            START + "    column = []\n    for k in range(len(f(x))):\n        x.grad = None\n"
            "        f(x)[k].backward()\n        column.append(x.grad[i % len(x)].item())\n"
            "    return ag.tensor(column)",
            "**This is a column.** A column says how all outputs respond to one input. A row belongs to one output.",
        ),
        Signature(
            "entry of the sum",
            START + "    f(x).sum().backward()\n    return x.grad[i % len(x)]",
            "**This picks one entry after all rows were added.** Then it is too late to tell the rows apart. Let only "
            "output `i` count, before `backward`.",
        ),
        Signature(
            "weight i",
            START + "    y = f(x)\n    y.backward(ag.ones(len(y)) * i)\n    return x.grad",
            "**This lets every output count `i`.** Which weights leave only one of them?",
        ),
    ),
    hints=(
        "Look at the argument of `backward`. Which weights leave out all outputs but one?",
        "A 1 at place `i`, zeros elsewhere. `ag.zeros(n)` makes n zeros, and `v[i] = 1.` sets one of them.",
        "For the second of two outputs the weights are `[0., 1.]`, and `x.grad` is then its row. In general: `v = "
        "ag.zeros(len(y))`, then ...",
    ),
    reveal="Weights of 0 with a 1 at place `i`; `f(x)[i].backward()` does the same: {key}.",
)
