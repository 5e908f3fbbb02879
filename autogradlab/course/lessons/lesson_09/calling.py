"""Lesson 09, how an operation is called, where it keeps tensors, and whether anything is recorded inside it."""

from autogradlab.course.checks.questions import Bug, Case, Fix, Print, Signature

GENTLE = """
class Gentle(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 0.1

x = ag.tensor(4., requires_grad=True)
y = {call}
(6 * y).backward()
"""


def called(call: str) -> str:
    return GENTLE.format(call=call) + "answer = x.grad"


C3 = Bug(
    id="09-C3",
    task="`Gentle` hands its number on, and lets a tenth of each gradient through. So `y` should be 4 and `x.grad` "
    "0.6. It is 6. Which line is at fault, and which change fixes it?",
    program=GENTLE.format(call="Gentle.forward(None, x)"),
    probe="answer = [y.item(), round(x.grad.item(), 6)]",
    goal="answer = [4., 0.6]",
    fixes=(
        Fix("`y = Gentle.apply(x)`", 11, "y = Gentle.apply(x)"),
        Fix(
            "`y = Gentle()(x)`",
            11,
            "y = Gentle()(x)",
            "M48",
            "**This makes an object and calls it, as you do with a layer.** A `Function` object is never made: the "
            "methods belong to the class. Which of its methods makes a node?",
            (Case("`forward`", called("Gentle.forward(None, x)")), Case("`apply`", called("Gentle.apply(x)"))),
        ),
        Fix(
            "`return x * 0.1` in `forward`",
            4,
            "        return x * 0.1",
            "the value is bent",
            "**Now `x.grad` is 0.6, and `y` is no longer 4.** The rule in `backward` is still not used.",
        ),
        Fix(
            "`return 0.1` in `backward`",
            8,
            "        return 0.1",
            "the rule is changed",
            "**The rule was fine.** It is not even called: put a `print` into it and look.",
        ),
    ),
    reason="Only `apply` makes a node for the rule. `forward` by itself is a plain function, and `x * 1` in it is "
    "recorded like anything else.",
    hints=(
        "Look at the line that uses `Gentle`. Is there a node of this name behind `y`?",
        "A rule is used if there is a node that knows it. Who makes that node?",
        "`print(y.grad_fn)` shows a node of a multiplication here. It should show `GentleBackward`, and that comes "
        "with ...",
    ),
    reveal="`forward` is not called directly: {key}.",
)

KEPT = """
class Square(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x**2

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 2 * ctx.x

w = ag.tensor(4., requires_grad=True)
x = w * 1
y = Square.apply(x)
x += 1
y.backward()
"""

#: A program that finds the first line to change so that the engine notices the write.
NOTICED = f"""
kept = {KEPT!r}
mended = kept.replace("ctx.x = x", "ctx.save_for_backward(x)").replace("ctx.x", "ctx.saved_tensors[0]")
try:
    exec(mended, dict(ag=ag))
except RuntimeError:
    answer = 1 + kept.strip("\\n").splitlines().index("        ctx.x = x")
"""

C4 = Bug(
    id="09-C4",
    task="The slope of the square at 4 is 8, but `w.grad` is 10, and no message comes. Line 14 may stay: somebody "
    "needs `x` to be larger there. But one line keeps the engine from noticing the harm. Which one?",
    program=KEPT,
    goal=NOTICED,
    reason="An attribute is a plain name for the tensor. `save_for_backward` also notes its version, and `backward` "
    "compares.",
    wrong=(
        Signature(
            "M49",
            "14",
            "**The write does the harm, but why does nobody say so?** In lesson 07 such a write ended in an error. "
            "What was kept there came with a version; how is `x` kept here?",
        ),
        Signature(
            "reading",
            "9",
            "**This line takes what it finds.** It finds the changed tensor, without a version to compare. Where was "
            "it put there?",
        ),
        Signature(
            "walk",
            "15",
            "**This line would raise the error if there were a version to compare.** Where should it have been noted?",
        ),
    ),
    hints=(
        "Look at where `x` is kept for the way back. Does the engine know about it?",
        "A version is compared for what `save_for_backward` kept. An attribute is a name, and nothing is noted.",
        "For the plain number `n` of a power, `ctx.n = n` is right. For the tensor `x`, the line that should say "
        "`ctx.save_for_backward(x)` is line ...",
    ),
    reveal="It is {key}: with `save_for_backward`, `y.backward()` stops and says what was written to.",
)

INSIDE = """
class Look(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 3 * x
        print(y.requires_grad)
        return y

    @staticmethod
    def backward(ctx, grad_output):
        return 3 * grad_output

x = ag.tensor(2., requires_grad=True)
y = Look.apply(x)
print(y.requires_grad)
"""


def says(*lines: str) -> str:
    return "\n".join(f"print({line})" for line in lines)


C8 = Print(
    id="09-C8",
    task="The same question is asked inside `forward` and after `apply`. Which two words does this program print?",
    program=INSIDE,
    reason="`forward` runs unrecorded, as in a `no_grad` block. Afterwards, `apply` attaches one node to the result.",
    wrong=(
        Signature(
            "recorded inside",
            says("True", "True"),
            "**That would be so if `forward` were recorded line by line.** Then there would be two rules for one "
            "operation, and yours would not be needed.",
        ),
        Signature(
            "not recorded at all",
            says("False", "False"),
            "**Inside, yes. But `apply` gives the result a node.** Otherwise nothing could go back.",
        ),
        Signature(
            "the other way round",
            says("True", "False"),
            "**It is the other way round.** Who knows the rule: the lines in `forward`, or the result of `apply`?",
        ),
    ),
    hints=(
        "Look at the multiplication in `forward`. Does anybody need its own node?",
        "The rule in `backward` takes the place of everything inside. So what is recorded is ...",
        "With `ag.is_grad_enabled()` you can ask inside `forward` whether the engine records. After `apply`, "
        "`y.grad_fn` is a `LookBackward`.",
    ),
    reveal="Inside, nothing is recorded; afterwards there is one node: {key}.",
)
