"""Lesson 08, Switches: what no_grad, eval, detach and inference_mode change, and what each of them leaves alone."""

from autogradlab.course.lessons.lesson_08 import (
    bugs,
    coding,
    cuts,
    inference,
    layers,
    memory,
    recording,
    validation,
    warm_up,
    web,
)

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = (
    "BatchNorm1d",
    "Dropout",
    "Sequential",
    "Switchboard",
    "clone",
    "eval",
    "inference_mode",
    "manual_seed",
    "ones",
    "running_mean",
    "train",
    "training",
    "weight",
)

ITEMS = [
    warm_up.R1,
    warm_up.R2,
    layers.P1,
    layers.P2,
    recording.P3,
    cuts.P4,
    memory.P5,
    inference.P6,
    recording.P7,
    layers.C1,
    layers.C2,
    inference.C3,
    cuts.C4,
    memory.C5,
    recording.C6,
    recording.C7,
    validation.C8,
    cuts.C9,
    validation.C10,
    coding.C11,
    web.W1,
    bugs.B1,
    bugs.B2,
    bugs.B3,
]
