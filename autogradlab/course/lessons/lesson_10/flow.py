"""Lesson 10, how much of a gradient reaches the first layers: a product of slopes, and what it does not say."""

from autogradlab.course.checks.questions import Choice, Number, Option, Signature

P3 = Choice(
    id="10-P3",
    predict=True,
    task="Before you run it: ten sigmoids in a row, and the slope of each is 1/4 or less. About how large is `x.grad`?",
    listing="""
x = ag.tensor(0.0, requires_grad=True)
h = x
for layer in range(10):
    h = h.sigmoid()
h.backward()
""",
    program="""
x = ag.tensor(0.0, requires_grad=True)
h = x
for layer in range(10):
    h = h.sigmoid()
h.backward()
sizes = {"tiny": (0, 1e-6), "share": (0.01, 0.1), "same": (0.1, 0.3), "sum": (1, 3)}
answer, = [name for name, (low, high) in sizes.items() if low < x.grad.item() < high]
""",
    keep_order=True,
    options=(
        Option(
            "sum",
            "About 2: ten slopes of nearly 1/4, added up",
            "added",
            "**Slopes add where paths meet.** Here there is one path, and the slopes lie on it one after the other.",
        ),
        Option(
            "same",
            "About 0.2: each of them has a slope of nearly 1/4",
            "M39",
            "**That is the slope of one sigmoid alone.** What reaches it has come through the others "
            "first, and only then is multiplied by its slope.",
        ),
        Option(
            "share",
            "About 0.02: a slope of nearly 1/4, shared out among ten",
            "M68",
            "**It does not go down in equal portions.** Each sigmoid lets through a quarter of what the one before "
            "let through.",
        ),
        Option("tiny", "Less than a millionth: ten slopes of nearly 1/4, multiplied"),
    ),
    reason="Along a path slopes are multiplied, and `0.25**10` is less than a millionth.",
    hints=(
        "Look at two sigmoids first. What is a quarter of a quarter?",
        "Along a path slopes are multiplied, as in lesson 02.",
        "After five of them at most `0.25**5` is left, about one thousandth. After ten of them ...",
    ),
    reveal="{key}.",
)

C1 = Number(
    id="10-C1",
    task="`x` goes through $n sigmoids, one after the other, and `backward()` starts at the last one. What would "
    "`x.grad` be if each of them stood where a sigmoid is steepest? It can never be more. (A formula like `3/7` or "
    "`0.1**2` is fine.)",
    program="""
x = ag.tensor(0., requires_grad=True)
x.sigmoid().backward()
largest = x.grad.item()     # the slope of a sigmoid is largest at 0
answer = largest**$n
""",
    numbers={"n": 6},
    ranges={"n": range(3, 9)},
    expected="a product of $n equal factors",
    reason="No sigmoid lets more than a quarter through, and what they let through is multiplied.",
    wrong=(
        Signature(
            "M68",
            "largest",
            "**{answer} is the most that one sigmoid lets through.** The next one gets that, and no more.",
        ),
        Signature(
            "added",
            "largest * $n",
            "**{answer} adds the slopes.** They lie one after the other on one path. What does that mean for them?",
        ),
        Signature(
            "shared out",
            "largest / $n",
            "**{answer} shares a quarter out.** Each sigmoid lets through a quarter of what the one before let "
            "through.",
        ),
        Signature(
            "halves",
            "0.5**$n",
            "**{answer} takes 1/2 for each.** At 0 a sigmoid gives 1/2. Its slope there is smaller.",
        ),
        Signature(
            "one too few",
            "largest**($n - 1)",
            "**{answer} is one factor short.** The sigmoid at the very end has a slope as well.",
        ),
        Signature(
            "right to one digit",
            "float(f'{largest**$n:.0e}')",
            "**{answer} is right to one digit.** Write it as a formula, and no digit gets lost: `0.25**$n`.",
        ),
        Signature(
            "one too many",
            "largest**($n + 1)",
            "**{answer} has one factor too many.** How many sigmoids are there, and how many slopes has each?",
        ),
    ),
    hints=(
        "Look at a single sigmoid. What is the most that its slope can be?",
        "Along a path slopes are multiplied, one factor for each sigmoid.",
        "For two sigmoids it is `0.25 * 0.25 = 1/16`. For $n there are ... factors",
    ),
    reveal="`(1/4)**$n`: {key}. It is less wherever `x` is, since no two can be at their steepest at once.",
)

C10 = Choice(
    id="10-C10",
    task="A model of 12 layers with sigmoids learns slowly, and its loss is high. The gradients of its last layer are "
    "about 0.1, those of its first layer about 0.00000001. What does that tell you?",
    program="""
def front(rate=0.1, depth=12, rounds=1):
    weights = [ag.tensor(1., requires_grad=True) for layer in range(depth)]
    optimizer = ag.optim.SGD(weights, lr=rate)
    for turn in range(rounds):
        optimizer.zero_grad()
        h = ag.tensor(0.5)
        for weight in weights:
            h = (weight * h).sigmoid()
        loss = (h - 3)**2
        loss.backward()
        optimizer.step()
    return weights[0].grad.item(), loss.item()

gradient, loss = front()
same = lambda a, b: abs(a - b) < 0.01 * abs(b)
holds = dict(
    product=not same(front(depth=6)[0], gradient) and abs(gradient) < 0.25**11,
    rate=not same(front(rate=0.2)[0], gradient),
    finished=loss < 0.01,
    cleared=not same(front(rounds=2)[0], gradient) and abs(front(rounds=2)[0]) < abs(gradient) / 100,
)
answer, = [name for name in holds if holds[name]]
""",
    options=(
        Option("product", "A product of many small slopes lies between the loss and the first layer"),
        Option(
            "rate",
            "The learning rate is too small",
            "M68",
            "**The rate multiplies a gradient when a step is made.** It takes no part in what `backward()` finds: "
            "another rate, the same gradient.",
        ),
        Option(
            "finished",
            "The first layer has finished learning: nothing is left for it to do",
            "M68",
            "**A finished model has small gradients everywhere, and a small loss.** Here the loss is high, and the "
            "first layer hardly hears about it.",
        ),
        Option(
            "cleared",
            "`zero_grad()` clears too often, so nothing can add up",
            "clearing",
            "**Clearing is the same for all layers.** It cannot make one of them ten million times smaller.",
        ),
    ),
    reason="Each sigmoid on the way multiplies by 1/4 or less. The loss, the rate and the clearing are the same for "
    "all layers.",
    hints=(
        "Look at both numbers: they come from the same walk. What lies between the two layers?",
        "Ask of each explanation whether it would make the last layer's gradients small too.",
        "Eleven sigmoids let through at most `0.25**11`, which is 0.00000024. So ...",
    ),
    reveal="{key}.",
)
