"""The four registers in words: what each line did, and the table of text."""

from autogradlab.draw.numbers import written

from .run import LINES

HEADS = ("line", "w, b", ".grad", "nodes", "loss")


def finding(line, moment):
    """(title, what else to notice) after this line, with the run's own numbers."""
    return (
        ("zero_grad() empties .grad", "Whatever stayed in .grad would be added to the next gradient."),
        ("The forward line leaves nodes behind", "The × node saved x: backward will need it."),
        (f"The loss is one number, {_loss(moment)}, after {len(moment.nodes)} nodes", "There is still no gradient."),
        (
            "backward() fills .grad and frees the saved values",
            "The weights have not moved: that is the work of step().",
        ),
        (
            "step() moves the weights and nothing else",
            f"loss still shows the old {_loss(moment)}: nothing computes it again.",
        ),
    )[line - 1]


def cells(moment):
    """The texts for the columns 'w, b', '.grad', 'nodes' and 'loss'."""
    nodes = f"{len(moment.nodes)}, saved {moment.saved_count}" if moment.nodes else "none"
    return _pair(moment.weights), _pair(moment.grads), nodes, _loss(moment)


def row_cells(before, after):
    """The same for the row of one line; if the line empties .grad, with what was there before."""
    weights, grads, nodes, loss = cells(after)
    emptied = _pair(before.grads) != grads == "None"
    return weights, f"{_pair(before.grads)} → None" if emptied else grads, nodes, loss


def starred(before, after):
    """The cells of `row_cells`, with a star behind each that this line wrote."""
    return [cell + "*" * wrote for cell, wrote in zip(row_cells(before, after), writes(before, after))]


def writes(before, after):
    """For each of the four columns, whether this line wrote it."""
    return (
        before.weights != after.weights,
        before.grads != after.grads,
        before.nodes != after.nodes,
        before.loss != after.loss,
    )


def description(line, moments):
    """The current line, what it did, and what the registers hold now; backticks mark code."""
    title, more = finding(line, moments[line])
    return f"After line {line}, `{LINES[line - 1]}`: {title}. {more} Now {_registers(line, moments)}."


def _registers(line, moments):
    named = zip(HEADS[1:], row_cells(*moments[line - 1 : line + 1]), writes(*moments[line - 1 : line + 1]))
    return "; ".join(f"{name}: {cell}{' (written now)' if written_now else ''}" for name, cell, written_now in named)


def text(line, moments):
    """The whole picture as a table of text; a star marks what a line wrote."""
    rows = [_text_row(number, moments) for number in range(1, len(LINES) + 1)]
    rows[line - 1] = ">" + rows[line - 1][1:]
    after, (title, more) = moments[line], finding(line, moments[line])
    return "\n".join(
        [
            f"{title}. {more}",
            "",
            _columns("", *HEADS),
            *rows,
            "",
            f"* written by this line    > now at line {line}",
            f"versions of w, b: {_pair(after.versions)}    grad mode: {'on' if after.recording else 'off'}    "
            f"layers: train()",
        ]
    )


def _text_row(number, moments):
    return _columns("", LINES[number - 1], *starred(moments[number - 1], moments[number]))


def _columns(mark, *columns):
    return f"{mark:2}" + "".join(f"{text:{width}}" for text, width in zip(columns, (24, 12, 14, 14, 8))).rstrip()


def _pair(values):
    return "None" if values == (None, None) else ", ".join(map(_brief, values))


def _loss(moment):
    return "none" if moment.loss is None else _brief(moment.loss)


def _brief(value):
    """A number with at most four decimals, as PyTorch prints it among others: the column has no room for more."""
    short = round(value, 4)
    return "≈ 0" if short == 0 != value else written(short)
