"""Reading data in batches, in PyTorch's order for every seed."""

from collections import namedtuple

import numpy as np
import pytest

Pair = namedtuple("Pair", "x y")


@pytest.fixture
def data(ag):
    return ag.utils.data


@pytest.fixture
def squares(ag, data):
    """squares(n): samples (tensor of i², i)."""

    class Squares(data.Dataset):
        def __init__(self, n):
            self.n = n

        def __len__(self):
            return self.n

        def __getitem__(self, i):
            return ag.tensor([i * i * 1.0]), i

    return Squares


def numbers(loader):
    return [batch[1].tolist() for batch in loader]


# ---- the loader -----------------------------------------------------------------------------------------------------


def test_batches_are_stacked_samples(ag, data, squares):
    x, y = list(data.DataLoader(squares(5), batch_size=2))[1]
    assert x.tolist() == [[4.0], [9.0]] and y.tolist() == [2, 3] and y.dtype == ag.int64


@pytest.mark.parametrize(("settings", "length"), [({}, 3), ({"drop_last": True}, 2)])
def test_the_last_batch_may_be_short(data, squares, settings, length):
    loader = data.DataLoader(squares(5), batch_size=2, **settings)
    assert len(loader) == len(list(loader)) == length


def test_shuffles_as_pytorch_shuffled(ag, data, squares):
    loader = data.DataLoader(squares(6), batch_size=4, shuffle=True)
    ag.manual_seed(0)
    assert numbers(loader) == [[0, 4, 3, 5], [2, 1]]
    assert numbers(loader) == [[2, 3, 1, 5], [4, 0]]
    assert ag.rand(1).item() == pytest.approx(0.455627977848053)


def test_a_pass_draws_from_the_shared_stream_even_unshuffled(ag, data, squares):
    ag.manual_seed(0)
    list(data.DataLoader(squares(2)))
    after = ag.rand(1).item()
    ag.manual_seed(0)
    assert after != ag.rand(1).item()


def test_a_generator_of_its_own_leaves_the_shared_stream_alone(ag, data, squares):
    ag.manual_seed(0)
    first = ag.rand(1).item()
    ag.manual_seed(0)
    generator = ag.Generator().manual_seed(5)
    loader = data.DataLoader(squares(6), batch_size=3, shuffle=True, generator=generator)
    assert sorted(sum(numbers(loader), [])) == list(range(6))
    assert ag.rand(1).item() == first


def test_samplers_say_the_order(data, squares):
    assert numbers(data.DataLoader(squares(9), batch_size=2, sampler=[4, 2, 7])) == [[4, 2], [7]]
    assert numbers(data.DataLoader(squares(9), batch_sampler=[[4], [2, 7]])) == [[4], [2, 7]]
    assert list(data.DataLoader(squares(3), 2, collate_fn=len)) == [2, 1]


def test_collates_what_samples_are_made_of(ag, data):
    collate = data.default_collate
    assert collate([1.0, 2.0]).dtype == ag.float64 and collate([True, False]).dtype == ag.bool
    assert collate([np.float32(1), np.float32(2)]).dtype == ag.float32
    assert collate([np.ones(2), np.zeros(2)]).tolist() == [[1.0, 1.0], [0.0, 0.0]]
    assert collate([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}])["a"].tolist() == [1, 2]
    assert [column.tolist() for column in collate([[1, 2], [3, 4]])] == [[1, 3], [2, 4]]
    assert collate([Pair(1, 2), Pair(3, 4)]).x.tolist() == [1, 3] and collate(["a", "b"]) == ["a", "b"]
    with pytest.raises(TypeError, match="default_collate: batch must contain tensors, numpy arrays, numbers"):
        collate([object()])
    with pytest.raises(TypeError, match="numbers, dicts or lists; found <U1$"):
        collate([np.array("a")])
    with pytest.raises(RuntimeError, match="each element in list of batch should be of equal size"):
        collate([[1], [1, 2]])


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"batch_size": 0}, "batch_size should be a positive integer value, but got batch_size=0"),
        ({"shuffle": True, "sampler": [1]}, "sampler option is mutually exclusive with shuffle"),
        (
            {"batch_size": 2, "batch_sampler": [[1]]},
            "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last",
        ),
        ({"persistent_workers": True}, "persistent_workers option needs num_workers > 0"),
        (
            {"num_workers": -1},
            "num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.",
        ),
    ],
)
def test_refuses_settings_in_pytorchs_words(data, squares, settings, expected):
    with pytest.raises(ValueError) as refusal:
        data.DataLoader(squares(3), **settings)
    assert str(refusal.value) == expected


# ---- data sets ------------------------------------------------------------------------------------------------------


def test_tensors_become_samples(ag, data):
    dataset = data.TensorDataset(ag.tensor([[1.0], [2.0]]), ag.tensor([0, 1]))
    assert len(dataset) == 2 and [part.tolist() for part in dataset[1]] == [[2.0], 1]
    with pytest.raises(AssertionError, match="Size mismatch between tensors"):
        data.TensorDataset(ag.ones(2), ag.ones(3))


def test_data_sets_can_be_cut(data, squares):
    part = data.Subset(squares(5), [4, 0])
    assert len(part) == 2 and [part[i][1] for i in (0, 1)] == [4, 0]


def test_data_sets_are_put_one_after_the_other(data, squares):
    both = squares(3) + squares(2)
    assert type(both) is data.ConcatDataset and both.cumulative_sizes == [3, 5]
    assert numbers(data.DataLoader(both, batch_size=4)) == [[0, 1, 2, 0], [1]]
    assert [both[i][1] for i in (-1, -5, 2, 3)] == [1, 0, 2, 0]
    with pytest.raises(ValueError, match="absolute value of index should not exceed dataset length"):
        both[-6]
    with pytest.raises(AssertionError, match="datasets should not be an empty iterable"):
        data.ConcatDataset([])


def test_annotations_may_say_what_a_data_set_holds(ag, data):
    class Ones(data.Dataset[tuple[ag.Tensor, int]]):
        def __len__(self):
            return 2

        def __getitem__(self, index):
            return ag.ones(2), index

    def read(loader: data.DataLoader[int]):
        return numbers(loader)

    assert read(data.DataLoader(Ones())) == [[0], [1]] and isinstance(Ones(), data.Dataset)


def test_random_splits_are_pytorchs(ag, data, squares):
    parts = data.random_split(squares(10), [7, 3], generator=ag.Generator().manual_seed(42))
    assert [part.indices for part in parts] == [[2, 6, 1, 8, 4, 5, 0], [9, 3, 7]]
    assert [len(part) for part in data.random_split(squares(10), [0.55, 0.25, 0.2])] == [6, 2, 2]
    with pytest.raises(ValueError, match="Sum of input lengths does not equal the length of the input dataset!"):
        data.random_split(squares(10), [7, 4])


def test_random_samplers_draw_what_pytorch_draws():
    torch = pytest.importorskip("torch")
    import autogradlab

    drawn = []
    for ag in (autogradlab, torch):
        ag.manual_seed(3)
        sampler = ag.utils.data.RandomSampler(range(6))
        drawn.append((len(sampler), list(sampler), list(sampler), ag.rand(1).item()))
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("tracked", [False, True])
def test_tensors_read_at_once_are_the_samples_stacked(ag, data, tracked):
    dataset = data.TensorDataset(
        ag.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], requires_grad=tracked), ag.tensor([0, 1, 2])
    )
    subset = data.Subset(dataset, [2, 0])
    for read in (dataset, subset):
        (batch,) = data.DataLoader(read, batch_sampler=[(1, 0)])
        stacked = data.default_collate([read[1], read[0]])
        assert type(batch) is list and [part.tolist() for part in batch] == [part.tolist() for part in stacked]
        assert batch[0].requires_grad == tracked
