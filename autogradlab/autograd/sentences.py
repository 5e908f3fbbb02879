"""PyTorch's messages for broken rules of the engine, and how a line of our own advice is added to an error."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .modes import mode

if TYPE_CHECKING:
    from . import Node, Tensor

E = TypeVar("E", bound=BaseException)

_SUFFIX = re.compile(r"Backward0?$|Backward(?=[1-9]$)")
FREED_SENTENCE = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
    "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
    "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
    "saved tensors after calling backward."
)
ENABLE_ANOMALY = (
    "enable anomaly detection to find the operation that failed to compute its gradient, with "
    "torch.autograd.set_detect_anomaly(True, check_nan=False)."
)
LOOK_ABOVE = (
    "the backtrace further above shows the operation that failed to compute its gradient. The variable in "
    "question was changed in there or anywhere later. Good luck!"
)
NON_LEAF_GRAD = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
    "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, "
    "use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access the "
    "leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information."
)
VIEW_DETACHED = (
    "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, "
    "and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be "
    "called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in "
    "torch/optim/optimizer.py as the solution."
)
SAVED_DETACHED = (
    "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This is not supported, please "
    "use out-of-place `.detach()` instead"
)
HOOK_NOT_PICKLED = (
    "backward hook {!r} on tensor will not be serialized.  If this is expected, you can decorate the function with "
    "@torch.utils.hooks.unserializable_hook to suppress this warning"
)
NOT_A_LEAF_COPIED = (
    "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If you "
    "were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see "
    "https://github.com/pytorch/pytorch/pull/103001"
)
FLAG_OF_A_RESULT = "you can only change requires_grad flags of leaf variables."
FLOATS_ONLY = "Only Tensors of floating point and complex dtype can require gradients"
DETACH_INSTEAD = (
    " If you want to use a computed variable in a subgraph that doesn't require differentiation use "
    "var_no_grad = var.detach()."
)
OTHER_GRAD_SIZE = (
    "attempting to assign a gradient of size '{}' to a tensor of size '{}'. Please ensure that the gradient and the "
    "tensor are the same size"
)
OTHER_GRAD_DTYPE = (
    "attempting to assign a gradient with dtype '{}' to a tensor with grad_dtype '{}'. The gradient must match the "
    "tensor's grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype attribute with a "
    "specific dtype, or None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and its "
    "gradient may break downstream systems that assume they match."
)
INSTANTIATED = (
    "{} should not be instantiated. Methods on autograd functions are all static, so you should invoke them on the "
    "class itself. Instantiating an autograd function will raise an error in a future version of PyTorch."
)
LEGACY_FUNCTION = (
    "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function "
    "with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
)
NO_BACKWARD = (
    "You must implement either the backward or vjp method for your custom autograd.Function to use it with backward "
    "mode AD."
)
NO_JVP = "You must implement the jvp function for custom autograd.Function to use it with forward mode AD."
NO_VMAP = (
    "To use autograd.Function with vmap, you must either override the vmap staticmethod or set generate_vmap_rule=True."
)
BACKWARD_AND_VJP = (
    "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one of "
    "them."
)
ACCESSED_ONCE = (
    "saved_tensors can only be accessed once when clear_saved_tensors_on_access=True is set on the autograd.Function. "
    "Either access saved_tensors only once, or set clear_saved_tensors_on_access=False."
)
DIRTY_NOT_RETURNED = (
    "Some elements marked as dirty during the forward method were not returned as output. The inputs that are modified "
    "inplace must all be outputs of the Function."
)
INPUT_RETURNED_AND_SAVED = (
    "An input that has been returned as-is as output is being saved for backward. This is not supported if you "
    "override setup_context. You should return and save a view of the input instead, e.g. with x.view_as(x) or setup "
    "ctx inside the forward function itself."
)
DIRTY_NO_INPUT = (
    "ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated should be "
    "passed to ctx.mark_dirty()."
)
WRONG_COUNT = "function {} returned an incorrect number of gradients (expected {}, got {})"
COUNT_OF_GRADIENTS = (
    "help: backward() returns one gradient for each argument of forward() after ctx, None for those that need none"
)
GRADIENT_OF_A_NUMBER = (
    "function {} returned a gradient different than None at position {}, but the corresponding forward input was not a "
    "Variable"
)
WRONG_SHAPE = "Function {} returned an invalid gradient at index {} - got {} but expected shape compatible with {}"
WRITE_ELSEWHERE = "Write out of place (`a = a + 1` instead of `a += 1`), or call backward() first"


def noted(error: E, note: str) -> E:
    """`error` with a line of advice that tracebacks show and `str(error)` leaves out (PEP 678)."""
    error.add_note("  " + note)
    return error


def read_only(name: str, show: Callable[[Any], Any], owner: str = "", doc: str | None = None) -> property:
    """A property for tensors, or for nodes, which refuses in PyTorch's words to be assigned or deleted."""

    def refuse(self, value=None):
        kind = owner or ("torch._C._FunctionBase" if self._module else type(self).__name__)
        raise AttributeError(f"attribute '{name}' of '{kind}' objects is not writable")

    return property(show, refuse, refuse, doc)


def no_such_name(module: str, name: str) -> AttributeError:
    """The AttributeError for a name that a module lacks, in Python's words, with a note about what is left out."""
    return noted(
        AttributeError(f"module '{module}' has no attribute '{name}'"),
        "help: if PyTorch has it, autogradlab leaves it out; see docs/differences.md",
    )


def place_of(line: tuple[str, int, str]) -> str:
    """A source line, (file name, line number, text), as our notes name it."""
    return f"line {line[1]} of {os.path.basename(line[0])}, `{line[2]}`"


def name_of(node: Node) -> str:
    """A node's name, also of the `ctx` of a Function that has put a `name` of its own there."""
    return type(node).name(node)


def short_name(node: Node) -> str:
    """A node's name in PyTorch's messages: 'Mul' for 'MulBackward0'."""
    return _SUFFIX.sub("", name_of(node))


def shown_type(tensor: Tensor) -> str:
    """A tensor's old type name as PyTorch's C++ shows it."""
    return "CPUBoolType" if tensor.dtype.name == "bool" else f"torch.{tensor.dtype.type_name}Tensor"


def version_sentence(tensor: Tensor, saved_version: int, maker: Node | tuple[Node, int] | None) -> str:
    """PyTorch's message for a saved value that was overwritten; `maker` is its node, or (node, which result)."""
    hint = LOOK_ABOVE if mode.anomaly else ENABLE_ANOMALY
    node, number = maker if isinstance(maker, tuple) else (maker, 0)
    source = "" if node is None else f", which is output {number} of {short_name(node)},"
    return (
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{shown_type(tensor)} {list(tensor.shape)}]{source} is at version {tensor._version}; "
        f"expected version {saved_version} instead. Hint: {hint}"
    )
