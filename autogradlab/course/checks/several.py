"""Several checks in one cell: their cards, one below the other, in the order in which they were asked for."""

import ipywidgets


class Cards(list):
    """A list of cards that shows all of them; what has no card, such as the sentence on an unknown id, as text."""

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
