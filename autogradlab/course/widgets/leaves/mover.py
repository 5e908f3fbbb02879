"""The mover of lesson 03: which tensors are leaves, where gradients land, and what cuts the path to them."""

from ..parts.mover import Mover
from ..parts.picks import Pick, Row, Switch, delegate
from . import words
from .picture import draw_leaves
from .run import CUTS, ENDS, Choices, run


class Leaves(Mover):
    """Switch flags on and off and cut the path; see which tensors are leaves and where backward() leaves a gradient.

    Read or set `x_requires_grad`, `w_requires_grad`, `scaled` (w is a leaf * 0.01), `retain_grad`, and
    `cut` ('', 'detach', 'data', 'item', 'no_grad', 'round', 'compare') and `loss_cut` ('', 'tensor', 'requires_grad');
    read `run`: the lines, the facts about every tensor, and where the program stopped if it did.
    >>> Leaves(cut="detach").run.grads
    {'x': None, 'w': None, 'b': 14.0, 'h': None, 'loss': None}
    """

    def __init__(
        self, *, x_requires_grad=False, w_requires_grad=True, scaled=False, retain_grad=False, cut="", loss_cut=""
    ):
        self._x = Switch("x requires_grad", x_requires_grad)
        self._w = Switch("w requires_grad", w_requires_grad)
        self._scaled = Switch("w = … * 0.01", scaled)
        self._retain = Switch("h.retain_grad()", retain_grad)
        self._cut = Pick("how h is made", CUTS, cut)
        self._loss = Pick("before backward()", {"": "nothing more"} | ENDS, loss_cut)
        super().__init__(Row(self._x, self._w, self._scaled, self._retain), Row(self._cut), Row(self._loss))
        self.follow(self._x, self._w, self._scaled, self._retain, self._cut, self._loss)

    x_requires_grad, w_requires_grad = delegate("_x"), delegate("_w")
    scaled, retain_grad = delegate("_scaled"), delegate("_retain")
    cut, loss_cut = delegate("_cut"), delegate("_loss")

    def _update(self):
        self.run = run(
            Choices(self.x_requires_grad, self.w_requires_grad, self.scaled, self.retain_grad, self.cut, self.loss_cut)
        )
        self.show_state(draw_leaves, words, self.run)
