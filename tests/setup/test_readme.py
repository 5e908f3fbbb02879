"""What README says can be typed works, and prints what README says."""
import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", README, re.M | re.S)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.splitlines()[0])
def test_a_program_runs_and_prints_what_its_comments_say(program, tmp_path, monkeypatch):
    if "import torch" in program:
        pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "README.md", "exec"), {})
    promised = re.findall(r"^print\(.*?\)\s+# (.+)$", program, re.M)
    assert out.getvalue().splitlines() == promised


def test_links_and_pictures_lead_somewhere():
    targets = re.findall(r"\]\(([^)#:]+)\)", README)
    assert targets
    for target in targets:
        assert (ROOT / target).is_file(), target


def test_every_notebook_in_the_table_exists():
    for name in re.findall(r"`((?:notebooks|exercises)/[^`]+\.ipynb)`", README):
        assert (ROOT / name).is_file(), name
