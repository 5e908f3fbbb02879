"""The number types, under PyTorch's names, and how two of them combine.

Numbers are NumPy's underneath; float32 is the default for anything with a decimal point.
"""
import builtins

import numpy as np


class dtype:
    """A number type such as `float32`; prints as PyTorch prints it."""
    __slots__ = ("name", "numpy", "is_floating_point", "type_name")

    def __init__(self, name, numpy, type_name):
        self.name, self.numpy, self.type_name = name, np.dtype(numpy), type_name
        self.is_floating_point = self.numpy.kind == "f"

    def __repr__(self):
        return "torch." + self.name

    def __reduce__(self):
        return self.name


float32 = float = dtype("float32", np.float32, "Float")
float64 = double = dtype("float64", np.float64, "Double")
float16 = half = dtype("float16", np.float16, "Half")
int64 = long = dtype("int64", np.int64, "Long")
int32 = dtype("int32", np.int32, "Int")
int16 = dtype("int16", np.int16, "Short")
int8 = dtype("int8", np.int8, "Char")
uint8 = dtype("uint8", np.uint8, "Byte")
bool = dtype("bool", np.bool_, "Bool")

_BY_NUMPY = {kind.numpy: kind for kind in (float32, float64, float16, int64, int32, int16, int8, uint8, bool)}
_CATEGORY = {"b": 0, "u": 1, "i": 1, "f": 2}


def from_numpy(numpy_dtype):
    """Our dtype for a NumPy one. Raises TypeError for the kinds that no tensor here has (complex, strings, objects)."""
    try:
        return _BY_NUMPY[np.dtype(numpy_dtype)]
    except KeyError:
        raise TypeError(f"can't convert np.ndarray of type {np.dtype(numpy_dtype)}. The only supported types are: "
                        f"{', '.join(kind.name for kind in _BY_NUMPY.values())}.") from None


def promote(a, b):
    """Bring two arrays to one type: the higher category wins (bool < integer < float), and within
    one category an array with dimensions outranks a 0-d one.

    A plain Python number takes part as the weakest of its category: it makes integers floats, never float32 float64.
    """
    if isinstance(b, (int, np.bool_)) or isinstance(a, int):
        return a, b                                           # NumPy already treats a Python int as weak
    if type(b) is builtins.float:
        return (a, b) if a.dtype.kind == "f" else (a.astype(np.float32), b)
    if type(a) is builtins.float:
        return (a, b) if b.dtype.kind == "f" else (a, b.astype(np.float32))
    if a.dtype == b.dtype:
        return a, b
    common = _common(a, b)
    return a.astype(common, copy=False), b.astype(common, copy=False)


def _common(a, b):
    rank_a, rank_b = _CATEGORY[a.dtype.kind], _CATEGORY[b.dtype.kind]
    if rank_a != rank_b:
        return a.dtype if rank_a > rank_b else b.dtype
    if (a.ndim == 0) != (b.ndim == 0):
        return b.dtype if a.ndim == 0 else a.dtype
    return np.promote_types(a.dtype, b.dtype)
