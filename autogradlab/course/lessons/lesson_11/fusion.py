"""Lesson 11, fusing: what it reduces, and what it does not."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature

FOUR = """
def chain(x):
    return (x * 1.01 + 0.1).relu() - 0.2

fused = ag.compile(chain)
fused(ag.ones(1000))
forward = fused.explain().forward
"""

_SIX = """
def six(x):
    for turn in range(3):
        x = (x * 1.5).sin()
    return x

fused = ag.compile(six)
fused(ag.ones(5000))
forward = fused.explain().forward
"""

TRIPS = (
    Case("Six operations, fused: how many are computed", _SIX + "answer = len(forward.operations)"),
    Case("How many times fewer bytes are moved", _SIX + "answer = forward.ratio"),
)

P4 = Choice(
    id="11-P4",
    predict=True,
    task="The four operations are fused into one loop. What is reduced?",
    program=FOUR
    + """
less = {"arithmetic": len(forward.operations) < 4, "trips": forward.bytes_fused < forward.bytes_eager}
answer = " and ".join(name for name in less if less[name])
""",
    reason="Every entry is still multiplied, added to, clipped and subtracted from. But it travels from memory and "
    "back once instead of four times.",
    options=(
        Option("trips", "The trips to memory: fewer bytes are read and written"),
        Option(
            "arithmetic",
            "The arithmetic: fewer sums and products",
            "M70",
            "**Each entry needs its four operations, fused or not.** Think of what happens to the results in between: "
            "where do they wait for the next operation?",
            TRIPS,
        ),
        Option(
            "arithmetic and trips",
            "Both",
            "less of both",
            "**Half of that is right.** Could the result be the same with fewer sums and products? Which of the two "
            "can be left out without changing a number?",
            TRIPS,
        ),
        Option(
            "",
            "Neither: it is the same program in one line",
            "one line for one loop",
            "**The line is the same, the loop is not.** One after another, each operation goes through the whole "
            "array before the next one begins.",
            TRIPS,
        ),
    ),
    hints=(
        "Follow a single entry: what is done to it, and where is it in between?",
        "One after another, each operation reads the whole array and writes a whole new one. Fused, when does an entry "
        "go back to memory?",
        "In a kitchen: peeling all the potatoes, putting them away, fetching them again to cut them. Doing both in one "
        "go saves no cuts, but ...",
    ),
    reveal="{key}. The arithmetic is the same.",
)

C6 = Number(
    id="11-C6",
    task="These $k operations on a long array are fused. How many times fewer bytes are moved, and how many times "
    "fewer multiplications are done? Give both numbers.",
    listing="def chain(x):\n    for turn in range($k):\n        x = x * 1.5\n    return x",
    program="""
def chain(x):
    for turn in range($k):
        x = x * 1.5
    return x

fused = ag.compile(chain)
fused(ag.ones(1000))
forward = fused.explain().forward
answer = [forward.ratio, $k / len(forward.operations)]
""",
    numbers={"k": 7},
    ranges={"k": range(5, 13)},
    expected="two numbers; follow one entry of the array through all the lines, and count its trips and its products",
    reason="One after another, each operation reads and writes the whole array: $k trips. Fused, there is one, with "
    "all $k multiplications in it.",
    wrong=(
        Signature(
            "M70",
            says="**That would be right if fusing saved arithmetic.** Each entry is multiplied $k times, fused or not. "
            "What happens between two multiplications?",
            show_me=TRIPS,
        ),
        Signature(
            "less of both",
            "[$k, $k]",
            "**Right for the bytes.** But the result is the same number: could you get it with fewer multiplications?",
            TRIPS,
        ),
        Signature(
            "no gain",
            "[1, 1]",
            "**Right for the multiplications.** One after another, how often is the array read and written? And fused?",
            TRIPS,
        ),
        Signature(
            "in between only",
            "[$k - 1, 1]",
            "**Right for the multiplications. For the bytes you count the arrays in between.** Compare all trips with "
            "all trips: the first read and the last write are there both times.",
        ),
        Signature(
            "reads and writes against one",
            "[2 * $k, 1]",
            "**Right for the multiplications.** Fused, the array is read once and written once: that is two, as for "
            "each single operation.",
        ),
        Signature(
            "0 for as many",
            "[$k, 0]",
            "**Right for the bytes.** “0 times fewer” is no way to say *as many as before*. How many times does "
            "the old number go into the new one, if the two are the same?",
        ),
    ),
    hints=(
        "Look at one operation alone: how many bytes does it read and write for each entry?",
        "One after another: that, times the number of operations. Fused: once. And the multiplications?",
        "For 100 operations fused, the bytes are 100 times fewer, and each entry is multiplied 100 times, as before. "
        "For $k ...",
    ),
    reveal="Trips to memory are saved, products are not: {key}.",
)
