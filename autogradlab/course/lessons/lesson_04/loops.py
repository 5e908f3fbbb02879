"""Lesson 04, whole loops: the lines of one big step in order, and a loop that forgets its own work."""

from autogradlab.course.checks.questions import Bug, Case, Fix, Number, Order, Signature

C9 = Order(
    id="04-C9",
    task="Five readings and three readings make one batch of eight; `w.grad` still holds something from yesterday. Put "
    "the lines in an order that makes one step with the gradient of the mean loss of all eight.",
    lines=(
        "optimizer.zero_grad()",
        "(mean_loss(first_five) * 5 / 8).backward()",
        "(mean_loss(last_three) * 3 / 8).backward()",
        "optimizer.step()",
    ),
    outcome="the new `w`, with `.grad`,",
    program="""
first_five, last_three = ag.tensor([2., 1., 0., 2., 1.]), ag.tensor([-1., -2., 0.])
w = ag.tensor(3., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
def mean_loss(batch):
    return ((w - batch)**2).mean()

(4 * w).backward()
# LINES
answer = round(w.item(), 4), w.grad and round(w.grad.item(), 4)
""",
    reason="Clear once, add up all micro-batches, then step. Which micro-batch comes first makes no difference: a sum "
    "does not care about order.",
    wrong=(
        Signature(
            "cleared in between",
            "2 1 3 4",
            "**Here the first micro-batch is cleared away before the step.** Everything between the clearing and the "
            "step counts, and nothing else.",
        ),
        Signature(
            "cleared in between",
            "3 1 2 4",
            "**Here the last three are cleared away before the step.** Everything between the clearing and the "
            "step counts, and nothing else.",
        ),
        Signature(
            "M07",
            "2 3 1 4",
            "**Here the sum is cleared before the step can use it.** `step()` reads `.grad`; if that is `None`, the "
            "weight stays where it is.",
            (
                Case(
                    "Clear, backward, step",
                    "w = ag.tensor(9., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n"
                    "optimizer.zero_grad()\n(5 * w).backward()\noptimizer.step()\nanswer = w.item()",
                ),
                Case(
                    "Backward, clear, step",
                    "w = ag.tensor(9., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n"
                    "(5 * w).backward()\noptimizer.zero_grad()\noptimizer.step()\nanswer = w.item()",
                ),
            ),
        ),
        Signature(
            "yesterday counted",
            "2 3 4 1",
            "**Here yesterday's gradient takes part in the step.** Clearing at the end is fine for tomorrow. Who "
            "clears for today?",
        ),
        Signature(
            "step too early",
            "1 4 2 3",
            "**Here the step comes before there is a gradient.** `step()` only reads `.grad`; it does not work "
            "anything out.",
        ),
        Signature(
            "step too early",
            "1 2 4 3",
            "**Here the step knows only the first five readings.** What the last three bring comes too late.",
        ),
    ),
    hints=(
        "Look at yesterday's gradient. Which line gets rid of it, and before which lines must that happen?",
        "What counts in a step is everything between the last clearing and `step()`. What should that be?",
        "For one plain batch the order is clear, backward, step. Here there are two backward lines, so ...",
    ),
    reveal="Clear, both micro-batches, step: {key}. The two micro-batches may change places.",
)

LOOP = """
def train(w):
    optimizer = ag.optim.SGD([w], lr=0.1)
    for i in range(5):
        optimizer.zero_grad()
        loss = ((w - micro_batches[i])**2).mean()
        (loss / 2).backward()
        if i % 2 == 1:
            optimizer.step()
"""

READINGS = "2., 1., 0., 2., 1., -1., -2., 0., -1., -3."

PROBE = f"""
def split(size):
    readings = ag.tensor([{READINGS}])
    return [readings[start:start + size] for start in range(0, 10, size)]

micro_batches = split(2)
w = ag.tensor(3., requires_grad=True)
train(w)
answer = w.item()
"""

BIG_BATCHES = f"""
readings = ag.tensor([{READINGS}])
w = ag.tensor(3., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
for start in (0, 4):
    optimizer.zero_grad()
    ((w - readings[start:start + 4])**2).mean().backward()
    optimizer.step()
answer = w.item()
"""

B1 = Bug(
    id="04-B1",
    task="Two micro-batches should count in each step. In this loop only one of them does. Which line is it, and which "
    "change fixes it?",
    program=LOOP,
    probe=PROBE,
    goal=BIG_BATCHES,
    reason="Clearing belongs at the beginning of a group. Now both micro-batches are in `.grad` when the step comes.",
    fixes=(
        Fix(
            "Clear only where a group begins: `if i % 2 == 0: optimizer.zero_grad()`",
            4,
            "        if i % 2 == 0:\n            optimizer.zero_grad()",
        ),
        Fix(
            "Never clear: take the line out",
            4,
            "",
            "never cleared",
            "**Then the second step also carries everything from the first.** Within a group the gradients should add "
            "up. And from one group to the next?",
            (
                Case(
                    "Two groups, never cleared",
                    "w = ag.tensor(9., requires_grad=True)\nfor slope in (1, 2, 3, 4):\n    (slope * w).backward()\n"
                    "answer = w.grad",
                ),
                Case(
                    "Second group, cleared before it",
                    "w = ag.tensor(9., requires_grad=True)\nfor slope in (1, 2, 3, 4):\n    if slope == 3:\n"
                    "        w.grad = None\n    (slope * w).backward()\nanswer = w.grad",
                ),
            ),
        ),
        Fix(
            "Do not halve: `loss.backward()`",
            6,
            "        loss.backward()",
            "factor for the lost half",
            "**That makes the one micro-batch that is left twice as large.** The other one of the group is still "
            "missing: where was it lost?",
        ),
        Fix(
            "Step after every micro-batch: `if True: optimizer.step()`",
            7,
            "        if True:",
            "step every time",
            "**Then each micro-batch makes a step of its own.** Those are small batches again, not two that count as "
            "one.",
        ),
    ),
    hints=(
        "Look at `.grad` at the moment of `step()`, when `i` is 1. Which calls of `backward()` are still in it?",
        "What counts in a step is everything since the last clearing. How often is that here?",
        "For groups of four, clearing would belong to `i` = 0, 4, 8, so `if i % 4 == 0`. For groups of two ...",
    ),
    reveal="Line 4 clears before every micro-batch. It should do so where a group begins: {key}.",
)

MENDED = """
def train(w, last=True, whole=True, clear_each=False):
    optimizer = ag.optim.SGD([w], lr=0.1)
    for i in range(5):
        if i % 2 == 0 or clear_each:
            optimizer.zero_grad()
        loss = ((w - micro_batches[i])**2).mean()
        (loss / (1 if i == 4 and whole else 2)).backward()
        if i % 2 == 1 or (i == 4 and last):
            optimizer.step()
"""

B2 = Number(
    id="04-B2",
    task="Now two micro-batches count in each step. The fifth micro-batch is a group of its own, and no step follows "
    "it. Change `train` so that it gets its step, as a batch of two. Run it from `w = 3`: where is `w` at the end, to "
    "two decimal places?",
    program=MENDED
    + PROBE
    + """
def end(**wrongly):
    w = ag.tensor(3., requires_grad=True)
    train(w, **wrongly)
    return w.item()
""",
    expected="a number smaller than before the change: the last two readings are the coldest pair",
    digits=2,
    reason="Three steps: two for groups of two micro-batches, one for the fifth alone. There its mean is the mean of "
    "the whole group, so nothing is halved.",
    wrong=(
        Signature(
            "halved alone",
            "end(whole=False)",
            "**{answer} makes the last step half as long as it should be.** The fifth micro-batch is alone in its "
            "group. By how many micro-batches does its loss have to be divided?",
            (
                Case("A group of one, halved", "answer = 8 / 2"),
                Case("A group of one, divided by one", "answer = 8 / 1"),
            ),
        ),
        Signature(
            "last group lost",
            "end(last=False)",
            "**{answer} is where two steps lead.** The third one is missing: after `i = 4`, is `step()` called?",
        ),
        Signature(
            "still cleared inside",
            "end(last=False, clear_each=True)",
            "**{answer} is what the loop gave before you changed it.** Run the cell with `train` again, and then the "
            "one below it.",
        ),
        Signature(
            "still cleared inside",
            "end(clear_each=True)",
            "**{answer} has its third step, but line 4 still clears before each micro-batch.** Fix that one first.",
        ),
        Signature(
            "started elsewhere",
            "end() * 0.8 + 0.2 * -2",
            "**{answer} is one step further.** Was the last step made twice?",
        ),
    ),
    hints=(
        "Look at two lines: the one that decides when to step, and the one that halves the loss.",
        "A group ends after every second micro-batch, and at the very end. How many micro-batches are in the last one?",
        "`if i % 2 == 1 or i == 4:` steps at the end, too. The loss of a group with one micro-batch is divided by one, "
        "so for `i == 4` ...",
    ),
    reveal="With a step after `i = 4`, and that loss not halved, `w` ends at {key}.",
)
