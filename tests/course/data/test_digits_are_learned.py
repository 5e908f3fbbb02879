"""The cells of lesson 08 that train and test on handwritten digits do what the lesson says of them."""

from pathlib import Path

import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[3] / "notebooks" / "08_switches.ipynb"
WITHOUT_PICTURES = """
import autogradlab as ag
from autogradlab.course.data import digits
digit_pictures = misread_pictures = lambda *given: None

class Watch(list):
    def __init__(self, rounds):
        super().__init__(range(rounds))

    def note(self, loss):
        pass
"""


@pytest.fixture(scope="module")
def cells():
    return {cell.id: cell.source for cell in nbformat.read(NOTEBOOK, as_version=4).cells}


@pytest.fixture(scope="module")
def learned(cells):
    """The names that these cells leave behind when run in order."""
    names = {}
    for source in (WITHOUT_PICTURES, cells["digits"], cells["digits-train"], cells["careful"]):
        exec(source, names)
    return names


def share_of(names):
    return names["right"].float().mean().item()


def test_at_least_96_of_100_pictures_are_read_right(learned):
    assert len(learned["right"]) == 500
    assert share_of(learned) >= 0.96


def test_the_test_leaves_no_trace(learned):
    assert learned["reader"].training and not learned["scores"].requires_grad


def test_without_eval_fewer_are_right_and_each_time_another_number(learned, cells):
    tossed = {**learned}
    shares = []
    for _ in range(3):
        exec(cells["careful"].replace("reader.eval()\n", ""), tossed)
        shares.append(share_of(tossed))
    assert max(shares) < share_of(learned) - 0.03 and len(set(shares)) > 1
