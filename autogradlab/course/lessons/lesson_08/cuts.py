"""Lesson 08, detach: a second tensor without a history, and the one path that it cuts."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature

V = "v = ag.tensor(5., requires_grad=True)\n"

ONE_OF_TWO = (
    Case("`v + v.detach()`", V + "(v + v.detach()).backward()\nprint(v.grad)"),
    Case("`v + v`", V + "(v + v).backward()\nprint(v.grad)"),
)

TENSOR_OR_BLOCK = (
    Case("`v + v.detach()`", V + "print((v + v.detach()).requires_grad)"),
    Case("`v + v` in a `no_grad` block", V + "with ag.no_grad():\n    y = v + v\nprint(y.requires_grad)"),
)

CUT_OFF = "**{{answer}} assumes that `{0}` is cut off, but then `{0}.grad` would be `None`, not 0.** "

P4 = Number(
    id="08-P4",
    predict=True,
    task="One of the two factors is detached. Which number does `backward()` put into `x.grad`? If you expect an "
    "error, write `error`.",
    listing="""
x = ag.tensor(3., requires_grad=True)
y = x * x.detach()
y.backward()
""",
    program="x = ag.tensor(3., requires_grad=True)\ny = x * x.detach()\ny.backward()\nanswer = x.grad",
    expected="what the left factor brings",
    reason="The left path brings the other factor, which is 3. The right path is cut and brings nothing.",
    wrong=(
        Signature(
            "M25",
            "",
            CUT_OFF.format("x")
            + "`detach()` gives a second tensor without a history. The left factor is `x` itself, with its way back.",
            ONE_OF_TWO,
        ),
        Signature(
            "M25",
            "None",
            "**{answer} would be right if `detach()` did something to `x`.** It gives a second tensor without a "
            "history. The left factor is `x` itself, with its way back.",
            ONE_OF_TWO,
        ),
        Signature(
            "M26",
            "",
            "**An error comes where nothing at all was recorded, as in a `no_grad` block.** `detach()` takes one "
            "tensor out of one path. The product has a second one.",
            TENSOR_OR_BLOCK,
        ),
        Signature(
            "detach ignored",
            "2 * x",
            "**{answer} is what both paths bring together.** One of them is cut. What does the other one bring?",
            ONE_OF_TWO,
        ),
        Signature("value for slope", "y", "**{answer} is the value of `y`.** How fast does it change when `x` grows?"),
    ),
    hints=(
        "Look for `x` in the second line: which of the two factors still leads back to it?",
        "Two paths, one is cut. Along the other: how much does `y` grow when only the left factor grows?",
        "At `x = 8` it would be 8: the left factor is multiplied by 8, and the right one counts as a constant. Here "
        "...",
    ),
    reveal="The left path brings the right factor: {key}.",
)

FACTORS = """
a = ag.tensor($a., requires_grad=True)
u = $k * a
v = a + $c
loss = u * v.detach()
loss.backward()
"""

C4 = Number(
    id="08-C4",
    task="Which number does this program leave in `a.grad`? If you expect an error, write `error`.",
    listing=FACTORS,
    program=FACTORS + "answer = a.grad",
    numbers={"a": 2, "k": 5, "c": 4},
    ranges={"a": range(2, 9), "k": range(2, 7), "c": range(1, 9)},
    expected="a positive number: what the path through `u` brings",
    reason="The path through `u` brings `v` times $k. The path through `v` is cut.",
    wrong=(
        Signature(
            "M25", "0.", CUT_OFF.format("a") + "The cut is on the path through `v`. Is there another path?", ONE_OF_TWO
        ),
        Signature(
            "M25",
            "None",
            "**{answer} would be right if a detached `v` cut `a` off from everything.** The cut is on the path through "
            "`v`. Is there another path?",
            ONE_OF_TWO,
        ),
        Signature(
            "M26",
            "",
            "**An error comes where nothing at all was recorded, as in a `no_grad` block.** Here one factor is "
            "detached. Which one still has a way back?",
            TENSOR_OR_BLOCK,
        ),
        Signature(
            "detach ignored",
            "v * $k + u",
            "**{answer} is what both paths bring together.** One of them is cut.",
            ONE_OF_TWO,
        ),
        Signature(
            "the other way",
            "u",
            "**{answer} is what comes through `v`.** Look once more at which of the two factors is detached.",
        ),
        Signature(
            "M39",
            "$k + 0.",
            "**{answer} is the slope of `u` alone.** It has to be multiplied by what comes from the loss.",
        ),
        Signature("value for slope", "loss", "**{answer} is the loss.** How fast does it change when `a` grows?"),
        Signature(
            "slope of u left out",
            "$a + $c",
            "**{answer} is the value of `v`.** It is a factor on the path through `u`. Which other factor lies there?",
        ),
    ),
    hints=(
        "Look for the two paths from `loss` to `a`. Which of them has the `detach()` on it?",
        "Along the whole path: the slope of the product with respect to `u`, times the slope of `u` with respect to "
        "`a`. What is the first?",
        "With `u = 3*a`, `v = a + 1` and `a = 10`, the path through `u` brings `11 * 3`. Here it brings ...",
    ),
    reveal="`v` is ${a+c}, and the path through `u` brings `${a+c} * $k`: {key}.",
)

BUILT = """
a = ag.tensor(2., requires_grad=True)
b = ag.tensor(3., requires_grad=True)
c = ag.tensor(4., requires_grad=True)
h = a * b
s = h.detach() * c
loss = s + b
loss.backward()
"""

C9 = Choice(
    id="08-C9",
    several=True,
    keep_order=True,
    task="`a`, `b` and `c` are weights. In whose `.grad` does `backward()` leave a number?",
    listing="h = a * b\ns = h.detach() * c\nloss = s + b\nloss.backward()",
    program=BUILT
    + """
tensors = {"a": a, "b": b, "c": c, "h": h, "s": s}
answer = [name for name in tensors if tensors[name].grad is not None]
""",
    reason="The cut lies between `s` and `h`. Behind it, `a` has no other path; `b` has one, in the last line.",
    options=(
        Option("a", "`a`"),
        Option("b", "`b`"),
        Option("c", "`c`"),
        Option(
            "h",
            "`h`",
            "middle behind the cut",
            "**`h` was computed, so nothing is kept there.** And it lies behind the cut: nothing passes through it.",
        ),
        Option(
            "s",
            "`s`",
            "M16",
            "**A gradient passes through `s`, but it is not kept there.** `s` is not a leaf: it was computed.",
        ),
    ),
    wrong=(
        Signature(
            "M25",
            '["c"]',
            "**`b` lies behind the cut, but it has a second path.** `detach()` does not cut a tensor off from "
            "everything. It cuts only the path that it is on.",
            ONE_OF_TWO,
        ),
        Signature(
            "M26",
            '["b"]',
            "**That takes everything that is computed with a detached tensor as unrecorded, as in a `no_grad` block.** "
            "In `h.detach() * c` the factor `c` still asks, and its path is whole.",
            TENSOR_OR_BLOCK,
        ),
        Signature(
            "detach ignored",
            '["a", "b", "c"]',
            "**One of the three lies behind the cut, with no other path.** Walk back from `loss`, line by line.",
        ),
    ),
    hints=(
        "Look at the last line and walk back from `loss`. Where does each path end?",
        "`detach()` gives a new tensor without a history. What lies behind it on that path, and on no other, is out of "
        "reach.",
        "With `loss = (a * b).detach() + c` alone, only `c` would get a number. Here `b` is in the last line, too: ...",
    ),
    reveal="{key}. No path leads to `a`, and what was computed keeps nothing.",
)
