"""Where a picture that is wider than its place is scrolled to: one rule for notebooks and for standalone pages.

It can then be scrolled by key, too, and shows what it is about now: what is framed in the highlight color, and what
`draw.paper.here` marks. It scrolls no further than it must, so that the title is seen where both fit; a picture's
`data-at` says how far right it has moved its own title. Positions are read when the browser is about to lay out the
page anyway: reading them earlier forces a layout of the whole page (10 ms).
"""

from autogradlab.draw.theme import HIGHLIGHT

# Without double quotes, because it also stands in an attribute.
REACH = f"""
const reach = sheet => {{
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
