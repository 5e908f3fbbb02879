"""The names that lesson 09 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_09 import bugs, calling, contract, precision, upstream, warm_up, web, writing

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = (
    "Function",
    "Locker",
    "apply",
    "autograd",
    "float32",
    "float64",
    "gradcheck",
    "save_for_backward",
    "saved_tensors",
)

#: The attributes that the lesson's own classes set on `ctx`.
OWN = ("k", "n")
INTRODUCES += OWN

ITEMS = [
    warm_up.R1,
    warm_up.R2,
    upstream.P1,
    upstream.P2,
    contract.P3,
    contract.P4,
    contract.P5,
    upstream.C1,
    contract.C2,
    calling.C3,
    calling.C4,
    precision.C5,
    writing.C6,
    writing.C7,
    calling.C8,
    upstream.C9,
    precision.C10,
    web.W1,
    bugs.B1,
    bugs.B2,
]
