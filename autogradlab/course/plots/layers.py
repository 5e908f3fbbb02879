"""The gradient's size at each layer, on a scale of powers of ten."""

from math import inf, isnan, nan

from autogradlab.draw.numbers import written

from .plot import SERIES, Plot, checked_series, labels_at_ends


def flow_per_layer(norms):
    """A Plot of the gradient's size at each layer, {name of the network: [size at layer 1, layer 2, ...]}.

    Raises   ValueError if there is nothing to draw.
    """
    norms = checked_series(norms, "norms", "flow_per_layer({'sigmoid': [1e-5, 1e-3, 0.1]})")
    plot = Plot()
    axes = plot.axes_for("layer", "size of the gradient", yscale="log")
    ends = []
    for (name, sizes), (color, dash) in zip(norms.items(), SERIES * len(norms)):
        layers, shown = range(1, len(sizes) + 1), [size if 0 < size < inf else nan for size in sizes]
        axes.plot(layers, shown, color=color, linestyle=dash, marker="o", markeredgecolor="white", markersize=8)
        last = max((i for i, size in enumerate(shown) if not isnan(size)), default=None)
        if last is not None:
            ends.append((last + 1, sizes[last], name, color))
    axes.xaxis.get_major_locator().set_params(integer=True)
    plot.draw_without_rendering()
    labels_at_ends(axes, ends)
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
    head = f"{'layer':>6}" + "".join(f"{name:>18}" for name in norms)
    deepest = max(map(len, norms.values()))
    return "\n".join(
        [
            head,
            *(
                f"{i + 1:6}" + "".join(f"{written(sizes[i]) if i < len(sizes) else '':>18}" for sizes in norms.values())
                for i in range(deepest)
            ),
        ]
    )
