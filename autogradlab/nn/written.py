"""Functions compiled from generated source text, as in `namedtuple`, so that they have real signatures."""


def written(qualname, parameters, body, module, **known):
    """The function `qualname(parameters)` whose body is these lines; `known` are the names that it uses."""
    known["__name__"], name = module, qualname.rpartition(".")[2]
    source = "\n    ".join([f"def {name}({', '.join(parameters)}):", *body])
    exec(compile(source, f"<{qualname}, written by {module}>", "exec"), known)
    known[name].__qualname__ = qualname
    return known[name]
