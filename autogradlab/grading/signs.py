"""Which exercise a notebook answers, told by signs in its bytes: its title, names of cells, and definitions in answers.

The bytes are searched, not parsed: a hand-in may be anything.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

Signs = Mapping[str, Sequence[bytes]]  # by stem
MOST = 0.5  # a notebook with a larger share of the signs surely is that exercise or lesson


def of_exercise(course: Path, stem: str) -> list[bytes]:
    """The signs of an exercise. They are read from its solution (without one, from the notebook that is handed out) and
    not from its rubric, so that a broken rubric affects its own exercise only."""
    solution, exercise = (course / folder / f"{stem}.ipynb" for folder in ("solutions", "exercises"))
    cells = _cells(solution if solution.is_file() else exercise)
    signs = [_as_written(title) for title in _titles(cells[:1])]
    for cell in cells:
        marks = cell["metadata"].get("nbgrader", {})
        signs += [f'"{marks["grade_id"]}"'] if marks.get("grade_id") else []
        signs += re.findall(r"^(?:def|class) \w+[(:]", "".join(cell["source"]), re.M) if marks.get("solution") else []
    return [sign.encode() for sign in dict.fromkeys(signs)]


def of_lesson(course: Path, stem: str) -> list[bytes]:
    """The signs of the lesson of the same name, which are its cell ids; none if there is no such lesson."""
    path = course / "notebooks" / f"{stem}.ipynb"
    return [f'"{cell["id"]}"'.encode() for cell in _cells(path) if "id" in cell] if path.is_file() else []


def exercise_in(data: bytes, signs: Signs, named: str = "") -> str:
    """The exercise that a notebook answers, told by its content, or by the one in its name (`named`); empty if unknown.

    The name is believed unless the notebook has more than half of the signs that only another exercise has, and less
    than half of those that only the named one has.
    """
    inside = _most_signs(data, signs)
    if not named or inside in ("", named):
        return named or inside
    return inside if _own_part(data, named, signs) < MOST < _own_part(data, inside, signs) else named


def lesson_in(data: bytes, lessons: Signs, exercises: Signs) -> str:
    """The lesson that a notebook is; empty if it is none, or holds an exercise, too."""
    if any(_part(data, exercises[stem]) > MOST for stem in exercises):
        return ""
    part, lesson = max(((_part(data, signs), stem) for stem, signs in lessons.items()), default=(0, ""))
    return lesson if part > MOST else ""


def likeliest(data: bytes, signs: Signs, name: str) -> str:
    """The exercise that comes nearest where nothing is clear: by its signs, else by a number in the file's name."""
    numbers = {int(digits) for digits in re.findall(r"\d{1,4}", name)}

    def nearness(stem: str) -> tuple:
        return _count(data, signs[stem]), int(re.match(r"\d{0,4}", stem)[0] or -1) in numbers

    return max(signs, key=nearness, default="")


def _most_signs(data: bytes, signs: Signs) -> str:
    """The exercise with the most signs in the data; empty if there are none, or as many of another."""
    counts = sorted(((_count(data, signs[stem]), stem) for stem in signs), reverse=True)
    clear = counts and counts[0][0] > (counts[1][0] if counts[1:] else 0)
    return counts[0][1] if clear else ""


def _own_part(data: bytes, exercise: str, signs: Signs) -> float:
    """Of the signs that this exercise alone has, the share that is in the data."""
    others = {sign for stem in signs if stem != exercise for sign in signs[stem]}
    return _part(data, [sign for sign in signs[exercise] if sign not in others])


def _part(data: bytes, signs: Sequence[bytes]) -> float:
    return _count(data, signs) / max(len(signs), 1)


def _count(data: bytes, signs: Sequence[bytes]) -> int:
    return _counted(data, tuple(signs))


@lru_cache(maxsize=32)  # each notebook is searched for some signs twice; a larger cache would hold many notebooks
def _counted(data: bytes, signs: tuple[bytes, ...]) -> int:
    return sum(sign in data for sign in signs)


def _titles(cells: Sequence[dict]) -> list[str]:
    """The first line of each cell that begins with a title."""
    return [first for cell in cells if (first := "".join(cell["source"]).partition("\n")[0]).startswith("# ")]


def _as_written(text: str) -> str:
    """A text as it stands within the bytes of a notebook."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _cells(path: Path) -> list[dict]:
    return json.loads(path.read_text("utf-8"))["cells"]
