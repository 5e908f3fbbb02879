"""Training curves: one line for each run, its name at its end."""

from math import isfinite

from autogradlab.draw.numbers import written

from .plot import Plot, checked_series, lines, table


def training_curves(losses, *, log=False):
    """A Plot of losses over steps, {name of the run: [loss, ...]}.

    log      powers of ten on the axis of the loss; runs that reach 0 are then cut there
    Raises   ValueError if there is nothing to draw.
    """
    losses = checked_series(losses, "losses", "training_curves({'lr = 0.1': [9.0, 5.76]})")
    plot = Plot()
    axes = plot.axes_for("step", "loss", yscale="log" if log else "linear")
    lines(plot, axes, losses, log=log)
    plot.say(axes, _finding(losses), _more(losses), _table(losses))
    return plot


def _finding(losses):
    finite = {name: values for name, values in losses.items() if isfinite(values[-1])}
    if not finite:
        return "No run ends at a number"
    name = min(finite, key=lambda name: finite[name][-1])
    steps = len(losses[name]) - 1
    if len(losses) == 1:
        first, last = losses[name][0], losses[name][-1]
        way = "falls" if last < first else "rises" if last > first else "goes"
        return f"The loss {way} from {written(first)} to {written(last)} in {steps} steps"
    return f"{name} ends lowest: {written(losses[name][-1])} after {steps} steps"


def _more(losses):
    return (
        "; ".join(
            f"{name}: {written(values[0])} to {written(values[-1])} in {len(values) - 1} steps"
            for name, values in losses.items()
        )
        + "."
    )


def _table(losses):
    longest = max(map(len, losses.values()))
    steps = sorted({round(i * (longest - 1) / 10) for i in range(11)})
    return table(f"{'step':>6}", [f"{i:6}" for i in steps], steps, losses)
