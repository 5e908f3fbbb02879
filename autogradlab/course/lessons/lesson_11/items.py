"""The names that lesson 11 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_11 import batch, bugs, fusion, growing, held, twice, waiting, warm_up, web

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = (
    "Fusion",
    "MemoryCurve",
    "Scales",
    "Tanh",
    "bytes_eager",
    "bytes_fused",
    "checkpoint",
    "compile",
    "explain",
    "forward",
    "layer",
    "nodes",
    "operations",
    "randn",
    "relu",
    "runs",
    "saved",
    "tanh",
    "utils",
)

ITEMS = [
    warm_up.R1,
    warm_up.R2,
    batch.P1,
    growing.P2,
    held.P3,
    fusion.P4,
    growing.C1,
    held.C2,
    batch.C3,
    batch.C4,
    twice.C5,
    fusion.C6,
    waiting.C7,
    waiting.T7,
    growing.C8,
    batch.C9,
    web.W1,
    bugs.B1,
    bugs.B2,
]
