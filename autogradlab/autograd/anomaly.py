"""Anomaly mode: which node produced the first nan in backward, and which line of the forward pass made that node.

While it is on, each node keeps its stack trace, and each gradient is checked; while it is off, it costs nothing.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from .graph import Node
from .modes import become, mode
from .observers import Observer
from .sentences import name_of, noted
from .tensor import Tensor
from .trace import is_ours
from .wrong_type import check_switch


class Anomaly(Observer):
    """The observer that notes where each node was made and, if `check_nan`, raises when a node returns nan."""

    running: Node | None = None

    def __init__(self, check_nan: bool) -> None:
        self.check_nan = check_nan

    def made(self, node: Node) -> None:
        lines = traceback.extract_stack()
        while len(lines) > 1 and is_ours(lines[-1].filename):
            lines.pop()  # the learner's own line comes last
        node.metadata["traceback_"] = traceback.format_list(lines)
        if self.running is not None:
            node.metadata["parent_"] = self.running

    def runs(self, node: Node) -> None:
        self.running = node

    def ran(self, node: Node, contributions: Iterable[Any]) -> None:
        self.running = None
        for i, grad in enumerate(contributions if self.check_nan else ()):
            numbers = grad._data if isinstance(grad, Tensor) else grad
            if numbers is not None and np.isnan(numbers).any():
                raise RuntimeError(f"Function '{name_of(node)}' returned nan values in its {i}th output.")

    def failed(self, node: Node, error: Exception) -> None:
        self.running = None
        _tell(_story(node, "Error detected in", "caused the error"))
        if "traceback_" in node.metadata:
            noted(error, f"help: the forward line was\n  {node.metadata['traceback_'][-1].strip()}")
        while (node := node.metadata.get("parent_")) is not None:  # type: ignore[assignment]
            story = _story(node, "\n\nPrevious calculation was induced by", "induced the previous calculation")
            _tell(story)


def _tell(story):
    """Warn; where warnings are errors, print it, since the error of the backward pass must get through."""
    try:
        warnings.warn(story, UserWarning, stacklevel=1)  # as PyTorch, which has one place for them all
    except UserWarning:
        print(story, file=sys.stderr)


def _story(node, opening, what_it_did):
    lines = node.metadata.get("traceback_")
    if lines is None:  # PyTorch begins like this whichever `opening` was due
        return (
            f"Error detected in {name_of(node)}. No forward pass information available. Enable detect anomaly during "
            "forward pass for more information."
        )
    return f"{opening} {name_of(node)}. Traceback of forward call that {what_it_did}:\n{''.join(lines)}"


def is_anomaly_enabled() -> bool:
    """Whether anomaly mode is on."""
    return mode.anomaly is not None


def is_anomaly_check_nan_enabled() -> bool:
    """Whether anomaly mode, if it is on, raises at the first nan."""
    return mode.check_nan


def set_anomaly_enabled(enabled: bool, check_nan: bool = True) -> None:
    """Switch anomaly mode on or off. Raises TypeError for anything but True and False."""
    check_switch("set_anomaly_enabled", "enabled", 1, enabled)
    check_switch("set_anomaly_enabled", "check_nan", 2, check_nan)
    others = [observer for observer in mode.observers if observer is not mode.anomaly]
    anomaly = Anomaly(check_nan) if enabled else None
    become(anomaly=anomaly, check_nan=check_nan, observers=(*others, anomaly) if enabled else tuple(others))


class set_detect_anomaly:
    """Switch anomaly mode at once; as a context manager, switch back on leaving.

    check_nan   raise RuntimeError at the first nan of the backward pass
    """

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._before = is_anomaly_enabled(), is_anomaly_check_nan_enabled()
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        set_anomaly_enabled(*self._before)


class detect_anomaly:
    """Inside, errors and nan of a backward pass are reported with the forward line that they come from."""

    def __init__(self, check_nan: bool = True) -> None:
        self._check_nan, self._before = check_nan, (is_anomaly_enabled(), is_anomaly_check_nan_enabled())
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be "
            "enabled for debugging.",
            stacklevel=2,
        )

    def __enter__(self) -> None:
        set_anomaly_enabled(True, self._check_nan)

    def __exit__(self, *exception: object) -> None:
        set_anomaly_enabled(*self._before)
