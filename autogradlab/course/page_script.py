"""The script that every card and mover brings to its page.

Keys pressed inside one are not taken as commands of the notebook. Its permanent place for sentences (class
`agl-said`) becomes a region that screen readers announce.
"""

# The element to put once into each card and mover. It needs no build step: a style sheet's load event runs it.
# JupyterLab takes single keys as commands (`d d` deletes a cell) unless the element that has the focus says otherwise.
# A page holds many cards and each brings this element; the first one that loads works for all of them. It waits a
# moment after each change of the page, so that moving a slider is not slowed down.
PAGE_SCRIPT = """<style onload="
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
