"""How checks, movers and programs in PyTorch are displayed on a page, which has no kernel.

`install` is called in the kernel of each lesson, before its first cell. Checks become cards to think about: task, hints
and answer, folded, and no verdict. A mover that has a page of its own is framed; any other one is a still picture.
"""

import hashlib
from functools import partial
from html import escape
from pathlib import Path

from autogradlab.course import transcripts
from autogradlab.course.checks import card, faces, hints, several
from autogradlab.course.checks.wording import to_html
from autogradlab.course.inventory import card as inventory
from autogradlab.course.inventory import faces as inventory_faces
from autogradlab.course.widgets.parts import mover

GUEST = (Path(__file__).parent / "look" / "guest.html").read_text("utf-8")


def install(shell, folder):
    """Have this kernel display later outputs in their form for a page; the movers' own pages go into `folder`."""
    transcripts.find_spec = lambda name: None  # so the recording is used: the same pages with and without PyTorch
    bundle = shell.display_formatter.formatters["text/html"], shell.display_formatter.mimebundle_formatter
    for kind, form in (
        (card.Card, one_check),
        (several.Cards, checks),
        (inventory.Card, sitting),
        (mover.Mover, partial(moving, folder=Path(folder))),
    ):
        bundle[1].for_type(kind, lambda thing, form=form: {"text/html": form(thing), "text/plain": repr(thing)})
    bundle[0].for_type(transcripts.same_in_pytorch, program)


# ---- checks ---------------------------------------------------------------------------------------------------------


def checks(cards):
    """The cards of one cell, one below the other."""
    return "".join(one_check(each) for each in cards)


def one_check(shown):
    """The card of a question."""
    item = shown.session.item
    head = f'<div class="agl-head"><code>{escape(item.id)}</code><span>{escape(item.kind)}</span></div>'
    note = (
        f'<input class="agl-own" type="text" autocomplete="off" aria-label="Your answer to {item.id}" '
        'placeholder="your answer first; it is not saved">'
    )
    return (
        f'<section class="agl-ui agl-check agl-folded" aria-label="Check {escape(item.id)}">{head}'
        f"{faces.task_html(item)}{_listing(item)}{_options(item)}{note}"
        f'<div class="agl-ladder">{_hint(item, 1)}{_fold("Answer", _answer(item))}</div></section>'
    )


def _listing(item):
    """The text that a learner would edit in the field: lines to put in order, code to complete."""
    return f'<pre class="agl-code">{escape(item.shown_text())}</pre>' if item.field_shows_text else ""


def _options(item):
    options = "".join(
        f"<li><b>{letter}</b><span>{to_html(option.text)}</span></li>" for letter, option in item.lettered().items()
    )
    return f'<ul class="agl-letters">{options}</ul>' if options else ""


def _hint(item, level):
    """A hint, folded, with the next one inside it."""
    if level == hints.REVEAL:
        return ""
    inner = faces.saying_html(hints.hint(item, level)) + _hint(item, level + 1)
    return _fold("Hint" if level == 1 else "Next hint", inner)


def _answer(item):
    key = item.written(item.key())
    written = to_html(key) if item.lettered() else escape(key)  # asterisks in a program's output are not markup
    return f'<p class="agl-key"><b>{written}</b></p>' + faces.saying_html(hints.hint(item, hints.REVEAL))


def _fold(name, inner):
    return f'<details class="agl-fold"><summary>{name}</summary>{inner}</details>'


def sitting(shown):
    """A note about the inventory: it measures what learners know, so its questions are asked in the notebook only."""
    title = escape(inventory_faces.title(shown.sitting))
    return (
        f'<section class="agl-ui agl-check"><p class="agl-task"><b>{title}.</b> '
        f"{len(shown.sitting.items)} questions, asked one by one in the notebook. They are not printed here, "
        "so that they can still measure what the course changes.</p></section>"
    )


# ---- things that move, and programs ---------------------------------------------------------------------------------


def moving(thing, folder):
    """The mover in a frame if it has a page of its own, else as a still picture."""
    return _framed(thing.html(), type(thing).__name__, folder) if hasattr(thing, "html") else _still(thing)


def _framed(page, name, folder):
    """Write a page into `folder`, under a name that its content determines; return the frame around it."""
    page = page.replace("</body>", f"{GUEST}</body>")
    file = f"{name.lower()}-{hashlib.sha256(page.encode()).hexdigest()[:12]}.html"
    (folder / file).write_text(page, "utf-8", newline="\n")
    return (
        f'<iframe class="agl-moving" src="../{folder.name}/{file}" title="{name}: it moves by slider and key"></iframe>'
    )


def _still(thing):
    return (
        f'<figure class="agl-ui agl-mover agl-still"><div class="agl-picture" tabindex="0" role="group" '
        f'aria-label="{escape(type(thing).__name__)}">{thing.svg}</div>{thing.words}'
        f"<details><summary>Text version</summary><pre>{escape(thing.text)}</pre></details>"
        '<figcaption class="agl-cap">This picture moves in the notebook.</figcaption></figure>'
    )


def program(shown):
    """The program in PyTorch with its output; a page runs nothing, so it need not say that PyTorch is missing."""
    return shown._repr_html_().replace("; PyTorch is not installed here, and the course does not need it", "")
