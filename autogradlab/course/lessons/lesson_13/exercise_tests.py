"""Exercise 13, tests of one's own: tried on sound engines, and on the course's engine with one rule replaced."""

import traceback
from types import SimpleNamespace

import autogradlab as ag
from autogradlab.course import misconceptions
from autogradlab.course.exercise import call, passed, require

from .exercise_numbers import raised

#: The faulty engines that are public: the course's own one, each time following a misconception.
FAULTS = {
    "replaces `.grad` instead of adding": "M03",
    "follows one path only where two meet": "M38",
    "lets every graph be walked again": "M10",
    "takes the sum where a mean is asked for": "M34",
}
ENOUGH = 3


def check_tests(test_engine, own):
    """The learner's tests pass with the course's engine and with their own, and fail with most of the faulty ones."""
    sound = SimpleNamespace(tensor=_tensor, no_grad=ag.no_grad)
    _goes_through(test_engine, sound, "a sound engine")
    _goes_through(test_engine, own, "your own engine")
    missed = [what for what, idea in FAULTS.items() if not _stops(test_engine, sound, idea)]
    require(
        len(FAULTS) - len(missed) >= ENOUGH,
        f"your tests pass with an engine that {'; '.join(missed)}",
        "write the smallest program that comes out differently there, and `assert` what is right",
    )
    passed(f"they pass with two sound engines, and find {len(FAULTS) - len(missed)} of {len(FAULTS)} faults")


def _goes_through(test_engine, engine, whose):
    error = raised(lambda: test_engine(engine))
    if isinstance(error, AssertionError):
        require(
            False,
            f"your tests stop at {whose}: {traceback.extract_tb(error.__traceback__)[-1].line}",
            "what comes out there? Ask for less, or look once more at what is right",
        )
    call(lambda: test_engine(engine) or True, name=f"test_engine, with {whose}")


def _stops(test_engine, engine, idea):
    with misconceptions.find(idea).machine():
        return raised(lambda: test_engine(engine)) is not None


def _tensor(data, requires_grad=False):
    return ag.tensor(data, dtype=ag.float64, requires_grad=requires_grad)
