"""The bank: ideas by number, none missing, each with texts that can be shown and a contrast that shows a difference."""

import contextlib
import io
import pkgutil
import re
import subprocess
import sys

import pytest

from autogradlab.course import lessons
from autogradlab.course.checks.wording import word_count
from autogradlab.course.misconceptions import GRADES, every, find
from autogradlab.course.misconceptions.machines.patching import patched
from autogradlab.course.programs import run

BANK = {each.id: each for each in every()}
LESSONS = [module.name.removeprefix("lesson_") for module in pkgutil.iter_modules(lessons.__path__)]
TEXTS = ("statement", "why", "truth", "question")
LINK = re.compile(
    r"https://(stackoverflow\.com/questions/\d+|discuss\.pytorch\.org/t/\d+|"
    r"github\.com/[\w.-]+/[\w.-]+(/issues/\d+)?)"
)


def test_they_are_numbered_in_order_and_none_is_missing():
    assert [each.id for each in every()] == [f"M{number:02}" for number in range(1, len(every()) + 1)]


def test_an_unknown_id_is_refused_with_the_ids_there_are():
    with pytest.raises(LookupError, match=rf"M99.*\n.*M01 to {every()[-1].id}"):
        find("M99")


@pytest.mark.parametrize("idea", BANK)
def test_every_text_is_there_and_short_and_kind(idea):
    for name in TEXTS:
        text = getattr(BANK[idea], name)
        assert 0 < word_count(text) <= 60
        assert not re.search(r"\b(wrong|obviously|simply|illegal)\b", text, re.I)
        assert text.count("`") % 2 == 0 and "**" not in re.sub("`[^`]+`", "", text)


@pytest.mark.parametrize("idea", BANK)
def test_it_says_where_it_belongs_and_how_well_it_is_known(idea):
    entry = BANK[idea]
    assert entry.lesson in LESSONS
    assert entry.grade in GRADES and entry.is_hypothesis == (entry.grade == "C")


@pytest.mark.parametrize("idea", BANK)
def test_its_sources_can_be_read_or_followed(idea):
    assert BANK[idea].sources
    for source in BANK[idea].sources:
        assert LINK.fullmatch(source) if "://" in source else re.search(r"[a-z]{3}", source)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("idea", BANK)
def test_both_sides_of_its_contrast_run_and_differ(idea):
    left, right = (run(case.program).outcome for case in BANK[idea].contrast)
    assert str(left) and str(right) and str(left) != str(right)
    assert all(case.title for case in BANK[idea].contrast)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("idea", [idea for idea in BANK if idea != "M70"])  # its programs need our `compile`
def test_both_sides_of_its_contrast_give_the_same_in_pytorch(idea):
    torch = pytest.importorskip("torch")
    for case in BANK[idea].contrast:
        out, names = io.StringIO(), {"ag": torch}
        with contextlib.redirect_stdout(out):
            exec(case.program, names)
        assert str(run(case.program).outcome) == str(names.get("answer", out.getvalue().rstrip("\n")))


@pytest.mark.parametrize("idea", BANK)
def test_its_programs_hold_nothing_that_does_nothing(idea):
    programs = "\n".join(case.program for case in BANK[idea].contrast)
    assert not re.search(r"^\s*(pass$|if True:|\(\w+\)\.)", programs, re.MULTILINE)


def test_only_an_idea_without_reports_is_a_hypothesis():
    assert [each.id for each in every() if each.is_hypothesis] == ["M37", "M46", "M48", "M55", "M61"]


def test_every_idea_that_a_program_can_show_has_a_machine():
    """Only these ideas have no machine: each is a belief that no program shows."""
    believed = "09 12 14 17 37 44 45 48 49 50 54 58 59 62 64 65 68 69 72".split()
    assert [each.id for each in every() if each.machine is None] == [f"M{number}" for number in believed]


def test_the_bank_opens_without_widgets_or_plots():
    program = (
        "import sys, autogradlab.course.misconceptions\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & "
        "{'ipywidgets', 'matplotlib', 'IPython', 'jinja2'}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "[]\n", done.stderr


def test_a_replacement_that_was_missing_before_is_missing_again():
    class Owner:
        pass

    with pytest.raises(KeyError), patched(Owner, "name", 1):
        assert Owner.name == 1
        raise KeyError
    assert not hasattr(Owner, "name")
