"""What a lesson's cells call: `check`, the movers, and the same program in PyTorch.

Movers need ipywidgets and are imported when first asked for; checks work without.
"""
from importlib import import_module

from .checks import check
from .progress import progress

_HOMES = {
    "same_in_pytorch": "transcripts",
    "registers": "widgets.registers", "Slope": "widgets.slope", "Stepper": "widgets.stepper",
    "Playground": "widgets.playground", "Leaves": "widgets.leaves", "Accumulation": "widgets.accumulation",
    "MicroBatches": "widgets.accumulation_batches", "Loop": "widgets.loop", "Jacobian": "widgets.jacobian",
    "Lifetime": "widgets.lifetime", "Switchboard": "widgets.switchboard", "Locker": "widgets.locker",
    "Flow": "widgets.flow", "SecondGraph": "widgets.flow_second", "MemoryCurve": "widgets.memory_curve",
    "Fusion": "widgets.memory_curve_fusion", "PatientChart": "widgets.chart", "Surface": "widgets.surface"}

__all__ = ["check", "inventory", "progress", *_HOMES]


def __getattr__(name):
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
