"""One question per lesson for a vote in class, with the idea behind each answer; writes it into docs/instructors.md:

python -m autogradlab.course.classroom.vote_questions
"""

import re
from pathlib import Path

from autogradlab.course import misconceptions
from autogradlab.course.checks import registry

PAGE = Path(__file__).resolve().parents[3] / "docs" / "instructors.md"
BEGINNING, END = "<!-- written by autogradlab/course/classroom/vote_questions.py -->", "<!-- end of what is written -->"
QUESTIONS = (
    "01-P0",
    "02-P2",
    "03-C7",
    "04-P3",
    "05-C4",
    "06-W1",
    "07-C5",
    "08-B3",
    "09-C5",
    "10-C10",
    "11-C3",
    "12-P2",
    "13-C6",
)

ORDER = "a vote"  # options are mixed for each learner; in class all see the same order
SEVERAL = (
    "**More than one answer is right.** Vote on each separately, yes or no, and apply the limits above to the one that "
    "divides the class most."
)


def written(text):
    """The document with its questions rewritten. Raises ValueError if their place is not marked in it."""
    before, begins, rest = text.partition(BEGINNING)
    _, ends, after = rest.partition(END)
    if not (begins and ends):
        raise ValueError(f"{PAGE.name} has no place for the questions\n  help: write `{BEGINNING}` and `{END}` into it")
    return "\n\n".join([before + begins, *map(question, QUESTIONS), END + after])


def question(item_id):
    """A question as Markdown: task, program, and a row for each answer."""
    item = registry.find(item_id).for_learner(ORDER)
    program = f"```python\n{item.shown_text().strip()}\n```" if item.shown_text() else ""
    rows = "\n".join(
        [
            "| vote | answer | behind it | say |",
            "|---|---|---|---|",
            *(_row(letter, option, item.key()) for letter, option in item.lettered().items()),
        ]
    )
    several = SEVERAL if len(item.key()) > 1 else ""
    head = f"### Lesson {item_id[:2]}: `{item_id}`"
    return "\n\n".join(filter(None, [head, item.task.strip(), program, several, rows]))


def _row(letter, option, key):
    right = letter in key
    cells = letter, option.text, "**right**" if right else _behind(option), _said(option)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|').strip() for cell in cells)} |"


def _behind(option):
    """The misconception with its evidence, or the item's own word for an idea that has no card."""
    if not re.fullmatch(r"M\d\d", option.idea):
        return option.idea
    card = misconceptions.find(option.idea)
    return f"[{card.id}](misconceptions.md#{_anchor(card)}), evidence {card.evidence[0]}"


def _anchor(card):
    """The anchor that Markdown programs give to the card's heading."""
    return re.sub(r"[^\w -]", "", f"{card.id}: {card.statement}".lower()).replace(" ", "-")


def _said(option):
    """The first sentence of the option's feedback, which is in bold."""
    bold = re.match(r"\*\*((?:`[^`]*`|.)*?)\*\*", option.says)
    return bold[1] if bold else ""


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8", newline="\n")
    print(f"wrote the questions of {PAGE.name}")
