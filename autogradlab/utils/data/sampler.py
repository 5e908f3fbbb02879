"""Samplers: the order in which the samples of a data set are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from itertools import islice

from autogradlab.autograd import dtypes
from autogradlab.ops.creation import empty
from autogradlab.ops.generator import Generator
from autogradlab.ops.left_out import option_left_out
from autogradlab.ops.random import randperm


class SequentialSampler:
    """All samples in their order."""

    def __init__(self, data_source: Sized) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler:
    """All samples in a random order.

    Without a generator each pass draws a seed from the shared stream and starts a generator of its own.
    """

    def __init__(
        self,
        data_source: Sized,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Generator | None = None,
    ) -> None:
        if replacement or num_samples is not None:
            raise option_left_out("RandomSampler(replacement=True, num_samples=...)")
        self.data_source, self.generator = data_source, generator
        _check_positive("num_samples", len(data_source))

    def __iter__(self) -> Iterator[int]:
        generator = self.generator or Generator().manual_seed(draw_seed())
        yield from randperm(len(self), generator=generator).tolist()
        randperm(len(self), generator=generator)  # PyTorch draws one more permutation and uses none of it

    def __len__(self) -> int:
        return len(self.data_source)


class BatchSampler:
    """Lists of `batch_size` numbers of another sampler; the last may be shorter, unless `drop_last`."""

    def __init__(self, sampler: Iterable[int], batch_size: int, drop_last: bool) -> None:
        _check_positive("batch_size", batch_size)
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self) -> Iterator[list[int]]:
        numbers = iter(self.sampler)
        while batch := list(islice(numbers, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self):
        return len(self.sampler) // self.batch_size if self.drop_last else -(-len(self.sampler) // self.batch_size)


def draw_seed(generator: Generator | None = None) -> int:
    """A random number of 63 bits, to seed another generator."""
    return empty((), dtype=dtypes.int64).random_(generator=generator).item()


def _check_positive(name, value):
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError(f"{name} should be a positive integer value, but got {name}={value}")
