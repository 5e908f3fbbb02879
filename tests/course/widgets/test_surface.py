"""The surface: the path is SGD's own, and learning rate and momentum show on it."""

import xml.etree.ElementTree as ElementTree

import pytest
from pictures import texts, texts_that_agree

import autogradlab as ag
from autogradlab.course.widgets.surface.mover import Surface
from autogradlab.draw.theme import FORWARD_TINT


@pytest.fixture(scope="module")
def valley():
    return Surface()


def test_the_first_view_goes_to_and_fro_across_the_valley(valley):
    assert valley.reading.turns > 10 and "to and fro" in texts(valley)[0]


def test_one_step_is_the_learning_rate_times_the_gradient():
    surface = Surface(lr=0.1, steps=1, start=(-4, 1))
    assert surface.path[1] == pytest.approx((-3.6, 0))  # the gradient at (−4, 1) is (−4, 10)
    assert surface.losses == pytest.approx([13, 6.48])


def test_momentum_adds_to_the_step_before():
    surface = Surface(lr=0.1, momentum=0.5, steps=2, start=(-4, 1))
    assert surface.path[2] == pytest.approx((-3.04, -0.5))


@pytest.mark.parametrize("lr, better", [(0.05, True), (0.21, False)])
def test_too_large_a_rate_climbs_out_of_the_valley(lr, better):
    surface = Surface(lr=lr)
    assert (surface.losses[-1] < surface.losses[0]) == better
    assert ("Too large a step" in surface.description) != better


def test_momentum_helps_a_small_rate():
    assert Surface(lr=0.02, momentum=0.7).losses[-1] < Surface(lr=0.02).losses[-1]


@pytest.mark.parametrize(
    "lr, momentum, steps", [(0, 0, 30), (0.18, 0, 0), (0.1, 0.9, 30), (0.3, 0.95, 30), (0.3, 0, 7)]
)
def test_picture_words_and_text_agree(valley, lr, momentum, steps):
    valley.lr, valley.momentum, valley.steps = lr, momentum, steps
    texts_that_agree(valley)
    assert len(valley.text.splitlines()) == 3 + len(valley.path)


def test_the_map_stands_still(valley):
    still = valley._drawing.still
    valley.lr = 0.07
    assert valley._drawing.still is still and still in valley.svg


def tinted(surface, a, b):
    """Whether the valley's floor is tinted at this place: a ray from there crosses an edge an odd number of times."""
    place = surface._drawing.plane.at(a, b)
    return any(
        odd(each.get("d"), *place)
        for each in ElementTree.fromstring(surface.svg).iter()
        if each.get("fill") == FORWARD_TINT and each.tag.endswith("path")
    )


def odd(drawn, x, y):
    crossed = 0
    for ring in drawn.replace("Z", "").split("M")[1:]:
        ends = [tuple(map(float, end.split(","))) for end in ring.split("L")]
        for (x1, y1), (x2, y2) in zip(ends, ends[1:] + ends[:1]):
            crossed += (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)
    return crossed % 2 == 1


@pytest.mark.parametrize(
    "f, inside, outside",
    [
        (lambda a, b: 0.5 * a**2 + 5 * b**2, [(0, 0), (-0.4, 0.05)], [(2.5, 0), (0, -1)]),
        (
            lambda a, b: (a * b - 2) ** 2,
            [(2, 1), (1.2, 1.7), (-2.9, -0.7)],
            [(1.1, 1.1), (0, 0), (2.9, 1.7), (-2.4, -1.4)],
        ),
        (lambda a, b: (a**2 + b**2 - 2) ** 2, [(2**0.5, 0), (1, -1)], [(0, 0), (2.5, 0)]),
        (lambda a, b: (ag.sqrt(a) - 1) ** 2 + b**2, [(1.1, 0.05)], [(-1, 0), (2.5, 1.5)]),
    ],
    ids=["in the middle", "leaves the picture", "a ring", "with a gap"],
)
def test_just_the_floor_of_a_valley_is_tinted(f, inside, outside):
    surface = Surface(f, start=(1, 1), limits=(-3, 3))
    assert [tinted(surface, *place) for place in inside + outside] == [True] * len(inside) + [False] * len(outside)


def test_any_loss_of_two_weights_can_be_descended():
    surface = Surface(lambda a, b: ag.sin(a) + b**2, lr=0.1, steps=3, start=(0, 1), limits=(-3, 3))
    assert surface.path[1] == pytest.approx((-0.1, 0.8))


@pytest.mark.parametrize(
    "f, sentence",
    [
        (lambda a, b: 3.0, "backward() can start from"),
        (lambda a, b: (a * b).detach(), "backward() can start from"),
        (lambda a: a, "Your function stopped at a = −4, b = 1.5 with TypeError"),
    ],
)
def test_a_function_without_a_slope_is_explained_and_not_raised(f, sentence):
    surface = Surface(f)
    assert sentence in surface.description and "\n  help: " in surface.text
    assert surface.path == [] and surface.losses == []


def test_the_path_is_that_of_the_function_as_it_is_now():
    steepness = [1.0]

    def f(a, b):
        return steepness[0] * (a**2 + b**2)

    before = Surface(f).losses[0]
    steepness[0] = 5.0
    assert Surface(f).losses[0] == 5 * before


def test_a_function_without_a_hash_is_descended_like_any_other():
    class Loss:
        __hash__ = None

        def __call__(self, a, b):
            return a**2 + b**2

    assert Surface(Loss()).losses[0] == 18.25


def test_a_path_is_descended_once():
    calls = []

    def f(a, b):
        calls.append(a)
        return a**2 + b**2

    surface = Surface(f, steps=3)
    before = len(calls)
    surface.steps = 5
    assert len(calls) == before and len(surface.path) == 6


def test_a_place_without_a_loss_leaves_a_gap_in_the_map():
    surface = Surface(lambda a, b: ag.sqrt(a) + b**2, start=(4, 1))
    assert len(surface.path) > 1
    ElementTree.fromstring(surface.svg)


@pytest.mark.parametrize(
    "places",
    [{"start": "here"}, {"start": (1, 2, 3)}, {"start": (0, float("nan"))}, {"limits": (5, -5)}, {"limits": 3}],
)
def test_places_that_show_nothing_are_refused_with_help(places):
    with pytest.raises(ValueError, match="\n  help: "):
        Surface(**places)


@pytest.mark.parametrize("lr", [0.15, 0.19])
def test_a_turn_too_short_to_be_seen_is_none(lr):
    mover = Surface(lambda a, b: (a * b - 2) ** 2, lr=lr, start=(0.3, -0.6), limits=(-3, 3))
    assert mover.reading.turns < 5 and "down the valley" in texts(mover)[0]
    assert "to and fro" not in mover.description


def test_a_turn_counts_even_if_its_first_step_is_too_short_to_be_seen():
    mover = Surface(lambda a, b: (a * b - 2) ** 2, lr=0.12, momentum=0.35, start=(0.3, -0.6), limits=(-3, 3))
    assert mover.reading.turns == 1


def test_one_turn_is_one_time():
    mover = Surface(lambda a, b: a**2 + b**2, lr=0.3, momentum=0.9, steps=4)
    assert mover.reading.turns == 1 and "1 time" in texts(mover)
