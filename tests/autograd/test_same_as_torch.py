"""The same small program prints the same with `import torch as ag` and with `import autogradlab as ag`.

The texts in programs.json were printed by PyTorch 2.13.0. After a change to programs.py, with PyTorch installed:
`python tests/autograd/test_same_as_torch.py` records them anew.
"""

import contextlib
import io
import json
import re
import warnings
from pathlib import Path

import pytest

import autogradlab

HERE = Path(__file__).parent
RECORDED = HERE / "programs.json"


def programs():
    """{name: source} of every cell in programs.py."""
    cells = re.split(r"^# %% (\w+)\n", (HERE / "programs.py").read_text(), flags=re.MULTILINE)
    return dict(zip(cells[1::2], cells[2::2]))


def printed(source, ag):
    """What a program prints with `ag` as its engine."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(source, {"ag": ag})
    return out.getvalue()


def record():
    import torch

    texts = {name: printed(source, torch) for name, source in programs().items()}
    RECORDED.write_text(json.dumps({"torch": torch.__version__.partition("+")[0], "printed": texts}, indent=1) + "\n")


@pytest.fixture(scope="module")
def recorded():
    return json.loads(RECORDED.read_text())


def test_each_recorded_program_is_there(recorded):
    assert list(programs()) == list(recorded["printed"])
    assert len(programs()) == (HERE / "programs.py").read_text().count("\n# %%"), "a name is one word"


@pytest.mark.parametrize("name", programs())
def test_prints_what_pytorch_printed(name, recorded):
    assert printed(programs()[name], autogradlab) == recorded["printed"][name]


@pytest.mark.parametrize("name", programs())
def test_pytorch_still_prints_it(name, recorded, request):
    torch = pytest.importorskip("torch")
    if re.search("CUDA|accelerator", recorded["printed"][name]):
        request.getfixturevalue("no_cuda_build")
    if name.startswith("the_digits"):
        request.getfixturevalue("usual_digits")
    if not torch.__version__.startswith(recorded["torch"]):
        pytest.skip(f"recorded with PyTorch {recorded['torch']}, installed is {torch.__version__}")
    assert printed(programs()[name], torch) == recorded["printed"][name]


if __name__ == "__main__":
    record()
