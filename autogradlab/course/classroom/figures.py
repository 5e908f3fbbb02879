"""Three figures of a class: items with their intervals, the misconception map, what came after wrong answers."""

import matplotlib

from autogradlab.course.classroom.axes import LABEL, bare, correlation_axis, interval, map_cell, no_interval, share_axis
from autogradlab.course.classroom.ideas import IdeaRow
from autogradlab.course.classroom.items import ItemRow, easiest_first
from autogradlab.course.classroom.transitions import NEXT, TransitionRow
from autogradlab.course.plots.plot import LOOK, Plot
from autogradlab.draw import theme

WIDTH, ROW, FRAME = 11.2, 0.34, 1.5
MOST_BARS = 12
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
    """How many were right at first, and the correlation with the other items; easiest on top if items are ranked."""
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
    with matplotlib.rc_context(LOOK):
        for row in rows:
            map_cell(axes, lessons.index(row.lesson), ideas.index(row.idea), row.shown.value)
        axes.set(xlim=(-0.5, len(lessons) - 0.5), ylim=(len(ideas) - 0.5, -0.5))
        axes.set_xticks(range(len(lessons)), lessons)
        axes.set_yticks(range(len(ideas)), ideas)
        axes.set_title("Learners who showed the idea, in %")
        bare(axes)
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
        bare(axes)
        # The bars of the first row are also the legend's samples, so that each part is named once, in order.
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
    share_axis(axes, "right at the first answer, in %", [row.item for row in rows])
    for place, row in enumerate(rows):
        interval(axes, place, row.right, 100, theme.FORWARD, "o")


def _correlations(axes, rows):
    correlation_axis(axes, "correlation with the other items")
    for place, row in enumerate(rows):
        if not row.correlation.shown:
            no_interval(axes, place, "too few, or all alike")
        elif row.correlation.value < 0:
            interval(axes, place, row.correlation, 1, theme.BACKWARD, "v")
            axes.text(
                row.correlation.high + 0.05,
                place,
                "negative",
                va="center",
                fontsize=9,
                fontweight="bold",
                color=theme.BACKWARD_TEXT,
                bbox=LABEL,
            )
        else:
            interval(axes, place, row.correlation, 1, theme.FORWARD, "o")


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
                bbox=LABEL | {"facecolor": fill},
            )
        left += 100 * share.value
