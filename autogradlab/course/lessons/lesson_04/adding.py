"""Lesson 04, several backward calls on one weight: what `.grad` holds afterwards."""

from autogradlab.course.checks.questions import Case, Number, Signature

ADDS = (
    Case("One call: `3*w`", "w = ag.tensor(7., requires_grad=True)\n(3 * w).backward()\nanswer = w.grad"),
    Case(
        "A second call: `5*w`",
        "w = ag.tensor(7., requires_grad=True)\n(3 * w).backward()\n(5 * w).backward()\nanswer = w.grad",
    ),
)

THREE_TIMES = """
w = ag.tensor($w., requires_grad=True)
for call in range(3):
    loss = w**2
    loss.backward()
    print(w.grad.item())
"""

P1 = Number(
    id="04-P1",
    predict=True,
    task="Before you run it: which three numbers does this program print? Write them like `1, 2, 3`.",
    listing=THREE_TIMES,
    program=THREE_TIMES.replace("print(", "printed.append(").replace("for", "printed = []\nfor", 1)
    + "answer = printed",
    numbers={"w": 3},
    ranges={"w": range(4, 12)},
    follow_up="04-F1",
    expected="three numbers: what the first call brings, then what is there after the second, then after the third",
    calls=3,
    reason="Each call adds its own slope, ${2*w}, to what `.grad` already holds.",
    wrong=(
        Signature(
            "M03",
            "[2. * $w] * 3",
            "**{answer} would be right if each call replaced `.grad`.** It adds to it: the first slope is still in "
            "there when the second arrives.",
            ADDS,
        ),
        Signature(
            "M04",
            "[2. * $w] * 3",
            "**{answer} would be right if `.grad` were the mean of all calls.** It is their sum, and nothing divides "
            "it.",
            ADDS,
        ),
        Signature(
            "doubles each time",
            "[2. * $w, 4. * $w, 8. * $w]",
            "**{answer} doubles what is there.** Each call brings its own slope, and that is the same three times. So "
            "`.grad` grows by the same amount each time.",
        ),
        Signature(
            "loss for slope",
            "[1. * $w**2, 2. * $w**2, 3. * $w**2]",
            "**{answer} adds up losses.** What `backward()` adds to `.grad` is the slope of the loss at `w = $w`.",
        ),
        Signature(
            "loss for slope",
            "[1. * $w**2] * 3",
            "**{answer} is the loss, three times.** `.grad` holds slopes. What is the slope of `w**2` at $w, and what "
            "happens to it at the second call?",
        ),
    ),
    hints=(
        "Look at the line `loss.backward()`. What does it find in `w.grad` when it comes the second time?",
        "The slope is the same each time. The question is what becomes of the one that is there already.",
        "With the loss `5*w` each call brings 5: the first print is 5.0, the second 10.0. With `w**2` at $w each call "
        "brings ...",
    ),
    reveal="Each call brings ${2*w}, and all of them stay: {key}.",
)

F1 = Number(
    id="04-F1",
    task="Two calls with different slopes. What does `w.grad` hold after both?",
    listing="w = ag.tensor($w., requires_grad=True)\n(w**2).backward()\n($k * w).backward()",
    program="w = ag.tensor($w., requires_grad=True)\n(w**2).backward()\n($k * w).backward()\nanswer = w.grad",
    numbers={"w": 5, "k": 4},
    ranges={"w": range(2, 10), "k": range(2, 12)},
    expected="a number that both calls contribute to",
    calls=2,
    reason="The first call brings `2*w`, which is ${2*w}, the second brings $k, and `.grad` is their sum.",
    wrong=(
        Signature(
            "M03",
            "$k.",
            "**{answer} is what the last call brought.** That would be right if each call replaced `.grad`. It adds: "
            "what was there stays.",
            ADDS,
        ),
        Signature(
            "M04",
            "(${2*w} + $k) / 2",
            "**{answer} is the mean of both slopes.** Nothing divides them: each call adds what it brings.",
            ADDS,
        ),
        Signature(
            "first call only",
            "${2*w}.",
            "**{answer} is what the first call brought.** The second one has a slope, too. Where does it go?",
        ),
        Signature(
            "loss for slope",
            "$w**2 + $k * $w",
            "**{answer} is the sum of the two losses.** `.grad` collects their slopes at `w = $w`.",
        ),
        Signature(
            "value for slope in one part",
            "2 * $w + $k * $w",
            "**{answer} takes the value of `$k * w` for its slope.** How fast does it grow when `w` does?",
        ),
    ),
    hints=(
        "Look at each call alone. Which slope does it bring?",
        "What a call brings is added to what is there. What is there before the second call?",
        "For the losses `3*w` and `5*w`: `3 + 5 = 8`. Here: `${2*w} + ...`",
    ),
    reveal="`2*w` is ${2*w}, and $k comes on top: {key}.",
)

THREE_LOSSES = """
w = ag.tensor($w., requires_grad=True)
(w**2).backward()
($k * w).backward()
(w + 5).backward()
"""

C1 = Number(
    id="04-C1",
    task="Three different losses, one weight, and nothing is cleared. What does `w.grad` hold at the end?",
    listing=THREE_LOSSES,
    program=THREE_LOSSES + "answer = w.grad\nslopes = 2 * $w, $k, 1",
    numbers={"w": 3, "k": 2},
    ranges={"w": range(2, 10), "k": range(2, 10)},
    expected="a number that all three calls contribute to",
    calls=3,
    reason="The slopes at `w = $w` are ${2*w}, $k and 1. Each call adds its own.",
    wrong=(
        Signature(
            "M03",
            "slopes[-1]",
            "**{answer} is what the last call brought.** That would be right if each call replaced `.grad`. It adds to "
            "what is already there.",
            ADDS,
        ),
        Signature(
            "M04",
            "sum(slopes) / 3",
            "**{answer} is the mean of the three slopes.** No rule divides by the number of calls: `.grad` is a plain "
            "running sum.",
            ADDS,
        ),
        Signature(
            "first call only",
            "slopes[0]",
            "**{answer} is what the first call brought.** `.grad` was empty before it, but it is not locked after it. "
            "What do the other two bring?",
            ADDS,
        ),
        Signature(
            "constant counted",
            "2 * $w + $k + 1 + 5",
            "**{answer} counts the 5 of `w + 5`, too.** A constant moves the line up; it does not make it steeper. "
            "What is the slope of `w + 5`?",
            (
                Case("`w + 8`", "w = ag.tensor(7., requires_grad=True)\n(w + 8).backward()\nanswer = w.grad"),
                Case("`w + 80`", "w = ag.tensor(7., requires_grad=True)\n(w + 80).backward()\nanswer = w.grad"),
            ),
        ),
        Signature(
            "constant for slope",
            "2 * $w + $k + 5",
            "**{answer} takes the 5 of `w + 5` for its slope.** How much does `w + 5` grow when `w` grows by 1?",
            (
                Case("`w + 8`", "w = ag.tensor(7., requires_grad=True)\n(w + 8).backward()\nanswer = w.grad"),
                Case("`w + 80`", "w = ag.tensor(7., requires_grad=True)\n(w + 80).backward()\nanswer = w.grad"),
            ),
        ),
        Signature(
            "loss for slope",
            "$w**2 + $k * $w + $w + 5",
            "**{answer} is the sum of the three losses.** `.grad` collects their slopes at `w = $w`.",
        ),
        Signature(
            "constant slope forgotten",
            "2 * $w + $k",
            "**{answer} leaves out the third loss.** `w + 5` grows when `w` grows. How much for each 1?",
        ),
    ),
    hints=(
        "Look at the three calls one by one. Which slope does each of them bring at `w = $w`?",
        "Each call adds its slope to `.grad`. What is in there before each call?",
        "At `w = 200` with the losses `w**2`, `60*w` and `w + 70`: `400 + 60 + 1 = 461`. At `w = $w`: `${2*w} + ...`",
    ),
    reveal="`${2*w} + $k + 1`: {key}.",
)
