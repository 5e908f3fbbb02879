"""Training curves: one line for each run, its name at its end."""

from math import isfinite, nan

from autogradlab.draw.numbers import written

from .plot import SERIES, Plot, checked_series, labels_at_ends


def training_curves(losses, *, log=False):
    """A Plot of losses over steps, {name of the run: [loss, ...]}.

    log      powers of ten on the axis of the loss; runs that reach 0 are then cut there
    Raises   ValueError if there is nothing to draw.
    """
    losses = checked_series(losses, "losses", "training_curves({'lr = 0.1': [9.0, 5.76]})")
    plot = Plot()
    axes = plot.axes_for("step", "loss", yscale="log" if log else "linear")
    ends = []
    for (name, values), (color, dash) in zip(losses.items(), SERIES * len(losses)):
        shown = [value if isfinite(value) and (value > 0 or not log) else nan for value in values]
        axes.plot(range(len(shown)), shown, color=color, linestyle=dash)
        last = max((i for i, value in enumerate(shown) if isfinite(value)), default=None)
        if last is not None:
            axes.plot(last, shown[last], "o", color=color, markeredgecolor="white")
            ends.append((last, shown[last], name, color))
    axes.xaxis.get_major_locator().set_params(integer=True)
    plot.draw_without_rendering()
    labels_at_ends(axes, ends)
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
    rows = sorted({round(i * (longest - 1) / 10) for i in range(11)})
    head = f"{'step':>6}" + "".join(f"{name:>18}" for name in losses)
    return "\n".join(
        [
            head,
            *(
                f"{i:6}" + "".join(f"{written(values[i]) if i < len(values) else '':>18}" for values in losses.values())
                for i in rows
            ),
        ]
    )
