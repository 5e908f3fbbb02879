"""Where random numbers come from: a seed, and the bits that follow from it, the same as PyTorch's on the CPU."""

import os

import numpy as np

from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.autograd.wrong_type import kind_of

from .device import CPU, check_device
from .register import named

#: The seed of a generator that was not given one.
DEFAULT_SEED = 67280421310721

#: PyTorch's state of a generator, byte for byte. Of the 624 words, the one at `next` is due; `left` - 1 are unused.
STATE = np.dtype(
    [
        ("seed", "<u8"),
        ("left", "<i4"),
        ("seeded", "<i4"),
        ("next", "<u8"),
        ("words", "<u8", 624),
        ("unused_x", "<f8"),
        ("kept_sine", "<f8"),
        ("unused_rho", "<f8"),
        ("keeps_sine", "<i4"),
        ("unused_float", "V12"),
    ]
)


class Generator:
    """A source of random bits, fixed by its seed: the Mersenne Twister MT19937, seeded by one 32-bit number.

    Source: Matsumoto and Nishimura (1998), ACM TOMACS 8(1); the numbers are those of `torch.Generator()`.
    """

    device = CPU

    def __init__(self, device="cpu"):
        check_device(device)
        self.manual_seed(DEFAULT_SEED)

    def manual_seed(self, seed):
        """Begin the stream that belongs to `seed`, -2**63 to 2**64 - 1; a negative one counts back from 2**64.

        Only the low 32 bits choose the stream.
        """
        if not isinstance(seed, (int, np.integer)):
            raise RuntimeError(f"manual_seed expected a long, but got {kind_of(seed)}")
        if not -(2**63) <= seed < 2**64:
            raise ValueError("Overflow when unpacking long long")
        self._seed, self._twister, self.kept_sine = int(seed) % 2**64, None, None
        return self

    def seed(self):
        """Begin an unpredictable stream and return its seed."""
        return self.manual_seed(int.from_bytes(os.urandom(8), "little")).initial_seed()

    def initial_seed(self):
        """The seed that the stream began with."""
        return self._seed

    def draw32(self, count):
        """The next `count` numbers of 32 bits, as uint64."""
        return self._bits().randint(0, 2**32, count, np.uint32).astype(np.uint64)

    def draw64(self, count):
        """The next `count` numbers of 64 bits, each made of two draws, the high half first."""
        high, low = self.draw32(2 * count).reshape(count, 2).T
        return high << np.uint64(32) | low

    def _bits(self):
        """NumPy's twister, whose stream is frozen; made at the first draw, since `numpy.random` is slow to load."""
        if self._twister is None:
            self._twister = np.random.RandomState(self._seed & 0xFFFFFFFF)
        return self._twister

    def get_state(self):
        """The position in the stream, as the uint8 tensor that PyTorch returns."""
        state = np.zeros((), STATE)
        _, words, position, *_ = self._bits().get_state()
        state["seed"], state["seeded"], state["words"] = self._seed, 1, words
        unused = position == 624 and words[0] == self._seed & 0xFFFFFFFF  # words[0] is the seed only then
        state["next"], state["left"] = (0, 1) if unused else (position, 625 - position)
        state["kept_sine"], state["keeps_sine"] = self.kept_sine or 0.0, self.kept_sine is not None
        return new_tensor(np.frombuffer(state.tobytes(), np.uint8).copy())

    def set_state(self, new_state):
        """Continue where `get_state()` was called."""
        if not isinstance(new_state, Tensor):
            raise TypeError(f"expected a torch.ByteTensor, but got {kind_of(new_state)}")
        if new_state._data.dtype != np.uint8:
            raise TypeError("RNG state must be a torch.ByteTensor")
        if new_state.numel() != STATE.itemsize:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {STATE.itemsize} but found the input RNG "
                f"state size to be {new_state.numel()}"
            )
        state = np.frombuffer(new_state._data.tobytes(), STATE)[0]
        self._seed, self.kept_sine = int(state["seed"]), float(state["kept_sine"]) if state["keeps_sine"] else None
        self._bits().set_state(("MT19937", state["words"].astype(np.uint32), 625 - int(state["left"])))
        return self


#: The stream that all functions share; without `manual_seed` it differs from process to process.
default_generator = Generator()
default_generator.seed()

seed = named("seed", method=False)(default_generator.seed)
initial_seed = named("initial_seed", method=False)(default_generator.initial_seed)
get_rng_state = named("get_rng_state", method=False)(default_generator.get_state)


@named("manual_seed", method=False)
def manual_seed(seed):
    """Begin the shared stream that belongs to `seed`; the same seed gives the same numbers. Returns the generator."""
    return default_generator.manual_seed(int(seed))


@named("set_rng_state", method=False)
def set_rng_state(new_state):
    """Continue the shared stream where `get_rng_state()` was called."""
    default_generator.set_state(new_state)
