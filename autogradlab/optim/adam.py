"""Adam and AdamW: steps whose length is relative to the usual size of the gradient."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autogradlab.autograd.dtypes import Default, from_numpy
from autogradlab.autograd.rounding import MANY, add_product
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.ops.left_out import option_left_out

from .optimizer import Loss, Optimizer, ParamsT, check_one, written


class Adam(Optimizer):
    """θ ← θ - lr·m̂ / (√v̂ + ε), where g is the gradient plus weight_decay·θ and t counts the steps.

    m ← β₁·m + (1 - β₁)·g     the mean gradient, "exp_avg";         m̂ = m / (1 - β₁ᵗ)
    v ← β₂·v + (1 - β₂)·g²    the mean square, "exp_avg_sq";        v̂ = v / (1 - β₂ᵗ)

    In the first step m̂ / √v̂ is g / |g|: every entry moves by nearly lr, unless its gradient is as small as ε.
    `amsgrad` divides by the largest v so far; `maximize` climbs; `decoupled_weight_decay` decays as AdamW does.
    `foreach` and `fused` choose among PyTorch's implementations of the same formula; here they change nothing.
    Source: Kingma, Ba (2015), "Adam: a method for stochastic optimization", algorithm 1.
    """

    _later_settings = dict(amsgrad=False, maximize=False, foreach=None, capturable=False, differentiable=False)
    _later_settings |= dict(decoupled_weight_decay=False, fused=None)

    def __init__(
        self,
        params: ParamsT,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        if isinstance(lr, Tensor) and foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        check_one(lr)
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        for i in (0, 1):
            if not 0.0 <= betas[i] < 1.0:
                raise ValueError(f"Invalid beta parameter at index {i}: {betas[i]}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        if all(isinstance(beta, Tensor) for beta in betas):
            raise option_left_out("betas that are tensors")
        if not all(isinstance(beta, float) for beta in betas):
            raise ValueError("betas must be either both floats or both Tensors")
        settings = dict(lr=lr, betas=tuple(betas), eps=eps, weight_decay=weight_decay, amsgrad=amsgrad)
        options = dict(maximize=maximize, foreach=foreach, capturable=capturable, differentiable=differentiable)
        options |= dict(fused=fused, decoupled_weight_decay=decoupled_weight_decay)
        super().__init__(params, settings | options)

    def step(self, closure: Callable[[], Loss] | None = None) -> Loss | None:
        """Move every parameter that has a gradient, as every optimizer does."""
        return super().step(closure)  # a method of its own, so that Python's errors name this class

    def __setstate__(self, state):
        """Like every optimizer's; a number of steps that is no tensor, as old states have it, becomes one."""
        super().__setstate__(state)
        for group in self.param_groups:
            for kept in filter(None, map(self.state.get, group["params"])):
                if not isinstance(kept["step"], Tensor):
                    kept["step"] = _steps(float(kept["step"]))

    def _update_one(self, param, group):
        lr, (beta1, beta2), decay = group["lr"], group["betas"], float(group["weight_decay"])
        lr = lr.item() if isinstance(lr, Tensor) else lr
        state = self.state[param] or self._first_state(param, group)
        step = written(state["step"])
        step += 1
        t = step.item()
        change = np.empty_like(param._data)
        if decay and group["decoupled_weight_decay"]:
            rules.move(param, _decay(param._data, 1 - lr * decay, change))
            decay = 0
        grad = self._gradient(param, group["maximize"], decay)
        m = _mean(written(state["exp_avg"]), grad, 1 - beta1, change)
        v = _mean_square(written(state["exp_avg_sq"]), grad, beta2, change)
        if group["amsgrad"]:
            largest = written(state["max_exp_avg_sq"])
            v = np.maximum(largest, v, out=largest)
        _usual_size(v, 1 - beta2**t, float(group["eps"]), change)
        _share(m, float(lr / (1 - beta1**t)), change)
        rules.move(param, change)

    def _first_state(self, param, group):
        state = self.state[param]
        state["step"] = _steps(0)
        for name in ("exp_avg", "exp_avg_sq", *(["max_exp_avg_sq"] if group["amsgrad"] else [])):
            state[name] = new_tensor(np.zeros_like(param._data))
        return state


class AdamW(Adam):
    """Adam with the weights pulled towards zero separately from the gradient's means:   θ ← θ - lr·weight_decay·θ

    Source: Loshchilov, Hutter (2019), "Decoupled weight decay regularization", algorithm 2.
    """

    def __init__(
        self,
        params: ParamsT,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        options = dict(maximize=maximize, foreach=foreach, capturable=capturable, differentiable=differentiable)
        options |= dict(fused=fused, decoupled_weight_decay=True)
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **options)

    def __setstate__(self, state):
        """Like Adam's; a state saved by Adam continues with AdamW's weight decay."""
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True


def _steps(count):
    """The number of steps as the state holds it."""
    return new_tensor(np.array(count, np.promote_types(Default.numpy, np.float32)))


def _decay(theta, factor, out):
    """θ - factor·θ, what θ loses. PyTorch rounds factor·θ, so computing lr·weight_decay·θ would round differently."""
    np.multiply(theta, factor, out=out)
    return np.subtract(theta, out, out=out)


def _mean(m, grad, share, work):
    """m ← m + share·(g - m), computed in `work`. Raises RuntimeError if the parameter's type was changed since."""
    if m.dtype != grad.dtype:
        own, new = from_numpy(m.dtype).c_name, from_numpy(grad.dtype).c_name
        raise RuntimeError(f"expected dtype {own} for `end` but got dtype {new}")
    add_product(m, np.subtract(grad, m, out=work), share, work)
    return m


def _mean_square(v, grad, beta, work):
    """v ← β·v + (1 - β)·g², computed in `work`."""
    np.multiply(grad, 1 - beta, out=work)
    v *= beta
    add_product(v, work, grad, work)
    return v


def _usual_size(v, correction, eps, out):
    """√(v / correction) + ε, the size that the mean gradient is divided by."""
    np.sqrt(v, out=out)
    out /= correction**0.5
    out += eps


def _share(m, rate, size):
    """size ← rate·m / size, rounded in PyTorch's order; for many numbers in the order that takes no second array."""
    if size.size <= MANY:
        np.divide(m * rate, size, out=size)
    else:
        np.divide(m, size, out=size)
        size *= rate
