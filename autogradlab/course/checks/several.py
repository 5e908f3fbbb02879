"""Several checks in one cell: their cards, one below the other, in the order in which they were asked for."""

from collections.abc import Sequence

import ipywidgets


class Cards(Sequence):
    """Cards that show themselves together; an entry without a card, such as the sentence on an unknown id, as HTML.

    Not a list: IPython writes a list into the saved notebook by its repr, which holds verdicts.
    """

    def __init__(self, cards):
        self._cards = list(cards)

    def __getitem__(self, place):
        return self._cards[place]

    def __len__(self) -> int:
        return len(self._cards)

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self))

    def _repr_mimebundle_(self, **arguments):
        shown = ipywidgets.VBox([_widget(entry) for entry in self])
        texts = [entry._repr_mimebundle_()["text/plain"] for entry in self]
        return {**shown._repr_mimebundle_(**arguments), "text/plain": "\n\n".join(texts)}


def _widget(entry):
    if hasattr(entry, "widget"):
        return entry.widget
    return ipywidgets.HTML(entry._repr_mimebundle_()["text/html"])
