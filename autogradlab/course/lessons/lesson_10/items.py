"""The names that lesson 10 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_10 import bugs, clipping, flow, hooks, penalty, second, warm_up, web

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = ("Flow", "SecondGraph", "clip_grad_norm_", "norm", "register_hook", "remove", "sigmoid", "utils")

ITEMS = [
    warm_up.R1,
    warm_up.R2,
    hooks.P1,
    hooks.P2,
    flow.P3,
    second.P4,
    second.P5,
    flow.C1,
    hooks.C2,
    hooks.C3,
    clipping.C4,
    clipping.C5,
    second.C6,
    second.C7,
    penalty.C8,
    penalty.C9,
    flow.C10,
    web.W1,
    bugs.B1,
    bugs.B2,
    second.F1,
]
