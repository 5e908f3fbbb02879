// Pages opened from a disk may not fetch each other: their search lists titles, without a line of text beneath.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
// Framed figures follow the page: its theme is told to them, and they tell how tall they are.
const system = matchMedia("(prefers-color-scheme: dark)");
const frames = () => document.querySelectorAll("iframe.agl-moving");
const tell = frame => {
  const chosen = document.body.dataset.theme, paper = getComputedStyle(document.body).backgroundColor;
  const dark = chosen === "dark" || (chosen !== "light" && system.matches);
  frame.contentWindow.postMessage({dark, paper}, "*");
};
const tellAll = () => setTimeout(() => frames().forEach(tell));       // after the page itself has changed
addEventListener("message", event => {
  for (const frame of frames()) {
    if (frame.contentWindow !== event.source || event.data.agl !== "tall") continue;
    frame.style.height = `${event.data.height + 8}px`;
  }
});
new MutationObserver(tellAll).observe(document.body, {attributeFilter: ["data-theme"]});
system.addEventListener("change", tellAll);
for (const frame of frames()) {
  tell(frame);                                  // which may have been there first
  frame.addEventListener("load", () => tell(frame));
}
// A block that scrolls sideways can be reached by key.
const reachable = () => document.querySelectorAll("article pre, article .table-wrapper, article .agl-picture, article .agl-drawing > div").forEach(block => {
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
});
addEventListener("load", reachable);
addEventListener("resize", reachable);
document.addEventListener("toggle", reachable, true);
// The theme's two columns beside the page, by name for those who hear the page.
const columns = {".sidebar-drawer": "All pages", ".toc-drawer": "On this page"};
for (const [column, name] of Object.entries(columns)) document.querySelector(column)?.setAttribute("aria-label", name);
