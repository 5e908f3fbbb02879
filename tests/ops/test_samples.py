"""Each operation does with PyTorch's own samples what PyTorch does, as a function, as a method and in place.

Samples are the inputs with which PyTorch tests itself: thousands of calls in seven number types, with strides, empty
tensors and dimensions that nobody thinks of, and calls with mistakes, which must be refused in the same words. The
gradients of float64 are those of first and second order.
"""

import pytest

pytest.importorskip("torch")

import samples

#: What differs, and where; docs/differences.md has a row for each reason.
KNOWN = {
    "the order of equal entries": ("numbers", "argsort sort topk"),
    "memory that was never written": ("numbers", "empty empty_like"),
    "which gradients of few entries are tracked": ("gradients", "linalg.det"),
    "second order": ("gradients", "nn.functional.hardsigmoid"),
    "reduce= of scatter": ("refused", "scatter"),
    "positions without any entry": ("refused", "gather"),
    "output_size=": ("refused", "repeat_interleave"),
    "a batch without samples": ("refused", "nn.functional.batch_norm"),
}
OTHER_REFUSALS = {
    "of several mistakes another one, or in other words": (
        "refusal",
        "linspace narrow masked_fill reshape nn.functional.gaussian_nll_loss",
    )
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "given, known", [(samples.in_each_number_type, KNOWN), (samples.with_mistakes, OTHER_REFUSALS)]
)
def test_numbers_forms_gradients_and_refusals(given, known):
    found = {}
    for operation in samples.operations():
        for what, line in samples.differing(operation, given(operation)):
            found.setdefault((operation.name, what), line)
    expected = samples.known(known)
    unknown = [line for place, line in found.items() if place not in expected]
    assert not unknown, f"{len(unknown)} differ\n" + "\n".join(unknown[:30])
    assert expected <= found.keys(), "some no longer differ: remove them from the table"
