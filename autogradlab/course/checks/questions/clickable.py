"""Makes the shapes of a drawing clickable: a click on one presses its entry in the list beside it, and a letter on the
shape says which entry that is. The list does the same without the picture."""

import re
from dataclasses import dataclass

LETTERS = "ABCDEFGHIJKLMNOP"


@dataclass(frozen=True)
class Spot:
    """Something that can be clicked: the id of its shape in the picture, and what it is called beside it."""

    id: str
    text: str


def clickable(svg: str, spots) -> str:
    """The picture with a letter and a click on every spot."""
    for letter, spot in zip(LETTERS, spots):
        svg = re.sub(
            rf'(<g [^>]*data-node="{spot.id}")([^>]*>)',
            rf'\1 onclick="{_PRESS.format(letter=letter)}" style="cursor:pointer"\2{_BADGE.format(letter=letter)}',
            svg,
        )
    return svg


_BADGE = "<text x='0' y='-7' class='b s'>{letter}</text>"
# The entries of the list are labels that begin with their letter, whatever widget they belong to.
_PRESS = (
    "const entry = [...this.closest('.agl-check').querySelectorAll('.agl-options label')]"
    ".find(label => label.textContent.trim().startsWith('{letter} ')); entry && entry.querySelector('input').click()"
)
