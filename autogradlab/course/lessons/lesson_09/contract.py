"""Lesson 09, the contract of a rule: how many gradients it returns, of which kind, of which shape."""

from autogradlab.course.checks.questions import Case, Print, Signature
from autogradlab.course.lessons.lesson_09.upstream import rule

POWER = """
class Power(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, n):
        ctx.save_for_backward(x)
        ctx.n = n
        return x**n

    @staticmethod
    def backward(ctx, grad_output):
        x = ctx.saved_tensors[0]
        return grad_output * ctx.n * x**(ctx.n - 1)

x = ag.tensor(3., requires_grad=True)
y = Power.apply(x, 2)
y.backward()
print(x.grad)
"""

P3 = Print(
    id="09-P3",
    predict=True,
    task="Before you run it: `forward` takes `x` and the number `n`, and `backward` returns one gradient, that of `x`. "
    "What does the program print? If you expect an error, write `error`.",
    program=POWER,
    reason="Two arguments, so two results are wanted: the gradient of `x`, and `None` for the number.",
    wrong=(
        Signature(
            "M47",
            "",
            "**That would come out if the rest were filled in for you.** The engine counts: one result for each "
            "argument of `forward` after `ctx`, in their order.",
        ),
        Signature(
            "nothing lands",
            "print(None)",
            "**The rule does not go unheard.** It returns one result where two are wanted, and the engine says so.",
        ),
    ),
    hints=(
        "Look at the two lines that begin with `def`, and at the last line of `backward`. Count.",
        "Each argument of `forward` after `ctx` has a place in what `backward` returns.",
        "For `forward(ctx, a, b, c)` there must be three results, such as `return grad_output, None, None`. Here there "
        "must be ..., and there is ...",
    ),
    reveal="It stops: {key}.",
)

NOTHING = (
    rule("Silent", "x**2", "None") + "\nx = ag.tensor(3., requires_grad=True)\n"
    "(5 * Silent.apply(x)).backward()\nprint(x.grad)"
)

P4 = Print(
    id="09-P4",
    predict=True,
    task="Before you run it: this rule returns `None` for `x`, although `x` asks for a gradient. What does the program "
    "print? If you expect an error, write `error`.",
    program=NOTHING,
    reason="`None` says: nothing to send this way. That is allowed, and nobody warns.",
    wrong=(
        Signature(
            "zero for none",
            "print(ag.tensor(0.))",
            "**A 0 would be a gradient too.** This rule sends nothing. What is in `.grad` where nothing ever lands?",
        ),
        Signature(
            "none is refused",
            "raise RuntimeError('no gradient')",
            "**It is a result that the engine accepts.** It means: nothing to send this way. No message comes.",
        ),
        Signature(
            "the engine knows the slope",
            "print(ag.tensor(30.))",
            "**The engine does not look into `forward`.** All that it knows of the slope is what `backward` returns.",
        ),
        Signature(
            "passes through",
            "print(ag.tensor(5.))",
            "**5 is what arrives at the rule.** It goes on only as the rule says. What does this one return?",
        ),
        Signature(
            "the engine knows the slope",
            "print(ag.tensor(6.))",
            "**The engine does not look into `forward`.** All that it knows of the slope is what `backward` returns.",
        ),
    ),
    hints=(
        "Look at the line with `return` in `backward`. What does it send to `x`?",
        "What no `backward()` has written into is as it was at the start. What is `.grad` at the start?",
        "In lesson 03, `.grad` of a tensor that nothing reached was ...",
    ),
    reveal="Nothing is sent, so nothing lands: {key}.",
)

SPREAD = (
    rule("MeanDistance", "(x**2).mean()", "grad_output * 2")
    + "\nx = ag.tensor([3., 1., 2.], requires_grad=True)\nMeanDistance.apply(x).backward()\nprint(x.grad)"
)

P5 = Print(
    id="09-P5",
    predict=True,
    task="Before you run it: three speeds go in, their mean distance comes out. This rule returns a single number. "
    "What does the program print? If you expect an error, write `error`.",
    program=SPREAD,
    reason="A gradient has the shape of what it belongs to: three speeds, three slopes.",
    wrong=(
        Signature(
            "spread by the engine",
            "print(ag.tensor([2., 2., 2.]))",
            "**The engine does not copy one slope to three places.** It takes a gradient of the argument's shape. How "
            "should it know that all three are equal?",
        ),
        Signature(
            "one number for three",
            "print(ag.tensor(2.))",
            "**`x.grad` always has the shape of `x`.** So what does the engine do with a single number?",
        ),
        Signature(
            "the engine knows the slope",
            "print(ag.tensor([2., 2/3, 4/3]))",
            "**These are the true slopes, but the rule does not give them.** The engine does not look into `forward`.",
        ),
    ),
    hints=(
        "Look at shapes: that of `x`, and that of what `backward` returns.",
        "`x.grad` has the shape of `x`. Who would fill the places?",
        "For `x` of the shape `[7]` and a returned shape `[5]`, the message is: got [5] but expected shape compatible "
        "with [7]. Here ...",
    ),
    reveal="It stops: {key}.",
)

SCALED = """
class Shift(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, {arguments}):
        ctx.k = k
        return {formula}

    @staticmethod
    def backward(ctx, grad_output):
        return {returned}

x = ag.tensor({x}., requires_grad=True)
Shift.apply(x, {inputs}).backward()
print(x.grad)
"""


def shift(returned: str) -> str:
    """A program whose `forward` takes three arguments, and whose `backward` returns `returned`."""
    return SCALED.format(x=2, arguments="k, by", inputs="6, 4", formula="k * x + by", returned=returned)


def stretch(returned: str) -> str:
    """The same with two arguments and other numbers, for a contrast."""
    return SCALED.format(x=7, arguments="k", inputs="2", formula="k * x", returned=returned)


C2 = Print(
    id="09-C2",
    task="What does this program print? If you expect an error, write `error`.",
    program=shift("grad_output * ctx.k, None"),
    reason="Three arguments, two results. For a plain number the result is `None`, but it has to be there.",
    wrong=(
        Signature(
            "M47",
            "",
            "**This is the slope of `x`, and the rule does compute it.** But count the arguments of `forward` after "
            "`ctx`, and the results of `backward`.",
            (
                Case("One result for two arguments", stretch("grad_output * ctx.k")),
                Case("Two results", stretch("grad_output * ctx.k, None")),
            ),
        ),
        Signature(
            "value for slope",
            "print(ag.tensor(6 * 2. + 4))",
            "**{answer} is what `forward` gives.** What would be in `x.grad` is a slope. And would anything?",
        ),
        Signature(
            "nothing lands",
            "print(None)",
            "**The second result is `None`, the first is not.** Are there as many as there must be?",
        ),
    ),
    hints=(
        "Look at `forward` and at the last line of `backward`. Count arguments, and count results.",
        "There is one result for each argument of `forward` after `ctx`, and `None` counts.",
        "With `forward(ctx, x, k)` and two results all would be well. With `forward(ctx, x, k, by)` ...",
    ),
    reveal="It stops: {key}.",
)
