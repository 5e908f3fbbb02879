"""Lesson 08, the switch that marks: what may be done with results of inference_mode."""

from autogradlab.course.checks.questions import Case, Choice, Option, Print, Signature

V = "v = ag.tensor(5., requires_grad=True)\n"

LATER = (
    Case(
        "Made under `no_grad`", V + "with ag.no_grad():\n    c = ag.tensor(4.) * 1\n(v * c).backward()\nprint(v.grad)"
    ),
    Case(
        "Made in `inference_mode`",
        V + "with ag.inference_mode():\n    c = ag.tensor(4.) * 1\ntry:\n    (v * c).backward()\n    print(v.grad)\n"
        "except RuntimeError:\n    print('refused')",
    ),
)

P6 = Print(
    id="08-P6",
    predict=True,
    task="A result is made in `inference_mode` and used for training afterwards. What does the program print? If you "
    "expect an error, write `error`.",
    program="""
w = ag.tensor(3., requires_grad=True)
with ag.inference_mode():
    c = ag.tensor(2.) * 1
loss = w * c
loss.backward()
print(w.grad)
""",
    reason="The product must keep `c` until `backward()`, and a tensor made in `inference_mode` may not be kept.",
    wrong=(
        Signature(
            "M30",
            says="**That is what `no_grad` would give: `c` is then a plain number for the product.** `inference_mode` "
            "does one more thing: it marks its results. What must `w * c` do with `c`?",
            show_me=LATER,
        ),
        Signature(
            "nothing is learned any more",
            "print(None)",
            "**`None` would be silence, and this mode is not silent.** The product wants to keep `c`. What happens "
            "then?",
        ),
        Signature(
            "zero for none",
            "print(ag.tensor(0.))",
            "**A 0 would mean that `w` has no influence on the loss.** Look at what the product must keep.",
        ),
    ),
    hints=(
        "Look at the product: what must it keep so that `backward()` can find the slope for `w`?",
        "The engine notices a write into a kept tensor by its version. Tensors of this mode count no versions. Will it "
        "keep one?",
        "With `no_grad` instead of `inference_mode`, the program would print `tensor(2.)`. With this mode, the line "
        "`loss = w * c` ...",
    ),
    reveal="The product may not keep `c`, and says so: {key}.",
)

MARKED = """
def runs(line):
    names = {"ag": ag, "w": ag.tensor(3., requires_grad=True)}
    with ag.inference_mode():
        names["c"] = ag.tensor(4.) * 1
    try:
        exec(line, names)
        names["loss"].backward()
        return True
    except RuntimeError:
        return False

lines = {"sum": "loss = w + c", "product": "loss = w * c", "clone": "loss = w * c.clone()",
         "power": "loss = w**2 + c", "detach": "loss = w * c.detach()"}
answer = [name for name in lines if runs(lines[name])]
"""

C3 = Choice(
    id="08-C3",
    several=True,
    keep_order=True,
    task="`w` is a weight, and `c` was made in `inference_mode`. After which lines does `loss.backward()` run?",
    program=MARKED,
    reason="A sum keeps nothing, so it does not mind. A product must keep `c`, and a clone made outside the mode is an "
    "ordinary tensor.",
    options=(
        Option("sum", "`loss = w + c`"),
        Option("product", "`loss = w * c`"),
        Option("clone", "`loss = w * c.clone()`"),
        Option("power", "`loss = w**2 + c`"),
        Option("detach", "`loss = w * c.detach()`"),
    ),
    wrong=(
        Signature(
            "M30",
            "",
            "**After `no_grad` all five would run.** `inference_mode` marks its results: nothing may keep them for "
            "`backward()`. Which of the lines would have to?",
            LATER,
        ),
        Signature(
            "every use is refused",
            '["clone"]',
            "**Not every use is refused: only keeping it is.** Which of these operations needs `c` on the way back?",
        ),
        Signature(
            "detach unmarks",
            '["sum", "clone", "power", "detach"]',
            "**`detach()` gives the same memory under another name, and the mark stays.** A clone has memory of its "
            "own.",
        ),
        Signature(
            "nothing unmarks",
            '["sum", "power"]',
            "**Right for the sums. One of the others makes an ordinary tensor first:** which one has memory of its "
            "own?",
        ),
    ),
    hints=(
        "Look at each line: which value does its operation need on the way back?",
        "The slope of a product with respect to one factor is the other factor. The slope of a sum is 1. For which is "
        "`c` kept?",
        "`loss = 5 * w + c` runs: the sum keeps nothing. `loss = c / w` does not: the quotient keeps both. Now the "
        "five lines ...",
    ),
    reveal="{key}. The others would have to keep a tensor with the mark.",
)
