"""Names and module attributes that are bound to another tensor."""

from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.draw.names import variables
from autogradlab.nn.module import Module
from autogradlab.optim.optimizer import Optimizer

from .operations import around
from .patching import patched, together
from .program import about_to_rebind, is_held, learners_frame, variables_of


def rebinding_writes():
    """M19: `w = w - change` writes into w, as `w -= change` under no_grad does."""

    def wrap(operation, apply):
        def in_place(*inputs, **settings):
            result, w = apply(*inputs, **settings), inputs[0]
            if isinstance(result, Tensor) and _is_weight(w) and result.shape == w.shape and about_to_rebind(w):
                with no_grad():
                    w.copy_(result)
                return w
            return result

        return in_place

    return around(wrap, _named("SubBackward0", "AddBackward0"))


def scaled_stays_leaf():
    """M18: a weight that is scaled, or converted to another dtype, when it is made stays a leaf.

    Only a product, a quotient or a conversion of the weight alone is changed; after any other operation, such as
    `w - 1`, this machine gives what PyTorch does.
    """

    def wrap(operation, apply):
        def still_leaf(*inputs, **settings):
            result = apply(*inputs, **settings)
            weights = [x for x in inputs if _is_weight(x)]
            others = [x for x in inputs if isinstance(x, Tensor) and not _is_weight(x)]
            if isinstance(result, Tensor) and result._requires_grad and len(weights) == 1 and not others:
                if about_to_rebind(weights[0]) or not is_held(weights[0]):
                    return new_tensor(result._data, requires_grad=True)
            return result

        return still_leaf

    return around(wrap, _named("MulBackward0", "DivBackward0", "ToCopyBackward0"))


def _is_weight(x):
    return isinstance(x, Tensor) and x._requires_grad and x._edge is None


def _named(*wanted):
    return lambda operation: operation.__name__ in wanted


def optimizer_follows_names():
    """M66: an optimizer moves the weight that a parameter's old place, a module attribute or a variable, now holds."""
    make, update, clear = Optimizer.__init__, Optimizer.step, Optimizer.zero_grad

    def made(optimizer, *arguments):
        make(optimizer, *arguments)
        optimizer.places = _places([p for group in optimizer.param_groups for p in group["params"]])

    def step(optimizer, closure=None):
        _follow(optimizer)
        return update(optimizer, closure)

    def zero_grad(optimizer, set_to_none=True):
        _follow(optimizer)
        clear(optimizer, set_to_none)

    return together(
        *(patched(Optimizer, name, new) for name, new in (("__init__", made), ("step", step), ("zero_grad", zero_grad)))
    )


def _places(params):
    """{id of a parameter: (its variable name or None, the module that has it or None, its path in the module)}."""
    frame = learners_frame()
    modules = [x for x in variables(frame).values() if isinstance(x, Module)] if frame else []
    places = {key: (called[0], None, "") for key, called in variables_of(params).items()}
    return places | {id(param): (None, module, path) for module in modules for path, param in module.named_parameters()}


def _follow(optimizer):
    frame, places = learners_frame(), getattr(optimizer, "places", {})
    for group in optimizer.param_groups:
        group["params"] = [_now(param, places, frame, optimizer) for param in group["params"]]


def _now(param, places, frame, optimizer):
    """The weight that is now in the place of `param`; it takes over that place and the optimizer's state."""
    name, module, path = places.get(id(param), (None, None, ""))
    found = module.get_parameter(path) if module else variables(frame).get(name) if frame else None
    if found is param or not _is_weight(found):
        return param
    places[id(found)] = places[id(param)]
    if param in optimizer.state and found.shape == param.shape:
        optimizer.state[found] = optimizer.state.pop(param)
    return found
