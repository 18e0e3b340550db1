/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts that the pages of several runs share. */
import { card, defined, el, unbroken } from "../base/dom.js";
import { digits, percent, seconds } from "../base/format.js";
import { verdictTools } from "../widgets/copy.js";

/* "+12 %", "-3.1 points" */
const sign = value => (value > 0 ? "+" : value < 0 ? "\u2212" : "\u00b1");
export const relative = ratio => `${sign(ratio - 1)}${percent(
  Math.abs(ratio - 1))}`;
export const points = more => `${sign(more)}${digits(
  Math.abs(100 * more), 3)} points`;
export const moreSeconds = more => `${sign(more)}${seconds(Math.abs(more))}`;

/* As efficiencies are judged everywhere. */
export const severityOf = value => (value === null ? "unknown"
  : value < 0.5 ? "bad" : value < 0.8 ? "poor" : "good");

function notes(report) {
  const { completeness } = report;
  if (completeness.length === 0)
    return null;
  return el("details", { class: "notes", id: "notes",
                         open: completeness.length <= 4 },
    el("summary", {}, completeness.length === 1 ? "1 caveat"
      : `${completeness.length} caveats`),
    el("ul", {}, completeness.map(note => el("li", {}, unbroken(note)))));
}

/* facts: [title, text, definition]. */
export function verdictOf(model, facts, aside = null) {
  const { report } = model;
  const list = el("dl", { class: "facts" }, facts.map(
    ([title, text, definition]) => el("div", {},
      defined(el("dt", {}, title), definition), el("dd", {}, text))));
  return { node: card("verdict", "Verdict", null,
    el("div", { class: aside ? "columns" : "alone" },
       el("div", {}, report.verdict.map((text, i) => el("p", {
         class: i === 0 ? "first" : null }, unbroken(text))), list, notes(report)),
       aside), verdictTools(model)) };
}

/* What is selected in a table, until it is cleared: names alone. */
export function selectedName(selection) {
  const bar = document.getElementById("selection");
  const chip = el("button", { type: "button", class: "chip", id: "name",
                              title: "Show all regions and procedures again",
                              onclick: () => selection.clear() });
  bar.append(chip);
  const update = () => {
    bar.hidden = selection.name === null;
    chip.textContent = selection.name === null ? ""
      : `${selection.name.slice(0, 40)} \u00d7`;
  };
  selection.watch(update);
  update();
}

/* A list of choices for what may be many. */
export function picker(label, options, chosen, choose) {
  const list = el("select", { "aria-label": label,
                              onchange: () => choose(list.value) },
    options.map(([value, title]) => el("option", { value }, title)));
  list.value = chosen;
  return list;
}
