"""The names that lesson 06 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_06 import asking, bugs, means, rows, shapes, warm_up, web, weighing

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = ("Jacobian", "ones", "shape", "stack")

ITEMS = [
    warm_up.R1,
    warm_up.R2,
    asking.P1,
    weighing.P2,
    weighing.F1,
    rows.P3,
    shapes.P4,
    weighing.C1,
    rows.C2,
    asking.C3,
    means.C4,
    shapes.C5,
    shapes.C6,
    shapes.C7,
    rows.C8,
    asking.C9,
    weighing.C10,
    rows.C11,
    means.C12,
    web.W1,
    bugs.B1,
    bugs.B2,
]
