"""Functions under their former names, without the underscore that now says that they write in place."""

import warnings


def former(module, function):
    """`function` of the module `module` under its former name, which warns of it."""
    name = function.__name__

    def under_its_former_name(*args, **settings):
        warnings.warn(
            f"`{module}.{name[:-1]}` is now deprecated in favor of `{module}.{name}`.", FutureWarning, stacklevel=2
        )
        return function(*args, **settings)

    return under_its_former_name
