"""The keys of all lessons: numbers against what a hand computes, prints against PyTorch's, options by their names."""

import numpy as np
import pytest

from autogradlab.course.checks import registry

pytestmark = pytest.mark.usefixtures("small_heap")  # lesson 11 counts what is alive


@pytest.mark.parametrize(
    "item_id, key",
    [
        ("00-C1", 36),
        ("01-R1", 3),
        ("01-R2", 0.61),
        ("01-B2", 1.51),
        ("01-C1", -18),
        ("01-C2", -3.2),
        ("01-C3", -1.6),
        ("01-C5", 0.5),
        ("01-P1", 3.24),
        ("01-P2", 12.96),
        ("02-R2", 1.6),  # 1 - 0.2 * (-3)
        ("02-P1", 4),  # 10 guests pay more, 2 guests of 3 euro stay away
        ("02-C1", 48),  # 2 * 6 * 4
        ("02-C2", 144),  # 16 * 3 + 12 * 8
        ("02-C3", 13),  # 5 + 5 + 3
        ("02-P4", -3),
        ("02-C6", 7),
        ("02-C9", 2),
        ("02-B3", 15),  # 3 * 5
        ("03-R1", 22),  # 2 * 8 through u, 6 * 1 through v
        ("03-C6T", 6),  # 0 from the staircase, 6 from the ramp
        ("03-B2", 12.25),  # (2 * 1.6 + 0.3)**2
        ("04-R2", 7),
        ("04-P1", [6, 12, 18]),
        ("04-F1", 14),
        ("04-F2", 26),
        ("04-F3", 4),
        ("04-C1", 9),
        ("04-C4", 0.44),
        ("04-C5", 3),
        ("04-C6", 8),
        ("04-T7", 6.2),
        ("04-T8", 0),
        ("04-B2", 1.216),
        ("05-P1", 1),  # the price 6 is 1 too high
        ("05-T4", 4),
        ("05-C5", 6),  # 10 - 2 - 2
        ("05-C8", 13),  # 4 + 4 and 4 + 1
        ("05-B2", 2.07776),  # 2 + 0.6**5
        ("06-P2", [2, 40, 600]),
        ("06-F1", [10 * 12 * 3, 5 * 6 * 3]),
        ("06-P3", [6, 6 + 10, 10 + 6]),
        ("06-P4", [10, 4, 16]),
        ("06-C1", [2 * 30, 0, -10]),
        ("06-C2", [12, 48]),
        ("06-C4", -15),
        ("06-C5", 30),
        ("06-C6", [[5, 2], [5, 2]]),
        ("06-C7", -1.25),
        ("06-C8", [8, 7, 5]),
        ("06-C12", 0.1),
        ("06-B2", 20 * (1 - 0.8**5)),
        ("08-P4", 3),  # the left path brings the right factor
        ("08-C2", 0.6),  # a tenth of 6, the mean of 5 and 7
        ("08-C4", 30),  # 6 * 5
        ("09-P1", 30),
        ("09-P2", 6),
        ("09-C1", 48),
        ("09-C9", 42),
        ("09-C10", 31),
        ("09-B2", 15),
        ("10-P1", 180),
        ("10-P5", 3 + 6),
        ("10-C1", 1 / 4096),
        ("10-C2", -31),
        ("10-C5", [1.2, 1.6]),
        ("10-C6", 48),
        ("10-C7", 32 + 48 + 6),
        ("10-F1", 27 + 18 + 5),
        ("10-C8", 132),
        ("10-B2", 0.75),
        ("11-P2", [25, 0]),
        ("11-C1", [8, 0, 0]),
        ("11-C2", [14, 7, 7]),
        ("11-C4", 6200),
        ("11-C5", 10),
        ("11-C6", [7, 1]),
        ("11-C7", 500),
        ("12-C5", 3),
        ("12-C9", 0.9048323),  # -log(e / (e + 4))
        ("12-C14", 10),  # five squares, five sums
        ("12-C18", 12),  # 3 + 9
        ("13-P1", 10),
        ("13-P2", 48),
        ("13-P3", 72),
        ("13-C1", 128),
        ("13-C5", [8, 0]),
        ("13-C8", [12, 14]),
        ("13-C9", 25),
        ("13-B2", 40),
    ],
)
def test_a_number_is_what_a_hand_computes(item_id, key):
    assert registry.find(item_id).key() == pytest.approx(np.array(key, float))


@pytest.mark.parametrize(
    "item_id, text",
    [
        ("01-C6", "5.0"),  # a secant
        ("02-P3", "None"),
        ("02-C5", "False\nTrue\nTrue"),
        ("03-R2", "None\nMulBackward0"),
        ("03-P2", "10.0 True False"),
        ("03-P3", "3.0 False\nNone"),
        ("03-P5", "49.0 None"),
        ("03-C2", "None\ntensor(12.)"),  # 2 * 6
        ("03-C4", "None\ntensor(4.)"),  # 2 * (12 - 10)
        ("04-P2", "None"),
        ("04-C2", "AttributeError: 'NoneType' object has no attribute 'item'"),
        ("04-C3", "3.4"),
        ("05-P2", "4.0"),
        ("05-P5", "False None"),
        ("05-C2", "4.0 8.0"),
        ("05-C3", "5.0 None"),
        ("05-C6", "6.0 5.0 25.0"),
        ("05-C9", "5.0 0.2"),
        ("06-P1", "RuntimeError: grad can be implicitly created only for scalar outputs"),
        (
            "06-C3",
            "RuntimeError: Mismatch in shape: grad_output[0] has a shape of torch.Size([2]) and output[0] has a "
            "shape of torch.Size([3]).",
        ),
        ("06-C9", "tensor([24.])"),
        ("07-P1", "day 0\nstops"),
        ("07-P2", "stops\n6.0"),
        ("07-P6", "tensor([0., 0.])"),
        ("07-C1", "20.0\nstops\n20.0"),
        ("07-C2", "tensor([0.7500, 0.7500, 0.7500, 0.7500])"),
        ("07-T6", "tensor([ 8., 24.])"),
        ("08-P1", "False True"),
        ("08-P2", "False tensor([0.2000])"),
        ("08-P3", "True\ntensor(6.)"),
        ("08-P5", "tensor([9., 2.])"),
        ("08-C1", "tensor([[7.]])"),
        ("08-C5", "tensor([3., 7.])"),
        ("08-C6", "7.0 True False"),
        ("09-P3", "RuntimeError: function PowerBackward returned an incorrect number of gradients (expected 2, got 1)"),
        ("09-P4", "None"),
        ("09-C8", "False\nTrue"),
        (
            "09-P5",
            "RuntimeError: Function MeanDistanceBackward returned an invalid gradient at index 0 - "
            "got [] but expected shape compatible with [3]",
        ),
        ("09-C2", "RuntimeError: function ShiftBackward returned an incorrect number of gradients (expected 3, got 2)"),
        ("10-C3", "10.0 True\n7.0 False"),
        ("10-P4", "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"),
        ("12-C4", "4.0\nstops\n4.0"),
        ("12-C10", "tensor(8.)"),
    ],
)
def test_a_print_is_what_pytorch_prints(item_id, text):
    assert registry.find(item_id).key() == text


@pytest.mark.parametrize(
    "item_id, names",
    [
        ("01-P0", ["grad"]),
        ("01-B1", ["sign"]),
        ("01-C4", ["Q"]),
        ("01-C7", ["euro per meter"]),
        ("01-P3", ["w**3"]),
        ("00-C2", ["not counted"]),
        ("00-C4", ["tensors"]),
        ("02-P2", ["product, difference, doubling"]),
        ("02-C8", ["((None, 0), (<AccumulateGrad>, 0))"]),
        ("02-B1", ["replaced"]),
        ("03-P1", ["w", "b"]),
        ("03-C6", ["half", "own"]),
        ("03-C7", ["asked"]),
        ("03-B1", ["no leaf"]),
        ("04-P3", ["past"]),
        ("04-P4", ["21"]),
        ("04-C7", ["zero"]),
        ("04-C8", ["batch"]),
        ("05-P4", ["backward", "step"]),
        ("05-C4", ["same"]),
        ("05-W1", ["zero_grad, backward, step"]),
        ("07-P3", ["square", "line"]),
        ("07-P5", ["exp b", "square a"]),
        ("07-C5", ["same"]),
        ("07-C6", ["sin a", "sqrt b"]),
        ("07-W1", ["anew", "create"]),
        ("07-B1", ["area"]),
        ("07-B2", ["r+depth | depth"]),
        ("08-P7", ["train", "eval"]),
        ("08-C3", ["sum", "clone", "power"]),
        ("08-C9", ["b", "c"]),
        ("08-W1", ["two"]),
        ("08-B1", ["training"]),
        ("08-B3", ["memory"]),
        ("09-C5", ["double"]),
        ("09-W1", ["node"]),
        ("10-P2", ["before"]),
        ("10-P3", ["tiny"]),
        ("10-C10", ["product"]),
        ("10-W1", ["both"]),
        ("11-P1", ["saved"]),
        ("11-P3", ["two"]),
        ("11-P4", ["trips"]),
        ("11-C3", ["batch"]),
        ("11-T7", ["training"]),
        ("11-W1", ["item"]),
        ("11-B1", ["item"]),
        ("11-B2", ["no_grad"]),
        ("12-C1", ["sum"]),
        ("12-C2", ["momentum"]),
        ("12-P1", ["same"]),
        ("12-C13", ["data"]),
        ("12-C15", ["item", "detach"]),
        ("12-P2", ["nan"]),
        ("13-C6", ["double"]),
        ("13-C7", ["factor", "power"]),
    ],
)
def test_the_right_options_are_these(item_id, names):
    item = registry.find(item_id)
    assert [item.lettered()[letter].name for letter in item.key()] == names
