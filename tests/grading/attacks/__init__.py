"""Attacks on the grading, each a hand-in: what is asked (`target`), how one is written down (`hand_in`), what is tried
(`families`), whom it must not harm (`honest`), and the batch in which all of them are graded (`arena`).

Everything stays on this machine and is bounded: loopback only, at most 50 processes, short limits.
"""
