"""A check card on a page: what it says, and how it is answered. `ByMouse` knows a way for each of the seven types."""

from autogradlab.course.checks.questions import Bug, Choice, Click, Code, Order


class Card:
    """The card of an item, wherever it stands on the page."""

    def __init__(self, page, item_id):
        self.page, self.id = page, item_id
        self.box = page.locator(f".agl-check:has(> .widget-html .agl-head code:text-is('{item_id}'))").first

    def shown(self):
        """The numbers of an order's lines, from top to bottom."""
        return [int(text.split()[0]) for text in self.box.locator(".agl-lines .widget-label").all_inner_texts()]

    def move_lines(self, wanted):
        """Move lines up, the first one to the top, until they stand in this order. Texts and buttons of the rows arrive
        one by one, so each move is waited for in all of them."""
        order = self.shown()
        for place, line in enumerate(wanted):
            for at in range(order.index(line), place, -1):
                order[at - 1], order[at] = order[at], order[at - 1]
                self.move_up(line)
                self.page.wait_for_function(
                    """([box, order]) => order.every((line, at) =>
                      box.querySelectorAll('.agl-lines .widget-label')[at].innerText.startsWith(line + ' ')
                      && box.querySelectorAll('.agl-lines button[title$=up]')[at].title === `Move line ${line} up`)""",
                    arg=[self.box.element_handle(), order],
                )

    def move_up(self, line):
        """Move a line up by one; a subclass says how."""
        raise NotImplementedError

    def wait_for(self, words, where=".agl-verdict"):
        """Wait until this part of the card ends with these words; a failure shows what it says instead."""
        from playwright.sync_api import TimeoutError  # absent where the browser tests are not run

        try:
            self.page.wait_for_function(
                "([box, where, words]) => box.querySelector(where).innerText.trim().endsWith(words)",
                arg=[self.box.element_handle(), where, words],
                timeout=30_000,
            )
        except TimeoutError as late:
            raise AssertionError(f"the card says {self.box.locator(where).first.inner_text()!r}") from late


class ByMouse(Card):
    """A card answered the way most learners do: with the mouse, and typing where there is a field."""

    def give(self, item, answer):
        """Enter an answer, in the item's own form, and leave it unchecked."""
        if isinstance(item, Order):
            self.move_lines(answer)
        elif isinstance(item, Bug):
            self._line_and_fix(item, *answer)
        elif isinstance(item, Code):
            self.box.locator("textarea").first.fill(answer.source.strip())
        elif isinstance(item, Click):
            self._click(item, answer)
        elif isinstance(item, Choice):
            self._choose(item, answer)
        else:
            self.box.locator(".agl-field:not(.agl-because) input").first.fill(typed(item, answer))

    def be(self, confidence):
        """Choose how sure the learner is: "guessing", "fairly sure" or "sure"."""
        self.box.locator(".agl-sure").first.get_by_label(confidence, exact=True).check()

    def press(self, text):
        """Press a button of the card and wait until the card says something else; return that."""
        before = self.said()
        self.button(text).click(delay=100)  # ms, like a hand; what was typed is sent by then
        self.page.wait_for_function(
            "([box, before]) => ![before, 'Running your code …']"
            ".includes(box.querySelector(':scope > .agl-said').innerText.trim())",
            arg=[self.box.element_handle(), before],
            timeout=30_000,
        )
        return self.said()

    def button(self, text):
        return self.box.locator(f"button:visible:text-is('{text}')").first

    def offers(self, text):
        """Whether there is a button with these words that can be pressed."""
        return self.button(text).count() > 0 and self.button(text).is_enabled()

    def said(self):
        return self.box.locator("> .agl-said").inner_text().strip()

    def sentence(self):
        """The sentence in view without what is shown below it, such as the two numbers of a prediction."""
        return " ".join(self.box.locator("> .agl-said .agl-say").inner_text().split())

    def verdict(self):
        return " ".join(self.box.locator(".agl-verdict").first.inner_text().split())

    def move_up(self, line):
        self.box.locator(f"button[title='Move line {line} up']").click()

    def _options(self):
        return self.box.locator(".agl-options").first.locator("input")

    def _choose(self, item, letters):
        for place, letter in enumerate(item.lettered()):
            if item.several:
                self._options().nth(place).set_checked(letter in letters)
            elif letter in letters:
                self._options().nth(place).check()

    def _line_and_fix(self, item, line, letter):
        self.box.locator(".agl-line select").select_option(index=line)
        if letter:
            self._options().nth(list(item.lettered()).index(letter)).check()

    def _click(self, item, letters):
        """Click the shapes of these letters; where several may be picked, unpick all others."""
        for place, (letter, spot) in enumerate(item.lettered().items()):
            picked = self._options().nth(place)
            if (letter in letters) != picked.is_checked() and (item.several or letter in letters):
                self.box.locator(f".agl-picture [data-node='{spot.id}']").first.click()
                self.page.wait_for_function(
                    "([box, yes]) => box.checked === yes", arg=[picked.element_handle(), letter in letters]
                )


def typed(item, answer):
    """What a learner types for a number or a printed text: one line."""
    return " ".join(answer.split()) if isinstance(answer, str) else item.written(answer)
