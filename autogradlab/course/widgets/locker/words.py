"""The locker in words: title, state line, and the table of text."""

from autogradlab.draw.numbers import raised, vector, written


def power(n):
    """'x²'"""
    return f"x{raised(n)}" if n > 1 else "x"


def finding(r):
    """The title: what the two rules send on."""
    if r.sent == r.sent_wrong:
        why = "an incoming 1" if r.incoming == 1 else "a local factor 0"
        return f"With {why} the forgotten factor does not show: both send {written(r.sent)}"
    return f"Local {written(r.local)} times incoming {written(r.incoming)}: backward sends {written(r.sent)} on"


def verdict_word(passes):
    return "✓ passes" if passes else "✗ fails"


def probe_words(r):
    """Why the forgetful rule fails: what it sends for incoming [1, 0], and what is right."""
    wrong, right = map(vector, r.check.probe)
    return f"sends {wrong}", f"right: {right}" if wrong != right else "right here"


def description(r):
    """Everything the picture shows, in words; backticks mark code."""
    return (
        f"{finding(r)}. Forward computed {power(r.n)} = {written(r.y)} and left x = {written(r.saved['x'])} "
        f"and n = {r.saved['n']} in the locker `ctx`. "
        f"The rule returns ({written(r.sent)}, None): one for each argument. "
        f"A rule that forgets `grad_output` sends {written(r.sent_wrong)}, whatever arrives. {_checked(r)}"
    )


def _checked(r):
    passes, single = r.check.passes, "it passes there"
    if not passes["float32"]:
        single = f"the same rule fails, because the check {measures(r, 'float32')}"
    return (
        f"In float64 gradcheck {'passes' if passes['float64'] else 'fails'} the right rule and "
        f"{'passes' if passes['forgetful'] else 'fails'} the forgetful one; in float32 {single}."
    )


def measures(r, kind):
    """'measures 5.722', or 'measures 1.013 at 1' where the difference at x itself is right."""
    place, slope = r.check.measured[kind]
    return f"measures {written(slope)}" + (f" at {written(place)}" if place != r.x else "")


def text(r):
    """The picture as a table of text."""
    rows = [
        ("forward", f"x = {written(r.x)}  →  {power(r.n)} = {written(r.y)}"),
        ("locker (ctx)", f"x = {written(r.saved['x'])}, n = {r.saved['n']}"),
        ("incoming", written(r.incoming)),
        ("local", written(r.local)),
        ("backward", f"returns ({written(r.sent)}, None)"),
        ("forgetful", f"returns ({written(r.sent_wrong)}, None)"),
    ]
    checks = [(kind, f"{verdict_word(r.check.passes[kind])}, {measures(r, kind)}") for kind in ("float64", "float32")]
    forgetful = (
        "forgetful",
        f"{verdict_word(r.check.passes['forgetful'])}: for incoming [1, 0] it " + ", ".join(probe_words(r)),
    )
    return "\n".join(
        [
            f"{finding(r)}.",
            *_lined(rows),
            "",
            f"gradcheck at x = {written(r.x)} and {written(r.x + 1)}",
            *_lined([*checks, forgetful]),
        ]
    )


def _lined(rows):
    return [f"{name:14}{said}" for name, said in rows]
