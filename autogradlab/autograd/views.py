"""Views and writing through them.

A view remembers its base and the steps that lead from the base to it. A write through a view is a write into a part
of the base: the base's history becomes a `CopySlices` node, which shows the write's own node only that part.
"""

import numpy as np

from .graph import Node, Nowhere
from .layout import order_in_memory
from .modes import enable_grad, inference_mode, mode
from .sentences import short_name

#: Why recorded writes through some views are refused, by how the view was made.
NO_GRAD, IN_INFERENCE = (
    " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by "
    f"moving both the view and the inplace either both inside the {block} block (if you don't want the inplace "
    "to be tracked) or both outside (if you want the inplace to be tracked)."
    for block in ("no_grad", "inference_mode")
)
ONE_OF_SEVERAL = (
    " This view is the output of a function that returns multiple views. Such functions do not allow the output views "
    "to be modified inplace. You should replace the inplace operation by an out-of-place one."
)
OF_A_FUNCTION = (
    " This view was created inside a custom Function (or because an input was returned as-is) and the autograd logic "
    "to handle view+inplace would override the custom backward associated with the custom Function, leading to "
    "incorrect gradients. This behavior is forbidden. You can fix this by cloning the output of the custom Function."
)

WRITTEN_BESIDE_OTHERS = (
    "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot return more "
    "than one Tensor. This is not supported by the current autograd engine. You should either make sure the input is "
    "not a view (using .clone() for example) or make your Function only return one Tensor (potentially splitting it "
    "into two Functions: one doing the inplace that returns a single Tensor and a second one that does the other "
    "operations). You can ask on the forum https://discuss.pytorch.org/ if you need help to do this change."
)


def retrace(whole, steps):
    """Take the same view of another array or Tensor: each step is an operation and its settings."""
    for operation, settings in steps:
        take = operation.forward if isinstance(whole, np.ndarray) else operation.apply
        whole = take(whole, **settings)
    return whole


def laid_out(whole, order, recorded=False):
    """A copy of an array, or of a Tensor if `recorded`, with this `order_in_memory`: some steps need the base's."""
    if order is None:
        return _in_rows(whole, recorded)
    back = np.argsort(order).tolist()
    if recorded:
        return _in_rows(whole.permute(order), recorded).permute(back)
    return _in_rows(whole.transpose(order), recorded).transpose(back)


def _in_rows(whole, recorded):
    if not recorded:
        return np.array(whole, order="C")
    return whole.clone() if whole.is_contiguous() else whole.contiguous()


def refusal(node, output_nr, reason, through_base):
    """The error for a recorded write through a view that does not allow it, or into the base of such a view."""
    how = "its base or another view of its base has been" if through_base else "is being"
    view = "A view" if node is None else f"Output {output_nr} of {short_name(node)} is a view"
    if node is not None and reason not in (NO_GRAD, IN_INFERENCE):
        return RuntimeError(f"{view} and {how} modified inplace.{reason}")
    view += "" if node is None else " of a view which"
    there, here = ("inference", "in normal mode") if reason is IN_INFERENCE else ("no_grad", "with grad mode enabled")
    return RuntimeError(f"{view} was created in {there} mode and {how} modified inplace {here}.{reason}")


class CopySlices(Node):
    """The history of a base after a write through a view of it: `written`, the write's node, sees only that part."""

    __slots__ = ("steps", "written", "places", "order")

    def __init__(self, base_edge, base, steps, written):
        self._start((base_edge, *written._edges[1:]))
        self.steps, self.written, self.places = steps, written, written._listed()
        self.order = order_in_memory(base)

    def name(self):
        return "torch::autograd::CopySlices"

    def _listed(self):
        return self.places

    def _release_saved(self):
        self.written, self._freed = None, True

    def _contributions(self, grad, recorded, edges):
        """The base's gradient, its part replaced by what `written` returns for it; then those of the other inputs."""
        whole = laid_out(grad, self.order, recorded)
        part = retrace(whole, self.steps)
        before, *others = self.written._contributions(part.clone() if recorded else part.copy(), recorded, edges)
        if edges[0] is None:
            return [None, *others]
        if recorded:
            part.copy_(part * 0 if before is None else before)
        else:
            part[...] = 0 if before is None else before
        return [whole, *others]


class Viewed:
    """The part of Tensor that keeps the history of views and of their bases consistent.

    `_view_of` is None, or (base, version of the shared numbers when the history was taken, steps, reason).
    A base may itself have been turned in place since, as by `t_()`: steps begin at its first shape, `_turns` lead from
    there to its present one, and `_turns_back` from the present one to the first.
    """

    __slots__ = ()
    _turns = _turns_back = ()

    def _become_view_of(self, other, step, reason=None):
        """Share the version counter of `other`, and note in `_view_of` how this view was made.

        step    the operation and its settings that lead from `other` to here
        reason  why recorded writes through this view are refused, one of the constants above; None if they are not
        """
        self._counter = other._share_counter()
        if other.is_inference():  # nothing follows its history, as it never has one
            return
        base, _, steps, inherited = other._view_of or (other, 0, other._turns, None)
        if not mode.recording:
            reason = IN_INFERENCE if mode.inference else NO_GRAD
        if reason is None or inherited is IN_INFERENCE:
            reason = inherited
        self._view_of = base, self._counter.value, (*steps, step), reason
        if not mode.recording and base.requires_grad:
            self._lead_nowhere()

    def _lead_nowhere(self):
        """Become a view without history of a base that requires grad: require grad too, but lead gradients nowhere."""
        self._requires_grad, self._edge = True, Nowhere()

    def _is_stale(self):
        """Whether the base or this view has a history and was written to since this view's was taken."""
        base, version, _, _ = self._view_of
        return self._counter.value != version and (base._requires_grad or self._grad_fn is not None)

    def _follow_base(self, asked=False):
        """Rebuild a stale view's history from its base's; raises RuntimeError if the view's `reason` forbids that.

        asked   raise it even if nothing is recorded
        """
        base, _, steps, reason = self._view_of
        if not self._is_stale():
            if base._requires_grad and not self._requires_grad:
                self._lead_nowhere()
            elif type(self._edge) is Nowhere and not base._requires_grad:
                self._requires_grad, self._edge = False, None
            return
        if reason is not None:
            if not (asked or mode.recording):
                return
            raise refusal(self._grad_fn, self.output_nr, reason, through_base=True)
        self._view_of = base, self._counter.value, steps, None
        steps = (*base._turns_back, *steps)
        with inference_mode(False), enable_grad():
            if not base._requires_grad:  # as of `w.reshape(2, 3).requires_grad_()`: gradients no longer reach that leaf
                base = base.detach()
                base._lead_nowhere()
            self._hang_on(base._as_strided(steps)._grad_fn)

    def _take_history(self, node, output_nr=0):
        """Become a result of `node`, which has just written into this tensor; a view's base gets the new history."""
        if self._view_of is None:
            self._hang_on(node, output_nr)
        else:
            base, _, steps, reason = self._view_of
            edge, ways = (base._edge or base) if base._requires_grad else None, (*base._turns_back, *steps)
            base._hang_on(CopySlices(edge, base._data, ways, node))
            self._view_of = base, None, steps, reason  # stale, even if it was read after the write
            self._follow_base()

    def _take_history_of_function(self, node, output_nr):
        """The same for a Function, which PyTorch allows less: raises RuntimeError for a leaf and for some views."""
        if self.requires_grad and self._grad_fn is None:
            raise RuntimeError("a leaf Variable that requires grad has been used in an in-place operation.")
        if self._view_of is not None:
            if node._outputs > 1:
                raise RuntimeError(WRITTEN_BESIDE_OTHERS)
            self._check_view()
        self._take_history(node, output_nr)

    def _check_view(self):
        """Refuse a recorded write through this view if it does not allow that, or if it is one of a leaf."""
        base, _, _, reason = self._view_of
        if reason is not None:
            raise refusal(self._grad_fn, self.output_nr, reason, through_base=False)
        if self.requires_grad and base._grad_fn is None:
            raise RuntimeError("a view of a leaf Variable that requires grad is being used in an in-place operation.")

    def _turn_into(self, view, back, recorded):
        """Take the shape of a `view` of this tensor, over the same memory; `back` is the step from there to here.

        Unless that is `recorded`, a view's history is stale from now on.
        """
        self._data = view._data
        if self._view_of is not None:
            base, version, _, reason = self._view_of
            self._view_of = base, self._counter.value if recorded else version, view._view_of[2], reason
        elif back is not None:
            self._turns, self._turns_back = view._view_of[2], (back, *self._turns_back)

    def _start_anew(self, edge, reason):
        """Take `edge` as the history, as if this tensor had just been made; see `_refuse_writes` for the reason."""
        self._edge, self._requires_grad = edge, True
        if self._view_of is not None:
            base, _, steps, _ = self._view_of
            self._view_of = base, self._counter.value, steps, reason

    def _refuse_writes(self, reason):
        """Return this tensor; if it is a view, recorded writes through it are refused, for one of the reasons above."""
        if self._view_of is not None:
            self._view_of = (*self._view_of[:3], reason)
        return self

    def _hang_on(self, node, output_nr=0):
        """Make `node` the history. A `retain_grad()` moves to it; hooks stay with the old node."""
        retained = self.retains_grad
        if retained:
            self._grad_fn._hooks[self.output_nr].retained_by = None
        self._edge, self._requires_grad = node._port(output_nr), True
        if retained:
            self._own_hooks().retain(self)
