"""The second graph in words: title, the rows beside the curves, the text version."""

from autogradlab.draw.numbers import bracketed, written

from .run import KEEPS


def finding(r):
    """The title: whether the gradient has a graph of its own, and what was kept."""
    if r.second is None:
        kept = "With retain_graph=True alone" if r.keep == "retain_graph" else "With neither argument"
        return f"{kept} the gradient is a number without history"
    return f"With create_graph=True the gradient {written(r.first)} has a graph of its own"


def rows(r):
    """(name, value, what it is) of each number, in reading order."""
    second = "refused" if r.second is None else written(r.second)
    twice = "–" if r.twice is None else written(r.twice)
    nodes = f"the slope, {len(r.second_nodes) or 'no'} nodes behind it"
    return (
        ("x³", written(r.value), f"{len(r.first_nodes)} node behind it"),
        ("first derivative", written(r.first), nodes),
        (
            "second derivative",
            second,
            "the bend, the slope of the slope" if r.twice is not None else "no path back to x",
        ),
        (
            ".grad after both",
            twice,
            f"{written(r.first)} + {bracketed(written(r.second))}: backward adds"
            if r.twice is not None
            else "the second walk was refused",
        ),
    )


def description(r):
    """Everything the picture shows, in words; backticks mark code."""
    behind = f"behind it: {', '.join(r.second_nodes)}" if r.second_nodes else "and there is no node behind it"
    return (
        f"{finding(r)}. At `x = {written(r.x)}` the value of x³ is {written(r.value)}; {_with(r)} "
        f"the first walk gives {written(r.first)}, {behind}. {_again(r)}"
    )


def _with(r):
    return "without an argument" if r.keep == "nothing" else f"with `{KEEPS[r.keep]}`"


def _again(r):
    if r.second is None:
        return f"A walk back from it is refused: {r.message}"
    first, second = written(r.first), written(r.second)
    return (
        f"The second derivative, the bend, is {second}; after both walks `x.grad` is {written(r.twice)}, because "
        f"{first} and {second} were added."
    )


def text(r):
    """The picture as a table of text."""
    lines = [f"{what:20}{value:>10}   {meaning}" for what, value, meaning in rows(r)]
    graph = " → ".join(r.second_nodes) or "none"
    return "\n".join(
        [
            f"{finding(r)}.",
            "",
            f"x = {written(r.x)}, argument: {KEEPS[r.keep]}",
            *lines,
            "",
            f"first graph:  {' → '.join(r.first_nodes)}",
            f"second graph: {graph}",
        ]
    )
