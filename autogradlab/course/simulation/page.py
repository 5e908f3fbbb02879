"""The matrix in words: the ideas each item names, how many learners are told none. Writes docs/simulated_learners.md:

python -m autogradlab.course.simulation.page
"""

from pathlib import Path

from autogradlab.course import misconceptions
from autogradlab.course.checks import ideas
from autogradlab.course.simulation.run import NEUTRAL, RIGHT, Simulation, simulate

PAGE = Path(__file__).resolve().parents[3] / "docs" / "simulated_learners.md"

COLUMNS = "| item | type | names | of the others, right | told no idea |"
HEAD = """# What the checks understand: the matrix of simulated learners

A simulated learner is a wrong picture of the machine that is run: the engine with one rule replaced answers every
question of the course by executing its program. This page is written by
`python -m autogradlab.course.simulation.page`, and a test keeps it true. It shows that feedback tells these pictures
apart. It does not show that people hold them; only learners can show that.

`autogradlab simulate --json FILE` computes the same numbers on your machine, with the whole matrix.
"""


def page(simulation: Simulation) -> str:
    """The whole page as Markdown."""
    parts = [HEAD, _numbers(simulation), _by_idea(simulation), *_by_lesson(simulation)]
    return "\n".join(part.strip("\n") + "\n" for part in parts)


def _numbers(simulation: Simulation) -> str:
    found = simulation.summary()
    return f"""
| what was counted | found |
|---|---|
| items | {found["items"]} |
| learners | {found["learners"]}: one for each misconception, and the reference |
| misconceptions that some item names | {found["misconceptions_listed"]} of {len(misconceptions.every())} |
| detected: a learner with a machine answers wrongly where an item lists the idea | {found["detected"]:.0%} |
| named first: and that idea is the first that feedback names | {found["named_first"]:.0%} |
| false names: somebody is told an idea that is not theirs | {found["false_names"]} |
| the reference learner passes | {found["reference_mastery"]:.0%} |
"""


def _by_idea(simulation: Simulation) -> str:
    head = "| id | run by a machine | named by | and looked back at in |"
    rows = ["## By misconception", "", head, "|---|---|---|---|"]
    for each in misconceptions.every():
        run = "yes" if ideas.machine_of(each.id) else "no"
        told, again = (", ".join(ids) for ids in (simulation.told_by(each.id), simulation.asked_again(each.id)))
        rows.append(f"| {each.id} | {run} | {told or 'no item yet'} | {again} |")
    return "\n".join(rows)


def _by_lesson(simulation: Simulation):
    for lesson in sorted({item.id[:2] for item in simulation.items}):
        rows = [f"## Lesson {lesson}", "", COLUMNS, "|---|---|---|--:|--:|"]
        for item in (item for item in simulation.items if item.id.startswith(lesson)):
            rows.append(_row(simulation, item))
        yield "\n".join(rows)


def _row(simulation: Simulation, item) -> str:
    listed = simulation.listed[item.id]
    others = [word for idea, word in simulation.matrix[item.id].items() if idea not in listed]
    told = ", ".join(listed) or "–"
    return f"| {item.id} | {item.type_name} | {told} | {others.count(RIGHT)} | {others.count(NEUTRAL)} |"


if __name__ == "__main__":
    PAGE.write_text(page(simulate()), "utf-8", newline="\n")
