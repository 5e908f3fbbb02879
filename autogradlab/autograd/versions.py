"""How often a storage has been written to: what a node notes when it saves a value, and looks at when it needs it."""

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
    """How often a storage has been written to; views and `detach()` share it with their base.

    written_at    the source line of the last write; there only if `trace` noted it
    """

    __slots__ = ("value", "written_at")

    def __init__(self) -> None:
        self.value = 0


VersionCounter.when_saved = VersionCounter.value  # the same number, as a node that saves asks for it


class DetachedCounter(VersionCounter):
    """What `detach()` and `.data` of an inference tensor count outside inference mode: they may be written to there,
    and still not be saved."""

    __slots__ = ()

    @property
    def when_saved(self):
        raise RuntimeError(SAVED_OUTSIDE)


class _InferenceCounter:
    """What all inference tensors have for a version: nothing is counted, saving refused, writing allowed among them."""

    __slots__ = ()

    @property
    def value(self):
        return 0

    @value.setter
    def value(self, value):
        if not mode.inference:
            raise RuntimeError(WRITTEN_OUTSIDE)

    @property
    def when_saved(self):
        raise RuntimeError(SAVED_OUTSIDE)


INFERENCE = _InferenceCounter()
