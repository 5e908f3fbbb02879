"""Data sets: samples by number, or one after the other."""
import math
import warnings
from bisect import bisect_right
from itertools import accumulate

from autogradlab.ops.random import randperm


class Dataset:
    """Samples by number. Subclass it with `__getitem__(index)` and `__len__()`."""

    def __class_getitem__(cls, item):
        return cls                                          # Dataset[int] says something to readers only

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """Samples one after the other. Subclass it with `__iter__()`."""

    def __iter__(self):
        raise NotImplementedError("Subclasses of IterableDataset should implement __iter__.")

    def __add__(self, other):
        raise NotImplementedError("chaining iterable data sets is left out of autogradlab")


class TensorDataset(Dataset):
    """Sample i is (first tensor[i], second tensor[i], ...)."""

    def __init__(self, *tensors):
        if any(len(tensor) != len(tensors[0]) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return len(self.tensors[0])


class ConcatDataset(Dataset):
    """Several data sets one after the other."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = list(accumulate(map(len, self.datasets)))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        if -idx > len(self):
            raise ValueError("absolute value of index should not exceed dataset length")
        idx += len(self) if idx < 0 else 0
        which = bisect_right(self.cumulative_sizes, idx)
        return self.datasets[which][idx - (self.cumulative_sizes[which - 1] if which else 0)]


class Subset(Dataset):
    """Those samples of a data set whose numbers stand in `indices`."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx):
        return self.dataset[[self.indices[i] for i in idx] if isinstance(idx, list) else self.indices[idx]]

    def __len__(self):
        return len(self.indices)


def columns_of(dataset):
    """A function that reads many samples at once, tensor by tensor; None for data that can only be read one by one.

    For samples without history that is what collating them gives, ten times as fast.
    """
    if type(dataset) is TensorDataset and not any(tensor.requires_grad for tensor in dataset.tensors):
        return lambda places: [tensor[places] for tensor in dataset.tensors]
    inner = columns_of(dataset.dataset) if type(dataset) is Subset else None
    return inner and (lambda places: inner([dataset.indices[i] for i in places]))


def random_split(dataset, lengths, generator=None):
    """Subsets of the given lengths, or shares that add up to 1, drawn without replacement."""
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _from_shares(lengths, len(dataset))
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = randperm(sum(lengths), generator=generator).tolist()
    return [Subset(dataset, order[end - length:end]) for end, length in zip(accumulate(lengths), lengths)]


def _from_shares(shares, total):
    """Lengths for shares of `total`; what rounding down leaves goes to the first ones, one each."""
    for i, share in enumerate(shares):
        if not 0 <= share <= 1:
            raise ValueError(f"Fraction at index {i} is not between 0 and 1")
    lengths = [math.floor(total * share) for share in shares]
    for i in range(total - sum(lengths)):
        lengths[i % len(lengths)] += 1
    for i, length in enumerate(lengths):
        if length == 0:
            warnings.warn(f"Length of split at index {i} is 0. This might result in an empty dataset.", UserWarning,
                          stacklevel=3)
    return lengths
