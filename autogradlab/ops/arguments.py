"""Argument handling that several functions share: checks with PyTorch's error messages, number types, new leaves."""

import warnings
from inspect import CO_VARARGS
from math import prod
from operator import index

from autogradlab.autograd import dtypes
from autogradlab.autograd.sentences import FLOATS_ONLY, noted
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.autograd.trace import users_level
from autogradlab.autograd.wrong_type import check_switch, kind_of, wrong_type

from .device import check_device
from .refusals import NUMBERS, UNFIT, NoWay, fit, is_integer, misfit, no_way, unbound, unpacking_error
from .register import functions, named, titled

#: The default that stands for "not given" where None may be given.
UNSAID = object()


def check_tensor(function, value, argument="input", position=1):
    if not isinstance(value, Tensor):
        raise wrong_type(function, argument, position, "Tensor", value)


def check_each(tensors, argument=0):
    for i, t in enumerate(tensors):
        if not isinstance(t, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument {argument}, but got {kind_of(t)}")


def check_integer(function, argument, position, value):
    if type(value) is not int and not is_integer(value):
        raise wrong_type(function, argument, position, "int", value)


def type_name(array):
    """PyTorch's old name for the number type of an array: "Float", "Long"."""
    return dtypes.from_numpy(array.dtype).type_name


def not_for(kernel, array):
    """The NotImplementedError for an array whose number type PyTorch's `kernel` does not take."""
    return NotImplementedError(f"\"{kernel}\" not implemented for '{type_name(array)}'")


def refuse(kinds, kernel, array):
    """Refuse numbers of `kinds`, NumPy's letters, which PyTorch's `kernel` does not take."""
    if array.dtype.kind in kinds:
        raise not_for(kernel, array)


def listed(given):
    """Sizes or dimensions given one by one, or as one tuple or list."""
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], (tuple, list)) else given


def by_name(function, argument, given, numbers):
    """Sizes or dimensions as a tuple of positional arguments: `given`, or `(numbers,)` if they were passed by name.

    Raises TypeError if there are none.
    """
    if numbers is None:
        if not given:
            check_whole(function, argument, given)
        return given
    if given:
        raise TypeError(f"{function}() got multiple values for argument '{argument}'")
    if not isinstance(numbers, (tuple, list)):
        raise misfit(function, argument, None, "tuple of ints", numbers)
    return (numbers,)


def check_whole(function, argument, given):
    """Refuse sizes or dimensions, given one by one or as one tuple or list, that are not whole numbers."""
    numbers = listed(given)
    if not given or numbers and fit("int", numbers[0]) is UNFIT:
        raise unbound(function, given, {}, [("tuple of ints", argument, False)])
    for place, n in enumerate(numbers, 1):
        try:
            index(n)
        except TypeError:
            raise unpacking_error(function, argument, place, n) from None


def one_tuple(name, argument):
    """Decorator above `named`: the function takes one tuple or list where the method also takes separate numbers."""

    def publish(f):
        method = functions[name]

        def function(input, *given, **words):
            if len(given) > 1:
                raise TypeError(f"{name}() takes 2 positional arguments but {1 + len(given)} were given")
            check_tensor(name, input)
            if given and not isinstance(given[0], (tuple, list)):
                raise wrong_type(name, argument, 2, "tuple of ints", given[0])
            return method(input, *given, **words)

        functions[name] = titled(function, name, method.__doc__)
        return f

    return publish


def whole_numbers(function, argument, given, numbers=None):
    """Several ints as a tuple: given one by one, as one tuple or list, or as `numbers` by name. Raises TypeError."""
    given = by_name(function, argument, given, numbers)
    check_whole(function, argument, given)
    return tuple(map(index, listed(given)))


def sizes(function, given, size=None):
    """A size as a tuple, as by `whole_numbers`. Raises TypeError, or RuntimeError for a size below 0."""
    size = whole_numbers(function, "size", given, size)
    if min(size, default=0) < 0:
        raise RuntimeError(
            "zeros: Dimension size must be non-negative."
            if function == "zeros"
            else f"Trying to create tensor with negative dimension {next(n for n in size if n < 0)}: {list(size)}"
        )
    if prod(size) >= 2**61:  # 2⁶³ bytes of float32
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)}")
    return size


def number_type(function, dtype, otherwise=None):
    """The NumPy type for an argument `dtype=`; for None it is `otherwise`, or else the default type for floats."""
    if dtype is None:
        return otherwise or dtypes.Default.numpy
    return dtypes.wanted(dtype, function).numpy


def leaf(function, array, requires_grad=False, device=None):
    """A new leaf that holds `array`. Raises for any device but the CPU, and for integers or bools that require grad."""
    check_device(device, function)
    if requires_grad is None and function != "tensor":
        requires_grad = False
    if requires_grad is not False:
        check_switch(function, "requires_grad", None, requires_grad)
        if array.dtype.kind != "f":
            raise RuntimeError(FLOATS_ONLY)
    return new_tensor(array[()] if array.ndim == 0 else array, requires_grad)


def maker(name, method=False):
    """Decorator: publish, as a function or a method, a wrapper that makes a new leaf of the array that is returned.

    The function's first argument is `kind`: kind(otherwise) is the NumPy type for `dtype=`, see `number_type`.
    """

    def publish(compute):
        compute = titled(compute, name, compute.__doc__)

        def function(*args, dtype=None, device=None, requires_grad=False, **words):
            def kind(otherwise=None):  # asked for before anything is drawn
                found = number_type(name, dtype, otherwise)
                check_device(device, name)
                return found

            try:
                array = compute(kind, *args, **words)
            except NoWay as error:
                refusal = no_way(name, args, words)
                raise (noted(refusal, *error.args) if error.args else refusal) from None
            except TypeError as error:
                if error.__traceback__.tb_next is not None:  # raised by `compute`
                    raise
                raise _unbound(name, compute, args, words) from None
            return array if isinstance(array, Tensor) else leaf(name, array, requires_grad, device)

        return named(name, method=method, function=not method)(titled(function, name, compute.__doc__))

    return publish


def _unbound(name, compute, args, words):
    """The TypeError for arguments of a maker that the parameters of `compute` do not take."""
    code = compute.__code__
    own = code.co_varnames[1:2] == ("input",) and not name.endswith("_like")  # a method's own tensor is not counted
    places, args = code.co_varnames[1 + own : code.co_argcount], args[own:]
    if code.co_flags & CO_VARARGS:
        places, args = ("size",), (args,) if args and fit("int", args[0]) is not UNFIT else args
    needed = len(places) - len(compute.__defaults__ or ())
    options = ("dtype", "device", "requires_grad", "memory_format")
    way = [("", place, i >= needed) for i, place in enumerate(places)] + [("", word, True) for word in options]
    return unbound(name, args, words, way, len(places))


_warned = set()


def warn_once(sentence, about=None):
    """Warn with `sentence` the first time only; of several sentences `about` the same, warn with the first only."""
    if (about or sentence) not in _warned:
        _warned.add(about or sentence)
        warnings.warn(sentence, UserWarning, stacklevel=users_level())


#: Functions with old calls in which the number comes first, as in `p.add_(-lr, g)`: its name, and those of the tensors.
_OLD = {name: ("alpha", ["other"]) for name in ("add", "sub")}
_OLD |= {name: ("value", ["tensor1", "tensor2"]) for name in ("addcmul", "addcdiv")}


def number_last(name, given, settings, function=False):
    """Arguments and settings of a call, with a number that came first made a setting; without one, both as they are.

    PyTorch's warning comes once.
    """
    word, tensors = _OLD.get(name.rstrip("_"), ("", []))
    if settings or len(given) != len(tensors) + 1 or not _is_number(given[0]):
        return given, settings
    rest, out = ", ".join(f"Tensor {each}" for each in tensors), ", Tensor out = None" * function
    own = "Tensor input, " * function
    warn_once(
        f"This overload of {name} is deprecated:\n\t{name}({own}Number {word}, {rest}{out.replace(',', ', *,', 1)})\n"
        "Consider using one of the following signatures instead:\n"
        f"\t{name}({own}{rest}, *, Number {word} = 1{out})",
        about="an overload",
    )
    return given[1:], {word: given[0]}


def _is_number(value):
    return isinstance(value, NUMBERS) or (isinstance(value, Tensor) and not value.ndim and not value.requires_grad)
