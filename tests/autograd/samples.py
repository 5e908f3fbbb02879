"""PyTorch's own samples, the inputs with which it tests its operations and modules, for both engines.

Read by tests that need PyTorch.
"""

import sys
import types
import unittest

import numpy as np
import torch

import autogradlab as ag

NUMBER_TYPES = {getattr(torch, kind.name): kind for kind in ag.autograd.dtypes.ALL}
TOLERANCE = {"float16": 2e-2, "float32": 2e-4, "float64": 1e-7}


def database(module):
    """A module of torch.testing._internal; what it imports from a package that is not needed here is replaced."""
    if "expecttest" not in sys.modules:
        sys.modules["expecttest"] = types.SimpleNamespace(TestCase=unittest.TestCase)
    from importlib import import_module

    return import_module(f"torch.testing._internal.{module}")


# ---- from PyTorch to here -----------------------------------------------------------------------------------------


class Elsewhere(Exception):
    """A sample that needs what is left out: complex numbers, sparse tensors, more than 32 dimensions."""


def ours(value):
    """The same value for autogradlab."""
    if isinstance(value, torch.Tensor):
        return _tensor(value)
    if isinstance(value, (list, tuple)) and not isinstance(value, torch.Size):
        return type(value)(map(ours, value))
    if isinstance(value, dict):
        return {key: ours(entry) for key, entry in value.items()}
    if isinstance(value, torch.dtype):
        return _found(NUMBER_TYPES.get(value))
    if isinstance(value, torch.Size):
        return ag.Size(value)
    if isinstance(value, torch.device):
        return ag.device(str(value))
    if isinstance(value, (torch.memory_format, torch.layout)):
        return _found(getattr(ag, str(value).removeprefix("torch."), None))
    if isinstance(value, torch.Generator):
        raise Elsewhere
    return value


def _found(value):
    if value is None:
        raise Elsewhere
    return value


def _tensor(theirs):
    if theirs.dtype not in NUMBER_TYPES or theirs.layout is not torch.strided or theirs.ndim > 32:
        raise Elsewhere
    array = theirs.detach().numpy()
    repeated = [slice(0, 1) if step == 0 else slice(None) for step in array.strides]
    tensor = ag.from_numpy(np.array(array[tuple(repeated)] if array.size else array, order="K"))
    return tensor.expand(theirs.shape).requires_grad_(theirs.requires_grad)


def copied(value):
    """A PyTorch value whose tensors may be written to."""
    if isinstance(value, torch.Tensor):
        spread = 0 in value.stride()
        return (value.detach() if spread else value.detach().clone()).requires_grad_(value.requires_grad)
    if isinstance(value, (list, tuple)) and not isinstance(value, torch.Size):
        return type(value)(map(copied, value))
    return {key: copied(entry) for key, entry in value.items()} if isinstance(value, dict) else value


# ---- what a call comes to -------------------------------------------------------------------------------------------


def outcome(engine, f, args, settings):
    """("error", its type, its text), or ("results", what they are, their numbers, the gradients' numbers)."""
    engine.manual_seed(0)
    try:
        results = _flat(engine, f(*args, **settings))
    except Exception as error:
        return "error", type(error).__name__, " ".join(str(error).replace("autogradlab", "torch").split())
    forms = [_form(x) if isinstance(x, engine.Tensor) else _name(engine, x) for x in results]
    numbers = [np.array(x.detach().numpy()) for x in results if isinstance(x, engine.Tensor)]
    return "results", forms, numbers, _gradients(engine, results, _flat(engine, (args, settings)))


def _flat(engine, value):
    if isinstance(value, (list, tuple)) and not isinstance(value, engine.Size):
        return [part for entry in value for part in _flat(engine, entry)]
    if isinstance(value, dict):
        return _flat(engine, list(value.values()))
    return [value]


def _form(x):
    node = x.grad_fn.name() if x.grad_fn is not None else None
    return str(x.dtype).removeprefix("torch."), tuple(x.shape), x.requires_grad, node


def _name(engine, x):
    return str(x).removeprefix("torch.") if isinstance(x, engine.dtype) else x


def _gradients(engine, results, inputs):
    """The gradients of the inputs, for weights of the results that follow a cosine; None where there is none."""
    tracked = [x for x in results if isinstance(x, engine.Tensor) and x.requires_grad]
    leaves = [x for x in inputs if isinstance(x, engine.Tensor) and x.requires_grad and x.is_leaf]
    if not (tracked and leaves):
        return []
    weights = [engine.tensor(np.cos(1.0 + np.arange(x.numel())).reshape(tuple(x.shape))).to(x.dtype) for x in tracked]
    try:
        found = engine.autograd.grad(tracked, leaves, weights, allow_unused=True)
    except Exception as error:
        return [str(error)]
    return [None if grad is None else np.array(grad.detach().numpy()) for grad in found]


def difference(theirs, ours):
    """In what two outcomes differ first, in one word; None if in nothing."""
    if theirs[0] == "error" or ours[0] == "error":
        return None if theirs == ours else "refusal" if theirs[0] == ours[0] else "refused"
    for what, a, b in zip(("form", "numbers", "gradients"), theirs[1:], ours[1:]):
        if len(a) != len(b) or not all(map(_same, a, b)):
            return what
    return None


def is_left_out(outcome):
    """Whether it is the error that says so."""
    return outcome[0] == "error" and ("leaves out" in outcome[2] or "left out of" in outcome[2])


def _same(a, b):
    if not isinstance(a, np.ndarray) or not isinstance(b, np.ndarray):
        return a is b or (type(a) is type(b) and a == b)
    with np.errstate(all="ignore"):
        near = TOLERANCE.get(a.dtype.name, 0)
        return a.shape == b.shape and np.allclose(a, b, rtol=near, atol=near, equal_nan=True)
