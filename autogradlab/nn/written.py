"""Functions compiled from generated source text, as in `namedtuple`, so that they have real signatures."""


def written(source, qualname, module, **known):
    """The function that `source` defines; `known` are the names that it uses."""
    known["__name__"], name = module, qualname.rpartition(".")[2]
    exec(compile(source, f"<{qualname}, written by {module}>", "exec"), known)
    known[name].__qualname__ = qualname
    return known[name]
