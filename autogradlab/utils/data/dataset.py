"""Data sets: samples that are accessed by number."""

from __future__ import annotations

import math
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import index
from types import GenericAlias
from typing import TYPE_CHECKING, Any

from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.generator import Generator
from autogradlab.ops.random import randperm

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem


class Dataset:
    """Samples that are accessed by number. Subclass it with `__getitem__(index)` and `__len__()`."""

    def __getitem__(self, index: Any) -> Any:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: Dataset) -> ConcatDataset:
        return ConcatDataset([self, other])

    __class_getitem__ = classmethod(GenericAlias)  # Dataset[int] is for type checkers

    if TYPE_CHECKING:  # each subclass defines its own

        def __len__(self) -> int: ...


class TensorDataset(Dataset):
    """Sample i is (first tensor[i], second tensor[i], ...)."""

    def __init__(self, *tensors: Tensor) -> None:
        if any(tensor.size(0) != tensors[0].size(0) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return len(self.tensors[0])


class Subset(Dataset):
    """The samples of a data set whose numbers are in `indices`."""

    def __init__(self, dataset: SupportsLenAndGetItem[Any], indices: Sequence[int]) -> None:
        self.dataset, self.indices = dataset, indices
        own = type(self)
        if own.__getitem__ is not Subset.__getitem__ and own.__getitems__ is Subset.__getitems__:
            raise NotImplementedError(f"{own.__name__} overrides __getitem__ but not __getitems__")

    def __getitem__(self, idx):
        return self.dataset[[self.indices[i] for i in idx] if isinstance(idx, list) else self.indices[idx]]

    def __getitems__(self, indices: list[int]) -> list[Any]:
        return samples_of(self.dataset, [self.indices[i] for i in indices])

    def __len__(self) -> int:
        return len(self.indices)


class ConcatDataset(Dataset):
    """The samples of several data sets, one after the other."""

    def __init__(self, datasets: Iterable[SupportsLenAndGetItem[Any]]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        self.cumulative_sizes = list(accumulate(map(len, self.datasets)))

    def __getitem__(self, idx: int) -> Any:
        if idx < -len(self):
            raise ValueError("absolute value of index should not exceed dataset length")
        idx += len(self) * (idx < 0)
        which = bisect_right(self.cumulative_sizes, idx)
        return self.datasets[which][idx - (self.cumulative_sizes[which - 1] if which else 0)]

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]


def samples_of(dataset, places):
    """The samples at `places`: all at once if the data set has `__getitems__`, else one by one."""
    many = getattr(dataset, "__getitems__", None)
    return many(places) if many else [dataset[i] for i in places]


def columns_of(dataset):
    """A function that reads many samples at once, tensor by tensor; None for data that can only be read one by one.

    For samples without history, its result is the same as that of collating them, ten times as fast.
    """
    if type(dataset) is TensorDataset and not any(tensor.requires_grad for tensor in dataset.tensors):
        return lambda places: [tensor[list(map(index, places))] for tensor in dataset.tensors]
    inner = columns_of(dataset.dataset) if type(dataset) is Subset else None
    return inner and (lambda places: inner([dataset.indices[i] for i in places]))


def random_split(
    dataset: SupportsLenAndGetItem[Any], lengths: Sequence[float], generator: Generator | None = None
) -> list[Subset]:
    """Subsets of the given lengths, or of shares that add up to 1, drawn without replacement."""
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _from_shares(lengths, len(dataset))
        for i in (i for i, length in enumerate(lengths) if not length):
            warnings.warn(f"Length of split at index {i} is 0. This might result in an empty dataset.", stacklevel=2)
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = randperm(sum(lengths), generator=generator).tolist()
    return [Subset(dataset, order[end - length : end]) for end, length in zip(accumulate(lengths), lengths)]


def _from_shares(shares, total):
    """Lengths for shares of `total`; the remainder of rounding down goes to the first ones, one each."""
    for i, share in enumerate(shares):
        if not 0 <= share <= 1:
            raise ValueError(f"Fraction at index {i} is not between 0 and 1")
    lengths = [math.floor(total * share) for share in shares]
    for i in range(total - sum(lengths)):
        lengths[i % len(lengths)] += 1
    return lengths
