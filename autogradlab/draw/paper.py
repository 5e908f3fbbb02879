"""White paper and the few marks that every picture of ours is made of, as SVG text.

Pictures are opaque in both themes and carry plain colors, so that they look the same in a notebook, in a file and in
an export.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .theme import HAIRLINE, INK, PAPER, PICTURE_CSS

if TYPE_CHECKING:
    from collections.abc import Iterable


def paper(width: float, height: float, description: str, *parts: str) -> str:
    """One SVG picture: `parts` on white paper of that size in px, `description` for those who cannot see it.

    Backticks, by which a description marks code for a page, are left out.
    """
    described = description.replace("`", "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="agl" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{escape(described)}"><style>{PICTURE_CSS}</style>'
        f"{box(0.5, 0.5, width - 1, height - 1, PAPER, HAIRLINE, radius=8)}{''.join(parts)}</svg>"
    )


def here(*parts: str) -> str:
    """The parts marked as the current ones: a page that is too narrow for the whole picture scrolls to them."""
    return f'<g data-here="">{"".join(parts)}</g>'


def words(x: float, y: float, text: str, css: str = "", anchor: str = "start", size: float | None = None) -> str:
    """Text whose baseline starts (or is centered, or ends) at x, y. `css` names classes of theme.PICTURE_CSS."""
    style = f' style="font-size:{size}px"' if size else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{css}" text-anchor="{anchor}"{style}>{escape(text)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, color: str = INK, width: float = 1.0, dash: str = "") -> str:
    """A straight stroke; `dash` as in SVG, '6 4' for a gradient, '2 3' for a line that only leads to an axis."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" '
        f'stroke-width="{width:g}"{_dashed(dash)}/>'
    )


def _dashed(dash):
    return f' stroke-dasharray="{dash}"' if dash else ""


def circle(x: float, y: float, radius: float, fill: str, stroke: str, width: float) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'
    )


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str = "none",
    stroke: str = "none",
    stroke_width: float = 1.0,
    radius: float = 6,
    dash: str = "",
) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius:g}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{stroke_width:g}"{_dashed(dash)}/>'
    )


def path(
    points: Iterable[tuple[float, float]],
    color: str = "none",
    width: float = 1.0,
    fill: str = "none",
    closed: bool = False,
    dash: str = "",
) -> str:
    """Straight strokes from point to point, in px."""
    steps = "L".join(f"{x:.1f},{y:.1f}" for x, y in points) + "Z" * closed
    return f'<path d="M{steps}" fill="{fill}" stroke="{color}" stroke-width="{width:g}"{_dashed(dash)}/>'


def arrow_head(x: float, y: float, direction: str, color: str = INK, size: float = 8) -> str:
    """A filled head whose tip is at x, y. Directions: 'left', 'right', 'up', 'down'."""
    dx, dy = {"left": (1, 0), "right": (-1, 0), "up": (0, 1), "down": (0, -1)}[direction]
    back_x, back_y, half = x + dx * size, y + dy * size, size / 2
    return path(
        [(x, y), (back_x + dy * half, back_y + dx * half), (back_x - dy * half, back_y - dx * half)],
        fill=color,
        closed=True,
    )
