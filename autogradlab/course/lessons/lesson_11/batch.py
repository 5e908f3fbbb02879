"""Lesson 11, what grows with the batch, and what the parameters have to do with it."""

from autogradlab.course.checks.questions import COUNTED, Case, Choice, Code, Number, Option, Probe, Signature

#: The model of the page.
STATION = """
from autogradlab.course.lessons.lesson_11.scales import held_by

def new_model():
    ag.manual_seed(0)
    return ag.nn.Sequential(ag.nn.Linear(32, 64), ag.nn.Tanh(), ag.nn.Linear(64, 1))

def loss_of(model, days):
    return (model(ag.ones(days, 32))**2).mean()
"""

#: Bytes of parameters and of saved values, for a layer that no question uses.
GROWS = (
    Case(
        "Bytes of the weights of a `Linear(100, 10)`",
        "layer = ag.nn.Linear(100, 10)\nanswer = 4 * layer.weight.numel()",
    ),
    Case("Bytes that it keeps from a batch of 500", "days = ag.ones(500, 100)\nanswer = 4 * days.numel()"),
)

P1 = Choice(
    id="11-P1",
    predict=True,
    task="The batch is doubled, from 128 days to 256. Which row of the scales becomes twice as large?",
    program=STATION
    + """
def weighed(days):
    model = new_model()
    loss = loss_of(model, days)
    nodes, kept = held_by([loss], model)
    loss.backward()
    parameters = sum(4 * weight.numel() for weight in model.parameters())
    return {"parameters": parameters, "gradients": sum(4 * weight.grad.numel() for weight in model.parameters()),
            "saved": kept}

small, large = weighed(128), weighed(256)
doubled = [row for row in small if large[row] == 2 * small[row]]
answer = doubled[0] if len(doubled) == 1 else "all"
""",
    reason="Every node keeps what its rule reads, one row for each day. A weight serves all days, and so does its "
    "gradient.",
    options=(
        Option("saved", "The saved values"),
        Option(
            "parameters",
            "The parameters",
            "M54",
            "**The model is the same model.** It has no more weights for 256 days than for 128. What does a node keep "
            "from each day?",
            GROWS,
        ),
        Option(
            "gradients",
            "The gradients in `.grad`",
            "gradient for each day",
            "**A gradient has the shape of its weight.** What the days bring is added up in it. What is kept from each "
            "single day?",
        ),
        Option(
            "all",
            "All of them: everything gets twice as large",
            "everything grows",
            "**Each weight exists once, however many days come.** Only what belongs to the days themselves grows. "
            "Which row is that?",
        ),
    ),
    hints=(
        "Look at each row of the scales: what would you have to write down once, and what for every day?",
        "`weight.shape` does not mention the batch. Does the input of a layer?",
        "For a batch of one day, a `Linear(32, 64)` keeps 32 numbers of input. For two days it keeps 64, and its "
        "weights are ...",
    ),
    reveal="{key}: they have a row for every day.",
)

C3 = Choice(
    id="11-C3",
    task="A training step stops: out of memory. A batch has 2,048 days. At the end of its forward pass, the scales "
    "show 8,708 bytes of parameters and 794,624 bytes of saved values. Which change makes the most room?",
    program=STATION
    + """
import gc
model = new_model()
loss, half = loss_of(model, 2048), loss_of(model, 1024)
whole, parameters = held_by([loss], model)[1], sum(4 * weight.numel() for weight in model.parameters())
gc.collect(0)
room = {"parameters": parameters // 2, "cache": whole - held_by([loss], model)[1],
        "batch": whole - held_by([half], model)[1]}
answer = max(room, key=room.get)
""",
    reason="Nearly all of it is saved values, and they grow with the batch. Two micro-batches, each divided, give the "
    "same gradient.",
    options=(
        Option("batch", "Two micro-batches of 1,024, each with its own `backward()`"),
        Option(
            "parameters",
            "Weights that take half as many bytes each",
            "M54",
            "**That makes room for 4,354 bytes, out of 803,332.** The weights are the small part here. What is the "
            "large part, and what makes it large?",
            GROWS,
        ),
        Option(
            "cache",
            "A call of `torch.cuda.empty_cache()` before each step",
            "M54",
            "**It gives back what nobody uses any more.** The saved values are in use: `backward()` is going to read "
            "them.",
            GROWS,
        ),
        Option(
            "epoch",
            "Fewer steps in all",
            "steps pile up",
            "**A step that is over has given up its saved values.** It is a single step that does not fit. What is "
            "large in it?",
        ),
    ),
    hints=(
        "Look at the two numbers. Which of them would you have to make smaller?",
        "Saved values have a row for each day. How many days have to be in memory at the same time?",
        "In lesson 04 a batch of 8 was cut into 4 pieces and gave the same gradient. While one piece was walked back, "
        "the others ...",
    ),
    reveal="{key}: half the days, half the saved values.",
)

_FORWARD = """
from autogradlab.course.lessons.lesson_11.scales import held_by
model = ag.nn.Sequential(ag.nn.Linear($a, $h), ag.nn.Tanh(), ag.nn.Linear($h, 1))
loss = (model(ag.ones($n, $a))**2).mean()
answer = held_by([loss], model)[1]
weights = $a * $h + $h + $h + 1
"""

C4 = Number(
    id="11-C4",
    task="How many bytes of saved values does this forward pass leave? A number takes 4 bytes, and weights are counted "
    "elsewhere.",
    listing="model = ag.nn.Sequential(ag.nn.Linear($a, $h), ag.nn.Tanh(), ag.nn.Linear($h, 1))\n"
    "out = model(ag.ones($n, $a))\nloss = (out ** 2).mean()",
    program=_FORWARD,
    numbers={"a": 10, "h": 20, "n": 50},
    ranges={"a": range(6, 15), "h": range(16, 40, 2), "n": range(30, 90, 10)},
    expected="4 bytes for each number that a rule reads on the way back, all days together",
    relative=COUNTED,
    reason="For each day the first layer keeps its $a inputs, `Tanh` its $h results, and the square its input. The "
    "second layer reads the same $h numbers.",
    wrong=(
        Signature(
            "M54",
            "4 * weights",
            "**{answer} is what the weights take up.** They are counted elsewhere. What is kept from each of the $n "
            "days?",
            GROWS,
        ),
        Signature("batch left out", "4 * ($a + $h + 1)", "**{answer} is what one day leaves.** The batch has $n."),
        Signature(
            "counted twice",
            "4 * $n * ($a + 2 * $h + 1)",
            "**{answer} counts the middle twice.** What `Tanh` gives and what the second layer takes are the same "
            "numbers in memory, kept once.",
        ),
        Signature(
            "numbers for bytes", "$n * ($a + $h + 1)", "**{answer} is how many numbers are kept.** Each takes 4 bytes."
        ),
        Signature(
            "input left out",
            "4 * $n * ($h + 1)",
            "**{answer} leaves out the input of the first layer.** The gradient of its weights is made with that "
            "input. So it is kept.",
        ),
        Signature(
            "middle alone",
            "4 * $n * $h",
            "**{answer} is what `Tanh` keeps.** Two more rules read something on the way back: that of the first "
            "layer, and that of the square.",
        ),
        Signature(
            "square left out",
            "4 * $n * ($a + $h)",
            "**{answer} leaves out the square.** The slope of `out ** 2` is `2 * out`. What has to be kept for it?",
        ),
        Signature(
            "weights counted too",
            "4 * $n * ($a + $h + 1) + 4 * weights",
            "**{answer} counts the weights as well.** The task leaves them out: they are there without a "
            "forward pass, too.",
        ),
        Signature(
            "input alone",
            "4 * $n * $a",
            "**{answer} is what the first layer keeps, its input.** Which other rules read something on the way back?",
        ),
    ),
    hints=(
        "Look at four operations: a layer, `Tanh`, a layer, the square. What does the rule of each read?",
        "A layer reads its input, `Tanh` its result, the square its input. Which two of these are the same numbers?",
        "For `Linear(2, 3)`, `Tanh`, `Linear(3, 1)` and 100 days: `4 * 100 * (2 + 3 + 1) = 2400`. Here: `4 * $n * ...`",
    ),
    reveal="`4 * $n * ($a + $h + 1)` is {key}.",
)


def largest(body: str) -> str:
    """A complete answer that returns `body`."""
    return f"def largest_batch(card, fixed, per_day):\n    return {body}"


C9 = Code(
    id="11-C9",
    entry="largest_batch",
    task="Write `largest_batch(card, fixed, per_day)`: how many days may a batch have? The card has `card` bytes. "
    "`fixed` bytes are needed whatever the batch is, and `per_day` bytes for each day. Give 0 if not even one fits. "
    "All are whole numbers; `//` divides and rounds down.",
    starter="def largest_batch(card, fixed, per_day):\n    ...",
    program=largest("max(0, (card - fixed) // per_day)"),
    probes=(
        Probe("a card of 1,000 bytes, 200 fixed, 30 for each day", "answer = largest_batch(1000, 200, 30)"),
        Probe("a batch that fits to the byte", "answer = largest_batch(1000, 200, 40)"),
        Probe("room for less than one day", "answer = largest_batch(1000, 990, 40)"),
        Probe("a card that is too small for the model", "answer = largest_batch(1000, 5000, 40)"),
    ),
    reason="What the model and its gradients need is taken off first. What is left is divided among the days.",
    wrong=(
        Signature(
            "M54",
            largest("card // fixed"),
            "**This divides the card among copies of the model.** There is one model, whatever the batch is. What does "
            "each day need?",
            GROWS,
        ),
        Signature(
            "fixed part forgotten",
            largest("card // per_day"),
            "**This gives the whole card to the days.** The model, its gradients and the optimizer need their share "
            "first.",
        ),
        Signature(
            "one too many",
            largest("max(0, (card - fixed) // per_day + 1)"),
            "**This is one day more than fits.** `//` rounds down, which is right here: a day that fits by half does "
            "not fit.",
        ),
        Signature(
            "below zero",
            largest("(card - fixed) // per_day"),
            "**Right as long as the model fits.** If it does not, this gives a negative number of days.",
        ),
        Signature(
            "everything per day",
            largest("card // (fixed + per_day)"),
            "**This counts the model again for each day.** Each weight exists once and serves the whole batch.",
        ),
    ),
    hints=(
        "Look at what is left of the card when the fixed part is in it.",
        "What is left is divided among the days, rounded down. What if nothing is left?",
        "With 500 bytes, 100 of them fixed, and 70 for each day: `400 // 70 = 5`. And `max(0, ...)` takes care of ...",
    ),
    reveal="`max(0, (card - fixed) // per_day)`: {key}.",
)
