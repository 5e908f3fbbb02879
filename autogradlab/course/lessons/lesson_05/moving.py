"""Lesson 05, what moves the weights: `backward` does not, `step` does, and nothing else follows by itself."""

from autogradlab.course.checks.questions import Case, Number, Print, Signature

START = "w = ag.tensor($w., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n"

FIVE = "w = ag.tensor(8., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(5 * w).backward()\n"

SHOW = "print(round(w.item(), 2))"

C2 = Print(
    id="05-C2",
    task="What does this program print?",
    program=START + "loss = w**2\nloss.backward()\nprint(round(w.item(), 2), w.grad.item())",
    numbers={"w": 4},
    ranges={"w": (2, 5, 6, 7, 9)},
    reason="`backward()` has written ${2*w} into `w.grad`. Moving `w` is the work of `step()`, and nobody called it.",
    wrong=(
        Signature(
            "M01",
            "",
            "**{answer} lets `backward()` move the weight.** It does not know how far: the learning rate belongs to "
            "the optimizer, and the optimizer was not asked.",
            (Case("After `backward()`", FIVE + SHOW), Case("After `step()`, too", FIVE + "optimizer.step()\n" + SHOW)),
        ),
        Signature(
            "no gradient",
            "print($w.0, None)",
            "**{answer} is what would be there before `backward()`.** What does that line leave in `w.grad`?",
        ),
        Signature(
            "loss for slope",
            "print($w.0, ${w**2}.0)",
            "**{answer} has the loss in place of the gradient.** How steep is `w**2` at $w?",
        ),
        Signature(
            "factor left out",
            "print($w.0, $w.0)",
            "**{answer} takes `w` for the slope.** The slope of `w**2` is not `w`.",
        ),
        Signature(
            "step for weight",
            "print(${0.2*w}, ${2*w}.0)",
            "**{answer} begins with the length of a step.** Nobody took one. What is `w`?",
        ),
    ),
    hints=(
        "Look at the last line: it prints two things. Which line wrote each of them last?",
        "`backward()` writes into `.grad`. Which line writes into `w`?",
        "For `w = 10` and the loss `3 * w`, the program would print `10.0 3.0`. Here the slope is that of `w**2`, "
        "so ...",
    ),
    reveal="`w` is where it was, and its slope is beside it: {key}.",
)

C5 = Number(
    id="05-C5",
    task="One `backward()`, then `step()` twice. Where is `w` at the end?",
    listing=START + "loss = w**2\nloss.backward()\noptimizer.step()\noptimizer.step()",
    program=START + "loss = w**2\nloss.backward()\noptimizer.step()\noptimizer.step()\nanswer = w.item()",
    numbers={"w": 10},
    ranges={"w": (5, 15, 20, 25, 30)},
    expected="a number between 0 and $w",
    reason="`step()` only reads `.grad`. Both steps find ${2*w} there, and each takes away 0.1 times that.",
    wrong=(
        Signature(
            "M61",
            "",
            "**{answer} is where one step leads.** The second `step()` finds a gradient, too: stepping reads `.grad` "
            "and leaves it there. Only clearing takes it away.",
            (
                Case("One step", FIVE + "optimizer.step()\nanswer = w.item()"),
                Case("Two steps", FIVE + "optimizer.step()\noptimizer.step()\nanswer = w.item()"),
            ),
        ),
        Signature(
            "slope measured anew",
            "$w * 0.8 * 0.8",
            "**{answer} would be right if the second step knew the slope at the new place.** No `backward()` has "
            "measured that. What is in `.grad`?",
            (
                Case("`.grad` before a step", FIVE + "answer = w.grad"),
                Case("`.grad` after it", FIVE + "optimizer.step()\nanswer = w.grad"),
            ),
        ),
        Signature(
            "M01",
            "",
            "**{answer} counts three moves.** `backward()` is not one of them: it writes into `.grad`, and the weight "
            "stays.",
            (Case("After `backward()`", FIVE + SHOW), Case("After `step()`, too", FIVE + "optimizer.step()\n" + SHOW)),
        ),
        Signature("M40", "", "**{answer} goes uphill.** A step subtracts: it goes against the gradient."),
        Signature(
            "learning rate left out",
            "$w - 2 * ${2*w}",
            "**{answer} steps by the whole gradient, twice.** The learning rate makes each step shorter.",
        ),
    ),
    hints=(
        "Look at `.grad` before the second `step()`. Has any line changed it since `backward()`?",
        "`step()` moves `w` by `lr` times `.grad`. It reads `.grad`, and does not write there.",
        "From 50 with gradient 100 and rate 0.1: the first step leads to 40. The second one uses the same 100, and "
        "leads to 30. From $w: ...",
    ),
    reveal="Twice `0.1 * ${2*w}` is taken from $w: {key}.",
)

C6 = Print(
    id="05-C6",
    task="What does this program print?",
    program="""
w = ag.tensor($w., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
z = w - 2
loss = z**2
loss.backward()
optimizer.step()
print(round(w.item(), 2), z.item(), loss.item())
""",
    numbers={"w": 7},
    ranges={"w": (4, 5, 6, 8, 9)},
    reason="The step writes into `w`. `z` and `loss` were computed from the old `w` and stay what they were.",
    wrong=(
        Signature(
            "M42",
            "",
            "**{answer} would be right if `z` and `loss` followed `w`, as the cells of a spreadsheet do.** A tensor "
            "keeps the number that its line gave it. To get a new one, run the line again.",
            (
                Case(
                    "`loss` after a step",
                    FIVE.replace("(5 * w)", "loss = 5 * w\nloss") + "optimizer.step()\nprint(loss.item())",
                ),
                Case(
                    "Its line run again",
                    FIVE.replace("(5 * w)", "loss = 5 * w\nloss")
                    + "optimizer.step()\nloss = 5 * w\nprint(loss.item())",
                ),
            ),
        ),
        Signature(
            "nothing moves",
            "print($w.0, ${w-2}.0, ${(w-2)**2}.0)",
            "**{answer} is what would be printed before the step.** `step()` writes into one of the three. Which one?",
        ),
        Signature(
            "only z follows",
            "print(round($w - 0.2 * ${w-2}, 2), round(0.8 * ${w-2}, 2), ${(w-2)**2}.0)",
            "**{answer} lets `z` follow, but not the loss.** Both were computed before the step. Has one of their "
            "lines run again?",
        ),
        Signature(
            "slope of another loss",
            "print(round($w - 0.2 * $w, 2), ${w-2}.0, ${(w-2)**2}.0)",
            "**{answer} is right about `z` and the loss, but `w` moves by the slope of `w**2`.** What is squared here?",
        ),
        Signature(
            "only the loss follows",
            "print(round($w - 0.2 * ${w-2}, 2), ${w-2}.0, round((0.8 * ${w-2})**2, 2))",
            "**{answer} lets the loss follow, but not `z`.** Both were computed before the step. Has one of their "
            "lines run again?",
        ),
        Signature(
            "M40",
            "",
            "**{answer} is a step uphill.** The gradient is positive, and a step goes against it.",
            (
                Case("Plus the gradient, from 20", "print(20 + 0.1 * 30)"),
                Case("Minus the gradient, from 20", "print(20 - 0.1 * 30)"),
            ),
        ),
    ),
    hints=(
        "Look for the lines that write `w`, `z` and `loss`. Which of them run after `backward()`?",
        "The step takes `0.1 * w.grad` from `w`. What happens to numbers that were computed from the old `w`?",
        "From `w = 12`: `z` is 10, `loss` 100, `w.grad` 20. The step leads to 10, and the program prints `10.0 10.0 "
        "100.0`. From `w = $w`: ...",
    ),
    reveal="`w` moves by `0.1 * ${2*(w-2)}`, the other two stay: {key}.",
)
