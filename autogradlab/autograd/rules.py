"""The machine's rules, each in one place and each replaceable.

The engine asks these functions whenever it must decide something: what happens where two paths
meet, what `.grad` does with a second gradient, when saved values are freed. A learner's
misconception is often one of these rules replaced by another, so a wrong machine can be *run*:

    with rules.replaced(sum_paths=lambda so_far, contribution: contribution):
        ...                                     # a machine in which only the last path counts

Gradients are arrays, or Tensors when the backward pass is itself recorded; a rule takes both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from .layout import is_dense
from .modes import mode
from .rounding import add_product, add_up, sum_of_rows
from .sentences import FREED_SENTENCE, WRITE_ELSEWHERE, name_of, noted, place_of, version_sentence

if TYPE_CHECKING:
    from . import Node, Tensor


class Rules:
    """The rules as PyTorch has them; `rules` below is the one instance in force."""

    def chain(self, partial: Callable[..., Any], grad: Any, values: Iterable[Any]) -> Any:
        """What one input receives: its partial applied to the incoming gradient, upstream times local.

        `values` are the saved values that the partial uses.
        """
        return partial(grad, *values)

    def sum_paths(self, so_far: Any, contribution: Any, into: np.ndarray | None = None) -> Any:
        """Where two paths meet, their contributions add; `into` is an array that may take the sum, if there is one."""
        return so_far + contribution if into is None else np.add(so_far, contribution, into)

    def unbroadcast(self, grad: Any, shape: tuple[int, ...]) -> Any:
        """A broadcast input gets the sum over every place where it was used; `shape` is the input's own."""
        lead = grad.ndim - len(shape)
        if lead == 1 and type(grad) is np.ndarray and grad.shape[1:] == shape:
            return sum_of_rows(grad)  # the usual case, one row of biases, without the search below
        if not shape:
            return add_up(grad) if type(grad) is np.ndarray else grad.sum()
        stretched = (lead + i for i, n in enumerate(shape) if n == 1 and grad.shape[lead + i] != 1)
        dims = (*range(lead), *stretched)
        if not dims:
            return grad  # a Tensor's sum over () is the sum of all
        summed = add_up(grad, dims, True) if type(grad) is np.ndarray else grad.sum(dims, keepdims=True)
        return summed.reshape(shape) if lead else summed

    def accumulate(self, tensor: Tensor, grad: Tensor) -> None:
        """A leaf's first gradient is stored in `.grad`, later ones are added to it; leaf and gradient are Tensors.

        It lies in memory as the leaf does, unless the leaf has gaps or shared entries. The sum is written into the
        stored tensor. If backward itself is recorded, nothing is overwritten: the first gradient is copied, and each
        sum is a new tensor, as it always is of a computed tensor that retains its gradient.
        """
        if tensor._grad is None:
            if tensor._edge is None:  # what a computed tensor retains was cloned before
                turned = grad._data.strides != tensor._data.strides and grad.shape == tensor.shape
                if mode.enabled or turned and is_dense(tensor._data):
                    grad = tensor.detach().to(grad.dtype, copy=True).copy_(grad)  # PyTorch's node too: CopyBackwards
            tensor._grad = grad
        elif mode.enabled or tensor._edge is not None:
            tensor._grad = tensor._grad + grad
        else:
            tensor._grad.add_(grad)

    def free(self, node: Node) -> None:
        """After a node has run, its saved values are freed; a node that saved nothing can run again."""
        node._release_saved()

    def check_freed(self, nodes: Iterable[Node]) -> None:
        """A node whose saved values are gone cannot run; `nodes` are all that a walk is going to run."""
        for node in nodes:
            if node._freed and type(node).needs_saved:
                raise freed_error(node)

    def check_version(self, tensor: Tensor, saved_version: int, maker: Node | tuple[Node, int] | None) -> None:
        """A saved value must not have been written to since it was saved; `maker` is its node, or (node, result)."""
        if tensor._version != saved_version:
            raise noted(
                RuntimeError(version_sentence(tensor, saved_version, maker)),
                f"help: {_writer(tensor)} wrote into this value after it was saved and before backward() used "
                f"it. {WRITE_ELSEWHERE}",
            )

    def clear(self, tensor: Tensor, set_to_none: bool) -> None:
        """What `zero_grad` does: `.grad` becomes None again, or the same tensor is filled with zeros."""
        grad = tensor._grad
        if set_to_none or grad is None:
            tensor._grad = None
        else:
            grad._edge, grad._requires_grad = None, False
            grad.zero_()

    def move(self, tensor: Tensor, change: np.ndarray | np.generic, rate: float = 1.0) -> None:
        """What `step` does: θ ← θ - rate · change (an array), in the same memory: whatever shares that moves, too."""
        numbers = tensor._shared_array()
        if rate == 1:
            numbers -= change
        else:
            add_product(numbers, change, -rate)
        tensor._share_counter().value += 1

    def are_replaced(self) -> bool:
        """Whether any rule is replaced at the moment."""
        return bool(self.__dict__)

    @contextmanager
    def replaced(self, **others: Callable[..., Any]) -> Iterator[None]:
        """Put other rules in force inside a `with` block: `replaced(sum_paths=lambda a, b: b)`."""
        for name in others:
            if name not in names():
                raise AttributeError(f"the engine has no rule `{name}`\n  help: choose from {', '.join(names())}")
        before = self.__dict__
        self.__dict__ = {**before, **others}
        try:
            yield
        finally:
            self.__dict__ = before


def freed_error(node: Node) -> RuntimeError:
    """The error for a node that needs the saved values that it has given up."""
    return noted(
        RuntimeError(FREED_SENTENCE),
        f"help: {name_of(node)} has already given up what it saved. Run the forward lines again "
        "before this backward(), or add the losses and call backward() once",
    )


def _writer(tensor):
    """What last wrote into a tensor's memory: the source line if `trace` noted it, otherwise "something"."""
    line = getattr(tensor._counter, "written_at", None)
    return "something" if line is None else f"{place_of(line)},"


def names() -> list[str]:
    """The rules that can be replaced."""
    return [name for name in vars(Rules) if not name.startswith("_") and name not in ("replaced", "are_replaced")]


rules = Rules()
