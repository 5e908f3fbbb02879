"""Lesson 09, Your own operation: what a backward rule has to do, and how to check that it does."""
