/* SPDX-License-Identifier: BSD-3-Clause */
/* The search for single calls: a field, and what it has found, one after the
 * other, on the time line. */
import { el } from "../base/dom.js";
import { count, several } from "../base/format.js";
import { callKey, once, rowKey } from "../data/windows.js";
import { matcher, parseQuery } from "./query.js";

const TURN_MS = 30;   /* of looking, until the page may do something else */
const MOST = 200000;  /* calls that are kept */

/* zoomToCall(call); redraw(). */
export function finder(model, { calls, zoomToCall, redraw }) {
  const { windows } = model;
  const state = { text: "", found: [], at: -1, run: 0, busy: false,
                  more: false };
  const field = el("input", { id: "find", type: "search", size: 24,
    placeholder: "MPI_Send > 1 ms", autocomplete: "off",
    "aria-label": "Find calls, such as MPI_Send > 1 ms, to 3, > 1 MB",
    title: "A procedure or region; to 3, from 3, rank 3; > 1 ms, > 1 MB, " +
           "waited > 1 ms; several together. Enter goes to the next call, " +
           "Shift and Enter to the one before." });
  const step = (id, by, sign, name) => el("button", { type: "button", id,
    "aria-label": name, title: name, disabled: true,
    onclick: () => go(by) }, sign);
  const before = step("find-previous", -1, "\u2039", "Previous call");
  const next = step("find-next", 1, "\u203a", "Next call");
  const status = el("span", { id: "find-status", role: "status" });
  const node = el("div", { class: "tools find", role: "search",
    "aria-label": "Find calls" },
    el("label", { for: "find" }, "Find calls"),
    el("span", { class: "finder" }, field, before, next), status);
  node.hidden = !calls.possible || windows.pieces.length === 0;

  /* Each call once: in the tile in which it begins, if that is there. */
  function takeFrom(piece, matches) {
    const own = windows.tileAt(piece.from) === piece;
    for (const list of windows.listsOf(piece))
      for (const call of list.calls) {
        const tile = windows.tileAt(call.begin);
        if (matches(call) && (tile ? tile === piece
          : !own || call.begin < piece.from))
          state.found.push(call);
      }
  }

  /* more: not all pieces have been looked at. */
  function sortFound(more) {
    state.found = once(state.found.sort((a, b) => a.begin - b.begin ||
      a.rank - b.rank || a.thread - b.thread || a.end - b.end), callKey);
    state.more = more || state.found.length > MOST;
    state.found.length = Math.min(state.found.length, MOST);
  }

  /* then: what is done when all pieces have been looked at. */
  function look(matches, then) {
    const run = ++state.run;
    let piece = 0;
    state.busy = true;
    state.found = [];
    state.at = -1;
    const turn = () => {
      const until = performance.now() + TURN_MS;
      if (run !== state.run)
        return;
      while (piece < windows.pieces.length && performance.now() < until &&
             state.found.length <= MOST)
        takeFrom(windows.pieces[piece++], matches);
      if (piece < windows.pieces.length && state.found.length <= MOST) {
        status.textContent = `Looking: ${several(state.found.length,
                                                 "call")} so far`;
        setTimeout(turn, 0);
        return;
      }
      state.busy = false;
      sortFound(piece < windows.pieces.length);
      say();
      then();
    };
    turn();
  }

  function say() {
    const { found, at } = state;
    before.disabled = next.disabled = found.length === 0;
    field.setAttribute("aria-invalid", "false");
    const where = windows.whole ? "" : " among those in the page";
    status.textContent = state.text === "" ? ""
      : found.length === 0 ? `No such call${where}`
      : at < 0 ? `${state.more ? "More than " : ""}${several(found.length,
                                                             "call")}${where}`
      : `${count(at + 1)} of ${count(found.length)}${state.more ? " or more"
        : ""}${where}: ${calls.words.say(found[at])}`;
  }

  function go(by) {
    const { found, at } = state;
    if (found.length === 0)
      return;
    state.at = at < 0 ? (by > 0 ? 0 : found.length - 1)
      : (at + by + found.length) % found.length;
    say();
    zoomToCall(found[state.at]);
  }

  function clear() {
    state.run++;
    Object.assign(state, { text: "", found: [], at: -1, busy: false });
    calls.chosen = null;
    say();
    redraw();
  }

  /* Looks for what the text asks, and then does something. */
  function search(text, then) {
    field.value = text;
    if (text.trim() === "") {
      clear();
      return;
    }
    let matches = null;
    try {
      matches = matcher(parseQuery(text), windows);
    } catch (error) {
      clear();
      field.value = text;
      field.setAttribute("aria-invalid", "true");
      status.textContent = error.message;
      return;
    }
    state.text = text;
    look(matches, then);
  }

  const wanted = by => {
    if (field.value === state.text && !state.busy)
      go(by);
    else if (field.value !== state.text)
      search(field.value, () => go(by));
  };
  field.addEventListener("keydown", event => {
    if (event.key === "Enter") {
      event.preventDefault();
      wanted(event.shiftKey ? -1 : 1);
    }
  });
  field.addEventListener("search", () => {
    if (field.value === "")
      clear();
  });
  field.addEventListener("input", () => {
    if (field.value === "")
      clear();
  });

  /* "find" and "call" of the address. */
  const link = () => {
    const call = state.text === "" ? null : calls.chosen;
    return { find: state.text, call: call
      ? `${rowKey(call)}@${call.begin / 1e9}` : "" };
  };

  function apply({ find, call }) {
    const [, rank, thread, time] = /^(\d+)(?:\.(\d+))?@([\d.e-]+)$/.exec(
      call || "") || [];
    const shown = link();
    if (node.hidden || ((find || "") === shown.find &&
                        (call || "") === shown.call))
      return;
    search(find || "", () => {
      const at = state.found.findIndex(one => one.rank === Number(rank) &&
        one.thread === Number(thread || 0) &&
        Math.abs(one.begin - Number(time) * 1e9) < 1);
      if (at < 0)
        return;
      state.at = at;
      calls.chosen = state.found[at];
      say();
      redraw();
    });
  }

  return { node, state, link, apply, focus: () => !node.hidden && field.focus() };
}
