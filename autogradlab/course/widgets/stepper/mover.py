"""The mover of lesson 02: backward in slow motion, node by node, forwards and back in time."""

from autogradlab.draw.names import callers_variables, checked

from ..parts.mover import Mover
from . import page, words
from .picture import StepPicture
from .player import Player
from .story import Story


class Stepper(Mover):
    """Step through `root.backward()`: which node runs, what arrived, what it sends, what adds up where paths meet.

    root    the tensor of one number that backward would start from, ours or PyTorch's
    names   name -> tensor, e.g. {'w': w} or dict(model.named_parameters()); by default your own variables
    step    where to begin: 0 is before the first node

    Read or set `step`, 0 to `count`; read `moment`, what happens at this step (None at step 0), and `playing`.
    Every number comes from running the nodes' own rules when the Stepper is made; no `.grad` changes, nothing is freed,
    and no hook is called. Raises TypeError or ValueError where there is nothing to step through.
    """

    def __init__(self, root, names=None, *, step=1):
        self.story = Story(root, callers_variables("autogradlab") if names is None else checked(names))
        self._drawing, self._player = StepPicture(self.story), Player(self.story.count, step)
        super().__init__(self._player)
        self.follow(self._player)

    step = property(lambda self: self._player.step, lambda self, step: setattr(self._player, "step", step))
    count = property(lambda self: self.story.count)
    playing = property(lambda self: self._player.playing)

    @property
    def moment(self):
        return self.story.moments[self.step - 1] if self.step else None

    def html(self):
        """A standalone page that can be stepped through without kernel and network."""
        return page.page(self.story, self._drawing, self.step)

    def _update(self):
        self.show(
            self._drawing.at(self.step), words.description(self.story, self.step), words.text(self.story, self.step)
        )
