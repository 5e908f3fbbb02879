"""Lesson 03, operations without a slope: staircases, comparisons, and paths that are cut in part."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature
from autogradlab.course.lessons.lesson_03.cuts import DIRECT, REWRAPPED, V

WHAT_COMES = """
lines = {
    "half": "h = w / 2",
    "round": "h = w.round() * 2",
    "compare": "h = w * 2 > 5",
    "rewrapped": "h = ag.tensor(w.item() * 2)",
    "own": "h = w * w.detach()"}

def what_comes(line):
    names = {"ag": ag, "w": ag.tensor(3., requires_grad=True)}
    exec(line, names)
    try:
        (names["h"] * 5.).backward()
    except RuntimeError:
        return 0.
    return names["w"].grad.item()

answer = [name for name, line in lines.items() if what_comes(line) != 0]
"""

STAIRS = (
    Case("`v / 2` at 5", V + "(v / 2).backward()\nanswer = v.grad"),
    Case("`(v / 2).round()` at 5", V + "(v / 2).round().backward()\nanswer = v.grad"),
)
YES_OR_NO = (
    Case("Does `v / 2` require grad?", V + "answer = (v / 2).requires_grad"),
    Case("Does `v / 2 > 1` require grad?", V + "answer = (v / 2 > 1).requires_grad"),
)

C6 = Choice(
    id="03-C6",
    several=True,
    twin="03-C6T",
    task="`w` is a weight with the value 3. After the line come `loss = h * 5` and `loss.backward()`. For which lines "
    "does `w` get a gradient that is not 0?",
    program=WHAT_COMES,
    reason="A quotient has a slope, and in `w * w.detach()` one of the two paths is whole. A staircase has slope 0, "
    "and the other two have no way back.",
    options=(
        Option("half", "`h = w / 2`"),
        Option(
            "round",
            "`h = w.round() * 2`",
            "M58",
            "**`round()` is a staircase.** Between its steps it is flat, so a small change of `w` changes nothing.",
            STAIRS,
        ),
        Option(
            "compare",
            "`h = w * 2 > 5`",
            "M58",
            "**A comparison answers yes or no.** Such an answer has no slope, and no operation is recorded for it.",
            YES_OR_NO,
        ),
        Option(
            "rewrapped",
            "`h = ag.tensor(w.item() * 2)`",
            "M57",
            "**`item()` gives a plain number.** What is made of it knows nothing of `w`.",
            (DIRECT, REWRAPPED),
        ),
        Option("own", "`h = w * w.detach()`"),
    ),
    wrong=(
        Signature(
            "M58",
            '["half", "round", "compare", "own"]',
            "**`round()` and `>` take tensors and give tensors, but that does not make a slope.** One is flat between "
            "its steps, the other answers yes or no.",
            STAIRS,
        ),
        Signature(
            "M58",
            '["half", "round", "own"]',
            "**`round()` is a staircase.** It is recorded, and something comes back to `w`. Between two steps it is "
            "flat, so which number is that?",
            STAIRS,
        ),
        Signature(
            "M57",
            '["half", "rewrapped", "own"]',
            "**`item()` gives a plain Python number.** What is made of it has the same value and no history.",
            (DIRECT, REWRAPPED),
        ),
        Signature(
            "detach cuts everything",
            '["half"]',
            "**`detach()` cuts the path that it is on, and no other.** In `w * w.detach()` the left `w` is still "
            "connected.",
            (
                Case("`v * 5`, one path", V + "(v * 5).backward()\nanswer = v.grad"),
                Case("`v * v.detach()`, one of two paths cut", V + "(v * v.detach()).backward()\nanswer = v.grad"),
            ),
        ),
    ),
    hints=(
        "Look at each line on its own, and let `w` grow from 3 to 3.001. Does `h` move?",
        "Two things are needed: a recorded path from `h` to `w`, and a slope on it that is not 0. In which line is one "
        "of them missing?",
        "`(v + 1).round()` is recorded, and its slope is 0. `v > 1` is not recorded. `v + v.detach()` is recorded for "
        "its first `v`. Now the five lines ...",
    ),
    reveal="{key}. The others are flat, or have no way back.",
)

MIXED = """
w = ag.tensor($w., requires_grad=True)
h = $k * w.round() + $c * w
h.backward()
"""

C6T = Number(
    id="03-C6T",
    task="Which number does this program leave in `w.grad`?",
    listing=MIXED,
    program=MIXED + "answer = w.grad",
    numbers={"w": 3, "k": 4, "c": 6},
    ranges={"w": range(2, 9), "k": range(2, 6), "c": range(6, 10)},
    expected="what the path without a staircase brings",
    reason="`round()` is flat between its steps and brings 0, `$c * w` brings $c.",
    wrong=(
        Signature(
            "M58",
            "$k. + $c",
            "**{answer} counts the path through `round()` as if it were a ramp.** It is a staircase: between two steps "
            "it is flat.",
            STAIRS,
        ),
        Signature(
            "a staircase cuts everything",
            "0.",
            "**{answer} comes through `round()`.** A second path leads from `h` to `w`, and it has a slope.",
        ),
        Signature("value for slope", "h", "**{answer} is the value of `h`.** How fast does it change when `w` grows?"),
    ),
    hints=(
        "Look for `w` in the second line. Along how many paths does it reach `h`?",
        "What the paths bring is added up. What is the slope of a staircase between two steps?",
        "For `(v * 2).round() + 11 * v` the first path brings 0, and the second 11. Here the second brings ...",
    ),
    reveal="`0 + $c`: {key}.",
)
