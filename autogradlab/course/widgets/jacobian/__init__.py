"""Lesson 06: a Jacobian, and the row weights that backward takes."""
