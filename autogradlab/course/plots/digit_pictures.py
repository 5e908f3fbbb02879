"""Handwritten digits in a row, and the digits that a model misreads, with the pairs that it confuses most often."""

import matplotlib
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from autogradlab.draw.theme import GRID, HIGHLIGHT, HIGHLIGHT_TINT, IDLE, INK, PAPER, SECONDARY

from .plot import LOOK, Plot

INKS = LinearSegmentedColormap.from_list("ink", [PAPER, INK])
SIDE = 8
SHOWN = 10  # of the misread pictures
NAMED = 3  # at most this many most confused pairs in the title


def digit_pictures(images, labels):
    """A Plot with the first picture of each digit, and its label below.

    images, labels   (n, 64) from 0 to 1, and n digits
    """
    images, labels = _checked(images, labels)
    kinds, first = np.unique(labels, return_index=True)
    plot = Plot(width=8.0, height=1.45)
    axes = plot.axes_for("", "")
    _hang(axes, images[first], list(map(str, kinds)), in_a_row=10)
    told = ", ".join(f"{count} of {kind}" for kind, count in zip(kinds, np.bincount(labels)[kinds]))
    plot.say(
        axes,
        f"The first picture of each digit, out of {len(images):,}",
        f"There are {told}.",
        "\n\n".join(f"{kind}:\n{letters(images[i])}" for kind, i in zip(kinds, first)),
    )
    return plot


def misread_pictures(images, labels, guesses):
    """A Plot of the table of confusions beside at most ten misread pictures, those of the most confused pairs first.

    guesses   the model's output for each picture: n digits, or (n, 10) scores of which the largest counts
    """
    images, labels = _checked(images, labels)
    guesses = _numbers(guesses)
    guesses = (guesses.argmax(1) if guesses.ndim == 2 else guesses).astype(int)
    table = np.zeros((10, 10), int)
    np.add.at(table, (labels, guesses), 1)
    np.fill_diagonal(table, 0)
    plot = Plot(width=8.8, height=4.0)
    with matplotlib.rc_context(LOOK):
        axes, wall = plot.subplots(1, 2, width_ratios=(4, 5))
        _draw_table(axes, table)
        shown = _misread(labels, guesses, table)[:SHOWN]
        _hang(wall, images[shown], [f"{labels[i]} as {guesses[i]}" for i in shown], above=_some(shown, table))
    plot.say(
        axes, _finding(table, len(labels)), _more(shown, table, len(labels)), _as_text(images, labels, guesses, table)
    )
    return plot


def _misread(labels, guesses, table):
    """The indices of the misread pictures, those of the most confused pairs first."""
    together = table + table.T
    pairs = {i: tuple(sorted((labels[i], guesses[i]))) for i in np.flatnonzero(labels != guesses)}
    return sorted(pairs, key=lambda i: (-together[pairs[i]], pairs[i]))


def _worst_pairs(table):
    """All pairs of digits that tie for most often confused, and how often each is confused."""
    together = np.triu(table + table.T)
    return [f"{one} and {other}" for one, other in np.argwhere(together == together.max())], together.max()


def _draw_table(axes, table):
    """Draw the counts: rows are the written digits, columns the read ones; zeros are left out."""
    axes.imshow(np.eye(10), cmap=LinearSegmentedColormap.from_list("diagonal", [PAPER, GRID]), vmax=1.5)
    for row, column in zip(*np.nonzero(table)):
        axes.text(column, row, table[row, column], ha="center", va="center", color=INK, fontweight="bold")
    together = table + table.T
    for row, column in np.argwhere(together == together.max()):
        if table[row, column]:
            axes.add_patch(
                Rectangle(
                    (column - 0.5, row - 0.5),
                    1,
                    1,
                    facecolor=HIGHLIGHT_TINT,
                    edgecolor=HIGHLIGHT,
                    linewidth=1.2,
                    zorder=1.5,
                )
            )
    axes.set(xticks=range(10), yticks=range(10), xlabel="read as", ylabel="written")
    axes.set_xticks(np.arange(11) - 0.5, minor=True)
    axes.set_yticks(np.arange(11) - 0.5, minor=True)
    axes.grid(False)
    axes.grid(which="minor", color=GRID, linewidth=0.8)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)


def _hang(axes, images, words, in_a_row=5, above=""):
    """Draw the pictures in rows, each with its words below it, and one line above them all."""
    for k, (image, word) in enumerate(zip(images, words)):
        x, y = (SIDE + 2) * (k % in_a_row), -(SIDE + 5) * (k // in_a_row)
        frame = (x, x + SIDE, y - SIDE, y)
        axes.imshow(image.reshape(SIDE, SIDE), cmap=INKS, vmin=0, vmax=1, extent=frame)
        axes.add_patch(Rectangle((x, y - SIDE), SIDE, SIDE, fill=False, edgecolor=IDLE, linewidth=0.8))
        axes.text(x + SIDE / 2, y - SIDE - 1, word, ha="center", va="top", color=SECONDARY)
    rows = -(-max(1, len(images)) // in_a_row)
    top = 3 if above else 0.2
    axes.set(xlim=(-0.2, (SIDE + 2) * in_a_row - 1.8), ylim=(-(SIDE + 5) * rows + 1, top), aspect="equal")
    axes.text(0, 1.2, above, color=SECONDARY)
    axes.set_axis_off()


def _finding(table, count):
    wrong = table.sum()
    if not wrong:
        return "The one picture is read correctly" if count == 1 else f"All {count} pictures are read correctly"
    pairs, times = _worst_pairs(table)
    often = {1: "once", 2: "twice"}.get(int(times), f"{times} times")
    if len(pairs) == 1:
        are = "is" if wrong == 1 else "are"
        return f"{wrong} of {count} pictures {are} misread; {pairs[0]} are confused most often: {often}"
    named = ", ".join(pairs) if len(pairs) <= NAMED else f"{len(pairs)} pairs of digits"
    return f"{wrong} of {count} are misread; most often {named}: {often} each"


def _some(shown, table):
    """The line above the pictures: how many of the misread ones are shown."""
    wrong = table.sum()
    if len(shown) < wrong:
        return f"{len(shown)} of the {wrong}:"
    return {0: "", 1: "The only one:"}.get(int(wrong), f"All {wrong}:")


def _more(shown, table, count):
    beside = f" Shown beside the table: {len(shown)} of the {table.sum()}." if shown else ""
    return f"{count - table.sum()} are read correctly.{beside}"


def _as_text(images, labels, guesses, table):
    rows = "\n".join(
        f"  {written} read as {read}: {table[written, read]}"
        for written, read in sorted(zip(*np.nonzero(table)), key=lambda pair: -table[pair])
    )
    shown = _misread(labels, guesses, table)[:SHOWN]
    pictures = [f"written {labels[i]}, read as {guesses[i]}:\n{letters(images[i])}" for i in shown]
    return "\n\n".join([rows, _some(shown, table), *pictures]) if shown else ""


def letters(image):
    """A picture in characters: the more ink, the darker the character."""
    return "\n".join(
        "".join(2 * " .:oO@"[min(5, int(6 * pixel))] for pixel in row).rstrip()
        for row in np.reshape(image, (SIDE, SIDE))
    )


def _checked(images, labels):
    images, labels = _numbers(images), _numbers(labels).astype(int)
    if images.ndim != 2 or images.shape != (len(labels), SIDE * SIDE):
        raise ValueError(
            f"images of shape {images.shape} do not fit {len(labels)} labels\n  help: one row of 64 "
            "numbers for each label, as in digits().test_images"
        )
    return images, labels


def _numbers(data):
    return np.asarray(data.detach().numpy() if hasattr(data, "detach") else data)
