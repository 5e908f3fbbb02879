"""The planned analysis on simulated classes: it finds what was planted, and nothing where nothing is."""

import json

import numpy as np
import pytest

from autogradlab.course.inventory.analysis import change, fairness, questions_table, report
from autogradlab.course.inventory.analysis.cohort import cohort
from autogradlab.course.inventory.analysis.simulated import record, records
from autogradlab.course.inventory.forms import items

GAIN = 1.2  # logits


@pytest.fixture(scope="module")
def grown():
    """120 learners who gain; 60% of them hold M03 and 50% M28 before, and none after."""
    return records(120, seed=3, gain=GAIN, left={"M03": 0.6, "M28": 0.5})


def planted(seed):
    """The normalized gain of a class so large that chance hardly matters."""
    return change.gain(*cohort(records(1500, seed=seed + 1000, gain=GAIN)).pairs()).normalized


def test_the_planted_gain_lies_within_its_interval():
    truth = planted(0)
    intervals = [change.gain(*cohort(records(80, seed=seed, gain=GAIN)).pairs()).interval for seed in range(10)]
    assert sum(low <= truth <= high for low, high in intervals) >= 9
    assert all(low > 0 for low, _ in intervals)


def test_a_class_that_learned_nothing_gives_no_finding():
    findings = 0
    for seed in range(40):
        before, after = cohort(records(60, seed=seed)).pairs()
        findings += change.gain(before, after).found or any(one.found for one in change.changes(before, after))
    assert findings <= 2


def test_the_misconceptions_that_were_planted_are_found_gone(grown):
    before, after = cohort(grown).pairs()
    found = {one.idea: one for one in change.changes(before, after)}
    assert found["M03"].found and found["M28"].found
    assert found["M03"].before.holds(0.6) or found["M03"].before.value > 0.6  # some choose it by chance as well
    assert found["M03"].after.value < 0.2


def test_harder_questions_are_found_harder(grown):
    rows = questions_table.question_rows(cohort(grown).phases["after"])
    shares = [row.right.value for row in rows]
    assert np.corrcoef(shares, range(20))[0, 1] < -0.8


def test_a_question_with_an_inverted_key_is_flagged():
    made = records(200, seed=5, spread=1.5)
    for one in made:
        if one["item"].endswith("I10"):
            one["verdict"] = "not yet" if one["verdict"] == "passed" else "passed"
    rows = questions_table.question_rows(cohort(made).phases["before"])
    assert "negative correlation" in rows[9].flags
    assert not any("negative correlation" in row.flags for row in rows if row.number != 10)


def test_the_reliability_of_a_class_with_spread_is_high_and_of_equals_low():
    wide, narrow = (questions_table.reliability(cohort(records(300, spread=s)).phases["before"]) for s in (1.5, 0.01))
    assert wide > 0.7 > 0.3 > narrow


def test_each_third_has_a_third_of_the_learners_and_the_low_one_the_low_scores():
    scores = np.random.default_rng(0).integers(0, 21, 91)
    low, middle, high = questions_table.thirds_of(scores)
    assert sorted(map(len, (low, middle, high))) == [30, 30, 31]
    assert scores[low].max() <= scores[middle].min() and scores[middle].max() <= scores[high].min()


def test_a_question_that_is_harder_for_one_group_at_the_same_score_is_found():
    answers = cohort(records(600, seed=7, tilt=(12, 1.6))).phases["before"]
    group = np.array([int(name.split()[1]) % 2 == 1 for name in answers.learners])
    found = [row for row in fairness.differences(answers, group) if row.found]
    assert [row.number for row in found] == [12] and found[0].delta < 0


def test_no_question_stands_out_where_groups_are_alike():
    flagged = 0
    for seed in range(20):
        answers = cohort(records(200, seed=seed)).phases["before"]
        flagged += any(row.found for row in fairness.differences(answers, answers.forms == "A"))
    assert flagged <= 2


def test_only_finished_sittings_count_and_of_several_answers_the_last():
    made = records(6, seed=1)
    dropped = [one for one in made if one["learner"] != "learner 0" or not one["item"].endswith("I20")]
    again = next(one for one in made if one["learner"] == "learner 1" and one["phase"] == "before")
    taken = cohort([*dropped, {**again, "verdict": "passed", "tag": "", "answer": "A"}])
    assert "learner 0" not in taken.phases["before"].learners and len(taken.phases["before"]) == 5
    row = taken.phases["before"].learners.index("learner 1")
    assert taken.phases["before"].right[row, int(again["item"][-2:]) - 1]


def test_rows_of_both_phases_belong_to_the_same_learners(grown):
    before, after = cohort(grown).pairs()
    assert before.learners == after.learners and len(before) == 120
    assert all(a != b for a, b in zip(before.forms, after.forms))


def test_a_small_class_gets_a_sentence_and_no_number():
    shown = report(records(19, gain=1.0))
    assert shown.text.count("Too few learners: 19 learners") == 4 and "%" not in shown.text


def test_groups_under_five_are_never_shown():
    shown = report(records(4)).text
    assert "fewer than 5" in shown and " 4" not in shown


def test_fewer_than_five_changes_are_not_shown():
    made = records(24, seed=2)
    hidden = [one.idea for one in change.changes(*cohort(made).pairs()) if not one.shown]
    table = report(made).text.partition("Which misconceptions went")[2]
    rows = {line.split()[0]: line.split()[-3:] for line in table.splitlines() if line.startswith("  M")}
    assert hidden and all(rows[idea] == ["-", "-", "-"] for idea in hidden)


def test_the_report_says_what_was_found_as_text_and_as_a_page(grown):
    shown = report(grown)
    assert "Changed beyond chance: " in shown.text and "M03" in shown.text and "leaves out 0" in shown.text
    assert shown.html.startswith("<!doctype html>") and "<script" not in shown.html and "http" not in shown.html
    assert "which tensors are leaves" in shown.html


def test_the_report_reads_a_folder_of_exports_and_profiles(tmp_path, grown):
    by_learner = {}
    for one in grown:
        by_learner.setdefault(one["learner"], []).append(one)
    for name, own in by_learner.items():
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, own)), "utf-8")
    profiles = {name: "L1" if index % 2 else "L2" for index, name in enumerate(by_learner)}
    shown = report(tmp_path, profiles)
    assert shown.text.startswith(report(grown).text.split("Profile")[0][:400])
    assert "Profile L1 against L2" in shown.text


def test_answers_without_a_learner_belong_to_the_learner_of_their_file(tmp_path):
    made = records(3)
    for name in {one["learner"] for one in made}:
        own = [json.dumps(one | {"learner": ""}) for one in made if one["learner"] == name]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(own), "utf-8")
    assert len(cohort(tmp_path).pairs()[0]) == 3


def test_later_answers_and_the_transfer_block_have_their_sections():
    made = records(30, gain=0.8, phases=("before", "after", "later"))
    made += [record(f"learner {n}", item, "after", item.key()) for n in range(30) for item in items("T")]
    shown = report(made)
    assert "What stays" in shown.text and "The transfer block\nMean 100%." in shown.text


def test_an_empty_folder_is_one_sentence(tmp_path):
    with pytest.raises(ValueError, match="no record in these exports\n  help: "):
        report(tmp_path)
