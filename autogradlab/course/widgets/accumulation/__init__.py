"""Lesson 04: what is in `.grad` after each call."""
