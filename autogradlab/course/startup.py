"""Shows errors, in every kernel that `autogradlab lab` starts, only as far as they concern the learner's own code.

For some a sentence replaces the traceback (`said_instead`). Others keep theirs, cut after the last line outside this
package; the message and its help stay, and one of the ten common errors is called by its name.
IPython runs `lab_settings/kernel_startup.py` because PYTHONSTARTUP names it; a user's own startup file is run first.
"""

import os
from pathlib import Path

from autogradlab.course.said_instead import said_instead

PACKAGE = str(Path(__file__).resolve().parents[1]) + os.sep


def show(shell, etype, error, trace, tb_offset=None):
    """IPython's handler for errors of a cell."""
    frames = list(_frames(trace))
    if said := said_instead(shell, error, frames):
        error._render_traceback_ = lambda: [said]
    else:
        _cut_ours_off(frames)
        _name_the_card(error)
    shell.showtraceback((etype, error, trace), tb_offset=tb_offset)


def _frames(trace):
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _cut_ours_off(frames):
    """End the traceback at the last frame outside this package, if there is one."""
    theirs = [frame for frame in frames if not frame.tb_frame.f_code.co_filename.startswith(PACKAGE)]
    if theirs and frames[-1].tb_frame.f_code.co_filename.startswith(PACKAGE):
        theirs[-1].tb_next = None


def _name_the_card(error):
    """Add one line below the message of an error that the course has a card for."""
    from autogradlab.course.error_cards import card_for

    card = card_for(error)
    if card and f"  {card.line}" not in getattr(error, "__notes__", []):
        error.add_note(f"  {card.line}")


def install():
    """Run the user's own startup file, then put the handler into the running IPython."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None:
        return
    own = os.environ.get("AUTOGRADLAB_PYTHONSTARTUP")
    if own and os.path.isfile(own):
        shell.safe_execfile(own, shell.user_ns)
    shell.set_custom_exc((Exception, KeyboardInterrupt), show)
