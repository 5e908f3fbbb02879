"""The names that lesson 02 introduces, and its items in the order of the notebook."""

from autogradlab.course.lessons.lesson_02 import beginnings, branches, chain, engine, links, nodes, order, paths

#: The names that this lesson explains, on top of those of the lessons before it.
INTRODUCES = ("Playground", "Stepper", "grad_fn", "name", "next_functions", "variable")

ITEMS = [
    beginnings.R1,
    beginnings.R2,
    paths.P1,
    chain.C1,
    paths.C2,
    paths.C3,
    order.P2,
    order.C7,
    nodes.P3,
    nodes.C4,
    nodes.C5,
    links.C8,
    links.C9,
    branches.P4,
    branches.C6,
    engine.B1,
    engine.B2,
    engine.B3,
]
