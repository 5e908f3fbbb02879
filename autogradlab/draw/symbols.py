"""The sign in an operation's circle, from the name of its node."""

from __future__ import annotations

import re
from functools import cache

from .numbers import raised, written

_SIGNS = {
    "Add": "+",
    "Sub": "−",
    "Rsub": "c−( )",
    "Mul": "×",
    "Div": "÷",
    "Neg": "−( )",
    "Reciprocal": "1/( )",
    "Mm": "@",
    "Mv": "@",
    "Bmm": "@",
    "Dot": "@",
    "Addmm": "@ +",
    "Sum": "Σ",
    "Prod": "Π",
    "Sqrt": "√",
    "Abs": "|( )|",
    "Maximum": "max",
    "Minimum": "min",
    "Sigmoid": "σ",
    "T": "ᵀ",
    "Transpose": "ᵀ",
    "AccumulateGrad": "+=",
}


@cache
def symbol_of(node_name: str, exponent: object = None) -> str:
    """'MulBackward0' -> '×'; 'ReluBackward0' -> 'relu'; 'PowBackward0' with exponent 2 -> '( )²'."""
    family = re.sub(r"Backward(s|\d*)$", "", node_name)
    if family == "Pow":
        return f"( ){_exponent(exponent)}"
    return _SIGNS.get(family) or family[:1].lower() + family[1:]


def _exponent(exponent):
    if isinstance(exponent, (int, float)) and exponent == int(exponent):
        return raised(int(exponent))
    return "ⁿ" if exponent is None else f"^{written(exponent)}"
