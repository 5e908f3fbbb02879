"""Lesson 07, a write that no counter sees: `.data`."""

from autogradlab.course.checks.questions import Case, Number, Print, Signature

P6 = Print(
    id="07-P6",
    predict=True,
    task="Before you run it: `.data` gives the same numbers with a counter of its own. What does the program print? If "
    "you expect an error, write `error`.",
    program="""
x = ag.tensor([1., 2.], requires_grad=True)
b = x.exp()
b.data.zero_()
b.sum().backward()
print(x.grad)
""",
    reason="The node kept `b`. Its numbers are zeros now, its version is still 0, so the walk goes on with the zeros.",
    wrong=(
        Signature(
            "M22",
            "",
            "**These would be right if `.data` gave a copy.** It gives the same memory, and the node of `exp` will "
            "read it.",
            (
                Case(
                    "As it was computed",
                    "v = ag.tensor([0., 1.], requires_grad=True)\nm = v.tanh()\nm.sum().backward()\nprint(v.grad)",
                ),
                Case(
                    "Written through `.data`",
                    "v = ag.tensor([0., 1.], requires_grad=True)\nm = v.tanh()\n"
                    "m.data.zero_()\nm.sum().backward()\nprint(v.grad)",
                ),
            ),
        ),
        Signature(
            "the write is noticed",
            "raise RuntimeError('modified by an inplace operation')",
            "**It would stop if the write were counted.** `.data` goes past the counter: the version stays 0. What "
            "does the node find?",
            (
                Case("Version after a write", "m = ag.tensor([1., 2.])\nm.zero_()\nprint(m._version)"),
                Case("After a write through `.data`", "m = ag.tensor([1., 2.])\nm.data.zero_()\nprint(m._version)"),
            ),
        ),
        Signature(
            "ones",
            "print(ag.tensor([1., 1.]))",
            "**This is what arrives at the node of `exp`.** There it is multiplied by what the node kept.",
        ),
    ),
    hints=(
        "Look at what the node of `exp` kept, and at what is in that memory when `backward()` comes by.",
        "The slope of `exp` is its result. The walk multiplies by it, if the version is as expected.",
        "If the third line made all entries 5, the program would print `tensor([5., 5.])`. With `zero_()` ...",
    ),
    reveal="The gradient is multiplied by what is there now: {key}.",
)

C8 = Number(
    id="07-C8",
    task="Nothing stops here. What does `x.grad` hold?",
    listing="""
x = ag.tensor([$p., $q.], requires_grad=True)
a = 1 * x
b = a**2
a.data[0] = $n.
b.sum().backward()
""",
    program="x = ag.tensor([$p., $q.], requires_grad=True)\na = 1 * x\nb = a**2\na.data[0] = $n.\nb.sum().backward()\n"
    "answer = x.grad",
    numbers={"p": 1, "q": 4, "n": 10},
    ranges={"p": range(1, 5), "q": range(5, 10), "n": range(10, 20)},
    expected="one number for each entry of `x`: what the walk computes with the numbers that are there now",
    reason="The square kept `a`, and its first entry is $n now. The counter did not see it, so the walk uses it: `2 * "
    "$n`, where `2 * $p` would be right.",
    wrong=(
        Signature(
            "M22",
            "",
            "**{answer} would be right, but it is not what comes out.** `.data` is the same memory, and the square "
            "kept that memory. What is in it when `backward()` comes by?",
            (
                Case("The memory of a tensor", "m = ag.tensor([1., 2.])\nanswer = m"),
                Case("After a write through `.data`", "m = ag.tensor([1., 2.])\nm.data[0] = 7.\nanswer = m"),
            ),
        ),
        Signature(
            "written entry is lost",
            "[0, 2*$q]",
            "**{answer} gives the written entry no gradient.** The engine does not know about the write. It goes "
            "through both entries as always.",
        ),
        Signature(
            "value for slope", "[$n, $q]", "**{answer} is what is in `a`.** The slope of a square is twice that."
        ),
        Signature(
            "square for slope",
            "[$n**2, $q**2]",
            "**{answer} squares what is in `a`.** How fast does a square grow there?",
        ),
    ),
    hints=(
        "Look at what the node of the square kept, and which number is in there when `backward()` comes by.",
        "The slope of `a**2` is `2 * a`. Is it computed with the old number or with the new one?",
        "With `x = [3., 2.]` and `a.data[0] = 6.`, the walk would bring `[12, 4]`. Here it brings `[2 * $n, ...]`",
    ),
    reveal="Twice what is in `a` now: {key}.",
)
