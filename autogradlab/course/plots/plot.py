"""A figure on white paper that describes itself, and the look that all plots share."""

import base64
import io
from html import escape
from math import isfinite, nan

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from autogradlab.course.style import style_element
from autogradlab.draw.numbers import written
from autogradlab.draw.theme import BACKWARD, CORRECT, FORWARD, GRID, HIGHLIGHT, IDLE, INK, PAPER, SECONDARY

#: Strokes for several series in one plot: each differs in hue and in dash.
SERIES = (
    (FORWARD, "-"),
    (BACKWARD, (0, (6, 3))),
    (CORRECT, (0, (1.5, 1.5))),
    (HIGHLIGHT, (0, (6, 2, 1, 2))),
    (INK, "-"),
    (IDLE, (0, (3, 2))),
)
DPI = 100

#: The font is the one that ships with matplotlib, so that a plot has the same bytes on every computer.
LOOK = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.titlesize": 11.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 14,
    "axes.labelsize": 10,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "axes.labelcolor": INK,
    "text.color": INK,
    "axes.edgecolor": IDLE,
    "xtick.color": IDLE,
    "ytick.color": IDLE,
    "xtick.labelcolor": SECONDARY,
    "ytick.labelcolor": SECONDARY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": GRID,
    "axes.axisbelow": True,
    "lines.linewidth": 2.2,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "axes.unicode_minus": True,
    "svg.hashsalt": "autogradlab",
}


class Plot(Figure):
    """A matplotlib figure with a `description` for those who cannot see it and its data as `text`."""

    def __init__(self, width=8.0, height=4.2):
        with matplotlib.rc_context(LOOK):
            super().__init__(figsize=(width, height), dpi=DPI, layout="constrained")
        self.get_layout_engine().set(w_pad=0.12, h_pad=0.12)
        FigureCanvasAgg(self)
        self.description = self.text = ""

    def draw(self, renderer):
        with matplotlib.rc_context(LOOK):  # fonts are looked up while drawing
            super().draw(renderer)

    def axes_for(self, x_name, y_name, **options):
        """Add the plot's axes, in our look."""
        with matplotlib.rc_context(LOOK):
            axes = self.add_subplot(**options)
            axes.set_xlabel(x_name)
            axes.set_ylabel(y_name)
        return axes

    def say(self, axes, finding, more, text):
        """Write the finding as the title; keep finding and more as description, and the data as text."""
        with matplotlib.rc_context(LOOK):
            axes.set_title(finding)
        self.description, self.text = f"{finding}. {more}", f"{finding}.\n\n{text}"

    def png(self):
        """The picture as bytes, the same on every run."""
        buffer = io.BytesIO()
        self.savefig(buffer, format="png", dpi=2 * DPI, metadata={"Software": None})
        return buffer.getvalue()

    def _repr_mimebundle_(self, include=None, exclude=None):
        image = base64.b64encode(self.png()).decode()
        width = round(self.get_figwidth() * DPI)
        return {
            "text/plain": self.text,
            "text/html": (
                f'{style_element()}<div class="agl-ui agl-plot"><div class="agl-scroll">'
                f'<img src="data:image/png;base64,{image}" width="{width}" alt="{escape(self.description)}"></div>'
                f'<details class="agl-twin-switch"><summary>Text version</summary>'
                f"<pre>{escape(self.text)}</pre></details></div>"
            ),
        }


def label_below(axes, x, y, name, color):
    """Write a series' name just below one of its points."""
    with matplotlib.rc_context(LOOK):
        axes.annotate(
            name,
            (x, y),
            xytext=(0, -14),
            textcoords="offset points",
            ha="center",
            va="center",
            color=color,
            fontweight="bold",
            annotation_clip=False,
        )


def lines(plot, axes, series, first=0, log=False, marks=slice(-1, None), **look):
    """Draw a line for each of {name: values} over whole numbers from `first` on, with its name at its end.

    marks   at which of the numbers that are shown a line has a mark: by default, at the last one
    """
    ends = []
    for (name, values), (color, dash) in zip(series.items(), SERIES * len(series)):
        shown = [value if isfinite(value) and (value > 0 or not log) else nan for value in values]
        known = [i for i, value in enumerate(shown) if isfinite(value)]
        places = range(first, first + len(shown))
        axes.plot(
            places,
            shown,
            color=color,
            linestyle=dash,
            marker="o",
            markevery=known[marks],
            markeredgecolor="white",
            **look,
        )
        if known:
            ends.append((places[known[-1]], shown[known[-1]], name, color))
    axes.xaxis.get_major_locator().set_params(integer=True)
    plot.draw_without_rendering()
    _label_ends(axes, ends)


def table(head, keys, places, series):
    """The values of {name: values} at some places as text, in columns behind the keys of these places."""
    rows = (
        "".join(f"{written(values[i]) if i < len(values) else '':>18}" for values in series.values()) for i in places
    )
    return "\n".join([head + "".join(f"{name:>18}" for name in series), *map("".join, zip(keys, rows))])


def _label_ends(axes, ends):
    """Write names at the ends (x, y, name, color) of several lines, moved apart so that none hides another."""
    at = axes.transData.transform([(x, y) for x, y, *_ in ends]) if ends else ()
    place, order = {}, sorted(range(len(ends)), key=lambda i: at[i][1])
    for low, i in zip((None, *order), order):
        wanted = at[i][1]
        place[i] = wanted if low is None else max(wanted, place[low] + 17)
    with matplotlib.rc_context(LOOK):
        for i, (x, y, name, color) in enumerate(ends):
            axes.annotate(
                name,
                (x, y),
                xytext=(8, (place[i] - at[i][1]) * 72 / DPI),
                textcoords="offset points",
                va="center",
                color=color,
                fontweight="bold",
                annotation_clip=False,
            )


def checked_series(data, what, example):
    """{name: list} of numbers, at least one series of at least one number. Raises ValueError with a `help:` line."""
    if not isinstance(data, dict) or not data or not all(len(values) for values in data.values()):
        raise ValueError(f"{what} must be a dictionary of lists with numbers in them\n  help: as in {example}")
    return {str(name): [float(value) for value in values] for name, values in data.items()}
