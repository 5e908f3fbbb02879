"""A node's few edges and saved values, kept in slots of the node itself rather than in tuples.

A tuple of two takes 56 bytes, and the garbage collector visits it as often as the node; there may be 100,000 nodes.
"""

from operator import attrgetter

#: The slots for edges and for saved values. An operation with more of a kind than slots keeps all of them in a tuple.
EDGES, SAVED = ("e0", "e1"), ("s0", "s1")


def as_tuple(slots, n):
    """A property that reads and writes the first `n` slots as a tuple; None if there are fewer slots than that."""
    if n > len(slots):
        return None
    names = slots[:n]

    def put(node, values):
        for name, value in zip(names, values, strict=True):
            setattr(node, name, value)

    get = attrgetter(*names) if names else lambda node: ()
    return property(get if n != 1 else lambda node: (get(node),), put)
