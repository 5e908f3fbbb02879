"""Containers: lists and dictionaries that register what they hold."""

from collections import OrderedDict

import pytest


@pytest.fixture
def row(ag, affine):
    """row(1, 2, 3): a Sequential of layers 1 to 2 and 2 to 3."""
    return lambda *sizes: ag.nn.Sequential(*(affine(n, m) for n, m in zip(sizes, sizes[1:])))


def outputs(modules):
    return [len(module.bias) for module in modules]


# ---- Sequential -----------------------------------------------------------------------------------------------------


def test_a_sequential_computes_one_after_the_other(ag, row):
    assert row(2, 3, 1)(ag.ones(1, 2)).tolist() == [[6.0]]
    assert ag.nn.Sequential()(5) == 5


def test_is_read_and_cut_as_a_list(ag, row):
    model = row(1, 2, 3, 4)
    assert len(model) == 3 and outputs(model) == [2, 3, 4]
    assert outputs([model[0], model[-1]]) == [2, 4]
    assert list(model[1:].state_dict()) == ["1.weight", "1.bias", "2.weight", "2.bias"]
    with pytest.raises(IndexError, match="index 3 is out of range"):
        model[3]


def test_is_changed_as_a_list(ag, row, affine):
    model = row(1, 2, 3)
    model.append(affine(3, 4)).extend([affine(4, 5)])
    del model[0]
    assert list(model._modules) == ["0", "1", "2"] and outputs(model) == [3, 4, 5]
    model.insert(0, affine(2, 2))
    model[1] = affine(2, 9)
    assert outputs([model.pop(-1)]) == [5] and outputs(model) == [2, 9, 4]
    del model[:2]
    assert outputs(model) == [4] and list(model._modules) == ["0"]


def test_adds_as_a_list(ag, row):
    model = row(1, 1) + row(1, 2)
    assert outputs(model) == [1, 2]
    model += row(2, 3)
    assert outputs(model) == [1, 2, 3] and len(list(model.parameters())) == 6


def test_takes_names_from_an_ordered_dict(ag, affine):
    model = ag.nn.Sequential(OrderedDict(first=affine(2, 3), out=affine(3, 1)))
    assert model.first is model[0] and list(model.state_dict())[0] == "first.weight"
    assert repr(model[1:]) == "Sequential(\n  (out): Affine(3 to 1)\n)"


@pytest.mark.parametrize("given", [5, [1]])
def test_refuses_what_is_no_module(ag, given):
    with pytest.raises(TypeError, match=f"{type(given).__name__} is not a Module subclass"):
        ag.nn.Sequential(given)


def test_a_class_in_place_of_a_module_is_called_by_its_name(ag):
    """The parentheses were forgotten: nn.ReLU for nn.ReLU()."""
    model = ag.nn.Sequential(ag.nn.ReLU())
    with pytest.raises(TypeError, match="^torch.nn.modules.activation.ReLU is not a Module subclass"):
        ag.nn.Sequential(ag.nn.ReLU)
    with pytest.raises(TypeError, match="^torch.nn.functional.relu is not a Module subclass"):
        ag.nn.Sequential(ag.nn.functional.relu)
    with pytest.raises(TypeError, match="cannot assign 'torch.nn.modules.activation.ReLU' as child module '0'"):
        model[0] = ag.nn.ReLU


def test_insert_gives_a_sequential_and_nothing_of_a_list(ag):
    model = ag.nn.Sequential(ag.nn.ReLU())
    assert model.insert(0, ag.nn.Tanh()) is model and repr(model[0]) == "Tanh()"
    assert ag.nn.ModuleList([ag.nn.ReLU()]).insert(0, ag.nn.Tanh()) is None


# ---- ModuleList and ModuleDict --------------------------------------------------------------------------------------


def test_a_module_list_registers_and_is_a_list(ag, affine):
    layers = ag.nn.ModuleList([affine(1, 1), affine(1, 2)])
    layers.append(affine(2, 3))
    layers += [affine(3, 4)]
    layers.insert(1, affine(1, 9))
    assert len(layers) == 5 and outputs(layers) == [1, 9, 2, 3, 4]
    assert outputs(layers[1:3]) == [9, 2] and outputs(layers + [affine(1, 7)])[-1] == 7
    del layers[1]
    assert list(layers._modules) == ["0", "1", "2", "3"] and len(list(layers.parameters())) == 8


def test_equal_neighbors_are_printed_once(ag, affine):
    layers = ag.nn.ModuleList([affine(1, 1), affine(1, 1), ag.nn.Sequential(affine(1, 2)), affine(1, 1)])
    assert (
        repr(layers)
        == """\
ModuleList(
  (0-1): 2 x Affine(1 to 1)
  (2): Sequential(
    (0): Affine(1 to 2)
  )
  (3): Affine(1 to 1)
)"""
    )
    assert repr(ag.nn.ModuleList()) == "ModuleList()"


def test_a_module_list_cannot_be_called(ag, affine):
    with pytest.raises(NotImplementedError, match=r'Module \[ModuleList\] is missing the required "forward" function'):
        ag.nn.ModuleList([affine(1, 1)])(3)
    with pytest.raises(TypeError, match="ModuleList.extend should be called with an iterable, but got Affine"):
        ag.nn.ModuleList(affine(1, 1))


def test_a_module_dict_registers_and_is_a_dict(ag, affine):
    layers = ag.nn.ModuleDict({"a": affine(1, 1)})
    layers["b"] = affine(1, 2)
    layers.update([("c", affine(1, 3))])
    assert list(layers) == list(layers.keys()) == ["a", "b", "c"] and "b" in layers and len(layers) == 3
    assert outputs(layers.values()) == [1, 2, 3] and dict(layers.items())["c"] is layers["c"]
    assert list(layers.state_dict())[0] == "a.weight"
    assert outputs([layers.pop("a")]) == [1] and not hasattr(layers, "a")
    del layers["b"]
    layers.clear()
    assert len(layers) == 0
    for action in (lambda: layers["z"], lambda: layers.pop("z")):
        with pytest.raises(KeyError, match="z"):
            action()
    with pytest.raises(KeyError, match="attribute 'keys' already exists"):
        layers["keys"] = affine(1, 1)


# ---- ParameterList and ParameterDict --------------------------------------------------------------------------------


def test_a_parameter_list_makes_parameters_of_tensors(ag):
    params = ag.nn.ParameterList([ag.nn.Parameter(ag.ones(2, 3)), ag.ones(2)])
    params.append(ag.tensor(1.0))
    params += [ag.zeros(1)]
    assert len(params) == 4 and all(isinstance(p, ag.nn.Parameter) for p in params)
    assert list(params.state_dict()) == ["0", "1", "2", "3"] and params[-1].tolist() == [0.0]
    assert (
        repr(params)
        == """\
ParameterList(
    (0): Parameter containing: [torch.float32 of size 2x3]
    (1): Parameter containing: [torch.float32 of size 2]
    (2): Parameter containing: [torch.float32 of size ]
    (3): Parameter containing: [torch.float32 of size 1]
)"""
    )
    params[0] = ag.zeros(1)
    assert params[0].tolist() == [0.0] and params[0].requires_grad
    with pytest.raises(IndexError, match="index 7 is out of range"):
        params[7]
    with pytest.raises((RuntimeError, NotImplementedError)):
        params(1)


def test_a_parameter_dict_makes_parameters_of_tensors(ag):
    params = ag.nn.ParameterDict({"b": ag.ones(2), "a": ag.ones(1)})
    params["c"] = ag.ones(3)
    assert list(params) == list(params.keys()) == ["a", "b", "c"] and params.get("z", 4) == 4
    assert [len(p) for p in params.values()] == [1, 2, 3] and dict(params.items())["a"] is params["a"]
    assert repr(params).splitlines()[1] == "    (a): Parameter containing: [torch.FloatTensor of size 1]"
    assert len(params.pop("a")) == 1 and "a" not in params and len(list(params.parameters())) == 2
    with pytest.raises(TypeError):
        params[3] = ag.ones(1)


def test_what_containers_hold_may_be_given_by_name(ag, affine):
    layer, p = affine(1, 1), ag.ones(1)
    assert list(ag.nn.ModuleList(modules=[layer]).append(module=layer).extend(modules=[layer])) == [layer] * 3
    assert list(ag.nn.ModuleDict(modules={"a": layer})) == ["a"]
    assert len(ag.nn.ParameterList(values=[p]).append(value=p).extend(values=[p])) == 3
    named = ag.nn.ParameterDict(parameters={"a": p})
    named.update(parameters={"b": p})
    assert list(named) == ["a", "b"]


def test_only_a_module_is_inserted_into_a_sequence(ag):
    row = ag.nn.Sequential(ag.nn.ReLU())
    with pytest.raises(AssertionError, match="module should be of type"):
        row.insert(0, [ag.nn.ReLU()])
    assert len(row) == 1
