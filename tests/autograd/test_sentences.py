"""Errors: `str(error)` is PyTorch's sentence; what to change is in a note, which tracebacks show."""

import pytest

import autogradlab as ag
from autogradlab.autograd.sentences import FREED_SENTENCE

ANOMALY = (
    " instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
    "torch.autograd.set_detect_anomaly(True, check_nan=False)."
)
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation: "
FLAGS = (
    "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
    "subgraph that doesn't require differentiation use var_no_grad = var.detach()."
)


def vector():
    return ag.tensor([1.0, 2.0], requires_grad=True)


def twice(y):
    y.backward()
    y.backward()


def spoiled(make, spoil):
    value = make(vector())
    loss = (value * value).sum() if make is not ag.exp else value.sum()
    spoil(value)
    loss.backward()


SENTENCES = {
    "no graph": (
        lambda: ag.tensor(1.0).backward(),
        "element 0 of tensors does not require grad and does not have a grad_fn",
    ),
    "not a scalar": (lambda: vector().backward(), "grad can be implicitly created only for scalar outputs"),
    "shape": (
        lambda: vector().backward(ag.ones(3)),
        "Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) and output[0] has a shape of "
        "torch.Size([2]).",
    ),
    "0-d weight for one entry": (
        lambda: ag.ones(1, requires_grad=True).backward(ag.tensor(1.0)),
        "Mismatch in shape: grad_output[0] has a shape of torch.Size([]) and output[0] has a shape of torch.Size([1]).",
    ),
    "freed": (lambda: twice((vector() ** 2).sum()), FREED_SENTENCE),
    "unused": (
        lambda: ag.autograd.grad((x := vector()).sum(), [x, vector()]),
        "The differentiated Tensor at index 1 appears to not have been used in the graph. Set "
        "allow_unused=True if this is the desired behavior.",
    ),
    "input without grad": (
        lambda: ag.autograd.grad(vector().sum(), ag.ones(2)),
        "One of the differentiated Tensors does not require grad",
    ),
    "inputs without grad": (
        lambda: vector().sum().backward(inputs=[ag.ones(2)]),
        "can't retain_grad on Tensor that has requires_grad=False",
    ),
    "no inputs": (lambda: vector().sum().backward(inputs=[]), "`inputs` argument to `backward()` cannot be empty."),
    "version of a result": (
        lambda: spoiled(ag.exp, lambda e: e.add_(1)),
        MODIFIED + "[torch.FloatTensor [2]], which is output 0 of Exp, is at version 1; expected version 0" + ANOMALY,
    ),
    "version of an input": (
        lambda: spoiled(lambda x: x * 1, lambda y: y.add_(1)),  # named after the write, which is its last operation
        MODIFIED + "[torch.FloatTensor [2]], which is output 0 of Add, is at version 1; expected version 0" + ANOMALY,
    ),
    "version, numbered name": (
        lambda: spoiled(lambda x: x.mean(0, keepdim=True), lambda m: m.detach().add_(1)),
        MODIFIED + "[torch.FloatTensor [1]], which is output 0 of Mean1, is at version 1; expected version 0" + ANOMALY,
    ),
    "version of a leaf": (
        lambda: spoiled(lambda x: x, lambda x: x.detach().add_(1)),
        MODIFIED + "[torch.FloatTensor [2]] is at version 1; expected version 0" + ANOMALY,
    ),
    "integers, made": (
        lambda: ag.tensor([1], requires_grad=True),
        "Only Tensors of floating point and complex dtype can require gradients",
    ),
    "integers, filled": (
        lambda: ag.ones(1, dtype=ag.int64, requires_grad=True),
        "Only Tensors of floating point and complex dtype can require gradients",
    ),
    "integers, called": (
        lambda: ag.tensor([1]).requires_grad_(),
        "only Tensors of floating point dtype can require gradients",
    ),
    "integers, set": (
        lambda: setattr(ag.tensor([1]), "requires_grad", True),
        "only Tensors of floating point and complex dtype can require gradients",
    ),
    "flag of a result": (lambda: setattr(vector() * 2, "requires_grad", False), FLAGS),
    "flag of a result, on": (
        lambda: setattr(vector() * 2, "requires_grad", True),
        "you can only change requires_grad flags of leaf variables.",
    ),
    "grad of another shape": (
        lambda: setattr(vector(), "grad", ag.ones(3)),
        "attempting to assign a gradient of size '[3]' to a tensor of size '[2]'. Please ensure "
        "that the gradient and the tensor are the same size",
    ),
    "numpy": (
        lambda: vector().numpy(),
        "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
    ),
    "item": (lambda: vector().item(), "a Tensor with 2 elements cannot be converted to Scalar"),
    "bool": (lambda: bool(vector()), "Boolean value of Tensor with more than one value is ambiguous"),
    "bool of nothing": (lambda: bool(ag.zeros(0)), "Boolean value of Tensor with no values is ambiguous"),
}


@pytest.mark.parametrize("case", SENTENCES)
def test_runtime_errors_speak_pytorchs_words(case):
    action, sentence = SENTENCES[case]
    with pytest.raises(RuntimeError) as caught:
        action()
    assert str(caught.value) == sentence


def test_other_kinds_of_error():
    with pytest.raises(TypeError, match="gradients can be either Tensors or None, but got"):
        vector().backward(ag.ones(2).numpy())
    with pytest.raises(TypeError, match="assigned grad expected to be a Tensor or None but got grad of type float"):
        vector().grad = 3.0
    with pytest.raises(RuntimeError, match=r"`inputs` argument to `grad\(\)` cannot be empty."):
        ag.autograd.grad(vector().sum(), [])
    with pytest.raises(TypeError, match="unsupported format string passed to Tensor.__format__"):
        f"{vector():.2f}"
    with pytest.raises(AttributeError, match="'Tensor' object has no attribute 'backwards'"):
        vector().backwards()


NOTES = {
    "no graph": "nothing here was recorded. Make a leaf with requires_grad=True",
    "not a scalar": "this tensor has shape (2,). Reduce it first, as in y.sum().backward()",
    "freed": "has already given up what it saved. Run the forward lines again",
    "version of a result": "something wrote into this value after it was saved and before backward() used it",
}


@pytest.mark.parametrize("case", NOTES)
def test_what_to_change_is_a_note_and_not_in_the_sentence(case):
    with pytest.raises(RuntimeError) as caught:
        SENTENCES[case][0]()
    (note,) = caught.value.__notes__
    assert note.startswith("  help: ") and NOTES[case] in note and NOTES[case] not in str(caught.value)


def test_the_note_of_a_freed_graph_names_the_operation():
    with pytest.raises(RuntimeError) as caught:
        twice((vector() ** 2).sum())
    assert "help: PowBackward0 has already given up" in caught.value.__notes__[0]


def test_copying_a_tensor_by_tensor_warns():
    with pytest.warns(UserWarning, match="To copy construct from a tensor, it is recommended to use"):
        assert not ag.tensor(vector()).requires_grad
