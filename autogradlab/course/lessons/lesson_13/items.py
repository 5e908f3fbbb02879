"""The names that lesson 13 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_13 import bugs, rules, shapes, walks, warm_up

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = ("Surface", "array", "pop")

#: The attributes of the lesson's own class.
OWN = ("inputs", "slopes")
INTRODUCES += OWN

ITEMS = [
    warm_up.R1,
    warm_up.R2,
    walks.P1,
    walks.P2,
    walks.P3,
    walks.C1,
    walks.C2,
    walks.C3,
    rules.C4,
    rules.C5,
    rules.C6,
    rules.C7,
    shapes.C8,
    shapes.C9,
    bugs.B1,
    bugs.B2,
]
