"""Losses: the same numbers, slopes and node names as in PyTorch for every reduction; their layers and sentences."""

import warnings

import numpy as np
import pytest

import autogradlab

RANDOM = np.random.default_rng(0)
SCORES, OTHERS = RANDOM.normal(size=(2, 5, 4))
IMAGE = RANDOM.normal(size=(2, 4, 3))
SHARES = RANDOM.dirichlet(np.ones(4), 5)
WEIGHTS = [0.5, 1.0, 2.0, 3.0]


def numbers(ag, values):
    return ag.tensor(values, dtype=ag.float64)


def classes(ag, *values):
    return ag.tensor(values)


#: Each loss as a call, from the engine, its functional module, x and y (both leaves), and the reduction.
NUMBERS = {
    "mse_loss": lambda ag, F, x, y, how: F.mse_loss(x, y, reduction=how),
    "l1_loss": lambda ag, F, x, y, how: F.l1_loss(x, y, reduction=how),
    "smooth_l1_loss": lambda ag, F, x, y, how: F.smooth_l1_loss(x, y, reduction=how, beta=0.7),
    "smooth_l1_loss, sharp": lambda ag, F, x, y, how: F.smooth_l1_loss(x, y, reduction=how, beta=0),
    "huber_loss": lambda ag, F, x, y, how: F.huber_loss(x, y, how, delta=0.7),
    "poisson_nll_loss": lambda ag, F, x, y, how: F.poisson_nll_loss(x, y, reduction=how),
    "poisson_nll_loss, full": lambda ag, F, x, y, how: F.poisson_nll_loss(x, 3 * y.exp(), full=True, reduction=how),
    "gaussian_nll_loss, full": lambda ag, F, x, y, how: F.gaussian_nll_loss(x, y, y.exp(), full=True, reduction=how),
    "gaussian_nll_loss, one variance": lambda ag, F, x, y, how: F.gaussian_nll_loss(x, y, 2.0, reduction=how),
    "poisson_nll_loss of rates": lambda ag, F, x, y, how: F.poisson_nll_loss(x.exp(), y, False, reduction=how),
    "gaussian_nll_loss": lambda ag, F, x, y, how: F.gaussian_nll_loss(x, y, y.exp(), reduction=how),
    "hinge_embedding_loss": lambda ag, F, x, y, how: F.hinge_embedding_loss(x, y.detach().sign(), reduction=how),
    "kl_div": lambda ag, F, x, y, how: F.kl_div(x.log_softmax(1), y.softmax(1), reduction=how),
    "kl_div of logs": lambda ag, F, x, y, how: F.kl_div(x, y, reduction=how, log_target=True),
    "binary_cross_entropy": lambda ag, F, x, y, how: F.binary_cross_entropy(x.sigmoid(), y.sigmoid(), reduction=how),
    "binary_cross_entropy, weighted": lambda ag, F, x, y, how: F.binary_cross_entropy(
        x.sigmoid(), y.sigmoid(), numbers(ag, WEIGHTS), reduction=how
    ),
    "with_logits": lambda ag, F, x, y, how: F.binary_cross_entropy_with_logits(100 * x, y, reduction=how),
    "with_logits, weighted": lambda ag, F, x, y, how: F.binary_cross_entropy_with_logits(
        x, y, numbers(ag, WEIGHTS), reduction=how, pos_weight=numbers(ag, WEIGHTS)
    ),
}
CLASSES = {
    "nll_loss": lambda ag, F, x, how: F.nll_loss(x, classes(ag, 0, 3, 1, 1, 2), reduction=how),
    "cross_entropy": lambda ag, F, x, how: F.cross_entropy(x, classes(ag, 0, 3, 1, 1, 2), reduction=how),
    "weighted": lambda ag, F, x, how: F.cross_entropy(
        x, classes(ag, 0, 3, 1, 1, 2), numbers(ag, WEIGHTS), reduction=how
    ),
    "ignoring": lambda ag, F, x, how: F.cross_entropy(x, classes(ag, 0, -100, 1, 1, 2), reduction=how),
    "ignoring a class": lambda ag, F, x, how: F.cross_entropy(
        x, classes(ag, 0, 3, 1, 1, 2), numbers(ag, WEIGHTS), ignore_index=1, reduction=how
    ),
    "smoothed": lambda ag, F, x, how: F.cross_entropy(
        x, classes(ag, 0, 3, 1, -100, 2), reduction=how, label_smoothing=0.2
    ),
    "smoothed, weighted": lambda ag, F, x, how: F.cross_entropy(
        x, classes(ag, 0, 3, 1, -100, 2), numbers(ag, WEIGHTS), reduction=how, label_smoothing=0.2
    ),
    "bytes": lambda ag, F, x, how: F.cross_entropy(x, classes(ag, 0, 3, 1, 1, 2).to(ag.uint8), reduction=how),
    "shares": lambda ag, F, x, how: F.cross_entropy(x, numbers(ag, SHARES), reduction=how),
    "shares, weighted and smoothed": lambda ag, F, x, how: F.cross_entropy(
        x, numbers(ag, SHARES), numbers(ag, WEIGHTS), reduction=how, label_smoothing=0.2
    ),
    "one sample": lambda ag, F, x, how: F.cross_entropy(x[0], ag.tensor(2), reduction=how),
    "the shares of one sample": lambda ag, F, x, how: F.cross_entropy(x[0], numbers(ag, SHARES[0]), reduction=how),
    "no sample": lambda ag, F, x, how: F.cross_entropy(x[:0], ag.zeros(0, dtype=ag.int64), reduction=how),
}


def everything(loss, leaves, ag):
    """The loss, its first and its second derivatives, and the name of its node."""
    kept = loss.detach()
    first = [
        part
        for part in ag.autograd.grad((loss * 1.5).sum(), leaves, create_graph=True, allow_unused=True)
        if part is not None
    ]
    bent = [part for part in first if part.requires_grad]
    second = ag.autograd.grad(sum((part * part).sum() for part in bent), leaves, allow_unused=True) if bent else ()
    parts = [t.detach().tolist() for t in (kept, *first)]
    return parts, [t if t is None else (t + 0).tolist() for t in second], type(loss.grad_fn).__name__


def assert_same(compute, arrays):
    torch = pytest.importorskip("torch")
    found = []
    for ag in (autogradlab, torch):
        leaves = [ag.tensor(array, requires_grad=True) for array in arrays]
        found.append(everything(compute(ag, ag.nn.functional, *leaves), leaves, ag))
    (ours, our_second, our_node), (theirs, their_second, their_node) = found
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)
    for a, b in zip(our_second, their_second):
        np.testing.assert_allclose(0 if a is None else a, 0 if b is None else b, rtol=1e-8, atol=1e-10)
    assert our_node == their_node


@pytest.mark.filterwarnings("ignore:reduction")
@pytest.mark.parametrize("how", ["mean", "sum", "none"])
@pytest.mark.parametrize("name", NUMBERS)
def test_a_loss_of_numbers_is_pytorch_s(name, how):
    assert_same(lambda ag, F, x, y: NUMBERS[name](ag, F, x, y, how), (SCORES, OTHERS))


@pytest.mark.parametrize("how", ["mean", "sum", "none"])
@pytest.mark.parametrize("name", CLASSES)
def test_a_loss_of_classes_is_pytorch_s(name, how):
    assert_same(lambda ag, F, x: CLASSES[name](ag, F, x, how), (SCORES,))


@pytest.mark.parametrize("how", ["mean", "sum", "none"])
def test_a_class_for_each_place_of_an_image(how):
    def compute(ag, F, x):
        logs = F.log_softmax(x, 1)
        return F.nll_loss(logs, ag.tensor([[0, 3, 1], [2, 2, -100]]), numbers(ag, WEIGHTS), reduction=how) * 1

    assert_same(compute, (IMAGE,))


def test_a_single_sample_may_have_its_class_in_a_list(ag):
    x = ag.tensor([1.0, 2.0, 3.0])
    assert ag.nn.functional.cross_entropy(x, ag.tensor([2])).item() == pytest.approx(0.4076, abs=1e-4)


def test_ignoring_every_sample_gives_nan_but_no_gradient(ag):
    x = ag.zeros(2, 3, requires_grad=True)
    loss = ag.nn.CrossEntropyLoss()(x, ag.tensor([-100, -100]))
    loss.backward()
    assert str(loss.item()) == "nan" and x.grad.tolist() == [[0.0, 0.0, 0.0]] * 2


def test_the_bounds_of_binary_cross_entropy(ag):
    p = ag.tensor([0.0, 1.0, 1.0], requires_grad=True)
    loss = ag.nn.BCELoss(reduction="none")(p, ag.tensor([1.0, 1.0, 0.0]))
    assert loss.tolist() == [100.0, 0.0, 100.0]
    loss.sum().backward()
    assert ag.isfinite(p.grad).all()


def test_second_order_at_the_bounds_of_binary_cross_entropy(ag):
    p = ag.tensor([0.0, 1e-12, 2e-12, 0.5], dtype=ag.float64, requires_grad=True)
    (slope,) = ag.autograd.grad(ag.nn.BCELoss(reduction="sum")(p, ag.zeros_like(p)), p, create_graph=True)
    slope.sum().backward()
    assert p.grad.tolist() == pytest.approx([0.0, 0.25, 4 / 9, 4.0])


def test_large_logits_neither_overflow_nor_vanish(ag):
    x = ag.tensor([1000.0, -1000.0, -200.0], requires_grad=True)
    loss = ag.nn.BCEWithLogitsLoss(reduction="none")(x, ag.tensor([0.0, 0.0, 1.0]))
    loss.sum().backward()
    assert loss.tolist() == [1000.0, 0.0, 200.0] and x.grad.tolist() == [1.0, 0.0, -1.0]


def test_shapes_that_only_broadcast_are_announced(ag):
    with pytest.warns(
        UserWarning,
        match=r"target size \(torch.Size\(\[3\]\)\) that is different to the input size "
        r"\(torch.Size\(\[3, 1\]\)\)",
    ):
        loss = ag.nn.MSELoss(reduction="none")(ag.ones(3, 1), ag.zeros(3))
    assert loss.shape == (3, 3)


@pytest.mark.filterwarnings("always")
def test_each_warning_comes_in_its_turn(ag):
    F, x = ag.nn.functional, ag.ones(2)
    with pytest.warns(UserWarning) as heard:
        F.mse_loss(x, ag.ones(1))
        F.kl_div(x, x)
    shape, mean = [str(warning.message) for warning in heard]
    assert shape.startswith("Using a target size") and mean.startswith("reduction: 'mean' divides")


def test_layers_speak_of_a_dimension_once_and_functions_on_each_of_their_lines(ag):
    F, x = ag.nn.functional, ag.ones(1, 2)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("default")
        ag.nn.Softmax()(x)
        ag.nn.Softmax()(x)
    (dimension,) = [str(warning.message) for warning in heard]
    assert "Implicit dimension choice" in dimension
    with pytest.warns(UserWarning) as heard:
        F.softmax(x)
        F.softmax(x)
    assert {warning.filename for warning in heard} == {__file__}


def test_a_loss_gives_up_what_it_saved(ag):
    x = ag.zeros(2, 3, requires_grad=True)
    for loss in (ag.nn.functional.nll_loss(x, ag.tensor([0, 1])), ag.nn.functional.mse_loss(x, ag.ones(2, 3))):
        loss.backward()
        with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
            loss.backward()


def refused(action, *arguments, **settings):
    return lambda ag: getattr(ag.nn.functional, action)(
        *[f(ag) for f in arguments], **{name: f(ag) for name, f in settings.items()}
    )


def ones(*size):
    return lambda ag: ag.ones(*size)


def these(*values):
    return lambda ag: ag.tensor(values)


REFUSED = {
    "class too large": (refused("cross_entropy", ones(2, 3), these(0, 3)), "Target 3 is out of bounds."),
    "class below 0": (refused("cross_entropy", ones(2, 3), these(0, -1)), "Target -1 is out of bounds."),
    "batch": (
        refused("cross_entropy", ones(2, 3), these(0, 1, 2)),
        "Expected input batch_size (2) to match target batch_size (3).",
    ),
    "class as float": (
        refused("cross_entropy", ones(2, 3), these(0.0, 1.0)),
        "expected target dtype to be Long or Byte, but got Float",
    ),
    "several classes": (
        refused("cross_entropy", ones(2, 3), these([0], [1])),
        "0D or 1D target tensor expected, multi-target not supported",
    ),
    "shares of another size": (
        refused("cross_entropy", ones(2, 3), ones(2, 2)),
        "0D or 1D target tensor expected, multi-target not supported",
    ),
    "whole shares": (
        refused("cross_entropy", ones(1, 3), these([0, 0, 1])),
        "Expected floating point type for target with class probabilities, got Long",
    ),
    "ignoring shares": (
        refused("cross_entropy", ones(2, 3), ones(2, 3), ignore_index=lambda ag: 0),
        "ignore_index is not supported for floating point target",
    ),
    "smoothing": (
        refused("cross_entropy", ones(2, 3), these(0, 1), label_smoothing=lambda ag: 1.5),
        "label_smoothing must be between 0.0 and 1.0. Got: 1.5",
    ),
    "weights": (
        refused("cross_entropy", ones(2, 3), these(0, 1), ones(2)),
        "weight tensor should be defined either for all 3 classes or no classes but got weight tensor of shape: [2]",
    ),
    "weights with a gradient": (
        refused("nll_loss", ones(2, 3), these(0, 1), lambda ag: ag.ones(3, requires_grad=True)),
        "The function 'nll_loss_forward' is not differentiable with respect to argument 'weight'. This input cannot "
        "have requires_grad True.",
    ),
    "image": (
        refused("nll_loss", ones(2, 3, 4), lambda ag: ag.zeros(2, 3).long()),
        "Expected target size [2, 4], got [2, 3]",
    ),
    "one sample, two classes": (
        refused("nll_loss", ones(3), these(0, 1)),
        "For 1D input, 1D target must have size 1, but got target size: 2",
    ),
    "one sample, classes as floats": (
        refused("nll_loss", ones(3), ones(3)),
        "expected target dtype to be Long or Byte, but got Float",
    ),
    "a list": (
        refused("cross_entropy", ones(2, 3), lambda ag: [0, 1]),
        "cross_entropy_loss(): argument 'target' (position 2) must be Tensor, not list",
    ),
    "reduction": (
        refused("mse_loss", ones(2), ones(2), reduction=lambda ag: "average"),
        "average is not a valid value for reduction",
    ),
    "whole numbers": (refused("mse_loss", these(1, 2), these(1, 2)), "\"mse_cpu\" not implemented for 'Long'"),
    "no probability": (
        refused("binary_cross_entropy", these(1.5), these(1.0)),
        "all elements of input should be between 0 and 1",
    ),
    "target that is none": (
        refused("binary_cross_entropy", these(0.5), these(3.0)),
        "all elements of target should be between 0 and 1",
    ),
    "probabilities of another size": (
        refused("binary_cross_entropy", ones(2), ones(2, 1)),
        "Using a target size (torch.Size([2, 1])) that is different to the input size (torch.Size([2])) is deprecated. "
        "Please ensure they have the same size.",
    ),
    "logits of another size": (
        refused("binary_cross_entropy_with_logits", ones(2), ones(2, 1)),
        "Target size (torch.Size([2, 1])) must be the same as input size (torch.Size([2]))",
    ),
    "whole targets": (
        refused("binary_cross_entropy_with_logits", ones(2), these(0, 1)),
        "result type Float can't be cast to the desired output type Long",
    ),
    "beta": (
        refused("smooth_l1_loss", ones(2), ones(2), beta=lambda ag: -1.0),
        "smooth_l1_loss does not support negative values for beta.",
    ),
    "delta": (
        refused("huber_loss", ones(2), ones(2), delta=lambda ag: 0.0),
        "huber_loss does not support non-positive values for delta.",
    ),
    "variance": (
        refused("gaussian_nll_loss", ones(2), ones(2), lambda ag: -ag.ones(2)),
        "var has negative entry/entries",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(ag, case):
    action, sentence = REFUSED[case]
    with pytest.raises((RuntimeError, ValueError, IndexError, TypeError)) as caught:
        action(ag)
    assert str(caught.value) == sentence


# ---- layers ----------------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("layer", "function"),
    [
        ("MSELoss", "mse_loss"),
        ("L1Loss", "l1_loss"),
        ("SmoothL1Loss", "smooth_l1_loss"),
        ("HuberLoss", "huber_loss"),
        ("KLDivLoss", "kl_div"),
        ("PoissonNLLLoss", "poisson_nll_loss"),
        ("HingeEmbeddingLoss", "hinge_embedding_loss"),
        ("CosineSimilarity", "cosine_similarity"),
        ("BCEWithLogitsLoss", "binary_cross_entropy_with_logits"),
        ("CrossEntropyLoss", "cross_entropy"),
    ],
)
def test_a_layer_is_its_function(ag, layer, function):
    x, y = numbers(ag, SCORES), numbers(ag, SHARES)
    assert getattr(ag.nn, layer)()(x, y).tolist() == getattr(ag.nn.functional, function)(x, y).tolist()
    assert repr(getattr(ag.nn, layer)()) == f"{layer}()"


def test_the_weights_of_a_loss_are_saved_but_not_trained(ag):
    loss = ag.nn.CrossEntropyLoss(ag.ones(3), label_smoothing=0.1)
    assert list(loss.state_dict()) == ["weight"] and list(loss.parameters()) == []
    assert list(ag.nn.CrossEntropyLoss().state_dict()) == []
    assert list(ag.nn.BCEWithLogitsLoss(pos_weight=ag.ones(2)).state_dict()) == ["pos_weight"]


#: The options that are taken by place: the arguments of each layer, which hands them on to its function.
BY_PLACE = {
    "HuberLoss": ("sum", 2.0),
    "PoissonNLLLoss": (True, True),
    "HingeEmbeddingLoss": (2.0,),
    "CosineSimilarity": (0, 1e-3),
    "BCEWithLogitsLoss": (None,),
    "CrossEntropyLoss": (None,),
}


@pytest.mark.parametrize("name", BY_PLACE)
def test_options_by_place(name):
    torch = pytest.importorskip("torch")
    found = [
        getattr(ag.nn, name)(*BY_PLACE[name])(numbers(ag, SCORES), numbers(ag, SHARES)).tolist()
        for ag in (autogradlab, torch)
    ]
    assert found[0] == pytest.approx(found[1])
    with pytest.raises(TypeError, match="positional argument"):
        getattr(autogradlab.nn, name)(*BY_PLACE[name], None)


@pytest.mark.parametrize("name", ["MSELoss", "L1Loss", "SmoothL1Loss", "KLDivLoss", "CrossEntropyLoss"])
def test_the_deprecated_words_for_a_reduction_are_refused(name):
    for call in (lambda loss: loss(size_average=False), lambda loss: loss(reduce=True), lambda loss: loss(None, False)):
        with pytest.raises(TypeError, match="argument"):
            call(getattr(autogradlab.nn, name))


def test_a_class_of_weight_0_is_not_ignored(ag):
    F, inf = ag.nn.functional, float("inf")
    x, target = ag.tensor([[0.0, -inf], [0.0, -inf]], requires_grad=True), ag.tensor([1, 0])
    assert F.nll_loss(x, target, ag.tensor([1.0, 0.0])).isnan()
    assert F.nll_loss(x, target, ignore_index=1).item() == 0.0
    F.nll_loss(x, target, ag.zeros(2)).backward()
    assert x.grad.isnan().tolist() == [[False, True], [True, False]]
    x.grad = None
    F.nll_loss(x, target * 0, ignore_index=0).backward()
    assert x.grad.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_weights_written_before_backward_do_not_count():
    """PyTorch refuses; docs/differences.md"""
    p, weight = autogradlab.tensor([0.5, 0.5], requires_grad=True), autogradlab.ones(2)
    loss = autogradlab.nn.functional.binary_cross_entropy(p, autogradlab.ones(2), weight)
    weight.fill_(7.0)
    loss.backward()
    assert p.grad.tolist() == [-1.0, -1.0]
