"""The picture of check 01-C4: the curve `loss = w**2` with four tangents, at P, Q, R and S."""

from functools import cache

from autogradlab.draw import theme

POINTS = {"P": -2, "Q": -1, "R": 1, "S": 2}
WORDS = (
    "The curve loss = w squared, a bowl with its lowest point at w = 0, and four tangents. P touches at w = -2 and "
    "falls steeply to the right. Q touches at w = -1 and falls less steeply. R touches at w = 1 and rises. "
    "S touches at w = 2 and rises steeply."
)
_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _PER_W, _PER_LOSS = 520, 300, 260, 252, 78, 38


def _x(w: float) -> float:
    return round(_LEFT + _PER_W * w, 1)


def _y(loss: float) -> float:
    return round(_BOTTOM - _PER_LOSS * loss, 1)


@cache
def four_tangents() -> tuple[str, str]:
    """The picture as SVG, and the same in words."""
    body = _axes() + _curve() + "".join(_tangent(name, w) for name, w in POINTS.items())
    return (
        f'<svg class="agl" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" aria-hidden="true">'
        f"<style>{theme.PICTURE_CSS}</style>"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="8" fill="{theme.PAPER}"/>{body}</svg>'
    ), WORDS


def _axes() -> str:
    ticks = "".join(
        f'<text class="s sec" x="{_x(w)}" y="{_y(0) + 20}" text-anchor="middle">{str(w).replace("-", "−")}</text>'
        for w in range(-3, 4)
    )
    line = f'<path d="M{_x(-3)} {_y(0)}H{_x(3)}" stroke="{theme.IDLE}"/>'
    return (
        f'{line}{ticks}<text class="i" x="{_x(3.12)}" y="{_y(0) + 5}">w</text>'
        f'<text class="m s" x="{_x(0)}" y="24" text-anchor="middle">loss = w**2</text>'
    )


def _curve() -> str:
    points = " ".join(f"{_x(k / 20)},{_y((k / 20) ** 2)}" for k in range(-48, 49))
    return f'<polyline points="{points}" fill="none" stroke="{theme.FORWARD}" stroke-width="2.75"/>'


def _tangent(name: str, w: float) -> str:
    """The line of slope 2w through (w, w**2), its point and its letter."""
    inward = -1 if w > 0 else 1
    ends = " ".join(_on_tangent(w, aside) for aside in (-0.8 * inward, 0.6 * inward))
    return (
        f'<polyline points="{ends}" fill="none" stroke="{theme.BACKWARD}" stroke-width="2.5" stroke-dasharray="6 4"/>'
        f'<circle cx="{_x(w)}" cy="{_y(w * w)}" r="5" fill="{theme.INK}"/>'
        f'<text class="b h" x="{_x(w) + 20 * inward}" y="{_y(w * w) - 4}" text-anchor="middle">{name}</text>'
    )


def _on_tangent(w: float, aside: float) -> str:
    """A point of the tangent beside its own, kept within the heights that the picture shows."""
    loss = min(max(w * w + 2 * w * aside, -0.1), 6.3)
    return f"{_x(w + (loss - w * w) / (2 * w))},{_y(loss)}"
