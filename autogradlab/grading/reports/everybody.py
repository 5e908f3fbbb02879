"""Everybody's points at every exercise in one table: for a spreadsheet, and for the index."""

import re
from dataclasses import dataclass, field

from ..names import spelled
from ..row import GRADED, Row
from .legible import file_name, line

NAME = "all_grades.csv"
NOT_HANDED_IN = "not handed in"


@dataclass(frozen=True, slots=True)
class Result:
    """A student's result at an exercise: points so far, the most possible so far, and those a human has yet to give."""

    status: str
    earned: int
    points: int
    open_points: int

    @property
    def cell(self) -> int | str:
        """Points, or else the status: what was not graded has none, since an unjudged 0 must not slip into a grade."""
        return self.earned if self.status == GRADED else self.status


@dataclass
class Everybody:
    """The results by student and stem; hand-ins for no known exercise have the stem "", where none count as missing."""

    results: dict[str, dict[str, Result]] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        result = Result(row.status, row.earned, row.points, row.open_points)
        self.results.setdefault(row.student, {})[row.exercise] = result

    @property
    def stems(self) -> list[str]:
        found = {stem for results in self.results.values() for stem in results}
        return sorted(found, key=lambda stem: (not stem, stem))

    def head(self) -> list[str]:
        """The columns of the CSV file."""
        named = [stem or _short(stem) for stem in self.stems]
        return ["student", *named, "total", "of", "open", "not graded", NOT_HANDED_IN]

    def table(self) -> list[list]:
        """The lines of the CSV file, one for each student."""
        return [
            [spelled(student), *(_cell(results, stem) for stem in self.stems), *self._sums(results)]
            for student, results in sorted(self.results.items())
        ]

    def _sums(self, results: dict[str, Result]) -> list[int | str]:
        """The sums of a student's line; those of points are empty where nothing was graded, as in `Result.cell`."""
        graded = [each for each in results.values() if each.status == GRADED]
        points = [(each.earned, each.points, each.open_points) for each in graded]
        missing = set(self.stems) - set(results) - {""}
        return [*(map(sum, zip(*points)) if points else [""] * 3), len(results) - len(graded), len(missing)]

    def shown(self, folders: dict[str, str]) -> dict:
        """The table for the index page; `folders` are those of the exercises, by stem."""
        columns = [{"short": _short(stem), "folder": folders[stem], "stem": stem} for stem in self.stems]
        return {"columns": columns, "lines": [self._line(each, columns) for each in sorted(self.results)]}

    def _line(self, student: str, columns: list[dict]) -> dict:
        results, page = self.results[student], f"students/{file_name(student)}.html"
        total, of, *_ = self._sums(results)
        cells = [(results.get(each["stem"]), f"{each['folder']}/{page}") for each in columns]
        return {"name": line(student, 80), "cells": cells, "total": total, "of": of}


def _cell(results: dict[str, Result], stem: str) -> int | str:
    if stem in results:
        return results[stem].cell
    return NOT_HANDED_IN if stem else ""


def _short(stem: str) -> str:
    """The number of an exercise, to keep its column narrow; its name if it has none.

    >>> _short("04_accumulate"), _short("warm_up"), _short("")
    ('04', 'warm_up', 'no exercise')
    """
    return (found[0] if (found := re.match(r"\d+(?=_)", stem)) else stem) or "no exercise"
