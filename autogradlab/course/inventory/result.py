"""What was right before and after, idea by idea, in words and in a small picture; shown only after the course."""

from dataclasses import dataclass
from html import escape

from autogradlab.course.checks import faces as check_faces
from autogradlab.course.checks.wording import to_html, wrapped
from autogradlab.course.inventory.faces import NAMES, WHEN, page
from autogradlab.course.inventory.forms import questions
from autogradlab.course.inventory.result_picture import picture
from autogradlab.course.inventory.sitting import PHASES, UNKNOWN_TEXT, Sitting

_COUNTS = WHEN | {"later": "later"}


@dataclass(frozen=True)
class Row:
    """One idea: its name, its lesson, and whether the answer was right in each phase."""

    idea: str
    lesson: str
    right: tuple[bool, ...]


@dataclass(frozen=True)
class Result:
    """The finished sittings of one learner, oldest first; at least one."""

    sittings: tuple[Sitting, ...]

    @property
    def phases(self) -> list[str]:
        return [sitting.phase for sitting in self.sittings]

    @property
    def rows(self) -> list[Row]:
        """One row for each idea, in the order of the questions."""
        form = self.sittings[-1].form
        marks = zip(*([sitting.is_right(item_id) for item_id in sitting.items] for sitting in self.sittings))
        return [Row(question.idea, question.lesson, right) for question, right in zip(questions(form), marks)]

    @property
    def counts(self) -> str:
        """`Right before the course: 7 of 20. Right after the course: 15 of 20.`"""
        return " ".join(
            f"Right {_COUNTS[phase]}: {sum(row.right[i] for row in self.rows)} of {len(self.rows)}."
            for i, phase in enumerate(self.phases)
        )

    @property
    def groups(self) -> dict[str, list[str]]:
        """{title: ideas} by what became of them; an idea that is not right now names its lesson."""
        titles = {
            (False, True): "New since the first time",
            (True, True): "Right from the beginning",
            (True, False): "Right at first, but not now",
            (False, False): "Still to come",
        }
        found: dict[str, list[str]] = {title: [] for title in titles.values()}
        for row in self.rows:
            name = row.idea if row.right[-1] else f"{row.idea} (lesson {row.lesson})"
            found[titles[row.right[0], row.right[-1]]].append(name)
        return {title: names for title, names in found.items() if names}

    @property
    def text(self) -> str:
        """The counts and the groups in words."""
        lines = [f"**{title}** ({len(names)}): {'; '.join(names)}." for title, names in self.groups.items()]
        return "\n".join([wrapped(self.counts), *(wrapped(line) for line in lines)])

    def inner_html(self) -> str:
        """The result without the style sheet, for a card."""
        groups = "".join(
            f"<p><b>{title}</b> ({len(names)}): {escape('; '.join(names))}.</p>" for title, names in self.groups.items()
        )
        return (
            f'<div class="agl-head"><span>{escape(NAMES[self.sittings[-1].form].partition(",")[0])}</span>'
            f'<span class="agl-verdict">finished</span></div><p class="agl-task"><b>{self.counts}</b></p>'
            f'<div class="agl-picture">{picture(self)}</div>{groups}{self._answers_html()}'
        )

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_):
        return {"text/plain": self.text, "text/html": page(self.inner_html())}

    def _answers_html(self) -> str:
        """Every question of the last sitting with the learner's answer, the right one, and why; folded away."""
        last = self.sittings[-1]
        return "".join(
            f'<details class="agl-why"><summary>{number}. {escape(row.idea)}: '
            f"{'right' if row.right[-1] else 'not yet'}</summary>{_explained_html(last, item_id)}</details>"
            for number, (item_id, row) in enumerate(zip(last.items, self.rows), 1)
        )


def result_of(sittings: list[Sitting]) -> Result | None:
    """The result of the finished sittings; None until one after the course is among them: nothing may be told yet."""
    finished = sorted((sitting for sitting in sittings if sitting.closed), key=lambda one: PHASES.index(one.phase))
    told = any(sitting.phase != "before" for sitting in finished)
    return Result(tuple(finished)) if told else None


def _explained_html(sitting: Sitting, item_id: str) -> str:
    item = sitting.items[item_id]
    option = item.lettered().get(sitting.given[item_id])
    given = option.text if option else UNKNOWN_TEXT
    yours = "" if sitting.is_right(item_id) else f"<p>Your answer: {to_html(given)}</p>"
    return (
        f"{check_faces.task_html(item)}{yours}<p>Right: {to_html(item.lettered()[item.key()].text)}</p>"
        f"<p>{to_html(item.reason)}</p>"
    )


@dataclass(frozen=True)
class Thanks:
    """What is said when the first sitting ends."""

    sitting: Sitting
    text = (
        "**Thank you: your answers are kept on this computer.** What was right is shown when you have taken the "
        "inventory again after the course."
    )

    def inner_html(self) -> str:
        head = f'<div class="agl-head"><span>{NAMES[self.sitting.form]} · {WHEN[self.sitting.phase]}</span>'
        return f'{head}<span class="agl-verdict">finished</span></div><p class="agl-task">{to_html(self.text)}</p>'

    def __repr__(self) -> str:
        return wrapped(self.text)

    def _repr_mimebundle_(self, **_):
        return {"text/plain": repr(self), "text/html": page(self.inner_html())}
