"""Generated code: the `apply` and `_run` that one would write for each operation by hand.

`Operation.apply_any` and `Operation.contributions` serve every operation, and pay for that with loops over inputs, of
which there are nearly always one or two. Here the loops are unrolled: when an operation is first used, it gets an
`apply` of its own (compute and record) and a `_run` of its own (apply the rules and send on). To read them:

    print(written.apply_source(MulBackward0))
    print(written.run_source(MulBackward0))

Unusual walks (with hooks, targets, observers or replaced rules, or recorded) are left to `engine.run`.
"""

import operator

import numpy as np

from . import inline
from .engine import repaired, run
from .graph import Node, next_number
from .modes import inferring, mode, unusual
from .quiet import quiet, run_alone
from .tensor import Tensor, blank, tensor_types
from .versions import INFERENCE
from .wrong_type import kind_of


def _number(x):
    """Return `x`, a number in place of a tensor; an array is refused as in PyTorch, though it could be computed with.

    The refusal is an AttributeError, as for any object without a tensor's attributes; `ops.register` makes it a
    TypeError.
    """
    if isinstance(x, (np.ndarray, np.generic)):
        raise AttributeError(f"{type(x).__name__} is no Tensor")
    return x


def _not_own(operator_name, x):
    """The TypeError for an operator called as a function on a non-tensor, such as `Tensor.__mul__(2, x)`."""
    return TypeError(
        f"descriptor '{operator_name}' for 'torch._C.TensorBase' objects doesn't apply to a '{kind_of(x)}' object"
    )


TENSOR, SHAPE, SETTING = range(3)  # what a saved value is: a tensor, an input's shape or a setting
_NAMES = {
    "Tensor": Tensor,
    "number": _number,
    "not_own": _not_own,
    "tensor_types": tensor_types,
    "INFERENCE": INFERENCE,
    "inferring": inferring,
    "unusual": unusual,
    "next_number": next_number,
    "mode": mode,
    "quiet": quiet,
    "run_alone": run_alone,
    "blank": blank,
    "repaired": repaired,
    "run_any": run,
    "add": np.add,
    "array": np.ndarray,
    "float32": np.float32,
    "float32_array": np.dtype(np.float32),
    "LIMIT": 2**63,
}


def write(cls):
    """Generate `apply` and `_run` for `cls`; operators such as `*` get an `apply` that also checks its second input."""
    cls.apply = staticmethod(_compiled(cls, "apply", apply_source(cls)))
    cls._run = _compiled(cls, "run", run_source(cls))
    for name in vars(cls).get("operators", ()):
        behind = _compiled(cls, "apply", apply_source(cls, name))
        behind.__name__, behind.__doc__ = name, getattr(Tensor, name).__doc__
        setattr(Tensor, name, behind)


#: For functions that are just one Python operator, by their bytecode: the operator's text, and the built-in function.
_TEXTS, _BUILT_IN = {}, {}
for _function, _text, _built_in in (
    (lambda x: x, "{}", operator.pos),
    (lambda x: -x, "-{}", operator.neg),
    (lambda x, y: x + y, "{} + {}", operator.add),
    (lambda x, y: x * y, "{} * {}", operator.mul),
    (lambda x, y: x / y, "{} / {}", operator.truediv),
):
    _TEXTS[_function.__code__.co_code], _BUILT_IN[_function.__code__.co_code] = _text, _built_in


def _compiled(cls, name, source):
    forward = cls.forward
    if not cls.setting_names and not isinstance(forward, np.ufunc):
        forward = _BUILT_IN.get(forward.__code__.co_code, forward)
    names = {**_NAMES, "cls": cls, "forward": forward, **{f"d_{i}": rule for i, rule in enumerate(cls.rules_found)}}
    exec(compile(source, f"<{cls.__name__}.{name}, written by {__name__}>", "exec"), names)
    return names[name]


# ---- apply: compute and record --------------------------------------------------------------------------------


def apply_source(cls, operator_name=None):
    """The source of `cls.apply`: inputs are called x0, x1, ..., their arrays a0, a1, ..., their edges e0, e1, ...

    For an operator such as "__mul__", a second input that is neither Tensor, float nor int is left to `cls.fits`.
    """
    n = len(cls.input_names)
    inputs, arrays = _listed("x", n), _listed("a", n)
    settings = "".join(f", {name}" for name in cls.setting_names)
    lines = [f"def apply({inputs}{', *' if settings else ''}{settings}):"]
    for i in range(n):
        lines += _read(cls, i, operator_name)
    computed, repairs = _computed(cls, arrays)
    lines += [
        *computed,
        "    out = blank()",
        "    out._data = data",
        "    out._grad = out._counter = out._view_of = None",
    ]
    lines += _recorded(cls, repairs)
    if cls.view:
        lines += [f"    out._become_view_of(x0, (cls, {_settings_given(cls)}))"]
    return "\n".join([*lines, "    return out", ""])


def _settings_given(cls):
    return "{" + ", ".join(f"'{name}': {name}" for name in cls.setting_names) + "}"


def _computed(cls, arrays):
    """The lines that compute `data`, by `forward` alone where that is enough, and the expression for `repairs`."""
    n, compute = len(cls.input_names), f"cls.compute(({arrays},), {_settings_given(cls)})"
    direct = f"(forward, {arrays}{''.join(f', {name}={name}' for name in cls.setting_names)})"
    repairs = f"cls._to_repair(data, ({arrays},))"
    if not cls.entrywise and _is_base(cls.compute):
        return [f"    data = quiet.run{direct}"], "None" if _is_base(cls._to_repair) else repairs
    if n > 2 or not (_is_base(cls.compute) or cls.plain_on_float32):
        return [f"    data = {compute}"], repairs
    lines = [
        *_PLAIN[n],
        "    if not plain:",
        f"        data = {compute}",
        "    else:",
        "        try:",
        f"            data = run_alone{direct}",
        "        except (RuntimeError, ValueError):",
        f"            data = {compute}",
    ]
    even = "plain and (t0 is not array or t1 is not array or a0.shape == a1.shape)" if n == 2 else "plain"
    return lines, f"None if {even} else {repairs}" if _is_base(cls._to_repair) else repairs


def _recorded(cls, repairs):
    """The lines that make the node, if an input is tracked."""
    n = len(cls.input_names)
    tracked = " or ".join(f"e{i} is not None" for i in range(n))
    return [
        f"    if ({tracked}) and (recording := mode.recording if unusual else True):",
        "        node = out._edge = cls()",
        "        out._requires_grad = True",
        *_kept("_edges", inline.EDGES, [f"e{i}" for i in range(n)]),
        *_kept("_saved", inline.SAVED, [_saved(cls, source, n) for source in cls.sources]),
        f"        node._versions = {_versions(cls, n)}",
        f"        node._repairs = {repairs}",
        "        node._number = next_number()",
        "        node._freed = False",
        "        node._hooks = None",
        "        if recording is not True:",
        *["            out._shared_array()"] * (cls.result_place is not None),  # the observer may keep it
        "            recording.made(node)",
        "    else:",
        "        out._requires_grad = False",
        "        out._edge = None",
        "        if inferring and mode.inference:",
        "            out._counter = INFERENCE",
    ]


def _kept(attribute, slots, values):
    """The lines that keep values on the node, in its slots if these are enough."""
    if len(values) > len(slots):
        return [f"        node.{attribute} = ({', '.join(values)})"]
    return [f"        node.{slot} = {value}" for slot, value in zip(slots, values)]


def _taken(attribute, slots, n):
    """The lines that take `n` kept values; the variables have the names of slots."""
    if n > len(slots):
        return [f"    {_listed(slots[0][0], n)} = node.{attribute}"]
    return [f"    {slot} = node.{slot}" for slot in slots[:n]]


def _read(cls, i, operator_name):
    """The lines that find an input's array, its edge and, if it may be saved, its counter."""
    saved = any(kind == TENSOR and place == i for _, kind, place in cls.sources)
    found = [
        *[f"c{i} = x{i}._counter"] * saved,
        f"a{i} = x{i}.{'_shared_array()' if cls.view else '_data'}",
        f"e{i} = (x{i}._edge or x{i}) if x{i}._requires_grad else None",
    ]
    if operator_name and i == 0:  # a tensor, unless the operator is called as a function
        return [
            "    try:",
            "        base = x0._view_of",
            "    except AttributeError:",
            f"        raise not_own('{operator_name}', x0) from None",
            "    if base is not None:",
            "        x0._follow_base()",
            *["    " + line for line in found],
        ]
    condition, *otherwise = _SECOND_OF_OPERATOR if operator_name else (_IS_TENSOR.format(f"x{i}"),)
    return [
        f"    if {condition}:",
        f"        if x{i}._view_of is not None:",
        f"            x{i}._follow_base()",
        *["        " + line for line in found],
        *otherwise,
        "    else:",
        f"        a{i} = {f'number(x{i})' if len(cls.input_names) == 1 else f'x{i}'}",
        f"        e{i} = {f'c{i} = ' * saved}None",
    ]


#: The condition for an input to be a tensor, the likeliest case first.
_IS_TENSOR = "type({0}) is Tensor or type({0}) in tensor_types"
#: The same for the second input of an operator, and the lines for one that is neither a tensor nor a number.
_SECOND_OF_OPERATOR = (
    "(k1 := type(x1)) is Tensor or k1 is not float and k1 is not int and k1 in tensor_types",
    "    elif k1 is not float and k1 is not int:",
    "        return cls.fits(x0, x1)",
)


def _is_base(method):
    """Whether an operation inherits this method from `operation.py`."""
    return method.__module__ == __package__ + ".operation"


#: The lines that set `plain`, for one and for two inputs: whether `forward` is all there is to do. It is for float32
#: inputs (if their shapes do not fit, `compute` raises the error), for a float32 tensor with a number of at most 63
#: bits, and for a float32 array with an untracked 0-d tensor.
_PLAIN = {
    1: ["    plain = type(a0) is float32 or (type(a0) is array and a0.dtype is float32_array)"],
    2: [
        "    t0, t1 = type(a0), type(a1)",
        "    plain = t0 is t1 is float32 or (",
        "        t0 is array and a0.dtype is float32_array and a1.dtype is float32_array",
        "        if t0 is t1",
        "        else (t0 is float32 or t0 is array and a0.dtype is float32_array)",
        "        and (t1 is float or t1 is int and -LIMIT < a1 < LIMIT",
        "             or t0 is array and t1 is float32 and e1 is None)",
        "    )",
    ],
}


def _saved(cls, source, n):
    """The expression for one saved value: nothing is saved for the rule of an input that is not tracked."""
    users, kind, place = source
    value = place if kind == SETTING else f"a{place}.shape" if kind == SHAPE else f"x{place}" if place < n else "data"
    if users == (1 << n) - 1:
        return value
    return f"{value} if {_needed(users, n)} else None"


def _needed(users, n):
    """The expression for whether one of the inputs whose rules use a saved value is tracked."""
    return " or ".join(f"e{i} is not None" for i in range(n) if users >> i & 1)


def _versions(cls, n):
    """The expression for the versions of the saved tensors: nearly always None."""
    kept = [(users, place) for users, kind, place in cls.sources if kind == TENSOR]
    shared = " or ".join(f"c{place} is not None" for _, place in sorted(kept) if place < n)
    each = "".join(
        "0, " if place == n else f"0 if c{place} is None or not ({_needed(users, n)}) else c{place}.when_saved, "
        for users, place in kept
    )
    return f"({each}) if {shared} else None" if shared else "None"


# ---- run: the rules, and where their results go ---------------------------------------------------------------


def run_source(cls):
    """The source of `cls._run`: saved values are called s0, s1, ..., edges e0, e1, ..."""
    n = len(cls.input_names)
    lines = [
        "def run(node, arrivals):",
        f"    if arrivals.unusual or node._hooks is not None{' or node._freed' * bool(cls._tensors_saved)}:",
        "        return run_any(node, arrivals)",
        "    sums = arrivals.sums",
        "    grad = sums.pop(node, None)",
        "    if grad is None:",
        "        return run_any(node, arrivals)",
        *_unpacked(cls),
        *_taken("_edges", inline.EDGES, n),
        "    repairs = node._repairs",
    ]
    for i in range(n):
        if cls.rules_found[i] is not None:
            lines += _sent(cls, i)
    return "\n".join([*lines, *_given_up(cls), ""])


def _unpacked(cls):
    """The lines that unpack the saved values; of a tensor they take the array, after a check of its version."""
    kept = cls._tensors_saved
    lines = _taken("_saved", inline.SAVED, len(cls.saved_names))
    lines += ["    versions = node._versions"] if kept else []
    for k in range(kept):
        lines += [
            f"    if {'type({0}) is Tensor' if k == cls.result_place else _IS_TENSOR}:".format(f"s{k}"),
            f"        counter = s{k}._counter",
            f"        if counter is not None and not (versions and versions[{k}] == counter.value):",
            f"            node.check_version({k})",
            f"        s{k} = s{k}._data",
        ]
    return lines


def _sent(cls, i):
    """The lines that compute the gradient of input i and add it to the sum that has arrived there."""
    computed = f"part = {_rule(cls, i)}"
    lines = [
        f"    if e{i} is not None:",
        f"        if e1 is not e0 or s1 is not s0: {computed}" if _again(cls, i) else f"        {computed}",
        f"        if repairs is not None and repairs[{i}] is not None:",
        f"            part = repaired(part, *repairs[{i}])",
        f"        if e{i} in sums:",
        f"            so_far = sums.pop(e{i})",
        "            if type(so_far) is float32:",
        f"                sums[e{i}] = so_far + part",
        f"            elif type(so_far) is array and e{i} not in arrivals.borrowed:",
        f"                sums[e{i}] = add(so_far, part, so_far)",
        "            else:",
        f"                sums[e{i}] = arrivals.joined(e{i}, so_far, part)",
        "        else:",
        f"            sums[e{i}] = part",
    ]
    if cls.passes_through:
        lines += [f"            if type(part) is array{_lent(cls)}:", f"                arrivals.borrowed.add(e{i})"]
    return lines


def _again(cls, i):
    """Whether the rule of input 1 is that of input 0 once more, so that `x * x` needs to compute only one of them."""
    return i == 1 and cls.places == [[0], [1]] and _rule(cls, 0).replace("s0", "s1") == _rule(cls, 1)


def _lent(cls):
    """The further condition for an array that is passed on to count as borrowed; empty if there is none."""
    if not cls.hands_on:
        return ""
    twice = " or (repairs is None and e0 is not None and e1 is not None)" if len(cls.input_names) == 2 else ""
    return f" and part is grad and (node in arrivals.borrowed{twice})"


def _given_up(cls):
    """The lines that free what was saved, unless the graph is kept."""
    kept = cls._tensors_saved
    if cls._release_saved is not Node._release_saved:
        return ["    if not arrivals.keep:", "        node._release_saved()"]
    if not kept:
        return []
    something = " or ".join(f"s{k} is not None" for k in range(kept))
    return [
        f"    if not arrivals.keep and ({something}):",
        *_kept("_saved", inline.SAVED, ["None" if k < kept else f"s{k}" for k in range(len(cls.saved_names))]),
        "        node._freed = True",
    ]


def _rule(cls, i):
    """The expression for the gradient of input i."""
    given = ["grad", *(f"s{k}" for k in cls.places[i])]
    text = _TEXTS.get(cls.rules_found[i].__code__.co_code)
    return text.format(*given) if text else f"d_{i}({', '.join(given)})"


def _listed(letter, n):
    return ", ".join(f"{letter}{i}" for i in range(n))
