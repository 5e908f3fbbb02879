"""Lesson 12, patients 6 and 7: a softmax too many, and a column that meets a row."""

from autogradlab.course.checks.questions import Bug, Case, Code, Fix, Number, Print, Probe, Signature
from autogradlab.course.lessons.lesson_12.ward import WARD

_SURE = "loss_of = ag.nn.functional.cross_entropy\nscore = ag.tensor([[0., 20.]])\n"

TWICE = (
    Case(
        "A sure score, softmax first", _SURE + "share = score.softmax(dim=1)\nanswer = loss_of(share, ag.tensor([1]))"
    ),
    Case("The score itself", _SURE + "answer = loss_of(score, ag.tensor([1]))"),
)

SQUASHED = """
def patient_6(model):
    optimizer = ag.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
    for step in range(20):
        loss = cross_entropy(model(points).softmax(dim=1), side)
        learn(optimizer, loss)
        print(f"{loss.item():.2f}", end=" ")
"""

C8 = Bug(
    id="12-C8",
    task="Which line do you change, and how, so that the loss of patient 6 falls as in the healthy loop?",
    program=SQUASHED,
    probe=WARD + "patient_6(net())",
    goal=WARD
    + """
model = net()
optimizer = ag.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
for step in range(20):
    loss = cross_entropy(model(points), side)
    learn(optimizer, loss)
    print(f"{loss.item():.2f}", end=" ")
""",
    reason="`cross_entropy` takes scores of any size and makes the shares itself. What it is given here lies between 0 "
    "and 1 already, so it can never look sure.",
    fixes=(
        Fix(
            "Hand over the scores: `cross_entropy(model(points), side)`",
            4,
            "        loss = cross_entropy(model(points), side)",
        ),
        Fix(
            "Give the softmax a line of its own, in front of this one: a loss is about shares",
            4,
            "        shares = model(points).softmax(dim=1)\n        loss = cross_entropy(shares, side)",
            "M62",
            "**It is true that a loss is about shares, and `cross_entropy` sees to that.** It makes a softmax of "
            "whatever it is given. What does it make of shares?",
            TWICE,
        ),
        Fix(
            "A rate four times as large: `lr=2.0`",
            2,
            "    optimizer = ag.optim.SGD(model.parameters(), lr=2.0, momentum=0.9)",
            "rate blamed",
            "**A larger rate takes the loss a little lower at first, but it stays above 0.3 for good.** Run 1000 "
            "rounds with it. What keeps the loss up there?",
            TWICE,
        ),
        Fix(
            "Over the points: `softmax(dim=0)`",
            4,
            "        loss = cross_entropy(model(points).softmax(dim=0), side)",
            "other direction",
            "**Then the shares of all 40 points add up to 1, which nobody asked for.** And there is still a softmax in "
            "front of a function that makes one.",
            TWICE,
        ),
    ),
    hints=(
        "Look at the picture of the graph: which two nodes have softmax in their names?",
        "`cross_entropy` makes shares of scores. In what range are the numbers that it is given here?",
        "For one point with the scores 0 and 20 the loss is nearly 0. After a softmax the function sees 0 and 1 in "
        "their place, and ...",
    ),
    reveal="One softmax is enough, and `cross_entropy` has it: {key}.",
)

LOWEST = """
sure = ag.zeros(1, $k)
sure[0, 0] = 1000.0
"""

C9 = Number(
    id="12-C9",
    task="$k classes, and a network that is as sure as can be, and right: its softmax gives 1 for class 0 and 0 for "
    "the others. What is the loss of patient 6 then, to two decimal places?",
    listing=LOWEST + "loss = ag.nn.functional.cross_entropy(sure.softmax(dim=1), ag.tensor([0]))",
    program=LOWEST
    + """
loss = ag.nn.functional.cross_entropy(sure.softmax(dim=1), ag.tensor([0]))
healthy = ag.nn.functional.cross_entropy(sure, ag.tensor([0]))
answer = loss.item()
""",
    numbers={"k": 5},
    ranges={"k": (3, 4, 6, 8, 10)},
    expected="a positive number: the floor below which this loss cannot fall",
    digits=2,
    reason="The second softmax turns 1 and 0 into the shares `e / (e + ${k-1})` and `1 / (e + ${k-1})`. A share "
    "never gets closer to 1, so the loss never gets closer to 0.",
    wrong=(
        Signature(
            "M62",
            "healthy.item()",
            "**{answer} is the loss of the scores themselves.** Here `cross_entropy` is given the numbers 1 and 0, and "
            "takes a softmax of these. Which share comes out for the right class?",
            TWICE,
        ),
        Signature(
            "no idea at all",
            "float(ag.tensor($k.).log())",
            "**{answer} is the loss of a network that has no idea: $k equal shares.** This one is sure. What does the "
            "second softmax make of 1 and 0?",
        ),
        Signature(
            "share for loss",
            "float(ag.tensor([1.] + [0.] * ($k - 1)).softmax(dim=0)[0])",
            "**{answer} is the share of the right class after the second softmax.** The loss is minus its logarithm.",
        ),
        Signature(
            "softmax for loss",
            "1",
            "**1 is the share of class 0 that goes in.** What does `cross_entropy` make of what goes in, before "
            "its logarithm?",
        ),
    ),
    hints=(
        "Look at what `cross_entropy` is given: one 1 and ${k-1} zeros.",
        "A softmax takes `e` to the power of each number, and divides by the sum of all. The loss is minus the "
        "logarithm of the right share.",
        "For two classes the share is `e / (e + 1)`, about 0.73, and the loss 0.31. For $k classes: `e / (e + ...`",
    ),
    reveal="The share is `e / (e + ${k-1})`, and minus its logarithm is {key}.",
)

COLUMN_AND_ROW = (
    Case(
        "A column against a row",
        "guess = ag.tensor([[2.], [4.]])\nwish = ag.tensor([2., 4.])\nanswer = (guess - wish).shape",
    ),
    Case(
        "A row against a row", "guess = ag.tensor([2., 4.])\nwish = ag.tensor([2., 4.])\nanswer = (guess - wish).shape"
    ),
)

EXACT = """
guess = ag.tensor([[$a.], [$b.]])
wish = ag.tensor([$a., $b.])
print(((guess - wish) ** 2).mean())
"""

C10 = Print(
    id="12-C10",
    task="Two guesses, and both are right. What does this program print?",
    program=EXACT,
    numbers={"a": 1, "b": 5},
    ranges={"a": (1, 2, 3), "b": (7, 9, 11, 13)},
    reason="A column of 2 and a row of 2 make a table of 2 by 2. The zeros are on its diagonal, and beside it is what "
    "nobody wanted to compare.",
    wrong=(
        Signature(
            "M63",
            "",
            "**{answer} compares each guess with its own wish.** The column has the shape (2, 1) and the row (2,). "
            "What is the shape of their difference?",
            COLUMN_AND_ROW,
        ),
        Signature(
            "sum for mean",
            "print(ag.tensor(${2*(a-b)**2}.))",
            "**{answer} is the sum of the four squares.** The program takes their mean.",
        ),
        Signature(
            "divided by two",
            "print(ag.tensor(${(a-b)**2}.))",
            "**{answer} divides the squares by 2.** How many differences are there?",
        ),
        Signature(
            "mean left out",
            "guess = ag.tensor([[$a.], [$b.]])\nwish = ag.tensor([$a., $b.])\nprint((guess - wish) ** 2)",
            "**The table is right: every guess beside every wish.** One step is left. What does `mean()` make of it?",
        ),
    ),
    hints=(
        "Look at the two shapes. What does a column minus a row give?",
        "Write the table: each row of it is one guess, minus all wishes.",
        "For the guesses 0 and 10 the table is 0, −10 and 10, 0, and the mean of its squares is 50. Here ...",
    ),
    reveal="The table has two zeros and two differences of ${b-a}, so the mean of the squares is {key}.",
)

ERRORS = "def squared_error(model, x, y):\n    pred = model(x)\n    {line}\n"

C11 = Code(
    id="12-C11",
    entry="squared_error",
    task="Write the loss that cures patient 7 and all its sisters: the mean of the squared differences, guess by "
    "guess. `model(x)` is a column of shape (N, 1). `y` has the shape (N,) or (N, 1).",
    starter="def squared_error(model, x, y):\n    pred = model(x)\n    ...",
    program=ERRORS.format(line="return ((pred.flatten() - y.flatten()) ** 2).mean()"),
    probes=(
        Probe(
            "a row of three wishes",
            "x, y = ag.tensor([[1.], [2.], [3.]]), ag.tensor([2., 5., 5.])\n"
            "answer = squared_error(lambda x: 2 * x, x, y)",
        ),
        Probe(
            "a column of three wishes",
            "x, y = ag.tensor([[1.], [2.], [3.]]), ag.tensor([[2.], [5.], [5.]])\n"
            "answer = squared_error(lambda x: 2 * x, x, y)",
        ),
        Probe("a single sample", "answer = squared_error(lambda x: 2 * x, ag.tensor([[4.]]), ag.tensor([5.]))"),
        Probe(
            "the gradient",
            "w = ag.tensor(2., requires_grad=True)\nx, y = ag.tensor([[1.], [4.]]), "
            "ag.tensor([3., 3.])\nloss = squared_error(lambda x: w * x, x, y)\nloss.backward()\nanswer = w.grad",
        ),
    ),
    reason="Both sides have the same shape before they meet, so nothing is spread out.",
    wrong=(
        Signature(
            "M63",
            ERRORS.format(line="return ((pred - y) ** 2).mean()"),
            "**A column minus a row is a table: every guess is compared with every wish.** Bring both into one shape "
            "before you subtract.",
            COLUMN_AND_ROW,
        ),
        Signature(
            "row alone",
            ERRORS.format(line="return ((pred.squeeze(1) - y) ** 2).mean()"),
            "**For a row of wishes this is right. For a column it makes a table.** Which one shape can both "
            "sides be brought into, whichever `y` has?",
        ),
        Signature(
            "sum for mean",
            ERRORS.format(line="return ((pred.flatten() - y.flatten()) ** 2).sum()"),
            "**The shapes are right, and this is a sum.** The task asks for the mean.",
        ),
    ),
    hints=(
        "Look at the shapes of `pred` and `y` in both cases. Which one shape can both be brought into?",
        "`t.flatten()` makes a row of any tensor, `t.reshape(-1, 1)` a column. Do it before you subtract.",
        "For the absolute difference: `(pred.flatten() - y.flatten()).abs().mean()`. Yours has a square, so ...",
    ),
    reveal="`return ((pred.flatten() - y.flatten()) ** 2).mean()`: then {key}.",
)
