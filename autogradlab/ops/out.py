"""`ag.add(x, y, out=z)`: the result written into a tensor that is there already."""

import warnings
from functools import wraps

from autogradlab.autograd.modes import mode, no_grad
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import wrong_type

from . import inplace, joining, products, reduce  # noqa: F401  (their functions take `out` from here on)
from .register import functions
from .writing import check_apart, check_cast, check_single, check_wholly_apart, output_shape_error, put_numbers

RESIZED = (
    "An output with one or more elements was resized since it had shape {}, which does not match the required "
    "output shape {}. This behavior is deprecated, and in a future PyTorch release outputs will not be resized "
    "unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, inplace, to zero "
    "elements with t.resize_(0)."
)


def _taking_out(function):
    name = getattr(function, "__wrapped__", function).__name__  # an alias refuses under the first name

    @wraps(function)
    def with_out(*args, out=None, **settings):
        return function(*args, **settings) if out is None else _into(out, name, function, args, settings)

    return with_out


def _into(out, name, function, args, settings):
    """Write the function's result into `out`, which takes its shape. Raises RuntimeError if that would be recorded."""
    if not isinstance(out, Tensor):
        raise wrong_type(name, "out", None, "Tensor", out)
    given = [x for arg in args for x in (arg if isinstance(arg, (tuple, list)) else (arg,)) if isinstance(x, Tensor)]
    if mode.recording and any(x.requires_grad for x in (out, *given)):
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, but "
            "one of the arguments requires grad."
        )
    with no_grad():
        result = function(*args, **settings)
    check_cast(out, result._data)
    check_single(out._data)
    for x in given if name not in ("matmul", "mm", "dot") else ():
        (check_wholly_apart if name in ("cat", "stack", "mv", "bmm") else check_apart)(out._data, x._data)
    if result.shape != out.shape:
        if any(x is out for x in given):
            raise output_shape_error(out.shape, result.shape)
        if out.numel():
            warnings.warn(RESIZED.format(list(out.shape), list(result.shape)), UserWarning, stacklevel=3)
        out._data = result._data.astype(out._data.dtype)
        out._share_counter().value += 1
    else:
        put_numbers(out, result._data)
    return out


for _name in """
        add sub subtract mul multiply div divide true_divide floor_divide remainder fmod pow square reciprocal
        neg abs exp expm1 log log10 log1p log2 sqrt rsqrt sin cos tan sinh cosh tanh atan arctan erf sigmoid
        sign floor ceil round clamp clip maximum minimum
        eq not_equal ne lt less le less_equal gt greater ge greater_equal
        matmul mm mv bmm dot cat stack sum mean lerp addcmul addcdiv
        """.split():
    functions[_name] = _taking_out(functions[_name])


def _of_two(function, of_two):
    """`max(a, b, out=c)`, as old optimizers call it, is `maximum(a, b, out=c)`."""

    @wraps(function)
    def with_out(*args, **settings):
        two = "out" in settings and len(args) == 2 and isinstance(args[1], Tensor)
        return (of_two if two else function)(*args, **settings)

    return with_out


for _name in ("max", "min"):
    functions[_name] = _of_two(functions[_name], functions[_name + "imum"])
