"""Lesson 12, patient 10: a mask that keeps the value clean and lets the gradient through."""

from autogradlab.course.checks.questions import Case, Choice, Code, Option, Probe, Signature
from autogradlab.course.lessons.lesson_12.ward import WARD

MASKED = """
def patient_10(center):
    optimizer = ag.optim.SGD([center], lr=0.5)
    for step in range(3):
        square = ((points - center) ** 2).sum(dim=1)
        far = ag.where(square > 0, square.sqrt(), 0.0)
        learn(optimizer, far.mean())
        print(f"{far.mean().item():.4f}", center.tolist())

patient_10(points[7].clone().requires_grad_())
"""

BEHIND_THE_MASK = (
    Case(
        "Root first, then the mask",
        "x = ag.tensor([0., 9.], requires_grad=True)\nroot = x.sqrt()\n"
        "ag.where(x > 0, root, 0.0).sum().backward()\nprint(x.grad)",
    ),
    Case(
        "A safe number under the root",
        "x = ag.tensor([0., 9.], requires_grad=True)\n"
        "root = ag.where(x > 0, x, 1.0).sqrt()\n"
        "ag.where(x > 0, root, 0.0).sum().backward()\nprint(x.grad)",
    ),
)

P2 = Choice(
    id="12-P2",
    predict=True,
    task="Before you run it: `center` starts exactly on point 7, whose distance is 0. The root has no finite slope "
    "there, and `ag.where` puts a plain 0 in its place. Where is `center` after the first round?",
    listing=MASKED.rsplit("\n\n", 1)[0],
    program=WARD
    + MASKED.rsplit("\n\n", 1)[0]
    + """

import numpy as np
center = points[7].clone().requires_grad_()
square = ((points - center)**2).sum(dim=1)
ag.where(square > 0, square.sqrt(), 0.0).mean().backward()
slope, apart = center.grad.tolist()[0], center.tolist() - np.array(points.tolist())
lengths = np.hypot(*apart.T)
without_7 = (apart[lengths > 0] / lengths[lengths > 0, None]).sum(0)[0] / 40
answer = "nan" if slope != slope else "stays" if slope == 0 else "moves" if abs(slope - without_7) < 1e-4 else None
""",
    reason="`where` sends 0 back to the branch that was not chosen. There 0 meets the slope of the root at 0, which is "
    "infinite, and 0 times infinity is nan.",
    options=(
        Option("nan", "Nowhere: both of its numbers are nan"),
        Option(
            "moves",
            "Moved towards the middle: the mask takes point 7 out, and the other 39 give a gradient",
            "M59",
            "**That is what the mask does on the way forward.** On the way back the branch that was not chosen gets 0 "
            "times its slope. What is 0 times infinity?",
            BEHIND_THE_MASK,
        ),
        Option(
            "stays",
            "Where it was: the mask puts a constant there, and a constant has the slope 0",
            "mask cuts all",
            "**The mask is decided for each point.** Thirty-nine points are far away and chosen, and they do send "
            "something. And point 7?",
        ),
        Option(
            "error",
            "Nowhere, the program stops: a root of 0 has no slope",
            "stops at infinity",
            "**Arithmetic with infinity is not an error.** It goes on with `inf` and with `nan`, and says nothing.",
        ),
    ),
    hints=(
        "Look at the two branches of `where`. Is the root of 0 computed, although it is not chosen?",
        "On the way back each branch gets a gradient, even the one not chosen: it gets 0. What does the root do with "
        "it?",
        "The slope of the root at 4 is a quarter, at 0.01 it is 5, at 0 it is infinite. Times 0, that ...",
    ),
    reveal="{key}, because 0 times infinity is not a number.",
)

DISTANCES = "def distances(points, center):\n    square = ((points - center) ** 2).sum(dim=1)\n    {line}\n"

C16 = Code(
    id="12-C16",
    entry="distances",
    task="Cure patient 10: give the distance of each point from `center`. Where the distance is 0, the gradient should "
    "be 0, and everywhere else as it is. The root must never see a 0.",
    starter=DISTANCES.format(line="..."),
    program=DISTANCES.format(
        line="safe = ag.where(square > 0, square, 1.0)\n    return ag.where(square > 0, safe.sqrt(), 0.0)"
    ),
    probes=(
        Probe("points that lie elsewhere", "answer = distances(ag.tensor([[3., 4.], [0., 2.]]), ag.tensor([0., 0.]))"),
        Probe(
            "a point right on the center", "answer = distances(ag.tensor([[1., 2.], [4., 6.]]), ag.tensor([1., 2.]))"
        ),
        Probe(
            "the gradient of the center",
            "center = ag.tensor([1., 2.], requires_grad=True)\n"
            "distances(ag.tensor([[1., 2.], [4., 6.]]), center).sum().backward()\nanswer = center.grad",
        ),
        Probe(
            "the gradient close by",
            "center = ag.tensor([0., 0.], requires_grad=True)\n"
            "distances(ag.tensor([[0.003, 0.004]]), center).sum().backward()\nanswer = center.grad",
        ),
        Probe(
            "the way back, watched",
            "center = ag.tensor([1., 2.], requires_grad=True)\ntry:\n    with ag.autograd.detect_anomaly():\n"
            "        distances(ag.tensor([[1., 2.], [4., 6.]]), center).sum().backward()\n    answer = 'no nan on it'\n"
            "except RuntimeError:\n    answer = 'a nan on it'",
        ),
    ),
    reason="The infinite slope that a root has at 0 takes no part, so there is nothing to make a `nan` of. With "
    "`where` it takes two masks: one in front of the root, and one after it.",
    wrong=(
        Signature(
            "M59",
            DISTANCES.format(line="return ag.where(square > 0, square.sqrt(), 0.0)"),
            "**The values are right, and the gradient is still nan.** The root of 0 is computed all the same, and "
            "`backward()` goes there with a 0. Put a safe number under the root first.",
            BEHIND_THE_MASK,
        ),
        Signature(
            "zero put in",
            DISTANCES.format(
                line="safe = ag.where(square > 0, square, 0.0)\n    return ag.where(square > 0, safe.sqrt(), 0.0)"
            ),
            "**Values and gradient are right, but the root still sees a 0.** The `nan` that it makes of it is thrown "
            "away by the mask in front. Put in a number whose root has a slope.",
        ),
        Signature(
            "one put in",
            DISTANCES.format(line="return ag.where(square > 0, square, 1.0).sqrt()"),
            "**The gradient is right, and the distance of the point on the center is now 1.** Put the 0 back after the "
            "root.",
        ),
        Signature(
            "all shifted",
            DISTANCES.format(line="return (square + 1e-6).sqrt()"),
            "**A little added to every square bends all distances, most of all the short ones.** Keep the others as "
            "they are: a mask in front of the root, and one after it.",
        ),
        *(
            Signature(
                "nearly 0",
                DISTANCES.format(line=f"return {line}"),
                "**The point on the center now has a small distance, and not 0.** Small enough for many programs, but "
                "the task asks for 0: a mask in front of the root, and one after it.",
            )
            for line in ("(square + 1e-8).sqrt()", "square.clamp(min=1e-8).sqrt()", "(square + 1e-12).sqrt()")
        ),
    ),
    hints=(
        "Look at what stands under the root. Can you make sure that no 0 ever does?",
        "`ag.where(square > 0, square, 1.0)` gives squares without a 0. After the root, put the 0 back in the same "
        "way.",
        "For a logarithm: `safe = ag.where(x > 0, x, 1.0)`, then `ag.where(x > 0, safe.log(), 0.0)`. For the root ...",
    ),
    reveal="`safe = ag.where(square > 0, square, 1.0)`, then `ag.where(square > 0, safe.sqrt(), 0.0)`: {key}.",
)
