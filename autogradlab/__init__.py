"""autogradlab: a small autograd engine that behaves like PyTorch, and the course built on it.

`import autogradlab as ag` loads NumPy and little else. The names are PyTorch's: every function that `ops` publishes
is available here as well.
"""

import gc as _gc
from math import e, inf, nan, pi


class _WithoutCollection:
    """Importing makes thousands of objects and no garbage, and searching them for it would take a sixth of the time.

    At the end they are counted as old without a search, as if they had survived some: freezing moves all objects out of
    the collector's lists, and unfreezing puts them into the list of the oldest.
    """

    def __enter__(self):
        self.was_on = _gc.isenabled()
        _gc.disable()

    def __exit__(self, *exception):
        if not _gc.get_freeze_count():  # what the program itself has frozen stays frozen
            _gc.freeze()
            _gc.unfreeze()
        if self.was_on:
            _gc.enable()


with _WithoutCollection():
    # Imported first, and here: five imports deeper it takes half as long again, because Python's stack has outgrown its
    # first chunk there, and each call allocates another chunk and frees it.
    import numpy as _numpy  # noqa: F401

    from . import autograd
    from .autograd import (
        Size,
        Tensor,
        enable_grad,
        inference_mode,
        is_grad_enabled,
        is_inference_mode_enabled,
        no_grad,
        set_grad_enabled,
    )
    from .autograd.dtypes import (
        bool,
        double,
        dtype,
        float,
        float16,
        float32,
        float64,
        get_default_dtype,
        half,
        int,
        int8,
        int16,
        int32,
        int64,
        long,
        promote_types,
        set_default_dtype,
        short,
        uint8,
    )
    from .autograd.printing import set_printoptions
    from .ops import functions
    from .ops.accelerators import accelerator, backends, cuda, mps, version, xpu
    from .ops.device import (
        device,
        get_default_device,
        get_num_threads,
        set_default_device,
        set_num_threads,
        use_deterministic_algorithms,
    )
    from .ops.generator import Generator, default_generator
    from .ops.left_out import missing
    from .ops.literals import typed
    from .ops.memory_format import channels_last, contiguous_format, memory_format, preserve_format
    from .ops.queries import finfo, iinfo, strided

__version__ = "0.1.0"

globals().update(functions)
globals().update(typed)
newaxis = None


def trace(*matrix, **words):
    """The sum of a matrix's diagonal, as in PyTorch. Without one: in `with trace():` nodes note their source line."""
    if matrix or words:
        return functions["trace"](*matrix, **words)
    from .autograd.trace import trace

    return trace()


def __getattr__(name):
    """Import other rooms only when they are first used, so that the engine alone loads NumPy and little else."""
    if name == "draw":
        from .draw import draw

        return draw
    if name == "compile":
        from .fuse import compile

        return compile
    if name in ("is_anomaly_enabled", "is_anomaly_check_nan_enabled", "set_anomaly_enabled"):
        return getattr(autograd, name)
    if name in ("linalg", "memory", "nn", "optim", "random", "utils"):
        from importlib import import_module

        return import_module(f"autogradlab.{name}")
    raise missing("torch", name)
