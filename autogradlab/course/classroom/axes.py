"""Parts shared by the figures of a class, here and in the reports on hand-ins: axes, intervals, cells of a map."""

from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from autogradlab.course.classroom.items import EASY, HARD, WEAK
from autogradlab.draw import theme

LABEL = {"boxstyle": "round,pad=0.15", "facecolor": theme.PAPER, "edgecolor": "none"}
_COLORS = LinearSegmentedColormap.from_list("share", (theme.PAPER, theme.FORWARD))


def share_axis(axes, says: str, names: list[str]) -> None:
    """Set up rows for the names and an axis of shares in %; the ranges of very hard and very easy items are shaded."""
    for low, high, where in ((0, HARD, "very hard"), (EASY, 1, "very easy")):
        axes.axvspan(100 * low, 100 * high, color=theme.IDLE_TINT, zorder=0)
        _above(axes, 50 * (low + high), where)
    axes.set(xlim=(-2, 102), xlabel=says)
    axes.set_yticks(range(len(names)), names)
    _quiet(axes)


def correlation_axis(axes, says: str) -> None:
    """Set up an axis of correlations beside the rows of another one, with a line below which they count as weak."""
    axes.axvline(0, color=theme.INK, linewidth=1)
    axes.axvline(WEAK, color=theme.IDLE, linewidth=1, linestyle=(0, (4, 3)))
    _above(axes, WEAK, f"weak below {WEAK}")
    axes.set(xlim=(-1, 1), xticks=(-1, -0.5, 0, 0.5, 1), xlabel=says)
    _quiet(axes)
    axes.tick_params(labelleft=False)


def interval(axes, place: int, measured, scale: int, color: str, marker: str) -> None:
    """Draw a share or a correlation with its interval in row `place`."""
    axes.plot(
        [scale * measured.low, scale * measured.high],
        [place, place],
        color=color,
        linewidth=2,
        alpha=0.55,
        solid_capstyle="butt",
    )
    axes.plot([scale * measured.value], [place], marker, color=color, markersize=7, markeredgecolor=theme.PAPER)


def no_interval(axes, place: int, why: str) -> None:
    """Write into row `place` why it has no correlation."""
    axes.text(0.03, place, why, va="center", fontsize=8.5, bbox=LABEL, color=theme.SECONDARY)


def map_cell(axes, column: int, place: int, share: float) -> None:
    """Draw a share in %, the bluer the larger; the darkest blue is still light enough for dark letters."""
    axes.add_patch(
        Rectangle((column - 0.47, place - 0.45), 0.94, 0.9, facecolor=_COLORS(0.65 * share), edgecolor=theme.HAIRLINE)
    )
    axes.text(column, place, f"{100 * share:.0f}", ha="center", va="center")


def bare(axes) -> None:
    """Remove grid, ticks and frame."""
    axes.grid(False)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _quiet(axes) -> None:
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _above(axes, x: float, says: str) -> None:
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
