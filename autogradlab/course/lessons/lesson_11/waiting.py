"""Lesson 11, compiling takes time: after how many calls has it been earned back?"""

from autogradlab.course.checks.questions import COUNTED, Case, Choice, Number, Option, Signature

EVEN = (
    Case("Time in all, 10 calls at 5 ms: as it is, seconds", "answer = 10 * 0.005"),
    Case("10 calls at 1 ms, and 8 s to compile", "answer = 8 + 10 * 0.001"),
)

C7 = Number(
    id="11-C7",
    task="A call takes $a ms. Compiled it takes $b ms, and the first call takes $c s more, for compiling. After how "
    "many calls has that time been earned back?",
    program="a, b, c = $a, $b, $c\nanswer = c * 1000 / (a - b)",
    numbers={"a": 30, "b": 6, "c": 12},
    ranges={"a": (20, 25, 30, 35), "b": (5, 10, 15), "c": (6, 9, 12, 15, 30)},  # so that the answer is a whole number
    expected="a number of calls: the time for compiling, divided by what each call saves, in the same unit",
    relative=COUNTED,
    reason="Each call saves ${a - b} ms. $c seconds are ${format(1000 * c, ',')} ms.",
    wrong=(
        Signature(
            "M69",
            "1.",
            "**That would be so if compiling were free.** The first call takes $c seconds more. How much of it does "
            "each later call bring back?",
            EVEN,
        ),
        Signature(
            "old time for the gain",
            "c * 1000 / a",
            "**{answer} lets each call save its whole time.** A compiled call still takes $b ms. What is the "
            "difference?",
        ),
        Signature(
            "new time for the gain",
            "c * 1000 / b",
            "**{answer} divides by what a compiled call takes.** What does it save, compared with before?",
        ),
        Signature(
            "units mixed",
            "c / (a - b)",
            "**{answer} divides seconds by milliseconds.** Bring both to the same unit first.",
        ),
        Signature(
            "sum for the gain",
            "round(1000 * $c / ($a + $b))",
            "**{answer} divides by both times together.** What does one compiled call save?",
        ),
    ),
    hints=(
        "Look at one call: how many ms less does it take when it is compiled?",
        "Compiling costs $c s once. How many such savings does it take to pay for that?",
        "With 100 ms before, 60 ms after and 8 s to compile: `8000 / 40 = 200` calls. Here: `${1000 * c} / ...`",
    ),
    reveal="`${1000 * c} / ($a - $b)` is {key}.",
    twin="11-T7",
)

T7 = Choice(
    id="11-T7",
    task="Four programs, all compiled with 10 s for the first call. Which one gains from it?",
    program="""
rows = {"script": (1, 5000., 2000.), "small": (10**6, 0.02, 0.03), "training": (50_000, 4., 1.),
        "shapes": (2_000, 4., 1.)}
gain = {name: calls * (before - after) / 1000 - 10 for name, (calls, before, after) in rows.items()}
answer = max(gain, key=gain.get)
""",
    reason="50,000 calls that save 3 ms each bring back 150 s. The others bring back less than 10 s, or nothing.",
    options=(
        Option("training", "50,000 calls, 4 ms before and 1 ms after"),
        Option(
            "script",
            "1 call, 5 s before and 2 s after",
            "M69",
            "**The one call saves 3 s, and the compiling takes 10.** The time comes back only if somebody calls again.",
            EVEN,
        ),
        Option(
            "small",
            "A million calls, 0.02 ms before and 0.03 ms after",
            "M69",
            "**Each of these calls has become slower.** For small arrays the trips to memory are few. What is added is "
            "the cost of getting into the compiled function.",
            EVEN,
        ),
        Option(
            "shapes",
            "2,000 calls, 4 ms before and 1 ms after",
            "not yet even",
            "**They bring back 6 s out of 10.** How many such calls would it take?",
        ),
    ),
    hints=(
        "Look at what a single call saves, and at how many calls there are.",
        "Multiply the two and compare with 10 s.",
        "1,000 calls that save 2 ms each bring back 2 s. In the list, ...",
    ),
    reveal="{key}: it brings back more than 10 s.",
)
