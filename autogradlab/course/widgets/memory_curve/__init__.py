"""Lesson 11: the bytes alive in each moment of a step, by owner."""
