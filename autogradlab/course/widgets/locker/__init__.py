"""Lesson 09: what forward puts away for backward."""
