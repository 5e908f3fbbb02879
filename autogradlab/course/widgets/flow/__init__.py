"""Lesson 10: how gradients shrink and grow on the way through layers."""
