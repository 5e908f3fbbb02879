"""Each operation does with PyTorch's own samples what PyTorch does, as a function, as a method and in place.

Samples are the inputs with which PyTorch tests itself: thousands of calls in four number types, with strides, empty
tensors and dimensions that nobody thinks of, and calls with mistakes, which must be refused in the same words.
"""

import pytest

import autogradlab as ag

pytest.importorskip("torch")

import samples
import torch

#: What differs on purpose, with a row in docs/differences.md, or in PyTorch alone.
KNOWN = {
    "argsort sort topk": "the order of equal entries",
    "empty empty_like": "memory that was never written",
    "norm linalg.norm linalg.vector_norm": "None for the gradient of norm(0)",
    "scatter": "reduce= of scatter",
    "gather": "positions without any entry",
    "nn.functional.batch_norm": "a batch without samples",
}
OTHER_REFUSALS = {
    "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift rsub": "two plain numbers",
    "narrow masked_fill": "of several mistakes another one, or in other words",
}
#: Operations that PyTorch's samples call with other arguments than a program does, or with a seed of their own;
#: and one with a gradient that PyTorch cannot show.
WRAPPED = """
    bernoulli bool double einsum float half int long multinomial nn.functional.dropout nn.functional.embedding
    normal zero_ rand_like randint randn randn_like sgn short where
    """.split()
KINDS = [torch.float32, torch.float64, torch.int64, torch.bool]
AT_MOST = 30  # of the samples in one number type


def operations():
    for operation in samples.database("common_methods_invocations").op_db:
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
                lambda x, *others, call=call, **settings: call(first(x), *others, **settings)
                for call in (variant, getattr(ag.Tensor, name))
            )


def differing(operation, given):
    """What differs for these samples: (number type or mistake, what, the call)."""
    for kind, sample in given:
        args = (sample.input, *sample.args)
        try:
            ours = [samples.ours((args, sample.kwargs)) for _ in range(3)]
        except samples.Elsewhere:
            continue
        for (theirs, own), (own_args, own_settings) in zip(ways(operation), ours):
            if not isinstance(sample.input, torch.Tensor) and theirs is not operation.op:
                continue
            expected = samples.outcome(torch, theirs, *samples.copied((args, sample.kwargs)))
            found = samples.outcome(ag, own, own_args, own_settings)
            what = samples.difference(expected, found)
            if what and not samples.is_left_out(found):
                yield f"{operation.name} of {kind}: {what}, {sample}\n  {expected[1:3]}\n  {found[1:3]}"[:1500]


def in_each_number_type(operation):
    for kind in KINDS:
        if kind in operation.dtypes:
            tracked = kind.is_floating_point and operation.supports_autograd
            torch.manual_seed(0)
            for sample in list(operation.sample_inputs_func(operation, "cpu", kind, tracked))[:AT_MOST]:
                yield kind, sample


def with_mistakes(operation):
    for each in operation.error_inputs_func(operation, "cpu") if operation.error_inputs_func else ():
        if "out" not in each.sample_input.kwargs:
            yield "a mistake", each.sample_input


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("given, known", [(in_each_number_type, KNOWN), (with_mistakes, OTHER_REFUSALS)])
def test_numbers_forms_gradients_and_refusals(given, known):
    found = {operation.name: [] for operation in operations()}
    for operation in operations():
        found[operation.name] += differing(operation, given(operation))
    expected = " ".join(known).split()
    unknown = [line for name, lines in found.items() if name not in expected for line in lines]
    assert not unknown, f"{len(unknown)} differ\n" + "\n".join(unknown[:30])
    assert [name for name in expected if not found[name]] == [], "these no longer differ: remove them from the list"
