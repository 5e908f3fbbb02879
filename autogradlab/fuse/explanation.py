"""What was fused and what it saves, counted from the programs themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .program import bytes_moved_step_by_step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .plan import Plan
    from .program import Program
    from .stand_in import Value


class Part:
    """One direction of a compiled function.

    source          the program, as Python that calls NumPy
    operations      the names of the passes that NumPy makes over the arrays without fusing, in order
    temporaries     how many blocks the program computes in, besides its inputs and outputs
    block           the number of entries in a block
    bytes_eager, bytes_fused, ratio     bytes read and written in memory, without and with fusing; their ratio
    """

    def __init__(self, program: Program, steps: Sequence[Value], size: int) -> None:
        self.source, self.block = program.source, program.block
        self.temporaries, self.temporary_bytes = len(program.scratch), program.scratch_bytes
        self.operations = [_name(x) for x in steps if (x.whole or x.reduces) and _name(x) != "spread"]
        self.bytes_eager = bytes_moved_step_by_step([x for x in steps if x.whole or x.reduces], size)
        self.bytes_fused = program.bytes_moved
        self.ratio = _ratio(self.bytes_eager, self.bytes_fused)


class Explanation:
    """What the latest call of a compiled function did; `print` it.

    reason              why nothing was fused; None if something was fused: only then the rest exists
    forward, backward   a Part each; backward is None if no argument is tracked
    bytes_eager, bytes_fused, ratio     bytes moved in both directions together
    saved_eager, saved_fused            bytes kept for backward, the arguments among them
    """

    def __init__(self, name: str, plan: Plan | str) -> None:
        self.name, self.reason = name, plan if isinstance(plan, str) else None
        if self.reason is None:
            self._read(plan)

    def _read(self, plan):
        self.shape = plan.shape
        self.forward = Part(plan.forward, plan.steps, plan.size)
        self.backward = plan.backward and Part(plan.backward, plan.backward_steps, plan.size)
        self.parts = [part for part in (self.forward, self.backward) if part is not None]
        self.bytes_eager = sum(part.bytes_eager for part in self.parts)
        self.bytes_fused = sum(part.bytes_fused for part in self.parts)
        self.ratio = _ratio(self.bytes_eager, self.bytes_fused)
        self.saved_eager, self.saved_fused = plan.saved_in_eager, plan.saved_bytes

    def __str__(self) -> str:
        if self.reason is not None:
            return f"{self.name} was run as it is, operation after operation: {self.reason}."
        lines = [f"{self.name}, fused for arrays of shape {tuple(self.shape)}"]
        for title, part in zip(("forward", "backward"), self.parts):
            lines += [
                "",
                f"{title}: {', '.join(part.operations)}",
                f"one loop over blocks of {part.block:,} entries; temporaries: {part.temporaries}, together "
                f"{part.temporary_bytes:,} bytes",
                "",
                *[f"    {line}" for line in part.source.splitlines()],
            ]
        return "\n".join([*lines, "", *self._table()])

    def _table(self):
        rows = [("forward, moved", self.forward.bytes_eager, self.forward.bytes_fused)]
        if self.backward is not None:
            rows += [
                ("backward, moved", self.backward.bytes_eager, self.backward.bytes_fused),
                ("saved for backward", self.saved_eager, self.saved_fused),
            ]
        yield f"{'bytes':20}{'eager':>16}{'fused':>16}{'ratio':>8}"
        for title, eager, fused in rows:
            yield f"{title:20}{eager:16,}{fused:16,}{_ratio(eager, fused):8.2f}"

    __repr__ = __str__


def _name(step):
    return "sum" if step.reduces else step.function.__name__


def _ratio(eager, fused):
    return eager / fused if fused else float("nan")
