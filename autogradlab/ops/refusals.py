"""The kinds of arguments, and PyTorch's error messages for arguments that do not fit."""

import sys
from dis import get_instructions
from operator import index

import numpy as np

from autogradlab.autograd.dtypes import NO_COMPLEX, dtype
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import kind_of, named, wrong_type

from .memory_format import memory_format

MISSING, UNFIT = object(), object()
#: The types that count as numbers, as in PyTorch: not those of `fractions` and `decimal`.
NUMBERS = (int, float, complex, np.number, np.bool_)
#: NumPy's names for two parameters, which PyTorch understands, too.
NUMPY_WORDS = {"axis": "dim", "keepdims": "keepdim"}
BITWISE = [f"bitwise_{name}" for name in ("and", "or", "xor", "left_shift", "right_shift")]
#: PyTorch's signatures of a call, in its order, separated by |. As functions, those with a ^ also take `out` (^^: two).
WAYS = {
    name: ways
    for names, ways in {
        "any all": " ^ | tuple of ints dim = None, bool keepdim = False ^ | int dim, bool keepdim = False ^",
        "sum": "*, torch.dtype dtype = None | tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None ^",
        "mean": (
            "*, torch.dtype dtype = None ^ | tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None ^"
        ),
        "prod": "*, torch.dtype dtype = None | int dim, bool keepdim = False, *, torch.dtype dtype = None ^",
        "max min": " ^ | Tensor other ^ | int dim, bool keepdim = False ^^",
        "median": " | int dim, bool keepdim = False ^^",
        "var std": "tuple of ints dim, bool unbiased = True, bool keepdim = False ^ | "
        "tuple of ints dim = None, *, Number correction = None, bool keepdim = False ^ | bool unbiased = True",
        "bernoulli": "*, torch.Generator generator = None ^ | float p, *, torch.Generator generator = None",
        "round": " ^ | *, int decimals ^",
        "count_nonzero": "int dim = None | tuple of ints dim",
        "sort": "*, bool stable, int dim = -1, bool descending = False ^^ | int dim = -1, bool descending = False ^^",
        "argsort": "*, bool stable, int dim = -1, bool descending = False ^ | int dim = -1, bool descending = False",
        "squeeze": " | int dim | tuple of ints dim",
        "narrow": "int dim, Tensor start, int length | int dim, int start, int length",
        "lerp": "Tensor end, Tensor weight ^ | Tensor end, Number weight ^",
        "masked_fill": "Tensor mask, Tensor value | Tensor mask, Number value",
        "fill": "Tensor value | Number value",
        "clamp clip": "Tensor min = None, Tensor max = None ^ | Number min = None, Number max = None ^",
        "clamp_min": "Tensor min ^ | Number min ^",
        "clamp_max": "Tensor max ^ | Number max ^",
        "eq ne lt le gt ge not_equal less less_equal greater greater_equal fmod remainder": (
            "Tensor other ^ | Number other ^"
        ),
        "div": "Tensor other ^ | Tensor other, *, str rounding_mode ^ | Number other, *, str rounding_mode",
        "divide": "Tensor other ^ | Tensor other, *, str rounding_mode ^ | Number other | "
        "Number other, *, str rounding_mode",
        "subtract": "Tensor other, *, Number alpha = 1 ^ | Number other, Number alpha = 1",
        "pow": "Tensor exponent ^ | Number exponent ^",
        "pow()": "Tensor input, Tensor exponent ^ | Number self, Tensor exponent ^ | Tensor input, Number exponent ^",
        "mm() bmm()": "Tensor input, Tensor mat2 ^ | Tensor input, Tensor mat2, torch.dtype out_dtype ^",
        "copy": "Tensor other, bool non_blocking = False",
        f"remainder() {'() '.join(BITWISE)}()": (
            "Tensor input, Tensor other ^ | Number self, Tensor other | Tensor input, Number other ^"
        ),
        f"multiply floor_divide true_divide {' '.join(BITWISE)}": "Tensor other ^ | Number other",
        "addcmul addcdiv": "Tensor tensor1, Tensor tensor2, *, Number value = 1 ^",
        "where": "Tensor condition, Tensor other | Tensor condition, Number other",
        "where()": "Tensor condition | Tensor condition, Tensor input, Tensor other ^ | "
        "Tensor condition, Number self, Tensor other | Tensor condition, Tensor input, Number other | "
        "Tensor condition, Number self, Number other",
        "repeat_interleave": "Tensor repeats, int dim = None, *, int output_size = None | "
        "int repeats, int dim = None, *, int output_size = None",
        "scatter": "int dim, Tensor index, Tensor src ^ | int dim, Tensor index, Tensor src, *, str reduce ^ | "
        "int dim, Tensor index, Number value ^ | int dim, Tensor index, Number value, *, str reduce ^",
    }.items()
    for name in names.split()
}

_MADE = (
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, "
    "bool requires_grad = False"
)
_DRAWN = "*, torch.Generator generator = None, Tensor out = None"
_GENERATORS = "torch.Generator generator, ", ""
#: The same for functions that make tensors.
MAKERS = {
    "arange": [
        f"Number end, *, Tensor out = None, {_MADE}",
        f"Number start, Number end, *, {_MADE}",
        f"Number start, Number end, Number step = 1, *, Tensor out = None, {_MADE}",
    ],
    "linspace": [
        f"{start} start, {end} end, int steps, *, Tensor out = None, {_MADE}"
        for end in ("Tensor", "Number")
        for start in ("Tensor", "Number")
    ],
    "eye": [f"{size}, *, Tensor out = None, {_MADE}" for size in ("int n", "int n, int m")],
    "randint": [
        f"{bounds}, tuple of ints size, *, {generator}Tensor out = None, {_MADE}"
        for bounds in ("int high", "int low, int high")
        for generator in _GENERATORS
    ],
    "randperm": [f"int n, *, {generator}Tensor out = None, {_MADE}" for generator in _GENERATORS],
    "normal": [
        f"Tensor mean, Tensor std, {_DRAWN}",
        f"Tensor mean, float std = 1, {_DRAWN}",
        f"float mean, Tensor std, {_DRAWN}",
        f"float mean, float std, tuple of ints size, {_DRAWN}, {_MADE}",
    ],
    "rand": [f"tuple of ints size, *, {generator}Tensor out = None, {_MADE}" for generator in _GENERATORS],
    "rand_like": [
        f"Tensor input, *, {generator}torch.memory_format memory_format = None, {_MADE}" for generator in _GENERATORS
    ],
}
MAKERS |= {"randn": MAKERS["rand"], "randn_like": MAKERS["rand_like"]}


# ---- checks -----------------------------------------------------------------------------------------------------


def fit(kind, value):
    """`value`, converted for a parameter of this kind; UNFIT if it does not fit."""
    fitting = UNFIT if kind else value
    for one in kind.split(" or ") if kind else ():
        fitting = _FITS[one](value) if fitting is UNFIT else fitting
    return fitting


def plain(number):
    """A NumPy number as a Python number, which does not widen float32; anything else as it is.

    Integers become int, all others float (also bools, as in PyTorch). Raises NotImplementedError for complex numbers.
    """
    if isinstance(number, (complex, np.complexfloating)):
        raise NotImplementedError(NO_COMPLEX)
    if isinstance(number, np.generic):
        return int(number) if isinstance(number, np.integer) else float(number)
    return number


def whole(value):
    """`value` as an int if it is a whole number: a Python int, one of NumPy's, or a tensor of one; else UNFIT."""
    if isinstance(value, Tensor):
        return UNFIT if value.ndim or value._data.dtype.kind not in "iu" else value.item()
    return index(value) if is_integer(value) else UNFIT


def is_integer(value):
    """Whether `value` counts as a whole number: a Python int, one of NumPy's, or any tensor; no bool."""
    return hasattr(value, "__index__") and not isinstance(value, (bool, np.bool_, np.ndarray))


def _several(value):
    if not isinstance(value, (tuple, list)):
        return whole(value)
    numbers = tuple([int(n) if i and isinstance(n, bool) else whole(n) for i, n in enumerate(value)])
    return UNFIT if UNFIT in numbers else numbers


def _number(value):
    return (
        plain(value) if isinstance(value, NUMBERS) and not isinstance(value, (complex, np.complexfloating)) else UNFIT
    )


def _float(value):
    return value if isinstance(value, Tensor) and not value.ndim else _number(value)


def _is(*types):
    return lambda value: value if isinstance(value, types) else UNFIT


_PYTHONS = set(map(id, (float, int, bool)))
_FITS = {
    "int": whole,
    "tuple of ints": _several,
    "bool": _is(bool, np.bool_),
    "Tensor": _is(Tensor),
    "tuple of Tensors": _is(tuple, list),
    "float": _float,
    "Number": _number,
    "torch.memory_format": _is(memory_format),
    "torch.Generator": lambda value: value if value is None or hasattr(value, "initial_seed") else UNFIT,
    "str": lambda value: value,  # looked at where it is used
    "torch.dtype": lambda value: value if isinstance(value, dtype) or id(value) in _PYTHONS else UNFIT,
}


# ---- errors -----------------------------------------------------------------------------------------------------


class NoWay(TypeError):
    """Arguments that fit no signature; the function's gate or `maker` replaces this error by PyTorch's."""


def refusal(name, method, kinds, defaults, values, surplus, settings, unknown):
    """The TypeError for a call of `name` with these values, one of which does not fit, is missing, or is surplus.

    settings, unknown   what was given by name only: parameters that the function has, and words that it does not know
    """
    for kind, (place, value) in zip(kinds, values.items()):
        if kind and "tuple of ints" in kind and isinstance(value, (tuple, list)) and fit(kind, value) is UNFIT:
            wrong = list(map(whole, value)).index(UNFIT)
            if wrong > 0:  # PyTorch finds it once the first of several fits
                return unpacking_error(name, place, wrong + 1, value[wrong])
    rows = [(kind, place, defaults[place], value) for kind, (place, value) in zip(kinds, values.items())][method:]
    names, count = ((), len(rows)) if surplus else _call(sys._getframe(3))
    if names is None:  # arguments after one that was left out came by name
        left_out = next((i for i, (_, _, default, value) in enumerate(rows) if value is default), len(rows))
        names = [place for _, place, _, _ in rows[left_out:]]
    by_name = [NUMPY_WORDS.get(word, word) for word in names]
    spoken = dict(zip(by_name, names))
    words = {spoken[place]: value for _, place, default, value in rows if place in spoken and value is not default}
    words |= settings | unknown
    words = {word: words[word] for word in names if word in words} | words  # in the order of the call
    pairs = [(value, default) for _, place, default, value in rows if place not in by_name]
    while pairs and count is None and pairs[-1][0] is pairs[-1][1]:  # a default, or missing
        pairs.pop()
    placed, ways = [*[value for value, _ in pairs[:count]], *surplus], _ways_of(name, method)
    if not ways:
        way = [(kind, place, default is not MISSING) for kind, place, default, _ in rows]
        return unbound(name, placed, words, way + [("", word, True) for word in settings], len(way))
    return no_match(name, ways, placed, words)


def no_match(name, ways, placed, words):
    """The TypeError for arguments that fit none of the signatures: about the only one that takes so many, or all."""
    given, near = len(placed) + len(words), []
    for way, most in map(parsed, ways):
        if sum(not optional for _, _, optional in way) <= given <= len(way):
            near.append((way, most))
    return unbound(name, placed, words, *near[0]) if len(near) == 1 else no_way(name, ways, placed, words)


def parsed(text):
    """A signature as `unbound` takes it: its parameters, and how many of them may be given by position."""
    parts = [part for part in text.split(", ") if part]
    way = [(*part.partition(" = ")[0].rpartition(" ")[::2], " = " in part) for part in parts if part != "*"]
    return way, [*parts, "*"].index("*")


def _ways_of(name, method):
    """The signatures of a function or a method, if `WAYS` has any."""
    entire = not method and name + "()" in WAYS  # they begin with the first input
    ways = WAYS.get(name + "()" if entire else name.rstrip("_"))
    return [_way(text.strip(), method, entire) for text in ways.split(" | ")] if ways else []


def unfit_input(name, method, argument, given, settings):
    """The TypeError for an input that is neither a tensor nor a number: `argument`, one of {name: value} in `given`."""
    names = _call(sys._getframe(2))[0] or ()
    words = {word: given[word] for word in names if word in given} | settings
    if ways := _ways_of(name, method):
        return no_match(name, ways, [value for place, value in given.items() if place not in words], words)
    position = None if argument in words else list(given).index(argument) + 1
    return wrong_type(name, argument, position, "Tensor", given[argument])


def no_such_keyword(name, method, placed, words, known):
    """The TypeError for a call of `name` with a keyword that is not one of the `known`."""
    if ways := _ways_of(name, method):
        return no_match(name, ways, placed, words)
    return unbound(name, (), words, [("", word, True) for word in known])


def _way(text, method, entire):
    """One signature of a function or a method, as PyTorch shows it."""
    text, mark = text.rstrip(" ^"), text.count("^")
    out = ["*"] * ("*" not in text) + [("Tensor", "tuple of Tensors")[mark - 1] + " out = None"]
    parts = ["Tensor input"] * (not method and not entire) + [text] * (text != "") + out * (mark > 0 and not method)
    return ", ".join(parts)


def unbound(name, placed, words, way, most=None):
    """The TypeError for arguments that do not fit the only signature: (kind, name, optional) for each parameter.

    most    how many of the parameters may be given by position, if not all
    """
    least, most = sum(not optional for _, _, optional in way), len(way) if most is None else most
    ours = [word for word, place in NUMPY_WORDS.items() if any(kind and name == place for kind, name, _ in way)]
    words = {NUMPY_WORDS[word] if word in ours else word: value for word, value in words.items()}
    if len(placed) > most:
        takes = most if least == most else f"from {least} to {most}"
        came = f"{len(placed)} {'was' if len(placed) == 1 and least == most else 'were'}"
        return TypeError(f"{name}() takes {takes} positional argument{'s' * (takes != 1)} but {came} given")
    for i, (kind, place, optional) in enumerate(way):
        if i < len(placed) or place in words:
            value, position = (placed[i], i + 1) if i < len(placed) else (words[place], None)
            if fit(kind, value) is UNFIT or (place == "size" and kind and not isinstance(value, (tuple, list))):
                return misfit(name, place, position, kind, value)
        elif not optional:
            missing = [f'"{p}"' for _, p, default in way[i:] if not default and p not in words]
            return TypeError(
                f"{name}() missing {len(missing)} required positional argument{'s' * (len(missing) < 2)}: "
                + ", ".join(missing)
            )
    places = [place for _, place, _ in way]
    for word in words:
        if word not in places:
            return TypeError(f"{name}() got an unexpected keyword argument '{word}'")
    return TypeError(f"{name}() got multiple values for argument '{next(p for p in places if p in words)}'")


def misfit(function, argument, position, kind, value):
    """The TypeError for one argument of a wrong kind."""
    if kind != "tuple of ints" or not isinstance(value, (tuple, list)):
        return wrong_type(function, argument, position, kind, value)
    i = list(map(whole, value)).index(UNFIT)
    begins, found = named(function, argument, position), kind_of(value[i])
    return TypeError(f"{begins} must be {kind}, but found element of type {found} at pos {i}")


def unpacking_error(function, argument, place, value):
    return TypeError(
        f"{function}(): argument '{argument}' failed to unpack the object at pos {place} with error "
        f'"type must be tuple of ints,but got {kind_of(value)}"'
    )


def no_way(name, ways, placed, words):
    """The TypeError that lists the arguments and, for each signature of the function, which of them do not fit."""
    words = dict(reversed(words.items()))  # as PyTorch's dictionaries of two or three words are read
    end = ", " * (not placed and words != {})
    got = ", ".join(
        [kind_of(value) for value in placed] + [f"{word}={kind_of(value)}" for word, value in words.items()]
    )
    got += end
    begins = f"{name}() received an invalid combination of arguments - got ({got}), but expected"
    if len(ways) == 1:
        return TypeError(f"{begins} ({ways[0]})")
    lines = [f"{begins} one of:"]
    for way in ways:
        lines.append(f" * ({way})")
        parts = way.split(", ")
        unknown = [word for word in words if word not in [part.rpartition(" ")[2] for part in parts]]
        if len(parts) != len(placed) + len(words):
            continue
        found = f"keywords were incorrect: {', '.join(unknown)}"
        if not unknown:
            marked = [_marked(part, words, *placed[i : i + 1]) for i, part in enumerate(parts)]
            found = f"arguments have invalid types: ({', '.join(marked)}{end})"
        lines.append(f"      didn't match because some of the {found}")
    return TypeError("\n".join(lines) + "\n")


def _marked(parameter, words, *placed):
    """The kind of the argument for a parameter, between ! if it does not fit; one given by name with its name."""
    kind, _, word = parameter.rpartition(" ")
    found = _kind_found(*placed or [words.get(word)])
    text = found if placed else f"{word}={found}"
    return text if found == kind else f"!{text}!"


def _kind_found(value):
    if not isinstance(value, (tuple, list)):
        return kind_of(value)
    kinds = ", ".join(map(kind_of, value))
    return f"tuple of ({kinds}{',' * (len(value) == 1)})" if isinstance(value, tuple) else f"list of [{kinds}]"


def _call(frame):
    """(keywords, number of other arguments) of the call that `frame` is making, from its bytecode; None if unknown."""
    if frame.f_code.co_name == "_waiting":  # it makes the first call of a gate
        frame = frame.f_back
    if frame.f_globals.get("__name__", "").startswith(__package__ + "."):  # our function, which passes its own on
        return frame.f_locals.get("settings", ()), None
    instructions = [i for i in get_instructions(frame.f_code) if i.offset <= frame.f_lasti][-3:]
    names, last = (), instructions[-1]
    for before, instruction in zip([None, *instructions], instructions):
        if instruction.opname == "KW_NAMES":
            names = frame.f_code.co_consts[instruction.arg]
        if instruction.opname == "CALL_KW":
            names = before.argval
    if last.opname == "CALL_FUNCTION_EX":
        return None, None
    return names, last.argval - len(names) if last.opname in ("CALL", "CALL_KW") else None
