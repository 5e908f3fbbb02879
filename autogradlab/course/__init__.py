"""The names that a lesson's cells use: `check`, `progress`, the movers, and the same program in PyTorch.

Each is imported at its first use: movers need ipywidgets, checks work without it, and graded code needs none of them.
"""

from importlib import import_module

#: The folder of each mover in `widgets`.
MOVERS = {
    "Slope": "slope",
    "Stepper": "stepper",
    "Playground": "playground",
    "Leaves": "leaves",
    "Accumulation": "accumulation",
    "MicroBatches": "micro_batches",
    "registers": "registers",
    "Loop": "loop",
    "Jacobian": "jacobian",
    "Lifetime": "lifetime",
    "Switchboard": "switchboard",
    "Locker": "locker",
    "Flow": "flow",
    "SecondGraph": "second_graph",
    "MemoryCurve": "memory_curve",
    "Fusion": "fusion",
    "PatientChart": "chart",
    "Surface": "surface",
}
_HOMES = {
    "check": "checks",
    "progress": "progress_bars",
    "same_in_pytorch": "transcripts",
    **{name: f"widgets.{folder}.mover" for name, folder in MOVERS.items()},
}

__all__ = ["inventory", *_HOMES]


def __getattr__(name):
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
