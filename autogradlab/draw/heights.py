"""The height of each node in a layered graph: our own method, which needs no program.

Wires that the eye should follow are laid dead straight: nodes along them form a block that moves as one (after
Brandes and Köpf, 2001). Blocks are packed upward, then sink toward the blocks they are joined to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .layers import neighbors

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .layers import Layers


GAP, BEND_ROOM = 20, 12


def own_heights(layers: Layers, sizes: Mapping[str, Any]) -> dict[str, float]:
    """id -> y of the middle of every node and bend, in px."""
    block_of = _blocks(layers)
    room = _rooms(layers, sizes, block_of)
    order = _topmost_first({block_of[name] for column in layers.columns for name in column}, room)
    y = _packed(order, room)
    _sink(order, room, _joined(layers, block_of), y)
    return {name: y[block] for name, block in block_of.items()}


def _blocks(layers):
    """id -> the first id of its block. A node is in line with at most one left neighbor; no two such steps cross."""
    block_of = {}
    before = neighbors([step for step in layers.steps if step[2]], 1)
    for left, column in zip([[], *layers.columns], layers.columns):
        place, lowest_taken = {name: i for i, name in enumerate(left)}, -1
        for name in column:
            near = before.get(name, [None])[0]
            if near is not None and place[near] > lowest_taken:
                block_of[name], lowest_taken = block_of[near], place[near]
            else:
                block_of[name] = name
    return block_of


def _rooms(layers, sizes, block_of):
    """(upper block, lower block) -> the least distance between their middles, in px."""
    room = {}
    for column in layers.columns:
        for upper, lower in zip(column, column[1:]):
            pair = block_of[upper], block_of[lower]
            needed = _below(sizes, upper) + _air(sizes, upper, lower) + _above(sizes, lower)
            room[pair] = max(room.get(pair, 0), needed)
    return room


def _below(sizes, name):
    return sizes[name].below if name in sizes else BEND_ROOM


def _above(sizes, name):
    return sizes[name].above if name in sizes else BEND_ROOM


def _air(sizes, upper, lower):
    return GAP if upper in sizes and lower in sizes else 0


def _topmost_first(blocks, room):
    """The blocks in topological order: each after all blocks above it."""
    above = {block: 0 for block in blocks}
    below = {}
    for upper, lower in room:
        above[lower] += 1
        below.setdefault(upper, []).append(lower)
    order = [block for block in sorted(blocks) if not above[block]]
    for block in order:
        for lower in below.get(block, ()):
            above[lower] -= 1
            if not above[lower]:
                order.append(lower)
    return order


def _packed(order, room):
    """block -> the smallest y (highest place) that keeps its distance from the blocks above."""
    uppers = {}
    for (upper, lower), needed in room.items():
        uppers.setdefault(lower, []).append((upper, needed))
    y = {}
    for block in order:
        y[block] = max((y[upper] + needed for upper, needed in uppers.get(block, ())), default=0)
    return y


def _sink(order, room, joined, y):
    """Let each block sink toward the blocks it is joined to, as far as those below it allow. Changes `y`."""
    lowers = {}
    for (upper, lower), needed in room.items():
        lowers.setdefault(upper, []).append((lower, needed))
    for block in reversed(order):
        near = [y[other] for other in joined.get(block, ())]
        wish = sum(near) / len(near) if near else y[block]
        limit = min((y[lower] - needed for lower, needed in lowers.get(block, ())), default=wish)
        y[block] = max(y[block], min(wish, limit))


def _joined(layers, block_of):
    """block -> the blocks at the other end of its wires."""
    joined = {}
    for left, right, _ in layers.steps:
        a, b = block_of[left], block_of[right]
        if a != b:
            joined.setdefault(a, []).append(b)
            joined.setdefault(b, []).append(a)
    return joined
