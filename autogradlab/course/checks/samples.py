"""One small item of every type: for authors to begin from, and for the tests of types, sessions and cards."""

from autogradlab.course.checks.questions import (
    Bug,
    Choice,
    Click,
    Code,
    Fix,
    Number,
    Option,
    Order,
    Probe,
    Recall,
    Signature,
)

SAYS = dict(reason="So it is.", hints=("Look.", "Think.", "At 5 it is 10."), reveal="It is {key}.")

ORDER = Order(
    id="98-C1",
    task="Put the four lines of a training loop into an order that works.",
    program="w = ag.tensor(3., requires_grad=True)\nopt = ag.optim.SGD([w], lr=0.1)\n"
    "for step in range(3):\n    # LINES\nanswer = w.item()",
    lines=("opt.zero_grad()", "loss = w**2", "loss.backward()", "opt.step()"),
    outcome="`w` after three rounds",
    wrong=(Signature("M07", "2 3 1 4", "**In this order {answer}, the gradient is cleared before it is used.**"),),
    **SAYS,
)

BUG = Bug(
    id="98-C2",
    task="`w.grad` should become 6. Which line is at fault, and which change fixes it?",
    program="w = ag.tensor(3., requires_grad=True)\nwith ag.no_grad():\n    loss = w**2\nloss.backward()",
    probe="answer = w.grad",
    goal="answer = 6.",
    fixes=(
        Fix("remove the `with`", 2, "if True:"),
        Fix(
            "switch the loss on",
            4,
            "loss.requires_grad_()\nloss.backward()",
            "M56",
            "**Switching the loss on makes a new leaf.** Nothing leads from it to `w`.",
        ),
        Fix("leave out `backward`", 4, ""),
    ),
    **SAYS,
)

LINE = Bug(
    id="98-C3",
    task="Which line stops the gradient?",
    program="x = ag.tensor(3., requires_grad=True)\ny = x.detach()\nz = y * 2",
    goal="x = ag.tensor(3., requires_grad=True)\nanswer = 2 if not x.detach().requires_grad else 3",
    wrong=(Signature("later line", "3", "**This line only uses what arrives.** What arrives there?"),),
    **SAYS,
)

NODE = Click(
    id="98-C4",
    task="Which node is the first of `z.grad_fn.next_functions`?",
    program="x = ag.tensor(2., requires_grad=True)\ny = 3*x + 1\nz = y**2\nroot = z\n"
    "answer = z.grad_fn.next_functions[0][0]",
    wrong=(Signature("itself", "z.grad_fn", "**That is `z.grad_fn` itself.** The question asks what comes next."),),
    **SAYS,
)

LEAVES = Click(
    id="98-C5",
    task="Which of these tensors are leaves?",
    among="tensors",
    several=True,
    program="x = ag.tensor(2., requires_grad=True)\nk = ag.tensor(3.)\ny = k*x + 1\nz = y**2\nroot = z\n"
    "answer = [tensor for tensor in (x, k, y, z) if tensor.is_leaf]",
    wrong=(Signature("M17", "[x]", "**A tensor that asks for no gradient is a leaf too.**"),),
    **SAYS,
)

CODE = Code(
    id="98-C6",
    task="Write `square(x)`.",
    entry="square",
    starter="def square(x):\n    ...",
    program="def square(x):\n    return x * x",
    probes=(Probe("a number", "answer = square(3)"), Probe("a tensor", "answer = square(ag.tensor([1., -2.]))")),
    wrong=(Signature("doubled", "def square(x):\n    return 2 * x", "**This doubles.** A square is a product."),),
    **SAYS,
)

VARIED = Number(
    id="98-C7",
    task="What is $w squared?",
    program="w = $w\nanswer = w**2",
    expected="more than $w",
    numbers={"w": 4},
    ranges={"w": range(3, 12)},
    wrong=(Signature("twice", "2*w", "**{answer} is twice $w.** Multiply it by itself."),),
    **SAYS,
)

TWINNED = Choice(
    id="98-C8",
    task="What is 4 squared?",
    program="answer = 4**2",
    options=(Option("16", "Sixteen"), Option("8", "Eight"), Option("4", "Four"), Option("2", "Two")),
    twin="98-C7",
    **SAYS,
)

SEVERAL = Choice(
    id="98-C9",
    task="Which of these are even?",
    several=True,
    keep_order=True,
    program="answer = [name for name in ('1', '2', '3', '4') if int(name) % 2 == 0]",
    options=(
        Option("1", "One", "odd", "**One is odd.** Divide it by two."),
        Option("2", "Two"),
        Option("3", "Three"),
        Option("4", "Four"),
    ),
    **SAYS,
)

PREDICTED = Number(
    id="98-P1",
    task="What will `2 * $w` be?",
    program="answer = 2 * $w",
    expected="an even number",
    predict=True,
    numbers={"w": 4},
    ranges={"w": range(3, 12)},
    **SAYS,
)

#: 12 fits two ideas; the follow-up gives them different numbers.
TORN = Number(
    id="98-C10",
    task="What is the middle of 2 and 12?",
    program="answer = (2 + 12) / 2",
    expected="between them",
    follow_up="98-C11",
    wrong=(Signature("M03", "12 - 0 * 2", "**a**"), Signature("M04", "2 * 6", "**b**")),
    **SAYS,
)

DECIDES = Number(
    id="98-C11",
    task="And of 2 and 8?",
    program="answer = (2 + 8) / 2",
    expected="between them",
    wrong=(Signature("M03", "8", "**The last one.**"), Signature("M04", "2 * 6", "**Twice six.**")),
    **SAYS,
)

RECALL = Recall(id="99-R1", of=("98-C7", "98-C4"))

ITEMS = (ORDER, BUG, LINE, NODE, LEAVES, CODE, VARIED, TWINNED, SEVERAL, PREDICTED, TORN, DECIDES, RECALL)
