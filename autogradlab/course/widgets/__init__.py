"""The movers, interactive pictures with controls: a folder for each, and what they share in `parts`.

In a folder, `mover.py` has the mover's class with its plain attributes and controls; `run.py` or `reading.py` computes
what it shows on the engine itself; `picture.py` draws it; `words.py` puts it into words, for the line below the picture
and for the text twin.
"""
