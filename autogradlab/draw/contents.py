"""What is written in and around the nodes of a picture: rows of a box, tags under an operation, numbers on wires."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .measure import brief, fits, shortened
from .records import CONSTANT, DATA, GRAD, LEAF, Box, Fold

if TYPE_CHECKING:
    from .numbers import Snapshot
    from .records import Edge, Operation


_LONGEST_LABEL = 16


# ---- boxes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """One row of a box: `look` has the CSS classes of its text, `is_grad` says whether it holds a gradient."""

    label: str
    text: str
    look: str
    large: bool = True
    is_grad: bool = False


def is_chip(box: Box | Fold) -> bool:
    """Whether this is drawn as a small pill without rows: an unnamed constant, or the copy of a box (`again`)."""
    return isinstance(box, Box) and (bool(box.again) or box.kind == CONSTANT and not box.name)


def chip_text(box: Box) -> str:
    if box.name:
        return shortened(box.name, 20)
    return brief(box.value) if box.value else "constant"


def kept_or_freed(box: Box) -> str:
    """The words shown instead of a missing value."""
    return "freed" if box.freed else "not kept"


def shown_name(box: Box | Fold) -> str:
    return shortened(box.name, 40 if isinstance(box, Fold) else 28)


def rows(box: Box | Fold) -> list[Row]:
    """The rows under the name. A constant never gets a gradient, so it has no row for one."""
    return _fold_rows(box) if isinstance(box, Fold) else list(_tensor_rows(box))


def _tensor_rows(box):
    if DATA not in box.hidden:
        yield from _value_rows("data", box.value, "f b", kept_or_freed(box), "s dim")
    if box.kind != CONSTANT and GRAD not in box.hidden:
        adds = box.kind == LEAF and box.paths > 1
        yield from _value_rows("grad +=" if adds else "grad", box.grad, "g b", "None", "m s dim")
    if box.version is not None:
        yield Row("version", str(box.version), "b", large=False)
    if box.written:
        yield Row("written", shortened(box.written, 24), "s", large=False)
    if box.hooks:
        yield Row("hooks", str(box.hooks), "b", large=False)


def _value_rows(label, value, look, absent, absent_look):
    """One row with the value; many numbers are reduced to their shape, with their range in a second row."""
    if value is None:
        yield Row(label, absent, absent_look, large=False)
        return
    yield Row(label, brief(value), ink(value, look), is_grad=label != "data")
    if not fits(value) and value.spread:
        yield Row("", value.spread, "s" if value.odd else f"s {look[0]}", large=False, is_grad=label != "data")


def ink(value: Snapshot, look: str) -> str:
    """The CSS classes of a value: `look`, but without the hue of a direction if some number is nan or inf."""
    return "b" if value.odd else look


def _fold_rows(fold):
    found = [Row("operations", f"{fold.operations}", "b", large=False)]
    if fold.leaves:
        found.append(Row("leaves", f"{fold.leaves}", "b", large=False))
        found.append(
            Row(
                "with grad",
                f"{fold.holding} of {fold.leaves}" if fold.holding < fold.leaves else "all",
                "g b" if fold.holding else "s dim",
                large=False,
                is_grad=bool(fold.holding),
            )
        )
    if fold.kept or fold.freed:
        found.append(
            Row(
                "saved",
                f"{fold.kept}" if not fold.freed else "freed" if not fold.kept else f"{fold.kept}, some freed",
                "f b" if fold.kept else "s sec",
                large=False,
            )
        )
    if fold.spoiled:
        found.append(Row("overwritten", f"{fold.spoiled} !", "b", large=False))
    return found


# ---- operations -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tag:
    """A tag under an operation: a saved value, one that is no longer kept (`lost`), or another remark (`note`).

    loud   whether a reader should see it first
    """

    text: str
    lost: bool = False
    note: bool = False
    loud: bool = False


def tags(operation: Operation) -> list[Tag]:
    found = [Tag("freed", lost=True)] if operation.freed else list(map(_saved_tag, operation.saved))
    found += [
        Tag(f"overwritten: {shortened(line, 24)}", note=True, loud=True)
        for line in dict.fromkeys(saved.written for saved in operation.saved)
        if line
    ]
    if operation.hooks:
        found.append(Tag(counted(operation.hooks, "hook"), note=True))
    if operation.line:
        found.append(Tag(shortened(operation.line, 24), note=True))
    return found


def _saved_tag(saved):
    if saved.value is None:
        return Tag(
            f"{saved.attribute} overwritten !"
            if saved.saved_version is None
            else f"{saved.attribute}: saved v{saved.saved_version}, now v{saved.version} !",
            lost=True,
            loud=True,
        )
    version = "" if saved.version is None else f" · v{saved.version}"
    return Tag(f"{shortened(saved.label or saved.attribute, _LONGEST_LABEL)} = {brief(saved.value)}{version}")


# ---- wires ----------------------------------------------------------------------------------------------------------


def on_wire(edge: Edge) -> str:
    """The text at the start of a wire: which result it is, how many wires it stands for, and the value it carries."""
    parts = (
        "" if edge.output is None else f"[{edge.output}]",
        "" if edge.times == 1 else f"×{edge.times}",
        brief(edge.value) if edge.value else "",
    )
    return " ".join(filter(None, parts))


def counted(count: int, word: str) -> str:
    """'1 leaf', '2 leaves'."""
    plural = {"leaf": "leaves"}.get(word, word + "s")
    return f"{count} {word if count == 1 else plural}"
