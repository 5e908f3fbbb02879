"""How a function becomes two programs: it is run on stand-ins, and the engine walks back from its result."""

import re

import numpy as np

from autogradlab.autograd.engine import walk
from autogradlab.autograd.graph import Node
from autogradlab.autograd.modes import enable_grad, mode
from autogradlab.autograd.tensor import Tensor, edge_of, new_tensor

from .program import Program, read
from .stand_in import Recording, StandIn, Untraceable


class Plan:
    """The two programs of a function for one kind of input.

    shape, size     of the arrays that the programs loop over
    forms           the (shape, number type) of each tensor among the arguments
    forward         computes the result, and those sums (and numbers made of them) that backward reads
    backward        computes the gradient of each of the `tracked` arguments; None if none is tracked
    needed          for each tensor whether backward reads it
    steps, backward_steps           everything that was computed, in order
    saved_in_eager, saved_bytes     bytes saved for backward without and with fusing
    """

    def __init__(self, function, args, words):
        given = [*args, *words.values()]
        tensors = [x for x in given if isinstance(x, Tensor)]
        _check_arguments(given, tensors)
        self.function, self.shape = function, next(x._data.shape for x in tensors if x._data.shape)
        self.size = int(np.prod(self.shape))
        self.forms = [(x._data.shape, x._data.dtype) for x in tensors]
        recording = Recording(self.shape)
        stand_ins = [
            new_tensor(recording.input(*form), x._requires_grad and bool(mode.recording))
            for form, x in zip(self.forms, tensors)
        ]
        inputs, names = [x._data.value for x in stand_ins], _argument_names(function, args, words)
        result = _run_on(stand_ins, function, args, words)
        self.result_shape, self.steps = result._data.shape, recording.values[len(inputs) :]
        self.backward, kept, self.saved_in_eager, self.saved_bytes = None, [], 0, 0
        if result._requires_grad:
            kept = self._trace_backward(recording, result, stand_ins, inputs, names)
        self.forward = Program(inputs, [result._data.value, *kept], names, self.size)

    def _trace_backward(self, recording, result, stand_ins, inputs, names):
        """Let the engine walk back with a stand-in for the gradient. Returns the sums that forward must keep for it."""
        self.saved_in_eager = _saved_bytes(result, self.size)
        late = [x for x in self.steps if x.late]
        for x in late:
            x.late = False  # known in backward: forward is over
        seed = recording.input(result._data.shape, result._data.dtype)
        arrived = walk([(edge_of(result), seed)], keep=False, recorded=False)
        self.backward_steps = recording.values[seed.value.number + 1 :]
        self.tracked = [i for i, x in enumerate(stand_ins) if x in arrived]
        gradients = [arrived[stand_ins[i]] for i in self.tracked]
        if [(x.shape, x.dtype) for x in gradients] != [self.forms[i] for i in self.tracked]:
            raise Untraceable("a gradient has another form than its argument")
        outputs = [x.value for x in gradients]
        reads = read([*inputs, *late, seed.value], outputs)
        kept = [x for x in late if x in reads]
        self.backward = Program(
            [*inputs, *kept, seed.value], outputs, [*names, *(f"kept{i}" for i in range(len(kept))), "grad"], self.size
        )
        for x in late:
            x.late = True
        self.needed = [x in reads for x in inputs]
        self.saved_bytes = _bytes([x for x in (*inputs, *kept) if x in reads], self.size)
        return kept

    @property
    def text(self):
        """The source and the constants of each program; plans of equal text do the same."""
        return [(program.source, repr(program.constants)) for program in (self.forward, self.backward) if program]


def _check_arguments(given, tensors):
    for x in given:
        if not isinstance(x, (Tensor, int, float, str, type(None))):
            raise Untraceable(f"one of its arguments is of type {type(x).__name__}")
    shapes = {x._data.shape for x in tensors} - {()}
    if not shapes:
        raise Untraceable("none of its arguments has entries to go through")
    if len(shapes) > 1:
        raise Untraceable("its arguments have several shapes")


def _run_on(stand_ins, function, args, words):
    """The function's result on stand-ins in place of the tensors."""
    rest = iter(stand_ins)
    args = [next(rest) if isinstance(x, Tensor) else x for x in args]
    words = {name: next(rest) if isinstance(x, Tensor) else x for name, x in words.items()}
    with enable_grad():
        result = function(*args, **words)
    if not isinstance(result, Tensor) or not isinstance(result._data, StandIn):
        raise Untraceable("it does not give back one tensor that is made of its arguments")
    if result._view_of is not None or any(result is x for x in stand_ins):
        raise Untraceable("it gives back an argument or a view of one")
    return result


def _argument_names(function, args, words):
    """The names of the tensor arguments in the programs: those in the function, unless they are taken."""
    code = function.__code__
    own = [*code.co_varnames[: code.co_argcount], *(f"x{i}" for i in range(code.co_argcount, len(args)))]
    return [
        f"{name}_in" if hasattr(np, name) or _TAKEN.fullmatch(name) else name
        for name, x in [*zip(own, args), *words.items()]
        if isinstance(x, Tensor)
    ]


_TAKEN = re.compile(r"(t|c|f|n|out|result|parts|kept|mask)\d+|run|start|part|grad|scratch|keep|drop|cast|spread")


def _saved_bytes(result, size):
    """Bytes of what the nodes behind a traced result save, each value once."""
    saved, seen, waiting = set(), set(), [edge_of(result)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Node) and node not in seen:
            seen.add(node)
            entries = [x._data if isinstance(x, Tensor) else x for x in node._saved[: node._tensors_saved]]
            saved.update(x.value for x in entries if isinstance(x, StandIn))
            waiting += node._edges
    return _bytes(saved, size)


def _bytes(values, size):
    return sum(x.dtype.itemsize * (size if x.whole else 1) for x in values)
