"""Wrong machines: the engine with one rule replaced, a context manager for each misconception that can be executed.

    with storage.overwritten():         # inside, each backward() replaces `.grad`
        ...

By family: storage, update, rebinding, graph, branches, reconnected, lifetime, inplace, modes, arithmetic, batches,
extension, memory. They nest, and after the block everything is as before. Their shared code is in `patching` (replacing
one name), `operations` (inputs and results of operations) and `program` (the learner's program that is running).
"""
