"""The four registers as a picture: four panels for this moment, and below them what each line writes."""

from autogradlab.draw.numbers import written
from autogradlab.draw.paper import arrow_head, box, circle, line, paper, words
from autogradlab.draw.symbols import symbol_of
from autogradlab.draw.theme import (
    BACKWARD_TINT,
    FORWARD,
    FORWARD_TINT,
    GRID,
    HAIRLINE,
    HIGHLIGHT,
    HIGHLIGHT_TINT,
    IDLE,
    IDLE_TINT,
    INK,
    PAPER,
)

from .run import LINES, LR, X, Y
from .words import HEADS, finding, row_cells, writes

WIDTH, HEIGHT = 800, 440
TOP, PANEL_WIDTH, PANEL_HEIGHT = 50, 181, 148
COLUMNS = (52, 250, 376, 556, 694)
FIRST_ROW, ROW = 258, 33


def draw_registers(number, moments, description):
    """The SVG after line `number`."""
    before, after = moments[number - 1], moments[number]
    wrote_weights, wrote_grads, wrote_nodes, wrote_loss = writes(before, after)
    title, more = finding(number, after)
    nodes_word = (
        "same"
        if not wrote_nodes
        else "freed"
        if before.saved_count > after.saved_count
        else ("written" if after.nodes else "empty")
    )
    return paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, title, "b", size=16),
        words(780, 32, f"x = {written(X)}, y = {written(Y)}, lr = {written(LR)}", "m", "end", 13),
        _panel(20, "tensors", "written" if wrote_weights or wrote_grads else "same"),
        _tensors(20, after),
        _panel(213, "nodes", nodes_word),
        _nodes(213, after),
        _panel(406, "modes", "same"),
        _modes(406, after),
        _panel(599, "optimizer, loss", "written" if wrote_loss else "same"),
        _optimizer(599, number, after),
        table_head(228),
        *(_row(i, moments, now=i == number) for i in range(1, len(LINES) + 1)),
        words(20, 426, f"Framed: written by this line. {more}", "sec", size=13),
    )


def _panel(x, name, state):
    """A register without its contents; framed if this line wrote to it."""
    idle = state == "same"
    frame = box(x, TOP, PANEL_WIDTH, PANEL_HEIGHT, PAPER, HAIRLINE if idle else HIGHLIGHT, 1 if idle else 2.5, 8)
    band = "" if idle else box(x + 1.25, TOP + 1.25, PANEL_WIDTH - 2.5, 30, HIGHLIGHT_TINT, radius=7)
    return (
        frame
        + band
        + words(x + 12, TOP + 21, name, "b")
        + words(x + PANEL_WIDTH - 12, TOP + 21, state, "s sec" if idle else "s b", "end")
    )


def _tensors(x, moment):
    heads = (
        words(x + 70, 102, "value", "s sec", "end")
        + words(x + 98, 102, ".grad", "s sec", "middle")
        + words(x + 169, 102, "version", "s sec", "end")
    )
    rows = zip("wb", moment.weights, moment.grads, moment.versions)
    return heads + "".join(_tensor(x, 130 + 38 * i, *row) for i, row in enumerate(rows))


def _tensor(x, y, name, value, grad, version):
    return (
        box(x + 12, y - 18, 26, 26, PAPER, INK, 2.5, 4)
        + words(x + 25, y, name, "m b", "middle")
        + words(x + 70, y, written(value), "f b", "end", 16)
        + _grad_slot(x + 76, y, grad)
        + words(x + 169, y, written(version), "sec", "end")
    )


def _grad_slot(x, y, grad):
    """None is a word in a dotted slot, never a 0 and never blank."""
    if grad is None:
        return box(x, y - 19, 44, 28, IDLE_TINT, IDLE, 1, 4, "2 3") + words(x + 22, y, "None", "m sec", "middle", 13)
    return box(x, y - 19, 44, 28, BACKWARD_TINT, radius=4) + words(x + 22, y, written(grad), "g b", "middle", 16)


def _nodes(x, moment):
    if not moment.nodes:
        return words(x + 12, TOP + 69, "none yet", "sec") + words(x + 12, 187, "nothing was computed", "s sec")
    wires = "".join(line(x + 44 + 40 * i, 112, x + 58 + 40 * i, 112, IDLE, 1.25) for i in range(len(moment.nodes) - 1))
    summary = f"{len(moment.nodes)} nodes, {moment.saved_count} saved value{'s' * (moment.saved_count != 1)}"
    return (
        wires
        + "".join(_node(x + 31 + 40 * i, node) for i, node in enumerate(moment.nodes))
        + words(x + 12, 187, summary, "s sec")
    )


def _node(x, node):
    name = node.name.removesuffix("Backward0")
    return (
        circle(x, 112, 13, IDLE_TINT, IDLE, 1.25)
        + words(x, 117, symbol_of(node.name, 2), "", "middle", 12 if name == "Pow" else 15)
        + words(x, 141, name, "m s sec", "middle")
        + _locker(x, node.saved)
    )


def _locker(x, saved):
    if not saved:
        return ""
    if saved == "freed":
        return box(x - 20, 150, 40, 20, PAPER, IDLE, 1, 3, "2 3") + words(x, 164, saved, "s sec", "middle")
    return box(x - 20, 150, 40, 20, FORWARD_TINT, FORWARD, 1, 3) + words(x, 165, saved, "f b", "middle", 13)


def _modes(x, moment):
    return (
        _lamp(x, 108, "recording", "grad" if moment.recording else "no_grad", moment.recording)
        + _lamp(x, 144, "layers", "train()", True)
        + words(x + 12, 187, "these lines switch nothing", "s sec")
    )


def _lamp(x, y, name, state, lit):
    core = circle(x + 22, y, 3.2, FORWARD, FORWARD, 0.5) if lit else ""
    return (
        circle(x + 22, y, 8, FORWARD_TINT if lit else PAPER, FORWARD, 2)
        + core
        + words(x + 40, y + 5, name, size=13)
        + words(x + PANEL_WIDTH - 12, y + 5, state, "m b", "end", 13)
    )


def _optimizer(x, number, moment):
    loss = "none yet" if moment.loss is None else written(moment.loss)
    rows = (
        ("lr", written(LR), "b", 15),
        ("holds", "w, b", "m b", 13),
        ("loss", loss, "sec" if moment.loss is None else "f b", 13 if moment.loss is None else 15),
    )
    note = "step() has run" if number == len(LINES) else "step() is still to come"
    return "".join(
        words(x + 12, 107 + 28 * i, name, "m sec", size=13)
        + words(x + PANEL_WIDTH - 12, 107 + 28 * i, value, css, "end", size)
        for i, (name, value, css, size) in enumerate(rows)
    ) + words(x + 12, 187, note, "s sec")


def table_head(y):
    """The names of the columns, with their baseline at y, and a rule below."""
    return line(20, y + 9, 780, y + 9, INK) + "".join(
        words(x, y, head, "m b" if head in ("w, b", ".grad") else "b", size=13) for x, head in zip(COLUMNS, HEADS)
    )


def _row(number, moments, now):
    return table_row(FIRST_ROW + ROW * (number - 1), LINES[number - 1], moments[number - 1], moments[number], now)


def table_row(y, code, before, after, now):
    """A line of the program, and what the registers hold after it; what it wrote is framed."""
    marks = (
        box(20, y - 21, 760, 32, IDLE_TINT, radius=5) + arrow_head(37, y - 5, "right", size=11)
        if now
        else (line(20, y + 12, 780, y + 12, GRID))
    )
    row = zip(COLUMNS[1:], row_cells(before, after), writes(before, after), ("f", "g", "", "f"))
    return (
        marks
        + words(COLUMNS[0], y, code, "m b" if now else "m")
        + "".join(_cell(x, y, text, wrote, hue) for x, text, wrote, hue in row)
    )


def _cell(x, y, text, wrote, hue):
    if not wrote:
        return words(x, y, text, "sec" + (" m" if text == "None" else ""))
    return box(x - 10, y - 17, frame_width(text), 24, HIGHLIGHT_TINT, HIGHLIGHT, 1.5, 5) + words(
        x, y, text, "m b" if text == "None" else f"{hue} b"
    )


def frame_width(text):
    """The width of the frame around a cell that was written."""
    return 24 + 7.4 * len(text)
