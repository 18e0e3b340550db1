/* SPDX-License-Identifier: BSD-3-Clause */
/* The page of `compare': which causes are gone, what changed, and both runs side
 * by side. */
import { inflated } from "../base/bytes.js";
import { card, choice, el } from "../base/dom.js";
import { count, percent, seconds } from "../base/format.js";
import { readPictures } from "../data/pictures.js";
import { definitionOf, rowsOf } from "../data/table.js";
import { tableTools, viewTools } from "../widgets/copy.js";
import { moreSeconds, points, relative, severityOf, verdictOf } from
  "./several.js";
import { sidesView } from "./sides.js";
import { callsView } from "./sidetree.js";

const SHOWN = 12;

/* ---- efficiencies ---- */

const meter = value => {
  const bar = el("span", { class: `meter ${severityOf(value)}` }, el("i"));
  bar.firstChild.style.width = `${Math.max(0, Math.min(1, value || 0)) *
    100}%`;
  return bar;
};

const DEPTHS = { load_balance: 1, load_balance_within_nodes: 2,
                 load_balance_between_nodes: 2, communication_efficiency: 1,
                 serialisation_efficiency: 2, transfer_efficiency: 2 };

function efficiencies(table) {
  const shown = value => (value === null ? "unknown" : percent(value));
  return el("div", { class: "efficiency both" }, el("h3", {}, "Efficiency"),
    el("ul", {}, rowsOf(table).map(row => {
      const line = el("li", { "data-name": row.name, "data-a": row.a,
                              "data-b": row.b },
        el("span", { class: "term" }, row.term.trim()),
        el("span", { class: "pair" }, el("small", {}, "A"), meter(row.a),
           el("b", {}, shown(row.a))),
        el("span", { class: "pair" }, el("small", {}, "B"), meter(row.b),
           el("b", {}, shown(row.b))),
        el("span", { class: "loss" }, row.difference === null ? ""
          : points(row.difference)));
      line.style.setProperty("--depth", DEPTHS[row.name] || 0);
      return line;
    })));
}

/* ---- causes ---- */

const cost = (value, basis) => (value === null ? "unknown" : value === 0
  ? "none" : `${basis === "estimated" ? "up to " : ""}${seconds(value)}`);
const placeOf = (ranks, where) => [ranks ? `rank${/^\d+$/.test(ranks) ? ""
  : "s"} ${ranks}` : null, where].filter(Boolean).join(", ");

const KINDS = [["gone", "Gone"], ["new", "New"], ["larger", "Larger"],
               ["smaller", "Smaller"], ["the same", "As before"],
               ["unknown", "Unknown in one of the runs"]];

function causeItem(row) {
  const a = placeOf(row.a_ranks, row.a_where);
  const b = placeOf(row.b_ranks, row.b_where);
  return el("li", { "data-change": row.change },
    el("b", {}, row.cause), ` ${a || b}${a && b && a !== b ? `; in B: ${b}`
      : ""}`,
    el("span", { class: "gain", "data-a": row.a_gain_s,
                 "data-b": row.b_gain_s },
       ` costs ${cost(row.a_gain_s, row.a_basis)} in A, ${cost(
         row.b_gain_s, row.b_basis)} in B`));
}

/* Bars of T: A, what was promised, B. */
function promiseOf(row) {
  const most = Math.max(row.a_run_time_s, row.b_run_time_s, row.promised_s);
  const bar = (title, value, class_) => {
    const made = el("div", { class: "run-bar" }, el("span", {}, title),
                    el("span", { class: "track" }, el("i", {
                      class: class_ })), el("b", { "data-value": value },
                                            seconds(value)));
    made.querySelector("i").style.width = `${100 * value / most}%`;
    return made;
  };
  return el("div", { class: "promise" },
    el("p", {}, el("b", {}, `Promise ${row.answer}: `),
       `the report of A promised ${seconds(row.promised_s)} without ${
         row.causes === 1 ? "this cause" : `these ${row.causes} causes`} (${
         row.basis}); B took ${seconds(row.b_run_time_s)}.`),
    bar("T of A", row.a_run_time_s, "a"),
    bar("promised", row.promised_s, "promised"),
    bar("T of B", row.b_run_time_s, "b"));
}

const causesRead = rows => [["change", "cause", "place", "costs in A",
  "costs in B"], rows.map(row => [row.change, row.cause,
  placeOf(row.a_ranks, row.a_where) || placeOf(row.b_ranks, row.b_where),
  cost(row.a_gain_s, row.a_basis), cost(row.b_gain_s, row.b_basis)]),
  [false, false, false, true, true]];

function causesView(model) {
  const table = model.table("compare_causes");
  const rows = rowsOf(table);
  const [promise] = rowsOf(model.table("compare_promise"));
  if (rows.length === 0)
    return null;
  return { node: card("causes", "Causes of lost time",
    "From A to B. A cause is gone when at most a fifth of its cost is left.",
    tableTools(() => "compare_causes", () => table, () => table.rows,
               () => causesRead(rows)),
    promise ? promiseOf(promise) : null,
    KINDS.map(([kind, title]) => {
      const some = rows.filter(row => row.change === kind);
      return some.length === 0 ? null : [el("h3", {
        class: `change ${kind.split(" ")[0]}` }, title),
        el("ul", { class: "causes-of" }, some.map(causeItem))];
    })) };
}

/* ---- changes ---- */

const TABLES = [
  ["compare_times", "times", row => row.term.trim(), null],
  ["compare_regions", "regions", row => row.region, "region"],
  ["compare_procedures", "procedures", row => row.procedure, "procedure"],
  ["compare_functions", "functions", row => row.function, null],
  ["compare_call_sites", "call sites", row => `${row.procedure} in ${
    row.function} (${row.b_location || row.a_location || "unknown"})`, null],
  ["compare_waits", "waits", row => row.wait, null],
  ["compare_ranks", "ranks", row => `rank ${row.rank}`, null],
];

const HEADINGS = [["", ""], ["A", "number"], ["B", "number"], ["", ""],
                  ["B \u2212 A", "number"], ["relative", "number"], ["", ""]];

const noiseOf = row => (row.beyond_noise === "yes" ? "beyond noise"
  : row.beyond_noise === "no" ? "within noise" : "");

/* To the right: B takes longer. */
function bar(row, most) {
  const part = 50 * Math.abs(row.difference_s) / (most || 1);
  const piece = el("i", { class: `${row.difference_s > 0 ? "longer" : "shorter"}${
    row.beyond_noise === "no" ? " noise" : ""}` });
  piece.style.width = `${part}%`;
  piece.style.left = row.difference_s > 0 ? "50%" : `${50 - part}%`;
  return el("span", { class: "diverging" }, piece);
}

function changesView(model, selection) {
  const tables = TABLES.filter(([name]) => rowsOf(model.table(name)).some(
    row => row.difference_s !== null));
  const largest = ([name]) => Math.max(...rowsOf(model.table(name)).map(
    row => Math.abs(row.difference_s || 0)));
  const parts = tables.filter(([, , , kind]) => kind).sort(
    (a, b) => largest(b) - largest(a));
  let [chosen] = parts[0] || tables[0] || [null];
  let all = false;
  if (!chosen)
    return null;
  const body = el("tbody");
  const more = el("button", { type: "button", class: "more", onclick: () => {
    all = !all;
    fill();
  } });
  const said = el("p", { class: "alt", role: "status" });

  function line([name, , say, kind], row, most) {
    const text = say(row);
    return el("tr", { "data-name": text, "data-a": row.a_s,
                      "data-b": row.b_s, "data-more": row.difference_s },
      el("th", { scope: "row" }, kind ? el("button", { type: "button",
        class: "link", onclick: () => selection.setName(kind, text) }, text)
        : text),
      el("td", { class: "number" }, seconds(row.a_s)),
      el("td", { class: "number" }, seconds(row.b_s)),
      el("td", { class: "bar-cell" }, bar(row, most)),
      el("td", { class: "number" }, moreSeconds(row.difference_s)),
      el("td", { class: "number" }, row.ratio === null ? (row.b_s > 0
        ? "new" : "") : relative(row.ratio)),
      el("td", {}, noiseOf(row)));
  }

  function fill() {
    const which = TABLES.find(([name]) => name === chosen);
    const rows = rowsOf(model.table(chosen)).filter(
      row => row.difference_s !== null).sort((a, b) => Math.abs(
      b.difference_s) - Math.abs(a.difference_s));
    const most = Math.abs(rows[0].difference_s);
    body.replaceChildren(...rows.slice(0, all ? rows.length : SHOWN).map(
      row => line(which, row, most)));
    more.hidden = rows.length <= SHOWN;
    more.textContent = all ? "Fewer rows" : `All ${count(rows.length)} rows`;
    said.textContent = most === 0 ? "No difference." : `Largest: ${which[2](
      rows[0])}, ${moreSeconds(rows[0].difference_s)}.`;
  }

  fill();
  const what = choice("what", tables.map(([name, title]) => [name, title]),
                      chosen, value => {
    chosen = value;
    all = false;
    fill();
  });
  const shown = el("table", { class: "changes", "aria-label": "Changes" },
    el("thead", {}, el("tr", {}, HEADINGS.map(([text, class_]) => el("th",
      { scope: "col", class: class_ || null }, text)))), body);
  return { node: card("changes", "Changes",
    "B \u2212 A in seconds per rank, on average; the largest " +
    "difference first. Pale bars are within noise, if several runs of " +
    "a side show what noise is.",
    viewTools(() => chosen, () => model.table(chosen), shown),
    el("div", { class: "tools" }, what),
    el("div", { class: "scrolled" }, shown), more, said) };
}

/* ---- the page ---- */

/* Pictures of a side: of its first run. */
function picturesOf(id) {
  const raw = inflated(id);
  return raw ? readPictures(raw) : null;
}

export function compareViews(model, selection) {
  const runs = rowsOf(model.table("compare_runs"));
  const times = model.table("compare_times");
  /* Of runs without a time there is no row. */
  const time = rowsOf(times).find(row => row.name === "run_time") ||
    { a_s: null, b_s: null, difference_s: null, ratio: null };
  const sides = ["A", "B"].map(side => {
    const own = runs.filter(run => run.side === side);
    return { side, name: own[0].run, runs: own.length,
             pictures: picturesOf(`pictures-${side.toLowerCase()}`) };
  });
  const views = {
    verdict: verdictOf(model, [
      ...sides.map(({ side, name, runs: many }) => [`T of ${side}${many > 1
        ? ` (${many} runs)` : ""}, ${name}`, time[side === "A" ? "a_s"
        : "b_s"] === null ? "unknown" : seconds(time[side === "A" ? "a_s"
        : "b_s"]), definitionOf(times, "a_s")]),
      ...(time.difference_s === null ? [] : [["B \u2212 A",
        `${moreSeconds(time.difference_s)}${time.ratio === null ? ""
          : `, ${relative(time.ratio)}`}`,
        definitionOf(times, "difference_s")]]),
    ], efficiencies(model.table("compare_efficiency"))),
    causes: causesView(model),
    changes: changesView(model, selection),
  };
  if (sides.every(({ pictures }) => pictures && pictures.bins > 0)) {
    views.sides = sidesView(sides);
    views.calls = callsView(sides, model, selection);
  }
  return Object.fromEntries(Object.entries(views).filter(([, view]) => view));
}
