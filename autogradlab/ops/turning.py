"""Another shape in place: `x.t_()`, `x.transpose_(0, 1)`, `x.unsqueeze_(0)`, `x.squeeze_()`.

The tensor itself gets another shape over the same memory. Other tensors that share the memory keep their own.
"""

from autogradlab.autograd.modes import mode
from autogradlab.autograd.operation import make_ready
from autogradlab.autograd.tensor import Tensor

from .gates import gated
from .reduce import taking_several
from .register import functions, named, titled
from .shape import (
    SqueezeBackward0,
    SqueezeBackward1,
    SqueezeBackward2,
    SqueezeBackward4,
    TBackward0,
    TransposeBackward0,
    UnsqueezeBackward0,
    ViewBackward0,
    check_matrix,
)
from .writing import check_history

#: For the node of each view, the node of the same view in place.
_IN_PLACE = {
    view: type(name, (view,), {"__module__": __name__})
    for name, view in (
        ("TBackward1", TBackward0),
        ("TransposeBackward1", TransposeBackward0),
        ("UnsqueezeBackward1", UnsqueezeBackward0),
        ("SqueezeBackward3", SqueezeBackward0),
        ("SqueezeBackward5", SqueezeBackward2),
    )
}
_IN_PLACE[SqueezeBackward1] = SqueezeBackward4


def _in_place(name):
    """Publish the in-place form of the function `name`, which returns a view."""
    of = gated(functions[name].__wrapped__, name + "_", method=True)

    def method(self, *args, **settings):
        return _become(self, of, args, settings)

    named(name + "_", function=False)(titled(method, name + "_", f"`{name}`, of this tensor itself."))


def _become(tensor, of, args, settings):
    """Turn `tensor` into the view of itself that `of` takes, and return it."""
    recorded = mode.recording and tensor.requires_grad
    if recorded:
        check_history(tensor)
    view = of(tensor, *args, **settings)
    try:
        tensor._share_counter().value += 1
    finally:  # an inference tensor that is refused has turned all the same, as in PyTorch
        tensor._turn_into(view, _back(tensor._data.shape, view), recorded)
    if recorded:
        node = view._grad_fn
        node.__class__ = _IN_PLACE[type(node)]
        make_ready(type(node))
        tensor._hang_on(node)
    return tensor


def _back(shape, view):
    """The step that leads from a view back to the tensor of this shape that it is taken of; None if none is noted."""
    if view._view_of is None:
        return None
    step = view._view_of[2][-1]
    return step if step[0] in (TBackward0, TransposeBackward0) else (ViewBackward0, {"shape": shape})


@named("t_", function=False)
def t_(self):
    """`t`, of this tensor itself."""
    return _become(self, _turned, (), {})


def _turned(tensor):
    check_matrix("t_", tensor)
    return tensor.t()


for _name in ("transpose", "swapaxes", "swapdims", "unsqueeze", "squeeze"):
    _in_place(_name)
Tensor.squeeze_ = taking_several(Tensor.squeeze_)
