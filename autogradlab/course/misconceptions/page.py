"""The page of all cards: `python -m autogradlab.course.misconceptions.page` rewrites `docs/misconceptions.md`."""

from itertools import groupby
from pathlib import Path

from autogradlab.course.misconceptions import every
from autogradlab.course.misconceptions.card import card_markdown
from autogradlab.course.misconceptions.misconception import GRADES

PAGE = Path(__file__).parents[3] / "docs" / "misconceptions.md"
HEAD = """\
# Ideas about autograd that are not true

One card for each of {count} misconceptions, by the lesson that treats it first. Each has two small programs; their
results were computed when this page was written. Show both, but ask the question first.

{grades}

{machines} of them can be executed: inside the context that `machine()` gives, the engine follows the idea.

```python
import autogradlab as ag
from autogradlab.course.misconceptions import find

w = ag.tensor(3.0, requires_grad=True)
with find("M03").machine():  # each `backward()` replaces what is in `.grad`
    for turn in range(2):
        (w**2).backward()
print(w.grad)  # tensor(6.), and 12 without the machine
```

This page is written by `python -m autogradlab.course.misconceptions.page`."""


def page() -> str:
    """The page's text."""
    bank = sorted(every(), key=lambda each: (each.lesson, each.id))
    parts = [_head(bank)]
    for lesson, entries in groupby(bank, key=lambda each: each.lesson):
        parts += [f"## Lesson {lesson}", *map(card_markdown, entries)]
    return "\n\n".join(parts) + "\n"


def _head(bank) -> str:
    grades = "\n".join(f"- Evidence {grade}: {meaning}." for grade, meaning in GRADES.items())
    machines = sum(each.machine is not None for each in bank)
    return HEAD.format(count=len(bank), grades=grades, machines=machines)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8", newline="\n")
    print(f"wrote {PAGE.name}")
