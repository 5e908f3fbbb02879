"""What the engine is measured by: each workload written once for autogradlab and PyTorch, once by hand in NumPy.

`by_engine(ag)` and `by_hand()` return a function without arguments that runs the workload once and returns one number,
by which the contestants are compared before anything is timed.
"""

import numpy as np

rng = np.random.default_rng(0)
VECTOR, OTHER = (rng.uniform(0.5, 1.5, 1_000_000).astype(np.float32) for _ in range(2))
ROWS, ROW, WEIGHTS = (rng.normal(0, 1, shape).astype(np.float32) for shape in ((4096, 256), 256, (4096, 256)))
BATCH = rng.normal(0, 1, (64, 784)).astype(np.float32)
LABELS = rng.integers(0, 10, 64)
POINTS = rng.normal(0, 1, (100, 2)).astype(np.float32)
SIDES = np.sign(POINTS[:, :1] * POINTS[:, 1:]).astype(np.float32)


class Chain:
    """y = y·a + b, a thousand times, with 0-d numbers: what one operation costs, forward and backward."""

    unit, per_run = "us/op", 2000

    def by_engine(self, ag):
        x, a, b = (ag.tensor(v, requires_grad=True) for v in (1.0, 0.999, 0.001))

        def run():
            x.grad = a.grad = b.grad = None
            y = x
            for _ in range(1000):
                y = y * a + b
            y.backward()
            return a.grad.item()

        return run

    def by_hand(self):
        x, a, b = np.float32(1), np.float32(0.999), np.float32(0.001)

        def run():
            ys = [x]
            for _ in range(1000):
                ys.append(ys[-1] * a + b)
            grad, grad_a, grad_b = np.float32(1), np.float32(0), np.float32(0)
            for y in reversed(ys[:-1]):
                grad_b += grad
                grad_a += grad * y
                grad = grad * a
            return grad_a

        return run


class Unrecorded:
    """The same chain forward only, under no_grad."""

    unit, per_run = "us/op", 2000

    def by_engine(self, ag):
        x, a, b = (ag.tensor(v, requires_grad=True) for v in (1.0, 0.999, 0.001))

        def run():
            y = x
            with ag.no_grad():
                for _ in range(1000):
                    y = y * a + b
            return y.item()

        return run

    def by_hand(self):
        x, a, b = np.float32(1), np.float32(0.999), np.float32(0.001)

        def run():
            y = x
            for _ in range(1000):
                y = y * a + b
            return y

        return run


class FanOut:
    """One leaf used a thousand times, the products added in a tree: as many paths as uses."""

    unit, per_run = "us/op", 1999

    def by_engine(self, ag):
        x = ag.tensor(1.5, requires_grad=True)

        def run():
            x.grad = None
            terms = [x * x for _ in range(1000)]
            while len(terms) > 1:
                terms = [a + b for a, b in zip(terms[::2], terms[1::2])] + terms[len(terms) & ~1 :]
            terms[0].backward()
            return x.grad.item()

        return run

    def by_hand(self):
        x = np.float32(1.5)

        def run():
            total, grad = np.float32(0), np.float32(0)
            for _ in range(1000):
                total += x * x
                grad += x + x
            return grad

        return run


class Diamond:
    """Fourteen levels of y = y·c + y·d: 2¹⁴ paths, and only 28 products for backward to run."""

    unit, per_run = "us", 1

    def by_engine(self, ag):
        x, c, d = (ag.tensor(v, requires_grad=v == 1.0) for v in (1.0, 0.5, 0.4))

        def run():
            x.grad = None
            y = x
            for _ in range(14):
                y = y * c + y * d
            y.backward()
            return x.grad.item()

        return run

    def by_hand(self):
        x, c, d = np.float32(1), np.float32(0.5), np.float32(0.4)

        def run():
            y, grad = x, np.float32(1)
            for _ in range(14):
                y = y * c + y * d
            for _ in range(14):
                grad = grad * c + grad * d
            return grad

        return run


class Elementwise:
    """Σ x·y + tanh(x) over a million entries: what the engine adds to array work."""

    unit, per_run = "ms", 1e-3

    def by_engine(self, ag):
        x, y = (ag.tensor(v, requires_grad=True) for v in (VECTOR, OTHER))

        def run():
            x.grad = y.grad = None
            (x * y + x.tanh()).sum().backward()
            return x.grad[:100].sum().item()

        return run

    def by_hand(self):
        def run():
            t = np.tanh(VECTOR)
            s = VECTOR * OTHER
            s += t
            s.sum()
            t *= t
            np.subtract(1, t, out=t)
            t += OTHER
            grad_y = VECTOR.copy()
            return t[:100].sum() + 0 * grad_y[0]

        return run


class Bias:
    """Σ (x + b)·c with 4,096 rows and one row of biases: backward sums over the broadcast rows."""

    unit, per_run = "ms", 1e-3

    def by_engine(self, ag):
        x, b = (ag.tensor(v, requires_grad=True) for v in (ROWS, ROW))
        c = ag.tensor(WEIGHTS)

        def run():
            x.grad = b.grad = None
            ((x + b) * c).sum().backward()
            return b.grad.sum().item()

        return run

    def by_hand(self):
        def run():
            s = ROWS + ROW
            s *= WEIGHTS
            s.sum()
            grad_x = WEIGHTS.copy()
            return grad_x.sum(0).sum()

        return run


class Layers:
    """One step of SGD or Adam on a 784-256-256-10 network, 64 rows, cross-entropy."""

    unit, per_run = "ms", 1e-3
    sizes = (784, 256, 256, 10)

    def __init__(self, optimizer):
        self.optimizer = optimizer

    def by_engine(self, ag):
        ag.manual_seed(0)
        linears = [ag.nn.Linear(i, o) for i, o in zip(self.sizes, self.sizes[1:])]
        model = ag.nn.Sequential(linears[0], ag.nn.ReLU(), linears[1], ag.nn.ReLU(), linears[2])
        optimizer = getattr(ag.optim, self.optimizer)(model.parameters(), lr=1e-6)
        loss_fn, data, labels = ag.nn.CrossEntropyLoss(), ag.tensor(BATCH), ag.tensor(LABELS)

        def run():
            optimizer.zero_grad()
            loss = loss_fn(model(data), labels)
            loss.backward()
            optimizer.step()
            return loss.item()

        return run

    def by_hand(self):
        params = [p.copy() for p in _initial(self.sizes)]
        move = _sgd if self.optimizer == "SGD" else _Adam(params)

        def run():
            loss, gradients = _network(BATCH, LABELS, *params)
            move(params, gradients)
            return loss

        return run


class Tiny:
    """One step of a 2-16-16-1 network on 100 points with a squared hinge and weight decay: all overhead."""

    unit, per_run = "us", 1
    sizes = (2, 16, 16, 1)

    def by_engine(self, ag):
        ag.manual_seed(0)
        l1, l2, l3 = (ag.nn.Linear(i, o) for i, o in zip(self.sizes, self.sizes[1:]))
        params = [p for layer in (l1, l2, l3) for p in layer.parameters()]
        optimizer = ag.optim.SGD(params, lr=1e-6)
        data, minus_sides = ag.tensor(POINTS), ag.tensor(-SIDES)

        def run():
            optimizer.zero_grad()
            scores = l3(l2(l1(data).relu()).relu())
            loss = (scores * minus_sides + 1).relu().mean()
            for p in params:
                loss = loss + (p * p).sum() * 1e-4
            loss.backward()
            optimizer.step()
            return loss.item()

        return run

    def by_hand(self):
        params = [p.copy() for p in _initial(self.sizes)]

        def run():
            w1, b1, w2, b2, w3, b3 = params
            h1 = POINTS @ w1.T + b1
            np.maximum(h1, 0, out=h1)
            h2 = h1 @ w2.T + b2
            np.maximum(h2, 0, out=h2)
            margin = np.maximum((h2 @ w3.T + b3) * -SIDES + 1, 0)
            loss = margin.mean() + np.float32(1e-4) * sum(np.dot(p.ravel(), p.ravel()) for p in params)
            g3 = (margin > 0) * -SIDES * np.float32(1 / len(POINTS))
            g2 = (g3 @ w3) * (h2 > 0)
            g1 = (g2 @ w2) * (h1 > 0)
            gradients = g1.T @ POINTS, g1.sum(0), g2.T @ h1, g2.sum(0), g3.T @ h2, g3.sum(0)
            for p, g in zip(params, gradients):
                g += np.float32(2e-4) * p
                g *= np.float32(1e-6)
                p -= g
            return loss

        return run


def _initial(sizes):
    """The weights and biases that both engines draw after manual_seed(0)."""
    import autogradlab as ag

    ag.manual_seed(0)
    return [p.detach().numpy() for i, o in zip(sizes, sizes[1:]) for p in ag.nn.Linear(i, o).parameters()]


def _network(data, labels, w1, b1, w2, b2, w3, b3):
    h1 = data @ w1.T
    h1 += b1
    np.maximum(h1, 0, out=h1)
    h2 = h1 @ w2.T
    h2 += b2
    np.maximum(h2, 0, out=h2)
    p = h2 @ w3.T
    p += b3
    p -= p.max(1, keepdims=True)
    np.exp(p, out=p)
    p /= p.sum(1, keepdims=True)
    rows = np.arange(len(data))
    loss = -np.log(p[rows, labels]).mean()
    p[rows, labels] -= 1
    p *= np.float32(1 / len(data))
    g2 = p @ w3
    g2 *= h2 > 0
    g1 = g2 @ w2
    g1 *= h1 > 0
    return loss, (g1.T @ data, g1.sum(0), g2.T @ h1, g2.sum(0), p.T @ h2, p.sum(0))


def _sgd(params, gradients):
    for p, g in zip(params, gradients):
        g *= np.float32(1e-6)
        p -= g


class _Adam:
    def __init__(self, params):
        self.means, self.squares = ([np.zeros_like(p) for p in params] for _ in range(2))
        self.steps = 0

    def __call__(self, params, gradients):
        self.steps += 1
        size = np.float32(1e-6 / (1 - 0.9**self.steps))
        correction = np.float32((1 - 0.999**self.steps) ** 0.5)
        for p, g, m, v in zip(params, gradients, self.means, self.squares):
            m *= np.float32(0.9)
            m += np.float32(0.1) * g
            v *= np.float32(0.999)
            g *= g
            g *= np.float32(0.001)
            v += g
            root = np.sqrt(v)
            root /= correction
            root += np.float32(1e-8)
            np.divide(m, root, out=root)
            root *= size
            p -= root


WORKLOADS = {
    "scalar_chain": Chain(),
    "chain_no_grad": Unrecorded(),
    "fan_out": FanOut(),
    "diamond": Diamond(),
    "tiny_step": Tiny(),
    "elementwise": Elementwise(),
    "bias": Bias(),
    "mlp_step": Layers("SGD"),
    "mlp_adam": Layers("Adam"),
}
