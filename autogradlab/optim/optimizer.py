"""The common part of all optimizers: parameters in groups, clearing, stepping, saving and loading.

An optimizer reads `.grad` and changes in place the numbers of the tensors that it was given; it computes no
gradient and knows no loss. A subclass says in `_update_one` how one parameter moves.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from functools import wraps
from types import MethodType
from typing import Any, ClassVar, TypeVar

import numpy as np

from autogradlab.autograd import hooks
from autogradlab.autograd.hooks import RemovableHandle
from autogradlab.autograd.modes import enable_grad
from autogradlab.autograd.operation import broadcast_error
from autogradlab.autograd.quiet import restore, silence
from autogradlab.autograd.rounding import fma
from autogradlab.autograd.rules import rules
from autogradlab.autograd.sentences import noted
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.left_out import option_left_out
from autogradlab.ops.queries import typename
from autogradlab.ops.writing import check_single

ParamsT = Iterable[Tensor | tuple[str, Tensor] | dict[str, Any]]
Loss = TypeVar("Loss")


class Optimizer:
    """The common part of all optimizers.

    params          an iterable of leaf tensors, of (name, tensor), or of groups: dicts with "params" and settings
    defaults        the settings of a group that does not have its own
    .param_groups   a list of dicts: each group's "params" and settings, read anew at every step
    .state          what is remembered about a parameter between steps: {parameter: {name: value}}
    Raises          TypeError or ValueError, in PyTorch's words, for what cannot be optimized
    """

    state: defaultdict[Tensor, dict[str, Any]]
    param_groups: list[dict[str, Any]]
    #: What a saved group need not have, as those of old versions do not, and what it is then.
    _later_settings: ClassVar[dict[str, Any]] = {}

    def __init__(self, params: ParamsT, defaults: dict[str, Any]) -> None:
        if isinstance(params, Tensor):
            kind = typename(params)
            error = f"params argument given to the optimizer should be an iterable of Tensors or dicts, but got {kind}"
            raise noted(TypeError(error), "help: put it in a list, as in SGD([w], lr=0.1)")
        for switch in ("differentiable", "capturable"):
            if defaults.get(switch):
                raise option_left_out(f"{switch}=True of optimizers")
        self.defaults, self.state, self.param_groups = defaults, defaultdict(dict), []
        groups: list[Any] = list(params)
        if not groups:
            raise noted(ValueError("optimizer got an empty parameter list"), EMPTY_HELP)
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Optimize further parameters, with settings of their own where `param_group` has them."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        _list_params(param_group)
        for param in param_group["params"]:
            if not isinstance(param, Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {typename(param)}")
            if not (param.is_leaf or param.retains_grad):
                raise noted(ValueError("can't optimize a non-leaf Tensor"), NON_LEAF_HELP)
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        if len(param_group["params"]) != len(set(param_group["params"])):
            warnings.warn(DUPLICATES, stacklevel=1)  # once, wherever it is called, as in PyTorch
        self._check_against_other_groups(param_group)
        self.param_groups.append(param_group)

    def _check_against_other_groups(self, new):
        for group in self.param_groups:
            if ("param_names" in new) != ("param_names" in group):
                kind = "with" if "param_names" in new else "without"
                raise ValueError(
                    "all optimizer param groups should be with/without names. "
                    f"cannot add param group {kind} names to the optimizer"
                )
        if any(not set(new["params"]).isdisjoint(group["params"]) for group in self.param_groups):
            raise ValueError("some parameters appear in more than one parameter group")

    # ---- clear and step ---------------------------------------------------------------------------------------

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Clear the gradients: None, as in a new parameter, or zeros if `set_to_none` is False."""
        for group in self.param_groups:
            for param in group["params"]:
                rules.clear(param, set_to_none)

    def step(self, closure: Callable[[], Loss] | None = None) -> Loss | None:
        """Move every parameter that has a gradient; None means "no gradient" and is skipped, zeros are not.

        closure     clears gradients, computes the loss, calls backward() and returns the loss; step() returns it too
        """
        if type(self)._update_one is Optimizer._update_one:
            raise NotImplementedError
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        before = silence()  # a diverging run becomes inf and nan silently, as in PyTorch
        try:
            for group in self.param_groups:
                for name in self.defaults:
                    _ = group[name]  # a setting that is missing is noticed before anything has moved
                for param in group["params"]:
                    if param._grad is not None:
                        _check_target(param, group["lr"])
                        self._update_one(param, group)
        except ValueError as error:  # a shape that was changed since; only NumPy calls this a ValueError
            kept = [value.shape for value in self.state[param].values() if isinstance(value, Tensor)]
            raise broadcast_error(*kept, param.shape) or RuntimeError(str(error)) from None
        finally:
            restore(before)
        return loss

    def register_step_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call hook(optimizer, args, kwargs) before every step; a pair that it returns takes the place of the two."""
        return hooks.add(self.__step_hooks()[0], hook)

    def register_step_post_hook(self, hook: Callable[..., None]) -> RemovableHandle:
        """Call hook(optimizer, args, kwargs) after every step."""
        return hooks.add(self.__step_hooks()[1], hook)

    def __step_hooks(self):
        """The hooks before and after a step; the first call puts a `step` that runs them before this optimizer's."""
        if "_around_step" not in vars(self):
            step, (before, after) = self.step, ({}, {})
            named = getattr(step, "__func__", step)  # as PyTorch's error for a hook says

            @wraps(step)
            def step_between_hooks(self, *args, **kwargs):
                args = (self, *args)
                for hook in list(before.values()):
                    args, kwargs = hooks.arguments_after(hook(self, args, kwargs), args, kwargs, named)
                loss = step(*args[1:], **kwargs)
                for hook in list(after.values()):
                    hook(self, args, kwargs)
                return loss

            self.step, self._around_step = MethodType(step_between_hooks, self), (before, after)
        return self._around_step

    def _update_one(self, param, group):
        """Move one parameter that has a gradient, by the settings of its group."""

    def _gradient(self, param, maximize, weight_decay):
        """The array g of the formulas: the gradient, negated for `maximize`, plus weight_decay·θ."""
        grad = param._grad._data
        if maximize:
            grad = -grad
        return fma(param._data, float(weight_decay), grad) if weight_decay else grad

    # ---- save and load ----------------------------------------------------------------------------------------

    def state_dict(self) -> dict[str, Any]:
        """The state and the settings as plain dicts, in which a parameter is its number in the order of the groups."""
        params = [param for group in self.param_groups for param in group["params"]]
        place = {param: i for i, param in reversed([*enumerate(params)])}  # of one given twice, the first
        groups = [
            {name: group[name] for name in group if name != "params"} | {"params": [place[p] for p in group["params"]]}
            for group in self.param_groups
        ]
        return {"state": {place.get(p, p): kept for p, kept in self.state.items()}, "param_groups": groups}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Take over the state and the settings of an optimizer with as many parameters in as many groups."""
        groups = deepcopy(state_dict["param_groups"])
        if len(self.param_groups) != len(groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        param_at = {}
        for own, loaded in zip(self.param_groups, groups):
            if len(own["params"]) != len(loaded["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
                )
            param_at |= zip(loaded["params"], own["params"])
            loaded["params"] = own["params"]
            if "param_names" in own:
                loaded.setdefault("param_names", own["param_names"])
        state = defaultdict(dict)
        for place, kept in state_dict["state"].items():
            state[param_at.get(place, place)] = _fitted(kept, param_at.get(place))
        self.__setstate__({"state": state, "param_groups": groups})

    def __getstate__(self):
        """The attributes to copy or to save, without the `step` that a scheduler wrapped to watch this optimizer."""
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)
        for group in self.param_groups:
            for name, value in self._later_settings.items():
                group.setdefault(name, value)

    def __repr__(self):
        text = f"{type(self).__name__} ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            text += "".join(f"    {name}: {group[name]}\n" for name in sorted(group) if name != "params")
        return text + ")"


EMPTY_HELP = (
    "help: a generator such as model.parameters() can be read only once, and layers in a plain list are not "
    "part of a model; print(list(model.parameters())) shows what there is"
)
NON_LEAF_HELP = (
    "help: this tensor was computed from others, so backward() leaves no .grad in it. Give the optimizer "
    "the leaf itself, made with requires_grad=True"
)
DUPLICATES = (
    "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
    "see github.com/pytorch/pytorch/issues/40967 for more information"
)


def _list_params(group):
    """Make group["params"] a list of tensors, and put the names of (name, tensor) pairs into "param_names"."""
    params = group["params"]
    if isinstance(params, set):
        raise TypeError(
            "optimizer parameters need to be organized in ordered collections, but the ordering of tensors "
            "in sets will change between runs. Please use a list instead."
        )
    params = [params] if isinstance(params, Tensor) else list(params)
    names = [entry[0] for entry in params if isinstance(entry, tuple)]
    if names and len(names) != len(params):
        raise ValueError("all optimizer params should be with/without names. Some param names are missing")
    group["params"] = [entry[1] for entry in params] if names else params
    if names:
        group["param_names"] = names


def _fitted(kept, param):
    """The saved state of one parameter in the parameter's number type; the count of steps keeps its own."""
    if param is None:
        return kept
    return {
        name: value.to(param.dtype) if isinstance(value, Tensor) and name != "step" else value
        for name, value in kept.items()
    }


def _check_target(param, lr):
    """Refuse a parameter that no step can be written into: entries that share one place, or whole numbers."""
    check_single(param._data)
    if isinstance(lr, float) and not param.dtype.is_floating_point:
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")


def written(kept: Tensor) -> np.ndarray:
    """The array of a kept tensor, to be written into; refused outside inference mode for one that was made there."""
    kept._share_counter().value += 1
    return kept._shared_array()


def check_one(lr: float | Tensor) -> None:
    """Refuse a tensor learning rate that is not a single number."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
