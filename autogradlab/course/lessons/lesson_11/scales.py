"""Scales for memory: what has come to life since they were set up, and what a loss holds."""

import gc
import weakref

from autogradlab.memory.holdings import Alive, arrays_in, nodes_behind

OWNERS = ("parameters", "gradients", "saved values")


class Scales:
    """Make scales before some lines run, and `print` them after: who holds how many bytes, how many nodes are alive.

    What was alive before the scales is left out, so that it does not matter what else a notebook still holds. Only the
    parameters of `model` and their gradients count however old they are. `saved` (bytes) and `nodes` are measured at
    the moment they are read.

    >>> import autogradlab as ag
    >>> w = ag.ones(100, requires_grad=True)
    >>> scales = Scales()
    >>> loss = (w ** 2).sum()
    >>> scales.saved, scales.nodes
    (400, 2)
    """

    def __init__(self, model=None):
        gc.collect()
        before = Alive(gc.get_objects())
        self._model = model
        self._older = [weakref.ref(x) for x in (*before.tensors, *before.nodes)]

    saved = property(lambda self: self._weighed()["saved values"])
    nodes = property(lambda self: len(self._alive().nodes))

    def _weighed(self):
        """{owner: bytes}, of what is alive now."""
        return {owner: holding.bytes for owner, holding in self._alive().holdings(self._model).items()}

    def _alive(self):
        gc.collect()
        older = {id(x) for ref in self._older if (x := ref()) is not None}
        own = [] if self._model is None else list(self._model.parameters())
        return Alive([x for x in gc.get_objects() if id(x) not in older], own)

    def __repr__(self):
        weighed = self._weighed()
        lines = [f"{owner:13}{weighed[owner]:9,} bytes" for owner in OWNERS]
        return "\n".join([*lines, f"{'nodes':13}{self.nodes:9,}"])


def held_by(tensors, model):
    """(nodes, bytes) that these tensors hold: the nodes behind them, and what those have saved, weights left out."""
    nodes = nodes_behind(tensors)
    own = {id(_block(array)) for array in arrays_in(list(model.parameters()))}
    blocks = {id(block): block for node in nodes for block in map(_block, arrays_in(node._saved))}
    return len(nodes), sum(block.nbytes for block in blocks.values() if id(block) not in own)


def _block(array):
    """The array whose memory a view shares."""
    while getattr(array, "base", None) is not None:
        array = array.base
    return array
