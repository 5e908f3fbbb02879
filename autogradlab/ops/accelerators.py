"""What programs ask about graphics cards and other processors, whether or not there are any: here are none."""

from types import ModuleType

from .device import check_device
from .left_out import lacking


def _module(name, *answers, refused="", **parts):
    """The module `torch.<name>` with these parts, and functions that always give the same answer.

    answers   pairs of an answer and the names of the functions that give it, whatever their arguments
    refused   the names of the functions that raise: there is no such device
    """
    module = ModuleType(f"torch.{name}")
    module.__getattr__ = lacking(module.__name__)
    for answer, functions in answers:
        parts |= dict.fromkeys(functions.split(), lambda *args, answer=answer, **settings: answer)
    parts |= dict.fromkeys(refused.split(), lambda *args, **settings: check_device("cuda"))
    vars(module).update(parts)
    return module


cuda = _module(
    "cuda",
    (False, "is_available is_initialized is_bf16_supported"),
    (0, "device_count memory_allocated max_memory_allocated memory_reserved max_memory_reserved"),
    (None, "empty_cache manual_seed manual_seed_all seed seed_all"),
    refused="""current_device synchronize get_device_name get_device_properties get_device_capability mem_get_info
        initial_seed get_rng_state current_stream ipc_collect""",
)
mps = _module("mps", (False, "is_available"), (0, "device_count"))
xpu = _module("xpu", (False, "is_available"), (0, "device_count"))
accelerator = _module("accelerator", (False, "is_available"), (0, "device_count"), (None, "current_accelerator"))
version = _module("version", cuda=None, hip=None, xpu=None, debug=False)
backends = _module(
    "backends",
    cuda=_module("backends.cuda", (False, "is_built")),
    cudnn=_module(
        "backends.cudnn",
        (False, "is_available"),
        (None, "version"),
        enabled=True,
        deterministic=False,
        benchmark=False,
        allow_tf32=True,
    ),
    mps=_module("backends.mps", (False, "is_available is_built")),
    mkldnn=_module("backends.mkldnn", (True, "is_available")),
    mkl=_module("backends.mkl", (True, "is_available")),
    openmp=_module("backends.openmp", (True, "is_available")),
)
