"""Calls everything that both engines have, in many ways, and prints where PyTorch does something else:

    python tests/bench/calls.py [--words] [NAME ...]

Every method of Tensor and every function of `torch` and of `nn.functional`, or only those that are named, with each of
the arguments below, on each of the tensors; and what Python and NumPy ask of a tensor. Compared are results as they
print, gradients, what a call leaves in the tensor, and whether it is refused; with `--words`, also what a refusal says.
Each line counts the calls of one kind and shows the first. What docs/differences.md lists is among them. Needs PyTorch.
"""

import argparse
import contextlib
import copy
import io
import math
import re
import warnings
from collections import defaultdict

import numpy as np
import torch

import autogradlab

TENSORS = {
    "vector": "T.tensor([1., -2., 3.], requires_grad=True)",
    "matrix": "(T.arange(6.) / 4 - 0.6).view(2, 3).requires_grad_()",
    "square": "T.tensor([[2., 1.], [1., 3.]], requires_grad=True)",
    "number": "T.tensor(0.4, requires_grad=True)",
    "whole": "T.tensor([1, 2, 3])",
    "truths": "T.tensor([True, False, True])",
    "empty": "T.zeros(0)",
}
ARGUMENTS = """
    |x|2|0|-1|1.5|None|True|'sum'|T.float64|0, 1|1, 0|x, x|0, 0|0, x|(2,)|(0,)|[0]|(0, 1)|3, 0|-1, 1|2, 1|0, 0, 1
    |0, 1, 2|T.tensor([0, 1])|0, T.tensor([0, 1])|0, T.tensor([0, 1]), x|T.tensor([0, 1, 0])|x > 0|x > 0, 0.|x > 0, x
    |x.detach()|x.detach(), x|x.t()|x.sum()|x, 0|x, 2|(3,), (1,)|dim=0|dim=-1, keepdim=True|1, -1
    """
ASKED = """
    len(x)|bool(x)|float(x)|int(x)|str(x)|f"{x:.2f}"|"%d" % x|round(x)|list(x)|sum(x)|max(x)|sorted(x)|x in x|2.0 in x
    |"a" in x|divmod(x, 2)|pow(2, x)|x << 1|1 & x|x == None|x == "a"|x < None|[1, 2, 3] + x|x * [1]|[0, 1, 2, 3][x]
    |range(x)|math.sqrt(x)|copy.copy(x)|copy.deepcopy(x)|np.array(x)|np.array([x, x])|np.float64(2) * x
    |x * np.float64(2)|np.ones(3) * x|x + np.ones(3)|np.sin(x)|np.maximum(x, 0)|np.stack([x, x])|np.where(x, 1, 0)
    |T.tensor(x)|T.tensor([x, x])|T.Tensor(x)|T.nn.Parameter(x)|T.eye(x)|T.full((2,), x)|T.arange(x)|T.linspace(0, x, 3)
    |T.zeros(x)|x[None]|x[...]|x[()]|x[0]|x[5]|x[1:]|x[::-1]|x[True]|x["a"]|x[1.0]|x[[0, 0]]|x[x > 1]|x[np.int64(0)]
    |x[:, 0]|x.__setitem__(0, 1)|x.__setitem__(..., 0)|x.__setitem__(x > 0, 0)|x.__setitem__(0, "a")
    |setattr(x, "grad", x)|setattr(x, "data", T.ones(2))|setattr(x, "requires_grad", False)|setattr(x, "is_leaf", True)
    |setattr(x, "shape", (1,))|delattr(x, "grad")
    """
#: Left out: what changes an engine's settings, has no fixed result, or is a class.
SKIPPED = """
    data_ptr backward register_hook register_post_accumulate_grad_hook storage untyped_storage share_memory_ resize_
    set_ empty empty_like new_empty empty_strided random_ exponential_ rand seed initial_seed get_rng_state
    set_rng_state manual_seed set_printoptions set_default_dtype set_default_device set_grad_enabled set_num_threads
    get_num_threads use_deterministic_algorithms is_grad_enabled no_grad enable_grad inference_mode compile typename
    """.split()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("names", nargs="*", help="functions and methods; without any, all")
    parser.add_argument("--words", action="store_true", help="compare what refusals say, too")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    found, count = defaultdict(list), 0
    for call in calls(asked.names):
        for kind, make in TENSORS.items():
            count += 1
            theirs, ours = (outcome(make, call, engine) for engine in (torch, autogradlab))
            if difference := named(theirs, ours, asked.words):
                found[difference, call.partition("(")[0]].append((kind, call, theirs, ours))
    for (difference, _), each in sorted(found.items(), key=lambda item: (item[0][0], -len(item[1]))):
        kind, call, theirs, ours = each[0]
        print(
            f"{len(each):4}  {difference}: {call}, x a {kind}\n      torch {theirs[:150]!r}\n      here  {ours[:150]!r}"
        )
    print(f"{count:,} calls, {sum(map(len, found.values())):,} differ")


def calls(names):
    """The source of each call: of everything that both engines have, with all arguments."""
    places = {"x": torch.Tensor, "T": torch, "T.nn.functional": torch.nn.functional}
    for place, theirs in places.items():
        ours = eval(place, {"x": autogradlab.ones(2), "T": autogradlab})
        for name in names or dir(theirs):
            if not name.startswith("_") and name not in SKIPPED and has(ours, name) and is_function(theirs, name):
                for arguments in split(ARGUMENTS):
                    given = arguments if place == "x" else f"x, {arguments}".removesuffix(", ")
                    yield f"{place}.{name}({given})"
    yield from () if names else split(ASKED)


def split(text):
    return [part.strip() for part in text.split("|")]


def has(place, name):
    try:
        getattr(place, name)
    except Exception:  # AttributeError, or a property that refuses this tensor
        return False
    return True


def is_function(place, name):
    thing = getattr(place, name, None)
    return callable(thing) and not isinstance(thing, type)


def outcome(make, call, engine):
    """What a call gives or raises, the gradient behind it, and what it leaves in its tensor."""
    engine.manual_seed(0)
    names = {"T": engine, "np": np, "math": math, "copy": copy}
    with contextlib.redirect_stdout(io.StringIO()):
        x = names["x"] = eval(make, names)
        try:
            result = eval(call, names)
            said = shown(result, engine) + gradient(result, x, engine)
        except Exception as error:
            said = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
        said += f" | {x.detach()} {x._version}"
    said = re.sub(r"autogradlab(\.\w+)*\.(?=\w)", "torch.", said).replace("autogradlab", "torch")
    return re.sub(r"0x[0-9a-f]+|<(built-in|bound) method.*?>", "...", said)


def shown(result, engine):
    if isinstance(result, engine.Tensor):
        return f"{result!r} {result.dtype}"
    if isinstance(result, (tuple, list)):
        return f"({'; '.join(shown(each, engine) for each in result)})"
    return repr(result)


def gradient(result, x, engine):
    """The gradient of the sum of all squares in a result, if it is tracked."""
    each = result if isinstance(result, (tuple, list)) else [result]
    tracked = [y for y in each if isinstance(y, engine.Tensor) and y.requires_grad]
    if not tracked:
        return ""
    return f" {engine.autograd.grad(sum((y * y).sum() for y in tracked), x, allow_unused=True)}"


def named(theirs, ours, words):
    """How two outcomes differ; "" if they do not, or in words alone if these do not count."""
    if theirs == ours or "leaves out" in ours or "left out" in ours:
        return ""
    refused = [bool(re.match(r"\w+(Error|Exception): ", said)) for said in (theirs, ours)]
    if all(refused):
        return "other words" if words else ""
    return {(True, False): "computed here", (False, True): "refused here", (False, False): "other result"}[*refused]


if __name__ == "__main__":
    main()
