"""The entries, by lesson."""

from autogradlab.course.misconceptions.bank import (
    accumulating,
    extending,
    gradients_as_data,
    leaves,
    lifetimes,
    loop,
    memory_and_clinic,
    slope_and_graph,
    switches,
    vectors,
    writing,
)

BANK = (
    *slope_and_graph.ENTRIES,
    *leaves.ENTRIES,
    *accumulating.ENTRIES,
    *loop.ENTRIES,
    *vectors.ENTRIES,
    *lifetimes.ENTRIES,
    *writing.ENTRIES,
    *switches.ENTRIES,
    *extending.ENTRIES,
    *gradients_as_data.ENTRIES,
    *memory_and_clinic.ENTRIES,
)
