"""The names that lesson 01 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_01 import beginnings, bugs, slopes, steps

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = ("Slope", "backward", "draw", "each", "grad", "item", "requires_grad", "same_in_pytorch", "sin")

ITEMS = [
    beginnings.R1,
    beginnings.R2,
    beginnings.P0,
    slopes.C1,
    steps.C2,
    steps.C3,
    slopes.C4,
    steps.C5,
    slopes.C6,
    slopes.C7,
    steps.P1,
    steps.P2,
    slopes.P3,
    bugs.B1,
    bugs.B2,
]
