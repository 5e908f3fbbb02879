"""What PyTorch has and autogradlab leaves out: the errors point to the list of differences."""

import sys
from dis import opmap

from autogradlab.autograd.sentences import LEFT_OUT, no_such_name, noted
from autogradlab.autograd.tensor import Tensor

#: Methods of Tensor that programs ask for. Only the usual ones, since `dir` lists them.
METHODS = """
    acos acosh addmm_ addmv adjoint aminmax apply_ argwhere as_strided asin asinh atan2 atanh baddbmm bfloat16
    bincount cauchy_ cholesky copysign corrcoef cov cross cummax cummin cumprod_ cumsum_ diff erf_ erfc erfinv
    fill_diagonal_ fliplr flipud fmax fmin frac geometric_ get_device hardshrink histc hsplit hypot imag index_copy
    index_copy_ index_fill index_fill_ inner is_cpu is_nonzero is_quantized is_sparse isreal kron kthvalue lgamma
    log_normal_ logaddexp logcumsumexp logit lu map_ masked_scatter masked_scatter_ matrix_exp matrix_power mode
    moveaxis movedim msort nanmean nansum pin_memory pinverse put_ qr quantile real resize_ rot90 scatter_reduce
    scatter_reduce_ set_ share_memory_ signbit sinc slogdet sparse_mask split_with_sizes squeeze_ stft storage svd
    swapaxes_ t_ take_along_dim tensor_split to_dense to_sparse transpose_ unfold unique unique_consecutive
    unsqueeze_ untyped_storage vsplit xlogy
""".split()


def option_left_out(option):
    """The NotImplementedError for an option that is left out on purpose, such as "load_state_dict(assign=True)"."""
    return NotImplementedError(f"autogradlab leaves out {option}; see docs/differences.md")


def missing(owner, name):
    """The AttributeError for a name that a module does not have, from the module's `__getattr__`.

    For `from torch.nn import LSTM` it is an ImportError: Python would replace an AttributeError by an error of its own.
    """
    if _is_imported(sys._getframe(2)):
        return noted(ImportError(f"cannot import name '{name}' from '{owner}'", name=name), LEFT_OUT)
    return no_such_name(owner, name)


def lacking(owner):
    """The `__getattr__` of the module `owner`, which raises that error."""

    def __getattr__(name):
        raise missing(owner, name)

    return __getattr__


def _is_imported(frame):
    """Whether `frame` is just running the `from ... import name` that asks for a name."""
    return frame.f_code.co_code[frame.f_lasti] == opmap["IMPORT_FROM"]


class _LeftOut:
    """The attribute of Tensor for a method that is left out: reading it raises, so `hasattr` is False."""

    def __init__(self, name):
        self.name = name

    def __get__(self, tensor, owner=None):
        raise AttributeError(f"autogradlab leaves out Tensor.{self.name}; see docs/differences.md")


for _name in METHODS:
    if not hasattr(Tensor, _name):
        setattr(Tensor, _name, _LeftOut(_name))
