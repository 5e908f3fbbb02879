"""The decision boundary of a classifier of points in the plane: a map of its probabilities with the points on it."""

import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from autogradlab.draw.theme import HAIRLINE, INK, PAPER

from .plot import Plot

#: Classes are told apart by shape and by light and dark: hues say which way information flows.
SHADES = LinearSegmentedColormap.from_list("classes", [PAPER, HAIRLINE])
MARGIN = 0.12
COORDINATES = "first coordinate", "second coordinate"
MARKS = (("o", PAPER, "class 0"), ("^", INK, "class 1"))


def decision_boundary(probabilities, points, labels, limits):
    """A Plot of the probabilities of class 1 on a grid, the line where they are one half, and the points.

    probabilities   (rows, columns), the lowest row first, over limits = (x low, x high, y low, y high)
    points, labels  (n, 2) and n times 0 or 1
    """
    probabilities, points, labels = map(np.asarray, (probabilities, points, labels))
    if probabilities.ndim != 2 or points.shape != (len(labels), 2):
        raise ValueError(
            f"probabilities of shape {probabilities.shape} and points of shape {points.shape} do not fit "
            f"{len(labels)} labels\n  help: a grid of rows and columns, and one point for each label"
        )
    plot = Plot(width=6.4, height=4.4)
    axes = plot.axes_for(*COORDINATES, xlim=limits[:2], ylim=limits[2:])
    axes.grid(False)
    axes.imshow(
        probabilities,
        origin="lower",
        extent=limits,
        cmap=SHADES,
        vmin=0,
        vmax=1,
        aspect="auto",
        interpolation="bilinear",
    )
    if probabilities.min() < 0.5 < probabilities.max():
        axes.contour(probabilities, [0.5], origin="lower", extent=limits, colors=INK, linewidths=2)
    scatter(axes, points, labels)
    right = correct(probabilities, points, labels, limits)
    plot.say(
        axes,
        f"{100 * right:.0f}% of the points are on their own side",
        f"{round(right * len(labels))} of {len(labels)} points are classified right. The line is where the probability "
        "is one half; the text version shows where it runs.",
        sketch(probabilities),
    )
    return plot


def two_classes(points, labels):
    """A Plot of points in the plane, (n, 2), that belong to two classes, n times 0 or 1."""
    points, labels = np.asarray(points), np.asarray(labels)
    if points.shape != (len(labels), 2):
        raise ValueError(
            f"points of shape {points.shape} do not fit {len(labels)} labels\n  help: one point for each label"
        )
    plot = Plot(width=6.0, height=3.6)
    axes = plot.axes_for(*COORDINATES, aspect="equal")
    scatter(axes, points, labels)
    axes.get_legend().set_bbox_to_anchor((1, -0.1))
    counts = [int((labels == value).sum()) for value in (0, 1)]
    x_low, x_high, y_low, y_high = around(points)
    rows, columns = np.mgrid[y_low:y_high:14j, x_low:x_high:48j]
    near = [
        [_nearest(points, labels, (x, y), (y_high - y_low) / 20) for x, y in zip(*line)]
        for line in zip(columns[::-1], rows[::-1])
    ]
    plot.say(
        axes,
        f"{counts[0]} points of class 0 and {counts[1]} of class 1",
        "Each point has two coordinates; the text version shows where they lie.",
        "\n".join(map("".join, near)),
    )
    return plot


def _nearest(points, labels, place, reach):
    """The class of the point that is nearest to a place, as a sign; a dot if none is within reach."""
    distance = np.hypot(*(points - place).T)
    return str(labels[distance.argmin()]) if distance.min() < reach else "·"


def around(points):
    """(x low, x high, y low, y high) with a margin around all points."""
    low, high = points.min(0), points.max(0)
    margin = MARGIN * (high - low).max() + 1e-9
    (x_low, y_low), (x_high, y_high) = low - margin, high + margin
    return x_low, x_high, y_low, y_high


def scatter(axes, points, labels):
    """Draw both classes: hollow circles and solid triangles."""
    for value, (mark, color, name) in enumerate(MARKS):
        axes.scatter(
            *points[labels == value].T, marker=mark, s=26, color=color, edgecolors=INK, linewidths=0.9, label=name
        )
    axes.legend(
        loc="upper right", bbox_to_anchor=(1, -0.08), ncol=2, frameon=False, handletextpad=0.2, columnspacing=1.2
    )
    axes.set_xlabel(axes.get_xlabel(), loc="left")  # beside the legend


def correct(probabilities, points, labels, limits):
    """The share of points on their own class's side of the line, read off the grid."""
    rows, columns = probabilities.shape
    x_low, x_high, y_low, y_high = limits
    column = np.clip(((points[:, 0] - x_low) / (x_high - x_low) * columns).astype(int), 0, columns - 1)
    row = np.clip(((points[:, 1] - y_low) / (y_high - y_low) * rows).astype(int), 0, rows - 1)
    return float(((probabilities[row, column] > 0.5) == labels).mean())


def sketch(probabilities, rows=14, columns=48):
    """The map as text: '1' where class 1 is more probable, '·' elsewhere; the highest row first."""
    row = np.linspace(0, probabilities.shape[0] - 1, rows).round().astype(int)[::-1]
    column = np.linspace(0, probabilities.shape[1] - 1, columns).round().astype(int)
    return "\n".join("".join("1" if value > 0.5 else "·" for value in line) for line in probabilities[row][:, column])
