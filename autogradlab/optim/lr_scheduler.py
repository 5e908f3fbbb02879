"""Learning rates that change from epoch to epoch."""

from __future__ import annotations

import functools
import math
import warnings
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any

from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.left_out import lacking, option_left_out

from .optimizer import Optimizer


class LRScheduler:
    """A schedule that sets every group's "lr" when it is made and at each `step()`.

    Call `step()` once an epoch, after the `step()` of the optimizer.

    optimizer       its param_groups get their "lr" (and keep the first one as "initial_lr")
    last_epoch      -1 to begin; or the number of the last epoch, to continue after it
    A subclass here defines `_factor`, by which the learning rate is multiplied now, or `_rates`, all rates; one of
    your own overrides `get_lr`.
    """

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", _copy(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(NO_INITIAL_LR.format(i))
        self.base_lrs = [_copy(group["initial_lr"]) for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        _watch_steps(optimizer)
        self._step_count = 0
        self._is_initial = True
        self.step()
        self._is_initial = False

    def step(self, epoch: None = None) -> None:
        """Begin the next epoch: set its learning rates."""
        if epoch is not None:
            raise option_left_out("scheduler.step(epoch)")
        watched = hasattr(self.optimizer.step, "watched")
        if self._step_count == 1 and watched and not getattr(self.optimizer, "_opt_called", False):
            warnings.warn(WRONG_ORDER, stacklevel=2)
        self._step_count += 1
        self.last_epoch += 1
        self._get_lr_called_within_step = True
        try:
            rates = self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        for group, lr in zip(self.optimizer.param_groups, rates, strict=True):
            _set(group, lr)
        self._last_lr = [_copy(group["lr"]) for group in self.optimizer.param_groups]

    def get_last_lr(self) -> list[float | Tensor]:
        """The learning rates in force, one for each group."""
        return self._last_lr

    def get_lr(self) -> list[float | Tensor]:
        """The learning rates that `step()` sets; to look at those in force, use `get_last_lr()`."""
        if not self._get_lr_called_within_step:
            warnings.warn(USE_LAST_LR, stacklevel=1)  # once, wherever it is called
        return self._rates()

    def _rates(self):
        return [group["lr"] * self._factor() for group in self.optimizer.param_groups]

    def _factor(self):
        raise NotImplementedError

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer, as a dict."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Continue where another scheduler was when it returned `state_dict`."""
        self.__dict__.update(state_dict)


_LRScheduler = LRScheduler  # the name that schedulers in older programs inherit from


class StepLR(LRScheduler):
    """lr ← gamma·lr in every `step_size`-th epoch."""

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self):
        return self.gamma if self.last_epoch and self.last_epoch % self.step_size == 0 else 1


class ExponentialLR(LRScheduler):
    """lr ← gamma·lr in every epoch."""

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self):
        return 1 if self._is_initial else self.gamma


class MultiStepLR(LRScheduler):
    """lr ← gamma·lr at each of the epochs `milestones`."""

    def __init__(
        self, optimizer: Optimizer, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self):
        times = self.milestones[self.last_epoch]
        return self.gamma**times if times else 1


class LambdaLR(LRScheduler):
    """lr = lr_lambda(epoch) · the first lr; one function, or one for each group."""

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | list[Callable[[int], float]] | tuple[Callable[[int], float], ...],
        last_epoch: int = -1,
    ) -> None:
        n = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * n
        if len(self.lr_lambdas) != n:
            raise ValueError(f"Expected {n} lr_lambdas, but got {len(self.lr_lambdas)}")
        super().__init__(optimizer, last_epoch)

    def _rates(self):
        return [base * function(self.last_epoch) for function, base in zip(self.lr_lambdas, self.base_lrs)]

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer and plain functions; of a callable object, its attributes."""
        state = super().state_dict()
        functions = state.pop("lr_lambdas")
        return {**state, "lr_lambdas": [None if isinstance(f, FunctionType) else f.__dict__.copy() for f in functions]}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Continue where another scheduler was; plain functions are kept, not loaded."""
        super().load_state_dict({**state_dict, "lr_lambdas": self.lr_lambdas})
        for own, given in zip(self.lr_lambdas, state_dict["lr_lambdas"]):
            own.__dict__.update(given or {})


class CosineAnnealingLR(LRScheduler):
    """lr = eta_min + (the first lr − eta_min) · (1 + cos(π epoch / T_max)) / 2, each computed from the lr before it."""

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _rates(self):
        rates, low = [group["lr"] for group in self.optimizer.param_groups], self.eta_min
        if self._is_initial:
            return rates
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # up again from the bottom, where `before` is 0
            up = (1 - math.cos(math.pi / self.T_max)) / 2
            return [lr + (base - low) * up for lr, base in zip(rates, self.base_lrs)]
        now, before = (1 + math.cos(math.pi * epoch / self.T_max) for epoch in (self.last_epoch, self.last_epoch - 1))
        return [now / before * (lr - low) + low for lr in rates]


def _set(group, lr):
    """Set a group's rate. A tensor is written into, so that it stays the object that the program may hold."""
    if isinstance(group["lr"], Tensor):
        group["lr"].fill_(lr.item() if isinstance(lr, Tensor) else lr)
    else:
        group["lr"] = lr


def _copy(rate):
    """The rate; a tensor is copied, so that later steps do not change it."""
    return rate.clone() if isinstance(rate, Tensor) else rate


def _watch_steps(optimizer):
    """Have `optimizer.step` note that it was called, with a weak reference that does not keep the optimizer alive."""
    if hasattr(optimizer.step, "watched"):
        return
    step, itself = optimizer.step.__func__, weakref.ref(optimizer)

    @functools.wraps(step)
    def watched(*args, **kwargs):
        itself()._opt_called = True
        return step(itself(), *args, **kwargs)

    watched.watched = True
    optimizer.step = watched


WRONG_ORDER = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call "
    "them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in "
    "PyTorch skipping the first value of the learning rate schedule. See more details at "
    "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)
USE_LAST_LR = "To get the last learning rate computed by the scheduler, please use `get_last_lr()`."
NO_INITIAL_LR = (
    "param 'initial_lr' is not specified in param_groups[{}] when resuming scheduler with last_epoch >= 0.\n"
    "This typically happens when:\n"
    "1. You're trying to resume training from a checkpoint but haven't properly loaded the optimizer state\n"
    "2. You're using last_epoch >= 0 for a fresh training run (not recommended)"
)

__getattr__ = lacking("torch.optim.lr_scheduler")
