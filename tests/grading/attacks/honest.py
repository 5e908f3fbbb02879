"""Honest hand-ins, many of them noisy or untidy: each has to get all points, whatever is graded beside it."""

import json
import random

from .target import RIGHT, cell, notebook, own_cell

_NOISE = (
    "",
    "print('hello', 3.0)",
    "import warnings\nwarnings.warn('careful')",
    "import sys\nprint('trouble?', file=sys.stderr)",
    "1 / 0",
    "%matplotlib inline\n!ls\nx = 3",
    "def helper(x):\n    return x",
    "cubes_by_hand = [n ** 3 for n in range(5)]\ncubes_by_hand",
    "answer = 42\ninputs = 7\nx = None",
    "sum = 0\nlist = [1, 2]",
    "np.random.seed(1)\nprint(np.random.rand())",
)


def hand_in(number: int) -> bytes:
    """The bytes of an honest notebook, the same for the same number; no two are alike."""
    rng = random.Random(number)
    answers = {**RIGHT, "words": f"In my words, number {number}."}
    made = notebook(answers, rng.choice(_NOISE), rng.choice(_NOISE))
    _UNTIDY[number % len(_UNTIDY)](made)
    return json.dumps(made).encode()


def _tidy(made: dict) -> None:
    pass


def _without_metadata(made: dict) -> None:
    made["metadata"] = {}
    for each in made["cells"]:
        each["metadata"] = {}


def _with_a_helper(made: dict) -> None:
    made["cells"].insert(1, own_cell("def third(x):\n    return x ** 3"))
    for each in made["cells"]:
        each["source"] = (
            each["source"].replace("return x ** 3", "return third(x)") if _id(each) == "cubes" else each["source"]
        )


def _cells_twice(made: dict) -> None:
    made["cells"] += [cell("slope", RIGHT["slope"]), cell("cubes-check", "cubes(np.arange(3))", locked=True)]


def _tried_first(made: dict) -> None:
    """An early attempt of the student's own comes before the answer."""
    made["cells"].insert(1, own_cell("def cubes(x):\n    return x * 3\n\ncubes(2)"))


def _sources_as_lists(made: dict) -> None:
    for each in made["cells"]:
        each["source"] = each["source"].splitlines(keepends=True)


def _noisy_answer(made: dict) -> None:
    for each in made["cells"]:
        if _id(each) == "total":
            each["source"] = "print('defining')\n" + each["source"].replace("return", "print(x)\n    return")


def _id(each: dict) -> str:
    return each["metadata"].get("nbgrader", {}).get("grade_id", "")


_UNTIDY = (_tidy, _without_metadata, _with_a_helper, _cells_twice, _tried_first, _sources_as_lists, _noisy_answer)
