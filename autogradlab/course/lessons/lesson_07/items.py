"""The names that lesson 07 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_07 import (
    barrel,
    bugs,
    contest,
    kept,
    trunk,
    twice,
    unseen,
    warm_up,
    web,
    writing,
)

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = ("Lifetime", "_saved_self", "_version", "data", "exp", "zero_")

ITEMS = [
    warm_up.R1,
    warm_up.R2,
    barrel.P1,
    twice.P2,
    twice.P3,
    twice.P4,
    writing.P5,
    unseen.P6,
    kept.C1,
    kept.C2,
    kept.C3,
    barrel.C4,
    trunk.C5,
    writing.C6,
    writing.T6,
    writing.C7,
    unseen.C8,
    contest.C9,
    barrel.C10,
    web.W1,
    bugs.B1,
    bugs.B2,
    bugs.B3,
]
