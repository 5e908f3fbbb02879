"""Lesson 07, writing in place: which writes spoil a walk, and which line is to blame."""

from autogradlab.course.checks.questions import Bug, Case, Choice, Option, Print, Signature

WRITE = """\
v = ag.tensor([0., 1.], requires_grad=True)
m = v + 0
n = {n}
{write}
try:
    n.sum().backward()
    print("runs")
except RuntimeError:
    print("stops")
"""

KEPT_OR_NOT = (
    Case("`tanh` keeps its result: into the result", WRITE.format(n="m.tanh()", write="n += 1")),
    Case("`tanh` keeps its result: into its input", WRITE.format(n="m.tanh()", write="m += 1")),
)

TABLE = """
def stops(operation, write_into):
    a = ag.tensor([1., 2.], requires_grad=True) * 1
    b = operation(a)
    if write_into == "a":
        a += 1
    else:
        b += 1
    try:
        b.sum().backward()
    except RuntimeError:
        return True
    return False
"""

EITHER = "**What counts is what was kept, not that something was written.** "

P5 = Choice(
    id="07-P5",
    predict=True,
    several=True,
    keep_order=True,
    task="`a` was computed, and `b` is computed from it. Then one line writes into `a` or into `b`, and "
    "`b.sum().backward()` follows. In which of the four programs does `backward()` stop?",
    program=TABLE
    + """
writes = {
    "exp a": (lambda a: a.exp(), "a"), "exp b": (lambda a: a.exp(), "b"),
    "square a": (lambda a: a**2, "a"), "square b": (lambda a: a**2, "b")}
answer = [name for name in writes if stops(*writes[name])]
""",
    reason="`exp` keeps its result, the square keeps what came in. Only a write into what was kept does harm.",
    options=(
        Option(
            "exp a",
            "`b = a.exp()`, then `a += 1`",
            "input of exp",
            EITHER + "Its own result is all that `exp` needs on the way back. Is it still as it was?",
            KEPT_OR_NOT,
        ),
        Option("exp b", "`b = a.exp()`, then `b += 1`"),
        Option("square a", "`b = a**2`, then `a += 1`"),
        Option(
            "square b",
            "`b = a**2`, then `b += 1`",
            "result of a square",
            EITHER + "The slope of `a**2` is `2*a`. Is `a` still as it was?",
            KEPT_OR_NOT,
        ),
    ),
    wrong=(
        Signature("M20", "", EITHER + "Two of the four write into a value that no node kept.", KEPT_OR_NOT),
        Signature(
            "inputs are kept",
            "['exp a', 'square a']",
            "**Not every operation keeps what came in.** You looked into the locker of `exp`. What was in it?",
            KEPT_OR_NOT,
        ),
        Signature(
            "results are kept",
            "['exp b', 'square b']",
            "**Not every operation keeps what came out.** The slope of `a**2` is `2*a`. What does it need?",
            KEPT_OR_NOT,
        ),
    ),
    hints=(
        "Look at which of `a` and `b` the node of `b` kept. You printed both lockers above.",
        "`exp` keeps what came out, a square keeps what came in. A write does harm if it hits what was kept.",
        "`tanh` keeps its result. So after `b = a.tanh()`, the line `b += 1` does harm, and `a += 1` does not. For "
        "the four ...",
    ),
    reveal="The writes that hit what was kept: {key}.",
)

C6 = Choice(
    id="07-C6",
    twin="07-T6",
    several=True,
    task="Again `a` was computed, and `b.sum().backward()` comes last. The slope of `a.sqrt()` is `1 / (2 * b)`, and "
    "`sqrt` keeps `b` for it. The slope of `a.sin()` is `a.cos()`. In which programs does `backward()` stop?",
    program=TABLE
    + """
writes = {
    "sin a": (lambda a: a.sin(), "a"), "sin b": (lambda a: a.sin(), "b"),
    "sqrt a": (lambda a: a.sqrt(), "a"), "sqrt b": (lambda a: a.sqrt(), "b"),
    "double a": (lambda a: 2 * a, "a")}
answer = [name for name in writes if stops(*writes[name])]
""",
    reason="`sin` needs what came in, `sqrt` keeps what came out, and `2 * a` keeps only the 2.",
    options=(
        Option("sin a", "`b = a.sin()`, then `a += 1`"),
        Option(
            "sin b",
            "`b = a.sin()`, then `b += 1`",
            "result of sin",
            EITHER + "The slope of `sin` is `a.cos()`. Does that need `b`?",
            KEPT_OR_NOT,
        ),
        Option(
            "sqrt a",
            "`b = a.sqrt()`, then `a += 1`",
            "input of sqrt",
            EITHER + "`1 / (2 * b)` needs `b`. Does it need `a`, too?",
            KEPT_OR_NOT,
        ),
        Option("sqrt b", "`b = a.sqrt()`, then `b += 1`"),
        Option(
            "double a",
            "`b = 2 * a`, then `a += 1`",
            "input of a doubling",
            EITHER + "The slope of `2 * a` is 2, wherever `a` is. Is `a` needed?",
            KEPT_OR_NOT,
        ),
    ),
    wrong=(
        Signature(
            "M20",
            "",
            EITHER + "Ask for each operation what its slope is made of. Three of these writes hit "
            "nothing that was kept.",
            KEPT_OR_NOT,
        ),
    ),
    hints=(
        "Look at the slope of each operation. Which tensors does it contain?",
        "A write does harm if it hits what the slope is made of. For `sin` that is what came in. And for `sqrt`?",
        "The slope of `a.tanh()` is `1 - b**2`, and it keeps `b` for that. So writing into `b` does harm there, and "
        "writing into `a` does not. For the five ...",
    ),
    reveal="The write hits what the slope is made of: {key}.",
)

T6 = Print(
    id="07-T6",
    task="What does this program print? If you expect an error, write `error`.",
    program="""
x = ag.tensor([1., $b.], requires_grad=True)
a = $k * x
b = a**2
b += $c
b.sum().backward()
print(x.grad)
""",
    numbers={"b": 3, "k": 2, "c": 7},
    ranges={"b": range(2, 10), "k": range(2, 5), "c": range(5, 10)},
    reason="The product kept $k, the square kept `a`. Nobody kept `b`, so the write does no harm.",
    wrong=(
        Signature("M20", "", EITHER + "The line writes into `b`. Which node kept `b`?", KEPT_OR_NOT),
        Signature(
            "upstream factor left out",
            "print(ag.tensor([${2*k}., ${2*k*b}.]))",
            "**It runs. This is the slope of the square alone,** `2 * a`. From `x` to `a` there is a factor, too.",
        ),
        Signature(
            "the write changes the slope",
            "print(ag.tensor([${2*k*k + k*c}., ${2*k*k*b + k*c}.]))",
            "**It runs. But adding a constant makes nothing steeper.** What is the slope of `a**2 + $c`?",
        ),
        Signature(
            "value for slope",
            "print(ag.tensor([${k*k + c}., ${k*k*b*b + c}.]))",
            "**It runs. These are the values of `b` after the write.** `x.grad` says how fast their sum grows "
            "with each entry of `x`.",
        ),
    ),
    hints=(
        "Look at the line with `+=`. Into which tensor does it write, and who kept that one?",
        "Nobody needs the result of a square on the way back. So the walk is made as if the line were `b = b + $c`.",
        "For `x = [1., 2.]`, factor 1 and any number added, the program prints `tensor([2., 4.])`. Here `a` is "
        "`[$k, ${k*b}]`, and ...",
    ),
    reveal="`2 * a` times $k, for each entry: {key}.",
)

WRITTEN = "v = ag.tensor([0., 1.], requires_grad=True)\nm = v.tanh()\nm += 1\n"
SPOILED_EARLIER = (
    Case("The write by itself", WRITTEN + "print('runs')"),
    Case("The walk after it", WRITTEN + "try:\n    m.sum().backward()\nexcept RuntimeError:\n    print('stops')"),
)

LINES = """\
w = ag.tensor([1., 2.], requires_grad=True)
a = 3 * w
b = a.exp()
c = b + 4
c += 1
b += 1
a += 1
loss = (b + c).sum()
loss.backward()"""

C7 = Bug(
    id="07-C7",
    task="This program stops with `one of the variables needed for gradient computation has been modified by an "
    "inplace operation`. Which line is to blame?",
    program=LINES,
    goal=f"lines = {LINES.splitlines()!r}"
    + """
def runs_without(place):
    names = {"ag": ag}
    try:
        exec("\\n".join(lines[:place] + lines[place + 1:]), names)
    except RuntimeError:
        return False
    return True

answer = next(place + 1 for place in (4, 5, 6) if runs_without(place))
""",
    wrong=(
        Signature(
            "M21",
            "9",
            "**That is where the error comes up, not where the damage was done.** `backward()` finds a version that is "
            "too new. Which line before it wrote into something that was kept?",
            SPOILED_EARLIER,
        ),
        Signature(
            "M20",
            "7",
            "**This line writes in place, and does no harm.** `3 * w` kept the 3, and `exp` kept its result. Nobody "
            "kept `a`.",
            KEPT_OR_NOT,
        ),
        Signature(
            "result of an addition",
            "5",
            "**This line writes into the result of `b + 4`.** Adding has the slope 1: who would need `c` on the way "
            "back?",
            KEPT_OR_NOT,
        ),
        Signature(
            "the node that kept it",
            "3",
            "**This line keeps something, and spoils nothing.** Which line wrote into it afterwards?",
        ),
    ),
    reason="`exp` kept its result `b` at version 0, and this line made it version 1. The other two writes hit nothing "
    "that was kept.",
    hints=(
        "Look at the three lines that write in place, and leave the last line alone: it only finds the damage.",
        "Which operation here keeps a tensor, and which tensor? Then look who writes into that tensor.",
        "In `m = v.tanh()`, `n = 2 * m`, `n += 1`, `m += 1` the culprit is the last of the four: `tanh` kept `m`. "
        "Here `exp` kept ...",
    ),
    reveal="`exp` keeps its result, and that is written into at {key}.",
)
