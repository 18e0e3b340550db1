/* SPDX-License-Identifier: BSD-3-Clause */
/* The page of `history': runs over time, what is usual, and what changed. */
import { themeColor } from "../base/colors.js";
import { card, el } from "../base/dom.js";
import { count, percent, seconds } from "../base/format.js";
import { listState } from "../data/link.js";
import { definitionOf, rowsOf, titleOf } from "../data/table.js";
import { viewTools } from "../widgets/copy.js";
import { curve } from "../widgets/curve.js";
import { moreSeconds, picker, points, relative, verdictOf } from "./several.js";

const SLOWER = "#d55e00";
const FASTER = "#009e73";
const USUAL = "#0072b2";
const CAUSES = 12; /* rows of their table */
const CAUSE_RUNS = 24;
const TERMS = ["parallel_efficiency", "load_balance",
               "communication_efficiency", "serialisation_efficiency",
               "transfer_efficiency"];

const shapes = { slower: "up", longer: "up", faster: "down", shorter: "down",
                 "not finished": "open", "ranks missing": "open" };
const colorOf = change => (shapes[change] === "up" ? SLOWER
  : shapes[change] === "down" ? FASTER
    : shapes[change] === "open" ? themeColor("muted") : USUAL);

const dayOf = start => (start ? start.slice(0, 10) : "");

/* Runs, the oldest first, with a value each: [{ run, value, usual, noise,
 * change }]. */
function pointsOf(runs, times, what) {
  const [kind, name] = [what.slice(0, what.indexOf(":")),
                        what.slice(what.indexOf(":") + 1)];
  if (kind === "T")
    return runs.map(run => ({ run, value: run.run_time_s, usual: run.usual_s,
                              noise: run.noise_s, change: run.change }));
  if (kind === "efficiency")
    return runs.map(run => ({ run, value: run[name], usual: null,
                              change: shapes[run.change] === "open"
                                ? run.change : null }));
  const byRun = new Map(times.filter(
    one => one.kind === kind && one.name === name).map(one => [one.run, one]));
  return runs.map(run => {
    const one = byRun.get(run.run);
    return one ? { run, value: one.time_s, usual: one.usual_s,
                   noise: one.noise_s, change: one.change }
      : { run, value: null, usual: null };
  });
}

function chartOf(runs, points, ratio) {
  const known = points.map((point, i) => ({ ...point, i })).filter(
    point => point.value !== null);
  const write = ratio ? value => percent(value) : seconds;
  const seen = known.flatMap(p => (p.usual === null || p.usual === undefined
    ? [p.value] : [p.value, p.usual + p.noise, p.usual - p.noise]));
  const most = ratio ? 1 : Math.max(...seen, 0) * 1.08;
  const tips = p => [p.run.run, p.run.start || "", [ratio ? "value" : "time",
    write(p.value)]].concat(p.usual !== null && p.usual !== undefined
    ? [["usual", write(p.usual)], ["noise", `\u00b1 ${write(p.noise)}`],
       ["change", `${p.change}${p.usual > 0 ? `, ${relative(
         p.value / p.usual)}` : ""}`]]
    : p.change ? [p.change] : []).filter(line => line !== "");
  const bands = [];
  for (const p of known)
    if (p.usual !== null && p.usual !== undefined)
      bands.push([p.i, p.usual - p.noise, p.usual + p.noise]);
  const changed = known.filter(p => shapes[p.change] === "up");
  return {
    x: { from: -0.5, to: runs.length - 0.5, title: "start of the run",
         ticks: runs.map((run, i) => [i, dayOf(run.start) || `${i + 1}`]) },
    y: { from: 0, to: most, write: value => write(value).replace(
      /\.0+ /, " ") },
    bands: [{ color: USUAL, points: bands }],
    lines: [{ color: themeColor("line"),
              points: known.map(p => [p.i, p.value]) },
            { color: USUAL, dash: [5, 4], points: known.filter(
              p => p.usual !== null && p.usual !== undefined).map(
              p => [p.i, p.usual]) }],
    dots: known.map(p => ({ x: p.i, y: p.value, color: colorOf(p.change),
                            shape: shapes[p.change], tip: tips(p) })),
    alt: `${count(known.length)} runs${bands.length > 0 ? ", with the " +
      "usual value (dashed) and noise (shaded)" : ""}. ${changed.length === 0
      ? "None is longer than usual beyond noise."
      : `Longer than usual: ${changed.map(p => p.run.run).join(", ")}.`}`,
  };
}

function curvesView(model, selection, runs) {
  const times = rowsOf(model.table("history_times"));
  const sizes = new Map();
  for (const one of times)
    if (one.kind !== "time" || one.name !== "run time T") {
      const key = `${one.kind}:${one.name}`;
      sizes.set(key, Math.max(sizes.get(key) || 0, one.time_s));
    }
  const keys = [...sizes.keys()].sort((a, b) => sizes.get(b) - sizes.get(a));
  const terms = TERMS.filter(name => runs.some(run => run[name] !== null));
  let what = "T:";
  const view = curve("Runs over time", () => chartOf(runs, pointsOf(
    runs, times, what), what.startsWith("efficiency:")));
  const show = value => {
    what = value;
    list.value = value;
    view.update();
  };
  const list = picker("What is shown", [["T:", "run time T"],
    ...terms.map(name => [`efficiency:${name}`, titleOf(model.table(
      "history"), name)]),
    ...keys.map(key => [key, key.replace("region:", "useful time in ")
      .replace("procedure:", "").replace("function:", "sampled: ")
      .replace("time:", "")])], what, show);
  selection.watch(() => {
    const key = `${selection.kind}:${selection.name}`;
    if (sizes.has(key) && key !== what)
      show(key);
  });
  const mark = (shape, color, words) => {
    const sign = el("b", {}, shape);
    sign.style.color = color;
    return el("span", {}, sign, ` ${words}`);
  };
  return { picture: view.picture, show, view,
           states: [listState("curve", list)],
           node: card("curves", "Over time",
             "One point per run, the oldest at the left.",
             el("div", { class: "tools" }, list, el("span", {
               class: "legend" }, mark("\u25b2", SLOWER, "longer than usual"),
               mark("\u25bc", FASTER, "shorter"), mark("\u25cf", USUAL,
                 "as usual, or too few runs before it"),
               mark("\u25cb", "inherit", "not finished"))),
             view.picture.box) };
}

/* What changed in the newest run. */
function changesView(model, newest) {
  const changed = rowsOf(model.table("history_changes")).filter(
    one => one.run === newest.run);
  const terms = rowsOf(model.table("history_efficiency")).filter(
    one => one.run === newest.run);
  if (changed.length + terms.length === 0)
    return null;
  const shown = el("table", { class: "changes", "aria-label": "Newest run" },
    el("thead", {}, el("tr", {}, ["", "newest", "usual", "difference",
      "relative", "noise"].map(text => el("th", { scope: "col",
        class: text ? "number" : null }, text)))),
    el("tbody", {}, changed.map(one => el("tr", { "data-kind": one.kind,
      "data-name": one.name }, el("th", { scope: "row" },
      one.kind === "region" ? `useful time in ${one.name}` : one.name),
      [seconds(one.time_s), seconds(one.usual_s),
       moreSeconds(one.difference_s), one.ratio === null ? "new"
         : relative(one.ratio), `\u00b1 ${seconds(one.noise_s)}`].map(
        text => el("td", { class: "number" }, text)))),
      terms.map(one => el("tr", {}, el("th", { scope: "row" }, one.term),
        [percent(one.value), percent(one.usual), points(one.difference), "",
         points(one.noise).replace("+", "\u00b1 ")].map(text => el("td", {
          class: "number wraps" }, text))))));
  /* Of the newest run alone, as it is shown. */
  const all = model.table(changed.length > 0 ? "history_changes"
    : "history_efficiency");
  const run = all.columns.findIndex(column => column.name === "run");
  return { node: card("changes", "Changes in the newest run", null,
    viewTools(() => changed.length > 0 ? "history_changes"
      : "history_efficiency", () => ({ columns: all.columns,
        rows: all.rows.filter(row => row[run] === newest.run) }), shown),
    el("div", { class: "scrolled" }, shown)) };
}

/* Causes by runs; the darker, the more it costs. */
function causesView(model, runs) {
  const rows = rowsOf(model.table("history_causes"));
  const shown = runs.slice(-CAUSE_RUNS);
  const byCause = new Map();
  for (const row of rows) {
    const key = `${row.cause}\n${row.where || ""}`;
    if (!byCause.has(key))
      byCause.set(key, { cause: row.cause, where: row.where, most: 0,
                         byRun: new Map() });
    const one = byCause.get(key);
    one.byRun.set(row.run, row);
    one.most = Math.max(one.most, row.gain_s);
  }
  const causes = [...byCause.values()].sort((a, b) => b.most - a.most)
    .slice(0, CAUSES);
  if (causes.length === 0)
    return null;
  const most = Math.max(...causes.map(one => one.most));
  const body = el("tbody", {}, causes.map(one => el("tr", {}, el("th", { scope: "row" },
    one.cause, one.where ? el("small", {}, ` ${one.where}`) : null),
    shown.map(run => {
      const row = one.byRun.get(run.run);
      const cell = el("td", { class: "number", "data-value": row
        ? row.gain_s : null, title: row ? `${run.run}: ${seconds(row.gain_s)
        }${row.change ? `, ${row.change}` : ""}` : `${run.run}: not found` },
                      row && row.gain_s > 0 ? seconds(row.gain_s) : "");
      if (row && row.gain_s > 0) {
        cell.className = "number cause";
        cell.style.setProperty("--part", String(0.08 + 0.37 * row.gain_s /
                                                most));
      }
      return cell;
    }))));
  const made = el("table", { class: "causes", "aria-label": "Causes" },
    el("thead", {}, el("tr", {}, el("th", {}, ""), shown.map(run => el("th",
      { scope: "col", class: "number", title: run.run },
      dayOf(run.start).slice(5) || run.run)))), body);
  const box = el("div", { class: "scrolled" }, made);
  /* The newest are at the right. */
  requestAnimationFrame(() => {
    box.scrollLeft = box.scrollWidth;
  });
  return { node: card("causes", "Causes of lost time",
    "How much shorter T would be without each cause, by run" +
    (runs.length > CAUSE_RUNS ? `; the last ${CAUSE_RUNS} runs` : "") + ".",
    viewTools(() => "history_causes", () => model.table("history_causes"),
              made), box) };
}

export function historyViews(model, selection) {
  const table = model.table("history");
  const runs = rowsOf(table).reverse();
  const newest = runs[runs.length - 1];
  const views = {
    verdict: verdictOf(model, [
      ["runs", count(runs.length)],
      ["T", seconds(newest.run_time_s), definitionOf(table, "run_time_s")],
      ...(newest.usual_s === null ? []
        : [["usual", seconds(newest.usual_s),
            definitionOf(table, "usual_s")]]),
      ...(newest.parallel_efficiency === null ? []
        : [["parallel efficiency", percent(newest.parallel_efficiency),
            definitionOf(table, "parallel_efficiency")]]),
    ]),
    changes: changesView(model, newest),
    curves: curvesView(model, selection, runs),
    causes: causesView(model, runs),
  };
  return Object.fromEntries(Object.entries(views).filter(([, view]) => view));
}
