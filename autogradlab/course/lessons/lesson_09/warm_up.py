"""Lesson 09, two questions from earlier lessons: a path that is cut, and weights that arrive."""

from autogradlab.course.checks.questions import Recall

R1 = Recall(id="09-R1", of=("08-C4", "08-C5", "08-C2"))

R2 = Recall(id="09-R2", of=("06-C8", "06-C1", "06-C5"))
