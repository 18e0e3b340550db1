/* SPDX-License-Identifier: BSD-3-Clause */
/* The calls in view as a table, which is filled when it is opened. */
import { defined, el } from "../base/dom.js";
import { count, ns } from "../base/format.js";
import { bytesOf, rowKey } from "../data/windows.js";
import { viewTools } from "../widgets/copy.js";

const MOST_ROWS = 300;

/* Headings of the table, and what they mean. */
const HEADINGS = [
  ["rank", "Rank, with its thread or stream."],
  ["start [s]", "When the call began, on the time line.", "number"],
  ["length", "From its start to its end.", "number"],
  ["procedure", "The MPI procedure that was called; of a stream, the kernel or copy."],
  ["waited", "How much of it was a wait for another rank.", "number"],
  ["for rank", "The rank it waited for.", "number"],
  ["partner", "The rank that it sent to, or received from."],
  ["size", "Bytes of its messages.", "number"],
  ["region", "The region of the program that it was made in."],
  ["called in", "The function that called it, with its file and line."],
];

/* Of the CSV of these calls. */
const COLUMNS = ["rank", "thread", "start_s", "length_s", "procedure",
                 "waited_s", "for_rank", "partner", "bytes", "region",
                 "called_in"];

export class CallTable {
  constructor(words) {
    this.words = words;
    this.calls = [];
    this.node = el("table", { "aria-label": "Calls in view" });
    this.details = el("details", { id: "calls-table", ontoggle: () => (
      this.fill()) }, el("summary", {}),
      viewTools(() => "calls", () => this.exact(), this.node), this.node);
    this.details.hidden = true;
  }

  /* shown: whether single calls are. */
  show(calls, shown) {
    this.calls = calls;
    this.details.hidden = !shown;
    this.details.firstChild.textContent =
      `These ${count(calls.length)} calls as a table`;
    this.fill();
  }

  /* All of them with all digits. */
  exact() {
    return { columns: COLUMNS.map(name => ({ name })),
             rows: this.calls.map(call => {
               const { windows } = this.words;
               const { name, region, where } = windows.sites[call.site];
               const waited = call.waited > 0;
               return [call.rank, windows.streams.get(rowKey(call)) ||
                 call.thread, call.begin / 1e9, (call.end - call.begin) / 1e9,
                 name, waited ? call.waited / 1e9 : null,
                 waited ? call.culprit : null, this.words.partnerOf(call)[0],
                 bytesOf(call.out) + bytesOf(call.got), region, where];
             }) };
  }

  fill() {
    if (!this.details.open || this.details.hidden) {
      this.node.replaceChildren();
      return;
    }
    const rows = this.calls.slice(0, MOST_ROWS).map(call => {
      const site = this.words.windows.sites[call.site];
      const stream = this.words.windows.streams.get(rowKey(call));
      const cells = [stream ? `${call.rank} ${stream}` : rowKey(call),
                     (call.begin / 1e9).toFixed(9),
                     ns(call.end - call.begin), site.name,
                     call.waited > 0 ? ns(call.waited) : "",
                     call.waited > 0 ? call.culprit : "",
                     ...this.words.partnerOf(call), site.region, site.where];
      return el("tr", {}, cells.map((text, i) => {
        const cell = el("td", { class: HEADINGS[i][2] }, `${text}`);
        return call.waited > 0 && i === 4
          ? defined(cell, this.words.kindOf(call)) : cell;
      }));
    });
    this.node.replaceChildren(
      el("caption", {}, this.calls.length > MOST_ROWS
        ? `The first ${MOST_ROWS} of ${count(this.calls.length)} calls; ` +
          "zoom in, or select ranks, for others." : ""),
      el("thead", {}, el("tr", {}, HEADINGS.map(
        ([name, definition, kind]) => defined(el("th", {
          class: kind, scope: "col" }, name), definition)))),
      el("tbody", {}, rows));
  }
}
