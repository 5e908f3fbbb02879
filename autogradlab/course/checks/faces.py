"""The text and the HTML face of cards, feedback and hints. Both are made from the same words."""

import re
from html import escape

from autogradlab.course.checks.wording import indented, to_html, to_text, wrapped
from autogradlab.course.page_script import PAGE_SCRIPT
from autogradlab.course.style import style_element

#: Letters of escaped code: what is no longer than this stays on one line, as a formula does in a book.
WHOLE = 36
_SEVERAL = "Mark all that apply."
_WORD = re.compile(r"(?:a|[a-z]{2,})(?:[, :-]|$)(?!=)")
_LONG = re.compile(f"<code>(?=[^<]{{{WHOLE + 1}}})")


def page(*parts: str) -> str:
    """Self-contained HTML for a notebook's output: our colors and script, then the parts on one card."""
    return (
        f'{style_element()}{PAGE_SCRIPT}<div class="agl-ui"><section class="agl-check">{"".join(parts)}</section></div>'
    )


def asked(item) -> str:
    """The task as a learner reads it: it says so where several answers may be right."""
    return f"{item.task} {_SEVERAL}" if getattr(item, "several", False) else item.task


# Text -----------------------------------------------------------------------------------------------------------


def saying_text(saying) -> str:
    """The sentence and the action, wrapped."""
    return "\n".join(filter(None, (wrapped(saying.says), saying.action and wrapped(f"→ {saying.action}"))))


def feedback_text(feedback) -> str:
    """Head line, sentence, action, then the two cases and a note where there are any."""
    parts = [head_text(feedback), saying_text(feedback)]
    if feedback.outcome:
        predicted, outcome = (to_text(each).replace("\n", "; ") for each in (feedback.predicted, feedback.outcome))
        parts.append(f"You predicted {predicted}. The run gives {outcome}.")
    if feedback.cases:
        parts.append("\n".join(["Show me", *map(case_text, feedback.cases)]))
    return "\n".join(filter(None, [*parts, feedback.note and wrapped(feedback.note)]))


def head_text(feedback) -> str:
    """`01-C1 · number · ✗ not yet`"""
    verdict, word = feedback.headline
    return " · ".join(filter(None, (feedback.item_id, feedback.kind, f"{verdict.glyph} {word}")))


def card_text(item, feedback=None) -> str:
    """A whole card for a page without widgets: head, task, options, how to answer, and the feedback if there is any."""
    parts = [head_text(feedback) if feedback else f"{item.id} · {item.kind}", wrapped(asked(item))]
    if drawn := item.drawn():
        parts.append(indented(drawn[1]))
    parts += [indented(text) for text in dict.fromkeys((item.listing.strip("\n"), item.shown_text())) if text]
    parts += [wrapped(f"{letter}  {option.text}", "    ") for letter, option in item.lettered().items()]
    parts += [saying_text(feedback)] if feedback and feedback.says else []
    return "\n".join([*parts, f'answer: check("{item.id}", {item.example()})    hint: check.hint("{item.id}")'])


def heading(title: str) -> str:
    """A title that begins with a capital letter, unless it begins with code: a name with `_`, a digit or a dot."""
    return title[0].upper() + title[1:] if _WORD.match(title) else title


def case_text(case) -> str:
    """A case with its title, program and result."""
    return f"  {heading(case.title)}\n{indented(case.program)}\n    gives {case.result}"


# HTML -----------------------------------------------------------------------------------------------------------


def saying_html(saying) -> str:
    """The sentence and the action."""
    action = f'<p class="agl-next">{prose_html(saying.action)}</p>' if saying.action else ""
    return f'<div class="agl-say {saying.style}"><p>{prose_html(saying.says)}</p>{action}</div>'


def prose_html(text) -> str:
    """Sentences as HTML. Only long code is marked as such, which may be broken at the end of a line."""
    return _LONG.sub('<code class="agl-long">', to_html(text))


def announced(html: str) -> str:
    """The HTML in a region that screen readers announce. On a card the widget around it is that region."""
    return f'<div role="status" aria-live="polite">{html}</div>'


def feedback_html(feedback) -> str:
    """Head line, sentence, action, and the two cases behind a "Show me" that opens without a kernel."""
    cases = (
        f'<details class="agl-more"><summary class="agl-btn">Show me</summary>{cases_html(feedback.cases)}</details>'
        if feedback.cases
        else ""
    )
    return head_html(feedback) + announced(saying_html(feedback)) + outcome_html(feedback) + cases + note_html(feedback)


def outcome_html(feedback) -> str:
    """A prediction and what the run gives, side by side; nothing for other answers."""
    if not feedback.outcome:
        return ""
    return (
        '<div class="agl-two agl-outcome">'
        f'<div><p class="agl-title">You predicted</p><span class="v">{to_html(feedback.predicted)}</span></div>'
        f'<div><p class="agl-title">The run gives</p><span class="v">{to_html(feedback.outcome)}</span></div></div>'
    )


def note_html(feedback) -> str:
    """The note on the record of attempts, in small print."""
    return f'<p class="agl-cap">{to_html(feedback.note)}</p>' if feedback.note else ""


def head_html(feedback) -> str:
    """Id and type on the left, glyph and verdict on the right."""
    verdict, word = feedback.headline
    glyph = "" if verdict.style == "open" else verdict.glyph
    return (
        f'<div class="agl-head"><code>{escape(feedback.item_id)}</code><span>{escape(feedback.kind)}</span>'
        f'<span class="agl-verdict"><span class="agl-glyph {verdict.style}" aria-hidden="true">{glyph}</span>'
        f"{escape(word)}</span></div>"
    )


def task_html(item) -> str:
    """The task, then its picture and its program; what the card's field shows itself is left to it."""
    picture, words = item.drawn() or ("", "")
    drawn = f'<div class="agl-picture" role="img" aria-label="{escape(words)}">{picture}</div>' if picture else ""
    text = item.listing.strip("\n") if item.field_shows_text else item.shown_text()
    listing = f'<pre class="agl-code">{escape(text)}</pre>' if text else ""
    return f'<p class="agl-task">{prose_html(asked(item))}</p>{drawn}{listing}'


def cases_html(cases) -> str:
    """Two cases, side by side where their longest line has room: title, program, result."""
    letters = max((len(line) for case in cases for line in case.program.splitlines()), default=0)
    return (
        f'<div class="agl-two" style="--agl-letters:{letters}">'
        + "".join(
            f'<div><p class="agl-title">{to_html(heading(case.title))}</p>'
            f'<pre class="agl-code">{escape(case.program.strip())}</pre>'
            f'<span class="v"><code>{escape(case.result)}</code></span></div>'
            for case in cases
        )
        + "</div>"
    )
