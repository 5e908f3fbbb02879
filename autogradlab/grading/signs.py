"""Which exercise a notebook is, told by signs in its bytes: its title, the names of cells, and of what answers define.

Bytes are searched, and nothing is parsed: a hand-in may be anything.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

Signs = Mapping[str, Sequence[bytes]]  # by stem
MOST = 0.5  # more of its signs than that, and a notebook surely is that one


def of_exercise(course: Path, stem: str) -> list[bytes]:
    """What an answer to an exercise holds. Read from the notebook alone, so that a broken rubric stands in the way of
    its own exercise only; from the one that is handed out where there is no solution."""
    solution, exercise = (course / folder / f"{stem}.ipynb" for folder in ("solutions", "exercises"))
    cells = _cells(solution if solution.is_file() else exercise)
    signs = [_as_written(title) for title in _titles(cells[:1])]
    for cell in cells:
        marks = cell["metadata"].get("nbgrader", {})
        signs += [f'"{marks["grade_id"]}"'] if marks.get("grade_id") else []
        signs += re.findall(r"^(?:def|class) \w+[(:]", "".join(cell["source"]), re.M) if marks.get("solution") else []
    return [sign.encode() for sign in dict.fromkeys(signs)]


def of_lesson(course: Path, stem: str) -> list[bytes]:
    """What the lesson of the same name holds. Nothing if there is none."""
    path = course / "notebooks" / f"{stem}.ipynb"
    return [f'"{cell["id"]}"'.encode() for cell in _cells(path) if "id" in cell] if path.is_file() else []


def exercise_in(data: bytes, signs: Signs, named: str = "") -> str:
    """The exercise that a notebook answers, which its name may tell, too; empty if nothing does.

    The name is believed unless the notebook holds most of what only another exercise has, and little of what only the
    named one has.
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
    """The exercise most of whose signs are in there; empty if none are, or as many of another."""
    counts = sorted(((_count(data, signs[stem]), stem) for stem in signs), reverse=True)
    clear = counts and counts[0][0] > (counts[1][0] if counts[1:] else 0)
    return counts[0][1] if clear else ""


def _own_part(data: bytes, exercise: str, signs: Signs) -> float:
    """How much is in there of what this exercise alone has."""
    others = {sign for stem in signs if stem != exercise for sign in signs[stem]}
    return _part(data, [sign for sign in signs[exercise] if sign not in others])


def _part(data: bytes, signs: Sequence[bytes]) -> float:
    return _count(data, signs) / max(len(signs), 1)


def _count(data: bytes, signs: Sequence[bytes]) -> int:
    return _counted(data, tuple(signs))


@lru_cache(maxsize=32)  # a notebook is asked about this often, some of it twice; more would hold many notebooks
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
