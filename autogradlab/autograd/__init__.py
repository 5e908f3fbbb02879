"""The engine: tensors, the graph they leave behind, and the walk back through it.

Reading order, which is also the order of imports: modes, rules, dtypes, graph, engine, printing, hooks, tensor,
operation, function, gradcheck.
"""
from .function import Function, once_differentiable
from .gradcheck import GradcheckError, gradcheck, gradgradcheck
from .graph import AccumulateGrad, Node
from .modes import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from .rules import rules
from .tensor import Size, Tensor, backward, grad

__all__ = ["AccumulateGrad", "Function", "GradcheckError", "Node", "Size", "Tensor", "backward", "enable_grad", "grad",
           "gradcheck", "gradgradcheck", "is_grad_enabled", "no_grad", "once_differentiable", "rules",
           "set_grad_enabled"]
