"""Lesson 04, micro-batches: when do their gradients add up to that of one big batch?"""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature
from autogradlab.course.lessons.lesson_04.adding import ADDS

#: Contrasts: mean gradients of a batch and of its micro-batches; the numbers are not those of a question.
FULL = "samples = ag.tensor([10., 20., 60., 30.])\nw = ag.tensor(1., requires_grad=True)\n"
UNDIVIDED = (
    Case("One batch of four", FULL + "(w * samples).mean().backward()\nanswer = w.grad"),
    Case(
        "Two batches of two, not divided",
        FULL + "(w * samples[:2]).mean().backward()\n(w * samples[2:]).mean().backward()\nanswer = w.grad",
    ),
)
HALVED = (
    Case("One batch of four", FULL + "(w * samples).mean().backward()\nanswer = w.grad"),
    Case(
        "Two batches of two, each halved",
        FULL + "((w * samples[:2]).mean() / 2).backward()\n((w * samples[2:]).mean() / 2).backward()\nanswer = w.grad",
    ),
)

P4 = Choice(
    id="04-P4",
    predict=True,
    task="One batch of eight gave 5.25. Now four micro-batches of two readings each, a mean loss for each, and nothing "
    "is cleared in between. What will `w.grad` be at the end?",
    program="""
readings = ag.tensor([2., 1., 0., 2., 1., -1., -2., 0.])

def gradient(size):
    w = ag.tensor(3., requires_grad=True)
    for start in range(0, 8, size):
        ((w - readings[start:start + size])**2).mean().backward()
    return w.grad.item()

answer = f"{gradient(2):g}"
""",
    reason="Each of the four means was divided only by 2, and not by 8. So each counts four times as much as it "
    "should.",
    options=(
        Option(
            "5.25",
            "5.25 again: it is the same eight readings",
            "M35",
            "**The readings are the same, the dividing is not.** The big mean divides each sample by 8. Each small "
            "mean divides by 2, and then the four are added up.",
            UNDIVIDED,
        ),
        Option("21", "Four times 5.25"),
        Option(
            "1.3125",
            "A quarter of 5.25: each micro-batch has only a quarter of the readings",
            "sum of quarters",
            "**A mean does not shrink with the number of readings.** Each small mean is about as large as the big one. "
            "And `.grad` adds up four of them.",
            UNDIVIDED,
        ),
        Option(
            "last",
            "What the last two readings alone would give",
            "M03",
            "**Nothing was cleared, so nothing is lost.** `.grad` holds what all four calls have brought.",
            (Case("The last call alone", FULL + "(w * samples[2:]).mean().backward()\nanswer = w.grad"), UNDIVIDED[1]),
        ),
    ),
    follow_up="04-F3",
    wrong=(
        Signature(
            "M04",
            "'5.25'",
            "**That would be so if `.grad` took the mean of the four calls.** It is a plain sum; nobody divides unless "
            "you do.",
            ADDS,
        ),
    ),
    hints=(
        "Look at one micro-batch: what does `.mean()` divide by there? And in the big batch?",
        "A reading's slope is divided once, by the size of its own batch, and then everything is added up.",
        "With two micro-batches instead of four, each reading would be divided by 4 where it should be 8, and the sum "
        "would come out twice as large. With four ...",
    ),
    reveal="{key}: each reading was divided by 2 where it should be 8.",
)

HALVES = """
w = ag.tensor(1., requires_grad=True)
($a * w / 2).backward()
($b * w / 2).backward()
"""

F3 = Number(
    id="04-F3",
    task="Two losses with slopes $a and $b. Each is halved before its call. What does `w.grad` hold after both?",
    listing=HALVES,
    program=HALVES.replace(" * w / 2", " / 2 * w") + "answer = w.grad",
    numbers={"a": 3, "b": 5},
    ranges={"a": (3, 7, 11), "b": (5, 9, 13)},
    expected="a number between the two slopes",
    calls=2,
    reason="Half of $a and half of $b are added up. Nothing else happens to them.",
    wrong=(
        Signature(
            "M35",
            "$a + $b",
            "**{answer} is what both would bring undivided.** A loss that is halved has half the slope, and it is that "
            "half that `.grad` gets.",
            UNDIVIDED,
        ),
        Signature(
            "M04",
            "($a + $b) / 4",
            "**{answer} halves once more.** That would be right if `.grad` took a mean of its own. It only adds what "
            "arrives.",
            ADDS,
        ),
        Signature(
            "M03",
            "$b / 2",
            "**{answer} is what the second call brought.** It is added to what the first one left.",
            ADDS,
        ),
    ),
    hints=(
        "Look at each call alone. Which slope does a halved loss have?",
        "Each call adds what it brings. Which two numbers are added?",
        "For slopes 40 and 60, halved: `20 + 30 = 50`. Here: `$a / 2 + ...`",
    ),
    reveal="`$a / 2 + $b / 2`: {key}.",
)

C5 = Number(
    id="04-C5",
    task="A batch is cut into four micro-batches of the same size. The gradients of their mean losses are $a, $b, $c "
    "and $d. What is the gradient of the mean loss of the whole batch?",
    program="""
means, size = [$a, $b, $c, $d], 16
samples = ag.tensor([float(mean) for mean in means for place in range(size)])
w = ag.tensor(1., requires_grad=True)
(w * (samples / len(samples))).sum().backward()
answer = w.grad
""",
    numbers={"a": 1, "b": 2, "c": 3, "d": 6},
    ranges={name: range(-8, 13, 4) for name in "abcd"},
    expected="a number between the smallest and the largest of the four",
    reason="All four have the same size, so they count the same: their sum, ${a + b + c + d}, divided by 4.",
    wrong=(
        Signature(
            "M35",
            "sum(means)",
            "**{answer} is what `.grad` holds when nothing is divided.** A mean lies between the smallest and the "
            "largest value. Each of the four losses has to be divided. By what?",
            UNDIVIDED,
        ),
        Signature(
            "M03",
            "means[-1]",
            "**{answer} is what the last micro-batch brings.** The other three are part of the big batch, too.",
            UNDIVIDED,
        ),
        Signature(
            "divided twice",
            "sum(means) / 16",
            "**{answer} is divided once too often.** The four numbers are means already: each has been divided by the "
            "size of its micro-batch.",
            HALVED,
        ),
        Signature(
            "M34",
            "sum(means) * size",
            "**{answer} would belong to a sum loss with 16 samples in each micro-batch.** The question is about a mean "
            "loss.",
        ),
    ),
    hints=(
        "Look at the sizes. Does any of the four micro-batches count more than another?",
        "The four means have to become one mean. What would it be if all four were 50?",
        "For two micro-batches of the same size with gradients 50 and 70 the big batch has 60, halfway between the "
        "two. For four: ...",
    ),
    reveal="The sum of the four is ${a + b + c + d}. Divided by 4, it is {key}.",
)
