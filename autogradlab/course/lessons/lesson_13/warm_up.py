"""Lesson 13, two questions from earlier lessons: one from the clinic, and gradients that are data."""

from autogradlab.course.checks.questions import Recall

R1 = Recall(id="13-R1", of=("12-C10", "12-C9", "12-C18", "12-C4", "12-C16"))

R2 = Recall(id="13-R2", of=("10-C7", "10-C2", "10-C6", "10-C4", "10-C1"))
