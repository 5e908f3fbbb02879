"""The playground: any expression of a few inputs, a slider for each, every value and gradient live, and the stepper."""

from math import floor, inf, log10
from operator import gt

import ipywidgets as widgets

from autogradlab.draw.numbers import written

from ..parts.allowed import Range
from ..parts.control import WIDE, Control
from ..parts.mover import Mover, marked_code
from ..stepper import words as stepper_words
from ..stepper.form import Form
from ..stepper.layout import plan
from ..stepper.picture import StepPicture
from ..stepper.player import Player
from ..stepper.story import Story
from .read import parsed
from .run import compute

_ROOM = 4  # the least room for a number, in characters; once one outgrows its room, everything is laid out anew


class Playground(Mover):
    """Type an expression, move its inputs, and see each value and gradient; step through backward below the graph.

    expression   names, numbers, + - * / **, brackets, and exp log sin cos tanh sigmoid relu abs sqrt maximum minimum
    values       what the inputs start with; a name without a value starts with 1

    Read or set `expression`, `step`, and each input by `set(w=2.5)`; read `values`, `result`, `grads` and `problem`,
    what is wrong with the text typed last, or None. Raises ValueError with a `help:` line for what cannot be used.
    >>> playground = Playground("(w*x - y)**2", w=3., x=2., y=5.)
    >>> playground.result, playground.grads["w"]
    (1.0, 4.0)
    """

    def __init__(self, expression="(w*x + b - y)**2", /, **values):
        self.problem, self._controls, self._laid_out, self._room = None, {}, None, []
        self._given = {name: _checked(name, value) for name, value in values.items()}
        self._field = widgets.Text(description="expression", continuous_update=False, **WIDE)
        self._field.add_class("agl-expression")
        self._told, self._sliders, self._player = widgets.HTML(), widgets.VBox(), Player(1)
        self._told.add_class("agl-problem")
        self._sliders.add_class("agl-inputs")
        super().__init__(self._player)
        parts = list(self.box.children)
        self.box.children = (parts[0], self._field, self._told, self._sliders, *parts[1:])
        self._player.on_change(self._show)
        self._field.observe(lambda change: self._typed(), "value")
        self.expression = expression

    @property
    def expression(self):
        return self._expression

    @expression.setter
    def expression(self, expression):
        tree, names = parsed(expression)
        found = self._computed(tree, names)
        self._expression, self._tree, self._names, self.problem = expression, tree, names, None
        self._sliders.children = [self._control(name).box for name in names]
        self._follow(*found, at_end=True)
        self._field.value = expression

    step = property(lambda self: self._player.step, lambda self, step: setattr(self._player, "step", step))
    count = property(lambda self: self.story.count)

    @property
    def values(self):
        return {name: self._control(name).value for name in self._names}

    def set(self, **values):
        """Move inputs, as their sliders do."""
        for name, value in values.items():
            if name not in self._names:
                raise ValueError(
                    f"`{name}` is not in the expression {self.expression}\n"
                    f"  help: its inputs are {', '.join(self._names)}"
                )
            self._control(name).value = value

    # ---- what happens after a change --------------------------------------------------------------------------

    def _typed(self):
        """The learner has typed something: follow it, or say what is wrong and leave all else as it is."""
        if self._field.value == self._expression:
            self.problem = None
            return self._show()
        try:
            self.expression = self._field.value
        except ValueError as problem:
            self.problem = str(problem)
            self._show()

    def _moved(self):
        self._follow(*self._computed(self._tree, self._names, like=self.story))

    def _computed(self, tree, names, like=None):
        """(result, the Story of its backward pass); `like` is a Story of the same expression."""
        result, leaves, made = compute(tree, {name: self._control(name).value for name in names})
        return result.item(), Story(result, {"result": result} | leaves, made, like)

    def _follow(self, result, story, at_end=False):
        end = at_end or self.step == self._player.count
        grads = {moment.name: moment.after.entries for moment in story.moments if moment.is_leaf}
        self.result, self.grads, self.story = result, {name: grads[name] for name in self._names}, story
        self._drawing = StepPicture(story, self._form_for(story))
        self._player.restart(story.count, story.count if end else min(self.step, story.count))
        self._show()

    def _form_for(self, story):
        """The Form for a Story. Its layout is kept while the expression stays and numbers have room: nothing jumps."""
        lengths, odd = [len(text) for text in _numbers(story)], _odd(story)
        if self._laid_out != self._expression or any(map(gt, lengths, self._room)):
            self._room, self._laid_out = [max(_ROOM, length) for length in lengths], self._expression
            self._form, self._odd = Form(story, plan(story, lambda text: text.ljust(_ROOM, "0"))), odd
        elif self._odd != odd:
            self._form, self._odd = Form(story, self._form.plan), odd
        return self._form

    def _show(self):
        self._player.closed = bool(self.problem)
        self._tell()
        picture = self._drawing.at(self.step)
        if self.problem:
            return self.show(picture, self._still(), f"{self.problem.replace('`', '')}\n\n{self._text()}")
        words = stepper_words.description(self.story, self.step)
        grads = ", ".join(f"`{name}.grad` = {written(grad)}" for name, grad in self.grads.items())
        self.show(picture, f"The result is {written(self.result)}; {grads}. {words}", self._text())

    def _tell(self):
        """What is wrong, right below the field; until that is mended, the picture below it is pale."""
        told = f"{_aligned(self.problem)}\n{self._still()}" if self.problem else ""
        self._told.value = told and f'<p role="alert">{marked_code(told)}</p>'
        (self.box.add_class if told else self.box.remove_class)("agl-stale")

    def _still(self):
        return f"The picture still shows `{self.expression}`."

    def _text(self):
        inputs = ", ".join(f"{name} = {written(value)}" for name, value in self.values.items())
        return f"{self.expression}\nat {inputs}\n\n{stepper_words.text(self.story, self.step)}"

    def _control(self, name):
        if name not in self._controls:
            value = self._given.get(name, 1.0)
            self._controls[name] = Control(name, _range(value), value)
            self._controls[name].on_change(self._moved)
        return self._controls[name]


def _aligned(problem):
    """A problem as it is told below the field: the marked expression as code, in which spaces do not collapse."""
    sentence, *marked, cure = problem.split("\n")
    return "\n".join([sentence, *(f"`{line[2:]}`".replace(" ", "\N{NO-BREAK SPACE}") for line in marked), cure.strip()])


def _range(value):
    """−5 to 5 in steps of 0.1, or wider if the value is."""
    reach = 5.0
    while reach < abs(value):
        reach *= 2
    return Range(-reach, reach, 10.0 ** floor(log10(reach / 25)))


def _checked(name, value):
    Range(-inf, inf, 1).checked(name, value)
    if not -1e9 <= value <= 1e9:
        raise ValueError(
            f"{name} = {written(float(value))} is more than a slider can show\n"
            "  help: choose a number between −10⁹ and 10⁹"
        )
    return float(value)


def _numbers(story):
    """Every number in the picture, as text, in an order that depends on the expression alone."""
    yield from (text for texts in story.sums.values() for text in texts.values())
    for box in story.graph.boxes:
        yield box.value.text if box.value else ""
    for edge in story.graph.edges:
        yield edge.value.text if edge.value else ""
    for _, value in story.sent.values():
        yield value.text
    for moment in story.moments:
        yield moment.after.text if moment.is_leaf else ""


def _odd(story):
    """Which of the numbers in boxes are not finite: those are drawn differently."""
    return [
        value.odd
        for value in (*(box.value for box in story.graph.boxes), *(value for _, value in story.kept.values()))
        if value
    ]
