"""Lesson 04: the gradients of several small batches as arrows, beside that of the full batch."""
