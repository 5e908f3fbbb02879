"""Lesson 08, Switches: what no_grad, eval, detach and inference_mode change, and what each of them leaves alone."""
