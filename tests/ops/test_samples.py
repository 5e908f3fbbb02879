"""Each operation does with PyTorch's own samples what PyTorch does, as a function, as a method and in place.

Samples are the inputs with which PyTorch tests itself: thousands of calls in seven number types, with strides, empty
tensors and dimensions that nobody thinks of, and calls with mistakes, which must be refused in the same words. The
gradients of float64 are those of first and second order.
"""

import pytest

pytest.importorskip("torch")

import samples

#: What differs on purpose, with a row in docs/differences.md, or in PyTorch alone.
KNOWN = {
    "argsort sort topk": "the order of equal entries",
    "empty empty_like": "memory that was never written",
    "norm linalg.norm linalg.vector_norm nn.functional.normalize": "None for the gradient of norm(0)",
    "linalg.det": "which gradients of few entries are tracked",
    "nn.functional.hardsigmoid": "second order",
    "scatter": "reduce= of scatter",
    "gather": "positions without any entry",
    "nn.functional.batch_norm": "a batch without samples",
}
OTHER_REFUSALS = {
    "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift rsub": "two plain numbers",
    "narrow masked_fill": "of several mistakes another one, or in other words",
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "given, known", [(samples.in_each_number_type, KNOWN), (samples.with_mistakes, OTHER_REFUSALS)]
)
def test_numbers_forms_gradients_and_refusals(given, known):
    found = {operation.name: [] for operation in samples.operations()}
    for operation in samples.operations():
        found[operation.name] += samples.differing(operation, given(operation))
    expected = " ".join(known).split()
    unknown = [line for name, lines in found.items() if name not in expected for line in lines]
    assert not unknown, f"{len(unknown)} differ\n" + "\n".join(unknown[:30])
    assert [name for name in expected if not found[name]] == [], "these no longer differ: remove them from the list"
