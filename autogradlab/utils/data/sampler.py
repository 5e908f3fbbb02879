"""Samplers: the order in which the samples of a data set are read."""
from itertools import islice

from autogradlab.autograd import dtypes
from autogradlab.ops.creation import empty, tensor
from autogradlab.ops.generator import Generator
from autogradlab.ops.random import randint, randperm
from autogradlab.ops.register import functions


class Sampler:
    """An order of sample numbers. Subclass it with `__iter__()`, and `__len__()` where there is an end."""

    def __class_getitem__(cls, item):
        return cls

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler):
    """0, 1, 2, ..."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    """All samples in a random order, or `num_samples` of them, or as many independent draws with `replacement`.

    Without a generator each pass draws a seed from the shared stream and starts a generator of its own.
    """

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self.replacement, self.generator = data_source, replacement, generator
        self._num_samples = num_samples
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement should be a boolean value, but got replacement={replacement}")
        _check_positive("num_samples", self.num_samples)

    @property
    def num_samples(self):
        """How many samples one pass gives."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        generator = self.generator or Generator().manual_seed(draw_seed())
        total, n = self.num_samples, len(self.data_source)
        size = 32 if self.replacement else n
        for start in range(0, total + 1, size):             # PyTorch draws a last round even if nothing is left
            count = min(size, total - start)
            drawn = (randint(0, n, (count,), generator=generator) if self.replacement else
                     randperm(n, generator=generator))
            yield from drawn.tolist()[:count]

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """The numbers in `indices` in a random order."""

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        return (self.indices[i] for i in randperm(len(self.indices), generator=self.generator).tolist())

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """`num_samples` draws in which sample i has the weight `weights[i]`."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        _check_positive("num_samples", num_samples)
        self.weights = tensor(list(weights), dtype=dtypes.float64)
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self):
        return iter(functions["multinomial"](self.weights, self.num_samples, self.replacement,
                                             generator=self.generator).tolist())

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """Lists of `batch_size` numbers of another sampler; the last may be shorter, unless `drop_last`."""

    def __init__(self, sampler, batch_size, drop_last):
        _check_positive("batch_size", batch_size)
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        return in_batches(iter(self.sampler), self.batch_size, self.drop_last)

    def __len__(self):
        return batches_in(len(self.sampler), self.batch_size, self.drop_last)


def in_batches(items, batch_size, drop_last):
    """Lists of `batch_size` items of an iterator."""
    while batch := list(islice(items, batch_size)):
        if len(batch) == batch_size or not drop_last:
            yield batch


def batches_in(count, batch_size, drop_last):
    """How many lists `in_batches` makes of `count` items."""
    return count // batch_size if drop_last else -(-count // batch_size)


def draw_seed(generator=None):
    """A number of 63 bits, to start another generator with."""
    return empty((), dtype=dtypes.int64).random_(generator=generator).item()


def _check_positive(name, value):
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError(f"{name} should be a positive integer value, but got {name}={value}")
