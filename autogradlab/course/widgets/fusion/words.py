"""The fusion experiment in words: title, the rows of both bars, the text version."""

from autogradlab.draw.numbers import grouped, written

from .run import REPEATS, middle_half


def finding(model, times):
    """The title: what fusing saves by counting and, once measured, by the clock."""
    if times is None:
        return (
            f"Fused, {model.operations} operations move {fewer(model)} bytes"
            if model.ratio > 1.001
            else ("One operation alone gains nothing from fusing")
        )
    bytes_moved = f"{fewer(model)} bytes" if model.ratio > 1.001 else "The same bytes"
    if not times.apart:
        return f"{bytes_moved}; which way is faster at this size, these runs cannot tell"
    return f"{bytes_moved}, {faster(times)} on this computer"


def fewer(model):
    return "the same" if model.ratio < 1.001 else f"{written(round(model.ratio, 2))} times fewer"


def faster(times):
    ratio = times.ratio
    return f"{ratio:.1f} times faster" if ratio >= 1 else f"{1 / ratio:.1f} times slower"


def duration(seconds):
    """'0.685 ms' or '15.1 µs'"""
    number, unit = (1e6 * seconds, "µs") if seconds < 1e-4 else (1e3 * seconds, "ms")
    return f"{written(float(f'{number:.3g}'))} {unit}"


def time_words(times):
    """'2.1 ms, half of the runs 2 ms to 2.4 ms'"""
    low, middle, high = middle_half(times)
    return f"{duration(middle)}, half of the runs {duration(low)} to {duration(high)}"


def description(model, times):
    """Everything the picture shows, in words."""
    measured = (
        "Not measured yet: press Measure."
        if times is None
        else (
            f"Measured {REPEATS} times each, taking turns: one after another {time_words(times.eager)}; "
            f"fused {time_words(times.fused)}."
        )
    )
    return (
        f"{finding(model, times)}. The chain is {', '.join(model.steps)} on {grouped(model.size)} numbers of 4 "
        f"bytes. One after another it reads and writes {grouped(model.bytes_eager)} bytes, fused "
        f"{grouped(model.bytes_fused)}; the arithmetic is the same. {measured}"
    )


def text(model, times):
    """The picture as a table of text."""
    rows = [
        ("one after another", model.bytes_eager, times and times.eager),
        ("fused", model.bytes_fused, times and times.fused),
    ]
    lines = [
        f"{name:20}{grouped(count):>14} bytes   {time_words(taken) if taken else 'not measured'}"
        for name, count, taken in rows
    ]
    return "\n".join([f"{finding(model, times)}.", "", f"x → {' → '.join(model.steps)}", *lines])
