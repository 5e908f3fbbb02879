"""The script that shows text between backticks in a card's options as code.

ipywidgets shows an option's text verbatim and redraws the whole list when one option changes, so the script watches
the card. Where a page forbids the script, the backticks stay, as in a terminal.
"""

#: The element to put once into each card that has options.
OPTION_SCRIPT = """<style onload="
const card = this.closest('.agl-check');
if (card && !card.aglCode) {
  const code = text => Object.assign(document.createElement('code'), {textContent: text});
  const mark = () => {
    for (const place of card.querySelectorAll('.agl-options label, .agl-options label > span'))
      for (const text of [...place.childNodes].filter(node => node.nodeValue?.includes('`')))
        text.replaceWith(...text.nodeValue.split('`').map((part, i) => i % 2 ? code(part) : part));
  };
  mark();
  card.aglCode = new MutationObserver(mark);
  card.aglCode.observe(card, {childList: true, subtree: true});
}
">/* loads, and then marks */</style>"""
