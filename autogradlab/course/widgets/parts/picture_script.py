"""The page script of a mover: it turns the picture on the page into the next one, and scrolls a wide one into view.

A browser lays out and paints a new picture as a whole, but in one that is kept only what differs. Where a page forbids
the script, the new picture appears where ipywidgets puts it; only speed and the scrolling are lost.
"""

from .reach import REACH

# Nodes are matched one by one from the front, because most pictures differ in numbers and colors only. Equal nodes at
# the end are set aside first, so that they stay as they are when nodes before them come or go.
FOLLOW = """
const follow = (shown, fresh) => among(shown, [...shown.childNodes], [...fresh.childNodes], null);
const among = (shown, parts, others, end) => {
  while (parts.length && others.length && parts.at(-1).isEqualNode(others.at(-1))) [end] = [parts.pop(), others.pop()];
  parts.forEach((part, i) => others[i] ? become(part, others[i]) : part.remove());
  for (const other of others.slice(parts.length)) shown.insertBefore(other, end);
};
const become = (shown, fresh) => {
  if (shown.isEqualNode(fresh)) return;
  if (shown.nodeName !== fresh.nodeName) return shown.replaceWith(fresh);
  shown.nodeValue = fresh.nodeValue;
  for (const {name} of [...shown.attributes ?? []]) if (!fresh.hasAttribute(name)) shown.removeAttribute(name);
  for (const {name, value} of fresh.attributes ?? [])
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  follow(shown, fresh);
};"""

# Applies what `difference` found to the picture on the page. The holder is an empty copy of the parent, so that the
# markup is parsed in the same namespace (SVG or HTML).
CHANGE = """
const change = (shown, values, stretch) => {
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT), nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  for (const [at, value] of values)
    if (typeof value === 'string') nodes[at].nodeValue = value;
    else for (const name in value)
      value[name] === null ? nodes[at].removeAttribute(name) : nodes[at].setAttribute(name, value[name]);
  if (!stretch) return;
  const [at, first, behind, markup] = stretch, parent = nodes[at] ?? shown, holder = parent.cloneNode();
  holder.innerHTML = markup;
  const own = node => node?.parentNode === parent, next = nodes[behind];
  among(parent, nodes.slice(first, behind).filter(own), [...holder.childNodes], own(next) ? next : null);
};"""

# The elements shown stand beside those of ipywidgets, which empties its own before each change. A whole picture carries
# its number, and changes carry the number of the picture they apply to. The kernel is asked to send everything whole
# when changes apply to a picture that this page has missed, and when no change has come for a second: the notebook then
# saves what is seen, and a page on which a change went wrong is right again.
# A notebook that takes a cell out of the page and puts it back makes the style sheet load once more.
PICTURE_SCRIPT = f"""<style onload="
const mover = this.closest('.agl-mover');
if (mover.aglSheet) return;
{FOLLOW}
{CHANGE}
{REACH}
const [sheet, words, twin] = [1, 2, 3].map(() => document.createElement('div'));
mover.aglSheet = sheet;
sheet.className = 'agl-sheet';
const sizes = new ResizeObserver(() => {{ sheet.scrollLeft = 0; reach(sheet); }});
let number = -1, said = '', asking = 0;
const ask = delay => {{
  clearTimeout(asking);
  asking = setTimeout(() => mover.querySelector('.agl-ask:not(.jupyter-widgets-disconnected)')?.click(), delay);
}};
const takeWhole = (shown, source) => {{
  if (!source?.firstChild) return false;
  if (!shown.parentElement) source.before(shown);
  follow(shown, source);
  source.replaceChildren();
  return true;
}};
const put = (shown, markup) => {{
  const holder = shown.cloneNode();
  holder.innerHTML = markup;
  follow(shown, holder);
}};
const takeChanges = text => {{
  const [from, values, stretch, state, table] = JSON.parse(said = text);
  if (from < number) return;
  if (from > number) return ask(0);
  ask(1000);
  change(sheet, values, stretch);
  if (state !== null) put(words, state);
  if (table !== null) put(twin, table);
  number += 1;
}};
const sent = name => mover.querySelector(`.agl-${{name}} > .widget-html-content`);
const take = () => {{
  const before = number;
  if (takeWhole(sheet, sent('picture'))) {{
    number = +sheet.firstChild.data;
    if (before < 0) {{ sizes.observe(sheet.firstElementChild); ask(0); }}
  }}
  takeWhole(words, sent('words'));
  takeWhole(twin, sent('twin'));
  const text = sent('changes')?.textContent;
  if (text && text !== said) takeChanges(text);
  if (number !== before && sheet.tabIndex === 0) requestAnimationFrame(() => reach(sheet));
}};
take();
sizes.observe(mover);
new MutationObserver(take).observe(mover, {{childList: true, subtree: true}});
">/* loads, and then follows */</style>"""
