"""Lesson 04, a training run that never clears `.grad`: every step follows a running sum."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature

WALK = """
def walk(steps, clear=False, w={w}, lr={lr}, factor=1.):
    w = ag.tensor(float(w), requires_grad=True)
    optimizer = ag.optim.SGD([w], lr=lr)
    places = []
    for step in range(steps):
        if clear:
            optimizer.zero_grad()
        (w**2).backward()
        optimizer.step()
        places.append(round(w.item(), 6))
    return places
"""

PILE = (
    Case("Slopes of the first two steps, from 50", "first = 2 * 50\nsecond = 2 * 40\nanswer = [first, second]"),
    Case(
        "What the steps used, not cleared",
        "w = ag.tensor(50., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(w**2).backward()\n"
        "first = w.grad.item()\noptimizer.step()\n(w**2).backward()\nanswer = [first, w.grad.item()]",
    ),
)

LEFT_BEHIND = (
    Case(
        "`.grad` before `step()`",
        "w = ag.tensor(30., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(7 * w).backward()\n"
        "answer = w.grad.clone()",
    ),
    Case(
        "`.grad` after it",
        "w = ag.tensor(30., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(7 * w).backward()\n"
        "optimizer.step()\nanswer = w.grad",
    ),
)

DOUBLED = """
def doubled_walk(steps, w, lr):
    places = []
    for step in range(steps):
        w = w - lr * 2*w * (2 if places else 1)
        places.append(w)
    return places
"""

P3 = Choice(
    id="04-P3",
    predict=True,
    task="Four steps down the loss `w**2`, from `w = 3` with learning rate 0.1. With clearing, `w` goes 2.4, 1.92, "
    "1.54, 1.23. The next program never clears. Where does `w` go?",
    program=WALK.format(w=3, lr=0.1)
    + DOUBLED
    + """
places, cleared, doubled = walk(4), walk(4, clear=True), doubled_walk(4, 3, 0.1)
answer = ("past" if min(places) < 0 else "same" if places == cleared
          else "faster" if max(abs(a - b) for a, b in zip(places, doubled)) < 1e-3 else "another way")
""",
    reason="Each step follows the sum of all slopes so far. The slopes get smaller, the sum keeps growing, and `w` "
    "runs past the minimum.",
    options=(
        Option(
            "same",
            "The same way: each `backward()` writes the slope at its own place",
            "M03",
            "**Each call adds to the slopes of all steps before it.** Nobody has cleared those, so from the second "
            "step on `.grad` is too large.",
            PILE,
        ),
        Option(
            "faster",
            "Faster, but it stays above 0: each step is twice as long as it should be",
            "M08",
            "**Twice would be right for the second step only, and not quite right even there.** The third step carries "
            "three slopes, the fourth four.",
            PILE,
        ),
        Option("past", "Past 0, to the other side: the steps grow although the slope shrinks"),
        Option(
            "still",
            "Nowhere after the first step: `step()` refuses a `.grad` that was not cleared",
            "clearing is a must",
            "**Nothing refuses anything here.** The engine cannot know whether you meant to add up. That is what makes "
            "this mistake so hard to notice.",
        ),
    ),
    follow_up="04-F2",
    wrong=(
        Signature(
            "M61",
            "'same'",
            "**That would be so if `step()` used up the gradient.** It only reads `.grad`, and leaves it where it is.",
            LEFT_BEHIND,
        ),
    ),
    hints=(
        "Look at `.grad` before the second step. What is in it, besides the slope at 2.4?",
        "A step goes by `lr` times what `.grad` holds. Does the sum of all slopes so far shrink when the slopes do?",
        "From 3 the first slope is 6 and leads to 2.4. There the slope is 4.8, and `.grad` holds `6 + 4.8`. After "
        "that ...",
    ),
    reveal="{key}.",
)

C4 = Number(
    id="04-C4",
    task="The loss is `w**2`, `w` starts at $w, the learning rate is $lr, and nobody clears. Where is `w` after the "
    "second step?",
    listing="""
w = ag.tensor($w., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=$lr)
for step in range(2):
    (w**2).backward()
    optimizer.step()
""",
    program=WALK.format(w="$w", lr="$lr")
    + DOUBLED
    + """
w, lr = $w, $lr
first, answer = walk(2)
slopes = 2 * w, 2 * first
""",
    numbers={"w": 1, "lr": 0.1},
    ranges={"w": (-5, -4, -2, 2, 4, 5, 6, 10), "lr": (0.05, 0.1, 0.2)},
    expected="a place nearer to the minimum than with clearing, perhaps a little past it",
    reason="The second step uses both slopes, ${2*w} and ${2*w*(1-2*lr)}.",
    calls=2,
    follow_up="04-F2",
    wrong=(
        Signature(
            "M61",
            "walk(2, clear=True)[1]",
            "**{answer} would be right if `step()` used up the gradient.** It only reads `.grad`, and leaves it where "
            "it is.",
            LEFT_BEHIND,
        ),
        Signature(
            "M03",
            "walk(2, clear=True)[1]",
            "**{answer} is where `w` goes when somebody clears.** Here the first slope is still in `.grad`. The second "
            "`backward()` adds to it.",
            PILE,
        ),
        Signature(
            "M08",
            "doubled_walk(2, w, lr)[1]",
            "**{answer} doubles the second slope.** What is added to it is the first slope, and that belongs to "
            "another place, where the curve is steeper.",
            PILE,
        ),
        Signature(
            "M04",
            "first - lr * sum(slopes) / 2",
            "**{answer} steps along the mean of both slopes.** `.grad` holds their sum; nothing divides it.",
            PILE,
        ),
        Signature(
            "one step only",
            "first",
            "**{answer} is where the first step leads.** The second one starts there, and `.grad` is not empty.",
        ),
        Signature(
            "same step again",
            "first - lr * slopes[0]",
            "**{answer} makes the first step a second time.** Before it, `backward()` brings the slope at the new "
            "place. What becomes of the first slope?",
        ),
        Signature(
            "first slope twice",
            "first - lr * 2 * slopes[0]",
            "**{answer} adds the first slope a second time.** The second slope is measured at the new place, and the "
            "curve is less steep there.",
        ),
    ),
    hints=(
        "Look at `.grad` when the second step comes. Which two slopes are in it?",
        "The second step is `w - lr * (first slope + second slope)`. At which place is each of them measured?",
        "From 50 with rate 0.1: slope 100, `w` becomes 40. Slope 80, `.grad` is 180, and `40 - 0.1 * 180 = 22`. "
        "From $w: ...",
    ),
    reveal="The slopes are ${2*w} and ${2*w*(1-2*lr)}; the second step subtracts $lr times their sum: {key}.",
)

TWO_STEP_ONE = """
w = ag.tensor($w., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
(w**2).backward()
(w**2).backward()
optimizer.step()
(w**2).backward()
"""

F2 = Number(
    id="04-F2",
    task="Two calls, one step, one more call, and nothing is cleared. What does `w.grad` hold at the end?",
    listing=TWO_STEP_ONE,
    program=TWO_STEP_ONE + "answer = w.grad",
    numbers={"w": 5},
    ranges={"w": (-5, 2, 3, 4, 6, 7, 8, 10)},
    expected="a number that all three calls contribute to",
    calls=3,
    reason="Two slopes of ${2*w}, then a step to ${0.6*w}, then a slope of ${1.2*w} on top.",
    wrong=(
        Signature(
            "M03",
            "1.6 * $w",
            "**{answer} is the last slope alone, at the place where one slope of ${2*w} leads.** That would be right "
            "if each call replaced `.grad`. It adds.",
            PILE,
        ),
        Signature(
            "M61",
            "1.2 * $w",
            "**{answer} is the last slope alone.** That would be right if `step()` used up the gradient. It only reads "
            "`.grad`, and leaves it where it is.",
            LEFT_BEHIND,
        ),
        Signature(
            "M04",
            "(2 * $w + 2 * $w + 1.6 * $w) / 3",
            "**{answer} is a mean of three slopes.** Nothing divides them: each call adds what it brings.",
            PILE,
        ),
        Signature(
            "M08",
            "2.4 * $w",
            "**{answer} doubles the last slope.** What is added to it are the slopes of the calls before, and they "
            "belong to another place.",
            PILE,
        ),
        Signature("two calls only", "4. * $w", "**{answer} is what the first two calls left.** A third one follows."),
        Signature(
            "old place",
            "6. * $w",
            "**{answer} is three times the slope at the start.** `step()` has moved `w` before the third call. Where "
            "to?",
        ),
        Signature(
            "one slope in the step",
            "5.6 * $w",
            "**{answer} lets `step()` use one of the two slopes.** It follows all that `.grad` holds. Where does that "
            "lead, and which slope is there?",
        ),
    ),
    hints=(
        "Look at `.grad` after each line. Which lines write into it?",
        "`backward()` adds to `.grad`, `step()` only reads it. Where is `w` after the step?",
        "From 50: 100, then 200, the step leads to `50 - 0.1 * 200 = 30`, and its slope 60 comes on top. From $w: "
        "${2*w}, then ...",
    ),
    reveal="`${2*w} + ${2*w}`, and ${1.2*w} from the new place: {key}.",
)
