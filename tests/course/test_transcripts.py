"""The output of PyTorch that a lesson shows is what PyTorch prints, and what our engine prints."""

import pytest

from autogradlab.course import transcripts


@pytest.mark.parametrize("name", transcripts.names())
def test_our_engine_prints_what_torch_printed(name):
    assert transcripts.printed(transcripts.program(name), "autogradlab") == transcripts.recording(name)


@pytest.mark.parametrize("name", transcripts.names())
def test_the_recording_is_what_torch_prints_today(name):
    pytest.importorskip("torch")
    assert transcripts.printed(transcripts.program(name)) == transcripts.recording(name)


def test_without_torch_the_recording_is_shown_and_says_so(monkeypatch):
    monkeypatch.setattr(transcripts, "find_spec", lambda name: None)
    monkeypatch.delitem(__import__("sys").modules, "torch", raising=False)
    shown = transcripts.same_in_pytorch("01_slope")
    assert shown.output == transcripts.recording("01_slope")
    assert "recorded from torch 2.13.0" in repr(shown) and "Recorded from torch 2.13.0" in shown._repr_html_()


def test_program_and_output_stand_in_boxes_of_their_own():
    page = transcripts.same_in_pytorch("01_slope")._repr_html_()
    program, output = page.split('<p class="agl-prints">prints</p>')
    assert program.rstrip().endswith("</pre>") and output.startswith('<pre class="agl-printed">')


def test_an_unknown_program_is_refused_with_the_names_there_are():
    with pytest.raises(ValueError, match=r"`99_x`\n  help: choose from .*01_slope"):
        transcripts.same_in_pytorch("99_x")
