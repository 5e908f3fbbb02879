"""Lesson 02, Chain rule and the graph: how a change travels back through a computation."""
