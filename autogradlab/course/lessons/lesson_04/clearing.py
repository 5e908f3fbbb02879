"""Lesson 04, clearing: what `zero_grad()` leaves in `.grad`, and what it does not touch."""

from autogradlab.course.checks.questions import Case, Print, Signature

SETUP = "w = ag.tensor({w}., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(w**2).backward()\n"

#: With a label: a bare `None` is the key of a question, and would be hidden there.
SHOWN = 'print("w.grad:", w.grad)'

#: A contrast: the same weight, cleared in two ways; its number is not that of the question it stands with.
NONE_OR_ZERO = (
    Case("`zero_grad(set_to_none=False)`", SETUP.format(w=8) + "optimizer.zero_grad(set_to_none=False)\n" + SHOWN),
    Case("`zero_grad()`", SETUP.format(w=8) + "optimizer.zero_grad()\n" + SHOWN),
)

CLEARED = """
w = ag.tensor($w., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
loss = w**2
loss.backward()
optimizer.zero_grad()
"""

P2 = Print(
    id="04-P2",
    predict=True,
    task="Before you run it: what does this program print?",
    program=CLEARED + "print(w.grad)",
    numbers={"w": 3},
    reason="Cleared means that nothing is there, as before the first `backward()`. That is not the number 0.",
    wrong=(
        Signature(
            "M06",
            "print(ag.tensor(0.))",
            "**{answer} is what its name suggests, and what PyTorch did until its version 2.0.** Since then "
            "`zero_grad()` takes the gradient away and leaves nothing in its place.",
            NONE_OR_ZERO,
        ),
        Signature(
            "not cleared",
            "print(ag.tensor(${2*w}.))",
            "**{answer} is what `backward()` wrote.** The next line clears it. What does Python call a place that "
            "holds nothing?",
        ),
        Signature(
            "None in another language",
            'print("null")',
            "**{answer} is how other languages say it.** Which word does Python print where nothing is there?",
        ),
        Signature(
            "weight for gradient",
            "print(ag.tensor($w.))",
            "**{answer} is the weight.** The last line prints `w.grad`, and the line before it has cleared it.",
        ),
    ),
    hints=(
        "Look at the last two lines. One clears `.grad`, the other prints it.",
        "Before the first `backward()` there is no gradient yet. What does `w.grad` print then?",
        "With `w = ag.tensor(1., requires_grad=True)` and nothing else, `w.grad` holds nothing, and Python's word "
        "for nothing begins with N.",
    ),
    reveal="It prints {key}: there is no gradient, which is not the same as a gradient of 0.",
)

C2 = Print(
    id="04-C2",
    task="What does this program print? If you expect an error, write `error`.",
    program=CLEARED + "print(w.grad.item())",
    numbers={"w": 4},
    reason="After `zero_grad()` there is no tensor in `w.grad`, only `None`.",
    wrong=(
        Signature(
            "M06",
            "print(0.0)",
            "**{answer} would be right if `zero_grad()` left a tensor with 0 in `.grad`.** It leaves no tensor at all. "
            "What happens then at `.item()`?",
            NONE_OR_ZERO,
        ),
        Signature(
            "nothing printed",
            "print(None)",
            "**{answer} is what `w.grad` is now.** The program asks it for `item()`, as if it were a tensor. Can it "
            "answer?",
            (
                Case("A tensor with 0", "print(ag.tensor(0.).item())"),
                Case("Nothing", "nothing = None\nprint(hasattr(nothing, 'item'))"),
            ),
        ),
        Signature(
            "not cleared",
            "print(${2*w}.0)",
            "**{answer} is what `backward()` wrote.** Which line comes between it and the print?",
        ),
    ),
    hints=(
        "Look at the last line from left to right: first `w.grad`, then `.item()` of whatever that is.",
        "`item()` belongs to tensors. Is there a tensor in `w.grad` after `zero_grad()`?",
        "`ag.tensor(7.).item()` is 7.0, because there is a tensor to ask. Here there is ...",
    ),
    reveal="`w.grad` is `None`, and `None.item()` ends with {key}.",
)

C3 = Print(
    id="04-C3",
    task="What does this program print?",
    program="""
w = ag.tensor($w., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
loss = (w - 1)**2
loss.backward()
optimizer.step()
optimizer.zero_grad()
print(round(w.item(), 2))
""",
    numbers={"w": 4},
    ranges={"w": (2, 5, 6, 7, 8, 9)},
    reason="The step takes `w` from $w to `$w - 0.1 * ${2*(w-1)}`. `zero_grad()` then clears `.grad`, and touches "
    "nothing else.",
    wrong=(
        Signature(
            "M05",
            "print(0.0)",
            "**{answer} would be right if `zero_grad()` set the weights to zero.** It touches only `.grad`. What the "
            "weight has learned stays.",
            (
                Case(
                    "`w` before `zero_grad()`",
                    "w = ag.tensor(10., requires_grad=True)\n(3 * w).backward()\nprint(w.item())",
                ),
                Case(
                    "`w` after it",
                    "w = ag.tensor(10., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n"
                    "(3 * w).backward()\noptimizer.zero_grad()\nprint(w.item())",
                ),
            ),
        ),
        Signature(
            "M05",
            "print($w.0)",
            "**{answer} is where `w` started.** Clearing does not undo a step: `zero_grad()` forgets the gradient, "
            "never the place that `w` has moved to.",
            (
                Case("After `step()`", SETUP.format(w=10) + "optimizer.step()\nprint(w.item())"),
                Case(
                    "After `step()` and `zero_grad()`",
                    SETUP.format(w=10) + "optimizer.step()\noptimizer.zero_grad()\nprint(w.item())",
                ),
            ),
        ),
        Signature(
            "M40",
            "print(round($w + 0.2 * ($w - 1), 2))",
            "**{answer} is a step uphill.** `step()` subtracts: it goes against the gradient.",
            (
                Case("Plus the gradient, from 10", "print(10 + 0.1 * 20)"),
                Case("Minus the gradient, from 10", "print(10 - 0.1 * 20)"),
            ),
        ),
        Signature(
            "slope of another loss",
            "print(round($w - 0.2 * $w, 2))",
            "**{answer} takes the slope of `w**2`.** This loss is the square of `w - 1`. How large is that at $w?",
        ),
        Signature(
            "factor left out",
            "print(round($w - 0.1 * ($w - 1), 2))",
            "**{answer} takes `w - 1` for the slope.** How steep is a square at that number?",
        ),
        Signature(
            "learning rate left out",
            "print($w - 2.0 * ($w - 1))",
            "**{answer} is a step by the whole gradient.** The learning rate makes it shorter.",
        ),
        Signature(
            "step for place",
            "print(round(0.2 * ($w - 1), 2))",
            "**{answer} is the length of the step.** Where did `w` start?",
        ),
        Signature(
            "M41",
            "print(1.0)",
            "**{answer} is the minimum of this loss.** One step does not land there by itself. It moves `w` by `lr` "
            "times the gradient.",
            (
                Case("To the minimum of `(w - 20)**2`, from 40", "print(float(40 - 20))"),
                Case("One step with rate 0.1, from 40", "print(0.1 * 2 * (40 - 20))"),
            ),
        ),
        Signature(
            "tensor for number",
            "print(ag.tensor(round($w - 0.2 * ($w - 1), 2)))",
            "**That is how a tensor would be printed.** `item()` takes the plain number out of it, and `round` leaves "
            "it plain.",
        ),
        Signature(
            "gradient for weight", "print(None)", "**{answer} is what `w.grad` is at the end.** The program prints `w`."
        ),
    ),
    hints=(
        "Look at the three lines after the loss. Which of them writes into `w`?",
        "`step()` moves `w` by `lr` times `.grad`. And which place does `zero_grad()` write to?",
        "From 11: `.grad` is `2 * 10`, the step leads to `11 - 0.1 * 20 = 9.0`, and clearing changes nothing about "
        "`w`. From $w: ...",
    ),
    reveal="`$w - 0.1 * ${2*(w-1)}`, and clearing leaves it there: {key}.",
)
