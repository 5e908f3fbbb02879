"""Lesson 02: backward, one node at a time, forwards and back."""
