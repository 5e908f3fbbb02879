"""What turns one picture into the next on a page that has the first: a few values, and one stretch of it at most.

The stretch is what lies between the elements that both pictures have alike from the front and from the back, alike
but for the values of their attributes and the words of their texts. Elements and texts are counted together, from 0,
as a page's TreeWalker meets them.
"""

import re
from functools import cached_property
from html import unescape
from itertools import accumulate

_ATTRIBUTE = re.compile(r"""([^\s="'/>]+)=(?:"([^"]*)"|'([^']*)')""")


class Picture:
    """A picture's text, cut before each tag: a piece is a tag and the text behind it."""

    def __init__(self, text):
        self.pieces = text.split("<")

    @cached_property
    def first_nodes(self):
        """The number of the first node that begins with each piece or later."""
        return [*accumulate(map(_nodes, self.pieces), initial=0)]

    @cached_property
    def depths(self):
        """How many elements are open before each piece, and at the end."""
        return [*accumulate(map(_opened, self.pieces), initial=0)]

    def has_form_of(self, other):
        """The same elements and texts: what was counted there holds here."""
        self.first_nodes = other.first_nodes


def changes(old, new):
    """(values, stretch) that turn a page's `old` into `new`; None where a page would have to begin anew.

    values   [[number of a node, its attributes or None, text], ...]: a node with attributes is an element, and the
             text, if any, is the next node; without, it is the text itself
    stretch  None, or [number of the element it is in, its first node, the first node behind it, markup in its place]
    """
    before, after = old.pieces, new.pieces
    front = _alike(before, after)
    if front == len(before) == len(after):
        new.has_form_of(old)
        return _values(old, 0, before, after), None
    back = _alike(before[: front - 1 : -1], after[: front - 1 : -1])
    ends = len(before) - back, len(after) - back
    inner = min(min(picture.depths[front : end + 1]) for picture, end in zip((old, new), ends))
    if inner == 0:
        return None
    first, end = _outward(old.depths, front, inner, -1), _outward(old.depths, ends[0], inner, +1)
    new_end = end + ends[1] - ends[0]
    numbers = [old.first_nodes[place] for place in (_outward(old.depths, first, inner - 1, -1), first, end)]
    values = _values(old, 0, before[:first], after[:first]) + _values(old, end, before[end:], after[new_end:])
    return values, [*numbers, "".join(f"<{piece}" for piece in after[first:new_end])]


def _values(old, start, before, after):
    """The values of the pieces that differ; the first of them is number `start` of the old picture."""
    pairs = enumerate(zip(before, after), start)
    return [[old.first_nodes[i], *_content(new)] for i, (piece, new) in pairs if piece != new]


def _alike(before, after):
    """How many pieces at the front differ in values only."""
    pairs = enumerate(zip(before, after))
    return next((i for i, (a, b) in pairs if a != b and _form(a) != _form(b)), min(len(before), len(after)))


def _outward(depths, place, low, way):
    """The nearest place from here where no more than `low` elements are open."""
    while depths[place] > low:
        place += way
    return place


def _content(piece):
    """(attributes or None, text) of a piece."""
    tag, _, text = piece.partition(">")
    attributes = {name: unescape(one or other) for name, one, other in _ATTRIBUTE.findall(tag)}
    return attributes if _opens(piece) else None, unescape(text)


def _form(piece):
    tag, _, text = piece.partition(">")
    return tag.partition(" ")[0], tag[-1:] == "/", text != ""


def _nodes(piece):
    return _opens(piece) + (piece.partition(">")[2] != "")


def _opened(piece):
    """+1 for a start tag, -1 for an end tag, 0 for one that is both and for anything else."""
    if piece[:1] == "/":
        return -1
    return _opens(piece) and piece.partition(">")[0][-1:] != "/"


def _opens(piece):
    return piece != "" and piece[0] not in "/!"
