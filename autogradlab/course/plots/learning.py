"""A small network that learns to tell two moons apart, and its boundary live while it does."""
import io

import matplotlib
import numpy as np
from PIL import Image
from tqdm.auto import tqdm

import autogradlab as ag
from autogradlab import nn
from autogradlab.draw.theme import PAPER

from .boundary import SHADES, decision_boundary, scatter
from .plot import LOOK, Plot

LIMITS = (-1.6, 2.6, -1.1, 1.6)
GRID = (36, 54)


class Moons:
    """Two moons, a network with one hidden layer, an optimizer. `step()` trains once and gives the loss.

    points, labels   the data; `losses` so far
    """

    def __init__(self, count=160, hidden=16, lr=0.05, noise=0.15, seed=0):
        generator = ag.Generator().manual_seed(seed)
        self.points, self.labels = _two_moons(count, noise, generator)
        self._x, self._y = ag.tensor(self.points), ag.tensor(self.labels[:, None].astype(np.float32))
        with ag.random.fork_rng():
            ag.manual_seed(seed)
            self.model = nn.Sequential(nn.Linear(2, hidden), nn.Tanh(), nn.Linear(hidden, 1))
        self.optimizer, self.losses = ag.optim.Adam(self.model.parameters(), lr=lr), []
        ys, xs = _middles(*LIMITS[2:], GRID[0]), _middles(*LIMITS[:2], GRID[1])
        self._grid = ag.tensor(np.array([(x, y) for y in ys for x in xs], np.float32))

    def step(self):
        """One step of training; the loss before it."""
        loss = nn.functional.binary_cross_entropy_with_logits(self.model(self._x), self._y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.item())
        return self.losses[-1]

    def probabilities(self):
        """Of class 1 on a grid of rows and columns over LIMITS."""
        with ag.no_grad():
            return ag.sigmoid(self.model(self._grid)).numpy().reshape(GRID)

    def plot(self):
        """The boundary now, as a Plot."""
        return decision_boundary(self.probabilities(), self.points, self.labels, LIMITS, step=len(self.losses),
                                 loss=self.losses[-1] if self.losses else None)


def watch(moons=None, steps=200, every=4, show=None):
    """Train under a progress bar and show the boundary on the way; gives the last Plot.

    every    how many steps from picture to picture
    show     what to do with the PNG bytes of each picture; left out: a widget below the cell shows them
    """
    moons = Moons() if moons is None else moons
    picture = LivePicture(moons.points, moons.labels)
    show, close = _in_a_widget() if show is None else (show, lambda: None)
    show(picture.png(moons.probabilities(), f"step {len(moons.losses)}"))
    bar = tqdm(range(1, steps + 1), desc="training", unit="step")
    for i in bar:
        loss = moons.step()
        if i % every == 0 or i == steps:
            show(picture.png(moons.probabilities(), f"step {len(moons.losses)}, loss {loss:.3f}"))
            bar.set_postfix(loss=f"{loss:.3f}", refresh=False)
    close()
    return moons.plot()


def _in_a_widget():
    """(what shows PNG bytes below the cell, what takes them away when the last Plot comes in their place)"""
    import ipywidgets as widgets
    from IPython.display import display
    image = widgets.Image(format="png", layout=widgets.Layout(width="640px", max_width="100%"))
    display(image)
    return lambda png: setattr(image, "value", png), image.close


class LivePicture:
    """The boundary as PNG bytes, again and again: what stands still is drawn once and laid over what changes."""

    def __init__(self, points, labels):
        self.plot = Plot(width=6.4, height=4.4)
        self.axes = self.plot.axes_for("x", "y", xlim=LIMITS[:2], ylim=LIMITS[2:])
        with matplotlib.rc_context(LOOK):
            self.axes.grid(False)
            self.title = self.axes.set_title(" ")
            scatter(self.axes, points, labels)
        self._over = self._standing_still()
        self._place = self._inside_the_axes()
        self._colors = (255 * SHADES(np.arange(256))[:, :3]).round().astype(np.uint8)

    def _standing_still(self):
        """Points, axes and legend on transparent paper."""
        self.plot.patch.set_alpha(0)
        self.axes.patch.set_alpha(0)
        self.plot.canvas.draw()
        return self._image()

    def _inside_the_axes(self):
        """(left, top, right, bottom) in px from the upper left corner."""
        inside, height = self.axes.get_window_extent(), self._over.height
        return tuple(map(round, (inside.x0, height - inside.y1, inside.x1, height - inside.y0)))

    def _image(self):
        size = self.plot.canvas.get_width_height()
        return Image.frombytes("RGBA", size, bytes(self.plot.canvas.buffer_rgba()))

    def png(self, probabilities, title):
        """The picture for these probabilities."""
        left, top, right, bottom = self._place
        shades = Image.fromarray(self._colors[(255 * probabilities[::-1]).astype(np.uint8)])
        picture, buffer = Image.new("RGBA", self._over.size, PAPER), io.BytesIO()
        picture.paste(shades.resize((right - left, bottom - top), Image.Resampling.BILINEAR), (left, top))
        picture.alpha_composite(self._over)
        picture.alpha_composite(self._titled(title))
        picture.convert("RGB").save(buffer, "png", compress_level=1)
        return buffer.getvalue()

    def _titled(self, title):
        """The title alone, on transparent paper."""
        renderer = self.plot.canvas.get_renderer()
        renderer.clear()
        self.title.set_text(title)
        with matplotlib.rc_context(LOOK):
            self.title.draw(renderer)
        return self._image()


def _two_moons(count, noise, generator):
    """(points, labels): two half circles that reach into each other."""
    half = count // 2
    angle = np.linspace(0, np.pi, half)
    upper = np.stack([np.cos(angle), np.sin(angle)], 1)
    lower = np.stack([1 - np.cos(angle), 0.5 - np.sin(angle)], 1)
    points = np.concatenate([upper, lower]) + noise * ag.randn(2 * half, 2, generator=generator).numpy()
    return points.astype(np.float32), np.repeat([0, 1], half)


def _middles(low, high, count):
    """The middles of so many equal cells from low to high."""
    return low + (np.arange(count) + 0.5) * (high - low) / count
