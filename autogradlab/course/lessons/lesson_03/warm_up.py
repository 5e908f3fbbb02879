"""Lesson 03, two questions from lesson 02: paths that meet, and which operation made a tensor."""

from autogradlab.course.checks.questions import Case, Number, Print, Signature

AT_FOUR = "a = ag.tensor(4., requires_grad=True)\n"

R1 = Number(
    id="03-R1",
    task="`a` reaches the loss along two paths. Which number does `loss.backward()` put into `a.grad`?",
    listing="""
a = ag.tensor($a., requires_grad=True)
u = $k * a
v = a + $c
loss = u * v
loss.backward()
""",
    program="""
a = ag.tensor($a., requires_grad=True)
u = $k * a
v = a + $c
loss = u * v
loss.backward()
answer = a.grad
""",
    numbers={"a": 3, "k": 2, "c": 5},
    ranges={"a": range(2, 9), "k": range(2, 6), "c": range(1, 8)},
    expected="a positive number, larger than what either of the two paths brings alone",
    reason="Through `u` comes `v` times $k, through `v` comes `u` times 1, and the two are added.",
    wrong=(
        Signature(
            "M38",
            "$k * v",
            "**{answer} came through `u` alone.** `a` is also in `v`. What does a small change of `a` do there?",
            (
                Case("One path: `3*a` times 4, at 4", AT_FOUR + "((3*a) * 4).backward()\nanswer = a.grad"),
                Case("Two paths: `3*a` times `a`, at 4", AT_FOUR + "((3*a) * a).backward()\nanswer = a.grad"),
            ),
        ),
        Signature(
            "M38", "u", "**{answer} came through `v` alone.** `a` is also in `u`, and that path brings something, too."
        ),
        Signature(
            "M38",
            "$k * v * u",
            "**{answer} multiplies the two paths.** Along one path the factors are multiplied. Where two paths meet, "
            "what they bring is added.",
        ),
        Signature(
            "slopes of the factors multiplied",
            "$k * 1.",
            "**{answer} multiplies the slope of `u` by the slope of `v`.** The slope of a product is not the product "
            "of the slopes: `u` grows while `v` is there, and `v` grows while `u` is there.",
        ),
        Signature(
            "M39",
            "$k + 1.",
            "**{answer} adds the slopes next to `a`.** Each of them still has to be multiplied by what comes from the "
            "loss.",
        ),
        Signature("loss for slope", "loss", "**{answer} is the loss.** How fast does it change when `a` grows?"),
    ),
    hints=(
        "Look for `a` in the program. In how many lines is it used?",
        "Follow each path from the loss back to `a` and multiply along it. What happens where the paths meet?",
        "For `(3*a) * a` at 4, one path brings `4 * 3`, the other `12 * 1`, together 24. Here one path brings `v * "
        "$k`, the other ...",
    ),
    reveal="`v` is ${a+c} and `u` is ${k*a}: `${a+c} * $k + ${k*a} * 1` gives {key}.",
)

KNOWN_BY = (
    Case("What made `v`?", "v = ag.tensor(5., requires_grad=True)\n(v - 1).backward()\nprint(v.grad_fn)"),
    Case("What came back to `v`?", "v = ag.tensor(5., requires_grad=True)\n(v - 1).backward()\nprint(v.grad)"),
)

R2 = Print(
    id="03-R2",
    task="What does this program print?",
    program="""
w = ag.tensor(3., requires_grad=True)
h = w $op 7
h.backward()
print(w.grad_fn)
print(h.grad_fn.name())
""",
    numbers={"op": "*"},
    ranges={"op": ("+", "-", "/", "**")},
    reason="`grad_fn` says which operation made a tensor. You typed `w`, so no operation did.",
    wrong=(
        Signature(
            "M45",
            "w = ag.tensor(3., requires_grad=True)\nh = w $op 7\nh.backward()\nprint(w.grad)\nprint(h.grad_fn.name())",
            "**The first line is what `w.grad` holds.** `grad_fn` is something else: it names what made the tensor.",
            KNOWN_BY,
        ),
        Signature(
            "M45",
            "h = ag.tensor(3., requires_grad=True) $op 7\nprint('AccumulateGrad')\nprint(h.grad_fn.name())",
            "**`AccumulateGrad` is where the path to `w` ends, and it is found from `h`.** The tensor `w` itself does "
            "not point to it: no operation made `w`.",
            KNOWN_BY,
        ),
        Signature(
            "M44",
            "h = ag.tensor(3., requires_grad=True) $op 7\nprint(h.grad_fn.name())\nprint(None)",
            "**The two lines have changed places.** `grad_fn` looks back, at what made a tensor, and not ahead, at "
            "what is made of it.",
            KNOWN_BY,
        ),
    ),
    hints=(
        "Look at the line that makes each tensor. Which of them contains an operation?",
        "A tensor that you typed was made by no operation. What is the node of the other one called?",
        "For `e = ag.exp(w)`, `e.grad_fn.name()` is `ExpBackward0`: the operation, then `Backward`, then a digit. Here "
        "...",
    ),
    reveal="No operation made `w`, and one made `h`. It prints {key}.",
)
