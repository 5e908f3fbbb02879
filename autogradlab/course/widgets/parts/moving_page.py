"""A standalone page with sliders, without kernel and network: all values are computed beforehand and looked up.

A table holds, for each position of some of the sliders, the values of its slots. In the page, an element's attribute
names a slot and says what is set from it: `data-inner` its content, `data-class` its class, `data-state` its class
after the first word, `data-label` its name for screen readers, `data-value` a slider's value for them, `data-move` how
far to the right it is shifted, `data-reach` its `data-at`, see `reach`.
"""

import json
import re
from dataclasses import dataclass
from html import escape

from autogradlab.course.style import style_rules

from .reach import REACH
from .slots import Slotted, slot


@dataclass(frozen=True)
class Slider:
    """positions: their labels, in order; at: the index of the one shown first; play: whether it has a Play button."""

    name: str
    positions: tuple
    at: int
    play: bool = False


@dataclass(frozen=True)
class Table:
    """rows: {slot: value} for each combination of positions of the sliders `by` (the last one varies fastest)."""

    by: tuple
    rows: list

    def row(self, sliders):
        place = 0
        for k in self.by:
            place = place * len(sliders[k].positions) + sliders[k].at
        return self.rows[place]


def moving_page(title, body, sliders, tables, after=""):
    """The page as HTML text. `body` stands before the sliders and `after` below them; both may have slots."""
    tables = [*tables, *(_named(k, slider) for k, slider in enumerate(sliders))]
    controls = "".join(_controls(k, slider) for k, slider in enumerate(sliders))
    first = {name: value for table in tables for name, value in table.row(sliders).items()}
    main = f'<main class="agl-ui agl-mover"><h1>{escape(title)}</h1>{body}{controls}{after}</main>'
    page = Slotted(main).filled(first)
    packed = Packed()
    data = [
        {
            "by": table.by,
            "slots": list(table.rows[0]),
            "rows": [[packed.pack(value) for value in row.values()] for row in table.rows],
        }
        for table in tables
    ]
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style_rules()}{PAGE}</style></head><body>{page}"
        f"<script>const tables = {_script(data)};\nconst templates = {_script(packed.templates())};{REACH}\n{SCRIPT}"
        "</script></body></html>\n"
    )


class Packed:
    """Texts packed as the number of a template and the numbers to fill in: most texts differ only in their numbers."""

    def __init__(self):
        self._numbers = {}

    def pack(self, text):
        parts = re.split(r"(\d[\d.]*)", text)
        return " ".join([str(self._numbers.setdefault(tuple(parts[::2]), len(self._numbers))), *parts[1::2]])

    def templates(self):
        return list(self._numbers)


def _script(data):
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")


def _named(k, slider):
    """The labels of a slider's positions, as a table like any other."""
    return Table((k,), [{f"at-{k}": escape(name)} for name in slider.positions])


def _controls(k, slider):
    name = escape(slider.name)
    track = (
        f'<input type="range" min="0" max="{len(slider.positions) - 1}" value="{slider.at}" aria-label="{name}" '
        f'aria-valuetext="{slot(f"at-{k}")}" data-value="at-{k}">'
    )
    words = f'<output data-inner="at-{k}">{slot(f"at-{k}")}</output>'
    if not slider.play:
        return (
            f'<div class="agl-slider"><span>{name}</span>{_button(k, -1, "−", f"less {name}")}{track}{words}'
            f"{_button(k, 1, '+', f'more {name}')}</div>"
        )
    moves = (("first", "First"), (-1, "Previous"), ("play", "Play"), (1, "Next"), ("last", "Last"))
    return (
        f'<div class="agl-row">{"".join(_button(k, go, said) for go, said in moves)}</div>'
        f'<div class="agl-slider agl-slim"><span>{name}</span>{track}{words}</div>'
    )


def _button(k, go, said, name=""):
    named = f' aria-label="{name}"' if name else ""
    play = " agl-play" if go == "play" else ""
    return f'<button type="button" class="agl-btn{play}" data-slider="{k}" data-go="{go}"{named}>{said}</button>'


# System colors: the page follows the reader's light or dark theme, as JupyterLab's variables do in a notebook.
PAGE = """
body{color-scheme:light;margin:16px;background:Canvas;color:CanvasText;
--jp-content-font-color1:CanvasText;--jp-layout-color0:Canvas;--jp-layout-color2:ButtonFace;--jp-cell-editor-background:Canvas}
body[data-jp-theme-light="false"]{color-scheme:dark}
h1{font-size:18px;margin:0 0 8px}
.agl-picture{overflow-x:auto}
.agl-slider input{width:100%;height:44px;margin:0;accent-color:var(--agl-act)}
.agl-slider output{text-align:right;font-weight:700}
"""

SCRIPT = """
const sliders = [...document.querySelectorAll("input[type=range]")], last = {};
const put = {
  inner: (element, value) => element.innerHTML = value,
  class: (element, value) => element.setAttribute("class", value),
  state: (element, value) => element.setAttribute("class", element.classList[0] + " " + value),
  label: (element, value) => element.setAttribute("aria-label", value),
  move: (element, value) => element.setAttribute("transform", `translate(${value},0)`),
  reach: (element, value) => element.dataset.at = value,
  value: (element, value) => element.setAttribute("aria-valuetext", value),
};
const read = packed => {
  const [number, ...digits] = packed.split(" ");
  return templates[number].map((part, i) => part + (digits[i] ?? "")).join("");
};
const places = {};
for (const kind in put)
  for (const element of document.querySelectorAll(`[data-${kind}]`))
    (places[element.dataset[kind]] ??= []).push([kind, element]);
const stay = held => {       // where a button is disabled, a page drops the focus; Play, pressed once more, would start
  const row = [...held.parentElement.querySelectorAll("[data-go]:not(.agl-play)")];
  const far = button => Math.abs(row.indexOf(button) - row.indexOf(held));
  row.filter(b => !b.disabled).sort((a, b) => far(a) - far(b))[0]?.focus();
};
const show = () => {
  for (const {by, slots, rows} of tables) {
    const row = rows[by.reduce((at, k) => at * (+sliders[k].max + 1) + +sliders[k].value, 0)];
    slots.forEach((name, i) => {
      if (last[name] === row[i]) return;
      last[name] = row[i];
      for (const [kind, element] of places[name] ?? []) put[kind](element, read(row[i]));
    });
  }
  const held = document.activeElement;
  for (const button of document.querySelectorAll("[data-go]")) {
    const {value, max} = sliders[button.dataset.slider], go = button.dataset.go;
    button.disabled = (go === "first" || go < 0) && value === "0" || (go === "last" || go > 0) && value === max;
  }
  if (held?.disabled) stay(held);
  requestAnimationFrame(inView);
};
const inView = () => document.querySelectorAll(".agl-picture").forEach(reach);
new ResizeObserver(inView).observe(document.querySelector("main"));
let timer = null;
const play = document.querySelector(".agl-play");
const stop = () => { clearInterval(timer); timer = null; if (play) play.textContent = "Play"; };
const start = slider => {
  if (slider.value === slider.max) slider.value = 0;
  timer = setInterval(() => { slider.stepUp(); show(); if (slider.value === slider.max) stop(); }, 900);
  play.textContent = "Stop";
  show();
};
document.addEventListener("click", event => {
  const button = event.target.closest("[data-go]");
  if (!button) return;
  const slider = sliders[button.dataset.slider], go = button.dataset.go, playing = timer !== null;
  stop();
  if (go === "play") return playing ? undefined : start(slider);
  slider.value = go === "first" ? 0 : go === "last" ? slider.max : +slider.value + +go;
  show();
});
document.addEventListener("input", () => { stop(); show(); });
document.addEventListener("keydown", event => {
  const pressed = event.target.closest(".agl-play") && ["Enter", " "].includes(event.key);      // a click will follow
  if (!pressed) stop();
});
const dark = matchMedia("(prefers-color-scheme: dark)");
const theme = () => document.body.dataset.jpThemeLight = String(!dark.matches);
dark.addEventListener("change", theme);
theme();
show();
"""
