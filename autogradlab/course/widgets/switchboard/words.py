"""The switchboard in words: title, what each lamp says, the cells of the table, the text version."""

from autogradlab.draw.numbers import grouped, written

from .run import ALL, CONSTANT, LAST, RECORDS, REFUSED

HEADS = (
    ("recording", "switch"),
    ("layers", "switch"),
    ("out", ".requires_grad"),
    ("saved", "bytes"),
    ("Dropout", "zeroes"),
    ("running", "mean"),
    ("a later loss", "trains"),
)

#: How the recording switch is written in the narrow table.
SHORT = RECORDS | {"grad": "grad", "enable_grad": "no_grad, enable_grad"}


def cells(record, layers, fact):
    """The seven cells of a row."""
    return (
        SHORT[record],
        f"{layers}()",
        str(fact.records),
        grouped(fact.saved),
        grouped(fact.zeroed),
        written(fact.running_mean),
        fact.reaches,
    )


def finding(record, layers, detach, fact):
    """The title: what this setting is good for."""
    if fact.reaches == REFUSED:
        return "inference_mode() marks its results: an operation that must save one refuses"
    if detach and fact.reaches == LAST:
        return "detach() cuts one path: what lies behind it learns nothing"
    if not fact.records:
        return "Nothing is recorded" + (
            ", yet Dropout and BatchNorm behave as in training"
            if layers == "train"
            else ", and the layers behave as in evaluation"
        )
    return (
        "eval() changes the layers: everything is still recorded"
        if layers == "eval"
        else ("Training: everything is recorded, and Dropout and BatchNorm work")
    )


def hidden_words(detach):
    """Whether the one path through the hidden values is cut."""
    return "detached" if detach else "not detached"


def lamps(layers, fact):
    """(on, state, what that means) for each of the two lamps."""
    return (
        (
            fact.records,
            "On: recording" if fact.records else "Off: nothing is recorded",
            f"{grouped(fact.saved)} bytes are kept for backward",
        ),
        (
            layers == "train",
            "On: as in training" if layers == "train" else "Off: as in evaluation",
            "Dropout zeroes, BatchNorm moves its mean"
            if layers == "train"
            else "Dropout passes all, BatchNorm stands still",
        ),
    )


def description(now, facts):
    """Everything the setting does, in words; backticks mark code."""
    record, layers, detach = now
    fact = facts[record, layers]
    (_, recording, bytes_kept), (_, behavior, _) = lamps(layers, fact)
    cut = f", hidden values {hidden_words(detach)}"
    return (
        f"{finding(*now, fact)}. Recording `{SHORT[record]}`, layers `{layers}()`{cut}. "
        f"First lamp: {recording}; {bytes_kept}. Second lamp: {behavior}; {_done(fact)}. "
        f"{_later(fact)}"
    )


def _done(fact):
    """What the layers did: they zero numbers and move their memory, or neither."""
    if not fact.zeroed and not fact.running_mean:
        return "Dropout zeroed nothing and the running mean stayed 0"
    return (
        f"Dropout zeroed {grouped(fact.zeroed)} values and the running mean went from 0 to {written(fact.running_mean)}"
    )


def _later(fact):
    if fact.reaches == REFUSED:
        return f"A later loss is refused: {fact.message}"
    return {
        ALL: "A later loss trains all weights.",
        LAST: "A later loss trains the last layer and nothing before it.",
        CONSTANT: "For a later loss the result is a constant: it trains no weights of the model.",
    }[fact.reaches]


def text(now, facts):
    """The table as text; the line with > is the present setting."""
    record, layers, detach = now
    widths = (22, 9, 16, 9, 9, 9, 0)
    head = ["  " + "".join(f"{line:{w}}" for line, w in zip(part, widths)).rstrip() for part in zip(*HEADS)]
    rows = [
        ("> " if key == (record, layers) else "  ")
        + "".join(f"{cell:{w}}" for cell, w in zip(cells(*key, fact), widths)).rstrip()
        for key, fact in facts.items()
    ]
    return "\n".join(
        [
            f"{finding(*now, facts[record, layers])}.",
            "",
            *head,
            *rows,
            "",
            f"> present setting    hidden values: {hidden_words(detach)}",
        ]
    )
