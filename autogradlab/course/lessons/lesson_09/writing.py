"""Lesson 09, an operation to write, and one to put in order."""

from autogradlab.course.checks.questions import Code, Order, Probe, Signature
from autogradlab.course.lessons.lesson_09.upstream import FORGOTTEN

STARTER = """
class Limit(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad_output):
        ...
""".strip("\n")


def returning(*lines: str) -> str:
    """A complete answer with these lines in `backward`."""
    return STARTER.replace("...", "\n        ".join(lines))


#: Phrase of an engine's message -> name of its cause: all are RuntimeErrors, and only the phrase tells them apart.
REFUSED = {
    "incorrect number of gradients": "WrongCount",
    "expected Variable or None": "NotATensor",
    "gradient different than None": "NotForANumber",
}

TRIED = """
if not (isinstance(Limit, type) and issubclass(Limit, ag.autograd.Function)):
    raise TypeError("`Limit` is not a class made from `ag.autograd.Function`")
x = ag.tensor({values}, requires_grad=True)
y = Limit.apply(x, -1., 2.)
try:
    ({outer}).backward()
except RuntimeError as error:
    for phrase, name in {refused}.items():
        if phrase in str(error):
            raise type(name, (RuntimeError,), {{}})(str(error)) from None
    raise
answer = y.tolist(), None if x.grad is None else x.grad.tolist()
"""


def probe(what: str, values: str, outer: str) -> Probe:
    """A probe that tells the engine's refusals apart."""
    return Probe(f"{what} (the result, then `x.grad`)", TRIED.format(values=values, outer=outer, refused=REFUSED))


C6 = Code(
    id="09-C6",
    entry="Limit",
    task="`x.clamp(low, high)` cuts off what lies outside. Its slope there is 0, so nothing outside ever learns. "
    "Finish `Limit`: in `backward`, every gradient goes **straight through**, as if nothing were cut off. `low` and "
    "`high` are plain numbers.",
    starter=STARTER,
    program=returning("return grad_output, None, None"),
    probes=(
        probe("numbers inside and outside", "[-3., 0.5, 4.]", "y.sum()"),
        probe("an incoming gradient that is not 1", "[-3., 0.5, 4.]", "(y * ag.tensor([2., -5., 7.])).sum()"),
        probe("a single number", "4.", "6 * y"),
    ),
    reason="What arrives is handed on, and `None` stands for each of the two plain numbers.",
    wrong=(
        Signature(
            "M46",
            returning("return grad_output * 0 + 1, None, None"),
            "**This sends 1, whatever arrives.** Straight through means: what comes in goes out. Which variable holds "
            "what comes in?",
            FORGOTTEN,
        ),
        Signature(
            "M47",
            returning("return grad_output"),
            "**There are not as many results as arguments.** `forward` has three after `ctx`; a list counts as one "
            "result. What stands for a plain number?",
        ),
        Signature(
            "number for a tensor",
            returning("return 1.0, None, None"),
            "**There are three results, but the first is not a tensor.** A gradient is a tensor, or `None`. What "
            "arrives is one already.",
        ),
        Signature(
            "0 for a plain number",
            returning("return grad_output, 0., 0."),
            "**Here something goes back to a plain number, which can take nothing, not even a 0.** The results stand "
            "in the order of the arguments. What stands for nothing?",
        ),
        Signature(
            "true slope",
            STARTER.replace(
                "        return x", "        ctx.save_for_backward(x)\n        ctx.ends = low, high\n        return x"
            ).replace(
                "...",
                "x, = ctx.saved_tensors\n        low, high = ctx.ends\n"
                "        return grad_output * (x >= low) * (x <= high), None, None",
            ),
            "**This is the true slope of the cut: 0 outside.** In this task it should go through outside, too.",
        ),
        Signature(
            "gradient is cut, too",
            returning("return grad_output.clamp(-1., 2.), None, None"),
            "**This cuts the gradient.** Only the number should be cut; the gradient goes through as it is.",
        ),
        Signature(
            "nothing comes back",
            returning("return None, None, None"),
            "**This sends nothing at all.** For the two numbers that is right. And for `x`?",
        ),
    ),
    hints=(
        "Look at `forward`: how many arguments come after `ctx`, and which of them are tensors?",
        "One result for each argument. What arrives has the shape of the result, and that is the shape of `x`.",
        "For `forward(ctx, x, n)` letting half of it through would be `return grad_output / 2, None`. Here ...",
    ),
    reveal="`return grad_output, None, None`: {key}.",
)

C7 = Order(
    id="09-C7",
    task="Put these lines into an order that gives an operation with a correct rule. The first line of the class, and "
    "a `@staticmethod` above each `def`, are left out.",
    program="class Cube(ag.autograd.Function):\n    # LINES\n\nx = ag.tensor(2., requires_grad=True)\n"
    "(5 * Cube.apply(x)).backward()\nanswer = x.grad.item()",
    lines=(
        "def forward(ctx, x):",
        "    ctx.save_for_backward(x)",
        "    return x**3",
        "def backward(ctx, grad_output):",
        "    x, = ctx.saved_tensors",
        "    return grad_output * 3 * x**2",
    ),
    outcome="`x.grad`",
    wrong=(
        Signature(
            "kept too late",
            "1 3 2 4 5 6",
            "**In this order the locker is empty when it is opened.** In which half is it filled, in which is it "
            "opened? And what comes after a `return` is never run.",
        ),
    ),
    reason="`forward` fills the locker and computes, `backward` opens it and multiplies.",
    hints=(
        "Look for the two lines that begin with `def`. Which lines need `grad_output`?",
        "What is put into the locker in one half is taken out in the other. `return` comes last in each.",
        "For a square: keep, `return x**2`; in `backward`: take out, `return grad_output * 2 * x`. For the cube ...",
    ),
    reveal="Keep and compute in `forward`, take out and multiply in `backward`: {key}.",
)
