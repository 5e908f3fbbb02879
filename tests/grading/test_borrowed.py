"""An answer that leaves its work to the course's package is refused, and told why, in the notebook as by the judge."""

from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest

from autogradlab import confine
from autogradlab.course.exercise import NotYet
from autogradlab.grading import assignment
from autogradlab.grading.comparing import judged
from autogradlab.grading.seeds import drawn

ROOT = Path(__file__).parents[2]
LEFT = "to the course's package"

load = cache(lambda stem: assignment.load(ROOT, stem))
BORROWED = [
    pytest.param(stem, question, each.source, id=f"{stem}-{question.cell}, {each.name}")
    for stem in assignment.stems(ROOT)
    for question in load(stem).questions
    for each in question.known
    if each.name.startswith("borrowed")
]


def test_every_question_that_withholds_something_knows_an_answer_that_borrows_it_or_stands_on_one_that_does():
    known = {(stem, question.cell) for stem, question, _ in (each.values for each in BORROWED)}
    withholding = {
        (stem, question.cell): {(stem, need) for need in question.needs}
        for stem in assignment.stems(ROOT)
        for question in load(stem).questions
        if question.withheld
    }
    assert known and not [here for here, needs in withholding.items() if here not in known and not needs & known]


@pytest.mark.parametrize("stem, question, source", BORROWED)
def test_the_judge_gives_no_points_and_says_why(stem, question, source):
    before = [load(stem).cells[need].solved for need in question.needs]
    probes = question.probes(inputs := drawn(question, lambda place: [0, place]))
    results = confine.run_cells([*before, source], probes, prelude=load(stem).prelude).results
    rows = judged(question.trials, inputs, results, [source])
    assert sum(row.earned for row in rows) == 0
    assert any(LEFT in row.said for row in rows)


@pytest.mark.parametrize("stem, question, source", BORROWED)
def test_the_check_in_the_notebook_says_so_too(stem, question, source):
    cells = [own for own in load(stem).cells.values() if own.kind == "code"]
    place = [own.grade_id for own in cells].index(question.cell)
    check = next(after for after in range(place, len(cells)) if not cells[after].answer)
    names = {}
    for own in cells[:check]:
        exec(source if own.grade_id == question.cell else own.solved, names)
    with pytest.raises(NotYet, match=f"{LEFT}|write it as class"):
        for own in takewhile(lambda own: not own.answer, cells[check:]):
            exec(own.solved, names)
