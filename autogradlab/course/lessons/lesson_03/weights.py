"""Lesson 03, a weight that is scaled down: after it was asked to require grad, or before."""

from autogradlab.course.checks.questions import Case, Code, Print, Probe, Signature

SCALED = """
w = ag.tensor($start., requires_grad=True) * 0.01
loss = (w * 2 + 1)**2
loss.backward()
print(w.item(), w.is_leaf)
print(w.grad)
"""

ORDER = (
    Case("First ask, then compute", "v = ag.tensor(50., requires_grad=True) / 10\nanswer = v.is_leaf"),
    Case("First compute, then ask", "v = (ag.tensor(50.) / 10).requires_grad_()\nanswer = v.is_leaf"),
)

P3 = Print(
    id="03-P3",
    predict=True,
    task="This weight is to start small. What does the program print? Leave out any warning.",
    program=SCALED,
    numbers={"start": 300},
    ranges={"start": range(100, 1000, 100)},
    reason="`w` is the name of the product. The leaf is the tensor before the `*`, and nobody can ask it any more.",
    wrong=(
        Signature(
            "M18",
            says="**Somebody asked for a gradient, but for the $start, not for `w`.** The `* 0.01` is an operation "
            "like any other, and `w` is the name of its result.",
            show_me=ORDER,
        ),
        Signature(
            "M16",
            says="**Right: `w` is computed, so it is not a leaf.** And a tensor that is not a leaf passes its gradient "
            "on. Where to?",
        ),
        Signature(
            "a leaf without a gradient",
            "print(${start/100}, True)\nprint(None)",
            "**If `w` were a leaf that asks for a gradient, it would have one now.** Is `w` the tensor that was asked "
            "for, or what was made of it?",
            ORDER,
        ),
        Signature(
            "zero for none",
            "print(${start/100}, False)\nprint(ag.tensor(0.))",
            "**Right: `w` is not a leaf. But a 0 would have to be written by somebody.** What comes to `w` goes on to "
            "the $start. What does a place hold in which nobody wrote?",
        ),
        Signature(
            "gradient of the leaf",
            "print(${start/100}, False)\nprint(ag.tensor(${0.04 * (start / 50 + 1)}))",
            "**Right: `w` is not a leaf. The second number is what lands in the leaf, the $start.** What does `w` keep "
            "of what passes through it?",
        ),
    ),
    hints=(
        "Look at the first line only. Which tensor is made with `requires_grad=True`, and which one gets the name `w`?",
        "`* 0.01` is a recorded operation. What does that say about its result?",
        "For `v = ag.tensor(50., requires_grad=True) / 10`, the leaf is the 50, and `v` is the quotient: "
        "`v.is_leaf` is `False`. Here `w` ...",
    ),
    reveal="`w` is a product that was recorded, and so it is not a leaf: {key}.",
)

C3 = Code(
    id="03-C3",
    entry="small_weight",
    task="Write `small_weight(value)`: it gives a weight that is a hundredth of `value`. The weight is to be a leaf, "
    "and `backward()` is to leave a gradient in it.",
    starter='''
def small_weight(value):
    """A leaf with a hundredth of value, which asks for a gradient."""
'''.strip("\n"),
    program="""
def small_weight(value):
    return (ag.tensor(value) * 0.01).requires_grad_()
""",
    probes=(
        Probe("the value of `small_weight(500.0)`", "answer = round(small_weight(500.0).item(), 4)"),
        Probe("`small_weight(500.0).is_leaf`", "answer = small_weight(500.0).is_leaf"),
        Probe("`small_weight(500.0).requires_grad`", "answer = small_weight(500.0).requires_grad"),
        Probe(
            "the gradient of `w**2` for `w = small_weight(-250.0)`",
            "import warnings\nwarnings.simplefilter('ignore')\nw = small_weight(-250.0)\n(w**2).backward()\n"
            "answer = None if w.grad is None else round(w.grad.item(), 4)",
        ),
    ),
    reason="The hundredth is computed first, and the result is asked for. Or the other way round: the number is made "
    "small before it becomes a tensor.",
    wrong=(
        Signature(
            "M18",
            "def small_weight(value):\n    return ag.tensor(value, requires_grad=True) * 0.01",
            "**The gradient is asked for one step too early.** Here the leaf is the tensor of `value`, and what you "
            "return is a product made from it.",
            ORDER,
        ),
        Signature(
            "kept, and no leaf",
            "def small_weight(value):\n    w = ag.tensor(value, requires_grad=True) * 0.01\n    w.retain_grad()\n"
            "    return w",
            "**It keeps a gradient, and yet it is no leaf: a product made it.** `retain_grad()` only keeps what passes "
            "through. An optimizer would refuse this weight. Compute the hundredth first, then ask for a gradient.",
        ),
        Signature(
            "not asked for",
            "def small_weight(value):\n    return ag.tensor(value) * 0.01",
            "**It is a leaf, and nobody waits for its gradient.** Ask for it, once the hundredth is there.",
        ),
        Signature(
            "not scaled",
            "def small_weight(value):\n    return ag.tensor(value, requires_grad=True)",
            "**It is a leaf and asks for its gradient, but it is not a hundredth.** Where can the factor go, so that "
            "there is no recorded operation behind the result?",
        ),
    ),
    hints=(
        "Look at two moments: when the hundredth is computed, and when the gradient is asked for. Which has to come "
        "first?",
        "A result of plain data is a leaf. Which method asks a tensor, once it is there, for its gradient?",
        "A weight that is half of `value`: `half = ag.tensor(value) / 2`, and then `half.requires_grad_()`. For a "
        "hundredth ...",
    ),
    reveal="`return (ag.tensor(value) * 0.01).requires_grad_()`, or `return ag.tensor(value * 0.01, "
    "requires_grad=True)`.",
)
