"""The names that lesson 03 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_03 import alike, bugs, cuts, landing, leaves, stairs, warm_up, weights

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = ("Leaves", "argmax", "detach", "is_leaf", "numpy", "requires_grad_", "retain_grad", "round")

ITEMS = [
    warm_up.R1,
    warm_up.R2,
    landing.P1,
    leaves.P2,
    weights.P3,
    cuts.P4,
    cuts.P5,
    leaves.C1,
    landing.C2,
    weights.C3,
    cuts.C4,
    cuts.C5,
    stairs.C6,
    stairs.C6T,
    leaves.C7,
    alike.C8,
    bugs.B1,
    bugs.B2,
]
