"""Lesson 01, before the slope has a name: two questions from school, and what `backward` changes."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature

R1 = Number(
    id="01-R1",
    task="A straight line rises by $rise while you go $run to the right. What is its slope?",
    program="rise, run = $rise, $run\nanswer = rise / run",
    expected="a positive number: how much the line rises for each single step to the right",
    reason="Slope is rise divided by run: `$rise / $run`.",
    wrong=(
        Signature(
            "run over rise",
            "run / rise",
            "**{answer} is run divided by rise.** The slope asks the other way round: how much up for each step to "
            "the right?",
            (
                Case("Run over rise: 8 up, 4 right", "answer = 4 / 8"),
                Case("Rise over run: 8 up, 4 right", "answer = 8 / 4"),
            ),
        ),
        Signature(
            "run over rise",
            "round(run / rise, 2)",
            "**{answer} is run divided by rise, rounded.** The slope asks the other way round: how much up for each "
            "step to the right?",
        ),
        Signature(
            "rise alone",
            "rise",
            "**{answer} is the whole rise.** It took $run steps to the right. How much of it belongs to one step?",
        ),
        Signature("product", "rise * run", "**{answer} is rise times run.** That is an area, not a steepness."),
        Signature("difference", "rise - run", "**{answer} is rise minus run.** A slope compares them by dividing."),
    ),
    hints=(
        "Look at one single step to the right. How far up does it take you?",
        "Slope is rise divided by run. Which of the two numbers is which?",
        "A line that rises by 22 over a run of 2 has the slope `22 / 2 = 11`. Here: `$rise / ...`",
    ),
    reveal="Rise over run: `$rise / $run`, so {key}.",
    numbers={"rise": 6, "run": 2},
    ranges={"rise": (12, 15, 18, 21, 24), "run": (2, 3)},
)

R2 = Number(
    id="01-R2",
    task="How much does `w**2` grow when `w` goes from $w to ${w + 0.1}? A pocket calculator is allowed.",
    program="w, h = $w, 0.1\nanswer = (w + h)**2 - w**2",
    expected="a positive number below ${w}",
    reason="`${w + 0.1}**2` is ${round((w + 0.1)**2, 2)}. That is about ${2 * w} times as much as `w` grew: you will "
    "meet this ${2 * w} again.",
    wrong=(
        Signature(
            "square of the sum",
            "h**2",
            "**{answer} is the square of the difference.** The square of a sum has a third part: "
            "`(a + b)**2 = a**2 + 2*a*b + b**2`.",
            (
                Case("The parts squared, for 5 and 0.2", "answer = 5**2 + 0.2**2"),
                Case("The sum squared, for 5 and 0.2", "answer = (5 + 0.2)**2"),
            ),
        ),
        Signature(
            "smallest part left out",
            "2 * w * h",
            "**{answer} leaves out the smallest part, `0.1 * 0.1`.** It is nearly right, and for smaller steps it gets "
            "better and better. Which part is missing?",
        ),
        Signature(
            "growth for each 1",
            "((w + h)**2 - w**2) / h",
            "**{answer} is the growth divided by the 0.1 that `w` went.** That is how steep it is on the way: a good "
            "number, and the lesson is about it. Asked for is the growth itself.",
        ),
        Signature(
            "slope for growth",
            "2 * w",
            "**{answer} is the slope at the start.** `w` goes only a tenth of a 1. How much does the square grow on "
            "that short way?",
        ),
        Signature("growth of w", "h", "**{answer} is how much `w` grows.** And its square?"),
        Signature("value for growth", "(w + h)**2", "**{answer} is the new square.** How much did it grow?"),
    ),
    hints=(
        "Look at two squares: the old one, and the new one.",
        "Growth is the new value minus the old value. The old one is ${w**2}. What is the new one?",
        "From 5 to 5.2: `5.2**2 - 5**2 = 27.04 - 25 = 2.04`. From $w to ${w + 0.1}: `${w + 0.1}**2 - ${w**2}` is ...",
    ),
    reveal="`${w + 0.1}**2` is ${round((w + 0.1)**2, 2)}, so the growth is {key}.",
    numbers={"w": 3},
    ranges={"w": (2, 4, 6, 7, 8)},
)

P0 = Choice(
    id="01-P0",
    predict=True,
    task="What will `loss.backward()` change?",
    program="""
w = ag.tensor(3., requires_grad=True)
loss = w**2
def everything():
    return {"weight": w.item(), "loss": loss.item(), "grad": w.grad}

before = everything()
loss.backward()
after = everything()
answer = ", ".join(name for name in before if before[name] != after[name])
""",
    reason="The weight and the loss stay as they are. `w.grad` was `None` and now holds a number.",
    options=(
        Option("grad", "Only `w.grad`: a number appears next to `w`"),
        Option(
            "weight",
            "`w`: it moves to where the loss is smaller",
            "M01",
            "**Moving `w` is a step of its own.** `backward` only finds out in which direction the loss grows. What is "
            "done with it is decided later, by another line.",
            (
                Case("`w` before", "w = ag.tensor(5., requires_grad=True)\nloss = w**2\nanswer = w.item()"),
                Case(
                    "`w` after",
                    "w = ag.tensor(5., requires_grad=True)\nloss = w**2\nloss.backward()\nanswer = w.item()",
                ),
            ),
        ),
        Option(
            "loss",
            "`loss`: it becomes smaller",
            "backward lowers the loss",
            "**The loss was computed from `w`, and `w` has not moved.** `backward` asks how the loss would change, and "
            "leaves it as it is.",
        ),
        Option(
            "weight, loss, grad",
            "All three: `w`, `loss` and `w.grad`",
            "M01",
            "**`backward` does less than its name promises.** It neither moves `w` nor lowers the loss. It writes down "
            "in one place what a later step will need.",
        ),
    ),
    hints=(
        "Look at the next cell. Which two things does it print, and why these two?",
        "Going backward means asking: how would the loss change, if `w` changed a little? Where could an "
        "answer be kept?",
        "Before the call, `w` is 3, the loss is 9 and `w.grad` is `None`. After the call, `w` is still ...",
    ),
    reveal="{key}. The weight and the loss are as before.",
)
