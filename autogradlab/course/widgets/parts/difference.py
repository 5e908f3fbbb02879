"""What turns one picture into the next on a page that has the first: a few values, and one stretch of it at most.

The stretch is what lies between the elements that both pictures have alike from the front and from the back, alike
but for the values of their attributes and the words of their texts. Elements and texts are counted together, from 0,
as a page's TreeWalker meets them.
"""

import re
from functools import cached_property, lru_cache
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
    """(values, stretch) that turn a page's `old` into `new`.

    values   [[number of a text, its words] or [number of an element, {attribute: value, or None if it goes}], ...]
    stretch  None, or [number of the element it is in, its first node, the first node behind it, markup in its place];
             -1 is what the picture itself is in
    """
    before, after = old.pieces, new.pieces
    front, values = _alike(before, after)
    if front == len(before) == len(after):
        new.has_form_of(old)
        return _numbered(values, old.first_nodes), None
    back, values_behind = _alike(before[: front - 1 : -1], after[: front - 1 : -1])
    ends = len(before) - back, len(after) - back
    inner = min(min(picture.depths[front : end + 1]) for picture, end in zip((old, new), ends))
    first, end = _outward(old.depths, front, inner, -1), _outward(old.depths, ends[0], inner, +1)
    values = [value for value in values if value[0] < first]
    values += [(place, *value) for i, *value in values_behind if (place := len(before) - 1 - i) >= end]
    parent = old.first_nodes[_outward(old.depths, first, inner - 1, -1)] if inner else -1
    markup = "".join(f"<{piece}" for piece in after[first : end + ends[1] - ends[0]])
    return _numbered(values, old.first_nodes), [parent, old.first_nodes[first], old.first_nodes[end], markup]


def _alike(before, after):
    """How many pieces at the front differ in values only, and [(place, attributes, words), ...] of those that do."""
    values = []
    for place, (then, now) in enumerate(zip(before, after)):
        if then != now:
            value = _value(then, now)
            if value is None:
                return place, values
            values.append((place, *value))
    return min(len(before), len(after)), values


def _value(then, now):
    """(attributes, words) that are others in a piece than they were, None for what is not; None for another form."""
    (tag, _, text), (new_tag, _, new_text) = then.partition(">"), now.partition(">")
    attributes = words = None
    if tag != new_tag:
        attributes = _differing(tag, new_tag)
        if attributes is None:
            return None
    if text != new_text:
        if not text or not new_text:
            return None
        words = unescape(new_text)
    return attributes, words


def _differing(tag, new_tag):
    """The attributes that are others in a tag than they were, with None for those that are gone; None for two tags."""
    parts, new_parts = tag.split('"'), new_tag.split('"')
    if parts[::2] == new_parts[::2]:  # the same names, as nearly always: there is no need to look for them
        triples = zip(parts[::2], parts[1::2], new_parts[1::2])
        return {names.rpartition(" ")[2][:-1]: unescape(new) for names, old, new in triples if old != new}
    if _kind(tag) != _kind(new_tag):
        return None
    old, new = _attributes(tag), _attributes(new_tag)
    gone = dict.fromkeys(name for name in old if name not in new)
    return gone | {name: value for name, value in new.items() if old.get(name) != value}


@lru_cache(4096)
def _attributes(tag):
    return {name: unescape(one or other) for name, one, other in _ATTRIBUTE.findall(tag)}


def _kind(tag):
    """Its name, and whether it is an element of its own."""
    return tag.partition(" ")[0], tag[-1:] == "/"


def _numbered(values, first_nodes):
    """The values with the numbers of nodes: in its piece, an element comes first and a text last."""
    elements = [[first_nodes[place], attributes] for place, attributes, _ in values if attributes]
    return elements + [[first_nodes[place + 1] - 1, words] for place, _, words in values if words is not None]


def _outward(depths, place, low, way):
    """The nearest place from here where no more than `low` elements are open."""
    while depths[place] > low:
        place += way
    return place


@lru_cache(4096)  # most pieces of a picture are in the next one, too
def _nodes(piece):
    return _opens(piece) + (piece.partition(">")[2] != "")


@lru_cache(4096)
def _opened(piece):
    """+1 for a start tag, -1 for an end tag, 0 for one that is both and for anything else."""
    if piece[:1] == "/":
        return -1
    return _opens(piece) and piece.partition(">")[0][-1:] != "/"


def _opens(piece):
    return piece != "" and piece[0] not in "/!"
