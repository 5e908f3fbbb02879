"""Lesson 06, the argument of `backward`: how much each output counts."""

from autogradlab.course.checks.questions import Case, Click, Number, Signature

#: Two inputs, two outputs; the numbers are not those of a question.
PAIR = "x = ag.tensor([5., 6.], requires_grad=True)\ny = x**2\ny.backward(ag.tensor([{}]))\nanswer = x.grad"
READ = (Case("The weights 1 and 1", PAIR.format("1., 1.")), Case("The weights 0 and 3", PAIR.format("0., 3.")))
ADDED = (
    Case("Row by row, for the weights 3 and 2", "answer = [[3 * 10, 0], [0, 2 * 12]]"),
    Case(
        "In `x.grad`: the rows are added",
        "x = ag.tensor([5., 6.], requires_grad=True)\n(x**2).backward(ag.tensor([3., 2.]))\nanswer = x.grad",
    ),
)
ARRIVES = (
    Case(
        "Last operation `4 * h`, weights 1",
        "x = ag.tensor([5., 6.], requires_grad=True)\n(4 * x**2).backward(ag.tensor([1., 1.]))\nanswer = x.grad",
    ),
    Case(
        "Its inner part alone",
        "x = ag.tensor([5., 6.], requires_grad=True)\n(x**2).backward(ag.tensor([1., 1.]))\nanswer = x.grad",
    ),
)

P2 = Number(
    id="06-P2",
    predict=True,
    task="Before you run it: now the engine is told how much each room counts. What will `x.grad` be?",
    listing="""
x = ag.tensor([$a., $b., $c.], requires_grad=True)
y = x**2
y.backward(ag.tensor([$u., $v., $t.]))
""",
    program="""
x = ag.tensor([$a., $b., $c.], requires_grad=True)
y = x**2
y.backward(ag.tensor([$u., $v., $t.]))
answer = x.grad
""",
    numbers={"a": 1, "b": 2, "c": 3, "u": 1, "v": 10, "t": 100},
    ranges={"a": range(1, 9), "b": range(1, 9), "c": range(1, 9)},
    expected="three numbers, one for each heater",
    also={"value": "y.detach()"},
    follow_up="06-F1",
    reason="Each slope, ${2*a}, ${2*b} and ${2*c}, counts as much as its room does.",
    wrong=(
        Signature(
            "M32",
            "",
            "**{answer} are the slopes when all rooms count 1.** The argument says something else: "
            "the last room counts $t.",
            READ,
        ),
        Signature(
            "M39",
            "",
            "**{answer} is the slope next to `x`.** It still has to be multiplied by what arrives at `y`.",
            READ,
        ),
        Signature(
            "M31",
            "",
            "**Nine numbers would be a table, a row for each room.** `x.grad` has the shape of `x`. What happens to "
            "the three rows on the way there?",
            ADDED,
        ),
        Signature(
            "weights times values",
            "[$u * $a**2, $v * $b**2, $t * $c**2]",
            "**{answer} applies the weights to the complaints themselves.** A gradient is about how fast they grow.",
        ),
        Signature(
            "the weights themselves",
            "[$u, $v, $t]",
            "**{answer} is what arrives at `y`.** From there it goes on to `x`. What is it multiplied by on the way?",
        ),
    ),
    hints=(
        "Look at one room at a time. How fast does its complaint grow when its heater is turned up?",
        "Slope times weight, for each room. What is the slope of `x**2` at each entry?",
        "For `x = [5, 6]` and weights 3 and 2: `[3 * 10, 2 * 12]`. Here `[$u * ${2*a}, ...]`",
    ),
    reveal="`[$u * ${2*a}, $v * ${2*b}, $t * ${2*c}]`: {key}.",
)

TWO = """
x = ag.tensor([$a., $b.], requires_grad=True)
y = ($k * x)**2
y.backward(ag.tensor([$u., $v.]))
"""

F1 = Number(
    id="06-F1",
    task="What is `x.grad` after this program?",
    listing=TWO,
    program=TWO + "answer = x.grad",
    numbers={"a": 2, "b": 1, "k": 3, "u": 10, "v": 5},
    ranges={"a": range(1, 6), "b": range(1, 6), "k": range(2, 6), "u": range(2, 11), "v": range(2, 11)},
    expected="two numbers: a slope times $k times a weight, for each entry",
    also={"value": "y.detach()"},
    reason="Weight times `2 * $k * x` times $k, for each entry.",
    wrong=(
        Signature(
            "M32",
            "",
            "**{answer} is what comes out when both outputs count 1.** The argument says how much each of them counts.",
            READ,
        ),
        Signature(
            "M39",
            "",
            "**{answer} is the factor of the last operation on the way back.** Everything that arrives there has to be "
            "multiplied by it.",
            ARRIVES,
        ),
        Signature(
            "inner factor left out",
            "[$u * 2. * $k * $a, $v * 2. * $k * $b]",
            "**{answer} stops at the square.** Between it and `x` there is one more operation. What does it do to "
            "everything that passes?",
        ),
        Signature("M31", "", "**Four numbers are a table of rows.** The rows are added into one.", ADDED),
    ),
    hints=(
        "Look at the three factors on the way from `y` to one entry of `x`.",
        "The weight arrives first, then comes the slope of the square, then the factor in front of `x`.",
        "For `(4 * x)**2` at 5 with weight 3: `3 * 2*20 * 4 = 480`. For the first entry here: `$u * 2*${k*a} * ...`",
    ),
    reveal="`$u * ${2*k*a} * $k` and `$v * ${2*k*b} * $k`: {key}.",
)

WEIGHED = """
x = ag.tensor([$a., $b., $c.], requires_grad=True)
y = $k * x**2
y.backward(ag.tensor([$u., $v., $t.]))
"""

C1 = Number(
    id="06-C1",
    task="What is `x.grad` after this program?",
    listing=WEIGHED,
    program=WEIGHED + "answer = x.grad",
    numbers={"a": 3, "b": 2, "c": 1, "k": 5, "u": 2, "v": 0, "t": -1},
    ranges={
        "a": range(1, 6),
        "b": range(1, 6),
        "c": range(1, 6),
        "k": range(2, 7),
        "u": range(2, 6),
        "t": (-1, -2, -3),
    },
    expected="three numbers; one of them is 0, because its output does not count, and one is negative",
    also={"value": "y.detach()"},
    reason="Slope `2 * $k * x` times the weight. A weight of 0 leaves its output out, and a negative one flips the "
    "sign.",
    wrong=(
        Signature(
            "M32",
            "",
            "**{answer} is what comes out when every output counts 1.** Here one output counts 0. What can still "
            "arrive at its entry of `x`?",
            READ,
        ),
        Signature(
            "M31",
            "",
            "**That is the table, with its rows weighted.** One step is missing: `x.grad` has the shape of `x`. What "
            "happens to the rows?",
            ADDED,
        ),
        Signature(
            "M39",
            "",
            "**{answer} is the slope of `x**2` alone.** What arrives there has gone through `$k *`, and it began as "
            "the weight.",
            ARRIVES,
        ),
        Signature(
            "weights times values",
            "[$u * $k * $a**2, 0 * $k * $b**2, $t * $k * $c**2]",
            "**{answer} applies the weights to the outputs themselves.** `backward` applies them to the slopes.",
        ),
        Signature(
            "factor left out",
            "[$u * 2 * $a, 0, $t * 2 * $c]",
            "**{answer} leaves out the factor $k.** What is the slope of `$k * x**2`?",
        ),
        Signature(
            "the weights themselves",
            "[$u, 0, $t]",
            "**{answer} is what arrives at `y`.** On the way to `x`, each of them is multiplied by a slope.",
        ),
    ),
    hints=(
        "Look at the three weights. Which output does not count at all?",
        "For each entry: the slope of `$k * x**2` there, times the weight of its output.",
        "For `4 * x**2` at 5 with weight 3: `3 * 4*2*5 = 120`. Here, the first entry is `$u * $k*2*$a`, the next ...",
    ),
    reveal="`[$u * ${2*k*a}, 0 * ${2*k*b}, $t * ${2*k*c}]`: {key}.",
)

C10 = Click(
    id="06-C10",
    task="`y.backward(v)` is called. At which node does `v` arrive?",
    program="""
x = ag.tensor([1., 2.], requires_grad=True)
d = 2 * x
h = d + 1
y = h**2
root = y
answer = y.grad_fn
""",
    reason="It goes into the node that made `y`, and from there it is multiplied on its way to `x`.",
    wrong=(
        Signature(
            "at the end of the way",
            "h.grad_fn.next_functions[0][0]",
            "**This node comes last on the way back.** `v` is where the way back begins: it plays the part of "
            "`y.grad`.",
        ),
        Signature(
            "in the middle",
            "h.grad_fn",
            "**When something arrives here, it is no longer `v`.** It has passed one node already. Which one?",
        ),
    ),
    hints=(
        "Look for `y` in the picture. Which node made it?",
        "`v` says how much each entry of `y` counts. So it enters where `y` came out.",
        "In `z = exp(u)`, `z.backward(v)` would begin at the `ExpBackward0`, whatever made `u`. Here `y` was made "
        "by ...",
    ),
    reveal="The node that made `y` is the first: {key}.",
)
