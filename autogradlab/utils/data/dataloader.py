"""The loader: a data set read in batches."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from copy import copy
from functools import partial
from types import GenericAlias
from typing import TYPE_CHECKING, Any

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.creation import tensor
from autogradlab.ops.generator import Generator
from autogradlab.ops.left_out import option_left_out
from autogradlab.ops.register import functions

from .dataset import columns_of, samples_of
from .sampler import BatchSampler, RandomSampler, SequentialSampler, draw_seed

NOT_PINNED = (
    "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used."
)

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem


class DataLoader:
    """The batches of a data set; each `for` over the loader is a new pass, shuffled anew if `shuffle`.

    batch_size      samples in a batch
    shuffle         read in a random order, drawn from `generator` or the shared stream
    sampler         yields the numbers of the samples in order; `batch_sampler` yields lists of them
    num_workers     accepted and without effect, as are `pin_memory`, `timeout` and the other settings of workers: this
                    process reads the data
    collate_fn      makes a batch of a list of samples; by default `default_collate`, which stacks tensors
    drop_last       leave out a last batch that is shorter
    """

    def __init__(
        self,
        dataset: SupportsLenAndGetItem[Any],
        batch_size: int = 1,
        shuffle: bool | None = None,
        sampler: Iterable[int] | None = None,
        batch_sampler: Iterable[Sequence[int]] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[list[Any]], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], Any] | None = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        of_workers = dict(prefetch_factor=prefetch_factor, persistent_workers=persistent_workers)
        for name, value in (of_workers | dict(multiprocessing_context=multiprocessing_context)).items():
            if value and not num_workers:
                raise ValueError(f"{name} option needs num_workers > 0")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last"
                )
            batch_size = None  # type: ignore[assignment]
        elif batch_size is None:
            raise option_left_out("DataLoader(batch_size=None), reading without batches")
        if sampler is None:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        self.dataset, self.batch_size, self.drop_last, self.generator = dataset, batch_size, drop_last, generator
        if batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.sampler, self.batch_sampler = sampler, batch_sampler
        self.num_workers, self.collate_fn = num_workers, default_collate if collate_fn is None else collate_fn
        self.pin_memory, self.timeout = pin_memory, timeout
        self._ready = True

    __class_getitem__ = classmethod(GenericAlias)  # DataLoader[int] is for type checkers

    def __setattr__(self, name, value):
        if "_ready" in self.__dict__ and name in ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset"):
            raise ValueError(f"{name} attribute should not be set after {type(self).__name__} is initialized")
        object.__setattr__(self, name, value)

    def __iter__(self) -> Iterator[Any]:
        if self.pin_memory:
            warnings.warn(NOT_PINNED, UserWarning, stacklevel=1)  # once, as in PyTorch
        draw_seed(self.generator)  # PyTorch draws a seed for its workers here, even if there are none
        columns = columns_of(self.dataset) if self.collate_fn is default_collate else None
        return _SingleProcessDataLoaderIter(partial(self._batch, columns), map(list, self.batch_sampler))

    def _batch(self, columns, places):
        if columns and places and all(_is_number(place) for place in places):
            return columns(places)
        return self.collate_fn(samples_of(self.dataset, places))

    def __len__(self):
        return len(self.batch_sampler)


def _is_number(place):
    return type(place) is int or isinstance(place, Tensor) and place.dtype is dtypes.int64 and not place.ndim


class _SingleProcessDataLoaderIter(map):
    """One `for` over a loader: each batch is read when it is asked for. Python's errors show the class's name."""


def default_collate(batch: Sequence[Any]) -> Any:
    """A batch of a list of samples: tensors stacked, numbers as a tensor, tuples, lists and dicts entry by entry."""
    first = batch[0]
    if isinstance(first, Tensor):
        return functions["stack"](batch)
    if isinstance(first, np.ndarray) and first.dtype.kind not in "SUO":
        return functions["stack"]([tensor(array) for array in batch])
    if isinstance(first, (int, float, np.bool_, np.number)):
        kind = {"dtype": dtypes.float64} if isinstance(first, float) else {}
        return tensor(np.array(batch) if isinstance(first, np.generic) else batch, **kind)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, MutableMapping):
        together = copy(first)
        together.update((key, default_collate([sample[key] for sample in batch])) for key in first)
        return together
    if isinstance(first, Sequence):
        if any(len(sample) != len(first) for sample in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        entries = [default_collate(entry) for entry in zip(*batch)]
        return type(first)(*entries) if hasattr(first, "_fields") else entries
    found = first.dtype if isinstance(first, np.ndarray) else type(first)
    raise TypeError(
        f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {found}"
    )
