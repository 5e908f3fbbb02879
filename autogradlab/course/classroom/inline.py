"""A plot as SVG inside a page: real letters, ids of its own, and a sentence for those who cannot see it."""

import io
import re
from html import escape

import matplotlib

from autogradlab.course.plots.plot import LOOK, Plot


def inline_svg(plot: Plot, name: str) -> str:
    """The picture as an `<svg>` element; `name` begins every id in it, since a page holds several."""
    buffer = io.StringIO()
    with matplotlib.rc_context(LOOK | {"svg.fonttype": "none"}):
        plot.savefig(buffer, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    svg = buffer.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r'(?<= id=")|(?<=href="#)|(?<=url\(#)', f"{name}-", svg)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(plot.description)}"', 1).strip()
