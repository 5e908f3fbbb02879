"""Lesson 10, hooks: what they see, when they are called, and what becomes of what they return."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Print, Signature


def shows(*lines: str) -> str:
    """A program that prints these lines."""
    return "\n".join(f"print({line})" for line in lines)


TENFOLD = """
x = ag.tensor($x., requires_grad=True)
y = $a * x
y.register_hook(lambda grad: $k * grad)
z = y**2
z.backward()
"""

P1 = Number(
    id="10-P1",
    predict=True,
    task="Before you run it: this hook does not print, it returns $k times what it gets. What will `x.grad` be?",
    listing=TENFOLD,
    program=TENFOLD + "answer = x.grad",
    numbers={"x": 1, "a": 3, "k": 10},
    ranges={"x": (1, 3, 4, 5), "a": (3, 4, 5), "k": (6, 10, 20)},
    expected="a number that the hook plays a part in",
    reason="At `y`, ${2*a*x} arrives. The hook turns it into ${2*a*x*k}, and on the way to `x` that is multiplied by "
    "$a.",
    wrong=(
        Signature(
            "M67",
            "",
            "**{answer} would come out if a hook could only look.** What it returns takes the place of the gradient, "
            "for everything further along.",
        ),
        Signature(
            "stops at y",
            "2. * $a * $x * $k",
            "**{answer} is what the hook hands on.** From `y` to `x` there is one more factor.",
        ),
        Signature(
            "arrives at y",
            "2. * $a * $x",
            "**{answer} is what arrives at `y`.** The hook gets that. What does it make of it, and what comes after?",
        ),
        Signature(
            "value for slope",
            "1. * ($a * $x)**2",
            "**{answer} is `z` itself.** `x.grad` says how fast `z` grows with `x`, and the hook changes that.",
        ),
        Signature(
            "square left out",
            "1. * $a * $k",
            "**{answer} multiplies the factor and what the hook makes of it.** But what arrives at `y` comes "
            "from `y**2`, and is not 1.",
        ),
    ),
    hints=(
        "Look at the line with the hook. What goes in there, and what comes out?",
        "What a hook returns takes the place of what arrived. The node that made `y` gets that, and nothing else.",
        "With a hook that returns half at a place where 20 arrives, 10 goes on. Here ${2*a*x} arrives, and what goes "
        "on is ...",
    ),
    reveal="`${2*a*x} * $k * $a`: {key}.",
)

#: What `.grad` holds while the hook runs, and afterwards.
ON_THE_WAY = (
    Case(
        "In the hook",
        "x = ag.tensor(5., requires_grad=True)\nx.register_hook(lambda grad: print(x.grad))\n(7 * x).backward()",
    ),
    Case("After the walk", "x = ag.tensor(5., requires_grad=True)\n(7 * x).backward()\nprint(x.grad)"),
)

LOOK = """
x = ag.tensor(3., requires_grad=True)
x.register_hook(lambda grad: print(grad, x.grad))
(x**2).backward()
(x**2).backward()
"""
NOTED = LOOK.replace("print(grad, x.grad)", "lines.append((grad.item(), x.grad and x.grad.item()))")

P2 = Choice(
    id="10-P2",
    predict=True,
    task="Before you run it: now the hook hangs on `x` itself. It prints what it gets, and what is in `x.grad` at that "
    "moment. Which two lines appear?",
    listing=LOOK,
    program="lines = []\n"
    + NOTED
    + """
answer = {((6., None), (6., 6.)): "before", ((6., 6.), (6., 12.)): "after",
          ((6., None), (12., 6.)): "sum", ((6., None), (6., None)): "cleared"}.get(tuple(lines))
""",
    options=(
        Option("before", "`tensor(6.) None`, and then `tensor(6.) tensor(6.)`"),
        Option(
            "after",
            "`tensor(6.) tensor(6.)`, and then `tensor(6.) tensor(12.)`",
            "M67",
            "**That would be so if the hook were called after `.grad` is written.** It is called before: what it "
            "returns may still change what is added.",
            ON_THE_WAY,
        ),
        Option(
            "sum",
            "`tensor(6.) None`, and then `tensor(12.) tensor(6.)`",
            "sum arrives",
            "**The hook gets what this walk brings.** The adding up comes afterwards, in `.grad`.",
        ),
        Option(
            "cleared",
            "`tensor(6.) None`, both times",
            "cleared",
            "**For the first line, yes.** But nobody has cleared `.grad` before the second walk.",
        ),
    ),
    reason="The hook is called on the way to `.grad`: it gets what this walk brings, and that is added afterwards.",
    hints=(
        "Look at the first walk alone. Is anything in `.grad` when the gradient is still on its way?",
        "The order is: the gradient arrives, the hook is called, the result is added to `.grad`.",
        "If `.grad` held 100 from before and a slope of 20 came along, the line would be `tensor(20.) tensor(100.)`. "
        "In the first walk here: `tensor(6.) ...`",
    ),
    reveal="What this walk brings, and what was there before: {key}.",
)

TURNED = """
x = ag.tensor($x., requires_grad=True)
y = $a * x
y.register_hook(lambda grad: -grad)
loss = y**2 + $b * x
loss.backward()
"""

C2 = Number(
    id="10-C2",
    task="This hook turns the gradient round. What is `x.grad` at the end?",
    listing=TURNED,
    program=TURNED + "answer = x.grad",
    numbers={"x": 2, "a": 3, "b": 5},
    ranges={"x": range(2, 7), "a": range(2, 6), "b": range(2, 10)},
    expected="the sum of what two paths bring",
    also={"path": ("-2 * $a * $a * $x", "$b")},
    reason="The path through `y` brings ${2*a*a*x} with its sign reversed. The other path does not pass the hook, and "
    "brings $b.",
    wrong=(
        Signature(
            "M67",
            "",
            "**{answer} would come out if what a hook returns were not used.** It takes the place of what arrived at "
            "`y`.",
            (
                Case(
                    "The hook returns nothing",
                    "x = ag.tensor(1., requires_grad=True)\ny = 7 * x\ny.register_hook(lambda grad: None)\n"
                    "y.backward()\nanswer = x.grad",
                ),
                Case(
                    "The hook returns `-grad`",
                    "x = ag.tensor(1., requires_grad=True)\ny = 7 * x\ny.register_hook(lambda grad: -grad)\n"
                    "y.backward()\nanswer = x.grad",
                ),
            ),
        ),
        Signature(
            "both paths turned",
            "-(2. * $a * $a * $x + $b)",
            "**{answer} turns both paths round.** The hook hangs on `y`. Does `$b * x` pass it?",
        ),
        Signature(
            "stops at y",
            "-2. * $a * $x + $b",
            "**{answer} adds what the hook hands on.** On its way from `y` to `x` it is multiplied once more.",
        ),
        Signature(
            "value for slope",
            "1. * ($a * $x)**2 + $b * $x",
            "**{answer} is the loss itself.** How fast does it grow along each of the two paths?",
        ),
    ),
    hints=(
        "Look for the paths from `loss` to `x`. Which of them goes through `y`?",
        "A hook changes what passes its own tensor. What comes by another path is added later, in `x`.",
        "With `y = 10 * x` at 1 and `+ 30 * x`: the paths bring -200 and 30, so -170. Here they bring `-${2*a*a*x}` "
        "and ...",
    ),
    reveal="`-${2*a*a*x} + $b`: {key}.",
)

TWO_WALKS = """
x = ag.tensor($x., requires_grad=True)
x.register_hook(lambda grad: print(grad.item(), x.grad is None))
loss = x**2 + $b * x
loss.backward()
($c * x).backward()
"""

ONE_CALL = (
    "**That would be one call for each path.** What meets at a tensor is added first; then its hook is called once."
)

C3 = Print(
    id="10-C3",
    task="What does this program print? Write the lines one after the other.",
    program=TWO_WALKS,
    numbers={"x": 3, "b": 4, "c": 7},
    ranges={"x": range(3, 9), "b": range(2, 9), "c": range(2, 9)},
    reason="Both paths of the first loss meet at `x`, and the hook gets their sum, once. What it sees in `.grad` is "
    "from the walks before.",
    wrong=(
        Signature(
            "M67",
            shows("${2*x+b}., False", "$c., False"),
            "**That would be so if the hook were called after `.grad` is written.** It gets the gradient on its way, "
            "before anything is added.",
            ON_THE_WAY,
        ),
        *(
            Signature("once for each path", shows(f"{one}., True", f"{other}., {empty}", "$c., False"), ONE_CALL)
            for one, other in (("$b", "${2*x}"), ("${2*x}", "$b"))
            for empty in ("True", "False")
        ),
        Signature(
            "sum arrives",
            shows("${2*x+b}., True", "${2*x+b+c}., False"),
            "**The first line is right.** In the second walk, the hook gets what that walk brings; the adding up comes "
            "afterwards.",
        ),
    ),
    hints=(
        "Look at the first walk. How many paths lead from `loss` to `x`, and what do they bring together?",
        "A hook of a leaf is called once in each walk, with the sum of all paths, and before `.grad` changes.",
        "For `x**2 + 50 * x` at 20 the first line is `90.0 True`: nothing is in `.grad` yet. The second "
        "walk here brings $c, so its line begins with `$c.0` and ...",
    ),
    reveal="One line for each walk: {key}.",
)
