"""Watch a loop learn: a progress bar, the loss so far and, for points in the plane, the boundary, while it runs."""

from contextlib import contextmanager
from time import monotonic, sleep

import numpy as np

import autogradlab as ag

from .live import live_view
from .progress_picture import ProgressPicture

PICTURES = 20  # of a fast loop, which is slowed down so that each can be seen
PAUSE = 0.2  # at most five a second
GRID = (45, 60)


class Watch:
    """A range of rounds to loop over that shows what is learned on the way, and leaves the last picture.

    rounds           how often the loop runs
    model            a function of points, a tensor of shape (n, 2), that returns about 0 or 1 for each; a module is
                     called in eval mode, and its mode is restored
    points, labels   the (n, 2) points and their n labels, 0 or 1; without these three there is a loss curve alone
    view             where pictures go; left out: below the cell in a notebook, elsewhere a bar in the terminal
    >>> live = Watch(3)
    >>> for turn in live:
    ...     live.note(1 / (turn + 1))
    After 3 steps the loss is 0.333.
    >>> live.losses
    [1.0, 0.5, 0.3333333333333333]
    """

    def __init__(self, rounds, model=None, points=None, labels=None, *, view=live_view):
        given = [value is not None for value in (model, points, labels)]
        if any(given) != all(given):
            raise ValueError(
                "a boundary needs a model, points and labels\n  help: Watch(500, model, points, labels), "
                "or Watch(500) for the loss alone"
            )
        self.rounds, self.losses, self._model, self._view = rounds, [], model, view
        self._points, self._labels = (None, None) if model is None else (_numbers(points), _numbers(labels).ravel())
        if model is not None and self._points.shape != (len(self._labels), 2):
            raise ValueError(
                f"points of shape {self._points.shape} do not fit {len(self._labels)} labels\n  help: one "
                "row of two coordinates for each label"
            )
        self._picture, self._shown, self._last = None, None, 0.0

    def __len__(self):
        return self.rounds

    def __iter__(self):
        self._shown, self._last = self._view(self.rounds), 0.0
        marks = {round(self.rounds * (k / PICTURES) ** 2) for k in range(PICTURES)}  # close together at first
        try:
            for turn in range(self.rounds):
                yield turn
                self._shown.turn(turn + 1, self.losses)
                if turn in marks or monotonic() > self._last + 5 * PAUSE:
                    self._show()
        finally:  # also after `break` and after an error in the loop
            self._shown.end(self.plot() if self.losses else None)

    def note(self, loss):
        """Remember the loss of this step: a number, or a tensor of one."""
        self.losses.append(float(loss.item() if hasattr(loss, "item") else loss))

    def plot(self):
        """What was learned so far, as a Plot."""
        picture = self._drawn()
        picture.say()
        return picture.plot

    def _show(self):
        if self.losses and self._shown.wants_pictures:
            picture = self._drawn()
            png = picture.png()
            sleep(max(0.0, self._last + PAUSE - monotonic()))
            self._shown.picture(png, picture.finding)
            self._last = monotonic()

    def _drawn(self):
        if not self.losses:
            raise ValueError(
                "there is no loss to draw yet\n  help: call live.note(loss) in the loop, where live is the Watch"
            )
        if self._picture is None:
            self._picture = ProgressPicture(self._points, self._labels)
        self._picture.draw(self.losses, *self._asked())
        return self._picture

    def _asked(self):
        """The model's outputs now on a grid over the picture, and whether each point is on its own side."""
        if self._model is None:
            return None, None
        x_low, x_high, y_low, y_high = self._picture.limits
        rows, columns = GRID
        grid = np.stack(np.meshgrid(_middles(x_low, x_high, columns), _middles(y_low, y_high, rows)), 2).reshape(-1, 2)
        with as_in_use(self._model):
            said = self._said(np.concatenate([grid, self._points]))
        return said[: len(grid)].reshape(GRID), (said[len(grid) :] > 0.5) == self._labels

    def _said(self, points):
        return self._model(ag.tensor(points.astype(np.float32))).numpy().ravel()


@contextmanager
def as_in_use(model):
    """Inside, the model is in eval mode and nothing is recorded; afterwards the mode of each module is restored."""
    modes = [(module, module.training) for module in model.modules()] if hasattr(model, "modules") else []
    try:
        for module, _ in modes:
            module.training = False
        with ag.no_grad():
            yield
    finally:
        for module, was in modes:
            module.training = was


def _numbers(data):
    return np.asarray(data.detach().numpy() if hasattr(data, "detach") else data, float)


def _middles(low, high, count):
    """The midpoints of `count` equal cells from low to high."""
    return low + (np.arange(count) + 0.5) * (high - low) / count
