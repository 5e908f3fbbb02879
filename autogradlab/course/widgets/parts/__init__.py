"""What movers share: the frame around a picture, controls and presses, choices, labels, code that is run in steps."""
