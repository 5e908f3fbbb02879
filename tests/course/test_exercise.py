"""What an exercise says of an answer that raises: in which of the learner's functions, and where."""

import linecache
import subprocess
import sys
from pathlib import Path

import pytest

import autogradlab
from autogradlab.course.exercise import NotYet, call


@pytest.fixture
def cell():
    """A function that runs a learner's cell so that its source lines can be found, and returns its names."""

    filled = []

    def run(source, file="<their cell>"):
        filled.append(file)
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        names = {}
        exec(compile(source, file, "exec"), names)
        return names

    yield run
    for file in filled:
        linecache.cache.pop(file, None)


def said_of(function, *args, name, **settings):
    with pytest.raises(NotYet) as raised:
        call(function, *args, name=name, **settings)
    return str(raised.value)


def test_the_line_that_raised_is_named(cell):
    twice = cell("def twice(x):\n    x = str(x)\n    return 2 / x\n")["twice"]
    assert said_of(twice, 3, name="twice").endswith("help: look at line 3 of the cell: return 2 / x")


def test_an_assert_without_words_is_told_by_its_name_alone(cell):
    sure = cell("def sure(x):\n    assert x > 9\n    return x\n")["sure"]
    assert said_of(sure, 3, name="sure").startswith("✗ not yet: `sure` raised AssertionError\n  help: look at line 2")


def test_an_answer_that_stands_on_another_names_the_one_that_raised(cell):
    names = cell("def half(x):\n    return x / 0\n\ndef both(x):\n    return half(x) + half(x)\n")
    assert said_of(names["both"], 3, name="both").endswith("help: look at line 2 of the cell, in `half`: return x / 0")


def test_an_answer_that_stands_on_one_not_yet_written_says_so(cell):
    names = cell("def half(x):\n    raise NotImplementedError()\n\ndef both(x):\n    return half(x) * 2\n")
    assert said_of(names["both"], 3, name="both").startswith("○ not attempted: `half` still raises")


def test_a_line_that_the_engine_wrote_is_not_the_learners_own(cell):
    rule = cell("def rule(x):\n    return x / 0\n", f"<gate, written by {autogradlab.__name__}.ops.gates>")["rule"]
    twice = cell("def twice(rule, x):\n    return rule(2 * x)\n")["twice"]
    assert said_of(twice, rule, 3, name="twice").endswith("help: look at line 2 of the cell: return rule(2 * x)")


def test_an_answer_that_borrows_what_it_should_be_is_told_where(cell):
    borrowed = cell("import colorsys\n\ndef hue(*color):\n    return colorsys.rgb_to_hsv(*color)[0]\n")["hue"]
    assert call(borrowed, 1, 0, 1, name="hue") == 5 / 6
    assert said_of(borrowed, 1, 0, 1, name="hue", without=("colorsys",)) == (
        "✗ not yet: `hue` leaves to the course's package what you are asked to write\n"
        "  help: look at line 4 of the cell: return colorsys.rgb_to_hsv(*color)[0]"
    )


def test_a_lambda_that_raised_is_named_and_not_who_called_it(cell):
    names = cell("def walk(rule):\n    return rule(3)\n\ndef made():\n    return walk(lambda grad: grad.nothing)\n")
    said = said_of(names["made"], name="made")
    assert said.endswith("help: look at line 5 of the cell, in `lambda`: return walk(lambda grad: grad.nothing)")


def test_a_file_in_a_folder_named_like_the_package_is_the_learners_own(cell):
    beside = Path(autogradlab.__file__).parent.with_name("autogradlab-course") / "helper.py"
    half = cell("def half(x):\n    return x / 0\n", str(beside))["half"]
    assert said_of(half, 3, name="half").endswith("help: look at line 2 of the cell: return x / 0")


def test_a_line_that_calls_a_library_is_the_learners_own(cell):
    read = cell("import json\n\ndef read(text):\n    return json.loads(text)\n")["read"]
    assert said_of(read, "{", name="read").endswith("help: look at line 4 of the cell: return json.loads(text)")


def test_an_answer_that_ends_the_program_is_no_end_of_the_notebook(cell):
    names = cell("import sys\n\ndef half(x):\n    sys.exit()\n\ndef both(x):\n    return half(x)\n")
    said = said_of(names["both"], 3, name="both")
    assert said == ("✗ not yet: `both` ended the program\n  help: look at line 4 of the cell, in `half`: sys.exit()")


def test_a_call_that_does_not_fit_has_no_line_and_the_first_one_is_pointed_at(cell):
    none = cell("def none():\n    return 1\n")["none"]
    assert "compare the first line of your function" in said_of(none, 3, name="none")


def test_a_line_whose_text_cannot_be_found_is_named_by_its_number():
    names = {}
    exec("def half(x):\n    return x / 0\n\ndef both(x):\n    return half(x)\n", names)
    assert said_of(names["half"], 3, name="half").endswith("help: look at line 2 of the cell")
    assert said_of(names["both"], 3, name="both").endswith("help: look at line 2 of the cell, in `half`")


def test_a_line_of_pythons_import_system_is_not_the_learners_own():
    names = {}
    exec("def hue():\n    import autogradlab.left_out\n    return 1\n", names)
    assert said_of(names["hue"], name="hue").endswith("help: look at line 2 of the cell")


def test_pytorchs_own_name_is_ag_here(cell):
    ones = cell("def ones(n):\n    return torch.ones(n)\n")["ones"]
    assert "help: write ag in place of torch; look at line 2 of the cell" in said_of(ones, 3, name="ones")


def test_what_a_check_knows_about_an_error_comes_before_the_line(cell):
    half = cell("def half(x):\n    return x / 0\n")["half"]
    helps = (("shape", "write the shapes down"), ("ZeroDivision", "nothing is divided by 0"))
    said = said_of(half, 3, name="half", helps=helps)
    assert said.endswith("help: nothing is divided by 0; look at line 2 of the cell: return x / 0")
    assert said_of(half, "3", name="half", helps=helps).endswith("help: look at line 2 of the cell: return x / 0")
    assert said_of(half, name="half", helps=(("TypeError", "it takes x"),)).endswith("help: it takes x")


@pytest.mark.parametrize("number", range(1, 13), ids="{:02}".format)
def test_what_is_graded_needs_no_questions_and_no_pictures(number):
    """Grading workers import the exercises. Not 13: it needs the misconceptions, whose bank holds programs to show."""
    program = (
        f"import sys, autogradlab.course.lessons.lesson_{number:02}.exercise\n"
        "looked = 'course.checks', 'draw', 'course.widgets'\n"
        "print([part for part in looked if f'autogradlab.{part}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
