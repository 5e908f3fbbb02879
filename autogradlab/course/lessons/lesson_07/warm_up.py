"""Lesson 07, two questions from earlier lessons: shapes and rows, and what adds up in `.grad`."""

from autogradlab.course.checks.questions import Recall

R1 = Recall(id="07-R1", of=("06-C4", "06-C1", "06-C5", "06-C2"))

R2 = Recall(id="07-R2", of=("04-C1", "04-C4", "04-C6", "04-C7", "04-C8"))
