/* SPDX-License-Identifier: BSD-3-Clause */
/* How to use the page, behind the button and the key "?". */
import { card, el } from "../base/dom.js";

const WAYS = [
  ["click", "selects a rank, a procedure or a region in all views; shift adds"],
  ["drag", "selects several ranks; on the time line a window of time"],
  ["hover", "shows exact numbers, and what a word means"],
  ["Esc", "clears the selection"],
];
const KEYS = [
  ["/", "search the tables"],
  ["t", "light or dark"],
  ["?", "show or hide this"],
  ["+ \u2212 0", "zoom the focused time line in, out, or to the whole run"],
  ["Ctrl wheel", "zooms the time line at the pointer"],
  ["\u2190 \u2192 Enter", "move along the time line; Enter selects"],
  ["arrows, Enter", "in other charts: move to the next item; Enter selects"],
  ["n p", "next and previous of the largest waits"],
  ["f", "on the time line: find calls; Enter: next, Shift Enter: previous"],
  ["o", "on the time line: a row for each thread of a rank, and each stream"],
  ["\u2191 \u2193 Enter",
   "in the icicle: go up, or down into the longest box; Enter selects"],
  ["\u2190 \u2192 Enter", "in the call tree: close, open, select"],
];

const list = pairs => el("dl", { class: "keys" }, pairs.map(
  ([key, what]) => el("div", {}, el("dt", {}, el("kbd", {}, key)),
                      el("dd", {}, what))));

export function usageView(model) {
  const show = shown => {
    node.hidden = !shown;
  };
  const node = card("usage", "How to use this page", null,
    el("button", { type: "button", class: "close", id: "close-usage",
                   title: "Close; ? brings it back", "aria-label": "Close",
                   onclick: () => show(false) }, "\u00d7"),
    el("div", { class: "columns" }, model.pictures ? list(WAYS) : null,
       list(model.pictures ? KEYS : KEYS.slice(0, 3))));
  node.hidden = true;
  return { node, toggle: () => {
    show(node.hidden);
    if (!node.hidden)
      node.scrollIntoView({ block: "nearest" });
  } };
}
