"""Types for names that exist only once the package is imported: by parameter, by kind, by property, by call.

Names with an underscore are Python's own types: `float`, `int` and `bool` are number types of tensors here.
"""

#: The type of each kind of argument that the gates of functions know (`ops.gates`).
OF_KIND = {
    "int": "_int",
    "float": "_float",
    "bool": "_bool",
    "Number": "_float",
    "Tensor": "Tensor",
    "torch.dtype": "_dtype",
    "tuple of ints": "_int | Sequence[_int]",
    "tuple of Tensors": "Sequence[Tensor]",
    "Number or Tensor": "Tensor | _float",
    "int or Tensor": "_int | Tensor",
}

#: The types of parameters that no gate checks.
OF_PARAMETER = {
    "A": "Tensor",
    "array": "Any",
    "context": "Any",
    "return_scalar": "_bool",
    "copy": "_bool",
    "copy_.other": "Tensor | _float",
    "create_graph": "_bool",
    "data": "Any",
    "device": "_Device",
    "element": "Tensor | _float",
    "equation": "str",
    "error": "Any",
    "force": "_bool",
    "from_": "_dtype",
    "generator": "Generator",
    "gradient": "Tensor",
    "hook": "Callable[[Tensor], Any]",
    "indexing": "str",
    "indices": "Sequence[Tensor | None]",
    "inputs": "Tensor | Sequence[Tensor]",
    "key": "Any",
    "memo": "dict[_int, Any]",
    "memory_format": "Any",
    "nan": "_float",
    "ndarray": "np.ndarray",
    "neginf": "_float",
    "new_state": "Tensor",
    "obj": "Any",
    "operands": "Tensor | Sequence[Tensor]",
    "p": "_float | str",
    "bernoulli.p": "_float",
    "posinf": "_float",
    "requires_grad": "_bool",
    "retain_graph": "_bool",
    "seed": "_int",
    "shape": "_int | Sequence[_int]",
    "unflatten.sizes": "Sequence[_int]",
    "spec": "str",
    "split_size": "_int | Sequence[_int]",
    "split_size_or_sections": "_int | Sequence[_int]",
    "order": "_int | Sequence[_int]",
    **dict.fromkeys(("exponent", "result_type.tensor", "result_type.other"), "Tensor | _float"),
    "to": "_dtype",
    **dict.fromkeys(("broadcast_tensors.tensors", "meshgrid.tensors"), "Tensor"),
    "value": "Tensor | _float",
    "values": "Tensor",
    **dict.fromkeys(("norm.dim", "linalg_vector_norm.dim"), "_int | Sequence[_int]"),
    "norm.keepdim": "_bool",
}

#: What a function returns; all others return a Tensor.
GIVES = {
    **dict.fromkeys(
        "allclose can_cast equal is_contiguous is_inference is_tensor __bool__ __contains__".split(), "_bool"
    ),
    **dict.fromkeys("is_complex is_floating_point is_signed".split(), "_bool"),
    **dict.fromkeys("data_ptr dim element_size ndimension nelement numel storage_offset".split(), "_int"),
    **dict.fromkeys("initial_seed seed __int__ __index__ __len__".split(), "_int"),
    **dict.fromkeys("broadcast_tensors chunk meshgrid split unbind".split(), "tuple[Tensor, ...]"),
    **dict.fromkeys("sort topk".split(), "_ValuesAndIndices"),
    **dict.fromkeys("backward retain_grad __delitem__ __setitem__ set_rng_state".split(), "None"),
    **dict.fromkeys("item tolist register_hook register_post_accumulate_grad_hook".split(), "Any"),
    **dict.fromkeys("numpy __array__".split(), "np.ndarray"),
    **dict.fromkeys("__format__ __repr__ typename".split(), "str"),
    "__dir__": "list[str]",
    "__array_wrap__": "Any",
    "__complex__": "complex",
    "__float__": "_float",
    "__reduce__": "tuple[Any, ...]",
    "__iter__": "Iterator[Tensor]",
    "manual_seed": "Generator",
    "result_type": "_dtype",
}

#: The types of Tensor's properties.
OF_PROPERTY = {
    "T": "Tensor",
    "mT": "Tensor",
    "name": "None",
    "data": "Tensor",
    "device": "_DeviceType",
    "dtype": "_dtype",
    "grad": "Tensor | None",
    "grad_fn": "Node | None",
    "is_cpu": "_bool",
    "is_cuda": "_bool",
    "is_meta": "_bool",
    "is_leaf": "_bool",
    "is_quantized": "_bool",
    "is_sparse": "_bool",
    "itemsize": "_int",
    "layout": "Any",
    "nbytes": "_int",
    "ndim": "_int",
    "output_nr": "_int",
    "requires_grad": "_bool",
    "retains_grad": "_bool",
    "shape": "Size",
}
WRITABLE = ("data", "grad", "requires_grad")

_LEAF = "dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False"
_SIZES = "*size: _int | Sequence[_int]"
_DRAWN = "generator: Generator | None = None"
_OUT = "out: Tensor | None = None"
_TWO = "input: Tensor, other: Tensor | _float, *"
_DIM = "input: Tensor, dim: _int, keepdim: _bool = False"

#: Functions that take more than their signature says: each way of calling them, and what it returns if not a Tensor.
#: The parameters after `input` are also the method's.
WAYS = {
    "arange": (f"end: _float, /, *, {_LEAF}", f"start: _float, end: _float, step: _float = 1, /, *, {_LEAF}"),
    "linspace": (f"start: _float, end: _float, steps: _int, *, {_LEAF}",),
    "eye": (f"n: _int, m: _int | None = None, *, {_LEAF}",),
    **dict.fromkeys(("empty", "ones", "zeros"), (f"{_SIZES}, {_LEAF}",)),
    "full": (f"size: Sequence[_int], fill_value: _float, *, {_LEAF}",),
    **dict.fromkeys(("rand", "randn"), (f"{_SIZES}, {_DRAWN}, {_LEAF}",)),
    "randint": (
        f"high: _int, size: Sequence[_int], /, *, {_DRAWN}, {_LEAF}",
        f"low: _int, high: _int, size: Sequence[_int], /, *, {_DRAWN}, {_LEAF}",
    ),
    "randint_like": (
        f"input: Tensor, high: _int, /, *, {_DRAWN}, {_LEAF}",
        f"input: Tensor, low: _int, high: _int, *, {_DRAWN}, {_LEAF}",
    ),
    "randperm": (f"n: _int, *, {_DRAWN}, {_LEAF}",),
    "normal": (
        f"mean: Tensor | _float, std: Tensor | _float = 1.0, *, {_DRAWN}, {_OUT}",
        f"mean: _float, std: _float, size: Sequence[_int], *, {_DRAWN}, {_LEAF}",
    ),
    **dict.fromkeys("empty_like ones_like rand_like randn_like zeros_like".split(), (f"input: Tensor, *, {_LEAF}",)),
    "full_like": (f"input: Tensor, fill_value: _float, *, {_LEAF}",),
    **dict.fromkeys(("new_empty", "new_ones", "new_zeros"), (f"input: Tensor, {_SIZES}, {_LEAF}",)),
    "new_full": (f"input: Tensor, size: Sequence[_int], fill_value: _float, *, {_LEAF}",),
    "new_tensor": (f"input: Tensor, data: Any, *, {_LEAF}",),
    **dict.fromkeys(("add", "sub", "subtract"), (f"{_TWO}, alpha: _float = 1, {_OUT}",)),
    **dict.fromkeys(("div", "divide"), (f"{_TWO}, rounding_mode: str | None = None, {_OUT}",)),
    **dict.fromkeys("floor_divide fmod mul multiply remainder true_divide".split(), (f"{_TWO}, {_OUT}",)),
    "pow": (f"input: Tensor, exponent: Tensor | _float, *, {_OUT}",),
    "matmul": (f"input: Tensor, other: Tensor, *, {_OUT}",),
    **dict.fromkeys(("flip", "tile"), ("input: Tensor, dims: _int | Sequence[_int]",)),
    "permute": ("input: Tensor, dims: Sequence[_int]",),
    "reshape": ("input: Tensor, shape: Sequence[_int]",),
    "broadcast_to": ("input: Tensor, size: Sequence[_int]",),
    **dict.fromkeys(("max", "min"), ("input: Tensor", f"{_DIM} -> _ValuesAndIndices", "input: Tensor, other: Tensor")),
    "median": ("input: Tensor", f"{_DIM} -> _ValuesAndIndices"),
    "prod": ("input: Tensor, *, dtype: _dtype | None = None", f"{_DIM}, *, dtype: _dtype | None = None"),
    "where": (
        "condition: Tensor -> tuple[Tensor, ...]",
        "condition: Tensor, input: Tensor | _float, other: Tensor | _float",
    ),
    "nonzero": (
        "input: Tensor, as_tuple: Literal[False] = False",
        "input: Tensor, as_tuple: Literal[True] -> tuple[Tensor, ...]",
    ),
    "trace": ("-> AbstractContextManager[None]", "input: Tensor"),
}

#: The same for methods that are called differently from their function, and for those that are methods only.
WAYS_OF_METHODS = {
    "view": ("*shape: _int | Sequence[_int] | _dtype",),
    "reshape": ("*shape: _int | Sequence[_int]",),
    **dict.fromkeys(("flip", "permute", "tile"), ("*dims: _int | Sequence[_int]",)),
    **dict.fromkeys(("broadcast_to", "expand"), ("*size: _int | Sequence[_int]",)),
    "repeat": ("*repeats: _int | Sequence[_int]",),
    "to": (
        "*args: Any, dtype: _dtype | None = None, device: _Device | None = None, non_blocking: _bool = False, "
        "copy: _bool = False",
    ),
    "where": ("condition: Tensor, other: Tensor | _float",),
    "type": ("-> str", "dtype: _dtype"),
    "size": ("-> Size", "dim: _int -> _int"),
    "stride": ("-> tuple[_int, ...]", "dim: _int -> _int"),
    "trace": ("",),
    "uniform_": (f"low: _float = 0, /, to: _float = 1, *, {_DRAWN}",),
    "normal_": (f"mean: _float = 0, std: _float = 1, *, {_DRAWN}",),
    "exponential_": (f"lambd: _float = 1, *, {_DRAWN}",),
    "bernoulli_": (f"p: Tensor | _float = 0.5, *, {_DRAWN}",),
    "random_": (f"*bounds: _int, to: _int | None = None, {_DRAWN}",),
}
