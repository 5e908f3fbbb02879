"""The outcome of a batch in words: a line for a row, a table for docs/attacks.md."""

import re

from autogradlab.grading.row import Row


def told(row: Row | None) -> str:
    """The outcome of a row, in one line."""
    if row is None:
        return "no row"
    reasons = "; ".join(f"{each.question} {each.status} {each.earned}: {each.reason}" for each in row.questions)
    return f"{row.earned} of {row.points} ({row.status}: {row.reason or reasons})"


def table(verdicts) -> str:
    """A line for each attack of some `arena.Verdicts`, in Markdown, by family."""
    lines = ["| attack | tries | what came |", "|---|---|---|"]
    for family in dict.fromkeys(family for family, _ in verdicts.attacks):
        lines.append(f"| **{family}** | | |")
        for each, attack in verdicts.attacks:
            if each == family:
                lines.append(f"| {_cell(attack.name)} | {_cell(attack.tries)} | {_cell(_came(verdicts, attack))} |")
    return "\n".join(lines)


def _came(verdicts, attack) -> str:
    if attack.name in verdicts.wrongs:
        return "BROKE: " + "; ".join(verdicts.wrongs[attack.name])
    row = verdicts.rows[attack.whose]
    if row.status != "graded":
        return f"{row.status}: {row.reason}"
    lacking = next((each for each in row.questions if each.earned < each.points and each.reason), None)
    return f"{row.earned} of {row.points}" + (f"; {lacking.question}: {lacking.reason}" if lacking else "")


def _cell(text: str) -> str:
    """A text for a table, uncut: `code` stays code, other markup is escaped, all but printable ASCII is spelled out."""
    seen = re.sub(r"[^ -~]", lambda found: ascii(found[0])[1:-1], text)
    parts = re.split(r"(`[^`]+`)", seen)
    return "".join(re.sub(r"\|" if at % 2 else r"[\\|<>`*_\[\]&]", r"\\\g<0>", part) for at, part in enumerate(parts))
