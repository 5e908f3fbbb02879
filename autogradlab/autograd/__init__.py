"""The engine: tensors, the graph they leave behind, and the walk back through it.

Reading order, which is also the order of imports: modes, sentences, rules, hooks, graph, settling, engine, versions,
views, tensor, derivatives, saved_hooks, written, operation, applying, function, variable; besides these, decorating,
observers, dtypes, size, printing, rounding, quiet, wrong_type and trace. What few programs need is imported on first
use: differences (gradcheck), functional, anomaly, graph_tools (through `graph`).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from . import graph
from . import modes as grad_mode
from .derivatives import backward, grad
from .function import Function, once_differentiable
from .graph import AccumulateGrad, Node
from .modes import enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled
from .rules import rules
from .sentences import no_such_name
from .size import Size
from .tensor import Tensor
from .variable import Variable

__all__ = [
    "AccumulateGrad",
    "Function",
    "Node",
    "Size",
    "Tensor",
    "Variable",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "grad",
    "grad_mode",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "inference_mode",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "no_grad",
    "once_differentiable",
    "rules",
    "set_detect_anomaly",
    "set_grad_enabled",
]

_OF_ANOMALY = "detect_anomaly set_detect_anomaly set_anomaly_enabled is_anomaly_enabled is_anomaly_check_nan_enabled"
_LATER = {
    "functional": "functional",
    "anomaly_mode": "anomaly",
    **dict.fromkeys(("gradcheck", "gradgradcheck", "GradcheckError"), "differences"),
    **dict.fromkeys(_OF_ANOMALY.split(), "anomaly"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise no_such_name("torch.autograd", name)
    room = import_module(f"{__name__}.{_LATER[name]}")
    return getattr(room, name, room)
