"""Plots from plain data: titles that say what is seen, data as text, the same bytes every time."""
import numpy as np
import pytest

import autogradlab as ag
from autogradlab.course.plots import (
    Moons,
    decision_boundary,
    difference_errors,
    error_against_step,
    flow_per_layer,
    training_curves,
    watch,
)
from autogradlab.course.plots.learning import LivePicture

PNG = b"\x89PNG"
LOSSES = {"SGD": [9.0, 5.76, 3.6864], "with momentum": [9.0, 5.0, 1.0]}


def title_of(plot):
    return plot.axes[0].get_title(loc="left")


@pytest.fixture(scope="module")
def moons():
    trained = Moons(count=40)
    for _ in range(60):
        trained.step()
    return trained


def plots(moons):
    return [training_curves(LOSSES), error_against_step(difference_errors(lambda x: x**3, 2.0)),
            flow_per_layer({"sigmoid": [1e-5, 1e-3, 0.1], "relu": [0.9, 1.1, 1.0]}), moons.plot()]


def test_every_plot_says_its_finding_in_title_words_and_text(moons):
    for plot in plots(moons):
        assert title_of(plot) and plot.description.startswith(title_of(plot)) and plot.text.startswith(title_of(plot))
        shown = plot._repr_mimebundle_()
        assert shown["text/plain"] == plot.text and f'alt="{plot.description}"' in shown["text/html"]


def test_the_same_data_give_the_same_bytes():
    assert training_curves(LOSSES).png() == training_curves(LOSSES).png()


def test_the_run_that_ends_lowest_is_named():
    assert title_of(training_curves(LOSSES)) == "with momentum ends lowest: 1 after 2 steps"
    assert title_of(training_curves({"w": [9.0, 4.0]})) == "The loss falls from 9 to 4 in 1 steps"


@pytest.mark.parametrize("log", [False, True])
def test_runs_that_break_are_drawn_as_far_as_they_go(log):
    plot = training_curves({"breaks": [1.0, float("nan"), float("inf")], "fine": [1.0, 0.0, 0.0]}, log=log)
    assert plot.png().startswith(PNG) and "nan" in plot.text


def test_float64_allows_a_smaller_step_and_a_smaller_error_than_float32():
    errors = difference_errors(lambda x: ag.sin(x), 1.0)
    best = {name: min(zip(found, hs)) for name, (hs, found) in errors.items()}
    assert best["float64"][0] < 1e-9 < 1e-6 < best["float32"][0]
    assert best["float64"][1] < best["float32"][1]


def test_halving_a_large_step_quarters_the_error():
    (_, (at_2h, at_h)) = difference_errors(lambda x: x**3, 2.0, [0.2, 0.1])["float64"]
    assert at_2h / at_h == pytest.approx(4, rel=1e-6)


def test_the_flow_names_the_network_that_loses_most():
    plot = flow_per_layer({"sigmoid": [1e-5, 1e-3, 0.1], "relu": [0.9, 1.1, 1.0]})
    assert title_of(plot) == "With sigmoid only 1 × 10⁻⁴ of the gradient reaches layer 1"


def test_a_layer_without_gradient_leaves_a_gap():
    assert flow_per_layer({"dead": [0.0, 0.0, 1.0]}).png().startswith(PNG)


@pytest.mark.parametrize("draw", [training_curves, flow_per_layer])
@pytest.mark.parametrize("data", [{}, {"empty": []}, [1.0, 2.0], None])
def test_nothing_to_draw_is_said_with_help(draw, data):
    with pytest.raises(ValueError, match="\n  help: "):
        draw(data)


# ---- a network that learns -------------------------------------------------------------------------------------------

def test_the_moons_are_learned(moons):
    assert moons.losses[-1] < 0.5 * moons.losses[0]
    assert "% of the points" in title_of(moons.plot()) and "after 60 steps" in title_of(moons.plot())


def test_the_share_of_points_on_their_side_is_read_off_the_grid():
    grid = np.repeat([[0.0, 1.0]], 2, axis=0)                   # class 1 on the right
    points = np.array([[0.1, 0.5], [0.9, 0.5], [0.2, 0.1], [0.8, 0.9]])
    plot = decision_boundary(grid, points, np.array([0, 1, 1, 1]), (0, 1, 0, 1))
    assert title_of(plot) == "75 % of the points are on their side"


def test_a_grid_that_does_not_fit_is_refused_with_help():
    with pytest.raises(ValueError, match="\n  help: "):
        decision_boundary(np.zeros(4), np.zeros((3, 2)), [0, 1, 1], (0, 1, 0, 1))


def test_watching_shows_pictures_on_the_way_and_gives_the_last_plot(capsys):
    pictures = []
    plot = watch(Moons(count=20, hidden=4), steps=6, every=3, show=pictures.append)
    assert len(pictures) == 3 and all(png.startswith(PNG) for png in pictures) and len(set(pictures)) == 3
    assert "after 6 steps" in title_of(plot)


def test_a_live_picture_changes_only_with_its_data(moons):
    live, grid = LivePicture(moons.points, moons.labels), moons.probabilities()
    first = live.png(grid, "step 1")
    assert live.png(1 - grid, "step 1") != first == live.png(grid, "step 1")


def test_the_learners_random_numbers_are_left_alone():
    before = ag.get_rng_state().tolist()
    Moons(count=10)
    assert ag.get_rng_state().tolist() == before
