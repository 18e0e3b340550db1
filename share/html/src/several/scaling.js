/* SPDX-License-Identifier: BSD-3-Clause */
/* The page of `scaling': efficiencies by number of ranks, as a coloured table
 * like that of TALP-Pages, curves with the ideal and models, and the parts that
 * will dominate. */
import { classColor, inkOf, themeColor } from "../base/colors.js";
import { card, defined, el } from "../base/dom.js";
import { count, digits, percent, seconds, several } from "../base/format.js";
import { listState } from "../data/link.js";
import { definitionOf, rowsOf, titleOf } from "../data/table.js";
import { Picture, fitted } from "../widgets/canvas.js";
import { viewTools } from "../widgets/copy.js";
import { curve, keyOf } from "../widgets/curve.js";
import { picker, verdictOf } from "./several.js";

const FACTORS = [
  ["scaling_efficiency", 0], ["global_efficiency", 0],
  ["parallel_efficiency", 1], ["load_balance", 2],
  ["load_balance_within_nodes", 3], ["load_balance_between_nodes", 3],
  ["communication_efficiency", 2], ["computation_scaling", 1],
  ["instruction_scaling", 2], ["ipc_scaling", 2], ["frequency_scaling", 2],
];
/* From bad to good; black is read on all of them. */
const STOPS = [[0.4, [213, 94, 0]], [0.65, [230, 159, 0]],
               [0.85, [86, 180, 150]], [1, [0, 158, 115]]];
/* Useful time is green, as on other pages. */
const USEFUL = ["#009e73", "#7fceb9", "#00543d"];
const CALLS = ["#0072b2", "#e69f00", "#cc79a7", "#56b4e9", "#d55e00"];
const NAMED = 6;
const NOW = "#0072b2";

function severityColor(value) {
  const v = Math.max(STOPS[0][0], Math.min(1, value));
  const k = Math.max(1, STOPS.findIndex(([stop]) => v <= stop));
  const [[from, a], [to, b]] = [STOPS[k - 1], STOPS[k]];
  const part = (v - from) / (to - from);
  return `rgb(${a.map((c, i) => Math.round(c + (b[i] - c) * part))})`;
}

function factorsView(table, rows) {
  const shown = FACTORS.filter(([name]) => rows.some(
    row => row[name] !== null));
  const cell = (row, name) => {
    const made = el("td", { "data-column": name, "data-value": row[name] },
                    row[name] === null ? "-" : percent(row[name]));
    if (row[name] !== null)
      made.style.background = severityColor(row[name]);
    return made;
  };
  const plain = (title, name, write) => el("tr", {},
    defined(el("th", { scope: "row" }, title), definitionOf(table, name)),
    rows.map(row => el("td", { "data-column": name,
                               "data-value": row[name] },
                       row[name] === null ? "-" : write(row[name]))));
  const made = el("table", { class: "factors", "aria-label": "Efficiencies" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "ranks"),
      rows.map(row => el("th", { scope: "col", class: "number" },
                         count(row.ranks))))),
    el("tbody", {}, plain("run time T", "run_time_s", seconds),
      plain("speedup", "speedup", value => digits(value, 3)),
      shown.map(([name, depth]) => {
        const head = defined(el("th", { scope: "row" }, titleOf(table, name)),
                             definitionOf(table, name));
        head.style.setProperty("--depth", depth);
        return el("tr", {}, head, rows.map(row => cell(row, name)));
      })));
  return { node: card("factors", "Efficiency by number of ranks",
    "Each factor is the product of those indented below it. Green: 80 % or " +
    "more; orange: lower; the number says how much.",
    viewTools(() => "scaling", () => table, made),
    el("div", { class: "scrolled" }, made)) };
}

/* Values of a part by number of ranks, with what is ideal. */
function seriesOf(rows, values, kind, name) {
  return kind === "" ? rows.map(row => [row.ranks, row.run_time_s])
    : values.filter(one => one.kind === kind && one.name === name)
      .map(one => [one.ranks, one.time_s]);
}

const isWeak = rows => {
  const [first, last] = [rows[0], rows[rows.length - 1]];
  return Math.abs(last.speedup - last.ideal * first.run_time_s /
                  last.run_time_s) < 1e-6 * last.speedup;
};

const modelAt = (model, ranks) => model.c0_s + (model.c1_s > 0
  ? model.c1_s * ranks ** model.i * Math.log2(ranks) ** model.j : 0);

function speedupChart(rows) {
  const most = Math.max(...rows.map(row => Math.max(row.ideal, row.speedup)));
  const least = Math.min(...rows.map(row => Math.min(1, row.speedup)));
  const last = rows[rows.length - 1];
  return {
    x: ranksAxis(rows, last.ranks),
    y: { log: true, from: least, to: most * 1.05,
         write: value => digits(value, 2).replace(/\.0+$/, "") },
    lines: [{ title: "ideal", color: themeColor("muted"),
              css: "var(--muted)", dash: [6, 4],
              points: rows.map(row => [row.ranks, row.ideal]) },
            { title: "measured", color: NOW,
              points: rows.map(row => [row.ranks, row.speedup]) }],
    dots: rows.map(row => ({ x: row.ranks, y: row.speedup, color: NOW,
      tip: [several(row.ranks, "rank"), ["speedup", digits(row.speedup, 3)],
            ["ideal", digits(row.ideal, 3)],
            ["speedup / ideal", percent(row.scaling_efficiency)]] })),
    alt: `Speedup ${digits(last.speedup, 3)} on ${several(last.ranks,
      "rank")}, ideal ${digits(last.ideal, 3)}. Both axes are logarithmic.`,
  };
}

function ranksAxis(rows, to) {
  const ticks = rows.map(row => [row.ranks, count(row.ranks)]);
  for (let far = rows[rows.length - 1].ranks * 10; far <= to; far *= 10)
    ticks.push([far, count(far)]);
  return { log: true, from: rows[0].ranks, to, ticks, title: "ranks" };
}

function timeChart(rows, points, model, weak) {
  const measured = points.filter(([, time]) => time > 0);
  const last = points[points.length - 1];
  const far = model ? last[0] * 100 : last[0];
  const ideal = ranks => (weak ? points[0][1]
    : points[0][1] * points[0][0] / ranks);
  const lines = [{ title: "ideal", color: themeColor("muted"),
                   css: "var(--muted)", dash: [6, 4],
                   points: [points[0][0], last[0]].map(r => [r, ideal(r)]) },
                 { title: "measured", color: NOW, points: measured }];
  const seen = measured.map(([, time]) => time).concat(
    lines[0].points.map(([, time]) => time));
  const ranges = [];
  if (model) {
    const steps = [...Array(61).keys()].map(
      k => points[0][0] * (far / points[0][0]) ** (k / 60));
    lines.push({ title: `model: ${model.model}`, color: classColor("wait"),
                 dash: [2, 3], points: steps.map(r => [r,
                   modelAt(model, r)]).filter(([, time]) => time > 0) });
    for (const [times, key] of [[10, "at_10"], [100, "at_100"]])
      ranges.push({ x: last[0] * times, low: model[`${key}_least_s`],
                    high: model[`${key}_most_s`], color: classColor("wait"),
                    middle: model[`${key}_s`] });
    seen.push(...lines[2].points.map(([, time]) => time),
              ...ranges.flatMap(r => [r.low, r.high]));
  }
  const above = seen.filter(time => time > 0);
  return {
    x: ranksAxis(rows, far),
    y: { log: true, from: Math.min(...above) * 0.8,
         to: Math.max(...above) * 1.25,
         write: value => seconds(value).replace(/\.0+ /, " ") },
    lines, ranges: ranges.filter(r => r.low > 0),
    dots: measured.map(([ranks, time]) => ({ x: ranks, y: time, color: NOW,
      tip: [several(ranks, "rank"), ["measured", seconds(time)],
            ["ideal", seconds(ideal(ranks))]].concat(model
        ? [["model", seconds(modelAt(model, ranks))]] : []) }))
      .concat(ranges.map(r => ({ x: r.x, y: r.middle, shape: "open",
        color: classColor("wait"), tip: [several(r.x, "rank"),
          ["model", seconds(r.middle)],
          ["range", `${seconds(r.low)} to ${seconds(r.high)}`]] }))),
    alt: `${seconds(last[1])} on ${several(last[0], "rank")}, ideal ${
      seconds(ideal(last[0]))}${model ? `; by the model ${seconds(
      model.at_10_s)} on ${count(last[0] * 10)} (${seconds(
      model.at_10_least_s)} to ${seconds(model.at_10_most_s)}) and ${seconds(
      model.at_100_s)} on ${count(last[0] * 100)}` : ""}. Both axes are ` +
      "logarithmic.",
  };
}

function curvesView(model, selection, rows) {
  const values = rowsOf(model.table("scaling_values"));
  const models = rowsOf(model.table("scaling_models"));
  const weak = isWeak(rows);
  const keys = [...new Set(values.map(one => `${one.kind}:${one.name}`))];
  const sizes = new Map(keys.map(key => [key, 0]));
  for (const one of values) {
    const key = `${one.kind}:${one.name}`;
    sizes.set(key, Math.max(sizes.get(key), one.time_s || 0));
  }
  keys.sort((a, b) => sizes.get(b) - sizes.get(a));
  let what = "speedup";
  const legend = el("span", {});
  const chart = () => {
    if (what === "speedup")
      return speedupChart(rows);
    const [, kind, name] = what === "time" ? ["", "", ""]
      : /^(\w+):([^]*)$/.exec(what);
    return timeChart(rows, seriesOf(rows, values, kind, name),
                     models.find(m => m.kind === kind && m.part === name),
                     weak);
  };
  const view = curve("Speedup or time by number of ranks", chart);
  const show = value => {
    what = value;
    list.value = value;
    view.update();
    legend.replaceChildren(keyOf(el, view.chart().lines));
  };
  const list = picker("What is shown", [["speedup", "speedup"],
    ["time", "run time T"], ...keys.map(key => [key,
      key.replace("region:", "useful time in ").replace("procedure:", "")])],
                      what, show);
  selection.watch(() => {
    const key = `${selection.kind}:${selection.name}`;
    if (keys.includes(key) && key !== what)
      show(key);
  });
  show(what);
  return { picture: view.picture, show, view, weak,
           states: [listState("curve", list)],
           node: card("curves", "Curves",
             `${weak ? "Weak" : "Strong"} scaling. Parts are the mean of the ` +
             "ranks" + (models.length > 0 ? "; dotted: the model of a part, " +
               "extrapolated to 100 times the most ranks, with its range."
               : "."),
             el("div", { class: "tools" }, list, legend), view.picture.box) };
}

/* Bars of 100 %: the most ranks, and 10 and 100 times as many. */
function aheadView(model, rows) {
  const all = rowsOf(model.table("scaling_models"));
  const models = all.filter(one => one.kind !== "sum");
  const total = all.find(one => one.kind === "sum");
  const most = rows[rows.length - 1].ranks;
  const bars = [["share", "most_s", most], ["at_10_share", "at_10_s",
    most * 10], ["at_100_share", "at_100_s", most * 100]];
  if (!total)
    return { node: card("ahead", "On more ranks", null, el("p",
      { class: "empty" }, "Models of growth need 5 different numbers of " +
      `ranks or more; these runs have ${rows.length}.`)) };
  const unnamed = model.report.completeness.find(
    note => note.startsWith("The part that would dominate"));
  const largest = one => Math.max(...bars.map(([share]) => one[share]));
  const named = [...models].sort((a, b) => largest(b) - largest(a))
    .slice(0, NAMED);
  const calls = named.filter(one => one.kind === "procedure");
  const work = named.filter(one => !calls.includes(one));
  const colors = named.map(one => (calls.includes(one)
    ? CALLS[calls.indexOf(one) % CALLS.length]
    : USEFUL[work.indexOf(one) % USEFUL.length]));
  const HIGH = 40;
  const LEFT = 110;

  function pieces([share, time]) {
    let from = 0;
    const list = named.map((one, i) => {
      const piece = { one, color: colors[i], from, to: from + one[share],
                      time: one[time], share: one[share] };
      from = piece.to;
      return piece;
    });
    if (from < 0.9995)
      list.push({ one: null, color: themeColor("frame"), from, to: 1,
                  share: 1 - from, time: total[time] * (1 - from) });
    return list;
  }

  const nameOf = one => (one === null ? "others" : one.part);
  function draw(context, width) {
    bars.forEach((bar, k) => {
      const top = k * HIGH;
      context.fillStyle = themeColor("muted");
      context.textAlign = "right";
      context.fillText(several(bar[2], "rank"), LEFT - 8, top + HIGH / 2 - 3);
      context.textAlign = "left";
      for (const piece of pieces(bar)) {
        const left = LEFT + piece.from * (width - LEFT);
        const wide = (piece.to - piece.from) * (width - LEFT);
        context.fillStyle = piece.color;
        context.fillRect(left, top, Math.max(0.5, wide - 1), HIGH - 8);
        context.fillStyle = piece.one === null ? themeColor("text")
          : inkOf(piece.color);
        if (wide > 40)
          context.fillText(fitted(context, `${nameOf(piece.one)} ${percent(
            piece.share)}`, wide - 10), left + 5, top + HIGH / 2 - 3);
      }
    });
  }

  function at(px, py) {
    const bar = bars[Math.floor(py / HIGH)];
    const part = (px - LEFT) / (picture.width - LEFT);
    const piece = bar && pieces(bar).find(
      one => part >= one.from && part < one.to);
    return piece ? { piece, tip: [nameOf(piece.one), several(bar[2], "rank"),
      ["time", seconds(piece.time)], ["share", percent(piece.share)]].concat(
      piece.one ? [["model [s]", piece.one.model],
                   ["error", percent(piece.one.error)]] : []) } : null;
  }

  const picture = new Picture("Shares of a rank's time on more ranks",
                              { draw, at, height: () => bars.length * HIGH });
  picture.describe(bars.map(bar => `On ${several(bar[2], "rank")}, ${seconds(
    total[bar[1]])} per rank: ${pieces(bar).filter(p => p.share >= 0.02)
    .map(p => `${nameOf(p.one)} ${percent(p.share)}`).join(", ")}`)
    .join(". ") + ".");
  return { picture, node: card("ahead", "On more ranks",
    "Shares of a rank's time, measured on the most ranks, and by the models " +
    "on 10 and 100 times as many. Models extrapolate the measurements and " +
    "know of no other limit.", unnamed ? el("p", { class: "notes" }, unnamed)
      : null, picture.box) };
}

export function scalingViews(model, selection) {
  const table = model.table("scaling");
  const rows = rowsOf(table);
  const last = rows[rows.length - 1];
  return {
    verdict: verdictOf(model, [
      ["ranks", `${count(rows[0].ranks)} to ${count(last.ranks)}`],
      [`T on ${several(last.ranks, "rank")}`, seconds(last.run_time_s),
       definitionOf(table, "run_time_s")],
      ["speedup", digits(last.speedup, 3), definitionOf(table, "speedup")],
      ["speedup / ideal", percent(last.scaling_efficiency),
       definitionOf(table, "scaling_efficiency")],
    ]),
    factors: factorsView(table, rows),
    curves: curvesView(model, selection, rows),
    ahead: aheadView(model, rows),
  };
}
