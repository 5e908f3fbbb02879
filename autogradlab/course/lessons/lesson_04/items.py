"""The names that lesson 04 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_04 import (
    adding,
    batches,
    clearing,
    coding,
    forgetting,
    limits,
    loops,
    momentum,
    uneven,
    warm_up,
)

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = ("Accumulation", "MicroBatches", "SGD", "mean", "optim", "step", "sum", "zero_grad")

ITEMS = [
    warm_up.R1,
    warm_up.R2,
    adding.P1,
    adding.F1,
    forgetting.F2,
    batches.F3,
    clearing.P2,
    forgetting.P3,
    batches.P4,
    loops.C9,
    adding.C1,
    clearing.C2,
    clearing.C3,
    forgetting.C4,
    batches.C5,
    uneven.C6,
    momentum.C7,
    momentum.T7,
    limits.C8,
    limits.T8,
    coding.C10,
    limits.W1,
    loops.B1,
    loops.B2,
]
