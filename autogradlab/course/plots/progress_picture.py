"""The picture of a training run: the loss on the left and, for points in the plane, the boundary on the right."""

import io

import matplotlib
import numpy as np
from PIL import Image

from autogradlab.draw.numbers import written
from autogradlab.draw.theme import FORWARD, INK, SECONDARY

from .boundary import SHADES, around, scatter, sketch
from .plot import LOOK, Plot

WIDE, HIGH = 8.8, 3.9


class ProgressPicture:
    """One figure that is redrawn many times: `draw` puts new data in, `png` is for the screen, `plot` is what stays.

    limits   (x low, x high, y low, y high) of the boundary's axes
    """

    def __init__(self, points=None, labels=None):
        self.plot, self.finding = Plot(WIDE if points is not None else 7.0, HIGH), ""
        self._contour = None
        with matplotlib.rc_context(LOOK):
            sides = [self.plot.add_subplot()] if points is None else self.plot.subplots(1, 2, width_ratios=(4, 5))
            self._set_up_the_loss(sides[0])
            if points is not None:
                self._set_up_the_map(sides[1], points, labels)

    def _set_up_the_loss(self, axes):
        self.axes = axes
        axes.set(xlabel="step", ylabel="loss")
        self._key = axes.annotate(  # there from the beginning, so that the axes do not shrink when it is seen
            "pale: each step; dark: mean of nearby steps",
            (0.5, 0),
            xycoords=axes.xaxis.label,
            ha="center",
            va="top",
            color=SECONDARY,
        )
        axes.xaxis.get_major_locator().set_params(integer=True, nbins=5)
        (self._rough,) = axes.plot([], color=FORWARD, alpha=0.3, linewidth=1)
        (self._line,) = axes.plot([], color=FORWARD)
        (self._end,) = axes.plot([], "o", color=FORWARD, markeredgecolor="white")

    def _set_up_the_map(self, axes, points, labels):
        self._map, self.limits = axes, around(points)
        axes.set(xlim=self.limits[:2], ylim=self.limits[2:], aspect="equal", xticks=[], yticks=[])
        axes.grid(False)
        axes.spines[:].set_visible(False)
        self._image = axes.imshow(
            [[0.5]], origin="lower", extent=self.limits, cmap=SHADES, vmin=0, vmax=1, interpolation="bilinear"
        )
        axes.set_anchor("N")
        scatter(axes, points, labels)
        axes.get_legend().set_bbox_to_anchor((1, 0))

    def draw(self, losses, grid=None, on_their_side=None):
        """Put in the losses so far, the model's outputs on a grid, and which points are on their own side."""
        steps = np.arange(1, len(losses) + 1)
        smooth = _smooth(losses)
        self._rough.set_data(steps, losses)
        self._line.set_data(steps, smooth)
        self._end.set_data(steps[-1:], smooth[-1:])
        self.axes.set(xlim=(0, 1.03 * len(losses)), ylim=_limits(losses))
        self._key.set_alpha(float(_is_smoothed(losses)))
        self.finding = _finding(losses, smooth[-1], on_their_side)
        self._data = losses, grid
        if grid is not None:
            self._draw_the_map(grid)
        with matplotlib.rc_context(LOOK):
            self.axes.set_title(self.finding)

    def _draw_the_map(self, grid):
        self._image.set_data(grid)
        if self._contour is not None:
            self._contour.remove()
        self._contour = (
            self._map.contour(grid, [0.5], origin="lower", extent=self.limits, colors=INK, linewidths=2)
            if grid.min() < 0.5 < grid.max()
            else None
        )

    def say(self):
        """Describe the picture as it is now."""
        losses, grid = self._data
        rows = sorted({round(i * (len(losses) - 1) / 10) for i in range(11)})
        table = "\n".join([f"{'step':>6}{'loss':>12}", *(f"{i + 1:6}{written(losses[i]):>12}" for i in rows)])
        more = f"It began at {written(float(f'{losses[0]:.3g}'))}."
        if _is_smoothed(losses):
            more += " The dark line is the mean of nearby steps."
        if grid is not None:
            if self._contour is not None:
                more += " The line is where the model gives one half; the text version shows where it runs."
            table += "\n\nWhere the model gives more than one half, there is a 1:\n" + sketch(grid)
        self.plot.say(self.axes, self.finding, more, table)

    def png(self):
        """The picture as PNG bytes for the screen, in its own size, made fast."""
        buffer = io.BytesIO()
        self.plot.canvas.draw()  # once, where `savefig` draws twice
        picture = Image.fromarray(np.asarray(self.plot.canvas.buffer_rgba()))
        picture.convert("RGB").save(buffer, "png", compress_level=1)
        return buffer.getvalue()


def _smooth(losses):
    """The mean over a fiftieth of the run around each step, less at the start: small batches make a rough curve."""
    at = np.arange(len(losses))
    side = np.minimum(at, _reach(losses))
    first, last = at - side, np.minimum(at + side + 1, len(losses))
    with np.errstate(invalid="ignore", over="ignore"):  # the curve visibly ends at a loss that is not finite
        sums = np.concatenate([[0.0], np.cumsum(losses)])
        return (sums[last] - sums[first]) / (last - first)


def _reach(losses):
    """How many steps on either side a mean takes in."""
    return len(losses) // 100


def _is_smoothed(losses):
    return _reach(losses) > 0


def _limits(losses):
    """The loss axis: from 0, or a lower first or last loss, to the highest; a diverging run leaves it at the top."""
    finite = [value for value in losses if np.isfinite(value)] or [1.0]
    highest = max(finite)
    top = 3 * abs(finite[0]) if highest > 10 * abs(finite[0]) > 0 else highest
    return min(0, *finite[-1:], finite[0]), 1.05 * top or 1


def _finding(losses, last, on_their_side):
    if not np.isfinite(losses[-1]):
        gone = next(step for step, value in enumerate(losses, 1) if not np.isfinite(value))
        return f"From step {gone:,} on, the loss is no longer a finite number"
    side = (
        ""
        if on_their_side is None
        else (f", and {on_their_side.sum()} of {len(on_their_side)} points are on their own side")
    )
    return f"After {_steps(len(losses))} the loss is {written(float(f'{last:.3g}'))}{side}"


def _steps(count):
    return "1 step" if count == 1 else f"{count:,} steps"
