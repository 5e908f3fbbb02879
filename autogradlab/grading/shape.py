"""How the hand-ins as a whole are laid out: in one folder around them, by Canvas, or as one student's folder.

Names at the top come from a teacher or a platform. Deeper ones come from a student, and decide nothing.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from . import names
from .files import File
from .names import shown


def unwrapped(path: Path, walked: list[File], stems: Iterable[str]) -> tuple[list[File], str]:
    """(the files, without the folder around the whole class if there is one; a sentence if that is a guess).

    A folder alone at the top is the class's if the name of the zip or folder around it begins with its name, as in
    `hand_ins (1).zip`, or if it is in a zip and holds several folders or notebooks, none named after an exercise.
    """
    inner = [file for file in walked if not _is_nobodys(file)]
    tops = {file.parts[0] for file in inner}
    if len(tops) != 1 or min(len(file.parts) for file in inner) == 1 or names.amiss(*tops) or names.are_moodles(tops):
        return walked, ""
    (top,), people = tops, _people(inner, stems)
    if _is_the_classs(path, top, people):
        rest = [file for file in walked if _is_nobodys(file)]
        said = f"everything lies in `{shown(top)}`, which is taken for the folder of the class"
        return [*rest, *(replace(file, parts=file.parts[1:]) for file in inner)], "" if top == path.stem else said
    whole = shown(str(path / top), 400)
    said = f"everything lies in `{shown(top)}`, which is taken for one student; if it is the class, name `{whole}`"
    return walked, said if len(people) > 1 else ""


def _is_nobodys(file: File) -> bool:
    return len(file.parts) == 1 and not file.hollow and names.is_nobodys(file.parts[0])


def _is_the_classs(path: Path, top: str, people: set[str]) -> bool:
    if not _is_folder(top):
        return False
    if path.suffix.lower() == ".zip":
        return top == path.stem or len(people) > 1 or bool(people and _begins_with(path.stem, top))
    return bool(people and _begins_with(path.resolve().name, top))


def is_canvas(walked: Iterable[File], stems: Iterable[str]) -> bool:
    """Whether the files are laid out as Canvas exports them: all at the top, zips among them, and no folder."""
    tops = {file.parts[0] for file in walked}
    folders = {file.parts[0] for file in walked if file.hollow or (len(file.parts) > 1 and _is_folder(file.parts[0]))}
    return not folders and names.are_canvas(tops, stems)


def is_one_students(walked: Iterable[File], stems: Iterable[str]) -> bool:
    """Whether a notebook at the top is called just like its exercise: then the folder is one student's."""
    return any(len(file.parts) == 1 and is_called_like_its_exercise(file.parts[0], stems) for file in walked)


def is_called_like_its_exercise(name: str, stems: Iterable[str]) -> bool:
    """Whether a notebook's name is just that of its exercise, so that it names no student."""
    told = names.exercise_of(name, stems)
    return bool(told) and names.is_notebook(name) and names.stem(name).lower() == told.lower()


def _people(files: list[File], stems: Iterable[str]) -> set[str]:
    """The folders, notebooks and zips directly in the only folder, each of which may be a student's; none if one is
    named after an exercise, as the folder itself is then a student's."""
    children = {
        file.parts[1] for file in files if len(file.parts) > 2 or file.hollow or _may_be_handed_in(file.parts[1])
    }
    return set() if any(names.exercise_of(child, stems) for child in children) else children


def _may_be_handed_in(name: str) -> bool:
    return names.is_notebook(name) or name.lower().endswith(".zip")


def _is_folder(top: str) -> bool:
    return not top.lower().endswith(".zip")


def _begins_with(name: str, top: str) -> bool:
    return bool(re.match(re.escape(top) + r"(?![^\W_])", name, re.I))
