"""The things a learner moves: one file per mover, each a Python object with plain attributes and a picture."""
