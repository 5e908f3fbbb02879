"""An operation's local rule in words: what it does with an incoming gradient, and where its factor comes from."""

import re
from functools import cache

from autogradlab.draw.numbers import raised, written
from autogradlab.draw.saved import open_locker

# Entry by entry: the factor for each input, in PyTorch's names for the values that the node saved.
FACTORS = {
    "Add": ("1", "1"),
    "Sub": ("1", "−1"),
    "Rsub": ("−1", "1"),
    "Neg": ("−1",),
    "Clone": ("1",),
    "Copys": ("1",),
    "Mul": ("other", "self"),
    "Div": ("1 ÷ other", "−self ÷ other²"),
    "Reciprocal": ("−result²",),
    "Exp": ("result",),
    "Exp2": ("log 2 · result",),
    "Log": ("1 ÷ self",),
    "Log1P": ("1 ÷ (self + 1)",),
    "Sin": ("cos(self)",),
    "Cos": ("−sin(self)",),
    "Tan": ("1 + result²",),
    "Tanh": ("1 − result²",),
    "Sigmoid": ("result · (1 − result)",),
    "Sqrt": ("1 ÷ (2 · result)",),
    "Rsqrt": ("−½ · result³",),
    "Square": ("2 · self",),
    "Abs": ("the sign of self",),
    "Relu": ("1 where the result is above 0, else 0",),
    "LeakyRelu": ("1, or less below 0",),
    "Clamp": ("1 inside the limits, else 0",),
    "Maximum": ("1 where self is the larger, else 0", "1 where other is the larger, else 0"),
    "Minimum": ("1 where self is the smaller, else 0", "1 where other is the smaller, else 0"),
    "Where": ("1 where the condition holds, else 0", "1 where the condition fails, else 0"),
}

# Operations that change the shape or mix entries.
SENTENCES = {
    "Sum": ("the same for every entry",),
    "Mean": ("divided by the number of entries, the same for each",),
    "Mm": ("@ mat2 transposed", "self transposed @"),
    "Bmm": ("@ mat2 transposed", "self transposed @"),
    "Mv": ("outer product with vec", "self transposed @"),
    "Dot": ("times the other vector",) * 2,
    "Addmm": ("summed over the rows", "@ mat2 transposed", "mat1 transposed @"),
    "Select": ("to the place it was taken from, 0 elsewhere",),
    "Index": ("to the places it was taken from, 0 elsewhere",),
    "Slice": ("to the places it was taken from, 0 elsewhere",),
    "Max": ("to the largest entry, 0 elsewhere",),
    "Min": ("to the smallest entry, 0 elsewhere",),
    "Expand": ("summed over the copies",),
}
BACK_INTO_SHAPE = ("T", "Transpose", "Permute", "View", "UnsafeView", "Reshape", "ReshapeAlias", "Unsqueeze", "Squeeze")
PIECES = ("Stack", "Cat", "Unbind", "Split")


def rule_of(node, position, labels, sent, received):
    """The rule for one input, in words: 'times other = 2', 'the same for every entry', 'by its own rule'."""
    family = _family(type(node).__name__)
    if family in PIECES:
        return "each gets its own piece"
    if family in BACK_INTO_SHAPE:
        return "back into the shape it had"
    if family in SENTENCES:
        return _named(_at(SENTENCES[family], position), labels)
    factor = _power(node, labels) if family == "Pow" and position == 0 else _at(FACTORS.get(family), position)
    return _times(_named(factor, labels), sent, received) if factor else "by its own rule"


@cache
def _family(name):
    """'Mul' of 'MulBackward0'."""
    return re.sub(r"Backward\d*$", "", name)


def _times(factor, sent, received):
    """'times other = 2'; where an input was broadcast, the gradients of its copies are summed."""
    summed = ", then summed" if sent.value.shape != received.shape else ""
    local = sent.local
    if local is None or summed:
        return f"times {factor}{summed}"
    if factor in ("1", "−1"):
        return f"times {local.text if not local.shape or local.low is None else written(local.low)}"
    return f"times {factor}" if local.shape else f"times {factor} = {local.text}"


def _power(node, labels):
    """'2 · self' for a square, '3 · self²' for a cube."""
    exponent = open_locker(node).settings.get("exponent")
    if not isinstance(exponent, (int, float)):
        return "exponent · self^(exponent − 1)"
    if exponent == 2:
        return "2 · self"
    less = exponent - 1
    return f"{written(exponent)} · self{raised(int(less)) if less == int(less) else f'^{written(less)}'}"


def _named(text, labels):
    """The learner's names in place of PyTorch's words."""
    return re.sub(r"\b(self|other|result|mat1|mat2|vec)\b", lambda word: labels.get(word[0]) or word[0], text or "")


def _at(entries, position):
    return entries[position] if entries and position < len(entries) else None
