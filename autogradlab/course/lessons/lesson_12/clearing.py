"""Lesson 12, patients 1 and 2: gradients that are never cleared, and gradients that are cleared too early."""

from autogradlab.course.checks.questions import Case, Choice, Option
from autogradlab.course.lessons.lesson_12.ward import WARD

PILE = (
    Case(
        "Three rounds, never cleared",
        "w = ag.tensor(8., requires_grad=True)\nfor slope in (5, 3, 1):\n    (slope * w).backward()\nanswer = w.grad",
    ),
    Case(
        "Three rounds, cleared",
        "w = ag.tensor(8., requires_grad=True)\nfor slope in (5, 3, 1):\n"
        "    w.grad = None\n    (slope * w).backward()\nanswer = w.grad",
    ),
)

FOUND = (
    WARD
    + """
def found_in_grad(rounds):
    model, fresh = net(), []
    optimizer = ag.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
    for step in range(rounds):
        loss = cross_entropy(model(points), side)
        fresh.append(ag.autograd.grad(loss, model[2].bias, retain_graph=True)[0][0].item())
        loss.backward()
        optimizer.step()
    return model[2].bias.grad[0].item(), fresh

got, fresh = found_in_grad(4)
readings = {"last": fresh[-1], "double": 2 * fresh[-1], "sum": sum(fresh)}
answer = next((name for name, value in readings.items() if abs(got - value) < 1e-4), None)
"""
)

C1 = Choice(
    id="12-C1",
    task="What makes the loss of patient 1 leap? Choose a cause, and use one probe before you do: a print of one "
    "`.grad`, in each round.",
    program=FOUND,
    reason="Nobody clears. In round 4 `step()` finds the sum of four gradients, three of them measured at places that "
    "the weights have left.",
    options=(
        Option("sum", "`step()` finds the sum of the gradients of all rounds so far"),
        Option(
            "double",
            "`step()` finds twice the gradient, so the rate is in effect twice as large",
            "M08",
            "**Twice would be true in round 2, if the gradient stayed the same.** It goes on from there: what does the "
            "next `backward()` add to?",
            PILE,
        ),
        Option(
            "last",
            "`step()` finds the fresh gradient of the round, and the rate of 0.5 is too large for this network",
            "M03",
            "**The healthy loop has the same network and the same rate.** A fresh gradient would be there if "
            "`backward()` replaced the old one. What does it do instead?",
            PILE,
        ),
        Option(
            "stale",
            "`step()` finds the gradient of the round before, because it comes before `backward()`",
            "order blamed",
            "**Read the two lines once more: `backward()` comes first.** What it writes is there when `step()` reads. "
            "Is anything else there too?",
        ),
    ),
    hints=(
        "Look at the five jobs of a round: clear, compute, compare, go back, step. Which of them does nobody do?",
        "`backward()` adds to what is in `.grad`. What is in there when a round begins?",
        "With fresh gradients 5, 3 and 1 and no clearing, `.grad` reads 5, 8 and 9. So in round 4 of patient 1 ...",
    ),
    reveal="{key}.",
)

HIDDEN = (
    WARD
    + """
def ends(lr=0.5, momentum=0.9, rounds=40):
    model = net()
    optimizer = ag.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
    for step in range(rounds):
        loss = cross_entropy(model(points), side)
        loss.backward()
        optimizer.step()
    return loss.item()

changes = {"half": ends(lr=0.25), "tenth": ends(lr=0.05), "longer": ends(rounds=80), "momentum": ends(momentum=0)}
answer = min(changes, key=changes.get)
"""
)

SMALLER_RATE = (
    "**Run it: the last loss is still above 1.** A smaller rate makes each leap shorter, and the old gradients stay in "
    "`.grad`. Which knob makes the last loss small?"
)

C2 = Choice(
    id="12-C2",
    task="The owner of patient 1 leaves the lines as they are and turns one knob. Run the cell with each of these "
    "changes. Which of them **hides** the illness, so that the last loss is below 0.2?",
    program=HIDDEN,
    reason="Without momentum the pile in `.grad` does what momentum would have done: it remembers. The loop ends well, "
    "but the steps are still not what the line says.",
    options=(
        Option("half", "`lr=0.25`", "rate blamed", SMALLER_RATE),
        Option("tenth", "`lr=0.05`", "rate blamed", SMALLER_RATE),
        Option(
            "longer",
            "Twice as many rounds",
            "more rounds",
            "**With more rounds the loss ends even higher.** Every round adds one more old gradient to the pile. Which "
            "knob makes the last loss small?",
        ),
        Option("momentum", "`momentum=0`"),
    ),
    hints=(
        "Look at the last loss, after each change. Put the old number back before the next one.",
        "A smaller rate makes each leap shorter. Does it take the old gradients out of `.grad`?",
        "With `lr=0.1` the last loss is still above 3. Try the other knobs in the same way: ...",
    ),
    reveal="{key}: the last loss is small, and nothing is cured.",
)

SECOND = """
model = net()
optimizer = ag.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
for step in range(5):
    loss = cross_entropy(model(points), side)
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
    print(f"{loss.item():.2f}", end=" ")
"""

P1 = Choice(
    id="12-P1",
    predict=True,
    task="Before you run it: the owner of patient 1 has added a line. What will the five losses do?",
    listing=SECOND,
    program=WARD
    + """
def bias_after(*lines):
    model = net()
    optimizer = ag.optim.SGD(model.parameters(), lr=0.5)
    loss = cross_entropy(model(points), side)
    calls = {"backward": loss.backward, "clear": optimizer.zero_grad, "step": optimizer.step}
    for line in lines:
        calls[line]()
    return model[2].bias.tolist()

start = net()[2].bias.tolist()
answer = ("backward" if bias_after("backward") != start else "step" if bias_after("step") != start else
          "reset" if bias_after("clear") != start else
          "same" if bias_after("backward", "clear", "step") == start else "falls")
""",
    reason="The gradient is thrown away between the line that writes it and the line that reads it. `step()` finds "
    "`None` and passes every weight by.",
    options=(
        Option("same", "All five are the same"),
        Option(
            "falls",
            "They fall as in the healthy loop: now somebody clears in every round",
            "M07",
            "**That somebody clears is not enough: it matters when.** Here `.grad` is emptied after it was written and "
            "before it is read.",
        ),
        Option(
            "backward",
            "They fall: the weights have moved in `backward()`, before anything is cleared",
            "M01",
            "**`backward()` moves no weight.** It writes into `.grad`, and the next line empties that.",
        ),
        Option(
            "step",
            "They fall: `step()` works out the gradient that it needs",
            "M02",
            "**`step()` reads `.grad` and works out nothing.** It does not even know the loss.",
        ),
        Option(
            "error",
            "One loss, and then an error: `step()` finds no gradient",
            "None stops the step",
            "**`step()` does not complain about `None`, it passes the weight by.** So nothing stops here.",
        ),
    ),
    hints=(
        "Look at `.grad` after each of the last three lines of a round.",
        "`backward()` fills it and `step()` reads it. What has happened in between?",
        "With the lines `backward()`, `step()`, `zero_grad()` the losses would fall. With the last two swapped, "
        "`step()` finds ...",
    ),
    reveal="{key}, because `step()` finds nothing in `.grad`.",
)
