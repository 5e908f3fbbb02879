"""The gradient's size at each layer, on a scale of powers of ten."""

from math import isnan, nan

from autogradlab.draw.numbers import written

from .plot import Plot, checked_series, lines, table


def flow_per_layer(norms):
    """A Plot of the gradient's size at each layer, {name of the network: [size at layer 1, layer 2, ...]}.

    Raises   ValueError if there is nothing to draw.
    """
    norms = checked_series(norms, "norms", "flow_per_layer({'sigmoid': [1e-5, 1e-3, 0.1]})")
    plot = Plot()
    axes = plot.axes_for("layer", "size of the gradient", yscale="log")
    lines(plot, axes, norms, first=1, log=True, marks=slice(None), markersize=8)
    plot.say(axes, _finding(norms), _more(norms), _table(norms))
    return plot


def _ratio(sizes):
    """The gradient's size at the first layer relative to that at the last; nan if that is 0."""
    return sizes[0] / sizes[-1] if sizes[-1] else nan


def _finding(norms):
    ratios = {name: _ratio(sizes) for name, sizes in norms.items()}
    for name, ratio in ratios.items():
        if isnan(ratio):
            return f"With {name}, the gradient's size is {_at_its_ends(norms[name])}"
    name, ratio = min(ratios.items(), key=lambda entry: entry[1])
    if ratio < 0.1:
        return f"With {name}, only {written(ratio)} of the gradient reaches layer 1"
    return f"The gradient reaches layer 1: with {name} at {written(ratio)} of its size"


def _more(norms):
    return "; ".join(f"{name}: {_at_its_ends(sizes)}" for name, sizes in norms.items()) + "."


def _at_its_ends(sizes):
    return f"{written(sizes[-1])} at layer {len(sizes)}, {written(sizes[0])} at layer 1"


def _table(norms):
    places = range(max(map(len, norms.values())))
    return table(f"{'layer':>6}", [f"{i + 1:6}" for i in places], places, norms)
