"""Writing into values that backward will need."""

import weakref
from contextlib import contextmanager

import numpy as np

from autogradlab.autograd.function import FunctionCtx
from autogradlab.autograd.observers import Observer, observing
from autogradlab.autograd.operation import Operation
from autogradlab.autograd.rules import rules
from autogradlab.autograd.sentences import version_sentence
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.autograd.versions import VersionCounter

from .patching import patched, together


@contextmanager
def always_forbidden():
    """M20: backward refuses every graph in which something was written in place."""
    take, check = Tensor._take_history, rules.check_freed

    def marked(tensor, node, output_nr=0):
        sentence = version_sentence(tensor, tensor._version - 1, node)
        for end in filter(None, (node, tensor._grad_fn, tensor._base is not None and tensor._base._grad_fn)):
            end.metadata["spoiled"] = sentence
        take(tensor, node, output_nr)

    def refuse(nodes):
        check(nodes)
        for node in nodes:
            write = getattr(node, "written", None) or node  # CopySlices holds the node of the write
            if "spoiled" in write.metadata:
                raise RuntimeError(write.metadata["spoiled"])

    with together(patched(Tensor, "_take_history", marked), rules.replaced(check_freed=refuse)):
        yield


def always_allowed():
    """M20, another way: version counters are not checked, and backward uses whatever a saved tensor holds now."""
    return rules.replaced(check_version=lambda tensor, saved_version, maker: None)


class _Nodes(Observer):
    """An observer that knows every recorded node that still exists."""

    def __init__(self):
        self._nodes = weakref.WeakSet()

    def made(self, node):
        self._nodes.add(node)

    def saving(self, counter):
        """(node, place among its saved tensors) wherever a saved tensor shares this version counter."""
        for node in list(self._nodes):
            for place, entry in enumerate(node._saved or ()):
                if isinstance(entry, Tensor) and entry._counter is counter:
                    yield node, place

    def keep_apart(self, tensor):
        """Replace every saved tensor or array that shares this tensor's memory by a copy, which no write reaches."""
        array = tensor._shared_array()
        for node in list(self._nodes):
            for place, entry in enumerate(node._saved or ()):
                if _shares(entry, array):
                    node._saved = _with(node._saved, place, _copy(entry))
                    node._versions = node._versions and _with(node._versions, place, 0)


def _with(entries, place, entry):
    return (*entries[:place], entry, *entries[place + 1 :])


def _shares(entry, array):
    numbers = entry._data if isinstance(entry, Tensor) else entry
    return isinstance(numbers, np.ndarray) and np.may_share_memory(numbers, array)


def _copy(entry):
    if not isinstance(entry, Tensor):
        return entry.copy()
    copied = new_tensor(entry._data.copy(), entry._requires_grad)
    copied._edge = (entry._edge or entry) if entry._requires_grad else None
    return copied


@contextmanager
def raised_at_the_write():
    """M21: the error comes from the line that writes, not from backward."""
    nodes, slot = _Nodes(), VersionCounter.value

    def written(counter, value):
        slot.__set__(counter, value)
        for node, place in nodes.saving(counter) if value else ():
            if isinstance(node, Operation):
                node.check_version(place)
            elif isinstance(node, FunctionCtx):
                node._as_saved(place)

    with together(observing(nodes), patched(VersionCounter, "value", property(slot.__get__, written))):
        yield


@contextmanager
def data_is_safe():
    """M22: writes through `.data` or `detach()` do not reach the values saved for backward."""
    nodes, data, detach = _Nodes(), vars(Tensor)["data"], Tensor.detach

    def safe_data(tensor):
        nodes.keep_apart(tensor)
        return data.fget(tensor)

    def safe_detach(tensor):
        nodes.keep_apart(tensor)
        return detach(tensor)

    with together(
        observing(nodes),
        patched(Tensor, "data", property(safe_data, data.fset)),
        patched(Tensor, "detach", safe_detach),
    ):
        yield


@contextmanager
def step_spoils_nothing():
    """M23: a step between forward and backward does not reach the saved values."""
    nodes, move = _Nodes(), rules.move

    def move_apart(tensor, change, rate=1.0):
        nodes.keep_apart(tensor)
        move(tensor, change, rate)

    with together(observing(nodes), rules.replaced(move=move_apart)):
        yield
