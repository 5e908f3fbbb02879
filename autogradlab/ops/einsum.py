"""Sums of products, written with a letter for each dimension: `einsum("ij,jk->ik", a, b)` is a matrix product.

The operands are multiplied pair by pair, as in PyTorch, as batches of matrices: letters that both have and that are
needed later index the batch, letters of one operand alone index its rows or columns, and the others are summed.
"""

from math import prod

from autogradlab.autograd.wrong_type import wrong_type

from .arguments import check_each
from .register import named


@named("einsum", method=False)
def einsum(equation, *operands):
    """The product of the operands, summed over every letter that is not in the output.

    `...` stands for dimensions without letters. Without `->` the output has the letters that appear once, sorted.
    """
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    if not isinstance(equation, str):
        raise wrong_type("einsum", "equation", 1, "str", equation)
    if not operands:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand and its "
            "subscripts list"
        )
    check_each(operands, argument=1)
    _check_characters(equation)
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(operands):
        raise RuntimeError(
            f"einsum(): {'more' if len(operands) > len(terms) else 'fewer'} operands were provided than "
            "specified in the equation"
        )
    terms = [_letters(term, x.ndim, i) for i, (term, x) in enumerate(zip(terms, operands))]
    sizes = _sizes(terms, operands)
    output = _output(output, sizes) if arrow else _implied(terms)
    (result, letters), *others = map(_without_repeats, operands, terms)
    for x, term in others:
        terms.pop(0)
        later = [*output, *dict.fromkeys(letter for other in terms[1:] for letter in other if letter not in output)]
        result, letters = _product(result, letters, x, term, later, sizes)
    alone = [letter for letter in letters if letter not in output]
    if letters != [*output, *alone] or not others and not alone:  # what changes nothing is a view all the same
        result = _permuted(result, letters, [*output, *alone])
        result = result.view(tuple(result.shape)) if others else result
    return result.sum(tuple(range(len(output), result.ndim))) if alone else result


# ---- letters --------------------------------------------------------------------------------------------------


def _check_characters(equation):
    arrow = equation.find("->")
    for i, character in enumerate(equation):
        letter = character.isascii() and character.isalpha()
        if not (letter or character in " ,." or arrow >= 0 and i - arrow in (0, 1)):
            raise RuntimeError(
                f"einsum(): invalid subscript given at index {i} in the equation string, subscripts must be in [a-zA-Z]"
            )


def _letters(term, ndim, i):
    """The letter of each dimension of operand `i`; dimensions under `...` get numbers, the last one -1."""
    head, dots, tail = term.partition("...")
    if "." in head + tail:
        raise RuntimeError(f"einsum(): found '.' for operand {i} that is not part of any ellipsis")
    n = len(head) + len(tail)
    if n > ndim or (n < ndim and not dots):
        relation, rest = ("is more than", "") if dots else ("does not match", " and no ellipsis was given")
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({n}) {relation} the number of "
            f"dimensions ({ndim}) for operand {i}{rest}"
        )
    return [*head, *range(n - ndim, 0), *tail]


def _sizes(terms, operands):
    """The size of each letter. Raises RuntimeError where sizes differ, unless one is 1 and in another operand."""
    sizes = {}
    for i, (term, x) in enumerate(zip(terms, operands)):
        own = dict(zip(reversed(term), reversed(x.shape)))  # the size at a letter's first place
        for letter, size in zip(term, x.shape):
            if own[letter] != size:
                raise RuntimeError(
                    f"einsum(): subscript {letter} is repeated for operand {i} but the sizes don't match, {size} != "
                    f"{own[letter]}"
                )
            seen = sizes.get(letter, 1)
            if seen != 1 and size not in (1, seen):
                raise RuntimeError(
                    f"einsum(): subscript {letter} has size {size} for operand {i} which does not "
                    f"broadcast with previously seen size {seen}"
                )
            sizes[letter] = size if seen == 1 else seen
    return sizes


def _output(text, known):
    head, _, tail = text.partition("...")
    for letter in head + tail:
        if letter not in known:
            raise RuntimeError(
                f"einsum(): output subscript {letter} does not appear in the equation for any input operand"
            )
        if text.count(letter) > 1:
            raise RuntimeError(f"einsum(): output subscript {letter} appears more than once in the output")
    return [*head, *(_numbers(known) if "..." in text else ()), *tail]


def _implied(terms):
    letters = sum(terms, [])
    return [*_numbers(letters), *sorted(x for x in letters if isinstance(x, str) and letters.count(x) == 1)]


def _numbers(letters):
    return sorted({letter for letter in letters if isinstance(letter, int)})


# ---- operands -------------------------------------------------------------------------------------------------


def _without_repeats(x, letters):
    """The operand and its letters, with the diagonal taken where a letter appears twice."""
    for letter in dict.fromkeys(letters):
        while letters.count(letter) > 1:
            first = letters.index(letter)
            second = letters.index(letter, first + 1)
            x = x.diagonal(0, first, second)
            letters = [other for i, other in enumerate(letters) if i not in (first, second)] + [letter]
    return x, letters


def _product(a, a_letters, b, b_letters, later, sizes):
    """The product of two operands, summed over the letters that are not needed `later`, and its letters."""
    a, a_letters = _summed(a, a_letters, [*later, *b_letters])
    b, b_letters = _summed(b, b_letters, [*later, *a_letters])
    both = [letter for letter in a_letters if letter in b_letters]
    batch, summed = [x for x in both if x in later], [x for x in both if x not in later]
    if not summed:
        letters = [letter for letter in later if letter in a_letters or letter in b_letters]
        return _aligned(a, a_letters, letters) * _aligned(b, b_letters, letters), letters
    rows, columns = [x for x in a_letters if x not in both], [x for x in b_letters if x not in both]
    product = _matrices(a, a_letters, batch, rows, summed, sizes).bmm(
        _matrices(b, b_letters, batch, summed, columns, sizes)
    )
    letters = [*batch, *rows, *columns]
    return product.reshape(tuple([sizes[letter] for letter in letters])), letters


def _summed(x, letters, needed):
    dims = tuple([i for i, letter in enumerate(letters) if letter not in needed])
    return (x.sum(dims), [letter for letter in letters if letter in needed]) if dims else (x, letters)


def _permuted(x, letters, order):
    return x.permute([letters.index(letter) for letter in order])


def _aligned(x, letters, order):
    """`x` with its dimensions in the given order, and with size 1 for letters that it lacks."""
    x = _permuted(x, letters, [letter for letter in order if letter in letters])
    for i, letter in enumerate(order):
        x = x if letter in letters else x.unsqueeze(i)
    return x


def _matrices(x, letters, batch, rows, columns, sizes):
    """`x` as a batch of matrices: three dimensions, one each for the letters of `batch`, `rows` and `columns`."""
    order = [*batch, *rows, *columns]
    shape = [sizes[letter] for letter in order]
    x = _permuted(x, letters, order)
    x = x if list(x.shape) == shape else x.expand(shape)
    ends = len(batch), len(batch) + len(rows), len(order)
    return x.reshape(tuple([prod(shape[start:end]) for start, end in zip((0, *ends), ends)]))
