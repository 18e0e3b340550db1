/* SPDX-License-Identifier: BSD-3-Clause */
/* The line that stays: what is selected, and the sums of it. */
import { COUNTED, classColor } from "../base/colors.js";
import { el, unbroken } from "../base/dom.js";
import { intervals, ns, parseIntervals, percent } from "../base/format.js";

const WHAT = { region: "useful in ", function: "CPU time in " };

export function selectionBar(model, selection) {
  const bar = document.getElementById("selection");
  const ranks = el("input", { id: "ranks", size: 12, placeholder: "all",
                              "aria-label": "Ranks, such as 0-3,7" });
  const window_ = el("button", { type: "button", class: "chip", id: "window",
                                 title: "Show the whole run again",
                                 onclick: () => selection.setWindow(null) });
  const name = el("button", { type: "button", class: "chip", id: "name",
                              title: "Show all regions and procedures again",
                              onclick: () => selection.setName(null, null) });
  const clear = el("button", { type: "button", id: "clear",
                               onclick: () => selection.clear() }, "Clear");
  const mix = el("span", { class: "mix", "aria-hidden": "true" });
  const refused = el("span", { class: "refused", role: "alert" });
  const sums = el("span", { class: "sums", id: "sums", role: "status" });
  bar.append(el("label", {}, "Ranks ", ranks), refused, window_, name, clear, mix,
             sums);
  const last = model.pictures.ranks - 1;
  function refuse(wrong) {
    ranks.setAttribute("aria-invalid", wrong);
    refused.textContent = !wrong ? "" : last === 0 ? "there is only rank 0"
      : `ranks are 0 to ${last}; write 0-3,7 or all`;
  }

  ranks.addEventListener("change", () => {
    const text = ranks.value.trim();
    const list = text === "" || text === "all" ? []
      : parseIntervals(text, model.pictures.ranks);
    refuse(list === null);
    if (list !== null && intervals(list) !== intervals(selection.ranks || []))
      selection.setRanks(list);
  });

  function showSums() {
    const totals = model.totals(selection);
    const parts = COUNTED.filter(n => totals[n] > 0)
      .map(n => [n, totals[n]]);
    const all = parts.reduce((sum, [, time]) => sum + time, 0);
    mix.replaceChildren(...parts.map(([n, time]) => {
      const part = el("i");
      part.style.width = `${100 * time / all}%`;
      part.style.background = classColor(n);
      return part;
    }));
    const column = model.columnOf(selection);
    const text = parts.sort((a, b) => b[1] - a[1]).slice(0, 4)
      .map(([n, time]) => `${model.className(n)} ${percent(time / all)}`);
    let own = model.missing(selection);
    if (own !== "")
      own += "; all: ";
    if (column >= 0) {
      const time = model.set.lines.filter(line => model.has(selection, line))
        .reduce((sum, line) => sum + model.set.cells[column].time[
          line.position], 0);
      own = `${WHAT[selection.kind] || ""}${
        selection.name.slice(0, 60)}: ${ns(time)}${
        selection.window ? " (whole run)" : ""}; all: `;
    }
    sums.title = all > 0 ? `${own}${ns(all)} of rank time: ${
      text.join(", ")}` : "no time in the selection";
    sums.replaceChildren(...unbroken(sums.title));
  }

  function update() {
    ranks.value = selection.ranks ? intervals(selection.ranks) : "";
    refuse(false);
    window_.hidden = !selection.window;
    if (selection.window)
      window_.textContent = `${ns(selection.window[0])} to ${
        ns(selection.window[1])} \u00d7`;
    name.hidden = selection.name === null;
    if (selection.name !== null)
      name.textContent = `${selection.name.slice(0, 40)} \u00d7`;
    clear.hidden = selection.empty;
    bar.classList.toggle("all", selection.empty); /* nothing to print */
    showSums();
  }

  selection.watch(update);
  update();
}
