"""Lesson 05: the five lines of training, in any order."""
