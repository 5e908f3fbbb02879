"""The card of one misconception, as text, as HTML and as Markdown: for learners and for their teachers."""

from html import escape

from autogradlab.course.checks import faces
from autogradlab.course.checks.feedback import ShownCase
from autogradlab.course.checks.wording import indented, to_html, to_text, wrapped
from autogradlab.course.programs import run
from autogradlab.random import fork_rng

ROWS = (("Why it is tempting", "why"), ("What happens", "truth"), ("Ask first", "question"))


def shown(misconception) -> tuple[ShownCase, ShownCase]:
    """Both sides of the contrast, with the results of running them. The learner's random numbers stay as they are."""
    with fork_rng():
        return tuple(
            ShownCase(case.title, case.program, str(run(case.program).outcome)) for case in misconception.contrast
        )


def card_text(misconception) -> str:
    """The card for a terminal."""
    head = f"{misconception.id} · lesson {misconception.lesson}{' · hypothesis' if misconception.is_hypothesis else ''}"
    rows = [wrapped(f"{title}: {getattr(misconception, name)}") for title, name in ROWS]
    cases = [
        f"  {to_text(case.title)}\n{indented(case.program)}\n    gives {_on_one_line(case)}"
        for case in shown(misconception)
    ]
    sources = [f"  {source}" for source in misconception.sources]
    return "\n".join(
        [head, wrapped(misconception.statement), *rows, *cases, f"Evidence: {misconception.evidence}", *sources]
    )


def card_html(misconception) -> str:
    """The card for a notebook."""
    standing = "hypothesis" if misconception.is_hypothesis else f"evidence {misconception.grade}"
    head = (
        f'<div class="agl-head"><code>{misconception.id}</code><span>lesson {misconception.lesson}</span>'
        f'<span class="agl-verdict">{standing}</span></div>'
    )
    rows = "".join(f"<p><b>{title}.</b> {to_html(getattr(misconception, name))}</p>" for title, name in ROWS)
    return faces.page(
        head,
        f'<p class="agl-task"><b>{to_html(misconception.statement)}</b></p>',
        rows,
        faces.cases_html(shown(misconception)),
        f'<p class="agl-cap">Evidence: {escape(misconception.evidence)}</p>',
        f'<ul class="agl-cap">{"".join(map(_source_html, misconception.sources))}</ul>',
    )


def card_markdown(misconception) -> str:
    """The card for a page of cards, with a heading of the third level."""
    rows = [f"- **{title}:** {getattr(misconception, name)}" for title, name in ROWS]
    rows += [f"- **Evidence:** {misconception.evidence}", f"- **Sources:** {'; '.join(misconception.sources)}"]
    cases = [
        f"{case.title}:\n\n```python\n{case.program.strip()}\n```\n\ngives `{_on_one_line(case)}`"
        for case in shown(misconception)
    ]
    return "\n\n".join([f"### {misconception.id}: {misconception.statement}", "\n".join(rows), *cases])


def _on_one_line(case: ShownCase) -> str:
    return case.result.replace("\n", " / ")


def _source_html(source: str) -> str:
    link = f'<a href="{escape(source)}">{escape(source)}</a>' if source.startswith("https://") else escape(source)
    return f"<li>{link}</li>"
