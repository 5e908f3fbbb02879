"""How far the learner has come: `progress()` for the course, `progress("04")` for one lesson.

A bar is solid where a check is mastered, hatched where its solution was revealed, half full where it was answered but
not mastered, an outline where it is open. The same is said beside it in words. Nothing else is counted: no days in a
row, no ranks, no time.
"""

import re
from dataclasses import dataclass

from autogradlab.course.checks import log, registry
from autogradlab.course.checks.feedback import REVEALED, Saying
from autogradlab.course.checks.mastery import BEGUN, MASTERED, OPEN, lesson_of, standings
from autogradlab.course.checks.questions import Recall
from autogradlab.course.checks.wording import quoted, to_html, to_text
from autogradlab.course.style import style_element

#: How a standing looks in text and on a page, in the order of a bar.
_SQUARES = {MASTERED: "■", REVEALED: "▨", BEGUN: "◧", OPEN: "□"}
_SHAPES = {MASTERED: "solid", REVEALED: "hatched", BEGUN: "half", OPEN: "outline"}
_LEGEND = {
    MASTERED: "mastered: right in the first tries",
    REVEALED: "revealed: the same check with other numbers fills it",
    BEGUN: "begun: answered, not in the first tries; next time the check offers it once more",
    OPEN: "open",
}
_NOT_RECORDING = "Recording is switched off by `AUTOGRADLAB_RECORD`, so what you do now is not counted."


def progress(lesson: str | int | None = None):
    """A bar for every lesson and one for the course; with a lesson such as "04", that one and all its checks."""
    lessons = _lessons()
    if lesson is None:
        return Progress(lessons)
    number = str(lesson).strip().zfill(2)
    if number not in lessons:
        return Saying(
            f"**There is no lesson “{quoted(str(lesson), 20)}” with checks.** There are: {', '.join(lessons)}.",
            f'Write it like `progress("{min(lessons)}")`, or `progress()` for all of them.',
        )
    return Progress({number: lessons[number]})


def _lessons() -> dict[str, dict[str, str]]:
    """{lesson: {check: standing}}. A check that is a twin or follow-up of another one counts once it was begun."""
    items = [item for item in registry.every_item() if re.fullmatch(r"\d\d", lesson_of(item.id))]
    of_items = standings(log.attempts(), {item.id: _tries(item) for item in items})
    stand_ins = {getattr(item, role, "") for item in items for role in ("twin", "follow_up")}
    lessons: dict[str, dict[str, str]] = {}
    for item_id, word in of_items.items():
        if item_id not in stand_ins or word != OPEN:
            lessons.setdefault(lesson_of(item_id), {})[item_id] = word
    return lessons


def _tries(item) -> int:
    """How many attempts mastery allows; a recall is as strict as the strictest check that it may ask."""
    return min(registry.find(item_id).tries for item_id in item.of) if isinstance(item, Recall) else item.tries


class Progress:
    """The bars, as HTML and as text. `lessons` maps a lesson to its checks, and each of those to its standing."""

    def __init__(self, lessons: dict[str, dict[str, str]]):
        self.lessons = lessons
        self.bars = [_Bar(f"Lesson {number}", list(of_items.values())) for number, of_items in lessons.items()]
        if len(lessons) > 1:
            self.bars.insert(0, _Bar("The course", [word for bar in self.bars for word in bar.words], whole=True))

    @property
    def checks(self) -> dict[str, str]:
        """The standing of every check, where one lesson is shown alone; empty for the whole course."""
        return next(iter(self.lessons.values())) if len(self.lessons) == 1 else {}

    @property
    def note(self) -> str:
        """A note if recording is switched off; else empty."""
        return "" if log.recording() else _NOT_RECORDING

    def __repr__(self) -> str:
        bars = [bar.text for bar in self.bars]
        checks = [f"  {_SQUARES[word]} {item_id:8}{word}" for item_id, word in self.checks.items()]
        legend = "   ".join(f"{_SQUARES[word]} {text}" for word, text in _LEGEND.items())
        return "\n".join([*bars, *checks, legend, *filter(None, [self.note])])

    def _repr_mimebundle_(self, **_):
        return {"text/plain": repr(self), "text/html": self._html()}

    def _html(self) -> str:
        checks = [f"{_cell(_SHAPES[word])}<code>{item_id}</code> {word}" for item_id, word in self.checks.items()]
        legend = [f"{_cell(_SHAPES[word])}<span>{text}</span>" for word, text in _LEGEND.items()]
        note = f'<p class="agl-cap">{to_html(self.note)}</p>' if self.note else ""
        return (
            f'{style_element()}<div class="agl-ui agl-progress">{_list("agl-bars", [bar.html for bar in self.bars])}'
            f"{_list('agl-standings', checks)}{_list('agl-legend', legend)}{note}</div>"
        )


@dataclass(frozen=True)
class _Bar:
    """One bar: its name, and the standing of every check in it. `whole` marks the bar of the whole course."""

    name: str
    words: list[str]
    whole: bool = False

    @property
    def said(self) -> str:
        """“**5 of 8 mastered**, 1 revealed, 1 begun”."""
        solid = f"**{self.words.count(MASTERED)} of {len(self.words)} mastered**"
        others = ((self.words.count(word), word) for word in (REVEALED, BEGUN))
        return ", ".join([solid, *(f"{count} {word}" for count, word in others if count)])

    @property
    def text(self) -> str:
        squares = "" if self.whole else "".join(_SQUARES[word] for word in sorted(self.words, key=_place))
        return f"{self.name:10}  {to_text(self.said):38}  {squares}".rstrip()

    @property
    def html(self) -> str:
        """A cell for every check; for the whole course one of each shape, as wide as its share."""
        shapes = [_SHAPES[word] for word in sorted(self.words, key=_place)]
        shares = {shape: shapes.count(shape) for shape in shapes} if self.whole else {}
        cells = [_cell(*share) for share in shares.items()] or map(_cell, shapes)
        look = "agl-cells agl-whole" if self.whole else "agl-cells"
        return (
            f'<span aria-hidden="true">{self.name}</span><span class="{look}" role="img" '
            f'aria-label="{self.name}: {to_text(self.said)}">{"".join(cells)}</span>'
            f'<span aria-hidden="true">{to_html(self.said)}</span>'
        )


def _place(word: str) -> int:
    return list(_SQUARES).index(word)


def _cell(shape: str, share: int = 1) -> str:
    return f'<i class="{shape}" style="--agl-share:{share}" aria-hidden="true"></i>'


def _list(look: str, entries: list[str]) -> str:
    return f'<ul class="{look}">{"".join(f"<li>{entry}</li>" for entry in entries)}</ul>' if entries else ""
