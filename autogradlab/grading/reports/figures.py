"""Three pictures of a class: its points, its questions with their trials, and which misconceptions showed where."""

import matplotlib
import numpy as np

from autogradlab.course.classroom.axes import bare, correlation_axis, interval, map_cell, no_interval, share_axis
from autogradlab.course.classroom.shares import Spread
from autogradlab.course.plots.plot import LOOK, Plot
from autogradlab.draw import theme

from .cohort import Cohort
from .items import Item
from .reasons import IdeaRow

WIDTH, ROW, FRAME = 11.2, 0.3, 1.5
NARROWEST = 5.6  # inches, so that the title of the map of ideas fits
LONGEST_TITLE = 28  # letters of a question below its column of the map of ideas
MOST_ROWS = 36  # with more, the trials are left to the table
BINS = (1, 2, 5, 10, 20, 50)


def points_figure(cohort: Cohort) -> Plot:
    """A histogram of everybody's points, with the median and the middle half."""
    totals, points = cohort.totals, cohort.points
    width = next((width for width in BINS if points / width <= 25), BINS[-1])
    edges = np.arange(0, points + width + 1, width)
    counts, _ = np.histogram(totals, edges)
    spread = Spread.of(totals.tolist())
    plot = Plot(WIDTH, 3.2)
    axes = plot.axes_for("points" if cohort.is_final else "points in what a program judges", "students")
    with matplotlib.rc_context(LOOK):
        axes.axvspan(spread.low, spread.high, color=theme.HIGHLIGHT_TINT, zorder=0)
        axes.bar(edges[:-1], counts, width=0.92 * width, align="edge", color=theme.FORWARD, zorder=2)
        axes.axvline(spread.middle, color=theme.INK, linewidth=1.5, linestyle=(0, (4, 3)), zorder=3)
        axes.annotate(
            f"median {spread.middle:g}, the middle half from {spread.low:g} to {spread.high:g}",
            (spread.middle, 1),
            (0, 4),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="right" if spread.middle > 0.6 * points else "left",
            fontsize=9,
            color=theme.SECONDARY,
        )
        axes.set(xlim=(-0.02 * points, edges[-1]))
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.grid(False, axis="x")
    words = "; ".join(f"from {low:g}: {count}" for low, count in zip(edges, counts) if count)
    plot.description = (
        f"Points of {len(totals)} students, out of {points}. Median {spread.middle:g}, middle half "
        f"{spread.low:g} to {spread.high:g}. Students by points, in steps of {width}: {words}."
    )
    return plot


def items_figure(items: list[Item]) -> Plot:
    """The share that earned all points of each question and trial; in a class that is large enough, also the
    correlation with the rest."""
    rows = items if len(items) <= MOST_ROWS else [item for item in items if not item.trial]
    plot = Plot(WIDTH, FRAME + ROW * len(rows))
    with matplotlib.rc_context(LOOK):
        if any(row.ranked for row in rows):
            left, right = plot.subplots(1, 2, sharey=True, width_ratios=(3, 2))
            _correlations(right, rows)
        else:
            left = plot.subplots(1, 1)
        _shares(left, rows)
        left.set_ylim(len(rows) - 0.4, -0.6)
        for label, item in zip(left.get_yticklabels(), rows):
            label.set(fontweight="normal" if item.trial else "bold", color=theme.INK)
    words = "; ".join(f"{row.name} {row.right.value:.0%}" for row in rows)
    plot.description = f"All points earned: {words}. The table below has the rest."
    return plot


def ideas_figure(rows: list[IdeaRow], titles: dict[str, str]) -> Plot:
    """A map of questions and ideas; a cell shows the share that lost a trial behind which the idea usually lies."""
    questions = [name for name in titles if any(name in row.where for row in rows)]
    plot = Plot(min(WIDTH, max(NARROWEST, 2.6 + 2.2 * len(questions))), FRAME + 1.3 * ROW * len(rows))
    axes = plot.axes_for("", "")
    with matplotlib.rc_context(LOOK):
        for place, row in enumerate(rows):
            for name, share in row.where.items():
                map_cell(axes, questions.index(name), place, share.value)
        axes.set(xlim=(-0.5, len(questions) - 0.5), ylim=(len(rows) - 0.5, -0.5))
        axes.set_xticks(range(len(questions)), [_short(titles[name], LONGEST_TITLE) for name in questions])
        axes.set_yticks(range(len(rows)), [row.idea for row in rows])
        axes.set_title("Lost a trial behind which the idea usually lies, in %")
        bare(axes)
    plot.description = (
        f"Map of {len(rows)} misconceptions at {len(questions)} questions. Most often: {rows[0].idea}, "
        f"{rows[0].share.value:.0%} of the class. The table below has all of them."
    )
    return plot


def _shares(axes, rows):
    share_axis(axes, "earned all points, in %", [_short(row.name, 38) for row in rows])
    for place, row in enumerate(rows):
        interval(axes, place, row.right, 100, theme.FORWARD, "o" if row.trial else "D")


def _correlations(axes, rows):
    correlation_axis(axes, "correlation with everything else")
    for place, row in enumerate(rows):
        if not row.correlation.shown:
            no_interval(axes, place, "all alike" if row.ranked else "too few")
        elif row.correlation.value < 0:
            interval(axes, place, row.correlation, 1, theme.BACKWARD, "v")
        else:
            interval(axes, place, row.correlation, 1, theme.FORWARD, "o" if row.trial else "D")


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
