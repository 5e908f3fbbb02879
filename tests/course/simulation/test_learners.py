"""What the simulated learners must show, for every item that there is.

The items of a new lesson are tested without a change here.
"""

import random
from dataclasses import dataclass, field, replace

import pytest

from autogradlab.course import misconceptions
from autogradlab.course.checks import ideas, registry
from autogradlab.course.checks.check import Check
from autogradlab.course.checks.judging import judge
from autogradlab.course.checks.questions import Choice, Click, Number, Order, Recall
from autogradlab.course.inventory.questions import QUESTIONS, TRANSFER
from autogradlab.course.simulation import Believer, page, simulate
from autogradlab.course.simulation.run import ID

ITEMS = [item for item in registry.every_item() if not isinstance(item, Recall)]
BY_NAME = {"ids": lambda item: item.id}
SEEDS = 50

pytestmark = pytest.mark.usefixtures("small_heap")


@pytest.fixture(scope="module")
def simulation(small_heap_for_all):
    return simulate()


@pytest.fixture
def check(tmp_path, monkeypatch):
    """A `check` of a learner without recorded attempts."""
    monkeypatch.setenv("AUTOGRADLAB_DATA", str(tmp_path))
    return Check()


def test_the_reference_student_passes_every_item_and_is_told_no_misconception(simulation):
    assert set(simulation.mastered) == {item.id for item in ITEMS}


def test_every_misconception_is_seen_by_every_item_that_lists_it(simulation):
    assert simulation.undetected == []


def test_it_is_the_first_idea_that_is_named(simulation):
    assert simulation.not_named == []


def test_nobody_is_told_a_misconception_that_is_not_theirs(simulation):
    assert simulation.false_names == []


def test_no_two_misconceptions_of_a_lesson_give_the_same_answers_everywhere(simulation):
    """Where two ideas are listed by items of one lesson, some item tells them apart."""
    for lesson in sorted({item.id[:2] for item in ITEMS}):
        rows = [item.id for item in ITEMS if item.id.startswith(lesson)]
        listed = sorted({idea for row in rows for idea in simulation.listed[row]})
        told = {idea: tuple(simulation.matrix[row][idea] for row in rows) for idea in listed}
        assert len(set(told.values())) == len(listed), f"lesson {lesson}"


@pytest.mark.parametrize("idea", [each.id for each in misconceptions.every()])
def test_every_misconception_is_told_in_two_lessons(simulation, idea):
    """Where it is taught, and once more where the learner no longer expects it."""
    asking = {item_id[:2] for item_id in simulation.told_by(idea) + simulation.asked_again(idea)}
    assert misconceptions.find(idea).lesson in asking and len(asking) >= 2, asking


def test_the_page_of_the_docs_shows_this_matrix(simulation):
    assert page.PAGE.read_text("utf-8") == page.page(simulation), "run python -m autogradlab.course.simulation.page"


def test_a_miss_is_told_with_the_item_and_the_idea(simulation):
    item = simulation.told_by("M03")[0]
    found = replace(simulation, matrix={name: dict(row) for name, row in simulation.matrix.items()})
    assert simulation.misses() == found.misses() == []
    for said, miss in (
        ("right", "answers correctly"),
        ("neutral", "is wrong, and no idea is named"),
        ("M05", "is told M05"),
    ):
        found.matrix[item]["M03"] = said
        assert found.misses() == [f"{item}: the learner with M03 {miss}"]


def test_the_numbers_have_the_promised_names(simulation):
    assert list(simulation.summary()) == [
        "items",
        "learners",
        "misconceptions_listed",
        "detected",
        "named_first",
        "false_names",
        "reference_mastery",
        "matrix",
    ]


def test_every_named_misconception_is_in_the_bank():
    known = {each.id for each in misconceptions.every()}
    assert {idea for item in ITEMS for idea in item.ideas if ID.fullmatch(idea)} <= known


PAIRS = [("M03", "M40"), ("M38", "M39"), ("M02", "M41"), ("M16", "M43"), ("M05", "M61"), ("M28", "M29")]


@pytest.mark.parametrize("held", PAIRS, ids="+".join)
def test_two_ideas_at_once_are_named_one_at_a_time_and_end_in_mastery(held):
    for item in ITEMS:
        learner = Believer(held)
        for _ in range(2 * len(held) + 1):
            feedback = judge(item, learner.answer(item))
            if feedback.verdict.word == "passed":
                break
            named = [feedback.tag] if ID.fullmatch(feedback.tag) else list(learner.held)
            for idea in named if set(named) & set(learner.held) else list(learner.held)[:1]:
                learner.repair(idea)
        assert feedback.verdict.word == "passed", item.id


@pytest.mark.parametrize("lesson", sorted({item.id[:2] for item in ITEMS}))
def test_a_learner_who_gives_up_what_is_named_finishes_the_lesson(check, lesson):
    held = sorted({idea for item in ITEMS if item.id[:2] == lesson for idea in item.ideas if ID.fullmatch(idea)})
    for idea in held:
        learner = Believer((idea,))
        for item in (item for item in ITEMS if item.id[:2] == lesson and idea in item.ideas):
            session = type(check)()._session(item.id)
            for _ in range(4):
                feedback = session.answer(learner.answer(session.item))
                if feedback.verdict.word == "passed" or session.locked:
                    break
                learner.repair(idea)
            assert feedback.verdict.word == "passed" or session.locked, (item.id, idea)


def test_a_learner_who_never_gives_up_an_idea_ends_at_the_reveal(check):
    item = next(item for item in ITEMS if isinstance(item, Number) and any(map(ID.fullmatch, item.ideas)))
    learner = Believer((next(filter(ID.fullmatch, item.ideas)),))
    session = check._session(item.id)
    for _ in range(6):
        session.answer(learner.answer(session.item))
        session.hint()
    assert session.ladder.level == 4 and session.standing == "revealed"
    assert session.wants_because and session.offers_another


@dataclass
class Guesser:
    """Knows nothing: types a number between -10 and 10, picks any option, shuffles lines."""

    rng: random.Random = field(default_factory=lambda: random.Random(0))

    def answer(self, item):
        if isinstance(item, Number):
            return _numbers(item.key().shape, self.rng)
        if isinstance(item, Order):
            return " ".join(map(str, self.rng.sample(range(1, len(item.lines) + 1), len(item.lines))))
        if item.lettered():
            return item.raw(self.rng.choice([value for value in _options(item)]))
        return str(self.rng.randint(-10, 10))


def _numbers(shape, rng):
    if not shape:
        return rng.randint(-10, 10)
    return [_numbers(shape[1:], rng) for _ in range(shape[0])]


def _options(item) -> list:
    """An answer for every option of an item that has any."""
    key = item.key()
    if isinstance(key, tuple):
        return [(fix.line, letter) for letter, fix in item.lettered().items()]
    return list(item.lettered())


def test_random_answers_master_less_than_one_numeric_item_in_twenty():
    numeric = [item for item in ITEMS if isinstance(item, Number)]
    guesser = Guesser(random.Random(0))
    rounds = 40
    right = sum(judge(item, guesser.answer(item)).verdict.word == "passed" for item in numeric for _ in range(rounds))
    assert right / (len(numeric) * rounds) < 0.05


@pytest.mark.parametrize("item", [item for item in ITEMS if isinstance(item, (Choice, Click))], **BY_NAME)
@pytest.mark.parametrize("key_comes", ["last", "first"])
def test_clicking_through_all_options_masters_nothing(check, item, key_comes):
    """Whether the key comes first or last; a prediction takes only one click, so there a wrong option is clicked."""
    session = check._session(item.id)
    key = session.item.key()
    letters = sorted(session.item.lettered(), key=lambda letter: (letter == key) == (key_comes == "last"))
    for letter in letters[::-1] if session.item.predict and letters[0] == key else letters:
        session.answer(letter)
    assert session.standing != "mastered"


def test_asking_for_every_hint_masters_nothing(check):
    for item in ITEMS:
        session = check._session(item.id)
        for _ in range(4):
            session.ladder.tried()
            session.hint()
        if not session.locked:
            session.answer(session.item.raw(session.item.key()))
        assert session.standing != "mastered", item.id


@pytest.mark.parametrize("item", [item for item in ITEMS if item.ranges], **BY_NAME)
def test_variants_keep_key_and_signatures_apart(item):
    """`variant` draws again until they are apart; this shows that it comes to an end for every seed."""
    for seed in range(1, SEEDS + 1):
        assert not item.agrees(item.variant(seed).key(), item.key())


@pytest.mark.parametrize("item", [item for item in ITEMS if item.ranges], **BY_NAME)
def test_a_variant_names_the_same_misconceptions(item):
    variant = item.variant(7)
    for idea in filter(ID.fullmatch, item.ideas):
        told = judge(variant, Believer((idea,)).answer(variant))
        assert told.tag in (idea, "undecided"), (item.id, idea, variant.numbers)


STRANGE = [
    "",
    " ",
    "...",
    None,
    ...,
    "nan",
    float("nan"),
    "inf",
    1e308,
    10**400,
    "1e999",
    [],
    [[]],
    [[1], [1, 2]],
    {},
    {"a": 1},
    set(),
    object(),
    print,
    lambda: 1,
    "−6",
    "6,5",
    "1.234,5",
    "tensor(6., grad_fn=<MulBackward0>)",
    "9" * 100_000,
    "x" * 100_000,
    "[" * 500,
    "\x00",
    "💥",
    b"6",
    True,
    1j,
    "__import__('os')",
    "6; 7",
    "`6`",
    "**6**",
    "<b>6</b>",
    [None],
    ["a"],
    range(3),
    "A" * 50,
    "3 B C",
    "1 2 3 4 5 6 7 8 9",
]


@pytest.mark.parametrize("item", ITEMS, **BY_NAME)
def test_nothing_that_can_be_typed_or_passed_breaks_a_check(item, monkeypatch):
    monkeypatch.setenv("AUTOGRADLAB_RECORD", "0")
    for raw in STRANGE:
        feedback = judge(item, raw)
        assert feedback.says.startswith("**")
        readable = feedback.verdict.word in ("passed", "not yet")
        assert feedback.counts == readable


def test_every_machine_leaves_the_engine_as_it_was():
    import autogradlab as ag

    for each in misconceptions.every():
        machine = ideas.machine_of(each.id)
        if machine:
            with machine():
                pass
            w = ag.tensor(3.0, requires_grad=True)
            (w * w + w).backward()
            assert w.grad.item() == 7.0, each.id


def test_every_misconception_is_met_once_more_in_the_clinic_or_the_inventory():
    at_the_end = {idea for item in ITEMS if item.id.startswith("12-") for idea in item.ideas}
    at_the_end |= {idea for question in (*QUESTIONS, *TRANSFER) for idea in question.ideas}
    assert {each.id for each in misconceptions.every()} <= at_the_end
