"""Every lesson leads to the playground, which shows what the page says of it."""

import re
from math import isnan

import nbformat
import pytest
from sources import ROOT, code_cells

from autogradlab.course import Playground

LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
IN_LESSON_02 = ("00", "01", "11", "12")
PAGE = 800  # px: a wider picture loses its right edge until it is scrolled


def playground(number):
    """A lesson's own playground, as its cell makes it."""
    (stem,) = (each for each in LESSONS if each.startswith(number))
    return eval(code_cells(stem, "notebooks")["playground"], {"Playground": Playground})


@pytest.mark.parametrize("stem", LESSONS)
def test_every_lesson_has_a_playground_or_a_link_to_the_one_of_lesson_02(stem):
    if stem[:2] in IN_LESSON_02:
        cells = nbformat.read(ROOT / "notebooks" / f"{stem}.ipynb", as_version=4).cells
        assert any(
            "playground" in line and "](02_graph.ipynb)" in line for cell in cells for line in cell.source.splitlines()
        )
    else:
        assert playground(stem[:2]).grads


@pytest.mark.parametrize("number", [stem[:2] for stem in LESSONS if stem[:2] not in IN_LESSON_02])
def test_its_first_picture_is_whole(number):
    assert int(re.search(r'viewBox="0 0 (\d+)', playground(number).svg)[1]) <= PAGE


def test_02_at_the_best_price_a_cent_makes_no_difference():
    price = playground("02")
    price.set(price=4.0)
    assert price.grads == {"price": 0} and price.result == 32


def test_03_a_flat_place_gives_an_honest_0_to_the_leaves_behind_it():
    leaves = playground("03")
    leaves.set(w=-1.0)
    assert leaves.grads == {"w": 0, "x": 0, "b": 1}


def test_04_three_parts_arrive_or_one_that_is_as_large():
    total = playground("04")
    assert "6 + 6 + 6 = 18" in total.text
    total.expression = "3 * w**2"
    assert total.grads == {"w": 18} and "+" not in total.description


def test_05_two_steps_can_be_taken_with_the_sliders():
    ride, losses = playground("05"), []
    for _ in range(2):
        grads = ride.grads
        ride.set(**{name: round(ride.values[name] - 0.05 * grads[name], 10) for name in ("w", "b")})
        losses.append(round(ride.result, 4))
    assert losses == [1, 0.25] and ride.values == pytest.approx({"w": 2.4, "x": 2, "b": 0.7, "y": 5})


def test_06_its_weight_arrives_at_each_power():
    rooms = playground("06")
    assert "1 × 10 = 10" in rooms.text and rooms.grads == {"x0": 2, "x1": 40}


def test_07_a_number_in_place_of_a_history_leaves_the_result_and_takes_a_path_away():
    water = playground("07")
    assert (water.result, water.grads) == (2, {"w": 6}) and "Two paths" in water.text
    water.expression = water.expression.replace("(w * 4 + 2)", "4")
    assert (water.result, water.grads) == (2, {"w": 4}) and "Two paths" not in water.text


def test_08_a_number_is_what_detach_makes():
    square = playground("08")
    assert square.grads == {"x": 6}
    square.expression = "x * 3"
    assert (square.result, square.grads) == (9, {"x": 3})


def test_09_the_engines_own_rules_get_and_send_the_same():
    braking = playground("09")
    assert "PowBackward0 received 5" in braking.text and braking.grads == {"x": 30}
    braking.expression = "5 * tanh(x)"
    assert "1 − result²" in braking.text


def test_10_only_the_layer_that_is_far_out_has_a_tiny_slope():
    deep = playground("10")
    deep.set(x=5.0)
    slopes = [abs(value) for _, value in _slopes(deep)]
    assert sum(slope < 0.01 for slope in slopes) == 1
    deep.set(x=0.0)
    deep.expression = deep.expression.replace("sigmoid", "tanh")
    assert deep.grads == {"x": 1}


def _slopes(mover):
    """(received, slope) of each node, from lines such as `1 × 0.2273 = 0.2273`."""
    products = [line.split("=")[0].split(":")[1] for line in mover.text.splitlines() if " × " in line and "=" in line]
    return [tuple(map(float, product.split("×"))) for product in products]


@pytest.mark.parametrize("typed, grads", [("w**3", {"w": 0}), ("exp(w) * x + b", {"w": 1, "x": 1, "b": 1})])
def test_01_and_11_what_is_to_be_typed_can_be_typed(typed, grads):
    assert Playground(typed, w=0.0).grads == grads


def test_12_0_times_a_slope_without_end_is_nan():
    assert isnan(Playground("0 * sqrt(x)", x=0.0).grads["x"])


def test_13_from_the_middle_neither_weight_can_learn_and_beside_it_one_can():
    net = playground("13")
    assert net.grads == {"a": 0, "b": 0}
    net.set(a=1.0)
    assert net.grads == {"a": 0, "b": -4}
