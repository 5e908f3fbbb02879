"""Computing a learner's expression on the engine; every intermediate result is kept, so that it can be shown."""

import ast
import operator

import numpy as np

import autogradlab as ag

from .read import OPERATORS

_COMPUTE = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": operator.pow}


def compute(tree, values):
    """(result, leaves by name, every result on the way) of a parsed expression at these values of its inputs."""
    leaves = {name: ag.tensor(float(value), requires_grad=True) for name, value in values.items()}
    made = []
    with np.errstate(all="ignore"):
        result = _value(tree, leaves, made)
    return result, leaves, made


def _value(node, leaves, made):
    if isinstance(node, ast.Name):
        return leaves[node.id]
    if isinstance(node, ast.Constant):
        return _number(node.value)
    if isinstance(node, ast.UnaryOp):
        given = _value(node.operand, leaves, made)
        return given if isinstance(node.op, ast.UAdd) else _kept(-given, made)
    if isinstance(node, ast.Call):
        given = [_tensor(_value(argument, leaves, made)) for argument in node.args]
        return _kept(getattr(ag, node.func.id)(*given), made)
    left, right = _value(node.left, leaves, made), _value(node.right, leaves, made)
    return _kept(_combined(OPERATORS[type(node.op)], left, right), made)


def _combined(sign, left, right):
    """Two plain numbers make a plain number, in float arithmetic, so that 9**9**9 is inf and takes no time."""
    if isinstance(left, ag.Tensor) or isinstance(right, ag.Tensor):
        return _COMPUTE[sign](left, right)
    return _number(float(_COMPUTE[sign](np.float64(left), np.float64(right))))


def _number(value):
    """A whole number below 2**24 as an int, any other number as a float, whose size is bounded."""
    try:
        return int(value) if value == int(value) and abs(value) < 2**24 else float(value)
    except OverflowError:
        return float("inf")
    except ValueError:
        return float(value)


def _tensor(value):
    return value if isinstance(value, ag.Tensor) else ag.tensor(float(value))


def _kept(value, made):
    if isinstance(value, ag.Tensor):
        made.append(value)
    return value
