"""Lesson 02: any expression of a few inputs, with its graph, its gradients and the stepper."""
