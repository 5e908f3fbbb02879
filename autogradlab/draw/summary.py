"""The summary of a graph that is too large to be drawn or listed: the counts of one lean walk."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from .names import is_tensor
from .notes import number_of
from .numbers import grouped, snapshot
from .saved import POSITIONS, attributes_of
from .showing import Showing
from .summary_picture import draw_summary
from .text import listed
from .walk import is_end

if TYPE_CHECKING:
    from typing import Any

    from .names import Names


#: The most nodes that are looked at. PyTorch makes a Python object for each of them and frees these recursively: with
#: some tens of thousands, that overflows the stack and ends the process. So fewer of its nodes are looked at.
MOST_OF_PYTORCH, MOST = 10_000, 1_000_000


class Summary(Showing):
    """The result of `draw` for a large graph: like a `Drawing`, a snapshot with title, text, description and svg.

    operations   how many there are; `complete` is False if there are more than were looked at
    kinds        [(name, how many, how many that keep saved values, how many with freed ones)], most frequent first
    depth        the most operations on one path from the root back to a leaf
    saved        how many values are kept;  freed  how many operations had theirs freed
    facts        [(label, text)] for the text version and the picture
    """

    layout, width = "summary", 800

    def __init__(self, root: Any, names: Names) -> None:
        self.root_text = f"{names.of(root) or names.free('output')} = {snapshot(root).text}"
        inputs, leaves, self.complete = _walked(root.grad_fn)
        states = {node: _state(node) for node in inputs}
        self.operations, self.depth, self.kinds = len(inputs), _depth(inputs), _kinds(states)
        self.saved = sum(kept for kept, _ in states.values())
        self.freed = sum(freed for _, freed in states.values())
        self.facts = list(self._facts(leaves, names, _part(states)))

    @property
    def title(self) -> str:
        return f"{self._count} operations: too many to draw one by one"

    @property
    def description(self) -> str:
        told = "; ".join(f"{label}: {text}" for label, text in self.facts)
        return f"{self.root_text} comes from {self._count} operations; {told}."

    @cached_property
    def text(self) -> str:
        return "\n".join(
            [
                f"{self.root_text}: {self.title}",
                *(f"  {label}: {text}" for label, text in self.facts),
                "  help: draw an earlier result of it, or a smaller case of the same program",
            ]
        )

    @cached_property
    def svg(self) -> str:
        return draw_summary(self)

    # ---- facts ------------------------------------------------------------------------------------------------

    @property
    def _count(self):
        """'100 000', or 'more than 10 000'."""
        return grouped(self.operations) if self.complete else f"more than {grouped(self.operations)}"

    def _facts(self, leaves, names, part):
        about = "" if self.complete else f" of the first {grouped(self.operations)}"
        holding = sum(leaf.grad is not None for leaf in leaves)
        yield f"operations{about}", listed(f"{name} ×{grouped(count)}" for name, count, *_ in self.kinds)
        yield "longest way back", _operations(self.depth) + about
        yield (
            f"leaves ({len(leaves)})",
            f"{listed(_leaf(leaf, names) for leaf in leaves)}; {holding or 'none'} with a gradient",
        )
        freed = f"freed in {_operations(self.freed)}{part}" if self.freed else "nothing freed"
        yield "saved values", f"{grouped(self.saved)} kept, {freed}"


def _walked(start):
    """({operation: the operations it consumes}, the leaves, whether the walk was complete)."""
    most = MOST_OF_PYTORCH if type(start).__module__.partition(".")[0] in ("builtins", "torch") else MOST
    inputs, leaves, stack = {}, {}, [start]
    while stack and len(inputs) < most:
        node = stack.pop()
        if node not in inputs:
            before = [before for before, _ in node.next_functions if before is not None]
            leaves.update((id(end.variable), end.variable) for end in before if is_end(end))
            inputs[node] = [operation for operation in before if not is_end(operation)]
            stack.extend(inputs[node])
    return inputs, list(leaves.values()), inputs.keys() >= set(stack)


def _leaf(leaf, names):
    return f"{names.of(leaf) or 'unnamed'} {tuple(leaf.shape) if leaf.shape else ''}".rstrip()


def _operations(count):
    return f"{grouped(count)} operation{'' if count == 1 else 's'}"


def _depth(inputs):
    """The length of the longest path, in operations; each node is passed after all that use it."""
    waiting = Counter(before for befores in inputs.values() for before in befores)
    length, order = dict.fromkeys(inputs, 1), [node for node in inputs if not waiting[node]]
    for node in order:
        onward = length[node] + 1
        for before in inputs[node]:
            if before in length:
                length[before] = max(length[before], onward)
                waiting[before] -= 1
                if not waiting[before]:
                    order.append(before)
    return max(length.values())


def _state(node):
    """(how many values are kept, whether they have been freed)."""
    kept = 0
    for attribute, word in attributes_of(type(node)):
        try:
            value = getattr(node, attribute)
        except RuntimeError as error:
            if "freed" in str(error):
                return 0, True
        else:
            kept += (
                is_tensor(value)
                or word in POSITIONS
                and value is not None
                or (isinstance(value, tuple) and sum(map(is_tensor, value)))
            )
    return kept, False


def _kinds(states):
    every, keeping, freed = Counter(), Counter(), Counter()
    for node, (kept, gone) in states.items():
        name = type(node).__name__
        every[name] += 1
        keeping[name] += bool(kept)
        freed[name] += gone
    return [(name, count, keeping[name], freed[name]) for name, count in every.most_common()]


def _part(states):
    """Which operations had their saved values freed, in words; '' if there is no simple answer."""
    freed = [number_of(node) for node, (_, gone) in states.items() if gone]
    kept = [number_of(node) for node, (kept, _) in states.items() if kept]
    if not freed or None in freed:
        return ""
    if not kept:
        return ", all that saved something"
    if max(freed) < min(kept):
        return ", the part made first"
    return ", the part made last" if min(freed) > max(kept) else ""
