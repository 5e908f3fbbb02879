"""Makes the shapes of a drawing clickable: a click on one presses its entry in the list beside it, and a letter on the
shape says which entry that is. The list does the same without the picture."""

import re
from dataclasses import dataclass

from autogradlab.draw.theme import HIGHLIGHT, INK, PAPER

LETTERS = "ABCDEFGHIJKLMNOP"


@dataclass(frozen=True)
class Spot:
    """Something that can be clicked: the id of its shape in the picture, and its text in the list beside it."""

    id: str
    text: str


def clickable(svg: str, spots) -> str:
    """The picture with a letter and a click on every spot."""
    for letter, spot in zip(LETTERS, spots):
        svg = re.sub(
            rf'(<g [^>]*data-node="{spot.id}")([^>]*>)(.*?)(?=</g>)',
            lambda shape, letter=letter: (
                f'{shape[1]} onclick="{_PRESS.format(letter=letter)}" style="cursor:pointer"{shape[2]}{shape[3]}'
                + _badge(letter, shape[3])
            ),
            svg,
            flags=re.DOTALL,
        )
    return svg


def _badge(letter: str, shape: str) -> str:
    """The letter in a disc at the right of a shape, where no name reaches: at the upper corner of a box, at the lower
    one of an operation, whose own name stands above it."""
    left, top, width, height = _outline(shape)
    x, y = (left + 0.9 * width, top + 0.9 * height) if "Backward" in shape else (left + width, top)
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{PAPER}" stroke="{HIGHLIGHT}" stroke-width="2"/>'
        f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" class="b s" fill="{INK}">{letter}</text>'
    )


def _outline(shape: str) -> tuple[float, ...]:
    """Left, top, width and height of a shape's first rectangle."""
    found = re.search(r'<rect x="(-?[\d.]+)" y="(-?[\d.]+)" width="([\d.]+)" height="([\d.]+)"', shape)
    return tuple(map(float, found.groups())) if found else (0.0, 0.0, 0.0, 0.0)


# The entries of the list are labels that begin with their letter, whatever widget they belong to.
_PRESS = (
    "const entry = [...this.closest('.agl-check').querySelectorAll('.agl-options label')]"
    ".find(label => label.textContent.trim().startsWith('{letter} ')); entry && entry.querySelector('input').click()"
)
