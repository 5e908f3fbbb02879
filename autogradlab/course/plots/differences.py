"""The error of finite differences against the step h: curvature spoils large steps, rounding spoils small ones."""

import autogradlab as ag
from autogradlab.draw.numbers import written
from autogradlab.draw.theme import SECONDARY

from .plot import SERIES, Plot, label_below, table

KINDS = {"float32": ag.float32, "float64": ag.float64}


def difference_errors(f, x, hs=None):
    """{number type: ([h, ...], [relative error, ...])} of central differences of `f` at x, against its gradient.

    f        a function of one tensor; the gradient that it is measured against is the engine's, in float64
    """
    hs = [10.0 ** (-k / 2) for k in range(0, 25)] if hs is None else [float(h) for h in hs]
    leaf = ag.tensor(float(x), dtype=ag.float64, requires_grad=True)
    f(leaf).backward()
    slope = leaf.grad.item()
    return {
        name: (hs, [abs(_central(f, x, h, kind) - slope) / abs(slope or 1.0) for h in hs])
        for name, kind in KINDS.items()
    }


def _central(f, x, h, kind):
    with ag.no_grad():
        ends = (ag.tensor(float(x), dtype=kind) + step for step in (h, -h))
        above, below = (f(end) for end in ends)
        return ((above - below) / (2 * h)).item()


def error_against_step(errors):
    """A Plot of {name: (steps h, relative errors)}, as `difference_errors` returns them, on logarithmic axes."""
    if not isinstance(errors, dict) or not errors:
        raise ValueError(
            "errors must be a dictionary of pairs of lists\n  help: error_against_step("
            "difference_errors(f, 1.0)), or {'float64': ([0.1, 0.01], [3e-3, 3e-5])}"
        )
    plot, exact = Plot(), []
    axes = plot.axes_for("step h", "relative error", xscale="log", yscale="log")
    for (name, (hs, found)), (color, dash) in zip(errors.items(), SERIES):
        pairs = sorted((h, error) for h, error in zip(hs, found) if error > 0)
        if not pairs:  # a logarithmic axis has no 0
            exact.append(name)
            continue
        axes.plot(*zip(*pairs), color=color, linestyle=dash)
        h, error = min(pairs, key=lambda pair: pair[1])
        axes.plot(h, error, "o", color=color, markeredgecolor="white", markersize=9, zorder=3)
        label_below(axes, h, error, name, color)
    axes.margins(y=0.14)
    if exact:
        said = f"without a curve, as every error is 0: {', '.join(exact)}"
        axes.text(0.97, 0.03, said, transform=axes.transAxes, ha="right", color=SECONDARY, fontsize=9.5)
    _name_sides(axes)
    plot.say(axes, _finding(errors), _more(errors), _table(errors))
    return plot


def _name_sides(axes):
    for x, side, text in (
        (0.03, "left", "← rounding spoils small steps"),
        (0.97, "right", "curvature spoils large steps →"),
    ):
        axes.text(x, 1.0, text, transform=axes.transAxes, ha=side, va="bottom", color=SECONDARY, fontsize=9.5)


def _best(errors):
    return {name: min(zip(found, hs)) for name, (hs, found) in errors.items()}


def _finding(errors):
    """A sentence on the smallest error of all series."""
    name, (error, h) = min(_best(errors).items(), key=lambda entry: entry[1])
    return f"{name} does best at h ≈ {_power(h)}: a relative error of {_power(error)}"


def _power(value):
    """The value in two significant digits."""
    return written(float(f"{value:.1e}"))


def _more(errors):
    return (
        "; ".join(
            f"{name} is best at h = {_power(h)} with relative error {_power(error)}"
            for name, (error, h) in _best(errors).items()
        )
        + ". Smaller and larger steps are worse."
    )


def _table(errors):
    hs = next(iter(errors.values()))[0]
    found = {name: values for name, (_, values) in errors.items()}
    return table(f"{'h':>14}", [f"{written(h):>14}" for h in hs], range(len(hs)), found)
