"""A number typed beside a slider is read as the checks read it, decimal commas and fractions included."""

import pytest

from autogradlab.course.widgets.parts.control import TYPED_NUMBERS

pytestmark = pytest.mark.browser

# A slider as ipywidgets builds it: it reads the field at Enter, not when the focus leaves it, and puts 3 back for what
# is no number.
PAGE = f"""<div class="agl-mover">{TYPED_NUMBERS}
<div class="agl-slider"><div id="slider"><b contenteditable="true">3</b></div></div></div>
<script>
const field = document.querySelector('b');
document.querySelector('#slider').addEventListener('keydown', ({{keyCode}}) => {{
  if (keyCode !== 13) return;
  window.times = (window.times ?? 0) + 1;
  const number = parseFloat(field.textContent);
  field.textContent = Number.isNaN(number) ? 3 : number;
}});
</script>"""


@pytest.fixture(scope="module")
def blank(browser):
    page = browser.new_page()
    page.set_content(PAGE)
    yield page
    page.close()


@pytest.mark.parametrize(
    "typed, read",
    [
        ("2.5", "2.5"),
        ("2,5", "2.5"),
        ("−1", "-1"),
        (" 1/4 ", "0.25"),
        ("-1,5 / 2", "-0.75"),
        ("1e-3", "0.001"),
        ("", "3"),
        ("1/0", "3"),
        ("1/2/3", "3"),
        ("/2", "3"),
        ("1.000,5", "3"),
        ("two", "3"),
        ("2 or 3", "3"),
    ],
)
def test_what_is_typed_is_read_whole_or_not_at_all(blank, typed, read):
    field = blank.locator("b")
    field.fill(typed)
    field.blur()
    assert field.inner_text() == read


def test_a_field_that_was_only_passed_is_not_read(blank):
    """The number that it shows may be shorter than the slider's."""
    field, times = blank.locator("b"), blank.evaluate("window.times")
    field.focus()
    field.blur()
    assert blank.evaluate("window.times") == times
