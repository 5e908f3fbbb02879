"""The names that lesson 05 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_05 import (
    beginnings,
    bugs,
    by_hand,
    cleared_early,
    missing_lines,
    moving,
    ride,
    weights,
    writing,
)

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = (
    "Linear",
    "Loop",
    "Module",
    "Parameter",
    "Watch",
    "__init__",
    "float32",
    "losses",
    "manual_seed",
    "nn",
    "no_grad",
    "note",
    "parameters",
    "shape",
    "tanh",
    "two_classes",
    "two_moons",
)

#: The names that the small models of this lesson give to their own parts.
OWN = ("b", "first", "last", "middle", "w")

INTRODUCES += OWN

ITEMS = [
    beginnings.R1,
    beginnings.R2,
    beginnings.C1,
    ride.P1,
    ride.P2,
    ride.P3,
    missing_lines.P4,
    by_hand.P5,
    moving.C2,
    missing_lines.C3,
    cleared_early.C4,
    cleared_early.T4,
    moving.C5,
    moving.C6,
    by_hand.C7,
    weights.C8,
    weights.C9,
    writing.C10,
    writing.W1,
    bugs.B1,
    bugs.B2,
]
