"""Lesson 12, the warm-up: one question from lesson 11, one from lesson 10."""

from autogradlab.course.checks.questions import Recall

R1 = Recall(id="12-R1", of=("11-C2", "11-C6", "11-C7"))

R2 = Recall(id="12-R2", of=("10-C1", "10-C2", "10-C6"))
