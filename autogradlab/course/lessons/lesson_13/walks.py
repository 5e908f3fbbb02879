"""Lesson 13, walks through the miniature: in haste, in order, and twice."""

from autogradlab.course.checks.questions import COUNTED, Case, Click, Number, Order, Signature
from autogradlab.course.lessons.lesson_13.miniature import HASTY, NUMBER, WALK

PATHS = (
    Case("One path", "v = ag.tensor(5., requires_grad=True)\n(2 * v).backward()\nanswer = v.grad"),
    Case("A second one, `v * v`", "v = ag.tensor(5., requires_grad=True)\n(2 * v + v * v).backward()\nanswer = v.grad"),
)

MEETS = "x, y = Number($x.), Number($y.)\nloss = mul(x, add(x, y))\nhasty(loss)\n"

P1 = Number(
    id="13-P1",
    predict=True,
    task="Before you run it: `x` is used twice in `x * (x + y)`. What will `x.grad` be for $x and $y?",
    listing=MEETS,
    program=NUMBER + HASTY + MEETS + "answer = x.grad",
    numbers={"x": 3, "y": 4},
    ranges={"x": range(2, 7), "y": range(2, 9)},
    expected="the slope of the whole loss with respect to `x`",
    reason="Two paths lead to `x`: directly, with `x + y = ${x+y}`, and through the sum, with $x. They add up.",
    wrong=(
        Signature(
            "M38",
            "1. * x.data + y.data",
            "**{answer} is what comes along the direct path.** `x` is also in the sum, and what comes along there is "
            "added.",
            PATHS,
        ),
        Signature(
            "M38",
            "1. * x.data * (x.data + y.data) + 0.",
            "**{answer} multiplies the two paths.** Along a path, slopes are multiplied; where paths meet, they are "
            "added.",
            PATHS,
        ),
        Signature(
            "upstream alone",
            "1.",
            "**1 is where the walk begins, at the loss.** On the way to `x` it is multiplied by the slopes.",
        ),
        Signature(
            "square alone",
            "2. * x.data",
            "**{answer} is the slope of `x * x` alone.** Multiply the brackets out: what else is in the loss?",
        ),
        Signature(
            "twice the same",
            "2. * (x.data + y.data)",
            "**{answer} lets both paths bring the same.** What stands beside `x` on each of them?",
        ),
    ),
    hints=(
        "Look for every place where `x` stands in the expression.",
        "Go along each path from the loss to `x`, multiply its slopes, and add what arrives.",
        "For `x * (x + y)` at 100 and 200: `300` directly and `100` through the sum. At $x and $y: ${x+y} directly, "
        "and ...",
    ),
    reveal="`${x+y} + $x`: {key}.",
)

DIAMOND = "x, y = Number($x.), Number($y.)\na = mul(x, y)\nloss = mul(a, a)\n"

P2 = Number(
    id="13-P2",
    predict=True,
    task="Before you run it: now a **result** is used twice, `a = x * y` and `loss = a * a`. What does our walk put "
    "into `x.grad`?",
    listing=DIAMOND + "hasty(loss)\n",
    program=NUMBER + HASTY + DIAMOND + "hasty(loss)\nanswer = x.grad",
    numbers={"x": 3, "y": 2},
    ranges={"x": range(2, 7), "y": range(2, 7)},
    expected="what this walk gives, line by line, and not what would be right",
    reason="`a` is put on the list twice. Each visit sends on all that has arrived by then, ${2*x*y}.",
    wrong=(
        Signature(
            "the right slope",
            "2. * x.data * y.data**2",
            "**{answer} is the right slope, and this walk does not find it.** How often does `a` come from the list "
            "`waiting`? And what does it send on each time?",
        ),
        Signature(
            "M38",
            "x.data * y.data**2",
            "**{answer} is one of two paths.** Both factors of the loss are `a`, so something arrives there twice.",
            PATHS,
        ),
        Signature(
            "four paths",
            "8. * x.data * y.data**2",
            "**{answer} is twice too large even for this walk.** Write down `waiting` and `a.grad` after each round.",
        ),
        Signature(
            "value for slope",
            "1. * loss.data",
            "**{answer} is the loss itself.** What does the walk send to `x`, and how often?",
        ),
    ),
    hints=(
        "Write down `waiting` after each round of the loop. Which name stands there twice?",
        "A visit multiplies by `result.grad`, and that is everything that has arrived so far.",
        "For `a = 5 * 1`: `a.grad` becomes 10, then `a` is visited twice, and `x.grad` gets `10 * 1` two times. "
        "Here `a.grad` becomes ${2*x*y}, and ...",
    ),
    reveal="`a` is visited twice, and sends `${2*x*y} * $y` each time: {key}.",
)

TWICE = DIAMOND + "walk(loss)\nfirst = x.grad\nwalk(loss)\n"

P3 = Number(
    id="13-P3",
    predict=True,
    task="Before you run it: `walk` puts ${2*x*y*y} into `x.grad`. Then it is called once more with the same loss. "
    "What is in `x.grad` now?",
    listing=DIAMOND + "walk(loss)\nwalk(loss)\n",
    program=NUMBER + WALK + TWICE + "answer = x.grad",
    numbers={"x": 3, "y": 2},
    ranges={"x": range(2, 7), "y": range(2, 7)},
    expected="a number larger than twice the first",
    reason="`a.grad` still holds ${2*x*y} from the first walk, and becomes ${4*x*y}. So the second walk sends on twice "
    "as much.",
    wrong=(
        Signature(
            "each walk the same",
            "2 * first",
            "**{answer} would be right if every walk sent the same.** It should. But what is in `a.grad` when the "
            "second walk begins?",
        ),
        Signature(
            "M03",
            "first",
            "**{answer} would be there if the second walk replaced what was there.** Look at the line with `+=`.",
        ),
    ),
    hints=(
        "Look at `a.grad`, not at `x.grad`: what is there before the second walk, and after it?",
        "`walk` sets `root.grad`, and adds to all others. It never clears what is in the middle.",
        "For `a = 5 * 1`: after the first walk `a.grad` is 10, after the second 20. So `x.grad` gets 10 and then 20 "
        "more. Here it gets ${2*x*y*y} and then ...",
    ),
    reveal="First ${2*x*y*y}, then twice as much on top: {key}.",
)

DOUBLING = "x = a = Number(1.)\nfor level in range($n):\n    a = add(a, a)\n"

C1 = Number(
    id="13-C1",
    task="Each line `a = add(a, a)` uses a result twice. `hasty(a)` goes along every path on its own. How often does "
    "it take `x` from the list `waiting`?",
    listing=DOUBLING + "hasty(a)\n",
    program=NUMBER
    + DOUBLING
    + """
visits, waiting = 0, [a]
while waiting:
    result = waiting.pop()
    visits += result is x
    waiting.extend(result.inputs)
answer = visits
""",
    numbers={"n": 7},
    ranges={"n": (5, 6, 8, 9)},
    expected="a whole number that doubles with each level",
    relative=COUNTED,
    reason="Every level doubles the number of paths. In the right order, each result is visited once.",
    wrong=(
        Signature(
            "one visit a level",
            "$n",
            "**{answer} is the number of levels.** Each of them has two paths on to the next, and each path goes on by "
            "itself.",
        ),
        Signature(
            "two visits a level",
            "2 * $n",
            "**{answer} adds two for each level.** But both of them lead to a level that branches again.",
        ),
        Signature(
            "M38",
            "1",
            "**1 is what one path makes, or a walk in the right order.** This walk takes every path by itself.",
            PATHS,
        ),
        Signature(
            "one too few",
            "2**$n - 1",
            "**{answer} is how often something else is taken.** Once the last `a`, then two, then four, up to the "
            "level before `x`. And `x` itself?",
        ),
        Signature(
            "one level too many",
            "2**($n + 1)",
            "**{answer} counts one level more than there is.** Begin with one level: how many visits?",
        ),
        Signature(
            "all that is taken",
            "2**($n + 1) - 1",
            "**{answer} is how often anything at all is taken from the list.** How many of these are `x`?",
        ),
    ),
    hints=(
        "Try one level by hand, then two.",
        "How many paths lead from the last `a` to `x`? Each level has two paths on.",
        "Four levels make `2 * 2 * 2 * 2 = 16`. With $n levels: ...",
    ),
    reveal="A product of $n factors, each of them 2: {key}.",
)

TURNS = """
x = ag.tensor(2., requires_grad=True)
w = ag.tensor(1., requires_grad=True)
a = x * w
b = a.exp()
loss = b * (a + b)
root = loss
"""

C2 = Click(
    id="13-C2",
    task="A walk goes back from the loss. One operation has its turn last, because it has to wait until all others "
    "have sent. Click on it.",
    program=TURNS + "answer = a.grad_fn",
    reason="`a` is used by `exp` and by `+`. Before both have sent, its gradient is not whole.",
    wrong=(
        Signature(
            "next in the picture",
            "b.grad_fn",
            "**It also waits for two others, and then it sends on to another operation.** Which one gets something "
            "from it?",
        ),
        Signature("first for last", "loss.grad_fn", "**Here the walk begins.** Which operation is at the other end?"),
        Signature(
            "one arrival is enough",
            "loss.grad_fn.next_functions[1][0]",
            "**It has one user, and may go as soon as that one has sent.** Which operation is used by it, and by "
            "another one?",
        ),
    ),
    hints=(
        "Look at the lines that leave each operation on its right: how many users does it have?",
        "An operation may have its turn when all its users have had theirs.",
        "In `p = u * v`, `q = p + p.exp()` the product comes last: it waits for `+` and for `exp`. Here ...",
    ),
    reveal="All others have sent before {key} has its turn.",
)

C3 = Order(
    id="13-C3",
    task="These are the four things that your engine's `backward` will do. Put them into an order in which a call that "
    "your engine refuses leaves `.grad` as it was, and a second call is refused.",
    program="""
def trial(again, whole):
    loss, leaf = {"used": again, "entries": 1 if whole else 3}, {"grad": None}
    try:
        # LINES
        pass
    except RuntimeError:
        pass
    return leaf["grad"], loss["used"]

def refuse_what_does_not_fit(loss):
    if loss["entries"] != 1:
        raise RuntimeError("only for scalar outputs")

def walk(loss):
    if loss["used"]:
        raise RuntimeError("a second time")
    return 6.

def land(leaf, found):
    leaf["grad"] = found

def let_go(loss):
    loss["used"] = True

answer = [trial(False, True), trial(True, True), trial(False, False)]
""",
    lines=("refuse_what_does_not_fit(loss)", "found = walk(loss)", "land(leaf, found)", "let_go(loss)"),
    outcome="what is in `.grad`, and what is used up, in three trials,",
    wrong=(
        Signature(
            "used up before it is walked",
            "1 4 2 3",
            "**Here the rules are gone before anybody has run them.** So the walk is refused every time. What needs "
            "the rules?",
        ),
        Signature(
            "guard after the gate",
            "2 3 1 4",
            "**This lands first and refuses afterwards.** A call that fails has then changed `.grad`. Who must stand "
            "at the door?",
        ),
        Signature(
            "asked too late",
            "2 3 4 1",
            "**This refuses when all is done.** The gradient has landed and the graph is used up. Who must stand at "
            "the door?",
        ),
    ),
    reason="Look first, then compute, then write, then clean up. So what fails has changed nothing.",
    hints=(
        "Which of the four lines can fail, and which of them write something?",
        "What can fail comes before what writes. And what uses the rules comes before they are let go.",
        "For a bank: look whether the account has enough, compute the new balance, write it down, throw the note "
        "away. Here ...",
    ),
    reveal="Guard, walk, land, let go: {key}.",
)
