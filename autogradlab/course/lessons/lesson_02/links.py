"""Lesson 02, where links end: at a place that adds up a gradient, or nowhere."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature

SHORT = """
def short(links):
    written = ((f"<{type(node).__name__}>" if node else "None", number) for node, number in links)
    return "(" + ", ".join(f"({name}, {number})" for name, number in written) + ")"
"""

C8 = Choice(
    id="02-C8",
    task="Which line does the program print? (Addresses in memory are left out.)",
    listing="""
c = ag.tensor(5.)
x = ag.tensor(2., requires_grad=True)
y = c * x
print(y.grad_fn.next_functions)
""",
    program=SHORT
    + """
c = ag.tensor(5.)
x = ag.tensor(2., requires_grad=True)
y = c * x
answer = short(y.grad_fn.next_functions)
""",
    reason="A product has an entry for each of its two inputs, in their order. Nothing goes back to `c`, so its entry "
    "is `(None, 0)`. A number typed into a power, as in `x**2`, is part of the operation and has no entry.",
    twin="02-C9",
    options=(
        Option("((None, 0), (<AccumulateGrad>, 0))", "`((None, 0), (<AccumulateGrad>, 0))`"),
        Option(
            "((<AccumulateGrad>, 0), (<AccumulateGrad>, 0))",
            "`((<AccumulateGrad>, 0), (<AccumulateGrad>, 0))`",
            "M60",
            "**For `c` nobody has asked for a gradient.** So there is no place where one would be added up, and its "
            "link leads nowhere.",
            (
                Case(
                    "Both asked for",
                    "a = ag.tensor(7., requires_grad=True)\nb = ag.tensor(3., requires_grad=True)\n"
                    "print([node is None for node, _ in (a * b).grad_fn.next_functions])",
                ),
                Case(
                    "One asked for",
                    "a = ag.tensor(7., requires_grad=True)\nb = ag.tensor(3.)\n"
                    "print([node is None for node, _ in (a * b).grad_fn.next_functions])",
                ),
            ),
        ),
        Option(
            "((<AccumulateGrad>, 0),)",
            "`((<AccumulateGrad>, 0),)`",
            "constants left out",
            "**A product has an entry for each of its two inputs, even where nothing goes back.** The place in the "
            "line says which input it is.",
            (
                Case(
                    "How many links has `7 * a`?",
                    "a = ag.tensor(3., requires_grad=True)\nanswer = len((7 * a).grad_fn.next_functions)",
                ),
                Case(
                    "And `a * a`?",
                    "a = ag.tensor(3., requires_grad=True)\nanswer = len((a * a).grad_fn.next_functions)",
                ),
            ),
        ),
        Option(
            "((<MulBackward0>, 0), (<MulBackward0>, 0))",
            "`((<MulBackward0>, 0), (<MulBackward0>, 0))`",
            "the node itself",
            "**`MulBackward0` is `y.grad_fn` itself.** Its links lead on to what `y` was made of. No operation made "
            "`c` and `x`.",
        ),
        Option(
            "((5.0, 0), (2.0, 0))",
            "`((5.0, 0), (2.0, 0))`",
            "M45",
            "**Links hold no numbers.** They say where to go next. The numbers that a node needs are kept in another "
            "place.",
        ),
    ),
    hints=(
        "Look at `c` and at `x`: for which of the two did the program ask for a gradient?",
        "A product has one link for each of its two inputs. An input that wants no gradient has a link that leads "
        "nowhere.",
        "For `x * 7` the links are `((<AccumulateGrad>, 0), (None, 0))`: first `x`, then the constant. In `c * x` the "
        "constant comes ...",
    ),
    reveal="First `c`, to which nothing goes back, then the place where the gradient of `x` is added up: {key}.",
)

C9 = Number(
    id="02-C9",
    task="In the whole graph of `y`, how many links lead nowhere: how many times does `(None, 0)` appear there?",
    listing="x = ag.tensor(2., requires_grad=True)\nc = ag.tensor(5.)\ny = $line",
    program="""
x = ag.tensor(2., requires_grad=True)
c = ag.tensor(5.)
y = $line
links, waiting = [], [y.grad_fn]
while waiting:
    found = [node for node, _ in waiting.pop().next_functions]
    links += found
    waiting += [node for node in found if node and node.next_functions]
answer = sum(node is None for node in links)
ends = sum(node is None or not node.next_functions for node in links)
""",
    expected="one for each input that wants no gradient",
    reason="`c` and every number typed into the line want no gradient. Their links lead nowhere.",
    numbers={"line": "(c * x + 3) * x"},
    ranges={"line": ("(c * x + 3) * (x - c)", "(2 * x + 3) * x + c", "(4 * x + c) * (c - x) + 1", "c * x + 2 * x * c")},
    wrong=(
        Signature(
            "every input asked for",
            "0",
            "**Then every input would want a gradient.** Which inputs did not ask for one?",
        ),
        Signature(
            "numbers overlooked",
            '"$line".count("c")',
            "**{answer} counts the tensor `c` alone.** A number typed into the line is a constant, too.",
        ),
        Signature(
            "leaves counted",
            "ends",
            "**{answer} counts the links to `x`, too.** A gradient was asked for `x`, so a link to it leads somewhere.",
        ),
        Signature(
            "links counted", "len(links)", "**{answer} is the number of all links.** How many of them lead nowhere?"
        ),
    ),
    hints=(
        "Look at each operation of the line. Each has two inputs, so two links.",
        "A link leads nowhere if its input wants no gradient. Go through the inputs one by one.",
        "In `x * 7 * x` there are two products, so four links, and the link of the 7 leads nowhere. Here the "
        "constants are ...",
    ),
    reveal="Count `c` and the typed numbers: {key} links lead nowhere.",
)
