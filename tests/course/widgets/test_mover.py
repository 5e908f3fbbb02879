"""What all movers have in common."""

import pytest

from autogradlab.course import (
    Flow,
    Leaves,
    Lifetime,
    Locker,
    Loop,
    MemoryCurve,
    MicroBatches,
    PatientChart,
    Slope,
    Surface,
    Switchboard,
    registers,
)
from autogradlab.course.style import style_rules
from autogradlab.course.widgets.chart.mover import PROBES
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


#: Mover -> {setting: values that cannot be chosen for it}.
REFUSED = {
    Flow: {"activation": ["gelu"], "depth": [3], "scale": [9], "max_norm": [0]},
    Leaves: {"cut": ["scissors"], "loss_cut": [None], "scaled": ["yes"], "retain_grad": [1]},
    Lifetime: {"operation": ["log"], "write": ["a += 1"], "retain_graph": ["True"], "second": [2], "moment": [9, 0]},
    Locker: {"x": [9], "incoming": ["five"], "n": [5, None]},
    Loop: {
        "order": [(), ("forward", "forward"), ("eval",), "train", (None,), 5],
        "round": [0, 7, 2.5],
        "line": ["eval"],
    },
    MemoryCurve: {"case": ["leak"], "batch": [10], "layers": [3]},
    MicroBatches: {"k": [1, 9, 2.5], "first": [0, 60, 16.5], "reduction": ["median"]},
    PatientChart: {"patient": [11], "asked": [("temperature",), 5, tuple(PROBES)], "diagnosis": ["flu"]},
    Surface: {"lr": [1, "fast"], "momentum": [1], "steps": [-1, 2.5]},
    Switchboard: {"record": ["off", []], "layers": [True], "detach": [1]},
    registers: {"line": [0, 6, 2.5, "two", None]},
}


@pytest.mark.parametrize(
    "mover, name, value",
    [(mover, name, value) for mover, all in REFUSED.items() for name, values in all.items() for value in values],
)
def test_what_cannot_be_chosen_is_refused_with_help_and_changes_nothing(mover, name, value):
    mover = mover()
    before = mover.svg
    with pytest.raises(ValueError, match="\n  help: "):
        setattr(mover, name, value)
    assert mover.svg == before
