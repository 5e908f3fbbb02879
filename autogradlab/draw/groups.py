"""The groups to fold: consecutive blocks that are built alike, and the operations of one module."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from .flow import reached
from .regions import whole

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import Any

    from .regions import Flow, Region


LONGEST_BLOCK, FEWEST_OPERATIONS, _LONGEST_END = 24, 6, 40


@dataclass(frozen=True)
class Group:
    """Blocks of ids, in the order of forward; `tops` has the last operation of each region in the first block."""

    blocks: tuple
    tops: tuple
    module: str = ""

    @property
    def ids(self) -> frozenset[str]:
        return frozenset().union(*self.blocks)


def repeated(
    path: Sequence[Region], kinds: Mapping[str, Any], leaf_names: Mapping[str, str], flow: Flow
) -> Iterator[Group]:
    """A `Group` for each run of equal blocks along a path of regions."""
    path, forms = _with_whole_end(path, [_form(*region, kinds, flow) for region in path], kinds, flow)
    path, forms = path[::-1], forms[::-1]  # the order of forward
    start = 0
    while start < len(path):
        length, times = _longest_run(forms, path, start)
        if times > 1:
            start += _shift(path[start:], forms[start:], length, times, leaf_names, flow)
            blocks = [path[start + i * length : start + (i + 1) * length] for i in range(times)]
            yield Group(
                tuple(frozenset().union(*(own for _, own in block)) for block in blocks),
                tuple(top for top, _ in blocks[0]),
            )
        start += length * times


def _with_whole_end(path, forms, kinds, flow):
    """The path and its forms; its last regions become one if that repeats an earlier region, but starts from a leaf."""
    for step in range(max(0, len(path) - _LONGEST_END), len(path)):
        ended = whole(path, step)
        form = _form(*ended[-1], kinds, flow)
        for earlier in dict.fromkeys(forms[:step]):
            if _is_first_of(form, earlier):
                return ended, [*forms[:step], earlier]
    return path, forms


def _is_first_of(form, later):
    """Whether two regions are alike, except that `form` may take a leaf where `later` has another outside input."""
    if len(form) != len(later) or any(len(a) != len(b) or a[0] != b[0] for a, b in zip(form, later)):
        return False
    differ = {(a, b) for one, other in zip(form, later) for a, b in zip(one[1:], other[1:]) if a != b}
    return differ <= {("leaf", "")}


def _form(top, own, kinds, flow):
    """The structure of a region: its operations in the order met from the top, and what each of them consumes."""
    met, form = {top: 0}, []
    for name in (listed := [top]):
        consumed = []
        for source in flow.consumed[name]:
            if source in own and source not in met:
                met[source] = len(met)
                listed.append(source)
            consumed.append(met.get(source, kinds[source] if kinds[source] == "leaf" else ""))
        form.append((kinds[name], *consumed))
    return tuple(form)


def _longest_run(forms, path, start):
    """(regions per block, number of blocks) of the run from `start` with the most operations; (1, 1) if none."""
    best, most = (1, 1), 0
    for length in range(1, min(LONGEST_BLOCK, (len(forms) - start) // 2) + 1):
        times, block = 1, forms[start : start + length]
        while forms[start + times * length : start + (times + 1) * length] == block:
            times += 1
        size = sum(len(own) for _, own in path[start : start + length])
        if times > 1 and times * size > most and times * size >= FEWEST_OPERATIONS and (times > 2 or size > 3):
            best, most = (length, times), times * size
    return best


def _shift(path, forms, length, times, leaf_names, flow):
    """How many regions later the run should begin, so that its blocks lie in modules as deep as possible."""
    longer = 0
    while forms[longer + length * times : longer + length * times + 1] == forms[longer : longer + 1]:
        longer += 1

    def depth(shift):
        blocks = [path[shift + i * length : shift + (i + 1) * length] for i in range(times)]
        homes = [_home(frozenset().union(*(own for _, own in block)), leaf_names, flow) for block in blocks]
        return min(home.count(".") + bool(home) for home in homes)

    return max(range(min(longer, length - 1) + 1), key=depth)


# ---- modules --------------------------------------------------------------------------------------------------------


def of_modules(leaf_names: Mapping[str, str], taken: Collection[str], flow: Flow) -> Iterator[Group]:
    """A `Group` for each module: the operations that use its leaves (by their dotted names), and all between them.

    Outer modules come before inner ones; a module is left out if it has a single operation or part of it is folded.
    """
    taken, paths = set(taken), {name: leaf_names[name].split(".")[:-1] for name in leaf_names}
    outermost = len(_common_start(filter(None, paths.values()))) + 1
    for level in range(outermost, max(map(len, paths.values()), default=0) + 1):
        for module, ids in _modules_at(level, paths, flow).items():
            if len(ids) > 1 and not ids & taken:
                taken |= ids
                yield Group((ids,), (), module)


def _modules_at(level, paths, flow):
    """Module -> the ids of its operations, for the modules of one level that do not overlap."""
    using = {}
    for leaf, path in paths.items():
        if len(path) >= level:
            using.setdefault(".".join(path[:level]), set()).update(flow.users.get(leaf, ()))
    spans = {module: _between(ids, flow) for module, ids in using.items()}
    times = Counter(name for ids in spans.values() for name in ids)
    return {module: ids for module, ids in spans.items() if all(times[name] == 1 for name in ids)}


def _between(ids, flow):
    """These operations and all that lie on a path from one of them to another."""
    return frozenset(reached(ids, flow.users) & reached(ids, flow.inputs))


def _home(own, leaf_names, flow):
    """The module of a block: the dotted path that the names of its leaves have in common, or ''."""
    return common_module([leaf_names[source] for name in own for source in flow.consumed[name] if source in leaf_names])


def common_module(names: Collection[str]) -> str:
    """'encoder.0' for 'encoder.0.weight' and 'encoder.0.bias'."""
    return ".".join(_common_start(name.split(".")[:-1] for name in names))


def _common_start(paths):
    """The parts with which all of these lists begin."""
    steps = takewhile(lambda parts: len(set(parts)) == 1, zip(*paths))
    return [parts[0] for parts in steps]
