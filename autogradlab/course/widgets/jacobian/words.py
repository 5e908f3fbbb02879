"""The Jacobian mover in words: what these row weights ask for, and the table of text."""

from autogradlab.draw.numbers import bracketed, vector, written


def finding(reading):
    """The picture's title: what backward(v) computes with these weights."""
    v, grad = reading.v, vector(reading.grad)
    ones = [i for i, weight in enumerate(v) if weight == 1]
    if not any(v):
        return f"With all weights 0, backward(v) brings {grad}"
    if len(ones) == 1 and sum(map(bool, v)) == 1:
        return f"A unit vector reads one row: the gradient of y{lowered(ones[0])} alone is {grad}"
    if len(ones) == len(v):
        return f"With weights 1, backward(v) adds the rows: {grad}, as y.sum().backward() does"
    return f"backward(v) weights the rows and adds them: {grad}"


def description(reading):
    """The finding, the check, and how the first entry comes about; backticks mark code."""
    return (
        f"{finding(reading)}. With v = {vector(reading.v)}, v @ J worked out from the rows is "
        f"{vector(reading.product)}; `y.backward(v)` left {vector(reading.grad)} in `x.grad`: {reading.verdict}. "
        f"First entry: {sum_of(reading, 0)}."
    )


def sum_of(reading, column):
    """'1 × 3 + 1 × 1 + 1 × 4 = 8': how one entry of the result comes about."""
    first, *others = map(written, reading.v)
    weights = [first, *map(bracketed, others)]
    terms = (f"{weight} × {bracketed(written(row[column]))}" for weight, row in zip(weights, reading.rows))
    return f"{' + '.join(terms)} = {written(reading.product[column])}"


def lowered(index):
    """An index as a subscript: 0 -> '₀'."""
    return chr(ord("₀") + index)


def text(reading, name):
    """The whole picture as a table of text."""
    wide = max(9, *(len(written(entry)) + 2 for row in (*reading.rows, reading.grad) for entry in row))
    heads = "".join(f"{f'x{lowered(j)} = {written(value)}':>{wide + 3}}" for j, value in enumerate(reading.x))
    rows = [
        f"{f'y{lowered(i)} = {written(value)}':14}{written(weight):>6}   {_cells(row, wide)}"
        for i, (value, weight, row) in enumerate(zip(reading.y, reading.v, reading.rows))
    ]
    return "\n".join(
        [
            f"y = {name}. {finding(reading)}.",
            "",
            f"{'':14}{'v':>6}   {heads}",
            *rows,
            f"{'v @ J':14}{'':6}   {_cells(reading.product, wide)}",
            f"{'x.grad':14}{'':6}   {_cells(reading.grad, wide)}   after y.backward(v): {reading.verdict}",
            *(f"entry {j}: {sum_of(reading, j)}" for j in range(len(reading.x))),
        ]
    )


def _cells(row, wide):
    return "".join(f"{written(entry):>{wide + 3}}" for entry in row)
