"""Transfer, program 5: hooks and depth, compiling and fusing."""

from autogradlab.course.inventory.question import Question, claim, right, wrong
from autogradlab.course.inventory.questions.transfer_training import BLOCK

HOOKED = """
x = ag.tensor(2., requires_grad=True)
y = 3 * x
y.register_hook(lambda grad: 10 * grad)
z = y**2
z.backward()
"""
DEEP = """
x = ag.tensor(0.5, requires_grad=True)
h = x
for layer in range(10):
    h = h.sigmoid()
h.backward()
"""

T14 = Question(
    prefix="",
    forms=BLOCK,
    number=14,
    idea="what a hook returns",
    lesson="10",
    task="Program 5. What does `x.grad` hold at the end?",
    listing=HOOKED,
    measure="answer = x.grad.item()",
    answers=(
        right(),
        wrong("M67", "answer / 10", "{gives}: a hook may look, but what it returns is not used"),
        wrong("M39", "3.0"),
    ),
    reason="The hook gets the gradient that arrives at `y`, and what it returns goes on in its place.",
)

T15 = Question(
    prefix="",
    forms=BLOCK,
    number=15,
    idea="small gradients in early layers",
    lesson="10",
    task="Program 5, second part. `x.grad` is about {grad:.0e}. What does that say?",
    listing=DEEP,
    measure="""
grad, bound = x.grad.item(), 0.25**10
answer = "product" if 0 < grad <= bound else "something else"
""",
    answers=(
        claim("product", "Ten slopes were multiplied, each at most 1/4"),
        claim("rate", "The learning rate is too small", "M68"),
        claim("finished", "The early layers have finished learning", "M68"),
    ),
    reason="The slope of a sigmoid is never more than 1/4, so ten of them give at most {bound:.0e}, whatever the rate.",
)

T16 = Question(
    prefix="",
    forms=BLOCK,
    number=16,
    idea="when compiling pays",
    lesson="11",
    task="A function takes 30 ms a call. Compiled, it takes 20 ms a call, and the first call takes 15 s more. After "
    "how many calls has compiling saved time?",
    listing="""
plain, compiled = 0.030, 0.020     # seconds a call
once = 15.0                        # seconds more in the first call
""",
    measure="answer = round(once / (plain - compiled))",
    answers=(
        right("After about {gives}"),
        wrong("M69", "1", "After the first: compiled code is faster"),
        wrong("M69", "2", "From the second on: by then it is compiled"),
    ),
    reason="Each call saves 10 ms, and 15 s must be saved first: that takes {answer} calls.",
)

T17 = Question(
    prefix="",
    forms=BLOCK,
    number=17,
    idea="what fusing saves",
    lesson="11",
    task="The four operations are fused: one pass over the memory does them all. What happens to the arithmetic, "
    "and to the bytes that are read and written?",
    listing="""
out = ag.ones(100_000)
out = out * 2
out = out + 1
out = out.abs()
out = out.sqrt()
""",
    measure="""
operations, entries = listing.count("out = out"), ran()["out"].numel()
apart = {"arithmetic": operations * entries, "passes": operations * 2 * entries}
fused = {"arithmetic": operations * entries, "passes": 2 * entries}

def told(arithmetic, bytes):
    return ", ".join(f"{what}: {'the same' if ratio == 1 else f'1/{ratio:g} of it'}" for what, ratio in (
        ("arithmetic", arithmetic), ("bytes", bytes)))

answer = told(*(apart[what] / fused[what] for what in apart))
""",
    answers=(
        right("{gives}"),
        wrong("M70", "told(operations, 1)", "{gives}"),
        wrong("M70", "told(operations, operations)", "{gives}"),
    ),
    reason="The same sums and products are done. But each entry travels from memory and back once, not once for each "
    "operation.",
)
