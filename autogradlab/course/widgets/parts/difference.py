"""The changes that turn the picture on a page into the next one: a few values, and at most one stretch of new markup.

The pictures are compared from the front and from the back. Elements that differ only in the values of their attributes
and the words of their texts count as alike; the stretch is what lies between the alike ones at either end. Elements and
texts are counted together, from 0, in the order of a page's TreeWalker.
"""

import re
from functools import cached_property, lru_cache
from html import unescape
from itertools import accumulate

_ATTRIBUTE = re.compile(r"""([^\s="'/>]+)=(?:"([^"]*)"|'([^']*)')""")


class Picture:
    """A picture's markup, split at each "<": a piece is a tag without it, and the text after the tag."""

    def __init__(self, text):
        self.pieces = text.split("<")

    @cached_property
    def first_nodes(self):
        """For each piece, the number of the first node that begins in it or later; at the end, the number of nodes."""
        return [*accumulate(map(_nodes, self.pieces), initial=0)]

    @cached_property
    def depths(self):
        """How many elements are open before each piece, and at the end."""
        return [*accumulate(map(_opened, self.pieces), initial=0)]

    def has_form_of(self, other):
        """Take over the node numbers of a picture with the same elements and texts."""
        self.first_nodes = other.first_nodes


def changes(old, new):
    """(values, stretch) that turn a page's `old` into `new`.

    values   [[number of a text, its words] or [number of an element, {attribute: value, or None to remove it}], ...]
    stretch  None, or [number of its parent element, its first node, the first node after it, markup to replace it];
             parent -1 is the element that holds the picture
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
    """How many pieces at the front are alike, and [(place, attributes, words), ...] for those whose values differ."""
    values = []
    for place, (then, now) in enumerate(zip(before, after)):
        if then != now:
            value = _value(then, now)
            if value is None:
                return place, values
            values.append((place, *value))
    return min(len(before), len(after)), values


def _value(then, now):
    """(changed attributes, new words) of a piece, each None if unchanged; just None if the two are not alike."""
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
    """The changed attributes of a tag, with None for those removed; just None if it is a different tag."""
    parts, new_parts = tag.split('"'), new_tag.split('"')
    if parts[::2] == new_parts[::2]:  # the same names, as nearly always: no need to parse the tags
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
    """A tag's name, and whether it closes itself."""
    return tag.partition(" ")[0], tag[-1:] == "/"


def _numbered(values, first_nodes):
    """The values by node number instead of piece: in a piece, the element is the first node, the text the last."""
    elements = [[first_nodes[place], attributes] for place, attributes, _ in values if attributes]
    return elements + [[first_nodes[place + 1] - 1, words] for place, _, words in values if words is not None]


def _outward(depths, place, low, way):
    """The nearest place in this direction (`way` is 1 or -1) where no more than `low` elements are open."""
    while depths[place] > low:
        place += way
    return place


@lru_cache(4096)  # most pieces of a picture are in the next one, too
def _nodes(piece):
    return _opens(piece) + (piece.partition(">")[2] != "")


@lru_cache(4096)
def _opened(piece):
    """+1 for a start tag, -1 for an end tag, 0 for a tag that closes itself and for anything else."""
    if piece[:1] == "/":
        return -1
    return _opens(piece) and piece.partition(">")[0][-1:] != "/"


def _opens(piece):
    return piece != "" and piece[0] not in "/!"
