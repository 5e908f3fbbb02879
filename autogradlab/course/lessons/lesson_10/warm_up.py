"""Lesson 10, two questions from earlier lessons: a rule of your own, and what is kept or switched off."""

from autogradlab.course.checks.questions import Recall

R1 = Recall(id="10-R1", of=("09-C2", "09-C4", "09-C3", "09-C5", "09-C1"))

R2 = Recall(id="10-R2", of=("08-C6", "07-C8", "08-C5", "07-C7", "08-C7", "07-C9", "08-C3", "07-C6", "08-C1", "08-C2"))
