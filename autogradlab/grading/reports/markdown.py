"""A task's Markdown as HTML that needs no other files: formulas become drawings, links become plain text.

The text is the instructor's own; HTML in it is shown as it was written, as in all other texts.
"""

from functools import cache

import mistune
from mistune.plugins.math import math
from mistune.plugins.table import table

FRACTION, FULL_SIZE = r"\frac", r"\dfrac"
LETTER = 100  # units of a formula's drawing for 1 em
_PEN = {1: "M", 2: "L", 3: "Q", 4: "C", 79: "Z"}  # matplotlib's codes of a path as SVG's letters


class _Renderer(mistune.HTMLRenderer):
    """mistune's renderer with drawn formulas, and with headings, links and images reduced to their text."""

    def heading(self, text, level, **_):
        return f"<p><b>{text}</b></p>\n"

    def link(self, text, url, title=None):
        return text

    def image(self, text, url, title=None):
        return f"[{text}]"

    def inline_math(self, text):
        return formula(text)

    def block_math(self, text):
        """A formula in a line of its own, with fractions in full size, as is usual there."""
        return f'<p class="formula">{formula(text.replace(FRACTION, FULL_SIZE))}</p>\n'

    def table(self, text):
        return f'<table class="told">{text}</table>\n'


def html(text: str) -> str:
    """Markdown with tables and formulas as HTML."""
    return _renderer()(text)


@cache
def formula(tex: str) -> str:
    """A formula as a drawing in the color of the letters around it; one that cannot be drawn is shown as it is."""
    import matplotlib
    from matplotlib.textpath import TextPath

    tex = " ".join(tex.split())
    try:
        with matplotlib.rc_context({"mathtext.fontset": "dejavusans"}):
            path = TextPath((0, 0), f"${tex}$", size=LETTER)
    except ValueError:
        return f"<code>{mistune.escape(tex)}</code>"
    box = path.get_extents()
    left, top, width, height = box.x0 - 4, -box.y1 - 4, box.width + 8, box.height + 8
    wide, high, below = (f"{length / LETTER:.2f}em" for length in (width, height, -(top + height)))
    return (
        f'<svg role="img" aria-label="{mistune.escape(tex)}" '
        f'style="width:{wide};height:{high};vertical-align:{below}" '
        f'viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}"><path fill="currentColor" d="{_d(path)}"/></svg>'
    )


def _d(path) -> str:
    """The path for SVG, whose y grows downward."""
    pieces = []
    for points, code in path.iter_segments(curves=True, simplify=False):
        flipped = [value if place % 2 == 0 else -value for place, value in enumerate(points)]
        pieces.append(_PEN[code] + ("" if code == 79 else " ".join(f"{value:.0f}" for value in flipped)))
    return "".join(pieces)


@cache
def _renderer():
    return mistune.Markdown(_Renderer(escape=True), plugins=[math, table])
