"""In every kernel that `autogradlab lab` starts, a name that is not known yet gets a sentence, not a traceback.

The usual reason is a cell that was run before the cells above it, for example a check before the import cell.
IPython runs `lab_settings/kernel_startup.py` because PYTHONSTARTUP names it; a user's own startup file is run first.
"""
import os


def sentence(name):
    """What to say when a cell uses a name that no cell has made yet."""
    return (f"`{name}` is not known in this notebook yet\n"
            "  help: run the cells above this one first (menu Run, Run All Above Selected Cell), then this one again; "
            "or look at the spelling")


def show(shell, etype, error, trace, tb_offset=None):
    """IPython's handler for NameError: one sentence if the cell's own line caused it, else the usual traceback."""
    last = trace
    while last.tb_next is not None:
        last = last.tb_next
    if last.tb_frame.f_globals is shell.user_global_ns and last.tb_frame.f_code.co_name == "<module>":
        error._render_traceback_ = lambda: [sentence(error.name)]
    shell.showtraceback((etype, error, trace), tb_offset=tb_offset)


def install():
    """Run the user's own startup file, then put the handler into the running IPython."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None:
        return
    own = os.environ.get("AUTOGRADLAB_PYTHONSTARTUP")
    if own and os.path.isfile(own):
        shell.safe_execfile(own, shell.user_ns)
    shell.set_custom_exc((NameError,), show)
