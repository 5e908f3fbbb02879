"""The state of a module, taken out and put back."""

import pytest


def test_has_parameters_and_persistent_buffers_by_path(ag, net):
    assert list(net.state_dict()) == ["scale", "first.weight", "first.bias", "second.weight", "second.bias"]
    assert list(net.second.state_dict(prefix="p.")) == ["p.weight", "p.bias"]


def test_shares_memory_and_has_no_history(ag, net):
    kept = net.state_dict()
    assert not kept["first.bias"].requires_grad
    kept["first.bias"].fill_(5.0)
    assert net.first.bias.tolist() == [5.0, 5.0]
    assert net.state_dict(keep_vars=True)["first.bias"] is net.first.bias


def test_prints_as_pytorch_prints(ag, affine):
    assert repr(affine(1, 1).state_dict()) == repr(
        type(affine(1, 1).state_dict())([("weight", ag.ones(1, 1)), ("bias", ag.zeros(1))])
    )


def test_loading_copies_into_the_same_parameters(ag, net):
    bias = net.first.bias
    source = {name: tensor + 1 for name, tensor in net.state_dict().items()}
    assert repr(net.load_state_dict(source)) == "<All keys matched successfully>"
    assert net.first.bias is bias and bias.requires_grad and bias.tolist() == [1.0, 1.0]
    source["first.bias"].fill_(7.0)
    assert bias.tolist() == [1.0, 1.0]


def test_names_everything_that_does_not_fit(ag, net):
    given = {"first.weight": ag.ones(3, 2), "first.extra": ag.ones(1), "second.weight": [1.0], "x.y": 1, "u": 2}
    with pytest.raises(RuntimeError) as caught:
        net.load_state_dict(given)
    assert str(caught.value) == (
        "Error(s) in loading state_dict for Net:\n"
        '\tMissing key(s) in state_dict: "scale", "first.bias", "second.bias". \n'
        '\tUnexpected key(s) in state_dict: "x.y", "u", "first.extra". \n'
        "\tsize mismatch for first.weight: copying a param with shape torch.Size([3, 2]) from checkpoint, the shape in "
        "current model is torch.Size([2, 2]).\n"
        '\tWhile copying the parameter named "second.weight", expected torch.Tensor or Tensor-like object from '
        "checkpoint but received <class 'list'>"
    )


def test_what_fits_is_loaded_if_it_need_not_all_fit(ag, affine):
    module = affine(1, 1)
    keys = module.load_state_dict({"weight": ag.zeros(1, 1), "x": ag.ones(1)}, strict=False)
    assert (keys.missing_keys, keys.unexpected_keys) == (["bias"], ["x"])
    assert repr(keys) == "_IncompatibleKeys(missing_keys=['bias'], unexpected_keys=['x'])"
    assert module.weight.item() == 0.0
    with pytest.raises(RuntimeError, match="size mismatch for bias"):
        module.load_state_dict({"bias": ag.ones(2)}, strict=False)


def test_wants_a_dictionary(ag, net):
    with pytest.raises(TypeError, match="Expected state_dict to be dict-like, got <class 'int'>."):
        net.load_state_dict(5)


def test_a_module_may_keep_more_than_tensors(ag):
    class Counter(ag.nn.Module):
        count = 0

        def get_extra_state(self):
            return {"count": self.count}

        def set_extra_state(self, state):
            self.count = state["count"]

    one, other = ag.nn.Sequential(Counter()), ag.nn.Sequential(Counter())
    one[0].count = 3
    assert dict(one.state_dict()) == {"0._extra_state": {"count": 3}}
    other.load_state_dict(one.state_dict())
    assert other[0].count == 3
    with pytest.raises(RuntimeError, match='Missing key.s. in state_dict: "0._extra_state"'):
        other.load_state_dict({})


def test_a_dictionary_made_by_hand_need_not_count_batches(ag):
    norm = ag.nn.BatchNorm1d(1)
    own = norm.state_dict()
    by_hand = {name: own[name] for name in ("weight", "bias", "running_mean", "running_var")}
    assert repr(norm.load_state_dict(by_hand)) == "<All keys matched successfully>"
    del own["num_batches_tracked"]
    with pytest.raises(RuntimeError, match='Missing key.s. in state_dict: "num_batches_tracked". $'):
        norm.load_state_dict(own)


def test_a_norm_that_the_state_knows_nothing_of_lacks_no_count_of_batches(ag):
    plain = ag.nn.Sequential(ag.nn.Linear(1, 2)).state_dict()
    normed = ag.nn.Sequential(ag.nn.Linear(1, 2), ag.nn.BatchNorm1d(2))
    missing, _ = normed.load_state_dict(plain, strict=False)
    assert missing == ["1.weight", "1.bias", "1.running_mean", "1.running_var"]
    known = normed.state_dict()
    del known["1.num_batches_tracked"]
    assert normed.load_state_dict(known, strict=False).missing_keys == ["1.num_batches_tracked"]


def test_a_module_may_say_itself_what_is_saved_and_loaded(ag, affine):
    class Renamed(affine):
        def _save_to_state_dict(self, destination, prefix, keep_vars):
            super()._save_to_state_dict(destination, prefix, keep_vars)
            destination[prefix + "w"] = destination.pop(prefix + "weight")

        def _load_from_state_dict(self, state_dict, prefix, local_metadata, *others):
            seen.append((prefix, local_metadata.get("version")))
            state_dict[prefix + "weight"] = state_dict.pop(prefix + "w")
            super()._load_from_state_dict(state_dict, prefix, local_metadata, *others)

    seen, model = [], ag.nn.Sequential(Renamed(1, 1))
    saved = model.state_dict()
    assert list(saved) == ["0.bias", "0.w"]
    model[0].weight.data.zero_()
    saved["0.w"] = ag.ones(1, 1)
    assert repr(model.load_state_dict(saved)) == "<All keys matched successfully>"
    assert model[0].weight.item() == 1.0 and list(saved) == ["0.bias", "0.w"] and seen == [("0.", 1)]
