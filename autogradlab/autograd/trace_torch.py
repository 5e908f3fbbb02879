"""`trace` for PyTorch's own tensors: notes source lines on their nodes and on the storages that are written to.

PyTorch hands each call of its functions to a `TorchFunctionMode` first. Its nodes are numbered as they are made, so all
nodes that one call has made can be found behind its results, be it a loss or a whole recurrent layer.
A node's line is `node.metadata["line"]`, as in our engine; that of the last write is `written_at` of the storage.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import partial

import torch
from torch.autograd import Function
from torch.overrides import TorchFunctionMode

from .sentences import WRITE_ELSEWHERE, noted, place_of

_PACKAGE = os.path.dirname(torch.__file__) + os.sep
_NODES_MADE = torch.autograd._get_sequence_nr


class TorchTrace(TorchFunctionMode):
    """A mode that notes lines inside the `with` block. Writes that bypass PyTorch, such as NumPy's, are not seen.

    users_line   the function of `trace.py`; it returns (file name, line number, text)
    """

    def __init__(self, users_line):
        super().__init__()
        self._line = partial(users_line, also=_PACKAGE)

    def __enter__(self):
        self._apply = Function.__dict__["apply"]  # calls of custom Functions do not reach the mode
        Function.apply = classmethod(self._applied)
        return super().__enter__()

    def __exit__(self, *exception):
        Function.apply = self._apply
        return super().__exit__(*exception)

    def _applied(self, cls, *args, **kwargs):
        first = _NODES_MADE()
        results = self._apply.__get__(None, cls)(*args, **kwargs)
        self._note_line(_tensors(results), first)
        return results

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        first, versions = _NODES_MADE(), [(tensor, _version(tensor)) for tensor in _tensors((args, kwargs))]
        try:
            results = function(*args, **kwargs)
        except RuntimeError as error:
            _name_writer(error, [tensor for tensor, _ in versions])
            raise
        written = [tensor for tensor, version in versions if _version(tensor) != version]
        for tensor in written:
            _storage(tensor).written_at = self._line()
        if _NODES_MADE() > first:
            recorded = _gradients_behind(args[0]) if kwargs.get("create_graph") and results is None else ()
            self._note_line([*_tensors(results), *written, *recorded], first)
        return results

    def _note_line(self, tensors, first):
        """Note the line on all nodes behind these tensors that are not older than number `first`."""
        stack = [tensor.grad_fn for tensor in tensors]
        while stack:
            node = stack.pop()
            if node is None or hasattr(node, "variable") or node._sequence_nr() < first or "line" in node.metadata:
                continue
            if (line := self._line()) is not None:
                node.metadata["line"] = line
            stack.extend(before for before, _ in node.next_functions)


def _gradients_behind(root):
    """The `.grad` of all leaves behind `root`; a recorded backward has put its gradients there."""
    leaves = [node.variable for node in _nodes_behind(root) if hasattr(node, "variable")]
    return [leaf.grad for leaf in leaves if leaf.grad is not None]


def _name_writer(error, tensors):
    """If a backward failed because a saved value was overwritten, add to its error the line that wrote, if noted."""
    if "is at version" not in str(error):
        return
    for node in (node for tensor in tensors for node in _nodes_behind(tensor)):
        for line in _writers(node, str(error)):
            noted(error, f"help: {place_of(line)}, wrote into a value that {node.name()} had saved. {WRITE_ELSEWHERE}")
            return


def _writers(node, sentence):
    """The lines that wrote into values saved by the node, of those whose shape and version the sentence names."""
    for tensor in _saved_by(node):
        line = getattr(_storage(tensor), "written_at", None)
        if line and f"{list(tensor.shape)}" in sentence and f"is at version {tensor._version};" in sentence:
            yield line


def _saved_by(node):
    """The saved tensors of a node, even those that were written to since, but not once they are freed."""
    for attribute in dir(node):
        if attribute.startswith("_raw_saved_"):
            raw = getattr(node, attribute)
            for saved in raw if isinstance(raw, (tuple, list)) else (raw,):
                with suppress(RuntimeError):  # says that it is freed
                    if saved.data is not None:
                        yield saved.data


def _nodes_behind(tensor):
    seen, stack = {}, [tensor.grad_fn]
    while stack:
        node = stack.pop()
        if node is not None and node not in seen:
            seen[node] = None
            stack.extend(before for before, _ in node.next_functions)
    return seen


def _storage(tensor):
    try:
        return tensor.untyped_storage()
    except NotImplementedError:  # a sparse tensor has none of its own
        return tensor


def _tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (tuple, list, Mapping)):
        for entry in value.values() if isinstance(value, Mapping) else value:
            yield from _tensors(entry)


def _version(tensor):
    return None if tensor.is_inference() else tensor._version
