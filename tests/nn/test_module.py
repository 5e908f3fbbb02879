"""Modules: what is assigned registers itself, and everything below a module can be reached from it."""

import copy

import pytest


def names(pairs):
    return [name for name, _ in pairs]


def sentence(error, action):
    with pytest.raises(error) as caught:
        action()
    return str(caught.value)


# ---- registering ----------------------------------------------------------------------------------------------------


def test_what_is_assigned_registers_itself(ag, net):
    assert names(net.named_parameters()) == ["first.weight", "first.bias", "second.weight", "second.bias"]
    assert names(net.named_parameters(prefix="net", recurse=False)) == []
    assert names(net.named_buffers(prefix="net")) == ["net.scale", "net.scratch"]
    assert names(net.named_children()) == ["first", "second"]
    assert names(net.named_modules()) == ["", "first", "second"]
    assert len(list(net.parameters())) == 4 and len(list(net.buffers())) == 2
    assert [type(module).__name__ for module in net.modules()] == ["Net", "Affine", "Affine"]
    assert list(net.children()) == [net.first, net.second]


def test_a_plain_list_registers_nothing(ag, affine):
    module = ag.nn.Module()
    module.layers = [affine(1, 1)]
    assert list(module.parameters()) == []


def test_what_is_shared_counts_once(ag, net):
    net.again = net.first
    assert names(net.named_parameters()) == ["first.weight", "first.bias", "second.weight", "second.bias"]
    assert "again.weight" in names(net.named_parameters(remove_duplicate=False))
    assert "again.weight" in net.state_dict()


def test_assigning_again_changes_the_place(ag, affine):
    module = ag.nn.Module()
    module.x = ag.ones(2)
    module.x = ag.nn.Parameter(ag.ones(1))
    assert (list(module._parameters), list(module._modules)) == (["x"], [])
    del module.x
    module.x = affine(1, 1)
    module.x = ag.nn.Parameter(ag.zeros(1))
    assert (list(module._parameters), list(module._modules)) == (["x"], [])
    assert module.x.tolist() == [0.0]
    module.x = None
    assert module.x is None and list(module.parameters()) == [] and module._parameters == {"x": None}


def test_a_buffer_stays_one_when_a_tensor_is_assigned(ag, net):
    net.scale = ag.zeros(2)
    net.scratch = ag.ones(1)
    assert net._buffers["scale"] is net.scale
    assert list(net.state_dict())[:1] == ["scale"] and "scratch" not in net.state_dict()


def test_deleting_takes_a_name_out_everywhere(ag, net):
    del net.first, net.scale
    assert names(net.named_children()) == ["second"] and names(net.named_buffers()) == ["scratch"]
    assert sentence(AttributeError, lambda: net.first) == "'Net' object has no attribute 'first'"
    assert sentence(AttributeError, lambda: delattr(net, "first")) == "'Net' object has no attribute 'first'"


def test_a_registry_may_be_written_by_hand(ag, affine):
    module = ag.nn.Module()
    layer = module._modules["layer"] = affine(1, 1)
    assert module.layer is layer and list(module.children()) == [layer]


def test_dir_lists_what_can_be_reached(ag, net):
    assert {"first", "scale", "training", "parameters"} <= set(dir(net))
    assert not any(name[0].isdigit() for name in dir(ag.nn.Sequential(net)))


@pytest.mark.parametrize(
    ("error", "expected", "action"),
    [
        (
            TypeError,
            "cannot assign 'int' as child module 'first' (torch.nn.Module or None expected)",
            lambda ag, net: setattr(net, "first", 5),
        ),
        (
            TypeError,
            "cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)",
            lambda ag, net: setattr(net.first, "weight", ag.ones(1)),
        ),
        (
            TypeError,
            "cannot assign 'str' as buffer 'scale' (torch.nn.Buffer, torch.Tensor or None expected)",
            lambda ag, net: setattr(net, "scale", "x"),
        ),
        (
            TypeError,
            "cannot assign 'torch.DoubleTensor' object to parameter 'w' (torch.nn.Parameter or None required)",
            lambda ag, net: net.register_parameter("w", ag.ones(1).double()),
        ),
        (
            TypeError,
            "cannot assign 'int' object to buffer 'w' (torch Tensor or None required)",
            lambda ag, net: net.register_buffer("w", 3),
        ),
        (TypeError, "int is not a Module subclass", lambda ag, net: net.add_module("w", 3)),
        (TypeError, "module name should be a string. Got int", lambda ag, net: net.register_module(3, net.first)),
        (KeyError, "'parameter name can\\'t contain \".\"'", lambda ag, net: net.register_parameter("a.b", None)),
        (KeyError, "'module name can\\'t contain \".\", got: a.b'", lambda ag, net: net.add_module("a.b", None)),
        (KeyError, "'buffer name can\\'t be empty string \"\"'", lambda ag, net: net.register_buffer("", None)),
        (KeyError, "\"attribute 'forward' already exists\"", lambda ag, net: net.register_buffer("forward", None)),
        (
            ValueError,
            "Cannot assign non-leaf Tensor to parameter 'w'. Model parameters must be created explicitly. To "
            "express 'w' as a function of another Tensor, compute the value in the forward() method.",
            lambda ag, net: net.register_parameter("w", not_a_leaf(ag)),
        ),
        (TypeError, "Module.__init__() takes 1 positional argument but 2 were given", lambda ag, net: ag.nn.Module(3)),
        (TypeError, "Module.__init__() got an unexpected keyword argument 'n'", lambda ag, net: ag.nn.Module(n=3)),
        (
            NotImplementedError,
            'Module [Module] is missing the required "forward" function',
            lambda ag, net: ag.nn.Module()(1),
        ),
        (ValueError, "training mode is expected to be boolean", lambda ag, net: net.train(1)),
        (AttributeError, "Net has no attribute `third`", lambda ag, net: net.get_submodule("third.x")),
        (AttributeError, "`scale` is not an nn.Module", lambda ag, net: net.get_submodule("scale")),
        (AttributeError, "`scale` is not an nn.Parameter", lambda ag, net: net.get_parameter("scale")),
        (AttributeError, "`weight` is not a buffer", lambda ag, net: net.get_buffer("first.weight")),
        (
            TypeError,
            "nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=torch.int64",
            lambda ag, net: net.to(ag.int64),
        ),
    ],
)
def test_refuses_in_pytorchs_words(ag, net, error, expected, action):
    assert sentence(error, lambda: action(ag, net)) == expected


def test_stays_on_the_cpu(ag, net, no_cuda_build):
    assert sentence(AssertionError, lambda: net.to("cuda")) == "Torch not compiled with CUDA enabled"


def not_a_leaf(ag):
    p = ag.nn.Parameter(ag.ones(1))
    with ag.no_grad():
        p.requires_grad_(False)
    p.mul_(ag.ones(1).requires_grad_())
    return p


@pytest.mark.parametrize(
    ("thing", "value"), [("module", lambda ag: ag.nn.Module()), ("parameters", lambda ag: ag.nn.Parameter(ag.ones(1)))]
)
def test_init_comes_first(ag, thing, value):
    class Forgetful(ag.nn.Module):
        def __init__(self):
            self.x = value(ag)

    assert sentence(AttributeError, Forgetful) == f"cannot assign {thing} before Module.__init__() call"


def test_paths_lead_to_what_is_below(ag, net):
    assert net.get_submodule("first") is net.first and net.get_submodule("") is net
    assert net.get_parameter("second.bias") is net.second.bias
    assert net.get_buffer("scale") is net.scale


# ---- all at once ----------------------------------------------------------------------------------------------------


def test_apply_goes_from_the_children_to_the_parent(ag, net):
    seen = []
    assert net.apply(lambda module: seen.append(type(module).__name__)) is net
    assert seen == ["Affine", "Affine", "Net"]


def test_train_and_eval_reach_everything_below(ag, net):
    assert net.training and net.eval() is net
    assert not any(module.training for module in net.modules())
    assert net.train().first.training


def test_eval_keeps_the_graph(ag, net):
    assert net.eval()(ag.ones(1, 2)).requires_grad


def test_zero_grad_forgets_or_fills(ag, net):
    net(ag.ones(1, 2)).sum().backward()
    kept = net.first.weight.grad
    net.zero_grad(set_to_none=False)
    assert net.first.weight.grad is kept and kept.tolist() == [[0.0, 0.0], [0.0, 0.0]]
    net.zero_grad()
    assert all(p.grad is None for p in net.parameters())


def test_requires_grad_can_be_set_in_parts(ag, net):
    net.requires_grad_(False)
    net.second.requires_grad_()
    assert [name for name, p in net.named_parameters() if p.requires_grad] == ["second.weight", "second.bias"]


def test_another_number_type_keeps_the_parameters_themselves(ag, net):
    net.register_buffer("count", ag.tensor(0))
    weight = net.first.weight
    net(ag.ones(1, 2)).sum().backward()
    assert net.double() is net and net.first.weight is weight
    assert weight.dtype == weight.grad.dtype == net.scale.dtype == ag.float64 and net.count.dtype == ag.int64
    assert net.to("cpu", ag.float32).first.bias.dtype == ag.float32
    assert net.to(ag.ones(1).double()).to(device="cpu").first.bias.dtype == ag.float64
    assert net.float()(ag.ones(1, 2)).dtype == ag.float32


def test_a_deep_copy_is_a_module_of_its_own(ag, net):
    twin = copy.deepcopy(net)
    with ag.no_grad():
        twin.first.weight.add_(1)
    assert net.first.weight.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert twin.get_parameter("first.weight") is twin._modules["first"]._parameters["weight"]
    assert twin(ag.ones(1, 2)).tolist() == [[8.0]]


# ---- how it looks ---------------------------------------------------------------------------------------------------


def test_prints_as_pytorch_prints(ag, net, affine):
    net.third = ag.nn.Sequential(affine(1, 1))
    assert (
        repr(net)
        == """\
Net(
  (first): Affine(2 to 2)
  (second): Affine(2 to 1)
  (third): Sequential(
    (0): Affine(1 to 1)
  )
)"""
    )
    assert repr(ag.nn.Module()) == "Module()"


def test_settings_of_several_lines_stand_one_below_the_other(ag, affine):
    class Chatty(ag.nn.Module):
        def extra_repr(self):
            return "one\ntwo"

    module = Chatty()
    assert repr(module) == "Chatty(\n  one\n  two\n)"
    module.layer = affine(1, 1)
    assert repr(module) == "Chatty(\n  one\n  two\n  (layer): Affine(1 to 1)\n)"
