"""Lesson 07, the rain barrel: a tensor that is carried from day to day, and the graph that hangs on it."""

from autogradlab.course.checks.questions import Bug, Case, Code, Fix, Print, Probe, Signature

OLD_NODE = (
    Case(
        "Computed once, two losses",
        "v = ag.tensor(5., requires_grad=True)\nsquare = v**2\nwalks = 0\ntry:\n    for k in (1, 4):\n"
        "        (k * square).backward()\n        walks += 1\nexcept RuntimeError:\n    pass\n"
        "print(walks, 'of 2 walks')",
    ),
    Case(
        "Computed for each loss",
        "v = ag.tensor(5., requires_grad=True)\nwalks = 0\nfor k in (1, 4):\n    square = v**2\n"
        "    (k * square).backward()\n    walks += 1\nprint(walks, 'of 2 walks')",
    ),
)

STATE = """\
v = ag.tensor(0.5, requires_grad=True)
state = ag.tensor(1.)
for k in range(10):
    state = v * {old}
    (state**2).backward({keep})
rounds, node = 0, state.grad_fn
while node:
    rounds += 1
    node = node.next_functions[1][0]
print(rounds, "of 10 rounds in the graph")
"""

GROWING = (
    Case("Retained", STATE.format(old="state", keep="retain_graph=True")),
    Case("Detached", STATE.format(old="state.detach()", keep="")),
)

P1 = Print(
    id="07-P1",
    predict=True,
    follow_up="07-C1",
    task="Before you run it: after each day that it learns from, the program prints `day` and its number. What does it "
    "print?",
    program="""
rain, measured = [2., 3., 1.5], [5., 7., 6.]
w = ag.tensor(0.5, requires_grad=True)
level = ag.tensor(4.)
try:
    for day in range(3):
        level = w * level + rain[day]
        loss = (level - measured[day])**2
        loss.backward()
        print("day", day)
except RuntimeError:
    print("stops")
""",
    reason="Every day has a new loss, but the level of the day before is still attached to yesterday's graph. The rest "
    "of the lesson is about that.",
    wrong=(
        Signature(
            "M15",
            "",
            "**The loss is new each day, and the level is not.** It was computed by yesterday's lines, and its graph "
            "comes along.",
            OLD_NODE,
        ),
        Signature(
            "M10",
            "",
            "**The loss is new each day, and the level is not.** Part of the graph would be walked twice. Is it still "
            "whole?",
        ),
        Signature(
            "stops at once",
            'print("stops")',
            "**On the first day everything is fresh.** `level` is a plain number then. What is it on the second day?",
        ),
        Signature(
            "a day later",
            'print("day", 0)\nprint("day", 1)\nprint("stops")',
            "**It stops, and earlier.** On which day does a loss first meet a part of the graph that was walked "
            "before?",
        ),
        Signature(
            "days counted from 1",
            'print("day", 1)\nprint("stops")',
            "**It does stop after one day.** The days are counted from 0, and the number of the first one is printed.",
        ),
        Signature(
            "M15",
            'for day in (1, 2, 3):\n    print("day", day)',
            "**The loss is new each day, and the level is not:** its graph comes along. (And the days are "
            "counted from 0.)",
        ),
    ),
    hints=(
        "Look at `level`. On which day does it come out of a computation for the first time?",
        "`backward()` goes back along everything that the loss was computed from. How far is that on the second day?",
        "In lesson 01 you read that `backward()` uses up the notes of a graph. With a loop of one day, this program "
        "prints `day 0`. With two days, the second loss leads back to ...",
    ),
    reveal="The second loss leads back into the graph of the first day, and that is used up. It prints {key}.",
)

BARREL = """
w = ag.tensor(0.5, requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.001)
level = ag.tensor(8.)
for rain, measured in [(1., 6.), (2., 5.), (3., 4.), (1., 5.)]:
    level = w * level + rain
    loss = (level - measured)**2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""

C4 = Bug(
    id="07-C4",
    task="Another barrel, with a step each day. The program stops on the second day, and `w` is to be learned from all "
    "four. Which line do you change, and how?",
    program=BARREL,
    probe="answer = w.item()",
    goal=BARREL.replace("w * level + rain", "w * ag.tensor(level.item()) + rain") + "answer = w.item()",
    fixes=(
        Fix(
            "Carry over only the number: `level = w * level.detach() + rain`",
            5,
            "    level = w * level.detach() + rain",
        ),
        Fix(
            "Keep what the message names: `loss.backward(retain_graph=True)`",
            8,
            "    loss.backward(retain_graph=True)",
            "M12",
            "**That carries it one day further, then the next error comes.** All old days stay in the graph, and "
            "`step()` has written into the `w` that they kept. Which tensor brings the old days along?",
            GROWING,
        ),
        Fix(
            "Cut after the rain: `level = (w * level + rain).detach()`",
            5,
            "    level = (w * level + rain).detach()",
            "cut too much",
            "**Right tensor, wrong place: this cuts off today's `w`, too.** Then `backward()` has no path at all. What "
            "should be cut is the path to yesterday.",
        ),
        Fix(
            "Let the level keep its gradient: add `level.retain_grad()`",
            5,
            "    level = w * level + rain\n    level.retain_grad()",
            "M14",
            "**`retain_grad()` is about a gradient, not about the graph.** It keeps a number in `level.grad`. It does "
            "not bring back what the old nodes gave up.",
            (
                Case(
                    "`retain_grad()` on the middle",
                    "v = ag.tensor(5., requires_grad=True)\nm = v**2\nm.retain_grad()\nm.backward()\ntry:\n"
                    "    m.backward()\nexcept RuntimeError:\n    print('stops')",
                ),
                Case(
                    "`retain_graph=True` in the call",
                    "v = ag.tensor(5., requires_grad=True)\nm = v**2\nm.backward(retain_graph=True)\nm.backward()\n"
                    "print('works')",
                ),
            ),
        ),
        Fix(
            "Clear after the step: move `optimizer.zero_grad()` below it",
            7,
            "    pass",
            "clearing blamed",
            "**Clearing is about `.grad`, and it is in a good place.** The graph knows nothing of it. Which tensor "
            "leads from the second day to the first?",
        ),
    ),
    reason="Yesterday's number is needed, its graph is not. `detach()` brings one without the other.",
    hints=(
        "Look for the name that is read in a line before the same line writes it anew.",
        "A graph goes as far back as the tensors that the loss was made of. Which of them is older than today?",
        "In `total = v * total + 1`, the `total` on the right brings its whole history along, and `total.detach()` "
        "brings only its number. In the barrel that is ...",
    ),
    reveal="The old level brings yesterday's graph along: {key}.",
)


def day_by_day(
    level: str = "level.detach()", each: str = "loss.backward()", last: str = "", back: str = "level.item()"
) -> str:
    """A complete answer to C10 that uses `level`, runs `each` in the loop and `last` after it, and returns `back`."""
    end = f"    {last}\n" if last else ""
    return f"""def day_by_day(w, level, rain, measured):
    total = 0.
    for today, wanted in zip(rain, measured):
        level = w * {level} + today
        loss = (level - wanted)**2
        {each}
{end}    return {back}"""


PARTS = "(`w.grad`, the last level, the number of walks)"
WALKED = """
w, calls = ag.tensor({w}, requires_grad=True), []
w.register_hook(lambda grad: calls.append(1))
last = day_by_day(w, ag.tensor({level}), {rain}, {measured})
answer = [w.grad.item() if w.grad is not None else 0., getattr(last, "item", lambda: last)(), len(calls)]
"""

C10 = Code(
    id="07-C10",
    entry="day_by_day",
    task="Write `day_by_day(w, level, rain, measured)`. For each day, the new level is `w * level` plus the rain of "
    "that day, the loss is the square of the new level minus what was measured, and `backward()` is called. No walk "
    "may go further back than its own day. Return the last level as a plain number.",
    starter="def day_by_day(w, level, rain, measured):\n    ...",
    program=day_by_day(),
    probes=(
        Probe(f"three days {PARTS}", WALKED.format(w=0.5, level=4.0, rain=[2.0, 3.0, 1.5], measured=[5.0, 7.0, 6.0])),
        Probe(f"a single day {PARTS}", WALKED.format(w=0.25, level=8.0, rain=[1.0], measured=[2.0])),
        Probe(
            f"five days with a barrel that loses a lot {PARTS}",
            WALKED.format(w=-0.5, level=2.0, rain=[1.0, 0.0, 2.0, 0.0, 1.0], measured=[1.0, 1.0, 1.0, 1.0, 1.0]),
        ),
        Probe(
            "whether the last level is a plain number",
            "w = ag.tensor(0.5, requires_grad=True)\n"
            "answer = isinstance(day_by_day(w, ag.tensor(4.), [2.], [5.]), (int, float))",
        ),
    ),
    reason="Each walk ends at the detached level, so it finds a whole graph and gives up nothing that another needs.",
    wrong=(
        Signature(
            "M12",
            day_by_day("level", "loss.backward(retain_graph=True)"),
            "**It runs, and every walk goes back to the first day.** With `retain_graph=True` the graph of all days "
            "stays and grows. Where could it be cut instead?",
            GROWING,
        ),
        Signature(
            "one walk for all days",
            day_by_day("level", "total = total + loss", "total.backward()"),
            "**This adds the losses and walks once, through all days.** That is a good way, too, with a different "
            "gradient and a long graph. The task asks for short walks, one each day.",
        ),
        Signature(
            "cleared each day",
            day_by_day(each="w.grad = None; loss.backward()"),
            "**The levels and walks are right, and only the last day is left in `w.grad`.** The days before it were "
            "cleared away. The task does not ask for a step after each day: let them add up.",
        ),
        Signature(
            "one day too few",
            day_by_day()
            .replace("zip(rain, measured)", "zip(rain[:-1], measured)")
            .replace("level.item()", "float(level)"),
            "**The last day is missing.** How many rounds does the loop make, and how many days are in `rain`?",
        ),
        Signature(
            "last day alone",
            day_by_day("level.detach()", "pass", "loss.backward()"),
            "**Only the last day is walked.** Is the call inside the loop?",
        ),
        Signature(
            "a tensor kept",
            day_by_day(back="level"),
            "**All walks are right, and what comes back is a tensor.** The task asks for the last level as a plain "
            "number. Which method gives it?",
        ),
    ),
    hints=(
        "Look at what one day hands over to the next. It should hand over a number, but no history.",
        "Inside the loop: level, loss, backward. Before the old level is used, its history is dropped. Which method "
        "does that?",
        "For a running product: `product = v * product.detach()`, then `(product - 1)**2` and its `backward()`. For "
        "the barrel the first line is `level = w * ...`",
    ),
    reveal="Use `level.detach()` on the right side, and call `loss.backward()` in the loop: {key}.",
)
