"""What a page does with a picture of a mover: it turns the one that is there into what comes, and keeps it in view.

A browser lays out and paints a new picture whole; in one that is kept, only what differs. Where a page forbids the
script, the new picture stands where ipywidgets put it, and nothing is lost but time.
"""

from autogradlab.draw.theme import HIGHLIGHT

# Part by part from the front, for most pictures differ in numbers and colours only; where one has parts more or fewer,
# those at the end that are the same in both stay out of it.
FOLLOW = """
const follow = (shown, fresh) => {
  const parts = [...shown.childNodes], others = [...fresh.childNodes];
  let end = null;
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

# A picture wider than the page can be scrolled by key, too, and scrolls to what it is about now: what is framed in the
# highlight colour, and what `draw.paper.here` marks. It scrolls no further than it must, so that the title is seen
# where both fit; `data-at` of a picture is how far its own title moves along. Places are asked for when the browser is
# about to lay out the page anyway: who asks earlier makes it lay out the whole page at once (10 ms).
REACH = f"""
const reach = () => {{
  const svg = sheet.querySelector('svg'), wide = sheet.scrollWidth > sheet.clientWidth, edge = 12;
  sheet.tabIndex = wide ? 0 : -1;
  if (!wide || !svg) return;
  const start = svg.getBoundingClientRect().left;
  const marks = `[data-here], .now:is(.st-root, .st-operation, .st-leaf), [stroke='{HIGHLIGHT}']`;
  const places = [...svg.querySelectorAll(marks)]
    .map(place => place.getBoundingClientRect()).filter(place => place.width);
  let left = +(svg.dataset.at ?? sheet.scrollLeft);
  if (places.length) {{
    const from = Math.min(...places.map(place => place.left)), to = Math.max(...places.map(place => place.right));
    left = Math.min(from - start - edge, Math.max(left, to - start + edge - sheet.clientWidth));
  }}
  sheet.scrollLeft = left;
}};"""

# The sheet is a second place beside the one of ipywidgets, which empties its own before each picture. A notebook that
# takes a cell out of the page and puts it back lets the style sheet load once more.
PICTURE_SCRIPT = f"""<style onload="
const mover = this.closest('.agl-mover');
if (mover.aglSheet) return;
const sheet = mover.aglSheet = Object.assign(document.createElement('div'), {{className: 'agl-sheet'}});
{FOLLOW}
{REACH}
const sizes = new ResizeObserver(() => {{ sheet.scrollLeft = 0; reach(); }});
const take = () => {{
  const source = mover.querySelector('.agl-picture > .widget-html-content'), first = !sheet.parentElement;
  if (!source?.firstChild) return;
  if (first) source.before(sheet);
  follow(sheet, source);
  source.replaceChildren();
  if (first) sizes.observe(sheet.firstElementChild);
  else if (sheet.tabIndex === 0) requestAnimationFrame(reach);
}};
take();
sizes.observe(mover);
new MutationObserver(take).observe(mover, {{childList: true, subtree: true}});
">/* loads, and then follows */</style>"""
