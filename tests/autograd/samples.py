"""PyTorch's own samples, the inputs with which it tests its operations and modules, for both engines.

python tests/autograd/samples.py [NAME ...]     what differs for operations such as gather linalg.solve, or for all

Read by tests that need PyTorch. Some differences are intended (docs/differences.md) or last digits.
"""

import sys
import types
import unittest
import warnings

import numpy as np
import torch

import autogradlab as ag

NUMBER_TYPES = {getattr(torch, kind.name): kind for kind in ag.autograd.dtypes.ALL}
TOLERANCE = {"float16": 2e-2, "float32": 2e-4, "float64": 1e-8}


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
    inputs = _flat(engine, (args, settings))
    tensors = [x for x in inputs if isinstance(x, engine.Tensor)]
    forms = [(*_form(x), _shares(x, tensors)) if isinstance(x, engine.Tensor) else _name(engine, x) for x in results]
    numbers = [np.array(x.detach().numpy(force=True)) for x in results if isinstance(x, engine.Tensor)]
    return "results", forms, numbers, _gradients(engine, results, inputs)


def _flat(engine, value):
    if isinstance(value, (list, tuple)) and not isinstance(value, engine.Size):
        return [part for entry in value for part in _flat(engine, entry)]
    if isinstance(value, dict):
        return _flat(engine, list(value.values()))
    return [value]


def _form(x):
    node = x.grad_fn.name() if x.grad_fn is not None else None
    return str(x.dtype).removeprefix("torch."), tuple(x.shape), x.requires_grad, node


def _shares(x, others):
    """The places of those of the `others` in whose memory `x` lies."""
    lies = x.detach().numpy()
    return [i for i, other in enumerate(others) if np.may_share_memory(lies, other.detach().numpy())]


def _name(engine, x):
    return str(x).removeprefix("torch.") if isinstance(x, engine.dtype) else x


def _gradients(engine, results, inputs):
    """The gradients of the inputs, for weights of the results that follow a cosine; None where there is none.

    In float64 also those of second order: the gradients of the sum of their squares.
    """
    tracked = [x for x in results if isinstance(x, engine.Tensor) and x.requires_grad]
    leaves = [x for x in inputs if isinstance(x, engine.Tensor) and x.requires_grad and x.is_leaf]
    if not (tracked and leaves):
        return []
    weights = [engine.tensor(np.cos(1.0 + np.arange(x.numel())).reshape(tuple(x.shape))).to(x.dtype) for x in tracked]
    try:
        found = engine.autograd.grad(tracked, leaves, weights, create_graph=True, allow_unused=True)
        again = [g for g in found if g is not None and g.requires_grad and g.dtype == engine.float64]
        if again:
            found += engine.autograd.grad(sum((g * g).sum() for g in again), leaves, allow_unused=True)
    except Exception as error:
        return [str(error)]
    return [None if grad is None else np.array(grad.detach().numpy(force=True)) for grad in found]


def difference(theirs, ours):
    """In what two outcomes differ first, in one word; None if in nothing."""
    if theirs[0] == "error" or ours[0] == "error":
        listed = theirs[0] == "error" and "invalid combination of arguments" in theirs[2]  # of all signatures
        same = theirs == ours or listed and theirs[:2] == ours[:2]
        return None if same else "refusal" if theirs[0] == ours[0] else "refused"
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


# ---- operations ------------------------------------------------------------------------------------------------------

#: Operations that PyTorch's samples call with other arguments than a program does, or with a seed of their own.
WRAPPED = """
    bernoulli bool double einsum float half int long multinomial nn.functional.dropout nn.functional.embedding
    normal zero_ rand_like randint randint_like randn randn_like short where
    """.split()
KINDS = [torch.float32, torch.float64, torch.float16, torch.int64, torch.int32, torch.uint8, torch.bool]


def operations():
    """PyTorch's description of each operation that is here."""
    for operation in database("common_methods_invocations").op_db:
        if operation.name not in WRAPPED and function(operation.name) is not None:
            yield operation


def function(name):
    """Our function of this name; None if it is left out."""
    found = ag
    try:
        for part in name.split("."):
            found = getattr(found, part)
    except AttributeError:
        return None
    return found


def ways(operation):
    """Each way of calling an operation: PyTorch's function, and ours."""
    yield operation.op, function(operation.name)
    for variant, first in ((operation.method_variant, lambda x: x), (operation.inplace_variant, lambda x: x.clone())):
        name = getattr(variant, "__name__", "")
        if hasattr(ag.Tensor, name):
            yield tuple(
                lambda x, *others, call=call, first=first, **settings: call(first(x), *others, **settings)
                for call in (variant, getattr(ag.Tensor, name))
            )


def differing(operation, given):
    """(what differs, the call and both outcomes) for each of these samples for which something does."""
    for kind, sample in given:
        args = (sample.input, *sample.args)
        try:
            translated = [ours((args, sample.kwargs)) for _ in range(3)]
        except Elsewhere:
            continue
        for (theirs, own), (own_args, own_settings) in zip(ways(operation), translated):
            if not isinstance(sample.input, torch.Tensor) and theirs is not operation.op:
                continue
            expected = outcome(torch, theirs, *copied((args, sample.kwargs)))
            found = outcome(ag, own, own_args, own_settings)
            what = difference(expected, found)
            if what and not is_left_out(found):
                yield what, f"{operation.name} of {kind}: {what}, {sample}\n  {expected[1:3]}\n  {found[1:3]}"[:1500]


def known(table):
    """{(operation, what differs)} of a table {reason: (what differs, operations)}."""
    return {(name, what) for what, names in table.values() for name in names.split()}


def in_each_number_type(operation, at_most=8):
    """(number type, sample), no more than so many in each number type."""
    for kind in KINDS:
        if kind in operation.dtypes:
            tracked = kind.is_floating_point and operation.supports_autograd
            torch.manual_seed(0)
            for sample in list(operation.sample_inputs_func(operation, "cpu", kind, tracked))[:at_most]:
                yield kind, sample


def with_mistakes(operation):
    """("a mistake", sample), without those of `out=`."""
    for each in operation.error_inputs_func(operation, "cpu") if operation.error_inputs_func else ():
        if "out" not in each.sample_input.kwargs:
            yield "a mistake", each.sample_input


def main(names):
    warnings.simplefilter("ignore")
    for operation in operations():
        if not names or operation.name in names:
            for given in (in_each_number_type(operation, at_most=100), with_mistakes(operation)):
                for _, line in differing(operation, given):
                    print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
