"""What tests share that draw programs at random and run them with both engines."""

import contextlib
import io
import random
import re
import warnings


class Dice(random.Random):
    def says(self, chance):
        return self.random() < chance


def printed(source, ag):
    """The lines that a program prints with `ag` as its engine, then its warnings; it may end early by SystemExit."""
    with contextlib.redirect_stdout(io.StringIO()) as out, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            with contextlib.suppress(SystemExit):
                exec(source, {"ag": ag})
        finally:
            ag.set_default_dtype(ag.float32)
    text = re.sub(r" at 0x\w+", "", out.getvalue()).replace(f"<{ag.__name__}.", "<")
    return [*text.splitlines(), *(str(each.message).partition(" (Triggered")[0] for each in told)]
