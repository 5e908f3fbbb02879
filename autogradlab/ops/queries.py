"""Questions about tensors and number types: how many numbers, how wide, of what kind, where in memory."""

from types import SimpleNamespace

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.dtypes import promote_types
from autogradlab.autograd.tensor import Tensor, attribute
from autogradlab.autograd.wrong_type import ShortlyNamed, full_name

from .gates import gated
from .left_out import option_left_out
from .memory_format import channels_last, check_order, contiguous_format, steps_of
from .reduce import own_axis
from .refusals import NUMBERS, no_way, plain
from .register import named, titled

#: How numbers lie in memory; there is one way.
strided = type("layout", (), {"__repr__": lambda self: "torch.strided"})()
attribute("layout", lambda self: strided, "How the numbers lie in memory: always with strides.")
attribute("name", lambda self: None, "Always None; in PyTorch too it cannot be set.")
attribute("itemsize", lambda self: self._data.itemsize, "Bytes of one number.")
attribute("nbytes", lambda self: self._data.size * self._data.itemsize, "Bytes of all numbers.")


# ---- numbers and their types ----------------------------------------------------------------------------------


def _question(name, answer, doc, function=True):
    named(name, function=function)(titled(lambda input: answer(input._data), name, doc))


_question("numel", lambda array: array.size, "How many numbers.")
_question("nelement", lambda array: array.size, "How many numbers.", function=False)
_question("element_size", lambda array: array.itemsize, "Bytes of one number.", function=False)
_question("is_floating_point", lambda array: array.dtype.kind == "f", "Whether the numbers have a decimal point.")
_question("is_complex", lambda array: False, "Whether the numbers are complex: no.")
_question("is_signed", lambda array: array.dtype.kind in "if", "Whether the number type has negative numbers.")


@named("is_tensor", method=False)
def is_tensor(obj):
    """Whether `obj` is a tensor."""
    return isinstance(obj, Tensor)


@named("typename", method=False)
def typename(obj):
    """The name of an object's type as PyTorch's messages show it; for a class or a function, its own name."""
    if isinstance(obj, Tensor):
        return obj.type()
    named = obj if hasattr(obj, "__qualname__") else type(obj)
    module = getattr(named, "__module__", None)
    if module in ("builtins", None):
        return named.__qualname__
    if isinstance(named, ShortlyNamed):
        return full_name(named)
    if not isinstance(named, type) and "." not in named.__qualname__ and module.startswith("autogradlab."):
        return f"{_home(module, named.__qualname__)}.{named.__qualname__}"
    for ours, pytorchs in _MODULES:
        module = module.replace(ours, pytorchs)
    return f"{module}.{named.__qualname__}"


def _home(module, function):
    """Where PyTorch defines a function, which decides how its messages name it."""
    if module.startswith("autogradlab.ops."):
        return "torch._VariableFunctionsClass"
    return "torch._C._nn" if function in _WITHOUT_PYTHON else "torch.nn.functional"


#: Functions of `nn.functional` that PyTorch has no Python for.
_WITHOUT_PYTHON = "gelu linear log_sigmoid one_hot softplus softshrink".split()
#: The names of modules, ours and PyTorch's.
_MODULES = (
    ("autogradlab.nn.parameter", "torch.nn.parameter"),
    ("autogradlab.nn.containers", "torch.nn.modules.container"),
    ("autogradlab.nn.", "torch.nn.modules."),
    ("autogradlab.", "torch."),
)


@named("result_type", method=False)
def result_type(tensor, other):
    """The number type of an operation on two tensors or numbers."""
    if not all(isinstance(x, (Tensor, *NUMBERS)) for x in (tensor, other)):
        raise no_way("result_type", (tensor, other), {})
    a, b = (x._data if isinstance(x, Tensor) else plain(x) for x in (tensor, other))
    if not isinstance(tensor, Tensor) and not isinstance(other, Tensor):
        return promote_types(dtypes.of_number(a), dtypes.of_number(b))
    return dtypes.from_numpy(np.result_type(*dtypes.promote(a, b)))


@named("can_cast", method=False)
def can_cast(from_, to):
    """Whether `from_` may become `to`: not from a higher category (bool < integer < float) to a lower one."""
    from_, to = (dtypes.wanted(each, "can_cast") for each in (from_, to))
    return dtypes.CATEGORY[from_.numpy.kind] <= dtypes.CATEGORY[to.numpy.kind]


class _Limits(SimpleNamespace):
    """Facts about a number type; `_shown` names those that are printed."""

    def __repr__(self):
        facts = ", ".join(f"{name}={getattr(self, name):g}" for name in self._shown)
        return f"{'finfo' if 'eps' in self._shown else 'iinfo'}({facts}, dtype={self.dtype})"


def finfo(type=None):
    """The limits of a floating-point type."""
    kind = dtypes.get_default_dtype() if type is None else dtypes.wanted(type, "finfo")
    if not kind.is_floating_point:
        raise TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'")
    limits, shown = np.finfo(kind.numpy), ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
    facts = {name: float(getattr(limits, name)) for name in shown} | {"resolution": 10.0**-limits.precision}
    return _Limits(bits=limits.bits, dtype=kind.name, _shown=shown, **facts)


def iinfo(type):
    """The limits of an integer type."""
    type = dtypes.wanted(type, "iinfo")
    if type.is_floating_point:
        raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
    if type is dtypes.bool:
        raise TypeError("torch.bool is not supported by torch.iinfo")
    limits = np.iinfo(type.numpy)
    return _Limits(bits=limits.bits, dtype=type.name, min=int(limits.min), max=int(limits.max), _shown=("min", "max"))


finfo, iinfo = gated(finfo, "finfo"), gated(iinfo, "iinfo")


# ---- shape ----------------------------------------------------------------------------------------------------


@named("size", function=False)
def size(self, dim=None):
    """The shape, or the length of one dimension. Raises IndexError if there is no such dimension."""
    return self.shape if dim is None else self._data.shape[own_axis(dim, self.ndim)]


# ---- memory ---------------------------------------------------------------------------------------------------


@named("is_contiguous", function=False)
def is_contiguous(self, *, memory_format=contiguous_format):
    """Whether the numbers lie in memory in the order of their positions, without gaps."""
    check_order("is_contiguous", memory_format)
    if memory_format is channels_last:
        raise option_left_out("is_contiguous(memory_format=torch.channels_last)")
    return self._shared_array().flags.c_contiguous


@named("stride", function=False)
def stride(self, dim=None):
    """How many entries apart neighbors lie in memory, along each dimension or along `dim`."""
    steps = steps_of(self._shared_array())
    return steps if dim is None else steps[own_axis(dim, self.ndim)]


@named("storage_offset", function=False)
def storage_offset(self):
    """How many entries of the shared memory lie before this tensor's first number."""
    array = whole = self._shared_array()
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    return (data_ptr(self) - whole.__array_interface__["data"][0]) // array.itemsize


@named("data_ptr", function=False)
def data_ptr(self):
    """The address of the first number: two tensors with the same address share memory."""
    return self._shared_array().__array_interface__["data"][0]
