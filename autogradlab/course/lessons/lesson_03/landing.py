"""Lesson 03, where gradients land: in which tensors `backward()` leaves a number, and how a result asks for one."""

from autogradlab.course.checks.questions import Case, Choice, Option, Print, Signature

MODEL = """
x = ag.tensor(2.)
w = ag.tensor(3., requires_grad=True)
b = ag.tensor(1., requires_grad=True)
h = w * x
loss = (h + b)**2
loss.backward()
"""

SMALL = "v = ag.tensor(5., requires_grad=True)\nm = v * 2\nend = m**2\nend.backward()\n"
IN_THE_MIDDLE = (Case("The leaf `v`", SMALL + "answer = v.grad"), Case("`m`, made from `v`", SMALL + "print(m.grad)"))
DATA = "k = ag.tensor(2.)\nv = ag.tensor(5., requires_grad=True)\nend = (v * k)**2\nend.backward()\n"
OF_DATA = (
    Case("`v`, made with `requires_grad=True`", DATA + "answer = v.grad"),
    Case("`k`, made without", DATA + "print(k.grad)"),
)

P1 = Choice(
    id="03-P1",
    predict=True,
    several=True,
    keep_order=True,
    task="Which of the five tensors have a number in `.grad` after this?",
    listing=MODEL,
    program=MODEL
    + """
tensors = {"x": x, "w": w, "b": b, "h": h, "loss": loss}
answer = [name for name, tensor in tensors.items() if tensor.grad is not None]
""",
    reason="The gradient passes through what was computed, and stays where somebody asked for it.",
    options=(
        Option(
            "x",
            "`x`, the input",
            "M60",
            "**Nobody asked for the gradient of `x`.** Without `requires_grad=True` no path leads back to it. Data is "
            "measured; it does not have to be learned.",
            OF_DATA,
        ),
        Option("w", "`w`, the weight"),
        Option("b", "`b`, the bias"),
        Option(
            "h",
            "`h`, in the middle",
            "M16",
            "**The gradient passes through `h` and does not stay there.** The "
            "engine passes it on and keeps it only at the ends.",
            IN_THE_MIDDLE,
        ),
        Option(
            "loss",
            "`loss`",
            "M16",
            "**Here the gradient starts, and it does not stay.** Like every tensor that "
            "was computed, `loss` passes on what it gets.",
            IN_THE_MIDDLE,
        ),
    ),
    wrong=(
        Signature(
            "M16",
            says="**A gradient comes to four of these, and two of them keep it.** `h` and `loss` were computed from "
            "others. What comes to them goes on to where it is asked for.",
            show_me=IN_THE_MIDDLE,
        ),
        Signature(
            "M60",
            says="**The gradient of `x` was never asked for.** Data is measured; it does not have to be learned. "
            "Without `requires_grad=True` no path leads back to it.",
            show_me=OF_DATA,
        ),
        Signature(
            "every tensor",
            '["x", "w", "b", "h", "loss"]',
            "**Not every tensor of the program gets one.** Two things are asked of a tensor: that somebody wants its "
            "gradient, and that it was not computed from others.",
            IN_THE_MIDDLE,
        ),
    ),
    hints=(
        "Look at the lines that make the five tensors. Which of them contain `requires_grad=True`?",
        "Three come from you and two were computed. For which of those three did you ask for a gradient?",
        "In `m = v * 2; end = m**2`, with `requires_grad=True` for `v` alone, only `v` gets one. Here it was typed for "
        "...",
    ),
    reveal="{key}: those two were made with `requires_grad=True`, and not computed from others.",
)

KEPT = """
x = ag.tensor($x., requires_grad=True)
y = $k * x
z = $c * y
z.retain_grad()
(z**2).backward()
print(y.grad)
print(z.grad)
"""

C2 = Print(
    id="03-C2",
    task="What does this program print? Leave out any warning.",
    program=KEPT,
    numbers={"x": 1, "k": 2, "c": 3},
    ranges={"x": range(1, 6), "k": range(2, 5), "c": range(2, 6)},
    reason="`z` was asked to keep its gradient before `backward()`, and `y` was not.",
    wrong=(
        Signature(
            "M16",
            says="**This would be so if every tensor kept its gradient.** Both are computed tensors. Only one of them "
            "was asked to keep what passes through it.",
            show_me=IN_THE_MIDDLE,
        ),
        Signature(
            "retain_grad overlooked",
            "print(None)\nprint(None)",
            "**Both are computed tensors, and yet they differ.** What does the fourth line ask for, and of whom?",
            (
                Case("Not asked", SMALL + "print(m.grad)"),
                Case(
                    "Asked before `backward()`",
                    "v = ag.tensor(5., requires_grad=True)\nm = v * 2\n"
                    "m.retain_grad()\nend = m**2\nend.backward()\nanswer = m.grad",
                ),
            ),
        ),
        Signature(
            "keeps all before it",
            "print(ag.tensor(${2*k*c*c*x}.))\nprint(None)",
            "**`retain_grad()` is about the tensor it is called on.** That is `z`. The other one was not asked.",
        ),
        Signature(
            "gradient of the leaf",
            "print(None)\nprint(ag.tensor(${2*k*k*c*c*x}.))",
            "**The second number is the gradient of `x`.** `z` is nearer to the loss: for `z**2`, how fast does the "
            "loss change when `z` changes?",
        ),
        Signature(
            "zero for none",
            "print(ag.tensor(0.))\nprint(ag.tensor(${2*k*c*x}.))",
            "**Right for `z`. A 0 for `y` would have to be written by somebody.** What comes to `y` goes on to `x`. "
            "What does a place hold in which nobody wrote?",
        ),
        Signature(
            "gradient of the one before",
            "print(None)\nprint(ag.tensor(${2*k*c*c*x}.))",
            "**The second number is what passes through `y`.** `z` is one step nearer to the loss.",
        ),
        Signature(
            "value for slope",
            "print(None)\nprint(ag.tensor(${k*c*x}.))",
            "**The second number is the value of `z`.** Its gradient is the slope of `z**2` at that value.",
        ),
    ),
    hints=(
        "Look at the line with `retain_grad()`. Which tensor does it name?",
        "A computed tensor keeps its gradient only if it was asked before. What is the slope of `z**2` at the value "
        "of `z`?",
        "With `m = v * 2` at `v = 5`, `m.retain_grad()` and `(m**2).backward()`, `m.grad` is `2 * 10`. Here `z` is "
        "${k*c*x}, and ...",
    ),
    reveal="`y` was not asked, so it prints `None`. `z` is ${k*c*x}, and `2 * ${k*c*x}` is kept: {key}.",
)
