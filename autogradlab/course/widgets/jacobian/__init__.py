"""Lesson 06: a Jacobian, and the weights that backward gives to its rows."""
