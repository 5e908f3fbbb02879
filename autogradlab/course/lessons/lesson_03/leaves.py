"""Lesson 03, what a leaf is: results that were not recorded, and sentences from the web."""

from autogradlab.course.checks.questions import Case, Choice, Option, Print, Signature

MADE_OF = (
    Case("`k * 5`, with `k` plain data", "k = ag.tensor(7.)\nanswer = (k * 5).is_leaf"),
    Case("`v * 5`, with `v` a weight", "v = ag.tensor(7., requires_grad=True)\nanswer = (v * 5).is_leaf"),
)

P2 = Print(
    id="03-P2",
    predict=True,
    task="`x` is plain data, and `y` is computed from it. What does this program print?",
    program="""
x = ag.tensor($x.)
y = x * $k
print(y.item(), y.is_leaf, y.requires_grad)
""",
    numbers={"x": 2, "k": 5},
    ranges={"x": range(2, 9), "k": range(3, 9)},
    reason="Nobody asked for a gradient, so nothing was recorded, and a tensor with no record behind it is a leaf.",
    wrong=(
        Signature(
            "M17",
            "print(${x*k}., False, False)",
            "**An operation made `y`, but the engine did not record it.** It records only where somebody waits for a "
            "gradient. Without a record, a tensor counts as a leaf.",
            MADE_OF,
        ),
        Signature(
            "computed means tracked",
            "print(${x*k}., False, True)",
            "**That would be so if `x` had been made with `requires_grad=True`.** A result asks for a gradient only "
            "if something that it is made of does.",
            MADE_OF,
        ),
        Signature(
            "leaf means tracked",
            "print(${x*k}., True, True)",
            "**Being a leaf and asking for a gradient are two different things.** Who would have asked for one here?",
        ),
    ),
    hints=(
        "Look at the line that makes `x`. Did anybody ask for a gradient?",
        "The engine writes a note, `grad_fn`, only if a gradient was asked for somewhere before. A leaf is a tensor "
        "without such a note. What about `y`?",
        "For `v = ag.tensor(7., requires_grad=True)` and `m = v * 5`, `m` asks, because `v` does, and `m.is_leaf` is "
        "`False`. Here `x` ...",
    ),
    reveal="Nothing is recorded for `y`: it prints {key}.",
)

C1 = Choice(
    id="03-C1",
    several=True,
    keep_order=True,
    task="Which of the five tensors have `is_leaf` equal to `True`? (`detach()` gives the same "
    "number without its history.)",
    listing="""
a = ag.tensor(2., requires_grad=True)
c = ag.tensor(5.)
p = a * c
s = p.detach() / c
loss = p * s
""",
    program="""
a = ag.tensor(2., requires_grad=True)
c = ag.tensor(5.)
p = a * c
s = p.detach() / c
loss = p * s
tensors = {"a": a, "c": c, "p": p, "s": s, "loss": loss}
answer = [name for name in tensors if tensors[name].is_leaf]
""",
    reason="`a` and `c` come from you, and there is no record behind `s`, because `detach()` dropped the history.",
    options=(
        Option("a", "`a`"),
        Option("c", "`c`"),
        Option(
            "p",
            "`p`",
            "record overlooked",
            "**A product made `p`, and it was recorded:** `a` asks for a gradient. Behind which of the other tensors "
            "is there such a record?",
            MADE_OF,
        ),
        Option("s", "`s`"),
        Option(
            "loss",
            "`loss`",
            "record overlooked",
            "**A product made `loss`, and it was recorded:** `p` asks for a gradient. Behind which of the other "
            "tensors is there such a record?",
            MADE_OF,
        ),
    ),
    wrong=(
        Signature(
            "M17",
            '["a"]',
            "**`a` is a leaf that waits for a gradient.** A leaf need not wait for one: what counts is that there is "
            "no recorded operation behind it.",
            MADE_OF,
        ),
        Signature(
            "typed means leaf",
            '["a", "c"]',
            "**These two come from you, and they are leaves.** One more tensor has no recorded operation behind it. "
            "What did `detach()` do?",
            (
                Case("`v * 5`", "v = ag.tensor(7., requires_grad=True)\nanswer = (v * 5).is_leaf"),
                Case("`(v * 5).detach()`", "v = ag.tensor(7., requires_grad=True)\nanswer = (v * 5).detach().is_leaf"),
            ),
        ),
        Signature(
            "not tracked means leaf",
            '["c", "s"]',
            "**These two ask for no gradient, so they are leaves.** A tensor that asks for one can be a leaf, too: "
            "which one has no operation behind it?",
        ),
        Signature(
            "data is no leaf",
            '["a", "s"]',
            "**These two are leaves.** A leaf need not ask for a gradient, as `s` shows. Which other tensor has no "
            "recorded operation behind it?",
        ),
        Signature(
            "tracked means leaf",
            '["a", "p", "loss"]',
            "**These three ask for a gradient.** That is not the same as being a leaf. Which of the five tensors have "
            "no recorded operation behind them?",
            MADE_OF,
        ),
    ),
    hints=(
        "Look at the last three lines: each of them computes. Which of these operations does the engine record?",
        "A tensor is a leaf if no recorded operation made it. Is the division recorded, when neither of its two "
        "numbers asks for a gradient?",
        "With `v` a weight and `k` plain data: `v` and `k` are leaves, `v * k` is not, `(v * k).detach()` is one "
        "again. Now go through the five lines ...",
    ),
    reveal="`p` and `loss` come out of recorded operations. The others do not: {key}.",
)

MADE = """
x = ag.tensor(4.)
w = ag.tensor(3., requires_grad=True)
y = x * 5
loss = (w * y)**2
loss.backward()
"""

C7 = Choice(
    id="03-C7",
    task="Four sentences of the kind that you find in articles on the web, in our words. Three are too simple for this "
    "program. Which one holds here?",
    listing=MADE,
    program=MADE
    + """
tensors = (x, w, y, loss)
holds = {
    "leaf": all(tensor.requires_grad for tensor in tensors if tensor.is_leaf),
    "grad_fn": y.grad_fn is not None and loss.grad_fn is not None,
    "inputs": x.grad is not None and w.grad is not None,
    "asked": all((tensor.grad is not None) == (tensor.is_leaf and tensor.requires_grad) for tensor in tensors)}
answer = next(name for name in holds if holds[name])
""",
    reason="It names both conditions, and leaves nothing out: `w` meets them, and only `w` holds a gradient.",
    options=(
        Option(
            "leaf",
            "A leaf is a tensor that requires grad and was not made by an operation.",
            "M17",
            "**That is the leaf that gets a gradient; there are others.** Ask `x` and `y` for their `is_leaf`. Neither "
            "of them requires grad.",
            (
                Case("Plain data", "k = ag.tensor(7.)\nanswer = k.is_leaf"),
                Case("Does it require grad?", "k = ag.tensor(7.)\nanswer = k.requires_grad"),
            ),
        ),
        Option(
            "grad_fn",
            "Every tensor that an operation made has a `grad_fn`.",
            "always recorded",
            "**Only what leads to a leaf that asks is recorded.** `y` was made by a product. What is its `grad_fn`?",
            (
                Case("`k * 5`, with `k` plain data", "k = ag.tensor(7.)\nprint((k * 5).grad_fn)"),
                Case(
                    "`v * 5`, with `v` a weight",
                    "v = ag.tensor(7., requires_grad=True)\nanswer = (v * 5).grad_fn.name()",
                ),
            ),
        ),
        Option(
            "inputs",
            "`backward()` computes the gradient of the loss for the inputs and for the weights.",
            "M60",
            "**Only where somebody asked.** `x` is an input, and it was made without `requires_grad=True`.",
            (
                Case(
                    "Input that was not asked for",
                    "k = ag.tensor(7.)\nv = ag.tensor(5., requires_grad=True)\n(v * k).backward()\nprint(k.grad)",
                ),
                Case(
                    "Input that was asked for",
                    "k = ag.tensor(7., requires_grad=True)\n"
                    "v = ag.tensor(5., requires_grad=True)\n(v * k).backward()\nanswer = k.grad",
                ),
            ),
        ),
        Option("asked", "After `backward()`, the leaves that require grad hold a gradient, and no other tensor does"),
    ),
    hints=(
        "Look for one tensor that each sentence gets wrong. One such tensor is enough to rule a sentence out.",
        "Ask each of the four tensors three things: is it a leaf, does it require grad, does it hold a gradient?",
        "In `m = k * 5` with `k` plain data, `m` was made by an operation, its `grad_fn` is `None`, and it is a leaf. "
        "Which sentences does that rule out? And of the rest ...",
    ),
    reveal="{key}. `x` and `y` are leaves that do not require grad, `y` has no `grad_fn`, and `x.grad` is `None`.",
)
