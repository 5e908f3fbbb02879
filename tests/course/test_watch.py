"""Watching a loop: few pictures, the last one stays, and the model is as it was."""

import subprocess
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import autogradlab as ag
from autogradlab.course.data import two_moons
from autogradlab.course.plots import Watch, watch
from autogradlab.course.plots.progress_picture import ProgressPicture

ROOT = Path(__file__).parents[2]
POINTS, LABELS = two_moons(30)


class Shown:
    """A view that keeps what it was shown, and when."""

    wants_pictures = True

    def __init__(self, rounds):
        self.rounds, self.turns, self.pictures, self.ends = rounds, [], [], []

    def turn(self, done, losses):
        self.turns.append(done)

    def picture(self, png, finding):
        self.pictures.append((png, finding))

    def end(self, plot):
        self.ends.append(plot)


class Clock:
    """A clock that advances by `sleep`, and a little each time it is read."""

    def __init__(self, tick=0.001):
        self.now, self.tick = 1000.0, tick

    def monotonic(self):
        self.now += self.tick
        return self.now

    def sleep(self, seconds):
        self.now += seconds


@pytest.fixture
def shown(monkeypatch):
    """The views of each Watch that is made with `view=shown`; the clock is `shown.clock`."""

    class Views(list):
        clock = Clock()

        def __call__(self, rounds):
            self.append(Shown(rounds))
            return self[-1]

    views = Views()
    monkeypatch.setattr(watch, "monotonic", views.clock.monotonic)
    monkeypatch.setattr(watch, "sleep", views.clock.sleep)
    return views


def network():
    ag.manual_seed(0)
    return ag.nn.Sequential(ag.nn.Linear(2, 4), ag.nn.Tanh(), ag.nn.Dropout(0.5), ag.nn.Linear(4, 1))


def run(live):
    for turn in live:
        live.note(1 / (turn + 1))
    return live


def test_it_counts_like_a_range_and_keeps_the_losses(shown):
    live = Watch(4, view=shown)
    assert [turn for turn in live if live.note(ag.tensor(float(turn))) is None] == [0, 1, 2, 3] and len(live) == 4
    assert live.losses == [0.0, 1.0, 2.0, 3.0] and shown[0].turns == [1, 2, 3, 4]


def test_a_fast_loop_shows_twenty_pictures_and_never_more_than_five_a_second(shown):
    times = []
    live = Watch(1000, view=shown)
    for turn in live:
        live.note(1.0)
        if len(shown[0].pictures) > len(times):
            times.append(shown.clock.now)
    assert 15 <= len(shown[0].pictures) <= 25
    assert np.diff(times).min() >= watch.PAUSE - 0.01


def test_a_slow_loop_is_never_made_to_wait_and_shows_a_picture_a_second(shown):
    shown.clock.tick, shown.clock.sleep = 0.5, lambda seconds: pytest.fail("waited") if seconds > 0 else None
    live = run(Watch(20, view=shown))
    assert 6 < len(shown[0].pictures) <= 20 and live.losses


def test_the_last_picture_stays_also_after_break_and_after_an_error(shown):
    for way_out in ("to the end", "break", "error"):
        live = Watch(5, network(), POINTS, LABELS, view=shown)
        try:
            for turn in live:
                live.note(0.5)
                if turn == 2 and way_out == "break":
                    break
                if turn == 2 and way_out == "error":
                    raise RuntimeError("stop")
        except RuntimeError:
            pass
        del live
        (plot,) = shown[-1].ends
        assert ("5 steps" if way_out == "to the end" else "3 steps") in plot.description


def test_the_model_is_asked_in_eval_mode_and_comes_back_as_it_was(shown):
    model = network()
    model[2].eval()
    before, state = [m.training for m in model.modules()], ag.get_rng_state().tolist()
    live = run(Watch(3, model, POINTS, LABELS, view=shown))
    assert [m.training for m in model.modules()] == before == [True, True, True, False, True]
    assert ag.get_rng_state().tolist() == state and all(weight.grad is None for weight in model.parameters())
    assert live.plot().text == live.plot().text


def test_the_points_on_their_side_are_counted_and_the_text_shows_the_boundary(shown):
    live = run(Watch(3, lambda points: (points[:, :1] > 0.5) * 1.0, POINTS, LABELS, view=shown))
    right = ((POINTS[:, 0] > 0.5) == LABELS).sum()
    assert live.plot().description.startswith(f"After 3 steps the loss is 0.333, and {right} of 30 points")
    drawing = live.plot().text.splitlines()[-14:]
    assert all(line.startswith("·") and line.endswith("1") for line in drawing)


def test_a_line_is_spoken_of_only_where_there_is_one(shown):
    for model, line in ((lambda points: points[:, :1], True), (lambda points: points[:, :1] * 0 + 1, False)):
        assert ("The line is where" in run(Watch(3, model, POINTS, LABELS, view=shown)).plot().description) is line


def test_tensors_are_taken_for_points_and_labels_as_well(shown):
    live = Watch(1, network(), ag.tensor(POINTS), ag.tensor(LABELS)[:, None], view=shown)
    assert "of 30 points" in run(live).plot().description


@pytest.mark.parametrize(
    "given",
    [
        (network(),),
        (network(), POINTS),
        (None, POINTS, LABELS),
        (network(), POINTS, LABELS[:3]),
        (network(), POINTS.T, LABELS),
    ],
)
def test_what_does_not_fit_is_refused_with_help(given):
    with pytest.raises(ValueError, match="\n  help: "):
        Watch(3, *given)


def test_a_loop_that_notes_nothing_ends_without_a_picture_and_plot_says_what_to_do(shown):
    live = Watch(2, view=shown)
    assert list(live) == [0, 1] and shown[0].ends == [None]
    with pytest.raises(ValueError, match="\n  help: call live.note"):
        live.plot()


@pytest.mark.parametrize(
    "losses, title",
    [
        ([1.0, float("nan")], "From step 2 on, the loss is no longer a finite number"),
        ([1.0, 1e30, float("inf"), float("nan")], "From step 3 on, the loss is no longer a finite number"),
        ([1.0, 1e308, 1e308, float("inf")], "From step 4 on, the loss is no longer a finite number"),
        ([float("nan")], "From step 1 on, the loss is no longer a finite number"),
        ([0.0], "After 1 step the loss is 0"),
        ([1.0, 1e30], "After 2 steps the loss is 1 × 10³⁰"),
        ([-1.0, -2.0], "After 2 steps the loss is -2"),
    ],
)
def test_losses_that_leave_every_scale_are_drawn_too_and_in_silence(losses, title, recwarn):
    picture = ProgressPicture()
    picture.draw(losses)
    picture.say()
    assert picture.finding.replace("−", "-") == title
    assert picture.png().startswith(b"\x89PNG") and picture.plot.png().startswith(b"\x89PNG")
    assert not recwarn.list


def test_a_rough_curve_begins_where_it_began_and_ends_at_a_mean():
    picture = ProgressPicture()
    picture.draw([4.0] + [1.0, 3.0] * 500)
    assert picture._line.get_ydata()[0] == 4 and picture.finding == "After 1,001 steps the loss is 2.09"


@pytest.mark.parametrize("steps, two_lines", [(99, False), (100, True)])
def test_where_there_are_two_lines_it_says_what_each_of_them_is(steps, two_lines):
    picture = ProgressPicture()
    picture.draw([1.0] * steps)
    picture.say()
    assert picture._key.get_alpha() == two_lines
    assert ("The dark line is the mean of nearby steps." in picture.plot.description) == two_lines


def test_the_axes_keep_their_height_when_the_second_line_begins():
    picture, places = ProgressPicture(), set()
    for steps in (90, 99, 100, 110):
        picture.draw([1.0] * steps)
        picture.png()
        places.add(picture.axes.get_position().intervaly.tobytes())
    assert len(places) == 1


def test_no_figure_of_pyplot_is_left_behind(shown):
    run(Watch(3, network(), POINTS, LABELS, view=shown))
    from matplotlib import pyplot

    assert pyplot.get_fignums() == []


PROGRAM = """
from autogradlab.course.plots import Watch
live = Watch(5)
for turn in live:
    live.note(2.0)
"""


def test_in_plain_python_there_is_a_bar_and_a_sentence():
    ran = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.stdout == "After 5 steps the loss is 2.\n" and "5/5" in ran.stderr


def test_in_a_notebook_the_last_plot_takes_the_place_of_the_bar():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(PROGRAM)])
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(ROOT)}}).execute()
    (output,) = notebook.cells[0].outputs
    assert output.data["text/plain"].startswith("After 5 steps the loss is 2.")
    assert "agl-plot" in output.data["text/html"]
