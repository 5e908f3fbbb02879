"""The device on which numbers live: always the CPU. Others are refused, `cuda` in PyTorch's words."""

from types import NoneType

from autogradlab.autograd.sentences import noted
from autogradlab.autograd.tensor import Tensor, attribute
from autogradlab.autograd.wrong_type import ShortlyNamed, wrong_type

from .refusals import no_way
from .register import titled

KINDS = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, "
    "mtia, privateuseone"
)
ONLY_CPU = "help: autogradlab computes on the CPU only; write device='cpu', or leave it out"


class device(metaclass=ShortlyNamed):
    """A device such as `cpu` or `cuda:0`, by name; it need not exist. Raises RuntimeError for an invalid name."""

    __slots__ = ("type", "index")

    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        if isinstance(type, int) and not isinstance(type, bool):
            check_device(type)  # raises
        if not isinstance(type, str):
            raise no_way("device", (type,), {})
        if not isinstance(index, (int, NoneType)):
            raise wrong_type("device", "index", 2, "int", index)
        kind, colon, number = type.partition(":")
        if not kind.replace("_", "").isalpha() or colon and not number.isdigit():
            raise RuntimeError(f"Invalid device string: '{type}'")
        if kind not in KINDS.split(", "):
            raise RuntimeError(f"Expected one of {KINDS} device type at start of device string: {type}")
        self.type, self.index = kind, int(number) if colon else index

    def __repr__(self):
        return f"device(type='{self.type}'" + (")" if self.index is None else f", index={self.index})")

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))

    def __enter__(self):
        """`with device("cpu"):` changes nothing. Raises for any other, where PyTorch waits for the first tensor."""
        check_device(self)
        return self

    def __exit__(self, *exception):
        pass


device.__name__ = "torch.device"  # the name in Python's own error messages
CPU = device("cpu")


def check_device(wanted, function=None):
    """Refuse any device but the CPU; with `function`, raise TypeError for an argument that is no device."""
    if wanted is None or wanted is CPU:
        return
    if function and not isinstance(wanted, (device, str, int)):
        raise wrong_type(function, "device", None, "torch.device", wanted)
    if isinstance(wanted, int):
        raise noted(RuntimeError("Cannot access accelerator device when none is available."), ONLY_CPU)
    kind = device(wanted).type
    if kind == "cuda":
        raise noted(AssertionError("Torch not compiled with CUDA enabled"), ONLY_CPU)
    if kind != "cpu":
        raise noted(NotImplementedError(f"the device '{kind}' is left out of autogradlab"), ONLY_CPU)


def set_num_threads(int: int) -> None:
    """Accept a number of threads, without effect: one thread computes, except in NumPy's matrix products."""
    if isinstance(int, (bool, float, str)) or int <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")


def get_num_threads() -> int:
    """How many threads compute: 1."""
    return 1


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Accept the setting, without effect: all algorithms here are deterministic."""


def set_default_device(device: object) -> None:
    """Accept the CPU, without effect. Raises for another device, as all functions do."""
    check_device(device)


def get_default_device() -> device:
    """The CPU."""
    return CPU


def no_cuda(wanted=None):
    """Refuse a graphics card, as a CPU build of PyTorch does."""
    if wanted is None or not isinstance(wanted, int) and device(wanted).type == "cuda":
        check_device("cuda")
    if isinstance(wanted, int):
        check_device(wanted)
    raise RuntimeError("Invalid device, must be cuda device")


def _to_cuda(self, device=None, non_blocking=False):
    """Refused: autogradlab computes on the CPU only."""
    no_cuda(device)


attribute("device", lambda self: CPU, "The place of the numbers: always the CPU.")
attribute("is_cuda", lambda self: False, "Whether the numbers are on a graphics card: no.")
attribute("is_cpu", lambda self: True, "Whether the numbers are on the CPU: yes.")
attribute("is_sparse", lambda self: False, "Whether only the entries that are not 0 are kept: no.")
attribute("is_meta", lambda self: False, "Whether there is a shape without numbers: no.")
attribute("is_quantized", lambda self: False, "Whether the numbers are whole multiples of a scale: no.")
Tensor.cuda = titled(_to_cuda, "cuda", _to_cuda.__doc__)
Tensor.cpu = titled(lambda self: self, "cpu", "This tensor: it is there already.")
