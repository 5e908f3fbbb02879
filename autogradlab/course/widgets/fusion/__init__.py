"""Lesson 11: one pass over memory instead of several, measured."""
