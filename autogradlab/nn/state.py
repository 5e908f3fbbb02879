"""The parameters and buffers of a module as a dictionary: saving (`state_dict`) and loading (`load_state_dict`)."""

from __future__ import annotations

from collections import OrderedDict, namedtuple
from collections.abc import Mapping
from typing import Any

from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.left_out import option_left_out

#: The key of what a module's own `get_extra_state()` returns, which its `set_extra_state()` gets on loading.
EXTRA = "_extra_state"


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """The result of `load_state_dict`: the names that it did not find, and those that it had no use for."""

    __slots__ = ()

    def __repr__(self):
        return super().__repr__() if any(self) else "<All keys matched successfully>"


def state_dict(
    module, *, destination: dict[str, Any] | None = None, prefix: str = "", keep_vars: bool = False
) -> dict[str, Any]:
    """{name: tensor} of every parameter and every persistent buffer, here and below.

    The tensors share the module's memory: `clone()` those that must not change. They have no history; with `keep_vars`
    they are the parameters and buffers themselves.
    """
    if destination is None:
        destination = OrderedDict()
        destination._metadata = OrderedDict()  # type: ignore[attr-defined]
    if hasattr(destination, "_metadata"):
        destination._metadata[prefix[:-1]] = {"version": module._version}
    module._save_to_state_dict(destination, prefix, keep_vars)
    for name, child in module._modules.items():
        if child is not None:
            child.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
    return destination


def save_to_state_dict(module, destination, prefix, keep_vars):
    """Put what the module itself holds into `destination`; a module may override this, as in PyTorch."""
    for name, tensor in _own(module).items():
        destination[prefix + name] = tensor if keep_vars else tensor.detach()
    if hasattr(module, "get_extra_state"):
        destination[prefix + EXTRA] = module.get_extra_state()


def load_state_dict(
    module, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
) -> _IncompatibleKeys:
    """Copy the numbers of `state_dict` into the parameters and buffers of these names.

    strict      missing and unexpected names are an error; otherwise they are only returned
    Raises      RuntimeError naming every entry that does not fit
    """
    if assign:
        raise option_left_out("load_state_dict(assign=True)")
    if not isinstance(state_dict, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    keys, problems = _IncompatibleKeys([], []), []
    metadata = getattr(state_dict, "_metadata", {})
    with no_grad():
        _load(module, dict(state_dict), "", metadata, keys, problems)
    keys.missing_keys[:] = [key for key in keys.missing_keys if not _is_older(key, metadata)]
    if strict:
        problems = [
            f"{word} key(s) in state_dict: " + ", ".join(f'"{name}"' for name in names) + ". "
            for word, names in zip(("Missing", "Unexpected"), keys)
            if names
        ] + problems
    if problems:
        raise RuntimeError(f"Error(s) in loading state_dict for {type(module).__name__}:\n\t" + "\n\t".join(problems))
    return keys


def _is_older(key, metadata):
    """Whether `key` is a batch count, which a state dict of the first version, or without one, may lack."""
    path, _, name = key.rpartition(".")
    return name == "num_batches_tracked" and (metadata.get(path, {}).get("version") or 0) < 2


def _own(module):
    """The module's own parameters and persistent buffers, by name."""
    members, left_out = {**module._parameters, **module._buffers}, module._non_persistent_buffers_set
    return {name: tensor for name, tensor in members.items() if tensor is not None and name not in left_out}


def _load(module, state, prefix, metadata, keys, problems):
    module._load_from_state_dict(state, prefix, metadata.get(prefix[:-1], {}), True, *keys, problems)
    for name, child in module._modules.items():
        if child is not None:
            below = f"{prefix}{name}."
            _load(child, {k: v for k, v in state.items() if k.startswith(below)}, below, metadata, keys, problems)


def load_from_state_dict(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
    """Fill what the module itself holds, and note what does not fit; a module may override this, as in PyTorch."""
    own = _own(module)
    for name, tensor in own.items():
        if prefix + name in state_dict:
            _fill(tensor, prefix + name, state_dict[prefix + name], error_msgs)
        else:
            missing_keys.append(prefix + name)
    if hasattr(module, "set_extra_state"):
        own = {**own, EXTRA: None}
        if prefix + EXTRA in state_dict:
            module.set_extra_state(state_dict[prefix + EXTRA])
        else:
            missing_keys.append(prefix + EXTRA)
    for key in state_dict:
        if key.startswith(prefix):
            first, dot, _ = key[len(prefix) :].partition(".")
            if first not in (module._modules if dot else own):
                unexpected_keys.append(key)


def _fill(tensor, name, given, problems):
    if not isinstance(given, Tensor):
        problems.append(
            f'While copying the parameter named "{name}", expected torch.Tensor or Tensor-like object from '
            f"checkpoint but received {type(given)}"
        )
    elif given.shape != tensor.shape:
        problems.append(
            f"size mismatch for {name}: copying a param with shape {given.shape} from checkpoint, the "
            f"shape in current model is {tensor.shape}."
        )
    else:
        tensor.copy_(given)
