"""Lesson 02: the backward pass one node at a time, with steps forwards and back."""
