"""Old calls with the number before the tensors, such as `p.add_(-lr, g)`: accepted; PyTorch's warning comes once."""

from autogradlab.autograd.tensor import Tensor

from .arguments import warn_once
from .refusals import NUMBERS

#: By function: the name of the number, and the names of the tensors that follow it.
_OLD = {name: ("alpha", ["other"]) for name in ("add", "sub")}
_OLD |= {name: ("value", ["tensor1", "tensor2"]) for name in ("addcmul", "addcdiv")}


def number_last(name, given, settings, function=False):
    """Arguments and settings of a call, with a number that came first made a setting; without one, both as they are."""
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
        stacklevel=4,
    )
    return given[1:], {word: given[0]}


def _is_number(value):
    return isinstance(value, NUMBERS) or (isinstance(value, Tensor) and not value.ndim and not value.requires_grad)
