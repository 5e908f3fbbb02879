"""Lesson 03, the bug: one of two parameters was made small, and never learns."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature
from autogradlab.course.lessons.lesson_03.weights import ORDER

STEP = """
import warnings

def made(start=300.):
    return ag.tensor(start, requires_grad=True) * 0.01

def mended(start=300.):
    return (ag.tensor(start) * 0.01).requires_grad_()

def moved(p, lr):
    return p.item() if p.grad is None else p.item() - lr * p.grad.item()

def step(w, lr=0.05, b_learns=True):
    b = ag.tensor(1., requires_grad=b_learns)
    loss = (w * 2 + b)**2
    loss.backward()
    with warnings.catch_warnings(action="ignore"):
        w_new, b_new = moved(w, lr), moved(b, lr)
    return w_new, (w_new * 2 + b_new)**2
"""

B1 = Choice(
    id="03-B1",
    task="`w` stays where it is. Why?",
    program=STEP
    + """
repairs = {
    "no leaf": mended(),
    "small rate": made(),
    "flat": made(900.),
    "taken": made()}
ways = {"small rate": {"lr": 5.}, "taken": {"b_learns": False}}
moves = {cause: step(w, **ways.get(cause, {}))[0] != w.item() for cause, w in repairs.items()}
answer = next(cause for cause in moves if moves[cause])
""",
    reason="The gradient went on to the 300, which has no name. `w.grad` is `None`, and `moved` returns the old "
    "number.",
    options=(
        Option("no leaf", "What `make_model` calls `w` is not a leaf, so its `.grad` stays `None`"),
        Option(
            "small rate",
            "The learning rate is too small for `w`",
            "rate blamed",
            "**With a rate a hundred times as large, `w` does not move either.** Try `moved(w, lr=5)`. What does "
            "`moved` do with a parameter that holds no gradient?",
        ),
        Option(
            "flat",
            "The loss is flat in the direction of `w`: its gradient is 0",
            "zero for none",
            "**When `w` grows a little, this loss grows a lot.** And a slope of 0 would be a number. Print `w.grad`: "
            "is it one?",
            (
                Case("The loss at `w = 3`", "answer = (2 * 3 + 1)**2"),
                Case("At `w = 3.01`", "answer = (2 * 3.01 + 1)**2"),
            ),
        ),
        Option(
            "taken",
            "`b` took the gradient, and nothing was left for `w`",
            "gradient shared out",
            "**A gradient is not shared out.** Each parameter gets its own answer to its own question: what if I alone "
            "moved a little?",
            (
                Case("`v` alone", "v = ag.tensor(5., requires_grad=True)\n(v * 2 + 1).backward()\nanswer = v.grad"),
                Case(
                    "`v` next to `b`",
                    "v = ag.tensor(5., requires_grad=True)\nb = ag.tensor(1., requires_grad=True)\n"
                    "(v * 2 + b).backward()\nanswer = v.grad",
                ),
            ),
        ),
    ),
    hints=(
        "Look at the line of `moved`. When does it return the old number?",
        "`moved` leaves a parameter alone if its `.grad` is `None`. For which tensors does `backward()` leave `None`?",
        "After `v = ag.tensor(50., requires_grad=True) / 10`, the name `v` belongs to the quotient, and the gradient "
        "goes on to the 50. Here `w` is the name of ...",
    ),
    reveal="{key}: the leaf is the tensor before the `*`.",
)

B2 = Number(
    id="03-B2",
    task="You fixed one line of `make_model`: now `w` moves, and it still begins at 3. What is the last number that "
    "the cell prints, the loss after the step?",
    program=STEP + "answer = step(mended())[1]",
    expected="a positive number, much smaller than the loss before the step",
    reason="Now both parameters go their own way downhill, and the loss falls to about a quarter.",
    wrong=(
        Signature(
            "M18",
            "step(made())[1]",
            "**{answer} is the loss when `b` alone has moved.** Ask your `w` for `is_leaf`: what does it say?",
            ORDER,
        ),
        Signature(
            "not scaled",
            "step(ag.tensor(300., requires_grad=True))[1]",
            "**{answer} belongs to a `w` that begins at 300.** It can learn now, and it no longer begins small. Keep "
            "the factor, but let it come first.",
        ),
        Signature(
            "M40",
            "(2 * (3 + 0.05 * 28) + 1 + 0.05 * 14)**2",
            "**{answer} is the loss after a step uphill.** The sign in `moved` was right: only a line of `make_model` "
            "needs fixing.",
            (
                Case("Plus: `w**2` from 5", "answer = (5 + 0.1 * 10)**2"),
                Case("Minus: `w**2` from 5", "answer = (5 - 0.1 * 10)**2"),
            ),
        ),
        Signature(
            "before the step",
            "49.",
            "**{answer} is the loss before the step.** The last number of the line is the one after it.",
        ),
        Signature(
            "b does not learn",
            "(2 * (3 - 0.05 * 28) + 1)**2",
            "**{answer} is the loss when `w` alone has moved.** `b` was right before: only the line of `w` needs "
            "fixing.",
        ),
    ),
    hints=(
        "Look at the line of `make_model` that asks for the gradient of `w`. What is asked there, and what is called "
        "`w`?",
        "First compute the small number, then ask for its gradient. Both parameters move then.",
        "For `(v * 2 + b)**2` with `v = 5` and `b = 1`, `v` moves to `5 - 0.05 * 44` and `b` to `1 - 0.05 * 22`: the "
        "loss is then 30.25. From `w = 3`, ...",
    ),
    reveal="With `w = (ag.tensor(300.0) * 0.01).requires_grad_()`, `w` moves to 1.6 and `b` to 0.3, and the loss is "
    "{key}.",
)
