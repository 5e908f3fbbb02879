"""Every layer is tried out; a level counts only where its layers refuse what they have to refuse."""

import os
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from autogradlab import cli, confine
from autogradlab.confine import Result, Unfit, attempts, settling, trying
from autogradlab.confine.layers import linux
from autogradlab.confine.outcome import TimedOut
from autogradlab.confine.zygote import FORKS

NAMES = ("limits", "processes", "privileges", "files", "calls", "namespaces")


@pytest.fixture
def anew(monkeypatch):
    """Forget, for this test, which levels were found to be in force."""
    monkeypatch.setattr(trying, "_found", [])


def test_every_layer_is_told_with_what_was_tried():
    found = confine.levels()
    assert tuple(layer.name for layer in found.layers) == NAMES and found.best in (1, 2, 3)
    assert all(layer.said and bool(layer.cure) != layer.in_force for layer in found.layers)
    assert found.missing == tuple(layer for layer in found.layers if not layer.in_force)


def test_it_is_found_out_once():
    assert confine.levels() is confine.levels()


@pytest.mark.skipif(not FORKS, reason="this system has no fork")
@pytest.mark.parametrize("layer", ["limits", "files", "calls", "namespaces"])
def test_a_layer_that_is_not_taken_is_not_in_force(anew, monkeypatch, layer):
    """Without its layer each attempt succeeds, so its refusal with the layer does prove something."""
    monkeypatch.setitem(trying._TOGETHER, layer, ())
    with trying._surroundings() as around:
        found = trying._tried(layer, around, "")
    assert not found.in_force and found.said.startswith("possible: to ")
    possible = found.said.removeprefix("possible: to ").split(", ")
    # Some machines refuse these even without the layer.
    hardened = {"trace your process", "read your process's memory", "make namespaces"}
    assert set(attempts.ATTEMPTS[layer]) - set(possible) <= hardened


@pytest.mark.parametrize("lost, best", [("namespaces", 2), ("files", 1), ("calls", 1), ("processes", 1)])
def test_a_missing_layer_costs_the_levels_that_need_it(anew, monkeypatch, lost, best):
    monkeypatch.setattr(trying, "_tried", lambda name, *_: trying.Layer(name, name != lost, "said"))
    monkeypatch.setattr(trying, "_holds", lambda *_: True)
    assert confine.levels().best == best


def test_a_level_whose_layers_do_not_hold_together_is_not_in_force(anew, monkeypatch):
    monkeypatch.setattr(trying, "_tried", lambda name, *_: trying.Layer(name, True, "said"))
    monkeypatch.setattr(trying, "_holds", lambda level, *_: level == 2)
    assert confine.levels().best == 2


def test_attempts_that_took_too_long_are_made_once_more(anew, monkeypatch):
    """A machine that is only busy is not taken to lack a layer."""
    asked = []

    def late_at_first(source, given, *_):
        asked.append(given["layers"])
        return Result(value=[[] for _ in given["layers"]]) if len(asked) % 2 == 0 else Result(timed_out=TimedOut(10.0))

    monkeypatch.setattr(trying, "conversation", lambda *_: nullcontext(SimpleNamespace(probe=late_at_first)))
    assert confine.levels().best == 3 and asked[0] == asked[1] != asked[2]


def test_a_level_that_is_not_in_force_is_refused_with_the_cure(anew, monkeypatch):
    monkeypatch.setattr(trying, "_tried", lambda name, *_: trying.Layer(name, name != "files", "no such call"))
    with pytest.raises(Unfit) as caught:
        confine.run_cells(["x = 1"], level=2)
    assert str(caught.value).startswith(
        "level 2 (confined) is not in force here, only 1 (separated); files: no such call\n  help: it needs Linux 5.13"
    )


@pytest.mark.skipif(not FORKS, reason="this system has no fork")
def test_a_layer_that_cannot_be_taken_ends_the_run_before_any_code(monkeypatch):
    monkeypatch.setitem(trying.LEVELS, 1, ("limits", "no such layer"))
    with pytest.raises(Unfit, match="no such layer: no such layer"):
        confine.run_cells(["open('/tmp/agl-ran', 'w').close()"])
    assert not os.path.exists("/tmp/agl-ran")


def test_the_steps_are_those_that_the_levels_name():
    steps = {layer for layer, _ in settling.STEPS if layer}
    assert steps == set(settling.LEVELS[3]) == set(trying._needed(3)) - {"processes"}


def test_the_kernel_is_asked_on_linux_only(monkeypatch):
    monkeypatch.setattr(linux.sys, "platform", "darwin")
    with pytest.raises(OSError, match="not Linux"):
        linux.prctl(linux.PR_GET_NO_NEW_PRIVS)


def test_doctor_says_the_level_and_how_to_get_a_higher_one(anew, monkeypatch, capsys):
    monkeypatch.setattr(trying, "_tried", lambda name, *_: trying.Layer(name, name != "files", "no such call"))
    cli.main(["doctor"])
    said = capsys.readouterr().out
    for words in ("at level 1, separated", "files", "MISSING; no such call", "help: it needs Linux 5.13"):
        assert words in said


@pytest.mark.skipif(not FORKS, reason="this system has no fork")
def test_a_prelude_that_fails_says_nothing_of_the_machine(anew):
    with pytest.raises(Unfit, match="ZeroDivisionError"):
        confine.run_cells([], level=2, prelude="1 / 0")
    assert trying._found == []


@pytest.mark.skipif(not FORKS, reason="this system has no fork")
def test_layers_that_cannot_be_taken_together_do_not_hold(monkeypatch):
    monkeypatch.setitem(trying.LEVELS, 2, ("limits", "no such layer"))
    with trying._surroundings() as around:
        assert not trying._holds(2, around, "")
