"""How a tensor prints: texts recorded from PyTorch 2.13.0."""

import pytest

inf, nan = float("inf"), float("nan")
TEXTS = {
    "ag.tensor([1., 2.])": "tensor([1., 2.])",
    "ag.tensor(1.5)": "tensor(1.5000)",
    "ag.tensor(1)": "tensor(1)",
    "ag.tensor([1, -20])": "tensor([  1, -20])",
    "ag.tensor([True, False])": "tensor([ True, False])",
    "ag.tensor([1., 2.5])": "tensor([1.0000, 2.5000])",
    "ag.tensor([-1., 2.])": "tensor([-1.,  2.])",
    "ag.tensor([0.5, -12.25])": "tensor([  0.5000, -12.2500])",
    "ag.tensor([1000.5, 0.5])": "tensor([1.0005e+03, 5.0000e-01])",
    "ag.tensor([1000., 1.])": "tensor([1000.,    1.])",
    "ag.tensor([1., 1000000.])": "tensor([1.0000e+00, 1.0000e+06])",
    "ag.tensor(1e8)": "tensor(100000000.)",
    "ag.tensor(1e9)": "tensor(1.0000e+09)",
    "ag.tensor([1e-5, 2e-5])": "tensor([1.0000e-05, 2.0000e-05])",
    "ag.tensor([0.0001, 0.05])": "tensor([1.0000e-04, 5.0000e-02])",
    "ag.tensor([0., 1e-5])": "tensor([0.0000e+00, 1.0000e-05])",
    "ag.tensor(1e-5)": "tensor(1.0000e-05)",
    "ag.tensor([0., 0.])": "tensor([0., 0.])",
    "ag.tensor([-0., 1.5])": "tensor([-0.0000, 1.5000])",
    "ag.tensor([1., nan])": "tensor([1., nan])",
    "ag.tensor([1.5, inf, -inf])": "tensor([1.5000,    inf,   -inf])",
    "ag.tensor([nan])": "tensor([nan])",
    "ag.tensor(inf)": "tensor(inf)",
    "ag.tensor([1, 2], dtype=ag.float64)": "tensor([1., 2.], dtype=torch.float64)",
    "ag.tensor(1.5, dtype=ag.float16)": "tensor(1.5000, dtype=torch.float16)",
    "ag.tensor([1, 2], dtype=ag.int32)": "tensor([1, 2], dtype=torch.int32)",
    "ag.tensor([1, 2], dtype=ag.uint8)": "tensor([1, 2], dtype=torch.uint8)",
    "ag.tensor([])": "tensor([])",
    "ag.zeros(0, dtype=ag.int64)": "tensor([], dtype=torch.int64)",
    "ag.zeros(0, 3)": "tensor([], size=(0, 3))",
    "ag.zeros(2, 0, dtype=ag.float64)": "tensor([], size=(2, 0), dtype=torch.float64)",
    "ag.tensor([[1., 2.], [3., 4.]])": """\
tensor([[1., 2.],
        [3., 4.]])""",
    "ag.arange(8).reshape(2, 2, 2)": """\
tensor([[[0, 1],
         [2, 3]],

        [[4, 5],
         [6, 7]]])""",
    "ag.arange(16.).reshape(2, 2, 2, 2) / 4": """\
tensor([[[[0.0000, 0.2500],
          [0.5000, 0.7500]],

         [[1.0000, 1.2500],
          [1.5000, 1.7500]]],


        [[[2.0000, 2.2500],
          [2.5000, 2.7500]],

         [[3.0000, 3.2500],
          [3.5000, 3.7500]]]])""",
    "ag.zeros(30)": """\
tensor([0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.,
        0., 0., 0., 0., 0., 0.])""",
    "ag.arange(40.)": """\
tensor([ 0.,  1.,  2.,  3.,  4.,  5.,  6.,  7.,  8.,  9., 10., 11., 12., 13.,
        14., 15., 16., 17., 18., 19., 20., 21., 22., 23., 24., 25., 26., 27.,
        28., 29., 30., 31., 32., 33., 34., 35., 36., 37., 38., 39.])""",
    "ag.arange(30.) / 7": """\
tensor([0.0000, 0.1429, 0.2857, 0.4286, 0.5714, 0.7143, 0.8571, 1.0000, 1.1429,
        1.2857, 1.4286, 1.5714, 1.7143, 1.8571, 2.0000, 2.1429, 2.2857, 2.4286,
        2.5714, 2.7143, 2.8571, 3.0000, 3.1429, 3.2857, 3.4286, 3.5714, 3.7143,
        3.8571, 4.0000, 4.1429])""",
    "ag.arange(1000)[:26]": """\
tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,
        18, 19, 20, 21, 22, 23, 24, 25])""",
    "ag.arange(1001)": "tensor([   0,    1,    2,  ...,  998,  999, 1000])",
    "ag.arange(1001.) / 7": "tensor([  0.0000,   0.1429,   0.2857,  ..., 142.5714, 142.7143, 142.8571])",
    "ag.arange(1200.).reshape(40, 30)": """\
tensor([[0.0000e+00, 1.0000e+00, 2.0000e+00,  ..., 2.7000e+01, 2.8000e+01,
         2.9000e+01],
        [3.0000e+01, 3.1000e+01, 3.2000e+01,  ..., 5.7000e+01, 5.8000e+01,
         5.9000e+01],
        [6.0000e+01, 6.1000e+01, 6.2000e+01,  ..., 8.7000e+01, 8.8000e+01,
         8.9000e+01],
        ...,
        [1.1100e+03, 1.1110e+03, 1.1120e+03,  ..., 1.1370e+03, 1.1380e+03,
         1.1390e+03],
        [1.1400e+03, 1.1410e+03, 1.1420e+03,  ..., 1.1670e+03, 1.1680e+03,
         1.1690e+03],
        [1.1700e+03, 1.1710e+03, 1.1720e+03,  ..., 1.1970e+03, 1.1980e+03,
         1.1990e+03]])""",
    "ag.arange(2000).reshape(2, 500, 2)": """\
tensor([[[   0,    1],
         [   2,    3],
         [   4,    5],
         ...,
         [ 994,  995],
         [ 996,  997],
         [ 998,  999]],

        [[1000, 1001],
         [1002, 1003],
         [1004, 1005],
         ...,
         [1994, 1995],
         [1996, 1997],
         [1998, 1999]]])""",
    "ag.tensor(6., requires_grad=True)": "tensor(6., requires_grad=True)",
    "ag.tensor([1., 2.], requires_grad=True)": "tensor([1., 2.], requires_grad=True)",
    "ag.tensor(2., requires_grad=True) * 3": "tensor(6., grad_fn=<MulBackward0>)",
    "ag.tensor([1., 2.], dtype=ag.float64, requires_grad=True) * 3": (
        "tensor([3., 6.], dtype=torch.float64, grad_fn=<MulBackward0>)"
    ),
    "ag.tensor([0.12345] * 7, requires_grad=True) * 1": """\
tensor([0.1235, 0.1235, 0.1235, 0.1235, 0.1235, 0.1235, 0.1235],
       grad_fn=<MulBackward0>)""",
    "ag.tensor([[0.12345] * 6] * 2, requires_grad=True) * 1": """\
tensor([[0.1235, 0.1235, 0.1235, 0.1235, 0.1235, 0.1235],
        [0.1235, 0.1235, 0.1235, 0.1235, 0.1235, 0.1235]],
       grad_fn=<MulBackward0>)""",
    "ag.tensor([0.12345] * 5, dtype=ag.float64, requires_grad=True) * 1": """\
tensor([0.1235, 0.1235, 0.1235, 0.1235, 0.1235], dtype=torch.float64,
       grad_fn=<MulBackward0>)""",
    "ag.tensor([0.12345] * 6, dtype=ag.float64, requires_grad=True) * 1": """\
tensor([0.1235, 0.1235, 0.1235, 0.1235, 0.1235, 0.1235], dtype=torch.float64,
       grad_fn=<MulBackward0>)""",
    "ag.tensor([10.] * 9, requires_grad=True).clone()": (
        "tensor([10., 10., 10., 10., 10., 10., 10., 10., 10.], grad_fn=<CloneBackward0>)"
    ),
    "ag.ones(13, requires_grad=True)": """\
tensor([1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1.],
       requires_grad=True)""",
    "ag.zeros(0, 2, requires_grad=True)": "tensor([], size=(0, 2), requires_grad=True)",
    "ag.tensor([1., 2.]).shape": "torch.Size([2])",
    "ag.tensor([[1.]]).size()": "torch.Size([1, 1])",
    "ag.tensor(1.).dtype": "torch.float32",
    "ag.tensor([1]).dtype": "torch.int64",
    "[ag.tensor(1.), ag.tensor([2])]": "[tensor(1.), tensor([2])]",
}
FORMATTED = {
    "f'{ag.tensor(3.14159)}'": "3.141590118408203",
    "f'{ag.tensor(3.14159):.2f}'": "3.14",
    "f'{ag.tensor(2.5, requires_grad=True)}'": "2.5",
    "f'{ag.tensor(7)}'": "7",
    "f'{ag.tensor(7):3d}'": "  7",
    "f'{ag.tensor([1., 2.])}'": "tensor([1., 2.])",
    "str(ag.tensor([1., 2.]))": "tensor([1., 2.])",
}


@pytest.mark.parametrize("expression", TEXTS)
def test_repr(expression, ag):
    assert repr(eval(expression, {**globals(), "ag": ag})) == TEXTS[expression]


@pytest.mark.parametrize("expression", FORMATTED)
def test_formatted(expression, ag):
    assert eval(expression, {"ag": ag}) == FORMATTED[expression]


def test_only_numbers_take_a_format(ag):
    with pytest.raises(TypeError, match="unsupported format string passed to Tensor.__format__"):
        f"{ag.ones(2):.2f}"


def test_printing_changes_nothing(ag):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    y = x.exp()
    repr(y)
    assert y._version == 0
    y.sum().backward()


# ---- set_printoptions -----------------------------------------------------------------------------------------------

OPTIONS = {
    "precision=2": ("ag.tensor([1.23456, 2.])", "tensor([1.23, 2.00])"),
    "precision=0": ("ag.tensor([1.6, 2.3])", "tensor([2, 2])"),
    "sci_mode=True": ("ag.tensor([1., -2.])", "tensor([ 1.0000e+00, -2.0000e+00])"),
    "sci_mode=True, precision=1": ("ag.tensor(0.)", "tensor(0.)"),
    "sci_mode=False": ("ag.tensor([1e-6, 1.])", "tensor([0.0000, 1.0000])"),
    "threshold=5, edgeitems=1": ("ag.arange(10)", "tensor([0,  ..., 9])"),
    "threshold=5, edgeitems=2": ("ag.arange(10)", "tensor([0, 1,  ..., 8, 9])"),
    "threshold=5, edgeitems=0": ("ag.arange(12).reshape(2, 6)", "tensor([...], size=(2, 6))"),
    "linewidth=30": (
        "ag.ones(9, requires_grad=True)",
        """\
tensor([1., 1., 1., 1., 1.,
        1., 1., 1., 1.],
       requires_grad=True)""",
    ),
    "profile='short'": ("ag.tensor([1.23456, 2.])", "tensor([1.23, 2.00])"),
}


@pytest.fixture
def options_restored(ag):
    yield
    ag.set_printoptions(profile="default")


@pytest.mark.parametrize("options", OPTIONS)
def test_options(options, ag, options_restored):
    expression, text = OPTIONS[options]
    eval(f"ag.set_printoptions({options})", {"ag": ag})
    assert repr(eval(expression, {"ag": ag})) == text


def test_the_full_profile_shortens_nothing(ag, options_restored):
    ag.set_printoptions(profile="full")
    assert "..." not in repr(ag.arange(2000))
    ag.set_printoptions(profile="default")
    assert "..." in repr(ag.arange(2000))


def test_a_class_made_of_tensor_prints_under_its_own_name(ag):
    class Weights(ag.Tensor):
        pass

    assert repr(Weights([[1.0, 2.0], [3.0, 4.0]])) == "Weights([[1., 2.],\n         [3., 4.]])"
    assert repr(ag.nn.Parameter(ag.ones(1))) == "Parameter containing:\ntensor([1.], requires_grad=True)"
