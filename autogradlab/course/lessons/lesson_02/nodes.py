"""Lesson 02, the graph's own names: which tensors have a `grad_fn`, and where its links lead."""

from autogradlab.course.checks.questions import Case, Click, Print, Signature

P3 = Print(
    id="02-P3",
    predict=True,
    task="`backward` has run. What does the last line print?",
    program="""
price = ag.tensor(3., requires_grad=True)
income = price * (16 - 2 * price)
income.backward()
print(price.grad_fn)
""",
    reason="No operation made `price`: you typed it. So there is no node to show.",
    wrong=(
        Signature(
            "M45",
            "print(ag.tensor(4.))",
            "**{answer} is the gradient, and that is in `price.grad`.** A `grad_fn` is not a number. It is the node of "
            "the operation that made a tensor. Which operation made `price`?",
            (
                Case("`w.grad`", "w = ag.tensor(5., requires_grad=True)\nloss = w * 4\nloss.backward()\nprint(w.grad)"),
                Case(
                    "`loss.grad_fn`",
                    "w = ag.tensor(5., requires_grad=True)\nloss = w * 4\nloss.backward()\nprint(loss.grad_fn.name())",
                ),
            ),
        ),
        Signature(
            "M45",
            "print(4.)",
            "**{answer} is the gradient, and that is in `price.grad`.** A `grad_fn` is the node of the operation that "
            "made a tensor. Which operation made `price`?",
        ),
        Signature(
            "M45",
            'print("<MulBackward0>")',
            "**{answer} is the node that made `income`.** It is `income.grad_fn`. Which operation made `price`?",
        ),
        Signature(
            "M45",
            'print("AccumulateGrad")',
            "**{answer} is where the way back to `price` ends.** It is found from `income`, through its links; it did "
            "not make `price`. Which operation did?",
        ),
        Signature(
            "M45",
            'print("MulBackward0")',
            "**{answer} is the node that made `income`.** It is `income.grad_fn`. Which operation made `price`?",
        ),
        Signature(
            "M45",
            'print("grad_fn=<MulBackward0>")',
            "**{answer} is how the node of `income` is printed beside its number.** Which operation made `price`?",
        ),
        Signature(
            "M45",
            'print("RsubBackward1")',
            "**{answer} is the node of the guests, `16 - 2 * price`.** Which operation made `price`?",
        ),
        Signature(
            "M45",
            'print("SubBackward0")',
            "**{answer} would be the node of a subtraction.** Is `price` the result of one? Which operation made it?",
        ),
        Signature(
            "None in another language",
            'print("null")',
            "**{answer} is how other languages say it.** Which word does Python print where nothing is there?",
        ),
    ),
    hints=(
        "Look at the line where `price` is made. Is there an operation in it?",
        "`grad_fn` is the node of the operation that made a tensor. What could it be for a number that you typed?",
        "For `loss = w * 4`, the tensor `loss` has a node, because a product made it. The tensor `w` was made by ...",
    ),
    reveal="`price` was typed and not computed, so there is no node: {key}.",
)

LINE_OF_FOUR = """
w = ag.tensor(3., requires_grad=True)
x = ag.tensor(2.)
p = w * x
s = p + 1
y = s**2
loss = y * 5
root = loss
answer = y.grad_fn.next_functions[0][0]
"""

C4 = Click(
    id="02-C4",
    task="Where does the first link of `y.grad_fn.next_functions` lead? Click on that operation, or pick it from the "
    "list.",
    program=LINE_OF_FOUR,
    reason="Links point the way that backward goes. `y` is the square of `s`, so the link leads to the node that "
    "made `s`.",
    wrong=(
        Signature(
            "M44",
            "loss.grad_fn",
            "**That node comes after `y` in your program.** The word “next” is meant from backward's point of view: "
            "which node runs after this one, on the way back?",
            (
                Case(
                    "`b = a + 1`, `c = b * 2`, `d = c**2`: what made `c`",
                    "a = ag.tensor(5., requires_grad=True)\nb = a + 1\nc = b * 2\nd = c**2\nprint(c.grad_fn.name())",
                ),
                Case(
                    "And its link leads to",
                    "a = ag.tensor(5., requires_grad=True)\nb = a + 1\nc = b * 2\nd = c**2\n"
                    "print(c.grad_fn.next_functions[0][0].name())",
                ),
            ),
        ),
        Signature(
            "the node itself",
            "y.grad_fn",
            "**That is `y.grad_fn` itself, the node that made `y`.** Its links lead away from it, to what `y` was made "
            "of.",
        ),
        Signature(
            "one node too far",
            "answer.next_functions[0][0]",
            "**That node is two links away.** One lies in between. What was `y` made of, directly?",
        ),
    ),
    hints=(
        "Look for `y` in the picture, and for the operation that made it.",
        "Links point from a result to what it was made of. What is squared in `y = s**2`?",
        "For `d = c**2`, with `c = b * 2`, the link of `d.grad_fn` leads to the `MulBackward0` that made `c`. Here it "
        "leads to the one that made ...",
    ),
    reveal="`y` is the square of `s`, so the link leads to the node that made `s`: {key}.",
)


def printed_true_for(which: str) -> str:
    """A program with the output that C5 would have if only `which` of its tensors had no node."""
    return f'for tensor in ("$one", "$two", "$three"):\n    print(tensor == "{which}")'


C5 = Print(
    id="02-C5",
    task="A text on the web says: “Whatever an operation gives you carries a `grad_fn`.” Somebody puts it to the test. "
    "What is printed?",
    program="""
w = ag.tensor(3., requires_grad=True)
x = ag.tensor(2.)
for tensor in ($one, $two, $three):
    print(tensor.grad_fn is None)
""",
    reason="Nobody asked about `x`, so nothing was noted for `x * x`. The text should say: whatever a recorded "
    "operation gives you.",
    numbers={"one": "w * x", "two": "x * x", "three": "w"},
    ranges={place: ("w * x", "x * x", "w") for place in ("one", "two", "three")},
    wrong=(
        Signature(
            "every result has a node",
            printed_true_for("w"),
            "**That is what the text promises.** But a node is a note for the way back. For `x * x` nobody asked for a "
            "way back: `x` has no `requires_grad=True`.",
            (
                Case("Node of `a * 5`", "a = ag.tensor(7., requires_grad=True)\nprint((a * 5).grad_fn.name())"),
                Case("Node of `b * 5`", "b = ag.tensor(7.)\nprint((b * 5).grad_fn)"),
            ),
        ),
        Signature(
            "M45",
            printed_true_for("x * x"),
            "**For `x * x` you are right. `w` was typed, and not computed.** A `grad_fn` is the node of the operation "
            "that made a tensor. Which one made `w`?",
            (
                Case("Typed", "a = ag.tensor(7., requires_grad=True)\nprint(a.grad_fn)"),
                Case("Computed", "a = ag.tensor(7., requires_grad=True)\nprint((a * 5).grad_fn.name())"),
            ),
        ),
        Signature(
            "M45",
            printed_true_for("none"),
            "**Not every tensor has a node.** One of the three was typed, and for another nobody will ask the way "
            "back.",
            (
                Case("Typed", "a = ag.tensor(7., requires_grad=True)\nprint(a.grad_fn)"),
                Case("Computed", "a = ag.tensor(7., requires_grad=True)\nprint((a * 5).grad_fn.name())"),
            ),
        ),
        Signature(
            "is None read the other way",
            printed_true_for("w * x"),
            "**Mind the words `is None`.** `True` is printed where there is no node.",
        ),
        Signature(
            "nodes for answers",
            'for tensor in ("$one", "$two", "$three"):\n    print("MulBackward0" if tensor == "w * x" else None)',
            "**Right: only one of the three has a node.** But the program prints what `is None` says of each.",
        ),
    ),
    hints=(
        "Look for `requires_grad=True`. Which of the three tensors depend on it?",
        "A node is there if an operation made the tensor, and if a way back was asked for. Which of the three have "
        "both?",
        "With `a = ag.tensor(7., requires_grad=True)`: for `a + 1` the line prints `False`, for `a` alone it prints "
        "`True`. Here: ...",
    ),
    reveal="`w * x` has a node. `x * x` has none, because no way back was asked for, and `w` has none, because it was "
    "typed.",
)
