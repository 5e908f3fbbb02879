"""What all movers have in common."""

import pytest

from autogradlab.course.style import style_rules
from autogradlab.course.widgets.slope.mover import Slope
from autogradlab.course.widgets.stepper.player import Player


@pytest.mark.parametrize(
    "made, moved, mark",
    [
        (lambda: Slope(), lambda slope: setattr(slope, "w", 4.5), lambda slope: slope._w.more),
        (lambda: Player(3, 1), lambda player: setattr(player, "step", 3), lambda player: player.last),
    ],
    ids=["slider", "player"],
)
def test_the_picture_moves_before_the_buttons_do(made, moved, mark):
    mover, seen = made(), []
    button = mark(mover)
    (mover._w if isinstance(mover, Slope) else mover).on_change(lambda: seen.append(button.disabled))
    moved(mover)
    assert seen == [False] and button.disabled


def test_a_picture_to_click_on_keeps_its_size_and_scrolls_where_its_card_is_narrower():
    """Its smallest letters are 12 px high, and no smaller anywhere."""
    assert ".agl-picture svg:has([onclick]){width:auto;max-width:none!important}" in style_rules()
    assert ".agl-check .agl-picture{overflow-x:auto}" in style_rules()
