"""Lesson 05, the step by hand: writing into a weight, or giving its name to something else."""

from autogradlab.course.checks.questions import Case, Print, Signature

STILL_A_WEIGHT = (
    Case(
        "`w = w - ...`",
        "w = ag.tensor(8., requires_grad=True)\n(5 * w).backward()\nwith ag.no_grad():\n    w = w - 0.1 * w.grad\n"
        "print(w.requires_grad)",
    ),
    Case(
        "`w -= ...`",
        "w = ag.tensor(8., requires_grad=True)\n(5 * w).backward()\nwith ag.no_grad():\n    w -= 0.1 * w.grad\n"
        "print(w.requires_grad)",
    ),
)

P5 = Print(
    id="05-P5",
    predict=True,
    task="Before you run it: one line is written differently. What does the program print?",
    program="""
w = ag.tensor($w., requires_grad=True)
loss = w**2
loss.backward()
with ag.no_grad():
    w = w - 0.1 * w.grad
print(w.requires_grad, w.grad)
""",
    numbers={"w": 3},
    reason="The subtraction makes a new tensor, unrecorded, and `=` gives it the name `w`. The flag and the gradient "
    "stay with the old tensor.",
    wrong=(
        Signature(
            "M19",
            "",
            "**{answer} is what the old tensor has.** The line makes a new one and gives it the name `w`. Nobody has "
            "asked for a gradient of the new one.",
            STILL_A_WEIGHT,
        ),
        Signature(
            "flag kept",
            "print(True, None)",
            "**{answer} is right about the gradient.** The new tensor was computed inside `no_grad()`, where nothing "
            "is recorded. Does it ask for gradients?",
            STILL_A_WEIGHT,
        ),
        Signature(
            "gradient kept",
            "print(False, ag.tensor(${2*w}.))",
            "**{answer} is right about the flag.** The gradient was written beside the old tensor. Has anybody written "
            "one beside the new one?",
        ),
        Signature(
            "zero for none",
            "print(False, ag.tensor(0.))",
            "**{answer} is right about the flag. But a 0 would have to be written by somebody.** What does a new "
            "tensor hold in `.grad`?",
        ),
    ),
    hints=(
        "Look at the line inside the block. Does it write into a tensor, or does it make one?",
        "`w - 0.1 * w.grad` is a new tensor. `=` makes `w` a name for it. What does a fresh result of a `no_grad()` "
        "block have?",
        "After `a = ag.tensor(5.)` and `c = a - 1`, nobody expects `c` to have what `a` has. Here the result is called "
        "`w` again, so ...",
    ),
    reveal="The tensor that is now called `w` is a plain result: {key}.",
)

C7 = Print(
    id="05-C7",
    task="What does this program print? If you expect an error, write `error` and nothing else.",
    program="""
w = ag.tensor($w., requires_grad=True)
for turn in range(2):
    loss = w**2
    loss.backward()
    with ag.no_grad():
        w = w - 0.1 * w.grad
    w.grad = None
print(round(w.item(), 2))
""",
    numbers={"w": 10},
    reason="After the first round, `w` is a tensor that asks for no gradient. In the second round, its loss has no "
    "graph, and `backward()` says so.",
    wrong=(
        Signature(
            "M19",
            "",
            "**{answer} is where `w -= ...` leads in two rounds.** `w = ...` makes a new tensor in the first round. "
            "What can `backward()` do with a loss that was made of that one?",
            STILL_A_WEIGHT,
        ),
        Signature(
            "second round stands still",
            "print(round(0.8 * $w, 2))",
            "**{answer} is where the first round leads.** Then the second one begins, with a `w` that asks for no "
            "gradient. What does `backward()` say?",
            STILL_A_WEIGHT,
        ),
        Signature(
            "weight unchanged",
            "print($w.0)",
            "**{answer} is where `w` started.** The name `w` stands for the new tensor after the first round, and "
            "then a second round begins.",
        ),
        Signature(
            "gradient missing",
            "None * 0.1",
            "**It stops, and a line earlier than you think.** Before `w.grad` is read in the second round, "
            "`backward()` runs.",
        ),
    ),
    hints=(
        "Look at `w` at the end of the first round. Is it the tensor of the first line?",
        "A result of a `no_grad()` block does not require grad. A loss made of it alone has no graph. Who needs a "
        "graph?",
        "With one round only, the program would print the place after one step. In the second round `loss.backward()` "
        "meets a loss without a graph, and ...",
    ),
    reveal="The first round works, the second `backward()` stops: {key}.",
)
