"""Plots without controls: functions from plain data to a figure whose title states what it shows.

Each returns a `Plot`, a matplotlib figure with `.description` (its alt text) and `.text` (the data as text); `Watch`
redraws its plot while a loop learns. matplotlib is imported with this package.
"""

from .boundary import decision_boundary, two_classes
from .curves import training_curves
from .differences import difference_errors, error_against_step
from .digit_pictures import digit_pictures, misread_pictures
from .layers import flow_per_layer
from .watch import Watch

__all__ = [
    "Watch",
    "decision_boundary",
    "difference_errors",
    "digit_pictures",
    "error_against_step",
    "flow_per_layer",
    "misread_pictures",
    "training_curves",
    "two_classes",
]
