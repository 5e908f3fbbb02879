"""Gradient descent: each parameter moves against its gradient, with momentum if wanted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autogradlab.autograd.rounding import add_product, fma
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor, new_tensor

from .optimizer import Loss, Optimizer, ParamsT, check_one, written


class SGD(Optimizer):
    """θ ← θ - lr·g, where g is the gradient (minus the gradient to `maximize`) plus weight_decay·θ.

    With momentum μ and dampening τ a buffer b takes the place of g:   b ← μ·b + (1 - τ)·g,   θ ← θ - lr·b
    The first b is g itself. With `nesterov`, a look ahead:            θ ← θ - lr·(g + μ·b)

    `foreach` and `fused` choose among PyTorch's implementations of the same formula; here they change nothing.
    Source: Sutskever, Martens, Dahl, Hinton (2013), "On the importance of initialization and momentum".
    """

    _later_settings = dict(nesterov=False, maximize=False, foreach=None, differentiable=False, fused=False)

    def __init__(
        self,
        params: ParamsT,
        lr: float | Tensor = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_one(lr)
        if lr < 0.0:
            raise ValueError(f"Invalid learning rate: {lr}")
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        settings = dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov)
        options = dict(maximize=maximize, foreach=foreach, differentiable=differentiable, fused=fused)
        super().__init__(params, settings | options)

    def step(self, closure: Callable[[], Loss] | None = None) -> Loss | None:
        """Move every parameter that has a gradient, as every optimizer does."""
        return super().step(closure)  # a method of its own, so that Python's errors name this class

    def _update_one(self, param, group):
        direction = self._gradient(param, group["maximize"], group["weight_decay"])
        if group["momentum"]:
            direction = self._with_momentum(param, direction, group)
        rules.move(param, direction, -float(-group["lr"]))  # as PyTorch does, a string is refused by -

    def _with_momentum(self, param, grad, group):
        """b ← μ·b + (1 - τ)·g; the direction is b, or g + μ·b with `nesterov`."""
        state, momentum = self.state[param], float(group["momentum"])
        if state.get("momentum_buffer") is None:
            buffer = np.array(grad)
            state["momentum_buffer"] = new_tensor(buffer)
        else:
            buffer = written(state["momentum_buffer"])
            buffer *= momentum
            add_product(buffer, grad, 1 - float(group["dampening"]))
        return fma(buffer, momentum, grad) if group["nesterov"] else buffer
