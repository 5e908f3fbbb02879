"""Lesson 02, the bug: an engine of eight lines that is right on chains and loses a path on diamonds."""

from autogradlab.course.checks.questions import Case, Choice, Code, Number, Option, Probe, Signature

BUGGY = """
def gradients(graph, start):
    grad = {name: 0 for name in graph}
    def back(name, arrived):
        grad[name] = arrived
        for source, slope in graph[name]:
            back(source, slope * arrived)
    back(start, 1)
    return grad
"""
FIXED = BUGGY.replace("grad[name] = arrived", "grad[name] += arrived")
GRAPHS = """
cafe = {"income": [("price", 10), ("guests", 3)], "guests": [("2*price", -1)], "2*price": [("price", 2)], "price": []}
"""

TWICE = '{"y": [("x", 30), ("x", 12)], "x": []}'
ON_A_DOUBLE_EDGE = (
    Case("First the slope 30, then the slope 12", BUGGY + f'answer = gradients({TWICE}, "y")["x"]'),
    Case("What is right there", "answer = 30 + 12"),
)

B1 = Choice(
    id="02-B1",
    task="For the chain every number is right. For the café, `price` should get 4, but it gets −6. Why?",
    program=BUGGY
    + GRAPHS
    + """
def mended(old, new):
    names = {}
    exec(SOURCE.replace(old, new), names)
    return names["gradients"](cafe, "income")["price"]

repairs = {
    "replaced": mended("grad[name] = arrived", "grad[name] += arrived"),
    "order": mended("graph[name]:", "graph[name][::-1]:"),
    "sign": mended("slope * arrived", "abs(slope) * arrived"),
    "start": mended("back(start, 1)", "back(start, 2)")}
answer = next(name for name, got in repairs.items() if got == 4)
""".replace("SOURCE", repr(BUGGY)),
    reason="10 arrived first, along the direct path. Then −6 arrived and took its place. On a chain nothing arrives "
    "twice, so nobody notices.",
    twin="02-B3",
    options=(
        Option("replaced", "What arrives second takes the place of what arrived first"),
        Option(
            "order",
            "It goes to `price` before it goes to `guests`; it should be the other way round",
            "order blamed",
            "**The other way round it gives 10.** Then the other path is lost. Both orders lose one.",
            ON_A_DOUBLE_EDGE,
        ),
        Option(
            "sign",
            "The slope `-1` should not be negative",
            "sign on a path",
            "**Guests who stay away take their money with them.** That slope is negative for good reason. With its "
            "sign reversed, `price` would get 6 here.",
        ),
        Option(
            "start",
            "The walk should not begin with 1",
            "start blamed",
            "**The 1 says: when `income` grows by 1, `income` grows by 1.** With another number everything would be "
            "larger by the same factor, and the chain would no longer be right.",
        ),
    ),
    hints=(
        "Look at the number that `price` gets. Which path does it come from?",
        "Two paths lead to `price`. What does the line with `grad[name]` do when it is reached for the second time?",
        "After `x = 5` and then `x = 7`, what is left of the 5? The same happens to the 10, when ...",
    ),
    reveal="{key}: the line `grad[name] = arrived` forgets what was there.",
)


def asked(what, graph):
    """A probe with one graph. The names may come in any order, and whole numbers as floats."""
    return Probe(
        what,
        f"""answer = gradients({graph}, "y")
if isinstance(answer, dict):
    whole = lambda n: round(n) if hasattr(n, "__round__") and n == n // 1 else n
    answer = {{name: whole(answer[name]) for name in sorted(answer, key=str)}}
""",
    )


B2 = Code(
    id="02-B2",
    task="Fix `gradients`, in the cell above or here, so that it is right for every graph, and hand it to the check.",
    entry="gradients",
    starter=BUGGY.strip(),
    program=FIXED,
    reason="Every path goes on with its own number, and each arrival is added to what is there.",
    probes=(
        asked("a chain", '{"y": [("z", 7)], "z": [("x", 5)], "x": []}'),
        asked("two links to one number", '{"y": [("x", 3), ("x", 4)], "x": []}'),
        asked("a diamond", '{"y": [("p", 2), ("q", 3)], "p": [("x", 5)], "q": [("x", 7)], "x": []}'),
        asked(
            "a meeting point halfway",
            '{"y": [("p", 2), ("q", 3)], "p": [("s", 5)], "q": [("s", 7)], "s": [("x", 11)], "x": []}',
        ),
        asked("a diamond that is written down from its end", '{"x": [], "p": [("x", 5)], "y": [("p", 2), ("x", 3)]}'),
    ),
    wrong=(
        Signature(
            "M38",
            BUGGY.replace("grad[name] = arrived", "grad[name] = grad[name] or arrived"),
            "**Now the first one stays, and what comes second is lost.** Both paths have something to say. What do two "
            "shares of one change make together?",
            ON_A_DOUBLE_EDGE,
        ),
        Signature(
            "M38",
            BUGGY.replace("grad[name] = arrived", "grad[name] = (grad[name] or 1) * arrived"),
            "**Now the paths are multiplied where they meet.** Multiply along a path; that is done in the line with "
            "`slope * arrived`. Where paths meet, add.",
            (Case("Paths multiplied: slopes 30 and 12", "answer = 30 * 12"), Case("Paths added", "answer = 30 + 12")),
        ),
        Signature(
            "the sum is sent on twice",
            FIXED.replace("slope * arrived", "slope * grad[name]"),
            "**Now a share is sent on twice.** The second visit sends the whole sum, but the first visit has already "
            "sent its part. Either send on what has arrived now, or wait for everything.",
        ),
        Signature(
            "mean of the paths",
            FIXED.replace("+= arrived", "= (grad[name] + arrived) / (2 if grad[name] else 1)"),
            "**Now the paths are averaged where they meet.** Each path is an effect of its own. Effects add up.",
        ),
    ),
    hints=(
        "Look at the line with `grad[name]`. What does it do on the second visit?",
        "Each visit brings one share. What was there before has to stay.",
        "To collect the numbers 5 and 7 in a place that starts at 0: `total += 5`, then `total += 7`. In `back` the "
        "total is ...",
    ),
    reveal="The line becomes `grad[name] += arrived`.",
)

B3 = Number(
    id="02-B3",
    task="The engine still has its bug. Which number does it give for `x`, when `graph` is `{'y': [('p', $p), ('q', "
    "$q)], 'p': [('x', $s)], 'q': [('x', $t)], 'x': []}`?",
    program=BUGGY
    + """
graph = {'y': [('p', $p), ('q', $q)], 'p': [('x', $s)], 'q': [('x', $t)], 'x': []}
answer = gradients(graph, 'y')['x']
""",
    expected="what one of the two paths brings",
    reason="The path through `q` comes second, and `$q * $t` takes the place of `$p * $s`.",
    numbers={"p": 2, "q": 3, "s": 4, "t": 5},
    ranges={"p": (2, 3, 4), "q": (5, 6, 7), "s": (4, 8, 9), "t": (3, 5)},
    wrong=(
        Signature(
            "as if it were mended",
            "$p * $s + $q * $t",
            "**{answer} is what a correct engine gives.** This one has a line that forgets. What is left at the end?",
        ),
        Signature(
            "first path kept",
            "$p * $s",
            "**{answer} is what arrives first.** What happens to it when the second path arrives?",
        ),
        Signature(
            "M39", "$t", "**{answer} is the slope of the last step alone.** It is multiplied by what arrives there."
        ),
    ),
    hints=(
        "Look at the order in which the engine goes through the links of `y`.",
        "Multiply along each path. Then ask which of the two is written last.",
        "With `'y': [('x', 100), ('x', 70)]` the engine first writes 100, and then 70 in its place. Here it first "
        "writes `$p * $s`, and then ...",
    ),
    reveal="Through `q` comes `$q * $t`, and it is written last: {key}.",
)
