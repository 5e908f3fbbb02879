"""Three pictures of a class: its points, its questions with their trials, and where it showed which idea."""

import matplotlib
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from autogradlab.course.classroom.items import EASY, HARD, WEAK
from autogradlab.course.classroom.shares import Spread
from autogradlab.course.plots.plot import LOOK, Plot
from autogradlab.draw import theme

from .items import Item
from .reasons import IdeaRow

WIDTH, ROW, FRAME = 11.2, 0.3, 1.5
MOST_ROWS = 36  # with more, the trials are left to the table
BINS = (1, 2, 5, 10, 20, 50)
_LABEL = {"boxstyle": "round,pad=0.15", "facecolor": theme.PAPER, "edgecolor": "none"}


def points_figure(totals: np.ndarray, points: int) -> Plot:
    """How many have how many points, and the middle half."""
    width = next((width for width in BINS if points / width <= 25), BINS[-1])
    edges = np.arange(0, points + width + 1, width)
    counts, _ = np.histogram(totals, edges)
    spread = Spread.of(totals.tolist())
    plot = Plot(WIDTH, 3.2)
    axes = plot.axes_for("points in what a program judges", "students")
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
        f"Points of {len(totals)} students, of {points}. Median {spread.middle:g}, middle half "
        f"{spread.low:g} to {spread.high:g}. Students by points, in steps of {width}: {words}."
    )
    return plot


def items_figure(items: list[Item]) -> Plot:
    """Who earned all points of each question and trial, and in a class that is large enough how that goes with the
    rest."""
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
    """A map of questions and ideas; a cell says how many of a hundred lost a trial behind which the idea lies."""
    questions = [name for name in titles if any(name in row.where for row in rows)]
    plot = Plot(min(WIDTH, 2.6 + 2.2 * len(questions)), FRAME + 1.3 * ROW * len(rows))
    axes = plot.axes_for("", "")
    colors = LinearSegmentedColormap.from_list("share", (theme.PAPER, theme.FORWARD))
    with matplotlib.rc_context(LOOK):
        for place, row in enumerate(rows):
            for name, share in row.where.items():
                _cell(axes, questions.index(name), place, share.value, colors)
        axes.set(xlim=(-0.5, len(questions) - 0.5), ylim=(len(rows) - 0.5, -0.5))
        axes.set_xticks(range(len(questions)), [_short(titles[name], 24) for name in questions])
        axes.set_yticks(range(len(rows)), [row.idea for row in rows])
        axes.set_title("Lost a trial behind which the idea usually lies, in %")
        axes.grid(False)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    plot.description = (
        f"Map of {len(rows)} misconceptions at {len(questions)} questions. Most often: {rows[0].idea}, "
        f"{rows[0].share.value:.0%} of the class. The table below has all of them."
    )
    return plot


def _shares(axes, rows):
    for low, high, says in ((0, HARD, "very hard"), (EASY, 1, "very easy")):
        axes.axvspan(100 * low, 100 * high, color=theme.IDLE_TINT, zorder=0)
        _above(axes, 50 * (low + high), says)
    for place, row in enumerate(rows):
        _interval(axes, place, row.right, 100, theme.FORWARD, "o" if row.trial else "D")
    axes.set(xlim=(-2, 102), xlabel="earned all points, in %")
    axes.set_yticks(range(len(rows)), [_short(row.name, 38) for row in rows])
    _quiet(axes)


def _correlations(axes, rows):
    axes.axvline(0, color=theme.INK, linewidth=1)
    axes.axvline(WEAK, color=theme.IDLE, linewidth=1, linestyle=(0, (4, 3)))
    _above(axes, WEAK, f"weak below {WEAK}")
    for place, row in enumerate(rows):
        if not row.correlation.shown:
            why = "all alike" if row.ranked else "too few"
            axes.text(0.03, place, why, va="center", fontsize=8.5, bbox=_LABEL, color=theme.SECONDARY)
        else:
            negative = row.correlation.value < 0
            _interval(
                axes,
                place,
                row.correlation,
                1,
                theme.BACKWARD if negative else theme.FORWARD,
                "v" if negative else "o" if row.trial else "D",
            )
    axes.set(xlim=(-1, 1), xticks=(-1, -0.5, 0, 0.5, 1), xlabel="correlation with everything else")
    _quiet(axes)
    axes.tick_params(labelleft=False)


def _interval(axes, place, measured, scale, color, marker):
    axes.plot(
        [scale * measured.low, scale * measured.high],
        [place, place],
        color=color,
        linewidth=2,
        alpha=0.55,
        solid_capstyle="butt",
    )
    axes.plot([scale * measured.value], [place], marker, color=color, markersize=7, markeredgecolor=theme.PAPER)


def _above(axes, x, says):
    axes.annotate(
        says,
        (x, 1),
        (0, 3),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        ha="center",
        fontsize=8.5,
        color=theme.SECONDARY,
    )


def _cell(axes, column, place, share, colors):
    # The darkest blue is still light enough for dark letters.
    axes.add_patch(
        Rectangle((column - 0.47, place - 0.45), 0.94, 0.9, facecolor=colors(0.65 * share), edgecolor=theme.HAIRLINE)
    )
    axes.text(column, place, f"{100 * share:.0f}", ha="center", va="center")


def _quiet(axes):
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
