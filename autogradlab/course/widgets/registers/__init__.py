"""Lesson 05: what each of the five lines writes."""
