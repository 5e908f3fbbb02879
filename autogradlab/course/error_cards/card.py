"""One card: words about an error, and small programs that prove them."""

from dataclasses import dataclass
from html import escape

from autogradlab.course.checks import faces
from autogradlab.course.checks.feedback import ShownCase
from autogradlab.course.checks.wording import indented, to_html, to_text, wrapped
from autogradlab.course.programs import run

ROWS = {
    "happened": "What happened",
    "cause": "Usual cause",
    "fix": "Smallest fix",
    "popular": "What many try",
    "why_not": "Why it does not help",
}


@dataclass(frozen=True, kw_only=True)
class ErrorCard:
    """An error explained. All texts are marked (see checks/wording.py).

    phrases   regular expressions, one of which is found in the message; empty for trouble without a message
    name      a noun phrase: "a graph that was freed"
    trouble   a program that meets the error
    sound     a program whose `answer` is the right one
    fixed     the trouble after the smallest fix; its `answer` is that of `sound`
    tempting  the trouble after the popular fix; it fails, or its `answer` is another one
    start     the lines that these programs begin with
    tools     code that they need besides the engine as `ag`; it is not shown
    """

    id: str
    phrases: tuple[str, ...]
    name: str
    happened: str
    cause: str
    fix: str
    popular: str
    why_not: str
    lesson: str
    trouble: str
    sound: str
    fixed: str
    tempting: str
    start: str
    tools: str = ""

    @property
    def line(self) -> str:
        """The line that is shown below a traceback."""
        return f"error card {self.id}: {to_text(self.name)}; lesson {self.lesson} shows it"

    @property
    def cases(self) -> tuple[ShownCase, ShownCase]:
        """The smallest fix and the popular one, each with the result of running it."""
        return self._case(ROWS["fix"], self.fixed), self._case(ROWS["popular"], self.tempting)

    def result(self, program: str, **known):
        """Run a program of this card; `known` may hold another engine as `ag`."""
        return run(f"{self.tools}\n{self.start}\n{program}", may_raise=True, **known)

    @property
    def _title(self) -> str:
        return self.name[0].upper() + self.name[1:]

    @property
    def _rows(self) -> list[tuple[str, str]]:
        return [(title, getattr(self, field)) for field, title in ROWS.items()]

    def _case(self, title: str, program: str) -> ShownCase:
        ran = self.result(program)
        given = type(ran.error).__name__ if ran.error else _written(ran.names["answer"])
        return ShownCase(title, f"{self.start}\n{program}", given)

    def __repr__(self) -> str:
        head = f"{self.id} · {to_text(self._title)} · lesson {self.lesson}"
        rows = [wrapped(f"{title}: {text}", "  ") for title, text in self._rows]
        cases = [f"  {case.title}\n{indented(case.program)}\n    gives {case.result}" for case in self.cases]
        return "\n".join([head, *rows, *cases])

    def _repr_mimebundle_(self, **_):
        head = (
            f'<div class="agl-head"><code>{self.id}</code><span><b>{to_html(self._title)}</b></span>'
            f'<span class="agl-verdict">lesson {escape(self.lesson)}</span></div>'
        )
        rows = "".join(f"<p><b>{title}.</b> {to_html(text)}</p>" for title, text in self._rows)
        html = faces.page(head, f'<div class="agl-say plain">{rows}</div>', faces.cases_html(self.cases))
        return {"text/plain": repr(self), "text/html": html}


def _written(answer) -> str:
    if isinstance(answer, list):
        return "[" + ", ".join(map(_written, answer)) + "]"
    return f"{answer:.6g}" if isinstance(answer, float) else str(answer)
