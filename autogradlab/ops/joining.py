"""Joining several tensors into one and splitting one into several: nodes with many inputs or many results.

Duals: cat and split, stack and unbind.
"""

from functools import reduce
from itertools import accumulate
from operator import attrgetter

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.engine import repaired
from autogradlab.autograd.graph import Node, Port
from autogradlab.autograd.modes import announce, mode
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.tensor import Tensor, edge_into, new_tensor
from autogradlab.autograd.views import ONE_OF_SEVERAL

from .arguments import check_each
from .bases import in_order
from .reduce import axis, own_axis
from .refusals import UNFIT, fit, misfit
from .register import named, titled

# ---- several into one -----------------------------------------------------------------------------------------


class _Join(Node):
    """A node with one edge for each tensor that was joined; each receives its piece of the gradient."""

    __slots__ = ("dim", "shapes", "kinds")
    _saved_dim = property(attrgetter("dim"))

    @classmethod
    def apply(cls, tensors, dim):
        edges, arrays = tuple(map(edge_into, tensors)), [t._data for t in tensors]
        out = new_tensor(quiet.run(cls.join, arrays, dim))
        if mode.recording and any([edge is not None for edge in edges]):
            node = out._edge = object.__new__(cls)
            out._requires_grad = True
            node._start(edges)
            node.dim, node.shapes, node.kinds = dim, [a.shape for a in arrays], [t.dtype for t in tensors]
            announce(node)
        return out

    def _contributions(self, grad, recorded, edges):
        if all(edge is None for edge in edges):
            return [None] * len(edges)
        return [repaired(*piece) for piece in zip(self.pieces(grad), self.shapes, self.kinds)]


class CatBackward0(_Join):
    """Tensors one after the other along `dim`; each gets its own range of the gradient."""

    def join(arrays, dim):
        kept = [a for a in arrays if a.shape != (0,)] or arrays
        return in_order(np.concatenate(kept, dim, dtype=_common_type(arrays)))

    def pieces(self, grad):
        lengths = [shape[self.dim] if shape != (0,) else 0 for shape in self.shapes]
        for shape, place in zip(self.shapes, _ranges(lengths)):
            piece = grad[(slice(None),) * self.dim + (place,)]
            yield piece if shape != (0,) else piece.reshape(0)


class StackBackward0(_Join):
    """Tensors of one shape along a new dimension; each gets the gradient at its place."""

    def join(arrays, dim):
        return in_order(np.stack(arrays, dim, dtype=_common_type(arrays)))

    def pieces(self, grad):
        return [grad[(slice(None),) * self.dim + (i, ...)] for i in range(len(self.shapes))]


def _common_type(arrays):
    return reduce(dtypes.promote_types, dict.fromkeys([dtypes.from_numpy(a.dtype) for a in arrays])).numpy


@named("cat", "concat", "concatenate", method=False)
def cat(tensors, dim=0):
    """Tensors one after the other along `dim`; their other sizes must agree."""
    check_each(tensors)
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    shapes = [t._data.shape for t in tensors]
    if () in shapes:
        raise RuntimeError(f"zero-dimensional tensor (at position {shapes.index(())}) cannot be concatenated")
    first = next((shape for shape in shapes if shape != (0,)), (0,))
    dim = axis(dim, len(first))
    for i, shape in enumerate(shapes):
        if shape != first and shape != (0,):
            _check_sizes(first, shape, dim, i)
    return CatBackward0.apply(tensors, dim)


def _check_sizes(first, shape, dim, i):
    if len(shape) != len(first):
        raise RuntimeError(f"Tensors must have same number of dimensions: got {len(first)} and {len(shape)}")
    for d, (expected, n) in enumerate(zip(first, shape)):
        if d != dim and n != expected:
            raise RuntimeError(
                f"Sizes of tensors must match except in dimension {dim}. Expected size {expected} but "
                f"got size {n} for tensor number {i} in the list."
            )


def _check_some(name, tensors):
    """Refuse anything but tensors, of which there must be at least one."""
    check_each(tensors)
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")


@named("stack", method=False)
def stack(tensors, dim=0):
    """Tensors of one shape along a new dimension `dim`."""
    _check_some("stack", tensors)
    first = tensors[0]._data.shape
    for i, t in enumerate(tensors):
        if t._data.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and "
                f"{list(t._data.shape)} at entry {i}"
            )
    return StackBackward0.apply(tensors, axis(dim, len(first) + 1))


@named("hstack", method=False)
def hstack(tensors):
    """Tensors side by side: along the second dimension, vectors along their only one."""
    _check_some("hstack", tensors)
    tensors = [t.view(1) if t.ndim == 0 else t for t in tensors]
    return cat(tensors, 0 if tensors[0].ndim == 1 else 1)


@named("vstack", "row_stack", method=False)
def vstack(tensors):
    """Tensors below each other; a vector is a row."""
    _check_some("vstack", tensors)
    return cat([t.view(1, 1) if t.ndim == 0 else t.unsqueeze(0) if t.ndim == 1 else t for t in tensors])


# ---- one into several -----------------------------------------------------------------------------------------


class _Split(Node):
    """A node with several results, each of them a view of the input; the gradients of all are joined again."""

    __slots__ = ("dim", "shapes", "kind", "_outputs")
    joined_by = CatBackward0
    _saved_dim = property(attrgetter("dim"))

    def _lengths(self):
        return tuple([shape[self.dim] for shape in self.shapes])

    def _whole(self):
        return (*self.shapes[0][: self.dim], sum(self._lengths()), *self.shapes[0][self.dim + 1 :])

    @classmethod
    def apply(cls, input, dim, indices):
        """The views of `input` that NumPy's `indices` take along `dim`."""
        edge, array, before = edge_into(input), input._shared_array(), (slice(None),) * dim
        arrays = [array[(*before, index, ...)] for index in indices]
        parts = tuple([new_tensor(array) for array in arrays])
        for part in parts:
            part._become_view_of(input, (cls, {}), ONE_OF_SEVERAL)
        if parts and edge is not None and mode.recording:
            node = object.__new__(cls)
            node._start((edge,))
            node._outputs, node.dim, node.kind = len(parts), dim, array.dtype
            node.shapes = [a.shape for a in arrays]
            for i, part in enumerate(parts):
                part._edge, part._requires_grad = node if len(parts) == 1 else Port(node, i), True
            announce(node)
        return parts

    def _contributions(self, grads, recorded, edges):
        if edges[0] is None:
            return [None]
        grads = [grads] if self._outputs == 1 else list(grads)
        for i, grad in enumerate(grads):
            if grad is None:
                zeros = np.zeros(self.shapes[i], self.kind)
                grads[i] = new_tensor(zeros) if recorded else zeros
        return [self.joined_by.apply(grads, self.dim) if recorded else self.joined_by.join(grads, self.dim)]


class SplitBackward0(_Split):
    """Pieces of one size along a dimension."""

    _saved_split_size, _saved_self_sym_sizes = property(lambda self: self._lengths()[0]), property(_Split._whole)


class SplitWithSizesBackward0(_Split):
    """Pieces of given sizes along a dimension."""

    _saved_split_sizes, _saved_self_sym_sizes = property(_Split._lengths), property(_Split._whole)


class UnbindBackward0(_Split):
    """Every position along a dimension."""

    joined_by = StackBackward0


def _ranges(lengths):
    return [slice(stop - n, stop) for n, stop in zip(lengths, accumulate(lengths))]


def _dimension(function, input, dim):
    if input.ndim == 0:
        raise RuntimeError(f"{function} expects at least a 1-dimensional tensor")
    return axis(dim, input.ndim)


@named("split", method=False)
def split(tensor, split_size_or_sections, dim=0):
    """Pieces along `dim`, as views: all of one size (the last may be smaller), or of the given sizes."""
    return tensor.split(split_size_or_sections, dim)


def _split(self, split_size, dim=0):
    said, dim = dim, _dimension("split", self, dim)
    n = self._data.shape[dim]
    fitting = fit("tuple of ints", split_size)
    if fitting is UNFIT:
        raise misfit("split_with_sizes", "split_sizes", 2, "tuple of ints", split_size)
    if type(fitting) is int:
        return SplitBackward0.apply(self, dim, _ranges(_equal_lengths(n, fitting)))
    lengths = list(fitting)
    if min(lengths, default=0) < 0:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={lengths}"
        )
    if sum(lengths) != n:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {n} (input tensor's size at "
            f"dimension {said}), but got split_sizes={lengths}"
        )
    return SplitWithSizesBackward0.apply(self, dim, _ranges(lengths))


Tensor.split = titled(_split, "Tensor.split", split.__doc__)  # a method written in Python: error messages name it so


def _equal_lengths(n, size):
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    if size == 0 and n:
        raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {n}")
    return [min(size, n - start) for start in range(0, n, size or 1)] or [0]


@named("chunk")
def chunk(input, chunks, dim=0):
    """At most `chunks` equal pieces along `dim` (the last may be smaller), as views; exactly `chunks` for size 0."""
    if input.ndim and chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    dim = _dimension("chunk", input, dim)
    length = input._data.shape[dim]
    return split(input, -(-length // chunks) if length else [0] * chunks, dim)


@named("unbind")
def unbind(input, dim=0):
    """Every position along `dim`, as a tuple of views."""
    dim = own_axis(axis(dim, input.ndim), input.ndim)
    return UnbindBackward0.apply(input, dim, range(input._data.shape[dim]))


def _iterate(self):
    if self.ndim == 0:
        raise TypeError("iteration over a 0-d tensor")
    return iter(unbind(self))


Tensor.__iter__ = _iterate
