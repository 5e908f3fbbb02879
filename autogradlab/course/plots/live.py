"""The places where a changing picture is shown: below the cell of a notebook; elsewhere only a bar in the terminal."""

from tqdm import tqdm


class Notebook:
    """A bar, a line of text and a picture below the cell. At the end the last Plot replaces them."""

    wants_pictures = True

    def __init__(self, rounds):
        import ipywidgets as widgets
        from IPython.display import display

        self._bar = widgets.IntProgress(max=rounds, description="learning", layout=widgets.Layout(width="240px"))
        self._words = widgets.Label("round 0")
        self._image = widgets.Image(format="png", layout=widgets.Layout(max_width="800px", align_self="flex-start"))
        self._rounds = rounds
        self._box = widgets.VBox([widgets.HBox([self._bar, self._words]), self._image])
        self._place = display(self._box, display_id=True)

    def turn(self, done, losses):
        if done == self._rounds:
            self._count(done)
        self._done = done

    def picture(self, png, finding):
        self._count(self._done)
        self._image.value, self._image.tooltip = png, finding

    def _count(self, done):
        self._bar.value, self._words.value = done, f"round {done} of {self._rounds}"

    def end(self, plot):
        if plot is not None:
            self._place.update(plot)
        for widget in (self._image, self._words, self._bar, *self._box.children, self._box):
            widget.close()


class Terminal:
    """A bar followed by the loss; at the end one sentence."""

    wants_pictures = False

    def __init__(self, rounds):
        self._bar = tqdm(total=rounds, desc="learning", unit="round")

    def turn(self, done, losses):
        if losses:
            self._bar.set_postfix(loss=f"{losses[-1]:.4g}", refresh=False)
        self._bar.update()

    def end(self, plot):
        self._bar.close()
        if plot is not None:
            print(plot.text.partition("\n")[0])


def live_view(rounds):
    """The view for the place where this program runs."""
    return Notebook(rounds) if _in_a_notebook() else Terminal(rounds)


def _in_a_notebook():
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    return hasattr(get_ipython(), "kernel")
