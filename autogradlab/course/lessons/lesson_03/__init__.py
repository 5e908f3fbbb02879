"""Lesson 03, Leaves: which tensors get a gradient, and what cuts the path to them."""
