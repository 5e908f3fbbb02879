"""The flow in words: title, what clipping does, the text version."""

from math import inf

from autogradlab.draw.numbers import written


def finding(r):
    """The title: what the layers do to the gradient on its way to the first one."""
    ratio = r.ratios[0]
    if ratio < 0.1:
        return f"With {r.activation} the gradient vanishes: layer 1 gets {written(ratio)} of it"
    if ratio > 10:
        return f"With {r.activation} the gradient explodes: layer 1 gets {written(ratio)} times as much"
    does = "shrinks" if ratio < 0.5 else "grows" if ratio > 2 else "keeps its size"
    gets = f"{written(float(f'{ratio:.2g}'))} {'of it' if ratio <= 1 else 'times as much'}"
    return f"With {r.activation} at this scale the gradient {does}: layer 1 gets {gets}"


def per_layer(r):
    """What one layer does to the gradient, on average: '× 0.25 at each layer'."""
    return f"× {written(factor_per_layer(r.ratios))} at each layer"


def factor_per_layer(ratios):
    """The geometric mean of the steps from layer to layer."""
    return ratios[0] ** (1 / (len(ratios) - 1))


def clip_words(r):
    """(the total norm before and after clipping, what that means for the gradients)."""
    total = written(r.total_norm)
    if r.max_norm == inf:
        return f"total norm {total}", "not clipped"
    if r.factor > 0.999:
        return f"total norm {total}", f"shorter than {written(r.max_norm)}: left alone"
    return f"total norm {total} → {written(r.clipped_norm)}", f"every gradient × {written(r.factor)}"


def description(r):
    """Everything the picture shows, in words; backticks mark code."""
    other, ratios = r.other
    return (
        f"{finding(r)}. {r.depth} layers with initial scale {written(r.scale)}: {per_layer(r)}; with {other} "
        f"instead × {written(factor_per_layer(ratios))}. Clipping: {': '.join(clip_words(r))}. "
        "Clipping shortens all gradients by one factor, so the layers keep their proportions."
    )


def text(r):
    """A table of the layers, last one first as in the picture."""
    other, others = r.other
    rows = [
        f"{f'layer {i + 1}':10}{written(r.sizes[i]):>16}{written(r.ratios[i]):>16}{written(others[i]):>16}"
        for i in reversed(range(r.depth))
    ]
    return "\n".join(
        [
            f"{finding(r)}.",
            "",
            f"{'':10}{r.activation:>16}{'against last':>16}{other:>16}",
            *rows,
            "",
            f"Clipping: {': '.join(clip_words(r))}.",
        ]
    )
