"""Lesson 13, rules of one's own: what they keep, what they return, and how they are tested."""

from autogradlab.course.checks.questions import Case, Choice, Code, Number, Option, Probe, Signature
from autogradlab.course.lessons.lesson_13.miniature import NUMBER, WALK

DIVIDE = "def divide(a, b):\n    return Number(a.data / b.data, (a, b), ({}))\n"


def tried(what: str, a: str, b: str) -> Probe:
    return Probe(
        f"{what}, walked from 10 times the result (the quotient, `a.grad`, `b.grad`)",
        NUMBER + WALK + f"a, b = Number({a}), Number({b})\nresult = divide(a, b)\nwalk(mul(result, "
        "Number(10.)))\nanswer = [result.data, a.grad, b.grad]",
    )


C4 = Code(
    id="13-C4",
    entry="divide",
    task="A third operation for the miniature. Write `divide(a, b)`: a `Number` with the quotient, its two inputs, "
    "and the two slopes.",
    starter="def divide(a, b):\n    ...",
    given=NUMBER,
    program=DIVIDE.format("1 / b.data, -a.data / b.data**2"),
    probes=(tried("6 / 2", "6.", "2."), tried("1 / -4", "1.", "-4."), tried("0 / 5", "0.", "5.")),
    reason="More `a` means `1 / b` more. More `b` means less: by `a / b**2`.",
    wrong=(
        Signature(
            "sign lost",
            DIVIDE.format("1 / b.data, a.data / b.data**2"),
            "**A larger divisor makes the quotient smaller.** Which sign does its slope have?",
        ),
        Signature(
            "as in a product",
            DIVIDE.format("b.data, a.data"),
            "**These are the slopes of a product.** How much does `a / b` grow when `a` grows by 1?",
        ),
        Signature(
            "as in a sum",
            DIVIDE.format("1., -1."),
            "**These are the slopes of a difference.** How much does `a / b` grow when `a` grows by 1 and `b` is 100?",
        ),
        Signature(
            "a left out",
            DIVIDE.format("1 / b.data, -1 / b.data**2"),
            "**The second slope is that of `1 / b`.** Here `a` of those are added up: how much does that change?",
        ),
        Signature(
            "slopes swapped",
            DIVIDE.format("-a.data / b.data**2, 1 / b.data"),
            "**Both slopes are right, and each is with the wrong input.** Inputs and slopes stand in one order.",
        ),
        Signature(
            "each by itself",
            DIVIDE.format("1 / b.data, 1 / a.data if a.data else 0."),
            "**The first slope is right, the second is not made the same way.** When `b` grows, does the quotient "
            "grow, too? Write `a / b` as `a * b**-1`.",
        ),
        Signature(
            "power forgotten",
            DIVIDE.format("1 / b.data, -a.data / b.data"),
            "**The slope with respect to `b` is steeper for small `b` than this.** Write `a / b` as `a * b**-1`. What "
            "is the slope of `b**-1`?",
        ),
    ),
    hints=(
        "Look at `mul`: value, inputs, slopes. Which three things change for a quotient?",
        "The slope of `b**-1` is `-1 * b**-2`.",
        "For `a - b` it would be `Number(a.data - b.data, (a, b), (1., -1.))`. For `a / b` ...",
    ),
    reveal="The slopes are `1 / b.data` and `-a.data / b.data**2`: {key}.",
)

ONE_TOO_FEW = """
a, b = Number($a.), Number($b.)
loss = Number(a.data * b.data, (a, b), (b.data,))
walk(loss)
"""

C5 = Number(
    id="13-C5",
    task="Somebody writes a product with two inputs and only one slope. `walk` is ours, with `zip`, which stops where "
    "the shorter row ends. What is in `[a.grad, b.grad]`?",
    listing=ONE_TOO_FEW,
    program=NUMBER + WALK + ONE_TOO_FEW + "answer = [a.grad, b.grad]",
    numbers={"a": 3, "b": 8},
    ranges={"a": range(3, 9), "b": range(11, 19)},
    expected="two numbers: what was sent to the first, and what nobody has written to",
    reason="Nothing is sent to `b`, and nobody says so. With `zip(..., strict=True)` Python counts for you.",
    wrong=(
        Signature(
            "M47",
            "[b.data, a.data]",
            "**{answer} would be right if the rest were filled in.** Nobody does that: the loop ends after one round. "
            "PyTorch counts and raises an error. Does our engine?",
        ),
        Signature(
            "one slope for both",
            "[b.data, b.data]",
            "**One slope is sent once, to the first input.** Then the loop ends.",
        ),
        Signature(
            "nobody gets anything", "[0., 0.]", "**The first pair is complete.** It is sent before the loop ends."
        ),
        Signature(
            "own factor",
            "[1. * $a, 0.]",
            "**The second number is right. The first input is sent the slope that was written down for it.** "
            "Look at the row with one entry: whose number is in it?",
        ),
        Signature(
            "value for slope",
            "[1. * $a * $b, 0.]",
            "**The second number is right. The first is the loss itself.** What was written down as the slope?",
        ),
    ),
    hints=(
        "Look at the loop in `walk`: how many rounds does it have for this loss?",
        "`zip` makes pairs. For two inputs and one slope it makes one pair.",
        "`list(zip('ab', [5]))` is `[('a', 5)]`: the second has no partner. So `b.grad` stays as it began.",
    ),
    reveal="The second input gets nothing: {key}.",
)

SIZES = """
import numpy as np
def is_near(kind, h, slope=6):
    x, h = kind(3), kind(h)
    return bool(abs(((x + h)**2 - (x - h)**2) / (2 * h) - slope) < 1e-4)
"""

C6 = Choice(
    id="13-C6",
    task="You test your engine with differences, in `np.float32` and with `h = 1e-6`. For `x**2` at 3 they say 5.72, "
    "your rule says 6. What do you change first?",
    program=SIZES
    + """
tried = dict(double=is_near(np.float64, 1e-6), formula=is_near(np.float64, 1e-6, slope=5.72),
             smaller=is_near(np.float32, 1e-7), wider=is_near(np.float32, 1e-6))
answer, = [name for name in tried if tried[name]]
""",
    options=(
        Option("double", "The number type of the test: `np.float64`"),
        Option(
            "formula",
            "The rule, because what is measured is right",
            "M50",
            "**The rule is right: twice 3 is 6.** What is measured is a small difference of two numbers with seven "
            "digits. How many digits are left of it?",
        ),
        Option(
            "smaller",
            "The step: `h = 1e-7`, then the difference comes nearer to the slope",
            "smaller is better",
            "**With a smaller difference, rounding gets a larger share.** In single precision, 3 and its neighbors "
            "are 0.0000002 apart.",
        ),
        Option(
            "wider",
            "The tolerance: let it pass if the two are within 0.3",
            "look away",
            "**Then rules that are off by five per cent pass too.** The test can be made sharp. Which number type has "
            "more digits?",
        ),
    ),
    reason="In double precision there are about 16 digits, and the same test gives 6.0000.",
    hints=(
        "How many digits does a number of type `float32` have, and how many do 9.000006 and 8.999994 share?",
        "What is left after the subtraction is divided by `2e-6`, and the rounding with it.",
        "Try it with another number: `(np.float32(5) + np.float32(1e-6))**2`, and the same in double precision. So "
        "first ...",
    ),
    reveal="{key}: then measured and computed agree.",
)

WRITES = """
import numpy as np
def arrays():
    x, w = np.array([1., 2.]), np.array([3., 4.])
    result = dict(mul=x * w, exp=np.exp(x), add=x + w)
    rules = dict(mul=lambda grad: grad * w, exp=lambda grad: grad * result["exp"], add=lambda grad: grad)
    return x, w, result, rules

def is_off(operation, write):
    x, w, result, rules = arrays()
    right = rules[operation](np.ones(2)).tolist()
    write(x, w, result)
    return rules[operation](np.ones(2)).tolist() != right

def bump(array):
    array += 1

off = dict(
    factor=is_off("mul", lambda x, w, result: bump(w)),
    power=is_off("exp", lambda x, w, result: bump(result["exp"])),
    exponent=is_off("exp", lambda x, w, result: bump(x)),
    term=is_off("add", lambda x, w, result: bump(x)),
)
answer = [name for name in off if off[name]]
"""

OWN_MEMORY = (
    Case(
        "The rule keeps the array itself",
        "import numpy as np\nw = np.array([3., 4.])\nrule = lambda grad: grad * w\nw += 100\nprint(rule(np.ones(2)))",
    ),
    Case(
        "PyTorch and `ag` keep a version too",
        "x = ag.tensor([3., 4.], requires_grad=True)\nw = ag.tensor([3., 4.])\ny = x * w\nw += 100\ntry:\n"
        "    y.sum().backward()\nexcept RuntimeError:\n    print('refused')",
    ),
)

C7 = Choice(
    id="13-C7",
    several=True,
    task="In your engine a rule keeps arrays, and nobody counts versions. Somebody writes into an array between "
    "forward and backward. After which writes is a gradient off, without any message?",
    program=WRITES,
    options=(
        Option("factor", "Into `w`, after `x * w`"),
        Option("power", "Into the result of `exp(x)`"),
        Option(
            "exponent",
            "Into `x`, after `exp(x)`",
            "exp keeps its input",
            "**The rule of `exp` multiplies by its own result.** Does it read `x`?",
        ),
        Option(
            "term",
            "Into `x`, after `x + w`",
            "a sum keeps something",
            "**The rule of `+` hands on what arrives.** Which of the two arrays does it read?",
        ),
    ),
    wrong=(
        Signature(
            "M20",
            "['factor', 'power', 'exponent', 'term']",
            "**Not every write does harm.** Only what a rule has kept, and will read, must stay as it was. What does "
            "the rule of `+` read?",
            OWN_MEMORY,
        ),
        Signature(
            "M22",
            "[]",
            "**It is silent, and it is not safe.** Your engine has no counter, so every write is like one through "
            "`.data`. Which rules read an array that was changed?",
            OWN_MEMORY,
        ),
        Signature(
            "exp keeps its input",
            "['factor', 'exponent']",
            "**The rule of `exp` multiplies by its own result.** So which of its two arrays does it keep?",
        ),
        Signature(
            "inputs alone", "['factor']", "**One more.** Some rules keep what came out, because it is their slope."
        ),
    ),
    reason="A product has kept its factors, `exp` its result, and a sum nothing. After a write into what was kept, "
    "PyTorch refuses the walk.",
    hints=(
        "For each operation, say the rule aloud: what arrives, times what?",
        "What a rule multiplies by must be the same on the way back. Everything else may change.",
        "For `log(x)` the rule is `grad / x`: a write into `x` does harm, a write into the result does none. For "
        "`x * w` and `exp(x)` ...",
    ),
    reveal="What a rule reads must stay: {key}.",
)
