"""Runs the inputs that PyTorch keeps for its own tests of operations in both engines, and prints what differs.

python tests/bench/samples.py [NAME ...]     such as gather linalg.solve; all operations in half a minute

Numbers, shapes, number types, names of nodes, refusals, and gradients of first and second order in float64. Some
differences are intended (docs/differences.md), some are last digits, and random operations differ because PyTorch's
wrappers choose their own seed: read the list, do not count it. Needs `pip install torch==2.13.0 expecttest`.
"""

import sys
import warnings

import numpy as np
import torch
from torch.testing._internal.common_methods_invocations import op_db

import autogradlab as ag

NUMBER_TYPES = "float64 float32 int64 bool float16 uint8 int32".split()
CLOSE = {"float64": 1e-8, "float32": 2e-5, "float16": 3e-3}
#: The largest number of samples of one operation and number type that are run.
MOST = 100


class NotOurs(Exception):
    """A sample with something that the engine leaves out: complex numbers, sparse tensors, generators."""


def translated(value, seen):
    """A sample's argument for our engine; a tensor that occurs several times becomes one tensor."""
    if isinstance(value, torch.Tensor):
        name = str(value.dtype).removeprefix("torch.")
        if value.layout != torch.strided or value.is_conj() or not hasattr(ag, name):
            raise NotOurs
        if id(value) not in seen:
            array = value.detach().numpy(force=True).copy()
            seen[id(value)] = value, ag.tensor(array, requires_grad=value.requires_grad)
        return seen[id(value)][1]
    if isinstance(value, (tuple, list)):
        return type(value)([translated(each, seen) for each in value])
    if isinstance(value, torch.dtype):
        value = getattr(ag, str(value).removeprefix("torch."), None)
    elif isinstance(value, torch.memory_format):
        value = getattr(ag, str(value).removeprefix("torch."))
    elif isinstance(value, torch.device):
        value = str(value)
    if value is None or isinstance(value, (bool, int, float, str, ag.dtype, ag.memory_format, np.number)):
        return value
    raise NotOurs


def tensors(result):
    if isinstance(result, (torch.Tensor, ag.Tensor)):
        return [result]
    return [t for each in result for t in tensors(each)] if isinstance(result, (tuple, list)) else []


def described(result):
    """Number type, shape and node of each tensor; the repr of anything else."""
    found = tensors(result)
    forms = [
        (str(t.dtype).rpartition(".")[2], tuple(t.shape), t.requires_grad, t.grad_fn and t.grad_fn.name())
        for t in found
    ]
    return forms or repr(result).replace("autogradlab", "torch")


def gradients(engine, results, leaves):
    """Gradients of first and second order, of a sum that weights every entry differently."""
    tracked = [t for t in results if t.requires_grad]
    total = sum((t * (t.detach() * 0.3 + place)).sum() for place, t in enumerate(tracked, 1))
    first = engine.autograd.grad(total, leaves, create_graph=True, allow_unused=True)
    used = [g for g in first if g is not None and g.requires_grad]
    return [
        *first,
        *(engine.autograd.grad(sum((g * g).sum() for g in used), leaves, allow_unused=True) if used else ()),
    ]


def outcome(engine, function, arguments, settings, leaves):
    """(description, arrays) of a call, or (the error's type and sentence, None)."""
    engine.manual_seed(0)
    try:
        result = function(*arguments, **settings)
        found = tensors(result)
        if leaves and any(t.requires_grad for t in found):
            found = [*found, *gradients(engine, found, leaves)]
        return described(result), [None if t is None else np.asarray((t.detach() + 0).tolist()) for t in found]
    except Exception as error:  # whatever it is, both engines must raise the same
        sentence = str(error).partition("\nException raised")[0].partition("\n  help:")[0]
        return (type(error).__name__, sentence.partition(" (Triggered")[0].replace("autogradlab", "torch")), None


def difference(functions, sample, tolerance):
    """(PyTorch's, ours) where they differ at one sample; None if nowhere, or if the engine leaves the call out."""
    seen = {}
    given, settings = (sample.input, *sample.args), dict(sample.kwargs)
    ours = translated(given, seen), {name: translated(value, seen) for name, value in settings.items()}
    pairs = [pair for pair in seen.values() if pair[0].requires_grad]
    there = outcome(torch, functions[0], given, settings, [a for a, _ in pairs])
    here = outcome(ag, functions[1], *ours, [b for _, b in pairs])
    if there[0] != here[0]:
        return None if "left out" in str(here[0]) or "leaves out" in str(here[0]) else (there[0], here[0])
    for a, b in zip(there[1] or [], here[1] or []):
        if (a is None) != (b is None) or a is not None and not np.allclose(a, b, tolerance, tolerance, equal_nan=True):
            return a, b


def forms(operation):
    """(form, PyTorch's, ours) for each form of an operation that both engines have: function, method."""
    found, name = ag, operation.name
    for part in name.split("."):
        found = getattr(found, part, None)
    method = getattr(ag.Tensor, name.rpartition(".")[2], None)
    pairs = [("function", operation.op, found), ("method", operation.method_variant, method)]
    return [(form, theirs, ours) for form, theirs, ours in pairs if callable(theirs) and callable(ours)]


def samples(operation):
    """(number type, sample) for each number type that the operation takes, and ("refusal", sample) for its errors."""
    for name in NUMBER_TYPES:
        if getattr(torch, name) in operation.dtypes:
            tracked = name == "float64" and operation.supports_autograd
            drawn = operation.sample_inputs("cpu", getattr(torch, name), requires_grad=tracked)
            yield from [(name, sample) for sample, _ in zip(drawn, range(MOST))]
    if operation.error_inputs_func:
        yield from [("refusal", refused.sample_input) for refused in operation.error_inputs("cpu")]


def main(names):
    warnings.simplefilter("ignore")
    told, run = set(), 0
    for operation in op_db:
        if (names and operation.name not in names) or not forms(operation):
            continue
        for number_type, sample in samples(operation):
            for form, *functions in forms(operation):
                if form == "method" and not isinstance(sample.input, torch.Tensor):
                    continue
                try:
                    differs = difference(functions, sample, CLOSE.get(number_type, 1e-6))
                except (NotOurs, RuntimeError, ValueError):  # or PyTorch itself, or NumPy, cannot show it as numbers
                    continue
                run += 1
                if differs and (kind := (operation.name, *map(type, differs))) not in told:
                    told.add(kind)
                    there, here = differs
                    print(f"{operation.name}, {form}, {number_type}: {sample}\n  there {there}\n  here  {here}")
    print(f"{run:,} calls, {len(told)} kinds of difference")


if __name__ == "__main__":
    main(sys.argv[1:])
