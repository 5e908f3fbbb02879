"""Three figures of a class: items with their intervals, the misconception map, what came after wrong answers."""

import matplotlib
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from autogradlab.course.classroom.ideas import IdeaRow
from autogradlab.course.classroom.items import EASY, HARD, WEAK, ItemRow, easiest_first
from autogradlab.course.classroom.transitions import NEXT, TransitionRow
from autogradlab.course.plots.plot import LOOK, Plot
from autogradlab.draw import theme

WIDTH, ROW, FRAME = 11.2, 0.34, 1.5
MOST_BARS = 12
_LABEL = {"boxstyle": "round,pad=0.15", "facecolor": theme.PAPER, "edgecolor": "none"}
#: Fill, edge and hatch of each part of a bar.
_BARS = dict(
    zip(
        NEXT,
        (
            (theme.CORRECT_TINT, theme.CORRECT, ""),
            (theme.FORWARD_TINT, theme.FORWARD, ""),
            (theme.BACKWARD_TINT, theme.BACKWARD, "////"),
            (theme.HIGHLIGHT_TINT, theme.HIGHLIGHT, ".."),
            (theme.IDLE_TINT, theme.IDLE, ""),
        ),
    )
)


def item_figure(lesson: str, rows: list[ItemRow]) -> Plot:
    """How many were right at first, and how that goes with the other items; easiest at the top if items are ranked."""
    ranked = all(row.ranked for row in rows)
    rows = easiest_first(rows) if ranked else rows
    plot = Plot(WIDTH, FRAME + ROW * len(rows))
    with matplotlib.rc_context(LOOK):
        left, right = plot.subplots(1, 2, sharey=True, width_ratios=(3, 2))
        _right_at_first(left, rows)
        _correlations(right, rows)
        left.set_ylim(len(rows) - 0.4, -0.6)
    order = "easiest first" if ranked else "in the order of their ids, since there are too few learners to rank them"
    words = "; ".join(f"{row.item} {row.right.value:.0%}" for row in rows)
    plot.description = f"Right at the first answer in lesson {lesson}, {order}: {words}. The table below has the rest."
    return plot


def idea_figure(rows: list[IdeaRow]) -> Plot:
    """A map of lessons and misconceptions; a cell says how many of a hundred showed the idea."""
    lessons, ideas = (sorted({getattr(row, name) for row in rows}) for name in ("lesson", "idea"))
    plot = Plot(min(WIDTH, 2.2 + 0.75 * len(lessons)), FRAME + ROW * len(ideas))
    axes = plot.axes_for("lesson", "")
    colors = LinearSegmentedColormap.from_list("share", (theme.PAPER, theme.FORWARD))
    with matplotlib.rc_context(LOOK):
        for row in rows:
            _map_cell(axes, lessons.index(row.lesson), ideas.index(row.idea), row.shown.value, colors)
        axes.set(xlim=(-0.5, len(lessons) - 0.5), ylim=(len(ideas) - 0.5, -0.5))
        axes.set_xticks(range(len(lessons)), lessons)
        axes.set_yticks(range(len(ideas)), ideas)
        axes.set_title("Learners who showed the idea, in %")
        _bare(axes)
    most = max(rows, key=lambda row: row.shown.value)
    plot.description = (
        f"Map of {len(ideas)} misconceptions in {len(lessons)} lessons. Most often shown: {most.idea} "
        f"in lesson {most.lesson}, {most.shown.value:.0%}. The table below has all of them."
    )
    return plot


def transition_figure(rows: list[TransitionRow]) -> Plot:
    """Bars of what came next, for the wrong answers that were repeated most."""
    rows = rows[:MOST_BARS]
    plot = Plot(WIDTH, FRAME + 0.2 + 1.15 * ROW * len(rows))
    axes = plot.axes_for("learners who gave this answer, in %", "")
    with matplotlib.rc_context(LOOK | {"hatch.linewidth": 0.6}):
        for place, row in enumerate(rows):
            _stacked(axes, place, row)
        axes.set(xlim=(0, 100), ylim=(len(rows) - 0.45, -0.55))
        axes.set_yticks(range(len(rows)), [f"{row.item}  {row.idea}" for row in rows])
        _bare(axes)
        # The bars of the first row are also the key, so that each is named once, in their order.
        axes.legend(
            axes.patches[: len(NEXT)],
            NEXT,
            ncols=len(NEXT),
            loc="lower left",
            bbox_to_anchor=(0, 1),
            frameon=False,
            fontsize=9,
            handlelength=1.4,
            borderpad=0.2,
            columnspacing=1.4,
        )
    words = "; ".join(f"{row.idea} at {row.item} {row.same.value:.0%}" for row in rows)
    plot.description = f"What came after a wrong answer. The same again: {words}. The table below has the rest."
    return plot


def _right_at_first(axes, rows):
    for low, high, says in ((0, HARD, "very hard"), (EASY, 1, "very easy")):
        axes.axvspan(100 * low, 100 * high, color=theme.IDLE_TINT, zorder=0)
        axes.annotate(
            says,
            (50 * (low + high), 1),
            (0, 3),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            fontsize=8.5,
            color=theme.SECONDARY,
        )
    for place, row in enumerate(rows):
        _interval(axes, place, row.right, 100, theme.FORWARD, "o")
    axes.set(xlim=(-2, 102), xlabel="right at the first answer, in %")
    axes.set_yticks(range(len(rows)), [row.item for row in rows])
    _quiet(axes)


def _correlations(axes, rows):
    axes.axvline(0, color=theme.INK, linewidth=1)
    axes.axvline(WEAK, color=theme.IDLE, linewidth=1, linestyle=(0, (4, 3)))
    axes.annotate(
        f"weak below {WEAK}",
        (WEAK, 1),
        (0, 3),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        ha="center",
        fontsize=8.5,
        color=theme.SECONDARY,
    )
    for place, row in enumerate(rows):
        if not row.correlation.shown:
            axes.text(
                0.03, place, "too few, or all alike", va="center", fontsize=8.5, bbox=_LABEL, color=theme.SECONDARY
            )
        elif row.correlation.value < 0:
            _interval(axes, place, row.correlation, 1, theme.BACKWARD, "v")
            axes.text(
                row.correlation.high + 0.05,
                place,
                "negative",
                va="center",
                fontsize=9,
                fontweight="bold",
                color=theme.BACKWARD_TEXT,
                bbox=_LABEL,
            )
        else:
            _interval(axes, place, row.correlation, 1, theme.FORWARD, "o")
    axes.set(xlim=(-1, 1), xticks=(-1, -0.5, 0, 0.5, 1), xlabel="correlation with the other items")
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


def _map_cell(axes, column, place, share, colors):
    # The darkest blue is still light enough for dark letters.
    axes.add_patch(
        Rectangle((column - 0.47, place - 0.45), 0.94, 0.9, facecolor=colors(0.65 * share), edgecolor=theme.HAIRLINE)
    )
    axes.text(column, place, f"{100 * share:.0f}", ha="center", va="center")


def _stacked(axes, place, row):
    left = 0
    for name, share in row.next.items():
        fill, edge, hatch = _BARS[name]
        axes.barh(place, 100 * share.value, left=left, height=0.66, color=fill, edgecolor=edge, hatch=hatch)
        if share.value >= 0.08:
            axes.text(
                left + 50 * share.value,
                place,
                f"{100 * share.value:.0f}",
                ha="center",
                va="center",
                fontsize=9,
                bbox=_LABEL | {"facecolor": fill},
            )
        left += 100 * share.value


def _quiet(axes):
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _bare(axes):
    axes.grid(False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
