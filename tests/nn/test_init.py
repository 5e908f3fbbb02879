"""The initial numbers of parameters are PyTorch's, to the last bit."""

import pytest

import autogradlab

DRAWS = [
    ("uniform_", (-1.0, 1.0), [-0.0074868202, 0.53644359, -0.82304513, -0.73593903]),
    ("normal_", (), [1.5409961, -0.2934289, -2.1787894, 0.56843126]),
    ("xavier_uniform_", (), [-0.0091694454, 0.65700656, -1.0080204, -0.90133756]),
    ("xavier_normal_", (), [1.0896488, -0.20748557, -1.5406368, 0.4019416]),
    ("kaiming_uniform_", (), [-0.012967553, 0.92914754, -1.4255559, -1.2746837]),
    ("kaiming_normal_", (0, "fan_out", "relu"), [1.5409961, -0.2934289, -2.1787894, 0.56843126]),
]


@pytest.mark.parametrize(("name", "settings", "recorded"), DRAWS)
def test_draws_what_pytorch_drew(ag, name, settings, recorded):
    p = ag.nn.Parameter(ag.zeros(2, 2))
    ag.manual_seed(0)
    assert getattr(ag.nn.init, name)(p, *settings) is p
    assert p.is_leaf and p.requires_grad
    assert p.detach().reshape(-1).tolist() == pytest.approx(recorded, rel=1e-6)


@pytest.mark.parametrize(("name", "settings"), [(name, settings) for name, settings, _ in DRAWS])
def test_is_pytorchs_to_the_last_bit(name, settings):
    torch = pytest.importorskip("torch")
    for seed, shape in enumerate([(3, 5), (16, 4), (4, 3, 2, 2), (1, 1)]):
        numbers = []
        for ag in (autogradlab, torch):
            generator = ag.Generator().manual_seed(seed)
            numbers.append(getattr(ag.nn.init, name)(ag.zeros(shape), *settings, generator=generator).tolist())
        assert numbers[0] == numbers[1]


def test_fills_without_drawing(ag):
    p = ag.nn.Parameter(ag.zeros(2, 3))
    init = ag.nn.init
    assert init.constant_(p, 0.5).tolist() == [[0.5] * 3] * 2
    assert init.ones_(p).tolist() == [[1.0] * 3] * 2
    assert init.zeros_(p).tolist() == [[0.0] * 3] * 2
    assert init.eye_(p).tolist() == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


def test_gains(ag):
    gain = ag.nn.init.calculate_gain
    assert [gain(name) for name in ("linear", "sigmoid", "tanh", "selu")] == [1, 1, 5 / 3, 0.75]
    assert [gain("relu"), gain("leaky_relu", 1)] == [2**0.5, 1.0]


@pytest.mark.parametrize(
    ("expected", "action"),
    [
        ("Unsupported nonlinearity foo", lambda ag: ag.nn.init.calculate_gain("foo")),
        ("negative_slope True not a valid number", lambda ag: ag.nn.init.calculate_gain("leaky_relu", True)),
        (
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions",
            lambda ag: ag.nn.init.xavier_uniform_(ag.ones(3)),
        ),
        (
            "Mode x not supported, please use one of ['fan_in', 'fan_out']",
            lambda ag: ag.nn.init.kaiming_uniform_(ag.ones(3, 2), mode="x"),
        ),
        ("Only tensors with 2 dimensions are supported", lambda ag: ag.nn.init.eye_(ag.ones(3))),
    ],
)
def test_refuses_in_pytorchs_words(ag, expected, action):
    with pytest.raises(ValueError) as refusal:
        action(ag)
    assert str(refusal.value) == expected


def test_warns_where_nothing_good_can_come(ag):
    with pytest.warns(UserWarning, match="Initializing zero-element tensors is a no-op"):
        ag.nn.init.kaiming_uniform_(ag.zeros(0, 2))


@pytest.mark.parametrize(("name", "method"), [("zeros_", "zero_"), ("ones_", "fill_"), ("xavier_uniform_", "dim")])
def test_a_bias_that_is_not_there_has_no_method(ag, name, method):
    with pytest.raises(AttributeError, match=f"'NoneType' object has no attribute '{method}'"):
        getattr(ag.nn.init, name)(ag.nn.Linear(1, 1, bias=False).bias)
