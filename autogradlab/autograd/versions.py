"""Version counters: a node that saves a value notes how often it was written to, and checks that before using it."""

from __future__ import annotations

from .modes import mode

WRITTEN_OUTSIDE = (
    "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal "
    "tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details."
)

SAVED_OUTSIDE = (
    "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
    "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in "
    "autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`."
)


class VersionCounter:
    """The counter of writes to a storage; a tensor, its views and what `detach()` returns share one.

    written_at    the source line of the last write; set only if `trace` noted it
    """

    __slots__ = ("value", "written_at")

    def __init__(self) -> None:
        self.value = 0


VersionCounter.when_saved = VersionCounter.value  # the same number; a node that saves reads it by this name


def _refuse_saving(counter):
    raise RuntimeError(SAVED_OUTSIDE)


class DetachedCounter(VersionCounter):
    """The counter that `detach()` and `.data` of an inference tensor have outside inference mode.

    They may be written to there, but still not be saved for backward.
    """

    __slots__ = ()
    when_saved = property(_refuse_saving)


class _InferenceCounter:
    """The counter of all inference tensors: counts nothing, and refuses saving and, outside inference mode, writing."""

    __slots__ = ()
    when_saved = property(_refuse_saving)

    @property
    def value(self):
        return 0

    @value.setter
    def value(self, value):
        if not mode.inference:
            raise RuntimeError(WRITTEN_OUTSIDE)


INFERENCE = _InferenceCounter()
