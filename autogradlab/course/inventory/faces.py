"""A sitting as text and as HTML: the question, and how far the learner has come."""

from functools import cache
from html import escape
from importlib.resources import files

from autogradlab.course.checks.wording import indented, wrapped
from autogradlab.course.inventory.sitting import UNKNOWN_LETTER, UNKNOWN_TEXT, Sitting
from autogradlab.course.style import style_element

WHEN = {"before": "before the course", "after": "after the course", "later": "some weeks later"}
NAMES = {"A": "Concept inventory, form A", "B": "Concept inventory, form B", "T": "Transfer block"}
INTRODUCTION = (
    "Each question shows a short program. Nothing is said about your answers until you have finished the inventory "
    "after the course. You can stop at any time: your answers are kept. **“I do not know” is a good answer** whenever "
    "it is true."
)
HOW = 'answer: inventory.answer("{id}", "B")   or "?" for: ' + UNKNOWN_TEXT


@cache
def style() -> str:
    """The course's rules and those of the inventory, as `<style>` elements."""
    own = (files("autogradlab.course.inventory") / "inventory.css").read_text("utf-8")
    return f"{style_element()}<style>\n{own}</style>"


def page(inner: str) -> str:
    """Self-contained HTML for a notebook's output."""
    return f'{style()}<div class="agl-ui"><section class="agl-check agl-inventory">{inner}</section></div>'


def title(sitting: Sitting) -> str:
    """`Concept inventory, form A · before the course`"""
    return f"{NAMES[sitting.form]} · {WHEN[sitting.phase]}"


def progress(sitting: Sitting) -> str:
    """`12 of 20 answered`"""
    done = len(sitting.items) - len(sitting.open)
    return "finished" if sitting.closed else f"{done} of {len(sitting.items)} answered"


def place(sitting: Sitting, item_id: str) -> str:
    """`Question 7 of 20`"""
    return f"Question {list(sitting.items).index(item_id) + 1} of {len(sitting.items)}"


def question_text(sitting: Sitting, item_id: str) -> str:
    """One question for a page without widgets, with its options and how to answer."""
    item = sitting.items[item_id]
    options = [f"{letter}  {option.text}" for letter, option in item.lettered().items()]
    options.append(f"{UNKNOWN_LETTER}  {UNKNOWN_TEXT}")
    given = sitting.given.get(item_id)
    return "\n".join(
        filter(
            None,
            [
                f"{item_id} · {place(sitting, item_id)}",
                wrapped(item.task),
                indented(item.listing),
                *(wrapped(option, "    ") for option in options),
                f"your answer: {given}" if given else "",
                HOW.format(id=item_id),
            ],
        )
    )


def sitting_text(sitting: Sitting) -> str:
    """The sitting for a page without widgets: how far it is, and the first open question."""
    head = f"{title(sitting)} · {progress(sitting)}"
    if sitting.closed:
        return head
    if not sitting.open:
        return f"{head}\nEvery question has an answer. To finish: inventory.finish()"
    introduction = "" if sitting.given else wrapped(INTRODUCTION)
    return "\n\n".join(filter(None, [head, introduction, question_text(sitting, sitting.first_open)]))


def head_html(sitting: Sitting, item_id: str) -> str:
    """Form and phase on the left, progress on the right, and a strip with a box for each question."""
    return (
        f'<div class="agl-head"><span>{escape(title(sitting))}</span>'
        f'<span class="agl-verdict">{progress(sitting)}</span></div>'
        f'<div class="agl-strip" aria-hidden="true">{"".join(_box(sitting, each, item_id) for each in sitting.items)}'
        f'</div><p class="agl-place">{place(sitting, item_id)}</p>'
    )


def _box(sitting: Sitting, item_id: str, here: str) -> str:
    names = [name for name, holds in (("done", item_id in sitting.given), ("here", item_id == here)) if holds]
    return f'<i class="{" ".join(names)}"></i>'
