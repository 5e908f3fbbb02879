"""The loader: a data set read in batches."""
import warnings
from collections.abc import Mapping, Sequence

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.creation import tensor
from autogradlab.ops.register import functions

from .dataset import IterableDataset, columns_of
from .sampler import BatchSampler, RandomSampler, SequentialSampler, batches_in, draw_seed, in_batches


class DataLoader:
    """Iterate over it for batches; each `for` is a pass of its own, shuffled anew.

    batch_size      samples in a batch; None gives single samples
    shuffle         read in a random order, drawn from `generator` or the shared stream
    sampler         the order of the sample numbers; `batch_sampler` their lists
    collate_fn      makes a batch of a list of samples; unless given, tensors are stacked
    drop_last       leave out a last batch that is shorter

    `num_workers` and the settings around it are taken and change nothing: this process reads.
    """

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, generator=None, *,
                 prefetch_factor=None, persistent_workers=False):
        _check_workers(num_workers, timeout, worker_init_fn, prefetch_factor, persistent_workers)
        iterable = isinstance(dataset, IterableDataset)
        if iterable:
            _refuse_for_iterable(shuffle=shuffle or None, sampler=sampler, batch_sampler=batch_sampler)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and "
                                 "drop_last")
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        if sampler is None and not iterable:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.dataset, self.batch_size, self.drop_last, self.generator = dataset, batch_size, drop_last, generator
        self.sampler, self.batch_sampler = sampler, batch_sampler
        self.num_workers, self.pin_memory = num_workers, pin_memory
        self.collate_fn = collate_fn or (default_convert if batch_sampler is None else default_collate)

    def __iter__(self):
        draw_seed(self.generator)           # PyTorch draws a seed for its workers here, also if there are none
        if self.pin_memory:
            warnings.warn(NOTHING_TO_PIN_FOR, UserWarning, stacklevel=2)
        columns = columns_of(self.dataset) if self.collate_fn is default_collate else None
        if columns and self.batch_sampler is not None:
            return map(columns, map(list, self.batch_sampler))
        return map(self.collate_fn, self._samples())

    def _samples(self):
        """Lists of samples, or single samples where there are no batches."""
        if isinstance(self.dataset, IterableDataset):
            samples = iter(self.dataset)
            return samples if self.batch_size is None else in_batches(samples, self.batch_size, self.drop_last)
        if self.batch_sampler is None:
            return (self.dataset[i] for i in self.sampler)
        several = getattr(self.dataset, "__getitems__", None) or (lambda places: [self.dataset[i] for i in places])
        return map(several, self.batch_sampler)

    def __len__(self):
        if isinstance(self.dataset, IterableDataset):
            return batches_in(len(self.dataset), self.batch_size or 1, self.drop_last)
        return len(self.sampler if self.batch_sampler is None else self.batch_sampler)


NOTHING_TO_PIN_FOR = ("'pin_memory' argument is set as true but no accelerator is found, then device pinned memory "
                      "won't be used.")


def _check_workers(num_workers, timeout, worker_init_fn, prefetch_factor, persistent_workers):
    if num_workers < 0:
        raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError("prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to "
                         "enable multiprocessing, otherwise set prefetch_factor to None.")
    if num_workers == 0 and persistent_workers:
        raise ValueError("persistent_workers option needs num_workers > 0")
    if num_workers and worker_init_fn is not None:
        raise NotImplementedError("worker_init_fn is left out of autogradlab: data is read in this process")


def _refuse_for_iterable(**options):
    for name, value in options.items():
        if value is not None:
            raise ValueError(f"DataLoader with IterableDataset: expected unspecified {name} option, but got "
                             f"{name}={value}")


def default_collate(batch):
    """A list of samples as one: tensors stacked, numbers as a tensor, tuples, lists and dicts entry by entry."""
    first = batch[0]
    if isinstance(first, Tensor):
        return functions["stack"](batch)
    if isinstance(first, np.ndarray):
        return functions["stack"]([tensor(array) for array in batch])
    if isinstance(first, (int, float, np.bool_, np.number)):
        kind = {"dtype": dtypes.float64} if isinstance(first, float) else {}
        return tensor(np.array(batch) if isinstance(first, np.generic) else batch, **kind)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        return {key: default_collate([sample[key] for sample in batch]) for key in first}
    if isinstance(first, Sequence):
        return _collated_entries(batch)
    raise TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found "
                    f"{type(first)}")


def _collated_entries(batch):
    if any(len(sample) != len(batch[0]) for sample in batch):
        raise RuntimeError("each element in list of batch should be of equal size")
    entries = [default_collate(entry) for entry in zip(*batch)]
    return type(batch[0])(*entries) if hasattr(batch[0], "_fields") else entries


def default_convert(sample):
    """A single sample with its arrays as tensors."""
    if isinstance(sample, np.ndarray):
        return tensor(sample)
    if isinstance(sample, Mapping):
        return {key: default_convert(value) for key, value in sample.items()}
    return [default_convert(value) for value in sample] if isinstance(sample, (tuple, list)) else sample
