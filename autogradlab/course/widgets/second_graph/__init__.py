"""Lesson 10: the graph of a backward pass that is itself recorded."""
