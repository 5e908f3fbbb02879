"""Plots that are read, not moved: functions from plain data to a figure with a title that says what is seen.

Each gives a `Plot`, a matplotlib figure with `.description` (its alt text) and `.text` (the data as text). matplotlib
is imported with this room, which nothing else imports.
"""
from .boundary import decision_boundary
from .curves import training_curves
from .differences import difference_errors, error_against_step
from .layers import flow_per_layer
from .learning import Moons, watch

__all__ = ["Moons", "decision_boundary", "difference_errors", "error_against_step", "flow_per_layer", "training_curves",
           "watch"]
