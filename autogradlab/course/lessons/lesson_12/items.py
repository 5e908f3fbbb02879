"""The names that lesson 12 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_12 import (
    carried,
    clearing,
    history,
    losses,
    masked,
    names,
    outpatients,
    pair,
    warm_up,
)

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = ("PatientChart", "bias", "cat", "cos", "linspace", "softmax", "sqrt", "tolist", "where", "zeros")

ITEMS = [
    warm_up.R1,
    warm_up.R2,
    clearing.C1,
    clearing.C2,
    clearing.P1,
    carried.C3,
    carried.C4,
    carried.B1,
    carried.C5,
    names.C6,
    names.C7,
    losses.C8,
    losses.C9,
    losses.C10,
    losses.C11,
    pair.C12,
    pair.C13,
    history.C14,
    history.C15,
    masked.P2,
    masked.C16,
    outpatients.C17,
    outpatients.C18,
    outpatients.C19,
]
