"""Lesson 05, the loop written from memory, and a loop from the web that still lacks lines."""

from autogradlab.course.checks.questions import Choice, Code, Option, Probe, Signature


def trained(*lines: str, kept: str = "loss.item()") -> str:
    """A complete answer with these lines in its loop, which stores `kept` in each round."""
    loop = "\n".join(f"        {line}" for line in lines)
    return (
        "def train(w, b, x, y, rounds):\n    optimizer = ag.optim.SGD([w, b], lr=0.05)\n    losses = []\n"
        f"    for turn in range(rounds):\n{loop}\n        losses.append({kept})\n    return losses\n"
    )


CLEAR, FORWARD, COMPARE, BACK, STEP = (
    "optimizer.zero_grad()",
    "z = w * x + b",
    "loss = (z - y)**2",
    "loss.backward()",
    "optimizer.step()",
)

MADE = (
    "w, b = ag.tensor({w}, requires_grad=True), ag.tensor({b}, requires_grad=True)\n"
    "losses = train(w, b, ag.tensor({x}), ag.tensor({y}), {rounds})\n"
)

WHO_IDLES = """\
w, b = ag.tensor(3., requires_grad=True), ag.tensor(1., requires_grad=True)
walks, steps, step = [], [], ag.optim.SGD.step
w.register_hook(walks.append)
def counted(optimizer, *closure):
    steps.append(1)
    return step(optimizer, *closure)
ag.optim.SGD.step = counted
losses = train(w, b, ag.tensor(2.), ag.tensor(5.), 3)
ag.optim.SGD.step = step
answer = "the weights move" if w.item() != 3. else f"{len(walks)} times back, {len(steps)} steps"
"""

C10 = Code(
    id="05-C10",
    entry="train",
    task="Write the loop from memory: five lines, once for each round. The price is `w * x + b`, the loss its squared "
    "distance from `y`. `losses` should hold the loss of each round as a plain number.",
    starter="def train(w, b, x, y, rounds):\n    optimizer = ag.optim.SGD([w, b], lr=0.05)\n    losses = []\n"
    "    for turn in range(rounds):\n        ...\n    return losses",
    program=trained(CLEAR, FORWARD, COMPARE, BACK, STEP),
    probes=(
        Probe("a single round", MADE.format(w="3.", b="1.", x="2.", y="5.", rounds=1) + "answer = losses"),
        Probe("the losses of five rounds", MADE.format(w="0.", b="4.", x="1.", y="6.", rounds=5) + "answer = losses"),
        Probe(
            "four rounds (where `w` and `b` end)",
            MADE.format(w="-2.", b="0.", x="3.", y="-1.", rounds=4) + "answer = [w.item(), b.item()]",
        ),
        Probe("no rounds at all", MADE.format(w="3.", b="1.", x="2.", y="5.", rounds=0) + "answer = losses"),
        Probe(
            "whether the losses of two rounds are plain numbers",
            MADE.format(w="3.", b="1.", x="2.", y="5.", rounds=2)
            + "answer = [isinstance(loss, (int, float)) for loss in losses]",
        ),
        Probe("three rounds (whether the weights move)", WHO_IDLES),
    ),
    reason="Clear, compute, compare, go back, step: each line writes what a later one reads.",
    wrong=(
        Signature(
            "M03",
            trained(FORWARD, COMPARE, BACK, STEP),
            "**Here nobody clears between two rounds.** Each `backward()` adds to what is there, so from the second "
            "round on, the steps are too long.",
        ),
        Signature(
            "M07",
            trained(FORWARD, COMPARE, BACK, CLEAR, STEP),
            "**Here the gradient is cleared before `step()` can read it.** The weights never move.",
        ),
        Signature(
            "M02",
            trained(CLEAR, FORWARD, COMPARE, STEP),
            "**Here nobody goes back.** `step()` moves the weights by their `.grad`, and none was ever written.",
        ),
        Signature(
            "M01",
            trained(CLEAR, FORWARD, COMPARE, BACK),
            "**Here the gradients are found, and nobody uses them.** `backward()` does not move a weight.",
        ),
        Signature(
            "nothing moves",
            trained(CLEAR, FORWARD, COMPARE),
            "**The weights never move.** Which of the five jobs does nobody do?",
        ),
        Signature(
            "ends too early",
            trained(CLEAR, FORWARD, COMPARE, BACK, STEP).replace("    return", "        return"),
            "**It ends after one round: `return` stands inside the loop.** Move it to the left, in line with `for`.",
        ),
        Signature(
            "only the last loss",
            trained(CLEAR, FORWARD, COMPARE, BACK, STEP).replace("        losses.append", "    losses.append"),
            "**The weights are right, and the list holds one loss alone.** It is noted after the loop, not in each "
            "round.",
        ),
        Signature(
            "one loss for all rounds",
            trained(FORWARD, COMPARE, BACK, STEP)
            .replace(
                "    for turn in range(rounds):\n        z = w * x + b\n        loss = (z - y)**2\n",
                "    z = w * x + b\n    loss = (z - y)**2\n    for turn in range(rounds):\n"
                "        optimizer.zero_grad()\n",
            )
            .replace("backward()", "backward(retain_graph=True)"),
            "**The same loss in each round: it was computed once, before the loop.** The weights move, but `z` and "
            "`loss` do not follow them. Which lines have to run again?",
        ),
        Signature(
            "old gradient",
            trained(FORWARD, COMPARE, STEP, CLEAR, BACK),
            "**Here `step()` comes before `backward()`, and uses the gradient of the round before.** It was measured "
            "at other weights.",
        ),
        Signature(
            "loss after the step",
            trained(CLEAR, FORWARD, COMPARE, BACK, STEP, kept="((w * x + b - y)**2).item()"),
            "**The weights are right, and the list holds each loss after its step.** The loss of a round is the one "
            "that `backward()` started from.",
        ),
        Signature(
            "square left out",
            trained(CLEAR, FORWARD, "loss = z - y", BACK, STEP),
            "**Here the loss is the distance itself.** What else is done to it, so that a price that is too low is "
            "wrong, too?",
        ),
        Signature(
            "nothing returned",
            trained(CLEAR, FORWARD, COMPARE, BACK, STEP).replace("    return losses\n", ""),
            "**The loop is right, and nothing comes back.** Which line hands the list to the caller?",
        ),
        Signature(
            "a tensor kept",
            trained(CLEAR, FORWARD, COMPARE, BACK, STEP, kept="loss"),
            "**The loop is right, and the list holds tensors.** The task asks for plain numbers. Which method gives "
            "the number of a tensor?",
        ),
    ),
    hints=(
        "Look at the picture with the five lines: which one comes first, which one last?",
        "Clear, compute the price, compare it, go back, step. Then note the loss with `losses.append(loss.item())`.",
        "For one weight and the loss `w**2` the body is `optimizer.zero_grad()`, `loss = w**2`, `loss.backward()`, "
        "`optimizer.step()`, `losses.append(loss.item())`. Here ...",
    ),
    reveal="In the loop: `optimizer.zero_grad()`, `z = w * x + b`, `loss = (z - y)**2`, `loss.backward()`, "
    "`optimizer.step()`, `losses.append(loss.item())`. Then {key}.",
)

ARTICLE = """
for km, euros in rides:
    z = w * km + b
    loss = (z - euros) ** 2
    print(loss.item())
"""

W1 = Choice(
    id="05-W1",
    task="An article shows the loop “ready to copy, with the extra clearing in the right place”. Its code, with our "
    "names, is below. Which lines have to be added so that it trains as the five lines do?",
    listing=ARTICLE,
    program="""
from itertools import combinations

ALL = ("zero_grad", "backward", "step")

def trained_with(added):
    w, b = ag.tensor(3., requires_grad=True), ag.tensor(1., requires_grad=True)
    optimizer = ag.optim.SGD([w, b], lr=0.05)
    for x, y in ((2., 5.), (1., 3.75), (4., 7.5)):
        if "zero_grad" in added:
            optimizer.zero_grad()
        z = w * x + b
        loss = (z - y)**2
        if "backward" in added:
            loss.backward()
        if "step" in added:
            optimizer.step()
    return round(w.item(), 4), round(b.item(), 4)

sets = [added for count in range(4) for added in combinations(ALL, count)]
answer = ", ".join(next(added for added in sets if trained_with(added) == trained_with(ALL)))
""",
    reason="The code computes losses and prints them. No line clears, none goes back, none steps, so the weights stay "
    "as they are.",
    options=(
        Option("zero_grad, backward, step", "`optimizer.zero_grad()`, `loss.backward()` and `optimizer.step()`"),
        Option(
            "backward, step",
            "`loss.backward()` and `optimizer.step()`",
            "clearing left out",
            "**These two make it move.** From the second ride on, each step would also carry the gradients of the "
            "rides before.",
        ),
        Option(
            "zero_grad, step",
            "`optimizer.zero_grad()` and `optimizer.step()`",
            "M02",
            "**`step()` cannot make up for `backward()`.** It moves weights by their `.grad`, and nobody would have "
            "written one.",
        ),
        Option(
            "zero_grad, backward",
            "`optimizer.zero_grad()` and `loss.backward()`",
            "M01",
            "**Then there would be gradients, and nobody would use them.** `backward()` does not move a weight.",
        ),
        Option(
            "",
            "None: it is complete as it stands",
            "announced is done",
            "**What the text announces and what the code does are two things.** Which of the lines shown writes into "
            "`w` or `b`?",
        ),
    ),
    hints=(
        "Look at the code, not at what was said about it. Which of the five lines do you find?",
        "Go through the five jobs: clear, compute, compare, go back, step. Which of them does nobody do here?",
        "If the code also had the line `optimizer.step()`, two would be missing. It does not have it, so ...",
    ),
    reveal="It has two of the five lines. The missing ones are {key}.",
)
