"""The content of a notebook tells its exercise, whatever a program took out of it and whatever it is called."""

import json
from pathlib import Path

import pytest

import autogradlab
from autogradlab.grading import signs
from autogradlab.grading.assignment import stems
from autogradlab.grading.names import named_after

COURSE = Path(autogradlab.__file__).parents[1]
STEMS = stems(COURSE)


@pytest.fixture(scope="module")
def known():
    return {stem: signs.of_exercise(COURSE, stem) for stem in STEMS}


def bare(folder, stem, keep=lambda cell: True):
    """An exercise without ids and metadata, as some programs save it."""
    cells = json.loads((COURSE / folder / f"{stem}.ipynb").read_text("utf-8"))["cells"]
    kept = [{"cell_type": cell["cell_type"], "source": cell["source"]} for cell in cells if keep(cell)]
    return json.dumps({"cells": kept, "nbformat": 4, "nbformat_minor": 4}).encode()


@pytest.mark.parametrize("stem", STEMS)
@pytest.mark.parametrize("folder", ["solutions", "exercises"])
def test_without_ids_titles_and_definitions_tell_the_exercise(known, folder, stem):
    assert signs.exercise_in(bare(folder, stem), known) == stem


@pytest.mark.parametrize("stem", STEMS)
def test_the_title_alone_and_the_answers_alone_will_do(known, stem):
    def is_answer(cell):
        return cell["metadata"].get("nbgrader", {}).get("solution")

    assert signs.exercise_in(bare("exercises", stem, lambda cell: cell["id"] == "title"), known) == stem
    assert signs.exercise_in(bare("exercises", stem, is_answer), known) == stem


@pytest.mark.parametrize("stem", STEMS)
def test_a_lesson_is_not_taken_for_an_exercise(known, stem):
    lessons = {each: signs.of_lesson(COURSE, each) for each in STEMS}
    assert signs.lesson_in((COURSE / "notebooks" / f"{stem}.ipynb").read_bytes(), lessons, known) == stem


@pytest.mark.parametrize(
    "name, stem",
    [
        ("05_loop.ipynb", "05_loop"),
        ("Copy of 05_loop.ipynb", "05_loop"),
        ("ann_05_loop (2).ipynb", "05_loop"),
        ("exercise_05_LOOP.ipynb", "05_loop"),
        ("04_accumulate, not 05_loop.ipynb", "04_accumulate"),
        ("neither 04_accumulate nor 05_loop.ipynb", ""),
        ("105_loop.ipynb", ""),
        ("ann_05_loops.ipynb", ""),
        ("hw5.ipynb", ""),
    ],
)
def test_a_whole_stem_within_a_name_tells_the_exercise_unless_there_are_two(name, stem):
    assert named_after(name, ["04_accumulate", "05_loop"]) == stem


def test_of_stems_that_lie_within_each_other_the_longest_is_meant():
    assert named_after("my 4_a_b.ipynb", ["4_a", "4_a_b"]) == "4_a_b"


@pytest.mark.parametrize(
    "name, data, stem",
    [
        ("hw5.ipynb", b"", "05_loop"),
        ("thesis.ipynb", b"class PlainSGD: class PlainSGD(", "05_loop"),
        ("thesis.ipynb", b"", STEMS[0]),
    ],
)
def test_where_nothing_is_clear_the_likeliest_exercise_is_an_example(known, name, data, stem):
    assert signs.likeliest(data, known, name) == stem
