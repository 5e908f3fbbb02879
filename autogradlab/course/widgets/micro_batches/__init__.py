"""Lesson 04: the arrows of several small batches beside that of the whole one."""
