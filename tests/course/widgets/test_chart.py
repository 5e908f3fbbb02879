"""The patients: each broken program fails as its card says, each treated one does not, and probes are rationed."""

import xml.etree.ElementTree as ElementTree
from math import isfinite

import pytest
from pictures import texts, texts_that_agree

from autogradlab.course.widgets.chart.cases import PATIENTS
from autogradlab.course.widgets.chart.mover import BUDGET, PROBES, PatientChart
from autogradlab.course.widgets.chart.picture import HEIGHT
from autogradlab.course.widgets.chart.run import STEPS, examined
from autogradlab.course.widgets.chart.words import verdict
from autogradlab.draw.measure import text_width

BY_CAUSE = {case.cause: number for number, case in enumerate(PATIENTS, 1)}


def vitals(cause):
    case = PATIENTS[BY_CAUSE[cause] - 1]
    return examined(case.broken, case.watch)


@pytest.mark.parametrize("case", PATIENTS, ids=lambda case: case.cause)
def test_every_treated_program_runs_to_the_end(case):
    healthy = examined(case.healthy, case.watch)
    assert healthy.error == "" and len(healthy.losses) == STEPS and all(map(isfinite, healthy.losses))
    assert len(set(healthy.nodes)) == 1


@pytest.mark.parametrize("case", PATIENTS, ids=lambda case: case.cause)
def test_every_broken_program_is_worse_than_its_treatment(case):
    broken, healthy = examined(case.broken, case.watch), examined(case.healthy, case.watch)
    assert (
        broken.error
        or not isfinite(broken.losses[-1])
        or broken.nodes[-1] > healthy.nodes[-1]
        or broken.losses[-1] > 1.2 * healthy.losses[-1]
    )


def test_gradients_that_are_not_cleared_swing():
    losses = vitals("gradients not cleared").losses
    assert losses[3] < 0.1 < 5 < losses[6]


def test_clearing_before_the_step_leaves_nothing_to_step_with():
    found = vitals("cleared before the step")
    assert set(found.losses) == {9} and found.tensors["w"].grad == "None" and found.tensors["w"].version == 0


@pytest.mark.parametrize(
    "cause, phrase",
    [
        ("state carried across rounds", "in round 2: Trying to backward through the graph a second time"),
        ("parameter rebound", "in round 2: element 0 of tensors does not require grad"),
        ("step between two backwards", "in round 1: one of the variables needed for gradient computation"),
    ],
)
def test_errors_are_the_ones_to_search_for(cause, phrase):
    assert phrase in vitals(cause).error


def test_a_rebound_parameter_is_no_longer_one():
    assert not vitals("parameter rebound").tensors["w"].requires_grad


def test_a_hidden_layer_is_never_written_to():
    found = vitals("layers not registered").tensors
    assert found["model.first[0].weight"].version == 1 < found["model.last.weight"].version


def test_shapes_that_broadcast_show_in_the_difference():
    assert vitals("shapes broadcast").tensors["error"].shape == "(4, 4)"


def test_a_second_softmax_cannot_get_below_its_floor():
    assert min(vitals("softmax twice").losses) > 0.55


def test_kept_history_grows_round_by_round():
    assert vitals("history kept").nodes == tuple(range(2, 42, 2))


def test_nan_behind_a_mask_arrives_with_the_first_gradient():
    found = vitals("nan behind a mask")
    assert isfinite(found.losses[0]) and not isfinite(found.losses[1]) and found.tensors["w"].grad == "nan"


# ---- the mover -------------------------------------------------------------------------------------------------------


def test_the_first_view_shows_one_probe_and_leaves_two():
    chart = PatientChart()
    assert chart.asked == ("loss",) and "Two probes are left, then choose." in chart.description
    assert texts(chart).count("not asked") == 1 and "?" in texts(chart)


def test_probes_are_rationed():
    chart = PatientChart()
    for words in PROBES.values():
        chart._presses.buttons[words].click()
    assert chart.asked == ("loss", "gradients", "flags") and len(chart.asked) == BUDGET
    assert all(button.disabled for button in chart._presses.buttons.values())


def test_the_right_diagnosis_shows_the_treatment():
    chart = PatientChart(BY_CAUSE["state carried across rounds"], ("loss", "nodes"))
    assert "h.detach()" not in chart.svg
    chart.diagnosis = "state carried across rounds"
    assert chart.cured and "h.detach()" in chart.svg and "✓ state carried across rounds" in chart.description


def test_after_the_diagnosis_it_is_said_which_run_is_shown():
    chart = PatientChart(BY_CAUSE["gradients not cleared"], ("loss", "gradients", "nodes"))
    assert "treated" not in chart.text and "tensor" in texts(chart)
    chart.diagnosis = "gradients not cleared"
    assert {"loss, dashed: treated", "nodes kept, treated", "tensor, treated", "0.08647"} <= set(texts(chart))
    assert "tensor, treated" in chart.text and "Before the treatment: Loss: 9 → 6.188" in chart.description


def test_a_wrong_diagnosis_points_to_a_probe():
    chart = PatientChart(BY_CAUSE["history kept"], diagnosis="softmax twice")
    assert not chart.cured and "Look at the probe nodes" in chart.description


def test_the_next_patient_starts_afresh():
    chart = PatientChart(1, ("loss", "shapes"), "gradients not cleared")
    chart._patient.forward.click()
    assert (chart.patient, chart.asked, chart.diagnosis) == (2, ("loss",), None)


@pytest.mark.parametrize("patient", range(1, len(PATIENTS) + 1))
@pytest.mark.parametrize("cured", [False, True])
def test_picture_words_and_text_agree(patient, cured):
    chart = PatientChart(patient, tuple(PROBES)[:3], PATIENTS[patient - 1].cause if cured else None)
    shown = texts_that_agree(chart)
    assert chart.case.symptom in chart.description
    for line in (chart.case.healthy if cured else chart.case.broken).splitlines():
        assert line.strip() in shown and line in chart.text


@pytest.mark.parametrize("patient", range(1, len(PATIENTS) + 1))
def test_everything_stays_on_the_paper(patient):
    chart = PatientChart(patient, diagnosis=PATIENTS[patient - 1].cause)
    picture = ElementTree.fromstring(chart.svg)
    for element in picture.iter():
        if element.tag.endswith("text"):
            assert float(element.get("y")) < float(picture.get("height")) - 6


@pytest.mark.parametrize("case", PATIENTS, ids=lambda case: case.cause)
def test_the_losses_of_a_treated_patient_stand_beside_their_heading(case):
    chart = PatientChart(BY_CAUSE[case.cause], diagnosis=case.cause)
    texts = {e.text: e for e in ElementTree.fromstring(chart.svg).iter() if e.tag.endswith("text")}
    heading = texts["loss, dashed: treated"]
    (said,) = (e for e in texts.values() if e is not heading and e.get("y") == heading.get("y"))
    end = float(heading.get("x")) + text_width(heading.text, 13)
    assert end + 8 < float(said.get("x")) - text_width(said.text, 13)


@pytest.mark.parametrize(
    "asked, said",
    [
        ((), "Three probes are left, then choose."),
        (("loss", "flags"), "One probe is left, then choose."),
        (("loss", "flags", "nodes"), "No probe is left: choose."),
    ],
)
def test_what_is_left_to_ask_is_said_in_words(asked, said):
    assert PatientChart(1, asked).description.endswith(said)


WRONG = [(number, cause) for number, case in enumerate(PATIENTS, 1) for cause in BY_CAUSE if cause != case.cause]


@pytest.mark.parametrize("patient", sorted(set(BY_CAUSE.values())))
def test_each_wrong_diagnosis_has_a_sentence_of_its_own(patient):
    said = [PatientChart(patient, (), cause).description for number, cause in WRONG if number == patient]
    assert len({sentence.split("✗")[1].split(". ", 1)[1] for sentence in said}) == len(said) == 9
    assert not any("ital sign" in sentence for sentence in said)


@pytest.mark.parametrize(
    "patient, asked, diagnosis, said",
    [
        (1, (), "gradients not cleared", "Not cleared would leave a .grad that grows; here line 6 clears it."),
        (10, (), "gradients not cleared", "here round 2 stops before anything adds up."),
        (4, (), "cleared before the step", "here the loss changes: 9 → "),
        (2, (), "cleared before the step", "here it stops with an error."),
        (4, (), "state carried across rounds", "here all 20 rounds run."),
        (3, (), "state carried across rounds", "here the error says something else."),
        (10, (), "step between two backwards", "here the error says something else."),
        (4, (), "nan behind a mask", "here each of the 20 losses is a number."),
        (7, (), "layers not registered", "here the model is one layer."),
        (4, (), "layers not registered", "here there is no layer."),
        (4, (), "softmax twice", "here nothing calls softmax."),
        (4, ("nodes",), "history kept", "Kept history would let nodes kept rise; here it is 1 after every round."),
        (4, (), "history kept", "Kept history would let nodes kept rise. Look at"),
        (4, ("shapes",), "shapes broadcast", "here w is ()."),
        (4, (), "parameter rebound", "here all 20 rounds run."),
    ],
)
def test_a_wrong_diagnosis_says_which_sign_it_would_leave(patient, asked, diagnosis, said):
    assert said in PatientChart(patient, asked, diagnosis).description


@pytest.mark.parametrize("number, cause", WRONG)
def test_no_sentence_about_a_wrong_diagnosis_needs_more_than_the_room_of_the_picture(number, cause):
    chart = PatientChart(number, ("loss", "nodes", "shapes"), cause)
    lowest = max(float(e.get("y")) for e in ElementTree.fromstring(chart.svg).iter() if e.tag.endswith("text"))
    assert lowest <= HEIGHT - 12 and "?" not in verdict(chart)[1]
