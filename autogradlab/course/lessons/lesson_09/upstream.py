"""Lesson 09, what arrives at a rule: `grad_output`, and what becomes of the gradient without it."""

from autogradlab.course.checks.questions import Case, Number, Signature

RULE = """
class {name}(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return {forward}

    @staticmethod
    def backward(ctx, grad_output):
        x = ctx.saved_tensors[0]
        return {backward}
"""


def rule(name: str, forward: str, backward: str) -> str:
    """A Function of one tensor, as a listing."""
    return RULE.format(name=name, forward=forward, backward=backward)


def _ten_squares(backward: str) -> str:
    """A program: the gradient that a rule for the square leaves at 4, with a factor of 10 after it."""
    used = "\nx = ag.tensor(4., requires_grad=True)\n(10 * Square.apply(x)).backward()\nanswer = x.grad"
    return rule("Square", "x**2", backward) + used


FORGOTTEN = (
    Case("`2 * x` alone", _ten_squares("2 * x")),
    Case("times `grad_output`", _ten_squares("grad_output * 2 * x")),
)

COST = """
x = ag.tensor({x}, requires_grad=True)
cost = {k} * {name}.apply(x)
cost.backward()
"""

SQUARE = "ag.tensor(x.detach().numpy() ** 2)"
BRAKING = rule("Braking", SQUARE, "grad_output * 2 * x") + COST.format(x="$x.", k="$k", name="Braking")

P1 = Number(
    id="09-P1",
    predict=True,
    task="Before you run it: the distance is `x**2`, and each meter of it costs $k. What will `x.grad` be at $x?",
    listing=BRAKING,
    program=BRAKING + "answer = x.grad",
    numbers={"x": 3, "k": 5},
    ranges={"x": range(2, 9), "k": range(2, 9)},
    expected="the slope of the cost, not of the distance",
    reason="The node of `$k * ...` sends $k to `Braking`. The rule multiplies that by its own slope, `2 * $x`.",
    wrong=(
        Signature(
            "M46",
            "",
            "**{answer} is the slope of the distance alone.** The cost grows $k times as fast. The rule hears of that "
            "through `grad_output`.",
            FORGOTTEN,
        ),
        Signature(
            "upstream alone",
            "$k.",
            "**{answer} is what arrives at the rule.** It is multiplied by the slope of the operation before it is "
            "sent on.",
        ),
        Signature(
            "added",
            "$k + 2 * $x",
            "**{answer} adds what arrives and the local slope.** Along a path, factors are multiplied, as in lesson "
            "02.",
        ),
        Signature(
            "value for slope",
            "$k * $x**2",
            "**{answer} is the cost itself.** `x.grad` says how fast the cost grows when `x` grows.",
        ),
        Signature(
            "x left out",
            "2. * $k",
            "**{answer} is twice what arrives.** The rule says `grad_output * 2 * x`. Where is `x`?",
        ),
        Signature(
            "distance for slope",
            "1. * $x**2",
            "**{answer} is the distance itself.** `x.grad` says how fast the cost grows when `x` grows.",
        ),
    ),
    hints=(
        "Look at the last line of `backward`. Which two things are multiplied there?",
        "`grad_output` is the slope of the cost with respect to the distance. How much does one more meter cost?",
        "With a cost of 10 per meter at `x = 20`: `10 * 2 * 20 = 400`. Here: `$k * ...`",
    ),
    reveal="`$k * 2 * $x`: {key}.",
)

FORGETFUL = rule("Forgetful", "x**2", "2 * x") + COST.format(x="$x.", k="$k", name="Forgetful")

P2 = Number(
    id="09-P2",
    predict=True,
    task="Now the rule says `return 2 * x` and forgets `grad_output`. The cost is still $k times the distance. What "
    "will `x.grad` be at $x?",
    listing=FORGETFUL,
    program=FORGETFUL + "answer = x.grad",
    numbers={"x": 3, "k": 5},
    ranges={"x": range(2, 9), "k": range(2, 9)},
    expected="what comes after `return`, worked out at `x = $x`",
    reason="What the rule returns is taken as it is. Nobody multiplies after it.",
    wrong=(
        Signature(
            "the engine multiplies",
            "2. * $x * $k",
            "**{answer} would be right if the engine multiplied for the rule.** It hands `grad_output` to the rule, "
            "and takes what comes back as it is.",
        ),
        Signature("upstream alone", "$k.", "**{answer} is what arrives at the rule.** This rule does not look at it."),
        Signature(
            "value for slope",
            "$k * $x**2",
            "**{answer} is the cost itself.** What does this `backward` return at `x = $x`?",
        ),
    ),
    hints=(
        "Look at the line with `return` in `backward`. Which of the program's numbers are in it?",
        "Nobody repairs what a rule returns: it goes on to `x` as it is.",
        "With `return 3 * x` at 20, `x.grad` would be 60, whatever the meter costs. With `return 2 * x` at $x ...",
    ),
    reveal="The rule returns `2 * $x`, and that is what lands: {key}.",
)

CUBE = (
    rule("Cube", "x**3", "grad_output * 3 * x**2")
    + "\n"
    + "\n".join(["x = ag.tensor($x., requires_grad=True)", "loss = $k * Cube.apply(x) + 1", "loss.backward()"])
)

C1 = Number(
    id="09-C1",
    task="What is `x.grad` after this program?",
    listing=CUBE,
    program=CUBE + "\nanswer = x.grad",
    numbers={"x": 2, "k": 4},
    ranges={"x": range(2, 7), "k": range(2, 10)},
    expected="the slope of the loss",
    reason="$k arrives, and the local slope `3 * x**2` is ${3*x**2} at $x.",
    wrong=(
        Signature(
            "M46",
            "",
            "**{answer} is the slope of `x**3` alone.** The loss is $k times that. What does `grad_output` hold when "
            "the rule is called?",
            FORGOTTEN,
        ),
        Signature("upstream alone", "$k.", "**{answer} is what arrives.** The rule multiplies it by its own slope."),
        Signature(
            "added",
            "$k + 3 * $x**2",
            "**{answer} adds the two slopes.** One follows the other along a path, so they are multiplied.",
        ),
        Signature(
            "value for slope",
            "$k * $x**3 + 1",
            "**{answer} is the loss itself.** How much more would it be if `x` were a little larger?",
        ),
        Signature(
            "value times slope",
            "$x**3 * 3 * $x**2",
            "**{answer} takes the result of the operation for `grad_output`.** What arrives is the slope of the loss "
            "with respect to that result.",
        ),
        Signature(
            "constant counted",
            "$k * 3 * $x**2 + 1",
            "**{answer} counts the `+ 1`.** How much faster does a loss grow if a constant is added to it?",
        ),
        Signature(
            "value for slope",
            "$k * $x**3",
            "**{answer} is the loss without its `+ 1`.** How much more would it be if `x` were a little larger?",
        ),
    ),
    hints=(
        "Look at the loss. How much does it grow when `Cube` gives 1 more?",
        "The rule returns what arrives times its own slope. Which number arrives?",
        "At `x = 10` with the factor 7: `7 * 3 * 10**2 = 2100`. At $x with $k: `$k * ...`",
    ),
    reveal="`$k * 3 * $x**2`: {key}.",
)

ARRIVES = """
class Show(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad_output):
        print(grad_output.item())
        return grad_output

x = ag.tensor($x., requires_grad=True)
loss = ($k * Show.apply(x) - $t)**2
loss.backward()
"""

C9 = Number(
    id="09-C9",
    task="This operation changes nothing: it only shows what arrives. Which number does the program print?",
    listing=ARRIVES,
    program="seen = []\n" + ARRIVES.replace("print(", "seen.append(") + "answer = seen[0]",
    numbers={"x": 4, "t": 5, "k": 3},
    ranges={"x": range(4, 9), "t": range(1, 6), "k": range(3, 6)},
    expected="the slope of the loss with respect to the result of `Show`",
    reason="The loss is a square. Its slope with respect to what `Show` gives is `2 * (${k*x} - $t) * $k`.",
    wrong=(
        Signature(
            "M46",
            "1.",
            "**1 arrives only at the loss itself.** On the way from there to `Show` are a square and a factor, and "
            "both multiply.",
            FORGOTTEN,
        ),
        Signature(
            "M39",
            "",
            "**{answer} is the factor next to `Show`, alone.** What arrived at that factor came from the square. Both "
            "are on the way.",
        ),
        Signature(
            "value for slope",
            "1. * ($k * $x - $t)**2",
            "**{answer} is the loss.** What arrives on the way back is a slope.",
        ),
        Signature(
            "forward value", "$x.", "**{answer} is what goes in on the way forward.** On the way back, slopes arrive."
        ),
        Signature(
            "factor left out",
            "2. * ($k * $x - $t)",
            "**{answer} is what arrives at the `-`.** There is one more factor on the way to `Show`.",
        ),
        Signature(
            "what is squared",
            "1. * ($k * $x - $t)",
            "**{answer} is what is squared, on the way forward.** How fast does its square grow, and what lies "
            "between it and `Show`?",
        ),
    ),
    hints=(
        "Look at the lines between `Show` and `loss`. Which operations does the way back pass first?",
        "`grad_output` is the slope of the loss with respect to the result of this operation.",
        "For `(2 * Show.apply(x) - 20)**2` at `x = 50`: `2 * (100 - 20) * 2 = 320`. Here: `2 * ...`",
    ),
    reveal="`2 * (${k*x} - $t) * $k`: {key}.",
)
