"""Lesson 10, the slope of a slope: what has to be recorded for it, and where it is put."""

from autogradlab.course.checks.questions import Number, Print, Signature

BEND = """
x = ag.tensor(1.0, requires_grad=True)
height = x**3
slope, = ag.autograd.grad(height, x, retain_graph=True)
bend, = ag.autograd.grad(slope, x)
print(bend)
"""

P4 = Print(
    id="10-P4",
    predict=True,
    task="Before you run it: the graph is retained, and then the slope of `slope` is asked for. What does the program "
    "print? If you expect an error, write `error`.",
    program=BEND,
    reason="`retain_graph` keeps what the way forward has saved. The way back was not recorded, so `slope` is a plain "
    "number.",
    wrong=(
        Signature(
            "M51",
            "",
            "**That is the right number for the bend, but nobody can find it here.** `retain_graph` keeps the graph of "
            "`height`. Behind `slope` there is none.",
        ),
        Signature(
            "zero",
            "print(ag.tensor(0.))",
            "**A slope of 0 would be an answer too.** Here the engine has nothing to walk through from `slope` to `x`, "
            "and says so.",
        ),
        Signature(
            "slope again",
            "print(ag.tensor(3.))",
            "**That is the slope of `height`.** The last call starts at `slope`. Is there a path from there to `x`?",
        ),
    ),
    hints=(
        "Look at what `slope` is. Does it have a `grad_fn`?",
        "To go back from `slope`, the computation of `slope` must have been recorded. Which computation was that?",
        "In lesson 07, `retain_graph=True` kept the lockers of a graph for another walk. That graph leads from "
        "`height` to `x`. From `slope` to `x` there is ...",
    ),
    reveal="There is no graph behind `slope`: {key}.",
)

TWICE = """
x = ag.tensor($x., requires_grad=True)
height = x**3
slope, = ag.autograd.grad(height, x, create_graph=True)
height.backward()
slope.backward()
"""

P5 = Number(
    id="10-P5",
    predict=True,
    task="Before you run it: two walks with `backward()`, one from `height` and one from `slope`. What does `x.grad` "
    "hold at the end?",
    listing=TWICE,
    program=TWICE + "answer = x.grad",
    numbers={"x": 1},
    ranges={"x": (3, 4, 5, 6)},
    expected="a number that both walks contribute to",
    follow_up="10-F1",
    reason="`backward()` adds, wherever it starts: the slope ${3*x*x}, and the bend ${6*x} on top.",
    wrong=(
        Signature("M52", "", "**{answer} is the bend.** The second walk finds it, and adds it to what is there."),
        Signature("M03", "", "**{answer} is what the last walk brought.** It is added to what the first one left."),
        Signature(
            "first walk only",
            "3. * x * x",
            "**{answer} is what the first walk brought.** `create_graph=True` gave `slope` a graph, so the second walk "
            "brings something too.",
        ),
        Signature(
            "grad counted, too",
            "6. * x * x + 6. * x",
            "**{answer} counts the line with `autograd.grad` as well.** It hands its result to you, and writes nothing "
            "into `.grad`.",
        ),
    ),
    hints=(
        "Look at each walk alone. What does the one from `height` bring, what the one from `slope`?",
        "`backward()` adds to `.grad`, and it makes no difference where the walk started.",
        "At 10, the slope is 300 and the bend is 60, so `.grad` would hold 360. Here: `${3*x*x} + ...`",
    ),
    reveal="`${3*x*x} + ${6*x}`: {key}.",
)

THIRD = """
x = ag.tensor($x., requires_grad=True)
y = x**$n
slope, = ag.autograd.grad(y, x, create_graph=True)
y.backward()
slope.backward()
($k * x).backward()
"""

ADDED = (
    "**{answer} leaves out what the first walk brought.** Your answer fits a machine that puts the second derivative "
    "in its place. It is added, like everything that arrives in `.grad`."
)
REPLACED = (
    "**{answer} is what the last walk brought.** That would be right if each one replaced `.grad`. All of them add, "
    "wherever they start."
)

F1 = Number(
    id="10-F1",
    task="Three walks with `backward()`: from `y`, from its slope, and from something else. What does `x.grad` hold?",
    listing=THIRD,
    program=THIRD + "answer = x.grad",
    numbers={"x": 3, "n": 3, "k": 5},
    ranges={"x": range(3, 7), "k": range(3, 10)},
    expected="a number that all three walks contribute to",
    reason="The slope brings ${n*x**(n-1)}, the bend ${n*(n-1)*x**(n-2)}, and the last walk $k.",
    wrong=(
        Signature("M52", "", ADDED),
        Signature("M03", "", REPLACED),
        Signature(
            "one walk left out",
            "1. * $n * x**($n - 1) + $k",
            "**{answer} leaves out the walk from `slope`.** It has a graph, so it brings something too.",
        ),
        Signature(
            "grad counted, too",
            "2. * $n * x**($n - 1) + $n * ($n - 1) * x**($n - 2) + $k",
            "**{answer} counts the line with `autograd.grad` as well.** It hands its result to you, and writes nothing "
            "into `.grad`.",
        ),
        Signature(
            "last walk left out",
            "1. * $n * x**($n - 1) + $n * ($n - 1) * x**($n - 2)",
            "**{answer} is what the first two walks bring.** The last line makes a walk, too.",
        ),
    ),
    hints=(
        "Look at the three lines with `backward()`. What does each of them bring?",
        "Each walk adds to what is in `.grad`, wherever it started.",
        "For `x**$n` at 10 with `7 * x` it would be ${n*10**(n-1)} and ${n*(n-1)*10**(n-2)} and 7, added up. Here: "
        "`${n*x**(n-1)} + ...`",
    ),
    reveal="`${n*x**(n-1)} + ${n*(n-1)*x**(n-2)} + $k`: {key}.",
)

C7 = Number(
    id="10-C7",
    task="A gradient is taken by hand, then three walks are made with `backward()`. What does `x.grad` hold at the "
    "end?",
    listing=THIRD,
    program=THIRD + "answer = x.grad",
    numbers={"x": 2, "n": 4, "k": 6},
    ranges={"x": (2, 3, 4), "k": range(3, 10)},
    expected="a number that all three walks contribute to",
    calls=3,
    reason="`autograd.grad` leaves `.grad` alone. The walks bring ${n*x**(n-1)}, ${n*(n-1)*x**(n-2)} and $k, and they "
    "add up.",
    wrong=(
        Signature("M52", "", ADDED),
        Signature("M03", "", REPLACED),
        Signature(
            "grad counted, too",
            "2. * $n * x**($n - 1) + $n * ($n - 1) * x**($n - 2) + $k",
            "**{answer} counts the line with `autograd.grad` as well.** It hands its result to you, and writes nothing "
            "into `.grad`.",
        ),
        Signature(
            "one walk left out",
            "1. * $n * x**($n - 1) + $k",
            "**{answer} leaves out the walk from `slope`.** With `create_graph=True` it has a graph of its own.",
        ),
        Signature(
            "last walk left out",
            "1. * $n * x**($n - 1) + $n * ($n - 1) * x**($n - 2)",
            "**{answer} is what the first two walks bring.** The last line makes a walk, too.",
        ),
    ),
    hints=(
        "Look at each line: which of them write into `.grad`?",
        "`autograd.grad` hands its result to you. `backward()` adds, wherever it starts.",
        "For `x**3` at 10 with `7 * x`: `300 + 60 + 7`. Here: `${n*x**(n-1)} + ...`",
    ),
    reveal="`${n*x**(n-1)} + ${n*(n-1)*x**(n-2)} + $k`: {key}.",
)

SILENT = """
x = ag.tensor($x., requires_grad=True)
y = x**3
slope, = ag.autograd.grad(y, x, retain_graph=True)
loss = y + $k * slope
loss.backward()
"""

C6 = Number(
    id="10-C6",
    task="This program runs to its end. What is `x.grad`?",
    listing=SILENT,
    program=SILENT + "answer = x.grad",
    numbers={"x": 4, "k": 5},
    ranges={"x": range(4, 9), "k": range(2, 10)},
    expected="the slope of everything that has a path to `x`",
    reason="Behind `slope` there is no graph: for the walk it is a plain number, and only `y` has a path to `x`.",
    wrong=(
        Signature(
            "M51",
            "",
            "**{answer} would be right if `retain_graph` had recorded the way back.** It keeps saved values. Which "
            "path leads from `slope` to `x`?",
        ),
        Signature(
            "slope added",
            "3. * x**2 * (1 + $k)",
            "**{answer} adds the value of `$k * slope`.** `.grad` collects slopes. What is the slope of a plain "
            "number?",
        ),
        Signature(
            "value for slope",
            "1. * x**3 + $k * 3 * x**2",
            "**{answer} is the loss itself.** How fast does it grow, as far as the engine can see?",
        ),
        Signature(
            "bend alone",
            "6. * x * $k",
            "**{answer} is what `$k * slope` would bring if it had a path to `x`.** And `y` brings something in any "
            "case.",
        ),
    ),
    hints=(
        "Look at `slope`: with which argument was it made, and does it have a `grad_fn`?",
        "What has no history is a constant for the walk: it counts in the value, and not in the slope.",
        "With `slope.detach()` instead of `slope`, the result would be the same. So only `y = x**3` counts, and its "
        "slope at $x is ...",
    ),
    reveal="`3 * $x**2`, and nothing from `slope`: {key}.",
)
