"""What `Function.apply` makes of its arguments, and of the tensors that forward has returned, marked and saved."""

import warnings

from . import sentences
from .modes import announce, no_grad
from .tensor import Tensor, new_tensor, versions_of
from .trace import users_level
from .views import OF_A_FUNCTION, ONE_OF_SEVERAL
from .wrong_type import kind_of


def by_place(forward, with_ctx, inputs, kwargs):
    """The arguments for a Function's `forward`, all as positional ones; the defaults of one without ctx filled in.

    As in PyTorch, those given by name must follow the others without a gap.
    """
    if not with_ctx and (kwargs or forward.__defaults__ or len(inputs) != forward.__code__.co_argcount):
        from inspect import signature  # only here: importing it takes 8 ms

        bound = signature(forward).bind(*inputs, **kwargs)
        bound.apply_defaults()
        inputs, kwargs = bound.args, bound.kwargs
    if not kwargs:
        return inputs
    names = forward.__code__.co_varnames[with_ctx : forward.__code__.co_argcount]
    for name in kwargs:
        if name not in names:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        if name in names[: len(inputs)]:
            raise TypeError(f"forward() got multiple values for argument '{name}'")
    named = names[len(inputs) : 1 + max(map(names.index, kwargs))]
    for place, name in enumerate(named, len(inputs)):
        if name not in kwargs:
            raise TypeError(f"forward() missing required argument: '{name}' (position {place})")
    return (*inputs, *[kwargs[name] for name in named])


# ---- results --------------------------------------------------------------------------------------------------


def finished(ctx, inputs, given, edges):
    """The result or the tuple of results, as forward has `given` them; with `edges`, `ctx` becomes their history."""
    returned = given if isinstance(given, tuple) else (given,)
    if edges is not None:
        _check_saved(ctx.to_save)
    _take_marks(ctx)
    if edges is not None:
        results = _joined_all(ctx, inputs, returned, edges)
    else:
        results = [_untracked(ctx, inputs, result) for result in returned]
        _check_dirty(ctx.dirty_tensors, returned)
    return tuple(results) if isinstance(given, tuple) else results[0]


class SavedResult:
    """A saved result: its numbers and version without its history, which is the node that saves it."""

    __slots__ = ("kept", "number")

    def __init__(self, result, number):
        self.kept, self.number = new_tensor(result._shared_array()), number
        self.kept._counter = result._share_counter()


def _joined_all(ctx, inputs, returned, edges):
    """The results with the node as their history; fills in the node. What raises comes in PyTorch's order."""
    ctx._start(edges, repairs=_forms(inputs))
    ctx._outputs, ctx._forms = len(returned), _forms(returned)
    differentiable = [
        isinstance(x, Tensor) and x.dtype.is_floating_point and not _among(x, ctx.non_differentiable) for x in returned
    ]
    results = [
        (_joined(ctx, inputs, result, i) if differentiable[i] else _untracked(ctx, inputs, result))
        for i, result in enumerate(returned)
    ]
    if sum(differentiable) > 1:
        for result in results:
            if isinstance(result, Tensor):
                result._refuse_writes(ONE_OF_SEVERAL)
    _check_dirty(ctx.dirty_tensors, returned)
    places = {id(result): i for i, result in enumerate(results) if differentiable[i]}
    ctx._saved = tuple([SavedResult(t, places[id(t)]) if id(t) in places else t for t in ctx.to_save])
    ctx._versions = versions_of(ctx.to_save)
    ctx.to_save = ctx.dirty_tensors = ctx.non_differentiable = ()
    announce(ctx)
    return results


def _forms(values):
    """(shape, dtype) of each tensor, None for anything else."""
    return tuple([(x.shape, x.dtype) if isinstance(x, Tensor) else None for x in values])


def _check_saved(tensors):
    for i, tensor in enumerate(tensors):
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(f"save_for_backward can only save variables, but argument {i} is of type {kind_of(tensor)}")


def _take_marks(ctx):
    """Refuse marks on what is no tensor, and count a write into each tensor that is marked dirty."""
    if not all(isinstance(each, Tensor) for each in ctx.non_differentiable):
        raise RuntimeError("mark_non_differentiable only accepts variable arguments, but got ")
    if not all(isinstance(each, Tensor) for each in ctx.dirty_tensors):
        raise RuntimeError("mark_dirty can only accept variables, but argument ")
    for tensor in ctx.dirty_tensors:
        tensor._share_counter().value += 1


def _check_dirty(dirty, returned):
    if not all(_among(tensor, returned) for tensor in dirty):
        raise RuntimeError(sentences.DIRTY_NOT_RETURNED)


def _untracked(ctx, inputs, result):
    """A result without history. An input that forward returned becomes another tensor that shares its memory."""
    if not isinstance(result, Tensor):
        return result
    if not _among(result, inputs):
        fresh = result._view_of is None and result._requires_grad
        return (result.detach_() if fresh else result)._refuse_writes(OF_A_FUNCTION)
    if result.requires_grad:
        return result.detach()
    if _among(result, ctx.dirty_tensors):
        return result
    return _handed_on(ctx, result)._refuse_writes(OF_A_FUNCTION)


def _joined(ctx, inputs, result, i):
    """Result `i` with the node as its history. An input that forward wrote into stays the same tensor."""
    is_input = _among(result, inputs)
    if _among(result, ctx.dirty_tensors):
        if not is_input and result._view_of is not None and not result.requires_grad:
            raise RuntimeError(sentences.DIRTY_NO_INPUT)
        if not is_input:
            warnings.warn(sentences.DIRTY_NO_INPUT, stacklevel=users_level())
        result._take_history_of_function(ctx, i)
        return result
    if is_input:
        result = _handed_on(ctx, result)
    result._start_anew(ctx._port(i), OF_A_FUNCTION)
    return result


def _handed_on(ctx, input):
    """An input that forward returned as it is, as a new tensor, so that the input keeps its own history."""
    if ctx._has_setup() and _among(input, ctx.to_save):
        raise RuntimeError(sentences.INPUT_RETURNED_AND_SAVED)
    with no_grad():
        return input.view(input.shape)


def _among(tensor, tensors):
    return any(tensor is other for other in tensors)
