"""What programs ask about graphics cards and other processors, whether or not there are any: here are none."""

from types import ModuleType

from .device import check_device
from .left_out import lacking


def _module(name, *answers, **parts):
    """The module `torch.<name>` with these parts, and functions that always give the same answer.

    answers   pairs of an answer and the names of the functions that give it, whatever their arguments
    """
    module = ModuleType(f"torch.{name}")
    module.__getattr__ = lacking(module.__name__)
    for answer, functions in answers:
        parts |= dict.fromkeys(functions.split(), answer)
    vars(module).update(parts)
    return module


def _no(*args, **settings):
    return False


def _none(*args, **settings):
    return None


def _zero(*args, **settings):
    return 0


def _yes(*args, **settings):
    return True


def _refuse(*args, **settings):
    check_device("cuda")


cuda = _module(
    "cuda",
    (_no, "is_available is_initialized is_bf16_supported"),
    (_zero, "device_count memory_allocated max_memory_allocated memory_reserved max_memory_reserved"),
    (_none, "empty_cache manual_seed manual_seed_all seed seed_all"),
    (
        _refuse,
        """current_device synchronize get_device_name get_device_properties get_device_capability mem_get_info
        initial_seed get_rng_state current_stream ipc_collect""",
    ),
)
mps = _module("mps", (_no, "is_available"), (_zero, "device_count"))
xpu = _module("xpu", (_no, "is_available"), (_zero, "device_count"))
accelerator = _module("accelerator", (_no, "is_available"), (_zero, "device_count"), (_none, "current_accelerator"))
version = _module("version", cuda=None, hip=None, xpu=None, debug=False)
backends = _module(
    "backends",
    cuda=_module("backends.cuda", (_no, "is_built")),
    cudnn=_module(
        "backends.cudnn",
        (_no, "is_available"),
        (_none, "version"),
        enabled=True,
        deterministic=False,
        benchmark=False,
        allow_tf32=True,
    ),
    mps=_module("backends.mps", (_no, "is_available is_built")),
    mkldnn=_module("backends.mkldnn", (_yes, "is_available")),
    mkl=_module("backends.mkl", (_yes, "is_available")),
    openmp=_module("backends.openmp", (_yes, "is_available")),
)
