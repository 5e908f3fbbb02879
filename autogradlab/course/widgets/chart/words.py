"""The patient chart in words: what each probe found, whether the diagnosis is right, the text version."""

from math import isfinite

from autogradlab.draw.numbers import written

from .signs import missing_sign

BUDGET = 3
COLUMNS = ("tensor", ".grad", "requires_grad", "is_leaf", "version", "shape")

#: Which columns of the table a probe fills.
FILLS = {"gradients": (1,), "flags": (2, 3, 4), "shapes": (5,)}


def title(chart):
    return f"Patient {int(chart.patient)}: {chart.case.symptom}"


def left_words(chart):
    """How many probes are left, and what comes then."""
    left = BUDGET - len(chart.asked)
    if not left:
        return "No probe is left: choose."
    return f"{('One probe is', 'Two probes are', 'Three probes are')[left - 1]} left, then choose."


def loss_words(vitals):
    """The loss from the first round to the last."""
    if not vitals.losses:
        return "no round was finished"
    first = vitals.losses[0]
    rounds = f"in {len(vitals.losses)} rounds" if len(vitals.losses) > 1 else "after 1 round"
    lost = next((i for i, loss in enumerate(vitals.losses, 1) if not isfinite(loss)), None)
    if lost:
        return f"{written(first)}, then {written(vitals.losses[lost - 1])} from round {lost} on"
    return f"{loss_ends(vitals)} {rounds}"


def loss_ends(vitals):
    """The first loss and, if there are more, the last: short enough to stand beside a longer heading."""
    first, *others = map(written, vitals.losses)
    return " → ".join([first, *others[-1:]])


def nodes_words(vitals):
    """How many nodes are held, from the first round to the last."""
    if not vitals.nodes:
        return "no round was finished"
    first, last = vitals.nodes[0], vitals.nodes[-1]
    if first == last:
        return f"{first} after every round" if len(vitals.nodes) > 1 else f"{first} after the only round"
    return f"{first} after round 1, {last} after round {len(vitals.nodes)}"


def columns(chart):
    """The heads of the table, which shows the treated run once the diagnosis is right."""
    return ("tensor, treated" if chart.cured else COLUMNS[0], *COLUMNS[1:])


def cells(name, sign, asked):
    """The row of a tensor; '?' for what was not asked for."""
    row = (name, sign.grad, str(sign.requires_grad), str(sign.is_leaf), written(sign.version), sign.shape)
    known = {0} | {column for probe in asked for column in FILLS.get(probe, ())}
    return tuple(cell if column in known else "?" for column, cell in enumerate(row))


def verdict(chart):
    """(glyph and verdict, the sentence that goes with it) of the diagnosis chosen so far."""
    case = chart.case
    if chart.diagnosis is None:
        return "○ no diagnosis yet", left_words(chart)
    if chart.cured:
        return f"✓ {case.cause}", case.why
    known = case.telling in chart.asked or len(chart.asked) == BUDGET
    look = "the program again" if known else f"the probe `{case.telling}`"
    return f"✗ not this: {chart.diagnosis}", f"{missing_sign(chart)} Look at {look}."


def treated(chart):
    """(what the treatment does to the loss, which popular fix would only hide the illness)."""
    return f"Treated: loss {loss_words(chart.healthy)}.", f"Tempting, but no cure: {chart.case.tempting}"


def findings(chart):
    """One sentence for each probe asked for, in the order of asking."""
    return [_finding(chart, probe) for probe in chart.asked]


def _finding(chart, probe):
    vitals = chart.vitals
    if probe == "loss":
        return f"Loss: {loss_words(vitals)}."
    if probe == "nodes":
        return f"Nodes kept: {nodes_words(vitals)}."
    said = {
        "gradients": lambda s: f".grad {s.grad}",
        "shapes": lambda s: f"shape {s.shape}",
        "flags": lambda s: f"requires_grad {s.requires_grad}, is_leaf {s.is_leaf}, version {s.version}",
    }[probe]
    return "; ".join(f"`{name}`: {said(sign)}" for name, sign in vitals.tensors.items()) + "."


def description(chart):
    """Everything that is known so far, in words; backticks mark code."""
    glyph, sentence = verdict(chart)
    stopped = [f"It stopped: {chart.vitals.error}."] if chart.vitals.error else []
    found = [*stopped, *findings(chart)]
    before = ["Before the treatment:"] if chart.cured and found else []
    cure = treated(chart) if chart.cured else []
    return " ".join([f"{title(chart)}", *before, *found, f"Diagnosis: {glyph}. {sentence}", *cure])


def text(chart):
    """Program, table and verdict as text."""
    glyph, sentence = verdict(chart)
    program = chart.case.healthy if chart.cured else chart.case.broken
    heads = columns(chart)
    names = max(map(len, (heads[0], *chart.vitals.tensors))) + 2
    rows = [heads, *(cells(name, sign, chart.asked) for name, sign in signs(chart))]
    table = [f"{row[0]:{names}}" + "".join(f"{cell:16}" for cell in row[1:]).rstrip() for row in rows]
    loss = loss_words(shown_vitals(chart)) if "loss" in chart.asked else "?"
    nodes = nodes_words(shown_vitals(chart)) if "nodes" in chart.asked else "?"
    stopped = [f"stopped: {chart.vitals.error}"] if chart.vitals.error and not chart.cured else []
    return "\n".join(
        [
            title(chart),
            "",
            *_numbered(program),
            "",
            *stopped,
            f"loss{', treated' if chart.cured else ''}:  {loss}",
            f"nodes{', treated' if chart.cured else ''}: {nodes}",
            "",
            *table,
            "",
            f"{glyph}. {sentence}".replace("`", ""),
            *(treated(chart) if chart.cured else []),
        ]
    )


def shown_vitals(chart):
    """The Vitals of the broken program; once the diagnosis is right, of the treated one."""
    return chart.healthy if chart.cured else chart.vitals


def signs(chart):
    return shown_vitals(chart).tensors.items()


def _numbered(program):
    return [f"{number:3}  {line}" for number, line in enumerate(program.splitlines(), 1)]
