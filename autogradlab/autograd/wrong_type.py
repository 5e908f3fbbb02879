"""PyTorch's sentence for an argument of a wrong kind."""


def wrong_type(function, argument, where, expected, value):
    """The TypeError that names the argument, its place (" (position 1)", or "" if given by name), and both kinds."""
    return TypeError(f"{function}(): argument '{argument}'{where} must be {expected}, not {type(value).__name__}")


def check_switch(function, argument, where, value):
    """Refuse anything but True and False."""
    if not isinstance(value, bool):
        raise wrong_type(function, argument, where, "bool", value)
