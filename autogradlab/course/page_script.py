"""What every card and mover asks of the page.

Keys pressed inside it are for it alone, not for the notebook. Its lasting place for sentences (class `agl-said`) is
announced to those who hear a page.
"""


def script_element():
    """The element to put once into each card and mover. It needs no build step: a style sheet's load event runs it."""
    return SCRIPT


# JupyterLab takes single keys as commands (`d d` deletes a cell) unless the element that has the focus says otherwise.
# The page holds many cards and each brings this element; the first one that loads does it for all of them, a moment
# after something came: whoever moves a slider does not wait for it.
SCRIPT = """<style onload="
if (!window.aglKeys) {
  const focusable = 'input, button, select, summary, [role=slider], [tabindex]';
  const names = focusable.split(', ').map(name => '.agl-ui ' + name).join(', ');
  const tell = () => {
    for (const element of document.querySelectorAll(names))
      if (!element.hasAttribute('data-lm-suppress-shortcuts'))
        element.setAttribute('data-lm-suppress-shortcuts', 'true');
    for (const place of document.querySelectorAll('.agl-ui .agl-said:not([role])')) {
      place.setAttribute('role', 'status');
      place.setAttribute('aria-live', 'polite');
    }
  };
  tell();
  let waiting = 0;
  window.aglKeys = new MutationObserver(() => waiting ||= setTimeout(() => { waiting = 0; tell(); }, 100));
  window.aglKeys.observe(document.body, {childList: true, subtree: true});
}
">/* loads, and then tells */</style>"""
