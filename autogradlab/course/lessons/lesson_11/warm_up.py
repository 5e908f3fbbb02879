"""Lesson 11, two questions from earlier lessons: which switch stops recording, and what a graph keeps until when."""

from autogradlab.course.checks.questions import Recall

R1 = Recall(id="11-R1", of=("08-C1", "08-C3", "08-C7", "08-C6", "08-C2"))

R2 = Recall(id="11-R2", of=("07-C3", "07-C4", "07-C5", "07-C1"))
