"""The memory curve in words: title, what the peak is made of, the text version."""

from autogradlab.draw.numbers import grouped

from .run import CASES, OWNERS, ROUNDS


def finding(curve, plain):
    """The title: what this loop does to the memory."""
    peak, share = curve.peak.total, curve.peak.total / plain
    if curve.case == "train":
        return f"Forward fills, backward frees: the peak is {grouped(peak)} bytes"
    if curve.case == "keep_losses":
        return f"Kept losses keep their nodes: {curve.moments[-1].nodes} are alive at the end"
    if curve.case == "evaluate":
        return f"Nobody calls backward, so nothing is freed: {grouped(peak)} bytes and growing"
    if curve.case == "no_grad":
        return f"Under no_grad() nothing is saved: the peak is {grouped(peak)} bytes"
    if curve.case == "checkpoint":
        word = f"{100 * (1 - share):.0f}% lower than" if share < 0.995 else "no lower than"
        return f"Checkpoint computes twice to keep less: its peak is {word} plain training's"
    return f"retain_graph=True keeps what backward would free: the peak is {share:.1f} times the plain one"


def peak_rows(curve):
    """(owner, bytes) at the peak, in the order of the stack from the bottom."""
    return [(owner, grouped(curve.peak.bytes[owner])) for owner in OWNERS]


def ends(curve):
    """Bytes alive at the end of each round."""
    length = curve.round_length
    return [curve.moments[length * (i + 1) - 1].total for i in range(ROUNDS)]


def description(curve, plain):
    """Everything the picture shows, in words."""
    made = ", ".join(f"{owner} {held}" for owner, held in peak_rows(curve) if held != "0")
    after = " → ".join(map(grouped, ends(curve)))
    nodes = " → ".join(str(curve.moments[curve.round_length * (i + 1) - 1].nodes) for i in range(ROUNDS))
    against = "" if curve.case == "train" else f" Plain training peaks at {grouped(plain)}."
    loop = CASES[curve.case][0].upper() + CASES[curve.case][1:]
    return (
        f"{finding(curve, plain)}. {loop}, {curve.layers} layers, batch {curve.batch}. "
        f"At the peak, after {curve.peak.label} ({curve.peak.kind}): {made}.{against} At the end of the rounds "
        f"{after} bytes and {nodes} nodes are alive."
    )


def text(curve, plain):
    """A table of all moments."""
    head = f"{'':28}{'bytes':>9}{'nodes':>7}" + "".join(f"{owner:>17}" for owner in OWNERS)
    rows = [
        f"{m.kind:10}{m.label:18}{grouped(m.total):>9}{m.nodes:>7}"
        + "".join(f"{grouped(m.bytes[owner]):>17}" for owner in OWNERS)
        for m in curve.moments
    ]
    return "\n".join([f"{finding(curve, plain)}.", "", head, *rows])
