"""A recording as a NumPy program: one loop over blocks of the arrays, with a few blocks of temporaries.

To read it: `print(program.source)`. Single numbers are computed before the loop; sums of all entries are completed
after it, and so are single numbers made of them.
"""

import math

import numpy as np

from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.rounding import add_up

from .kernels import CHOOSING, ON_NUMBERS, cast, spread
from .stand_in import Value

#: Bytes of one block of the widest number type: small enough for several to fit into the cache of one core.
BLOCK_BYTES = 256 * 1024
#: Functions that may not write into a block that they read.
_APART = (*CHOOSING, cast, spread)
#: Functions that NumPy computes three times as fast with a block of equal numbers as with the number itself.
_QUICK_WITH_BLOCKS = (np.maximum, np.minimum)


class Program:
    """Computes `outputs` from `inputs`, all of them values of one recording, for arrays of `size` entries.

    names           the names of the inputs in the source
    .run(*given)    arrays of one dimension and NumPy numbers, one for each input -> one for each output
    .source         the Python source of the program
    .steps          the values that it computes, in order
    .used           the inputs that it reads
    .scratch        {name: number type} of the blocks that it computes in; they are kept from call to call
    """

    def __init__(self, inputs, outputs, names, size):
        self.outputs, self.size, self.names = outputs, size, dict(zip(inputs, names))
        self.steps = _needed(inputs, outputs)
        self.used = read(inputs, outputs)
        self.block = min(size, BLOCK_BYTES // max(x.dtype.itemsize for x in (*inputs, *self.steps))) or 1
        self.looped = [x for x in self.steps if x.whole or x.reduces]
        self.sums = [x for x in self.steps if x.reduces]
        self.scratch, self.constants = {}, {}
        self.places = self._places()
        self.source = self._text()
        self.run = self._compiled()

    # ---- where values are computed ----------------------------------------------------------------------------------

    def _places(self):
        """{value: name of the block it is computed into}: an output's own, or a temporary that is free by then."""
        last = {x: step for step in self.looped for x in step.values}
        places, free = {}, []
        for i, output in enumerate(self.outputs):
            if output.whole and output.function is not None:
                places.setdefault(output, f"out{i}")
        for step in self.looped:
            done = [places.get(x, "") for x in dict.fromkeys(step.values) if last[x] is step]
            dying = [name for name in done if name.startswith("t")]
            if step.function not in _APART:
                free += dying
            if step.whole and step not in places:
                places[step] = self._temporary(free, step.dtype)
            if step.function in _APART:
                free += dying
        return places

    def _temporary(self, free, dtype):
        name = next((t for t in free if self.scratch[t] == dtype), None)
        if name is not None:
            free.remove(name)
        return name or self._block_of(dtype, f"t{len(self.scratch)}")

    def _block_of(self, dtype, name):
        self.scratch[name] = np.dtype(dtype)
        return name

    # ---- the text ---------------------------------------------------------------------------------------------------

    def _text(self):
        numbers = [x for x in self.steps if not x.whole and not x.reduces]
        self.filled = []
        body = [self._step(x) for x in self.looped]
        body += [
            f"copyto(out{i}, {self._block(x)})"
            for i, x in enumerate(self.outputs)
            if x.whole and self.places.get(x) != f"out{i}"
        ]
        lines = [self._number(x) for x in numbers if not x.late]
        lines += self._loop(body) if body else []
        lines += [f"{self._name(x)} = add.reduce(parts{x.number})" for x in self.sums]
        lines += [self._number(x) for x in numbers if x.late]
        results = [f"result{i}" if x.whole else self._name(x) for i, x in enumerate(self.outputs)]
        head = [f"# {name} is {value!r}" for name, value in self.constants.items() if not callable(value)]
        if self.scratch:
            head += [f"{', '.join(self.scratch)}, = scratch"]
        lines = [*head, *lines, f"return {', '.join(results)},"]
        return "\n".join(
            [
                f"def run(scratch{''.join(', ' + name for name in self.names.values())}):",
                *[f"    {line}" for line in lines],
                "",
            ]
        )

    def _loop(self, body):
        """The loop over blocks, after the lines that allocate what it needs; arrays are cut into blocks inside it."""
        whole = [(f"result{i}", f"out{i}", x.dtype) for i, x in enumerate(self.outputs) if x.whole]
        cut = [(self.names[x], self._block(x)) for x in self.used if x.whole] + [(a, b) for a, b, _ in whole]
        rest = self.size % self.block
        lines = [f"{name} = empty({self.size}, '{dtype.name}')" for name, _, dtype in whole]
        lines += [f"parts{x.number} = empty({-(-self.size // self.block)}, '{x.dtype.name}')" for x in self.sums]
        lines += [f"{name}.fill({number})" for name, number in self.filled]
        lines += [
            f"for start in range(0, {self.size}, {self.block}):",
            f"    part = slice(start, start + {self.block})",
            *[f"    {block} = {name}[part]" for name, block in cut],
        ]
        if rest and self.scratch:
            lines += [
                f"    if start == {self.size - rest}:",
                *[f"        {name} = {name}[:{rest}]" for name in self.scratch],
            ]
        return [*lines, *[f"    {line}" for line in body]]

    def _step(self, x):
        """One line of the loop."""
        quick = x.function in _QUICK_WITH_BLOCKS
        arguments = [self._filled(a, x.dtype) if quick else self._block(a) for a in x.arguments]
        settings = dict(x.settings)
        if x.reduces:
            converts = x.arguments[0].dtype != x.dtype
            summed = (
                f"add.reduce({', '.join([*arguments, *_words(settings)])})" if converts else f"add_up({arguments[0]})"
            )
            return f"parts{x.number}[start // {self.block}] = {summed}"
        words = [] if x.function is cast else _words(settings)
        if x.function in CHOOSING:
            words += ["mask=" + self._block_of(f"i{x.dtype.itemsize}", f"mask{x.dtype.itemsize}")]
        return f"{x.function.__name__}({', '.join([*arguments, *words])}, out={self._block(x)})"

    def _filled(self, x, dtype):
        """The name of a block filled with the number `x` before the loop; for an array, that of its own block."""
        if isinstance(x, Value) and x.whole:
            return self._block(x)
        number = self._name(x)
        known = {(n, self.scratch[name]): name for name, n in self.filled}
        if (number, dtype) not in known:
            self.filled.append((self._block_of(dtype, f"f{len(self.filled)}"), number))
            return self.filled[-1][0]
        return known[number, dtype]

    def _number(self, x):
        """One line outside the loop."""
        function = self._constant(ON_NUMBERS[x.function]) if x.function in ON_NUMBERS else x.function.__name__
        return f"{self._name(x)} = {function}({', '.join([*map(self._name, x.arguments), *_words(x.settings)])})"

    def _block(self, x):
        """What stands for a value or a plain number in the loop."""
        if not isinstance(x, Value) or not x.whole:
            return self._name(x)
        return self.names[x] + "_" if x in self.names else self.places[x]

    def _name(self, x):
        if isinstance(x, Value):
            return self.names.get(x) or f"n{x.number}"
        return repr(x) if type(x) in (int, float) and math.isfinite(x) else self._constant(x)

    def _constant(self, x):
        name = f"c{len(self.constants)}"
        self.constants[name] = x
        return name

    def _compiled(self):
        functions = {x.function.__name__: x.function for x in self.steps if not x.reduces}
        names = {"empty": np.empty, "copyto": np.copyto, "add": np.add, "add_up": add_up, **functions, **self.constants}
        exec(compile(self.source, f"<written by {__name__}>", "exec"), names)
        run, idle = names["run"], []  # scratch that no call is using; fresh memory is slow at first

        def run_with_scratch(*given):
            try:
                scratch = idle.pop()
            except IndexError:
                scratch = [np.empty(self.block, dtype) for dtype in self.scratch.values()]
            try:
                return quiet.run(run, scratch, *given)
            finally:
                idle.append(scratch)

        return run_with_scratch

    # ---- what it costs ----------------------------------------------------------------------------------------------

    @property
    def scratch_bytes(self):
        return self.block * sum(dtype.itemsize for dtype in self.scratch.values())

    @property
    def bytes_moved(self):
        """Bytes read and written in memory: each array once; what is in a scratch block stays in the cache."""
        return self.size * sum(x.dtype.itemsize for x in (*self.used, *self.outputs) if x.whole)


def bytes_moved_step_by_step(steps, size):
    """Bytes read and written if each step goes over its whole arrays before the next one starts."""
    moved = 0
    for step in steps:
        if step.function is not spread:  # NumPy broadcasts without a copy
            moved += sum(x.dtype.itemsize for x in dict.fromkeys(step.values) if x.whole)
            moved += step.dtype.itemsize * step.whole
    return size * moved


def read(inputs, outputs):
    """Those of `inputs` that computing `outputs` reads."""
    steps = _needed(inputs, outputs)
    return [x for x in inputs if x in outputs or any(x in step.values for step in steps)]


def _needed(inputs, outputs):
    """The values to be computed for `outputs`, in order."""
    needed, waiting = set(), [x for x in outputs if x not in inputs]
    while waiting:
        x = waiting.pop()
        if x not in needed:
            needed.add(x)
            waiting += [y for y in x.values if y not in inputs]
    return sorted(needed, key=lambda x: x.number)


def _words(settings):
    return [f"{name}='{np.dtype(value).name}'" for name, value in settings.items()]
