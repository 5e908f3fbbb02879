"""All attacks, a family a file."""

from . import comparing, ending, escaping, files, hooks, patching, peeking, places, printing, speaking, structure, using

FAMILIES = {
    module.__name__.rpartition(".")[2]: module
    for module in (
        comparing,
        patching,
        hooks,
        speaking,
        peeking,
        ending,
        using,
        printing,
        escaping,
        structure,
        files,
        places,
    )
}
