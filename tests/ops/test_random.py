"""Random numbers: for every seed those of PyTorch 2.13.0, to the last bit.

random.json holds a checksum of the bits that PyTorch drew. After a change to DRAWS, with PyTorch installed:
`python tests/ops/test_random.py` records them anew.
"""

import json
import platform
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

import autogradlab

RECORDED = Path(__file__).with_name("random.json")
SEEDS = (0, 1, 42, 2147483647, -1, 2**40 + 7)
SIZES = (1, 2, 15, 16, 17, 31, 33, 1000)
DRAWS = {
    "rand": lambda ag, n: ag.rand(n),
    "rand in float64": lambda ag, n: ag.rand(n, dtype=ag.float64),
    "rand_like": lambda ag, n: ag.rand_like(ag.zeros(n)),
    "uniform_": lambda ag, n: ag.zeros(n).uniform_(-0.3, 0.8),
    "uniform_ in float64": lambda ag, n: ag.zeros(n, dtype=ag.float64).uniform_(-0.3, 0.8),
    "uniform_ by name": lambda ag, n: ag.zeros(n).uniform_(**{"from": -1.0, "to": 3.0}),
    "random_ by name": lambda ag, n: ag.zeros(n).random_(3, to=9),
    "randn": lambda ag, n: ag.randn(n),
    "randn, then three more": lambda ag, n: (ag.randn(n), ag.randn(3))[1],
    "randn_like": lambda ag, n: ag.randn_like(ag.zeros(n)),
    "normal_": lambda ag, n: ag.zeros(n).normal_(0.3, 1.7),
    "normal of a size": lambda ag, n: ag.normal(5.0, 0.01, (n,)),
    "normal around a tensor": lambda ag, n: ag.normal(ag.rand(n), 2.5),
    "normal by a tensor": lambda ag, n: ag.normal(0.7, ag.rand(n)),
    "normal of two tensors": lambda ag, n: ag.normal(ag.rand(n), ag.rand(n)),
    "randint": lambda ag, n: ag.randint(10, (n,)),
    "randint from below zero": lambda ag, n: ag.randint(-7, 3, (n,)),
    "randint, the last narrow span": lambda ag, n: ag.randint(2**28 - 1, (n,)),
    "randint, the first wide span": lambda ag, n: ag.randint(2**28, (n,)),
    "randint of nearly all": lambda ag, n: ag.randint(-(2**63), 2**63 - 1, (n,)),
    "randint as floats": lambda ag, n: ag.randint(10, (n,), dtype=ag.float32),
    "randint_like": lambda ag, n: ag.randint_like(ag.zeros(n), 10),
    "randint_like from below zero": lambda ag, n: ag.randint_like(ag.zeros(n), -7, 3, dtype=ag.int64),
    "randperm": lambda ag, n: ag.randperm(n),
    "bernoulli_": lambda ag, n: ag.zeros(n).bernoulli_(0.3),
    "bernoulli_ by a tensor": lambda ag, n: ag.zeros(n).bernoulli_(ag.rand(n)),
    "bernoulli of a tensor": lambda ag, n: ag.bernoulli(ag.rand(n)),
    "bernoulli of float64": lambda ag, n: ag.bernoulli(ag.rand(n, dtype=ag.float64)),
    "bernoulli in the shape of a tensor": lambda ag, n: ag.bernoulli(ag.zeros(n), 0.5),
    "random_": lambda ag, n: ag.zeros(n).random_(),
    "random_ below": lambda ag, n: ag.zeros(n).random_(6),
    "random_ in int32": lambda ag, n: ag.zeros(n, dtype=ag.int32).random_(),
    "random_ in int64": lambda ag, n: ag.zeros(n, dtype=ag.int64).random_(),
    "random_ in uint8": lambda ag, n: ag.zeros(n, dtype=ag.uint8).random_(),
    "multinomial": lambda ag, n: ag.multinomial(ag.rand(n), n // 2 + 1),
    "multinomial with replacement": lambda ag, n: ag.multinomial(ag.rand(2, n), n, replacement=True),
}
LIBRARY_BITS = {  # from the machine's own logarithm and sine: no checksum holds everywhere
    "randn in float64": lambda ag, n: ag.randn(n, dtype=ag.float64),
    "normal_ in float64": lambda ag, n: ag.zeros(n, dtype=ag.float64).normal_(0.3, 1.7),
    "exponential_": lambda ag, n: ag.zeros(n).exponential_(2.5),
    "exponential_ in float64": lambda ag, n: ag.zeros(n, dtype=ag.float64).exponential_(0.3),
}


def bits(draw, ag, n, seed):
    ag.manual_seed(seed)
    return draw(ag, n).numpy().tobytes()


def checksum(draw, ag, n):
    return zlib.crc32(b"".join(bits(draw, ag, n, seed) for seed in SEEDS))


def record():
    import torch

    sums = {name: {str(n): checksum(draw, torch, n) for n in SIZES} for name, draw in DRAWS.items()}
    lines = (f" {json.dumps(name)}: {json.dumps(found)}" for name, found in sums.items())
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n")


@pytest.fixture(scope="module")
def recorded():
    return json.loads(RECORDED.read_text())


@pytest.fixture
def torch():
    torch = pytest.importorskip("torch")
    if not torch.__version__.startswith("2.13.0") or platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("the bits are those of PyTorch 2.13.0 on an x86-64 processor")
    return torch


@pytest.mark.parametrize("name", DRAWS)
def test_the_bits_that_pytorch_drew(name, recorded):
    assert {str(n): checksum(DRAWS[name], autogradlab, n) for n in SIZES} == recorded[name]


@pytest.mark.parametrize("name", DRAWS | LIBRARY_BITS)
def test_the_bits_that_pytorch_draws_here(name, torch):
    draw = (DRAWS | LIBRARY_BITS)[name]
    for n in SIZES:
        for seed in SEEDS:
            assert bits(draw, autogradlab, n, seed) == bits(draw, torch, n, seed), (n, seed)


FIRST = {
    "rand": (lambda ag: ag.rand(3), [0.49625658988952637, 0.7682217955589294, 0.08847743272781372]),
    "randn": (lambda ag: ag.randn(3), [1.5409960746765137, -0.293428897857666, -2.1787893772125244]),
    "randn of 16": (lambda ag: ag.randn(16)[:3], [-1.1258398294448853, -1.1523602008819580, -0.2505785822868347]),
    "randint": (lambda ag: ag.randint(10, (3,)), [4, 9, 3]),
    "randperm": (lambda ag: ag.randperm(5), [4, 0, 1, 3, 2]),
}


@pytest.mark.parametrize("name", FIRST)
def test_the_numbers_that_everybody_knows_of_seed_0(name):
    draw, numbers = FIRST[name]
    autogradlab.manual_seed(0)
    assert draw(autogradlab).tolist() == numbers


# ---- the stream ---------------------------------------------------------------------------------------------------


def drawn(*sizes, seed=0, kind="randn"):
    """The numbers of several draws after one seed, in one list."""
    autogradlab.manual_seed(seed)
    return sum((getattr(autogradlab, kind)(n).tolist() for n in sizes), [])


def test_the_sine_half_waits_for_the_next_call():
    assert drawn(3, 1, 2) == drawn(6)


def test_the_sine_half_waits_while_other_numbers_are_drawn():
    autogradlab.manual_seed(0)
    first, _, second = autogradlab.randn(1), autogradlab.rand(5), autogradlab.randn(1)
    assert [first.item(), second.item()] == drawn(2)


def test_a_new_seed_forgets_the_sine_half():
    autogradlab.randn(1)
    assert drawn(1) == drawn(2)[:1]


def test_sixteen_do_not_begin_like_three():
    assert drawn(16)[:3] != drawn(3)


def test_seventeen_are_not_sixteen_and_one():
    assert drawn(17)[0] == drawn(16)[0] and drawn(17)[1:] != drawn(16)[1:] and drawn(17) != drawn(16, 1)


def test_uniform_numbers_do_not_mind_how_many_are_asked_for():
    assert drawn(20, kind="rand") == drawn(3, 16, 1, kind="rand")


@pytest.mark.parametrize(("seed", "same"), [(-1, 2**64 - 1), (-(2**63), 2**63), (7, 2**32 + 7), (1, 1.7)])
def test_seeds_of_one_stream(seed, same):
    assert drawn(2, seed=seed) == drawn(2, seed=same)


def test_a_negative_seed_counts_back_from_the_top():
    autogradlab.manual_seed(-1)
    assert autogradlab.initial_seed() == 2**64 - 1


def test_the_stream_is_kept_and_continued_with_its_sine():
    autogradlab.manual_seed(0)
    autogradlab.randn(3)
    here = autogradlab.get_rng_state()
    ahead = autogradlab.randn(5).tolist()
    autogradlab.manual_seed(9)
    autogradlab.set_rng_state(here)
    assert autogradlab.randn(5).tolist() == ahead and autogradlab.initial_seed() == 0


@pytest.mark.parametrize("count", [0, 1, 5, 624, 1000])
def test_the_kept_stream_is_pytorchs_byte_for_byte(count, torch):
    ours, theirs = autogradlab.Generator().manual_seed(-3), torch.Generator().manual_seed(-3)
    autogradlab.rand(count, generator=ours), autogradlab.randn(1, generator=ours)
    torch.rand(count, generator=theirs), torch.randn(1, generator=theirs)
    assert ours.get_state().tolist() == theirs.get_state().tolist()


def test_without_a_seed_every_process_draws_its_own_numbers():
    program = "import autogradlab as ag; print(ag.rand(4).tolist())"
    one, other = (
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(autogradlab.__file__).parent.parent,
        ).stdout
        for _ in range(2)
    )
    new = f"{autogradlab.rand(4, generator=autogradlab.Generator()).tolist()}\n"
    assert len({one, other, new}) == 3


def test_a_generator_whose_state_or_seed_is_set_is_handed_back(ag):
    generator = ag.Generator()
    assert generator.set_state(generator.get_state()) is generator.manual_seed(3) is generator


def test_generators_have_streams_of_their_own():
    mine = autogradlab.Generator().manual_seed(5)
    autogradlab.manual_seed(0)
    apart = autogradlab.rand(2, generator=mine).tolist()
    assert autogradlab.rand(2).tolist() == drawn(2, kind="rand") and apart == drawn(2, seed=5, kind="rand")


def test_a_new_generator_has_pytorchs_seed():
    assert autogradlab.Generator().initial_seed() == 67280421310721


def test_seed_begins_another_stream():
    assert autogradlab.seed() == autogradlab.initial_seed() != autogradlab.seed()


def test_fork_rng_leaves_no_trace(ag):
    ag.manual_seed(3)
    expected = ag.rand(2).tolist()
    ag.manual_seed(3)
    with ag.random.fork_rng():
        ag.manual_seed(9)
        ag.randn(5)
    assert ag.rand(2).tolist() == expected


@pytest.mark.parametrize(
    ("weights", "count", "sentence"),
    [
        ([1.0, 2.0], 3, "cannot sample n_sample > prob_dist.size(-1) samples without replacement"),
        ([1.0, 2.0], 0, "cannot sample n_sample <= 0 samples"),
        ([1.0, -2.0], 1, "probability tensor contains either `inf`, `nan` or element < 0"),
        ([0.0, 0.0], 1, "invalid multinomial distribution (sum of probabilities <= 0)"),
        ([1, 2], 1, "multinomial only supports floating-point dtypes for input, got: Long"),
        (1.0, 1, "prob_dist must be 1 or 2 dim"),
    ],
)
def test_what_multinomial_refuses(weights, count, sentence, ag):
    with pytest.raises(RuntimeError) as caught:
        ag.multinomial(ag.tensor(weights), count)
    assert str(caught.value) == sentence


def test_importing_the_package_does_not_load_numpys_random_numbers():
    code = "import sys, numpy; before = set(sys.modules); import autogradlab; print(*set(sys.modules) - before)"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(autogradlab.__file__).parent.parent,
    ).stdout.split()
    assert "autogradlab.ops.random" in loaded and "numpy.random" not in loaded


# ---- into tensors -------------------------------------------------------------------------------------------------


def test_shapes_types_and_gradients_as_asked():
    weights = autogradlab.randn(2, 3, dtype=autogradlab.float64, requires_grad=True)
    assert (weights.shape, weights.dtype, weights.is_leaf) == ((2, 3), autogradlab.float64, True)
    weights.sum().backward()
    assert weights.grad.tolist() == [[1.0] * 3] * 2
    assert autogradlab.rand(()).shape == ()
    assert autogradlab.rand(2, 0).shape == autogradlab.rand((2, 0)).shape == autogradlab.rand([2, 0]).shape == (2, 0)
    assert autogradlab.rand_like(weights).requires_grad is False
    assert autogradlab.randint(high=2, size=(3,)).dtype is autogradlab.int64


def test_sizes_and_bounds_may_be_numpys_integers():
    autogradlab.manual_seed(0)
    assert autogradlab.randint(np.int64(-3), np.int64(7), (np.int64(3),)).tolist() == [1, 6, 0]


@pytest.mark.parametrize("fill", ["uniform_", "normal_", "bernoulli_", "random_"])
def test_a_transposed_tensor_is_filled_in_the_order_of_its_memory(fill):
    autogradlab.manual_seed(0)
    flat = getattr(autogradlab.zeros(6), fill)().tolist()
    autogradlab.manual_seed(0)
    assert getattr(autogradlab.zeros(3, 2).t(), fill)().t().reshape(6).tolist() == flat


def test_blocks_of_normals_are_for_tensors_in_one_piece():
    whole, part = autogradlab.zeros(4, 8), autogradlab.zeros(4, 8)[:, 1:6]
    autogradlab.manual_seed(0)
    assert part.normal_().reshape(20).tolist() == drawn(*[1] * 20)
    autogradlab.manual_seed(0)
    assert whole.normal_().reshape(32).tolist() == drawn(32)


@pytest.mark.parametrize(
    ("shape", "stretched", "order", "strides"),
    [((3, 1, 2), (3, 4, 2), (0, 1, 2), (8, 2, 1)), ((1,), (2, 3), (0, 1), (3, 1)), ((3, 1), (3, 4), (1, 0), (3, 1))],
)
def test_numbers_like_a_stretched_tensor_have_places_of_their_own(ag, shape, stretched, order, strides):
    ag.manual_seed(3)
    drawn = ag.rand_like(ag.zeros(shape).expand(stretched).permute(order))
    ag.manual_seed(3)
    assert drawn.stride() == strides
    in_memory = sorted(range(drawn.ndim), key=lambda d: -strides[d])
    assert drawn.permute(in_memory).flatten().tolist() == ag.rand(drawn.numel()).tolist()


@pytest.mark.parametrize("fill", ["uniform_", "normal_", "bernoulli_", "random_"])
@pytest.mark.parametrize("view", [lambda x: x.t(), lambda x: x[1:, 2:], lambda x: x[:, 3], lambda x: x[2]])
def test_views_are_filled_as_pytorch_fills_them(fill, view, torch):
    def filled(ag):
        ag.manual_seed(0)
        whole = ag.zeros(5, 20)
        getattr(view(whole), fill)()
        return whole.numpy().tobytes()

    assert filled(autogradlab) == filled(torch)


def test_a_leaf_is_filled_under_no_grad():
    w = autogradlab.zeros(3, requires_grad=True)
    with autogradlab.no_grad():
        assert w.uniform_(-1, 1) is w
    assert w.is_leaf and w.requires_grad and w._version == 1 and w.tolist() != [0.0] * 3


def test_a_number_without_dimensions_is_filled_where_it_is():
    x = autogradlab.zeros(())
    x.detach().fill_(0.0).normal_()
    autogradlab.manual_seed(0)
    assert x.normal_().item() == drawn(1)[0]


# ---- what is refused ------------------------------------------------------------------------------------------------

SENTENCES = {
    "an empty span": (
        lambda ag: ag.randint(5, 5, (2,)),
        "random_ expects 'from' to be less than 'to', but got from=5 >= to=5",
    ),
    "nothing below 0": (
        lambda ag: ag.randint(0, (2,)),
        "random_ expects 'from' to be less than 'to', but got from=0 >= to=0",
    ),
    "too much for a byte": (
        lambda ag: ag.randint(300, (2,), dtype=ag.uint8),
        "to - 1 is out of bounds for unsigned char",
    ),
    "a negative byte": (lambda ag: ag.randint(-3, 2, (2,), dtype=ag.uint8), "from is out of bounds for unsigned char"),
    "half an integer": (
        lambda ag: ag.randint(1.5, (2,)),
        "randint(): argument 'high' (position 1) must be int, not float",
    ),
    "a negative size": (lambda ag: ag.randn(2, -3), "Trying to create tensor with negative dimension -3: [2, -3]"),
    "a negative permutation": (lambda ag: ag.randperm(-1), "Trying to create tensor with negative dimension -1: [-1]"),
    "half a size": (lambda ag: ag.rand(2.5), "rand(): argument 'size' (position 1) must be tuple of ints, not float"),
    "too much for a bool": (lambda ag: ag.randint_like(ag.zeros(2) > 0, 3), "to - 1 is out of bounds for bool"),
    "no tensor": (lambda ag: ag.rand_like(2.0), "rand_like(): argument 'input' (position 1) must be Tensor, not float"),
    "a probability above 1": (
        lambda ag: ag.zeros(2).bernoulli_(1.5),
        "bernoulli_ expects p to be in [0, 1], but got p=1.5",
    ),
    "a probability below 0": (
        lambda ag: ag.bernoulli(ag.zeros(2), -2.0),
        "bernoulli_ expects p to be in [0, 1], but got p=-2",
    ),
    "probabilities above 1": (
        lambda ag: ag.bernoulli(ag.tensor([0.5, 1.5])),
        "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message "
        "be improved?  If so, please report an enhancement request to PyTorch.)",
    ),
    "integer probabilities": (
        lambda ag: ag.bernoulli(ag.tensor([0, 1])),
        "\"bernoulli_tensor_cpu_p_\" not implemented for 'Long'",
    ),
    "a backward interval": (
        lambda ag: ag.zeros(2).uniform_(2, 1),
        "uniform_ expects to return a [from, to) range, but found from=2 > to=1",
    ),
    "a negative spread": (lambda ag: ag.normal(0.0, -1.0, (2,)), "normal expects std >= 0.0, but found std -1"),
    "negative spreads": (
        lambda ag: ag.normal(0.0, ag.tensor([1.0, -1.0])),
        "normal expects all elements of std >= 0.0",
    ),
    "uniform integers": (lambda ag: ag.rand(2, dtype=ag.int64), "\"check_uniform_bounds\" not implemented for 'Long'"),
    "normal integers": (lambda ag: ag.randn(2, dtype=ag.int64), "\"normal_kernel_cpu\" not implemented for 'Long'"),
    "integers with a gradient": (
        lambda ag: ag.randint(5, (2,), requires_grad=True),
        "Only Tensors of floating point and complex dtype can require gradients",
    ),
    "a leaf": (
        lambda ag: ag.zeros(2, requires_grad=True).normal_(),
        "a leaf Variable that requires grad is being used in an in-place operation.",
    ),
    "an enormous seed": (lambda ag: ag.manual_seed(2**64), "Overflow when unpacking long long"),
    "a word for a seed": (lambda ag: ag.Generator().manual_seed("a"), "manual_seed expected a long, but got str"),
    "a number for a state": (lambda ag: ag.set_rng_state(5), "expected a torch.ByteTensor, but got int"),
    "a short state": (
        lambda ag: ag.set_rng_state(ag.zeros(3, dtype=ag.uint8)),
        "Expected a CPUGeneratorImplState of size 5056 but found the input RNG state size to be 3",
    ),
}


@pytest.mark.parametrize("case", SENTENCES)
def test_refused_in_pytorchs_words(case):
    slip, sentence = SENTENCES[case]
    with pytest.raises((RuntimeError, TypeError, ValueError)) as caught:
        slip(autogradlab)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("case", SENTENCES)
def test_pytorch_says_so_here(case, torch):
    slip, sentence = SENTENCES[case]
    with pytest.raises((RuntimeError, TypeError, ValueError)) as theirs:
        slip(torch)
    with pytest.raises(theirs.type):
        slip(autogradlab)
    assert str(theirs.value).partition("\nException raised")[0] == sentence


def test_float16_says_how_to_do_without():
    with pytest.raises(NotImplementedError, match="float16") as caught:
        autogradlab.rand(3, dtype=autogradlab.float16)
    assert caught.value.__notes__ == ["  help: draw float32 and convert, as in rand(3).to(float16)"]


@pytest.mark.parametrize(
    ("slip", "help"),
    [
        (lambda: autogradlab.normal(0.0, 1.0), "normal(0., 1., (3,)) gives three numbers"),
        (lambda: autogradlab.randint(5), "randint(10, (3,)) gives three integers from 0 to 9"),
    ],
)
def test_a_missing_size_is_helped(slip, help):
    with pytest.raises(TypeError, match="received an invalid combination of arguments") as caught:
        slip()
    assert caught.value.__notes__ == [f"  help: {help}"]


@pytest.mark.parametrize(
    ("slip", "sentence"),
    [
        (lambda: autogradlab.randint(5, 3), "randint(): argument 'size' (position 2) must be tuple of ints, not int"),
        (lambda: autogradlab.zeros(2).random_(1.5), "random_() received an invalid combination of arguments"),
        (
            lambda: autogradlab.multinomial(autogradlab.ones(2), 1, generator=5),
            "multinomial(): argument 'generator' must be torch.Generator, not int",
        ),
        (lambda: autogradlab.rand(2, generator=5), "generator must be torch.Generator, not int"),
    ],
)
def test_wrong_arguments_are_named(slip, sentence):
    with pytest.raises(TypeError) as caught:
        slip()
    assert str(caught.value).startswith(sentence)


if __name__ == "__main__":
    record()
