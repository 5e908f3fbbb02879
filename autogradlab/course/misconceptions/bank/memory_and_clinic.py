"""Lessons 11 and 12: memory, speed, and losses that are silently not what they seem."""

from autogradlab.course.misconceptions.machines import memory
from autogradlab.course.misconceptions.misconception import Misconception, github
from autogradlab.course.programs import Case

_TOTAL = """\
w, total = ag.tensor(3., requires_grad=True), 0.
for k in range(5):
    loss = w**2
    loss.backward()
    total = total + {loss}
nodes = [total.grad_fn] if ag.is_tensor(total) else []
for node in nodes:
    nodes += [before for before, _ in node.next_functions if before is not None]
print(sum("Pow" in node.name() for node in nodes))
"""
_OLD_LOSS = """\
w, loss, most = ag.tensor(3., requires_grad=True), None, 0
for k in range(2):
{between}    new = w**2
    graphs = sum(x is not None and x.grad_fn is not None for x in (loss, new))
    most = max(most, graphs)
    loss = new
print("graphs at once:", most)
"""
_ENTROPY = """\
scores = ag.tensor([[0., 2.]], requires_grad=True)
ag.nn.functional.cross_entropy({input}, ag.tensor([1])).backward()
print(round(scores.grad[0, 0].item(), 3))
"""
_FUSED = """\
def chain(x):
    return (x * 1.01 + 0.1).relu() - 0.2

fused = ag.compile(chain)
fused(ag.ones(100000))
forward = fused.explain().forward
print({what})
"""

ENTRIES = (
    Misconception(
        id="M53",
        lesson="11",
        statement="Adding up loss tensors for a log is free.",
        why="It feels like adding floats.",
        truth="The sum has a history: every graph it came from stays alive. `item()` takes the number alone.",
        contrast=(
            Case("squares behind total: total + loss", _TOTAL.format(loss="loss")),
            Case("squares behind total: total + loss.item()", _TOTAL.format(loss="loss.item()")),
        ),
        question="What could you still call `backward()` on after the loop?",
        sources=(
            "PyTorch documentation: frequently asked questions",
            github("google/brax", 152),
            github("samuelyu2002/ImVisible", 2),
            github("JIA-Lab-research/DecoupleNet", 3),
        ),
        grade="A",
        machine=memory.loss_holds_nothing,
    ),
    Misconception(
        id="M54",
        lesson="11",
        statement="Out of memory means that the model is too big, or that `empty_cache()` is needed.",
        why="The message names sizes, and forum answers name `empty_cache()`.",
        truth="Saved values and kept history often take more memory than the parameters. `empty_cache()` frees nothing "
        "in use.",
        contrast=(
            Case(
                "bytes of the parameters",
                "model = ag.nn.Linear(8, 8)\nprint(sum(p.numel() * 4 for p in model.parameters()))",
            ),
            Case(
                "bytes saved for backward, batch of 256",
                "model, x = ag.nn.Linear(8, 8), ag.ones(256, 8)\nh = model(x).sigmoid()\n"
                "print(h.grad_fn._saved_result.numel() * 4)",
            ),
        ),
        question="Which of the two grows with the batch?",
        sources=("PyTorch documentation: torch.cuda.memory.empty_cache", github("pytorch/pytorch", 16417)),
        grade="A",
    ),
    Misconception(
        id="M55",
        lesson="11",
        statement="An old loss variable costs nothing.",
        why="It is one number.",
        truth="The name holds the old graph until it is reassigned. The next forward makes a second graph beside it.",
        contrast=(
            Case("the old loss kept", _OLD_LOSS.format(between="")),
            Case("dropped before the forward", _OLD_LOSS.format(between="    loss = None\n")),
        ),
        question="At the end of the forward line, which losses still have a name?",
        sources=("our own measurement",),
        grade="C",
        machine=memory.one_graph_at_a_time,
    ),
    Misconception(
        id="M69",
        lesson="11",
        statement="compile makes a function faster, at once and always.",
        why="“One line makes it faster.”",
        truth="The first call compiles, which takes time. It pays off after enough calls; for small work, maybe never.",
        contrast=(
            Case(
                "calls to break even: 15 s to compile, 1 ms saved",
                "compiling, saved = 15.0, 0.001\nprint(round(compiling / saved))",
            ),
            Case("with 100 ms saved", "compiling, saved = 15.0, 0.1\nprint(round(compiling / saved))"),
        ),
        question="How many calls does it take to win back the time spent on compiling?",
        sources=(
            github("pytorch/pytorch", 98441),
            github("pytorch/pytorch", 97783),
            github("pytorch/pytorch", 104601),
            github("ScalingIntelligence/KernelBench", 68),
        ),
        grade="A",
    ),
    Misconception(
        id="M70",
        lesson="11",
        statement="Fusing saves arithmetic.",
        why="It “does less”.",
        truth="The same sums and products are computed. What is saved are the trips to memory between them.",
        contrast=(
            Case("operations, fused or not", _FUSED.format(what="len(forward.operations), 'operations'")),
            Case("bytes moved, against fused", _FUSED.format(what="round(forward.ratio, 2), 'times as many'")),
        ),
        question="After fusing, how many multiplications are there for each entry?",
        sources=("a widely read article on how autograd works",),
        grade="B",
        machine=memory.fusion_saves_arithmetic,
    ),
    Misconception(
        id="M59",
        lesson="12",
        statement="`where()` protects the gradient from the bad branch.",
        why="The forward result is clean.",
        truth="The branch that was not chosen sends 0 times its slope. If the slope is infinite, that is nan.",
        contrast=(
            Case(
                "where() after sqrt",
                "x = ag.tensor([0., 4.], requires_grad=True)\nag.where(x > 0, x.sqrt(), 0. * x).sum().backward()\n"
                "print(x.grad)",
            ),
            Case(
                "a safe input before sqrt",
                "x = ag.tensor([0., 4.], requires_grad=True)\nsafe = ag.where(x > 0, x, ag.ones(2))\n"
                "ag.where(x > 0, safe.sqrt(), 0. * x).sum().backward()\nprint(x.grad)",
            ),
        ),
        question="What is the slope of the square root at 0, and what is 0 times that?",
        sources=(github("pytorch/pytorch", 68425), github("pytorch/pytorch", 23395), github("pytorch/pytorch", 52248)),
        grade="A",
    ),
    Misconception(
        id="M62",
        lesson="12",
        statement="A softmax before `cross_entropy` is right.",
        why="The loss is about probabilities, so you hand it probabilities.",
        truth="`cross_entropy` takes scores and does the softmax itself. A second one squashes them and the gradient.",
        contrast=(
            Case("softmax first", _ENTROPY.format(input="scores.softmax(1)")),
            Case("the scores", _ENTROPY.format(input="scores")),
        ),
        question="In which range are the inputs of the second softmax?",
        sources=(
            github("bowang-lab/Transformer-GCN-QA", 32),
            github("ariecattan/SciCo", 2),
            github("amdegroot/ssd.pytorch", 218),
        ),
        grade="B",
    ),
)
