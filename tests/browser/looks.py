"""JavaScript for `evaluate` that measures in the browser what is wrong with the look of a part of a page."""

SMALLEST_TEXT, SMALLEST_TARGET = 12, 44

# Text smaller than it may be, text that the picture's edge cuts, and text on other text.
UNREADABLE = """(part, smallest) => {
  const problems = [];
  for (const svg of part.querySelectorAll('svg')) {
    if (!svg.checkVisibility()) continue;
    const scale = svg.getScreenCTM().a, sheet = svg.getBoundingClientRect();
    let seen = [];
    for (const text of svg.querySelectorAll('text, rect')) {
      const box = text.getBoundingClientRect(), words = text.textContent.trim();
      const covers = text.tagName === 'rect' ? getComputedStyle(text).fill !== 'none'
        : getComputedStyle(text).paintOrder.startsWith('stroke');               // brings its own paper
      if (covers) seen = seen.filter(([other]) => Math.abs(other.left + other.right - box.left - box.right) > box.width
        || Math.abs(other.top + other.bottom - box.top - box.bottom) > box.height);
      if (!words || !box.width) continue;
      const size = parseFloat(getComputedStyle(text).fontSize) * scale;
      if (size < smallest - 0.05) problems.push(`${words}: ${size.toFixed(1)} px`);
      if (box.left < sheet.left - 1 || box.right > sheet.right + 1 || box.top < sheet.top - 1
          || box.bottom > sheet.bottom + 1) problems.push(`${words}: outside`);
      for (const [other, said] of seen) {
        const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (wide > 2 && high > 0.35 * Math.min(box.height, other.height)) problems.push(`${words}: on ${said}`);
      }
      seen.push([box, words]);
    }
  }
  for (const element of part.querySelectorAll('*')) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest('svg, style, script') || !element.checkVisibility()) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < smallest) problems.push(`${element.textContent.trim().slice(0, 40)}: ${size} px`);
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden')
      problems.push(`${element.textContent.trim().slice(0, 40)}: cut off`);
  }
  return problems;
}"""
# Controls too small for a finger.
TOO_SMALL = """(part, smallest) => [...part.querySelectorAll('button, select, input[type=text]')]
  .map(element => [element, element.getBoundingClientRect()])
  .filter(([element, box]) => element.checkVisibility() && (box.width < smallest - 0.5 || box.height < smallest - 0.5))
  .map(([element, box]) => `${element.title || element.textContent}: ${box.width} x ${box.height}`)"""

# Parts of a card that hide or cover some of what they hold. Code that is wider than its box may be moved sideways.
CLIPPED = """card => {
  const problems = [], edge = card.getBoundingClientRect();
  for (const element of card.querySelectorAll('*')) {
    const words = element.textContent.trim().slice(0, 40), style = getComputedStyle(element);
    if (!words || !element.checkVisibility() || element.closest('svg, style, script, select')) continue;
    const wide = element.scrollWidth > element.clientWidth + 1, high = element.scrollHeight > element.clientHeight + 2;
    if (element.clientWidth && wide && (style.overflowX === 'hidden' || element.matches('.agl-say, .agl-say *')))
      problems.push(`${words}: ${element.scrollWidth} px wide in ${element.clientWidth}`);
    if (element.clientHeight && high && style.overflowY !== 'visible' && !element.matches('textarea'))
      problems.push(`${words}: ${element.scrollHeight} px high in ${element.clientHeight}`);
  }
  const parts = [...card.children].filter(part => part.checkVisibility() && part.getBoundingClientRect().height);
  parts.forEach((part, i) => {
    const box = part.getBoundingClientRect(), before = parts[i - 1]?.getBoundingClientRect();
    if (before && before.bottom > box.top + 1) problems.push(`${part.innerText.slice(0, 40)}: over what is above it`);
    if (box.right > edge.right + 1) problems.push(`${part.innerText.slice(0, 40)}: beyond the card's edge`);
  });
  return problems;
}"""
