"""The script that every card and mover brings to its page.

Keys pressed inside one are not taken as commands of the notebook. The options of a question become one group, which
arrow keys do not leave. Its permanent place for sentences (class `agl-said`) becomes a region that screen readers
announce; icons become silent, because one without words would be read in place of its button's title. What is marked
`agl-stop` can be given the focus, but not by Tab. Enter on an option presses the card's main button, and so does
Shift + Enter in code, as it runs a cell. A click on a slider's line gives it the focus, which else goes to the cell.
"""

# The element to put once into each card and mover. It needs no build step: a style sheet's load event runs it.
# JupyterLab takes single keys as commands (`d d` deletes a cell) unless the element that has the focus says otherwise.
# A page holds many cards and each brings this element; the first one that loads works for all of them. It waits a
# moment after each change of the page, so that moving a slider is not slowed down.
PAGE_SCRIPT = """<style onload="
if (!window.aglKeys) {
  const focusable = 'input, button, select, summary, [role=slider], [role=textbox], [tabindex]';
  const names = focusable.split(', ').map(name => '.agl-ui ' + name).join(', ');
  let groups = 0;
  const tell = () => {
    for (const element of document.querySelectorAll(names))
      if (!element.hasAttribute('data-lm-suppress-shortcuts'))
        element.setAttribute('data-lm-suppress-shortcuts', 'true');
    for (const option of document.querySelectorAll('.agl-ui .widget-radio-box input:not([name])')) {
      const group = option.closest('.widget-radio-box');
      group.setAttribute('role', 'radiogroup');
      group.setAttribute('aria-label', group.previousElementSibling.textContent || 'Answer');
      option.name = group.id ||= 'agl-group-' + (groups += 1);
    }
    for (const place of document.querySelectorAll('.agl-ui .agl-stop > .widget-html-content:not([tabindex])'))
      place.tabIndex = -1;
    for (const icon of document.querySelectorAll('.agl-ui button > i:not([aria-hidden])'))
      icon.setAttribute('aria-hidden', true);
    for (const place of document.querySelectorAll('.agl-ui .agl-said:not([role])')) {
      place.setAttribute('role', 'status');
      place.setAttribute('aria-live', 'polite');
    }
  };
  document.addEventListener('keydown', event => {
    const at = event.target, held = event.shiftKey || event.ctrlKey || event.metaKey;
    const chosen = at.matches?.('.agl-check :is([type=radio], [type=checkbox])');
    if (event.key !== 'Enter' || !(chosen || held && at.matches?.('.agl-check textarea'))) return;
    event.preventDefault();
    at.dispatchEvent(new Event('change', {bubbles: true}));
    at.closest('.agl-check').querySelector('.agl-primary')?.click();
  }, true);
  document.addEventListener('click', ({target}) =>
    target.closest?.('.agl-ui .slider-container')?.querySelector('[role=slider]').focus());
  tell();
  let waiting = 0;
  window.aglKeys = new MutationObserver(() => waiting ||= setTimeout(() => { waiting = 0; tell(); }, 100));
  window.aglKeys.observe(document.body, {childList: true, subtree: true});
}
">/* loads, and then tells */</style>"""
