"""The errors that everybody meets: from the message to the line, the smallest fix, and the popular fix that fails.

`card_for(error)` finds the card of an exception, a warning or a text; `CARDS["E1"]` is one by its id.
"""

import re

from autogradlab.course.error_cards import graphs, tensors, training
from autogradlab.course.error_cards.card import ErrorCard

_EVERY = (*graphs.CARDS, *tensors.CARDS, *training.CARDS)
CARDS = {card.id: card for card in sorted(_EVERY, key=lambda card: int(card.id[1:]))}

__all__ = ["CARDS", "ErrorCard", "card_for"]


def card_for(error) -> ErrorCard | None:
    """The card of an exception, a warning, or the text of one, found by its phrase; None for an error without a card.

    An id, such as "E10", works too, because not every trouble has a message.
    """
    text = _text_of(error)
    if text.strip().upper() in CARDS:
        return CARDS[text.strip().upper()]
    return next((card for card in CARDS.values() if any(re.search(phrase, text) for phrase in card.phrases)), None)


def _text_of(error) -> str:
    """The text to search: the names of an error's classes, then its message."""
    if isinstance(error, str):
        return error
    names = " ".join(each.__name__ for each in type(error).__mro__)
    message = getattr(error, "message", error)  # `warnings.catch_warnings` wraps each warning that it records
    try:
        return f"{names}: {message}"
    except Exception:
        return names
