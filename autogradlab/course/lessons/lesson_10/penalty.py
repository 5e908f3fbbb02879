"""Lesson 10, a loss that is about a slope, and a function that returns the slope of a slope."""

from autogradlab.course.checks.questions import Code, Number, Probe, Signature

RAMP = """
w = ag.tensor($w., requires_grad=True)
x = ag.tensor($x., requires_grad=True)
height = w * x**2
steep, = ag.autograd.grad(height, x, create_graph=True)
loss = (steep - $t)**2
loss.backward()
"""

C8 = Number(
    id="10-C8",
    task="The ramp should have the slope $t at `x = $x`. What is `w.grad`?",
    listing=RAMP,
    program=RAMP + "answer = w.grad",
    numbers={"w": 2, "x": 3, "t": 1},
    ranges={"w": range(2, 6), "x": range(3, 7), "t": range(1, 5)},
    expected="the slope of the loss with respect to `w`, through `steep`",
    reason="`steep` is `2 * w * x`, that is ${2*w*x}. The square brings `2 * (${2*w*x} - $t)`, and `steep` grows by "
    "${2*x} for each 1 of `w`.",
    wrong=(
        Signature(
            "inner slope left out",
            "2. * (2 * $w * $x - $t)",
            "**{answer} is the slope of the square alone.** How much does `steep` change when `w` grows by 1?",
        ),
        Signature(
            "height for slope",
            "2. * ($w * $x**2 - $t) * $x**2",
            "**{answer} would be right for `(height - $t)**2`.** This loss is about `steep`, the slope of `height` "
            "along `x`.",
        ),
        Signature(
            "x in place of w",
            "2. * (2 * $w * $x - $t) * 2 * $w",
            "**{answer} is `x.grad`.** Here `w` is asked for. What does `w` do to `steep`?",
        ),
        Signature(
            "value for slope",
            "1. * (2 * $w * $x - $t)**2",
            "**{answer} is the loss itself.** How fast does it grow with `w`?",
        ),
        Signature(
            "wrong inner slope",
            "2. * (2 * $w * $x - $t) * $x**2",
            "**{answer} multiplies by what `w` does to `height`.** The loss hears of `w` through `steep`, which is `2 "
            "* w * x`.",
        ),
        Signature(
            "steep itself",
            "2. * $w * $x",
            "**{answer} is `steep`.** The loss is the square of its distance from $t. How fast does that grow "
            "with `w`?",
        ),
        Signature(
            "inner slope alone",
            "2. * $x",
            "**{answer} is how much `steep` grows with `w`.** How much does the loss grow with `steep`?",
        ),
    ),
    hints=(
        "Look at `steep`. Which formula in `w` and `x` does it follow?",
        "`steep` is `2 * w * x`. The loss is a square of that: the chain rule of lesson 02.",
        "For `w = 10`, `x = 7` and the wish 40: `2 * (140 - 40) * 14 = 2800`. Here: `2 * (${2*w*x} - $t) * ...`",
    ),
    reveal="`2 * (${2*w*x} - $t) * ${2*x}`: {key}.",
)

STARTER = "def bend(f, x):\n    y = f(x)\n    ..."


def solution(*lines: str) -> str:
    return STARTER.replace("    ...", "\n".join(f"    {line}" for line in lines))


def at(what: str, number: str, f: str, more: str = "") -> Probe:
    return Probe(
        f"{what} (the bend, then `x.grad`)",
        f"x = ag.tensor({number}, requires_grad=True)\n{more}answer = bend(lambda x: {f}, x).item(), "
        "x.grad and x.grad.item()",
    )


WHAT_IS_KEPT = """\
asked, grad = set(), ag.autograd.grad

def watched(*given, **named):
    asked.update(name for name in named if named[name])
    return grad(*given, **named)

ag.autograd.grad = watched
try:
    bend(lambda x: x**3, ag.tensor(2., requires_grad=True))
    answer = "it comes to its end"
except RuntimeError:
    answer = sorted(asked)
ag.autograd.grad = grad
"""

C9 = Code(
    id="10-C9",
    entry="bend",
    task="Finish `bend(f, x)`: it gives the slope of the slope of `f` at `x`, as a tensor, and leaves `x.grad` as it "
    "is. `f` makes one number from one number.",
    starter=STARTER,
    program=solution("slope, = ag.autograd.grad(y, x, create_graph=True)", "return ag.autograd.grad(slope, x)[0]"),
    probes=(
        at("`x**4` at 2", "2.", "x**4"),
        at("`x.exp() * x` at 1", "1.", "x.exp() * x"),
        at("`x**3` at 2, with 7 already there", "2.", "x**3", "(7 * x).backward()\n"),
        Probe("`x**3` at 2 (whether the way back is recorded)", WHAT_IS_KEPT),
    ),
    reason="The first call records the way back, so the second one can start from its result. Neither writes into "
    "`.grad`.",
    wrong=(
        Signature(
            "M51",
            solution("slope, = ag.autograd.grad(y, x, retain_graph=True)", "return ag.autograd.grad(slope, x)[0]"),
            "**`retain_graph=True` keeps what the way forward has saved.** The way back was not recorded, so nothing "
            "leads from `slope` to `x`. What has to be asked for instead?",
        ),
        Signature(
            "M52",
            solution(
                "slope, = ag.autograd.grad(y, x, create_graph=True)",
                "y.backward()",
                "slope.backward()",
                "return x.grad",
            ),
            "**This gives what all walks have left in `.grad`, added up.** A call that hands its result to you finds "
            "the bend alone.",
        ),
        Signature(
            "in .grad",
            solution("slope, = ag.autograd.grad(y, x, create_graph=True)", "slope.backward()", "return x.grad"),
            "**The bend is right where `.grad` was empty.** But this writes into `x.grad`, and adds to what is there "
            "already.",
        ),
        Signature(
            "slope alone",
            solution("return ag.autograd.grad(y, x)[0]"),
            "**This is the slope of `f`.** The bend is the slope of that: one call more.",
        ),
        Signature(
            "slope squared",
            solution("slope, = ag.autograd.grad(y, x)", "return slope**2"),
            "**This squares the slope.** The slope of the slope says how fast it changes with `x`.",
        ),
    ),
    hints=(
        "Look at the two cells with `bend` above. Which two calls are needed, and what does the first one have to "
        "record?",
        "`ag.autograd.grad(y, x)` gives a row with one gradient in it. Ask for its history with an argument.",
        "A third derivative would need `create_graph=True` twice. For the second: `slope, = ...`, then "
        "`return ag.autograd.grad(slope, x)[...]`",
    ),
    reveal="`create_graph=True` in the first call, none in the second: {key}.",
)
