"""Lesson 13, what a real engine adds to the miniature: arrays that were stretched, and a graph made while running."""

from autogradlab.course.checks.questions import Case, Number, Signature

BIAS = """
x = ag.ones(3, 2)
b = ag.tensor([5., 7.], requires_grad=True)
loss = ((x + b) * ag.tensor([[$p., $q.], [$r., 1.], [2., $s.]])).sum()
loss.backward()
"""

C8 = Number(
    id="13-C8",
    task="In `x + b`, the two entries of `b` are used in all three rows. What must `fit` make of the gradient that "
    "arrives there, so that `b.grad` is right?",
    listing=BIAS,
    program=BIAS + "answer = b.grad",
    numbers={"p": 4, "q": 5, "r": 6, "s": 8},
    ranges={"p": range(3, 9), "q": range(3, 9), "r": range(4, 9), "s": range(3, 9)},
    expected="two numbers, one for each entry of `b`",
    reason="An entry that was used in three rows gets what arrives in all three.",
    wrong=(
        Signature(
            "M71",
            "",
            "**{answer} is not added up over all rows.** Each entry of `b` was used three times. What is done with "
            "what comes along several paths?",
        ),
        Signature(
            "M71",
            "[[$p, $q], [$r, 1.], [2., $s]]",
            "**That is what arrives at `x + b`.** `b` has two entries, and a gradient has the shape of its tensor. "
            "What becomes of the three rows?",
        ),
        Signature(
            "mean over rows",
            "[($p + $r + 2) / 3, ($q + 1 + $s) / 3]",
            "**{answer} is the mean of the rows.** More rows, more uses: along several paths, gradients are added.",
        ),
        Signature(
            "counts uses",
            "[3., 3.]",
            "**{answer} counts how often each entry is used.** But what arrives there is not 1 everywhere: each entry "
            "is multiplied afterwards.",
        ),
        Signature(
            "rows and columns",
            "[1. * $p + $q, $r + 1.]",
            "**{answer} adds up along rows.** `b` was stretched down: it stands in every row. So add up down each "
            "column.",
        ),
        Signature(
            "last row alone",
            "[2., 1. * $s]",
            "**{answer} is the last row.** Each entry of `b` stands in all three: what becomes of the other two?",
        ),
        Signature(
            "times its entries",
            "[5. * ($p + $r + 2), 7. * ($q + 1 + $s)]",
            "**{answer} multiplies by the entries of `b`.** `b` is added: what is the slope of a sum?",
        ),
    ),
    hints=(
        "Write down the gradient that arrives at `x + b`: three rows, two columns. Which entries belong to `b[0]`?",
        "What was stretched is added up again, over the axis along which it was stretched.",
        "For the rows `[1, 10]` and `[2, 20]` it would be `[3, 30]`. Here: `[$p + $r + 2, ...]`",
    ),
    reveal="Added up down each column: {key}.",
)

LOOP = """
def f(x):
    if x > $t:
        return x * x
    return $k * x

x = ag.tensor($n., requires_grad=True)
loss = f(x) + f(x - $m)
loss.backward()
"""

ONE_LINE = (
    Case(
        "The line that runs for -1",
        "def f(v):\n    if v > 0:\n        return 3 * v\n    return 10 * v\n"
        "v = ag.tensor(-1., requires_grad=True)\nf(v).backward()\nanswer = v.grad",
    ),
    Case(
        "The line that runs for 1",
        "def f(v):\n    if v > 0:\n        return 3 * v\n    return 10 * v\n"
        "v = ag.tensor(1., requires_grad=True)\nf(v).backward()\nanswer = v.grad",
    ),
)

C9 = Number(
    id="13-C9",
    task="Your engine will never see an `if`; it records the operations that run. What is `x.grad` here?",
    listing=LOOP,
    program=LOOP + "answer = x.grad",
    numbers={"t": 4, "k": 11, "n": 7, "m": 5},
    ranges={"t": (3, 4, 5), "k": (9, 11, 13), "n": (6, 7, 8), "m": (5, 6)},
    expected="the sum of two slopes, one for each call",
    reason="$n is above $t: the square ran, slope `2 * $n`. ${n-m} is not: the other line ran, slope $k.",
    wrong=(
        Signature(
            "M43",
            "2. * $n + $k + 2 * ($n - $m) + $k",
            "**{answer} counts both lines of `f` in both calls.** A graph is made while the program runs. Which line "
            "runs for $n, and which for ${n-m}?",
            ONE_LINE,
        ),
        Signature(
            "M38",
            "",
            "**{answer} is the slope of one call alone.** `x` goes into both, and gradients of two paths add up.",
        ),
        Signature(
            "first call alone",
            "2. * $n",
            "**{answer} is the slope of the first call.** `x` goes into the second one as well, and the two add up.",
        ),
        Signature(
            "first choice for both",
            "2. * $n + 2 * ($n - $m)",
            "**{answer} uses the square twice.** The `if` is asked again in each call. Is ${n-m} above $t?",
        ),
        Signature("other line for both", "2. * $k", "**{answer} uses the last line twice.** Is $n above $t?"),
        Signature(
            "values for slopes",
            "1. * $n**2 + $k * ($n - $m)",
            "**{answer} is the loss itself.** How fast does each of the two calls grow with `x`?",
        ),
    ),
    hints=(
        "Two calls: with which numbers? Which line runs in each of them?",
        "Only what runs is recorded. Take the slope of that line in each call, and add.",
        "With $k for the last line at 100 and at 1, it would be `2 * 100 + $k`. Here: `2 * $n + ...`",
    ),
    reveal="`2 * $n + $k`: {key}.",
)
