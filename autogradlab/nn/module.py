"""A module: parameters, buffers and other modules under one name, and a `forward` that computes with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, Self

from autogradlab.autograd import dtypes
from autogradlab.autograd.hooks import RemovableHandle
from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.rules import rules
from autogradlab.autograd.sentences import noted
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.conversion import asked_of_to
from autogradlab.ops.device import device, no_cuda

from .hooks import ModuleHooks
from .parameter import Parameter
from .registry import Registry
from .state import load_from_state_dict, load_state_dict, save_to_state_dict, state_dict

Grads = tuple[Tensor | None, ...]
Asked = dtypes.dtype | device | str | Tensor | bool | None  # of `to`


class Module(Registry):
    """The base of everything that is trained. Subclass it, call `super().__init__()`, assign parts, write `forward`.

    .training       True until `eval()`, and again after `train()`; Dropout and BatchNorm look at it
    """

    _version = 1  # of the state_dict's format, noted in its metadata

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._module_hooks is None:
            return self.forward(*args, **kwargs)
        return self._module_hooks.call(self, args, kwargs)

    def forward(self, *inputs: Any) -> Any:
        """What the module computes; each subclass defines its own."""
        raise noted(
            NotImplementedError(f'Module [{self._get_name()}] is missing the required "forward" function'),
            f"help: write `def forward(self, x):` inside class {self._get_name()}, indented like __init__",
        )

    # ---- traversal --------------------------------------------------------------------------------------------

    def named_modules(
        self, memo: set[Module] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """(name, module) for this module, whose name is `prefix`, and all below it, parents first."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, _joined(prefix, name), remove_duplicate)

    def modules(self, remove_duplicate: bool = True) -> Iterator[Module]:
        """This module and all below it, each once."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """(name, module) for the modules directly in this one, each once."""
        seen = {None}
        for name, module in self._modules.items():
            if module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Module]:
        """The modules directly in this one, each once."""
        for _, module in self.named_children():
            yield module

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """(name, parameter) for this module's parameters, then for those of the modules below it."""
        yield from self._named_members("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """All parameters, each once: a generator, which can be read only once."""
        for _, param in self.named_parameters(recurse=recurse):
            yield param

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """(name, buffer) for this module's buffers, then for those of the modules below it."""
        yield from self._named_members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """All buffers, each once."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def _named_members(self, registry, prefix, recurse, remove_duplicate):
        seen = set()
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for place, module in modules:
            for name, member in getattr(module, registry).items():
                if member is not None and id(member) not in seen:
                    if remove_duplicate:
                        seen.add(id(member))
                    yield _joined(place, name), member

    def get_submodule(self, target: str) -> Module:
        """The module at a path such as "encoder.0"; this one for "". Raises AttributeError if there is none."""
        module = self
        for name in target.split(".") if target != "" else ():
            module = module.__member(name, "_modules", "an nn.Module")
        return module

    def get_parameter(self, target: str) -> Parameter:
        """The parameter at a path such as "encoder.0.weight". Raises AttributeError if there is none."""
        return self._reached(target, "_parameters", "an nn.Parameter")

    def get_buffer(self, target: str) -> Tensor:
        """The buffer at a path such as "norm.running_mean". Raises AttributeError if there is none."""
        return self._reached(target, "_buffers", "a buffer")

    def _reached(self, target, registry, words):
        path, _, name = target.rpartition(".")
        return self.get_submodule(path).__member(name, registry, words)

    def __member(self, name, registry, words):
        if not hasattr(self, name):
            raise AttributeError(f"{self._get_name()} has no attribute `{name}`")
        if name not in getattr(self, registry) or registry == "_parameters" and self._parameters[name] is None:
            raise AttributeError(f"`{name}` is not {words}")
        return getattr(self, name)

    # ---- all parameters at once -------------------------------------------------------------------------------

    def apply(self, fn: Callable[[Module], Any]) -> Self:
        """Call `fn(module)` for every module, children before parents."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode: bool = True) -> Self:
        """Set `training` here and below; it changes Dropout and BatchNorm, not whether operations are recorded."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Self:
        """`train(False)`."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Set `requires_grad` of every parameter."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Clear the gradients: None, as in a new parameter, or zeros if `set_to_none` is False."""
        for param in self.parameters():
            rules.clear(param, set_to_none)

    def to(self, *args: Asked, **kwargs: Asked) -> Self:
        """Floats in another number type, here and below (a device may be named); parameters stay the same objects."""
        asked = asked_of_to(args, kwargs)
        if "copy" in asked:
            raise RuntimeError(".to() does not accept copy argument")
        kind = asked.get("dtype")
        if kind is None:
            return self._apply(lambda tensor: tensor)
        if not kind.is_floating_point:
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={kind}")
        return self._apply(_floats_as(kind))

    def cpu(self) -> Self:
        """The module itself, which is on the CPU already."""
        return self._apply(lambda tensor: tensor.cpu())

    def cuda(self, device: device | str | int | None = None) -> None:
        """Refused: there is no CUDA device."""
        no_cuda(device)

    def type(self, dst_type: dtypes.dtype | str) -> Self:
        """All parameters and buffers in another number type."""
        return self._apply(lambda tensor: tensor.type(dst_type))

    def half(self) -> Self:
        """Floats as float16."""
        return self._apply(_floats_as(dtypes.float16))

    def double(self) -> Self:
        """Floats as float64."""
        return self._apply(_floats_as(dtypes.float64))

    def float(self) -> Self:
        """Floats as float32."""
        return self._apply(_floats_as(dtypes.float32))

    def _apply(self, fn, recurse=True):
        """Replace the data of every parameter and gradient, and every buffer, by what `fn` returns for it."""
        for module in self.children() if recurse else ():
            module._apply(fn)
        with no_grad():
            for param in [param for param in self._parameters.values() if param is not None]:
                for tensor in (param, param.grad):
                    if tensor is not None:
                        tensor.data = fn(tensor.data)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    state_dict, load_state_dict = state_dict, load_state_dict
    _save_to_state_dict, _load_from_state_dict = save_to_state_dict, load_from_state_dict

    # ---- hooks ------------------------------------------------------------------------------------------------

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args)` before every forward; a result other than None replaces the arguments.

        prepend      run it before the hooks that are there already
        with_kwargs  call `hook(module, args, kwargs)`, which may return new (args, kwargs)
        """
        return self.__own_hooks().add("before", hook, prepend, with_kwargs)

    def register_forward_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args, output)` after every forward; a result other than None replaces the output.

        With `with_kwargs` it is called as `hook(module, args, kwargs, output)`.
        """
        return self.__own_hooks().add("after", hook, prepend, with_kwargs)

    def register_full_backward_pre_hook(
        self, hook: Callable[[Self, Grads], Grads | None], prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, grad_output)` before the module's backward; a tuple it returns replaces grad_output."""
        return self.__own_hooks().add("backward_before", hook, prepend)

    def register_full_backward_hook(
        self, hook: Callable[[Self, Grads, Grads], Grads | None], prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, grad_input, grad_output)` after its backward; a tuple it returns replaces grad_input."""
        return self.__own_hooks().add("backward_after", hook, prepend)

    def __own_hooks(self):
        self._module_hooks = self._module_hooks or ModuleHooks()
        return self._module_hooks

    # ---- printing ---------------------------------------------------------------------------------------------

    def extra_repr(self) -> str:
        """The text between the brackets when the module is printed; a subclass may show its settings here."""
        return ""

    def __repr__(self):
        settings = self.extra_repr().split("\n") if self.extra_repr() else []
        children = [f"({name}): {module!r}" for name, module in self._modules.items()]
        return bracketed(self._get_name(), settings, children)


for _part in Module.__mro__[:-1]:
    for _method in vars(_part).values():
        if isinstance(_method, FunctionType):  # Python's errors name the class that learners know
            _method.__qualname__ = f"Module.{_method.__name__}"


def bracketed(name: str, settings: list[str], children: list[str]) -> str:
    """`Linear(in_features=2)` on one line; children get one line each, indented by two spaces per level."""
    if len(settings) == 1 and not children:
        return f"{name}({settings[0]})"
    children = [child.replace("\n", "\n  ") for child in children]
    return f"{name}(" + "".join(f"\n  {line}" for line in settings + children) + ("\n)" if settings + children else ")")


def _joined(prefix, name):
    return prefix + ("." if prefix else "") + name


def _floats_as(kind):
    """What `_apply` is given to turn floats into another number type."""
    return lambda tensor: tensor.to(kind) if tensor.dtype.is_floating_point else tensor
