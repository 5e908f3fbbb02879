"""A gate in front of each function that takes dimensions, numbers or switches: it admits the arguments PyTorch admits.

What a parameter takes follows from its name (`KINDS`). A gate's code is generated for its parameters, so that a call
that fits costs one test of each type. The rest is done only if a test fails or the function raises (`examine`).
Most functions are never called, so a gate is generated at its first call; until then `_waiting` stands in for it.
"""

import sys
from functools import cache
from inspect import CO_VARARGS, CO_VARKEYWORDS, Parameter, signature
from types import FunctionType

from autogradlab.autograd.tensor import tensor_types

from .refusals import NUMPY_WORDS, UNFIT, NoWay, fit, misfit, unbound

_BITWISE = [f"bitwise_{name}" for name in ("and", "or", "xor", "left_shift", "right_shift")]
_COMPARED = ["eq", "ne", "lt", "le", "gt", "ge", "not_equal", "less", "less_equal", "greater", "greater_equal"]
_NAMES = {
    "int": """dim dim0 dim1 dim2 axis0 axis1 start_dim end_dim k chunks start length offset diagonal num_samples
        decimals select.index""",
    "tuple of ints": """sum.dim mean.dim any.dim all.dim amax.dim amin.dim logsumexp.dim squeeze.dim count_nonzero.dim
        linalg_vector_norm.dim shifts dims size unflatten.sizes""",
    "bool": """keepdim descending stable largest sorted unbiased replacement equal_nan non_blocking
        sparse_grad""",
    "float": "bernoulli.p rtol atol nan posinf neginf",
    "Number": "ord correction alpha beta addcmul.value addcdiv.value",
    "torch.dtype": "dtype can_cast.from_ can_cast.to finfo.type iinfo.type",
    "torch.Generator": "generator",
    "torch.memory_format": "memory_format",
    "tuple of Tensors": "tensors",
    "Number or Tensor": "min max value scatter.src where.input where.other lerp.weight "
    + " ".join([f"{name}.other" for name in (*_COMPARED, *_BITWISE)] + [f"{name}.input" for name in _BITWISE]),
    "int or Tensor": "repeats",
    "Tensor or int": "max.dim min.dim",
    "tuple of ints or bool": "var.dim std.dim",
    "Tensor": "input lerp.end tensor1 tensor2 other mat1 mat2 vec vec2 tensor index source src mask condition",
    "": """split.dim split.tensor norm.dim norm.keepdim Tensor.norm.dim Tensor.norm.keepdim type.dtype copy.other
        result_type.tensor result_type.other""",
}
#: The kind of argument that a parameter takes, by its name, or by "function.name" where that function differs.
KINDS = {name: kind for kind, names in _NAMES.items() for name in names.split()}
#: The type tests by which an argument fits at once; arguments of other kinds are left to the function itself.
_AT_ONCE = {
    "Tensor": ["in tensor_types"],
    "int": ["is int"],
    "bool": ["is bool"],
    "tuple of ints": ["is int", "is tuple", "is list"],
    "tuple of Tensors": ["is tuple", "is list"],
    "float": ["is float", "is int"],
    "Number or Tensor": ["in tensor_types", "is float", "is int"],
    "int or Tensor": ["is int", "in tensor_types"],
    "Tensor or int": ["is int", "in tensor_types"],
    "tuple of ints or bool": ["is int", "is tuple", "is bool"],
}
#: The default of a parameter that has none.
MISSING = object()
_NUMPY_WORDS = {place: word for word, place in NUMPY_WORDS.items()}
#: Functions that take `keepdim` only together with `dim`, and parameters that take None as well as numbers.
_NEED_DIM = {"max", "mean", "median", "min", "prod", "sum"}
MAY_BE_NONE = {"mean.dim", "sum.dim"}


def gated(function, name, method=False):
    """`function` behind a gate, as a method or not; the function itself where there is nothing to test."""
    code = function.__code__
    places = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if code.co_flags & (CO_VARARGS | CO_VARKEYWORDS) or not any(_kind(name, place) for place in places[method:]):
        return function  # it takes any number of arguments, or none of a known kind
    names = {"write": _write, "function": function, "name": name, "method": method, "tensor_types": tensor_types}
    gate = names["gate"] = FunctionType(_waiting.__code__, names, function.__name__)
    gate.__doc__, gate.__module__, gate.__qualname__ = function.__doc__, function.__module__, function.__qualname__
    gate.__wrapped__ = function  # as functools.wraps does, in a third of its time: there are 300 gates
    return gate


def _waiting(*given, **words):
    """The stand-in for a gate until its first call; what it uses are globals that each gate has to itself."""
    write(gate, function, name, method)  # noqa: F821
    return gate(*given, **words)  # noqa: F821


def _write(gate, function, name, method):
    """Turn `gate`, so far the stand-in, into the gate for `function`."""
    places = _Places(function, name, method)
    code = _code(
        tuple(places.kinds),
        tuple([default is MISSING for default in places.defaults.values()]),
        tuple(places.settings),
        places.words,
        tuple(map(list(places.defaults).index, ("keepdim", "dim"))) if name in _NEED_DIM else None,
    )
    known = {f"d{i}": default for i, default in enumerate(places.defaults.values())}
    gate.__globals__.update(known, examine=places.examine)
    gate.__defaults__ = tuple(places.defaults.values())
    gate.__kwdefaults__ = places.settings | dict.fromkeys(places.words)
    gate.__code__ = code.replace(co_name=name, co_varnames=(*places.defaults, *code.co_varnames[len(places.kinds) :]))


class _Places:
    """The parameters of a gated function, and what is done with arguments that do not fit them at once.

    defaults   {parameter: its default, or MISSING}, without those that can be given by name only
    kinds      the kind of argument of each of them, "" for anything
    settings   {parameter: its default} for those that can be given by name only
    words      NumPy's names for some of the parameters, such as "axis"
    """

    def __init__(self, function, name, method):
        parameters = signature(function).parameters.values()
        places = [p for p in parameters if p.kind is Parameter.POSITIONAL_OR_KEYWORD]
        self.name, self.method = name, method
        self.defaults = {p.name: MISSING if p.default is p.empty else p.default for p in places}
        self.kinds = [""] * method + [_kind(name, p.name) for p in places[method:]]  # a method's own tensor fits
        self.settings = {p.name: p.default for p in parameters if p.kind is Parameter.KEYWORD_ONLY}
        self.words = tuple([_NUMPY_WORDS[p] for p in self.defaults if p in _NUMPY_WORDS and _kind(name, p)])

    def examine(self, values, surplus, unknown, *spoken, **settings):
        """The values in the form that the function takes. Raises PyTorch's error if one of them does not fit.

        spoken   the values given under the names in `words`, None for those that were not used
        """
        values = self._translated(dict(zip(self.defaults, values)), spoken)
        fitted = [self._fitted(kind, place, value) for kind, (place, value) in zip(self.kinds, values.items())]
        given = {word: value for word, value in settings.items() if value is not self.settings[word]}
        no_way = isinstance(sys.exc_info()[1], NoWay) or self._keeps_alone(values)
        if surplus or unknown or no_way or any(value is UNFIT or value is MISSING for value in fitted):
            raise self._refusal(values, surplus, given | unknown) from None
        for word, value in given.items():
            if fit(kind := _kind(self.name, word), value) is UNFIT:
                raise misfit(self.name, word, None, kind, value) from None
        return fitted

    def _refusal(self, values, surplus, words):
        """The TypeError for values one of which does not fit, is missing, or surplus; as if they came by position."""
        way = [(kind, place, self.defaults[place] is not MISSING) for kind, place in zip(self.kinds, values)]
        way, values = way[self.method :], list(values.items())[self.method :]
        left_out = next((i for i, (place, value) in enumerate(values) if value is self.defaults[place]), len(values))
        placed = [value for _, value in (values if surplus else values[:left_out])]
        by_name = {place: value for place, value in values[len(placed) :] if value is not self.defaults[place]}
        way += [("", word, True) for word in self.settings]
        return unbound(self.name, [*placed, *surplus], by_name | words, way, len(values))

    def _translated(self, values, spoken):
        """The values with those given under NumPy's names in their places."""
        instead = {word: value for word, value in zip(self.words, spoken) if value is not None}
        for word in instead:
            if values[NUMPY_WORDS[word]] is not self.defaults[NUMPY_WORDS[word]]:  # both names
                raise TypeError(f"{self.name}() got an unexpected keyword argument '{next(iter(instead))}'") from None
        return values | {NUMPY_WORDS[word]: value for word, value in instead.items()}

    def _fitted(self, kind, place, value):
        if value is self.defaults[place] or value is None and f"{self.name}.{place}" in MAY_BE_NONE:
            return value
        return fit(kind, value)

    def _keeps_alone(self, values):
        """Whether `keepdim` is given without the `dim` that it needs."""
        given = {place for place, value in values.items() if value is not self.defaults[place]}
        return self.name in _NEED_DIM and "keepdim" in given and "dim" not in given


def _kind(function, parameter):
    return KINDS.get(f"{function.rstrip('_')}.{parameter}", KINDS.get(parameter))


@cache
def _code(kinds, needed, others, words, keeping):
    """The code of gates for parameters of these kinds: `a0`, `a1`, ..., whose defaults are `d0`, `d1`, ..."""
    n = range(len(kinds))
    looks = [
        "(" + " or ".join([f"a{i} is d{i}"] * (not needed[i]) + [f"type(a{i}) {kind}" for kind in at_once]) + ")"
        for i in n
        if (at_once := _AT_ONCE.get(kinds[i]))
    ]
    if keeping:
        looks.append("(a{0} is d{0} or a{1} is not d{1})".format(*keeping))
    fits = " and ".join([*looks, "not surplus", "not unknown", *[f"{word} is None" for word in words]])
    given, settings = ", ".join(f"a{i}" for i in n), "".join(f", {name}={name}" for name in others)
    source = f"""
def gate({given}, *surplus{"".join(f", {name}" for name in (*others, *words))}, **unknown):
    if {fits}:
        try:
            return function({given}{settings})
        except Exception:
            examine(({given},), surplus, unknown{settings})
            raise
    return function(*examine(({given},), surplus, unknown{"".join(f", {word}" for word in words)}{settings}){settings})
"""
    names = {}
    exec(compile(source, f"<gate, written by {__name__}>", "exec"), names)
    return names["gate"].__code__
