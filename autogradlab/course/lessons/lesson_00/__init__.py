"""Lesson 00, Start here: how a check behaves."""
