"""Lesson 06, Vectors: what `backward` needs when the loss is not one number."""
