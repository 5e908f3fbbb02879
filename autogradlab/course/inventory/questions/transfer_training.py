"""Transfer, programs 1 and 2: a weight with momentum, and a layer with two losses."""

from autogradlab.course.inventory.question import Question, claim, right, wrong

BLOCK = {"T": {}}
MOMENTUM = """
w = ag.tensor(2., requires_grad=True)
x = ag.tensor(3.)
optimizer = ag.optim.SGD([w], lr=0.05, momentum=0.9)
loss = (w * x - 2)**2
loss.backward()
optimizer.step()
"""
LAYER = """
weight = ag.tensor([[1., 2.]], requires_grad=True)
bias = ag.tensor([0.5], requires_grad=True)
out = ag.ones(3, 2) @ weight.T + bias
"""

T01 = Question(
    prefix="",
    forms=BLOCK,
    number=1,
    idea="data and gradients",
    lesson="03",
    task="Program 1. What does `print(x.grad)` show at the end?",
    listing=MOMENTUM,
    measure="""
answer = None if x.grad is None else x.grad.item()
slope = 2 * (2 * 3 - 2)
""",
    answers=(
        right(),
        wrong("M60", "slope * 2.0", "{gives}: the gradient for the data"),
        claim("needed", "An error: training needs `requires_grad=True` on `x` too", "M60"),
    ),
    reason="Only tensors that ask for it get a gradient, and only weights have to ask.",
)

T02 = Question(
    prefix="",
    forms=BLOCK,
    number=2,
    idea="a loss after the step",
    lesson="05",
    task="Program 1. What does `loss` hold at the end, after the step?",
    listing=MOMENTUM,
    measure="answer = round(loss.item(), 4)",
    answers=(right(), wrong("M42", "round((w.item() * 3 - 2)**2, 4)"), wrong("M41", "0.0")),
    reason="`loss` was computed before the step and stays {answer:g} until the line is run again.",
)

T03 = Question(
    prefix="",
    forms=BLOCK,
    number=3,
    idea="a gradient that was cleared",
    lesson="04",
    task="Program 1 goes on with `optimizer.zero_grad()`. What does `print(w.grad)` show then?",
    listing=MOMENTUM + "optimizer.zero_grad()\n",
    measure="answer = w.grad",
    answers=(
        right(),
        wrong("M06", "'tensor(0.)'"),
        wrong("M61", "'as before'", "The gradient as before: `zero_grad` is for the next one"),
    ),
    reason="Since PyTorch 2.0, clearing takes the gradient away: `.grad` is `None` again.",
)

T04 = Question(
    prefix="",
    forms=BLOCK,
    number=4,
    idea="what clearing leaves alone",
    lesson="04",
    task="Program 1 goes on with `optimizer.zero_grad()`. What is `w` then? (Rounded.)",
    listing=MOMENTUM + "optimizer.zero_grad()\n",
    measure="answer = round(w.item(), 4)",
    answers=(
        right(),
        wrong("M05", "0.0", "{gives}: it was cleared"),
        wrong("M05", "2.0", "{gives}: the step was undone"),
        wrong("M40", "round(4 - answer, 4)"),
    ),
    reason="`zero_grad` is about `.grad` alone. The weight stays where the step put it.",
)

T05 = Question(
    prefix="",
    forms=BLOCK,
    number=5,
    idea="no gradient, and a gradient of zero",
    lesson="04",
    task="After program 1 somebody sets `w.grad` by hand and calls `optimizer.step()` once more. In which case does "
    "`w` move?",
    listing=MOMENTUM,
    measure="""
def moves(grad):
    names = ran()
    before = names["w"].item()
    names["w"].grad = grad
    names["optimizer"].step()
    return names["w"].item() != before

answer = f"zero {moves(ag.tensor(0.))}, None {moves(None)}"
""",
    answers=(
        claim("zero True, None False", "With `w.grad = torch.tensor(0.)`, not with `w.grad = None`"),
        claim("zero False, None False", "In neither: both say that there is no gradient", "M09"),
        claim("zero True, None True", "In both: momentum moves the weight in any case", "M09"),
    ),
    reason="A gradient of zero is a gradient, and the momentum of the first step goes on. `None` makes the optimizer "
    "leave the weight out.",
)

T06 = Question(
    prefix="",
    forms=BLOCK,
    number=6,
    idea="the gradient of a bias",
    lesson="06",
    task="Program 2 goes on with `out.sum().backward()`. What does `bias.grad` hold?",
    listing=LAYER,
    measure="""
out.sum().backward()
answer = bias.grad.tolist()
""",
    answers=(right(), wrong("M71", "[1.0] * 3"), wrong("M71", "[[1.0]] * 3"), wrong("M71", "[1.0]")),
    reason="A gradient has the shape of its tensor. The bias was used for {answer[0]:g} samples, and their shares add "
    "up.",
)

T07 = Question(
    prefix="",
    forms=BLOCK,
    number=7,
    idea="backward twice where nothing was saved",
    lesson="07",
    task="Program 2 goes on with `total = bias.sum()`, and then `total.backward()` is called twice. What happens?",
    listing=LAYER,
    measure="""
total = bias.sum()
total.backward()
total.backward()
answer = bias.grad.tolist()
""",
    answers=(
        right("Both calls run, and `bias.grad` holds {gives}"),
        claim("an error", "The second call raises an error", "M11"),
        wrong("M03", "[1.0]", "Both calls run, and `bias.grad` holds {gives}"),
    ),
    reason="A sum saves nothing for `backward`, so nothing can be missing in the second call.",
)

T08 = Question(
    prefix="",
    forms=BLOCK,
    number=8,
    idea="two losses on one layer",
    lesson="07",
    task="Program 2 has two losses, `a = out.sum()` and `b = (out * out).sum()`. Which way gives the right "
    "`weight.grad`?",
    listing=LAYER,
    measure="""
def grad(*calls):
    names = ran()
    exec("a, b = out.sum(), (out * out).sum()", names)
    for call in calls:
        exec(call, names)
    return names["weight"].grad

together = grad("(a + b).backward()")
apart = grad("a.backward(retain_graph=True)", "b.backward()")
by_hand = sum(grad(call) for call in ("a.backward()", "b.backward()"))
right = lambda found: bool((found == by_hand).all())
answer = f"together {right(together)}, apart {right(apart)}"
""",
    answers=(
        claim(
            "together True, apart True",
            "Both: `(a + b).backward()`, and `a.backward(retain_graph=True)` followed by `b.backward()`",
        ),
        claim(
            "together True, apart False",
            "Only `(a + b).backward()`: apart, the second gradient takes the place of the first",
            "M72",
        ),
        claim("together False, apart True", "Only one after the other: a sum mixes the two gradients up", "M72"),
    ),
    reason="The gradient of a sum is the sum of the gradients, and `.grad` adds up. The sum needs no `retain_graph`.",
)
