"""The things a learner moves: a folder for each, and in `parts` what they share.

In a folder, `mover.py` is the object with its plain attributes and controls; `run.py` computes what it shows, on the
engine itself; `picture.py` draws that; `words.py` says the same in words, for the line below and for the text twin.
"""
