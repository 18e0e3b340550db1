/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions, functions and MPI calls as one tree with numbers: a metric,
 * inclusive and exclusive, and for each row how it is distributed over ranks. */
import { classColor, themeColor } from "../base/colors.js";
import { card, choice, defined, el } from "../base/dom.js";
import { bytes, count, ns, percent, seconds, several } from "../base/format.js";
import { listState, searchState } from "../data/link.js";
import { placesTree, spentBy, spentOf } from "../data/places.js";
import { timeAxis } from "../widgets/axis.js";
import { Picture } from "../widgets/canvas.js";
import { tableTools } from "../widgets/copy.js";
import { boxOf, distribution } from "../widgets/distribution.js";

const MOST = 400;  /* rows at once */
const HOT = 0.5;   /* of its parent: the hot path goes on */
const OPEN = 3;    /* levels at first, of what is worth it */
const WORTH = 0.02;
const SVG = "http://www.w3.org/2000/svg";
const BOX = 100;

const isMpi = place => place.column >= 0;
const waited = (place, wanted) => place.waits.reduce((sum, [kind, time]) => (
  wanted(kind) ? sum + time : sum), 0);

/* name, title, what it is, how it reads, of: of a place from [time, calls,
 * counters ...].  by: which of these it is by rank; undefined: not kept. */
function metricsOf(pictures) {
  const { places, kinds, counters, accelerators } = pictures;
  const all = [
    ["time", "time", "Useful time and time in MPI.", ns, (p, [time]) => time,
     0],
    ["useful", "useful time", "Time outside MPI.", ns,
     (p, [time]) => (isMpi(p) ? 0 : time), 0],
    ["mpi", "time in MPI", "Time in MPI procedures.", ns,
     (p, [time]) => (isMpi(p) ? time : 0), 0],
    ["waits", "waiting", "All wait states within the measured time.", ns,
     p => waited(p, kind => kinds[kind].counts)],
    ...kinds.map(({ title, definition }, kind) => [`wait${kind}`,
      `waiting: ${title}`, definition, ns, p => waited(p, k => k === kind)]),
    ["caused", "waiting caused", "Waiting time of other ranks that the work " +
     "or the calls here caused, directly or through later waits.", ns,
     p => p.caused],
    ["calls", "MPI calls", "Calls of MPI procedures.", count,
     (p, [, calls]) => (isMpi(p) ? calls : 0), 1],
    ["out", "bytes sent or written", "Bytes that calls sent, put or wrote.",
     bytes, p => p.out],
    ["in", "bytes received or read", "Bytes that calls received, got or read.",
     bytes, p => p.in],
    ...counters.map((name, k) => [`counter${k}`, name,
      "Counted in useful time and in MPI procedures.", count,
      (p, spent) => (p.sampled ? 0 : spent[2 + k]), 2 + k]),
    ["accelerator", "waiting for accelerators", "Useful time in regions that " +
     "are known to wait for an accelerator, such as cudaDeviceSynchronize.",
     ns, (p, [time]) => (!isMpi(p) && accelerators.has(p.region) ? time : 0),
     0],
    ["cpu", "CPU time, sampled", "Samples, each with the time that it stands " +
     "for.", ns, (p, [time]) => time, 0],
    ["samples", "samples", "Samples of CPU time.", count,
     (p, [, calls]) => calls, 1],
  ].map(([name, title, definition, write, of, by]) => ({ name, title,
    definition, write, of, by: by < pictures.stride ? by : undefined,
    mode: ["cpu", "samples"].includes(name) ? "functions" : "regions" }));
  return all.filter(({ of, mode }) => places.some(place => (
    place.sampled === (mode === "functions") &&
    of(place, spentOf(place, { ranks: null }, pictures)) > 0)));
}

/* ---- the rows ---- */

const pathOf = node => (node.up ? `${pathOf(node.up)}\n${node.kind} ${
  node.name} ${node.where || ""}` : "");

function link(node, depth = 0) {
  for (const inner of node.children) {
    inner.up = node;
    inner.depth = depth;
    link(inner, depth + 1);
  }
  node.id = pathOf(node);
}

/* What is written with a name. */
const whereOf = ({ kind, where }) => (kind === "region" ? "region"
  : kind === "useful" ? "outside regions" : where || "");

export function callTreeView(model, selection, band) {
  const { pictures } = model;
  const metrics = metricsOf(pictures);
  if (metrics.length === 0)
    return null;
  let [metric] = metrics;
  let base = "all"; /* of what shares are */
  let word = "";
  let root = null;
  let current = null;
  const open = new Map(); /* by id, where it was said */

  const valueOf = place => metric.of(place, spentOf(place, selection,
                                                    pictures));

  function addUp(node) {
    node.own = node.places.reduce((sum, place) => sum + valueOf(place), 0);
    node.all = node.own;
    node.children = node.children.filter(inner => {
      addUp(inner);
      node.all += inner.all;
      return inner.all > 0;
    });
    node.children.sort((a, b) => b.all - a.all);
    node.ranks = null;
  }

  function make() {
    root = placesTree(pictures, metric.mode, true);
    addUp(root);
    link(root);
    current = (current && find(current.id, root)) || root.children[0] || root;
  }

  function find(id, node) {
    if (node.id === id)
      return node;
    for (const inner of node.children) {
      const found = find(id, inner);
      if (found)
        return found;
    }
    return null;
  }

  /* Of all ranks, whichever are selected; null: not kept. */
  function byRank(node) {
    if (!pictures.hasByRank || metric.by === undefined)
      return null;
    if (!node.ranks) {
      node.ranks = new Float64Array(pictures.ranks);
      for (const place of node.places)
        for (let rank = 0; rank < pictures.ranks; rank++)
          node.ranks[rank] += metric.of(place, spentBy(place, rank,
                                                       pictures));
      for (const inner of node.children)
        byRank(inner).forEach((value, rank) => {
          node.ranks[rank] += value;
        });
    }
    return node.ranks;
  }

  /* [rank, its node] of those that were read, and, of --ranks, are shown;
   * where times are kept by rank each has a line of its own. */
  const shown = pictures.hasByRank ? model.sets.rank.lines.map(line => [
    line.first, pictures.hosts[line.host] || `host ${line.host}`]) : [];
  const shownRanks = shown.map(([rank]) => rank);

  const fits = node => node.name.toLowerCase().includes(word) ||
    whereOf(node).toLowerCase().includes(word);
  const holds = node => fits(node) || node.children.some(holds);
  const isOpen = node => (word !== "" ? node.children.some(holds)
    : open.has(node.id) ? open.get(node.id)
      : node.depth < OPEN - 1 && node.all >= WORTH * root.all);

  function rowsShown() {
    const out = [];
    const walk = node => {
      for (const inner of node.children.filter(
        one => word === "" || holds(one) || fitsAbove(one))) {
        out.push(inner);
        if (isOpen(inner))
          walk(inner);
      }
    };
    walk(root);
    return out;
  }

  const fitsAbove = node => Boolean(node.up) && node.up !== root &&
    (fits(node.up) || fitsAbove(node.up)) && open.get(node.up.id) === true;

  const isChosen = node => node.kind === selection.kind &&
    (node.kind === "region" ? node.full : node.name) === selection.name;

  /* ---- a row ---- */

  function svg(tag, attributes) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes))
      element.setAttribute(name, value);
    return element;
  }

  /* A box plot on an axis of 0 to its largest value. */
  function miniBox(values) {
    const box = boxOf(values);
    const x = value => (box.most > 0 ? 2 + value / box.most * (BOX - 6) : 2);
    const picture = svg("svg", { class: "minibox", width: BOX, height: 14,
      role: "img", "aria-label": `least ${metric.write(box.least)}, median ${
        metric.write(box.median)}, most ${metric.write(box.most)}` });
    picture.append(svg("rect", { class: "whisker", x: x(box.low), y: 6.5,
      width: Math.max(1, x(box.high) - x(box.low)), height: 1 }),
    svg("rect", { class: "box", x: x(box.q1), y: 2, height: 10,
                  width: Math.max(2, x(box.q3) - x(box.q1)) }),
    svg("rect", { class: "median", x: x(box.median) - 1, y: 2, width: 2,
                  height: 10 }),
    ...[...values].filter(value => value < box.low || value > box.high)
      .slice(0, 200).map(value => svg("circle", { cx: x(value), cy: 7,
                                                  r: 4 })));
    return picture;
  }

  function share(node) {
    const of = base === "parent" && node.up ? node.up.all : root.all;
    return of > 0 ? node.all / of : 0;
  }

  function nameCell(node) {
    const mark = el("i", { class: "swatch" });
    mark.style.background = node.class ? classColor(node.class)
      : themeColor(node.kind === "region" ? "region" : "frame");
    const toggle = node.children.length > 0
      ? el("button", { type: "button", class: "toggle", tabindex: -1,
                       "aria-label": isOpen(node) ? "Close" : "Open",
                       onclick: event => {
                         event.stopPropagation();
                         setOpen(node, !isOpen(node));
                       } }, isOpen(node) ? "\u25be" : "\u25b8")
      : el("span", { class: "toggle" });
    const cell = el("td", { class: "name" }, toggle, mark,
                    el("span", { class: word && fits(node) ? "hit" : null },
                       node.name),
                    whereOf(node) ? el("small", {}, ` ${whereOf(node)}`)
                      : null);
    cell.style.setProperty("--depth", node.depth);
    return cell;
  }

  function rowOf(node, number) {
    const ranks = byRank(node);
    const part = share(node);
    const bar = el("td", { class: "number share", "data-value": part },
                   percent(part));
    bar.style.setProperty("--part", `${(100 * part).toFixed(1)}%`);
    const row = el("tr", { role: "row", id: `calltree-row-${number}`,
      "aria-level": node.depth + 1,
      "aria-expanded": node.children.length > 0 ? String(isOpen(node)) : null,
      "aria-selected": String(node === current), "data-id": node.id,
      class: isChosen(node) ? "chosen" : null, onclick: () => choose(node) },
                   nameCell(node),
                   el("td", { class: "number", "data-value": node.all },
                      metric.write(node.all)), bar,
                   el("td", { class: "number", "data-value": node.own },
                      node.own > 0 ? metric.write(node.own) : "-"));
    if (hasBoxes())
      row.append(el("td", {}, ranks ? miniBox(shownRanks.map(
        rank => ranks[rank])) : null));
    return row;
  }

  const hasBoxes = () => pictures.hasByRank && metric.by !== undefined &&
    shownRanks.length > 1;

  /* ---- acting ---- */

  function setOpen(node, wanted) {
    open.set(node.id, wanted);
    fill();
  }

  function choose(node) {
    current = node;
    if (node.kind === "region")
      selection.setName("region", node.full);
    else if (node.kind === "procedure" || (node.kind === "function" &&
             metric.mode === "functions"))
      selection.setName(node.kind, node.name);
    else
      fill();
  }

  function hotPath() {
    let node = root;
    open.clear();
    while (node.children.length > 0 && (node === root ||
           node.children[0].all >= HOT * node.all)) {
      if (node !== root)
        open.set(node.id, true);
      [node] = node.children;
    }
    for (const inner of root.children)
      if (!open.has(inner.id))
        open.set(inner.id, false);
    current = node;
    fill();
    showCurrent();
  }

  const showCurrent = () => {
    const row = body.querySelector("[aria-selected=true]");
    if (row)
      row.scrollIntoView({ block: "nearest" });
  };

  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey)
      return;
    const rows = rowsShown();
    const at = rows.indexOf(current);
    const moves = {
      ArrowDown: () => rows[at + 1], ArrowUp: () => rows[at - 1],
      ArrowRight: () => (current.children.length > 0 && !isOpen(current)
        ? (open.set(current.id, true), current) : rows[at + 1]),
      ArrowLeft: () => (current.children.length > 0 && isOpen(current)
        ? (open.set(current.id, false), current)
        : current.up && current.up !== root ? current.up : null),
      Home: () => rows[0], End: () => rows[rows.length - 1],
    };
    if (event.key === "Enter")
      choose(current);
    else if (!moves[event.key])
      return;
    else
      current = moves[event.key]() || current;
    event.preventDefault();
    fill();
    showCurrent();
  }

  /* ---- the page ---- */

  const which = el("select", { id: "metric", "aria-label": "Metric",
    onchange: () => {
      metric = metrics.find(one => one.name === which.value);
      make();
      fill();
    } }, metrics.map(({ name, title }) => el("option", { value: name }, title)));
  const search = el("input", { type: "search", placeholder: "Search the tree",
    "aria-label": "Search the tree", oninput: () => {
      word = search.value.trim().toLowerCase();
      open.clear();
      fill();
    } });
  const heads = el("tr");
  const body = el("tbody");
  const state = el("p", { class: "state", role: "status" });
  const grid = el("table", { class: "calltree", role: "treegrid", tabindex: 0,
    "aria-label": "Regions, functions and MPI calls", onkeydown: key },
                  el("thead", {}, heads), body);
  const spread = distribution(selection);
  const overTime = timesOfRegion(band, () => current, selection);

  function showDistribution() {
    const ranks = byRank(current);
    const nodes = new Map();
    shown.forEach(([, name], i) => nodes.set(name, (nodes.get(name) || [])
      .concat(i)));
    const title = `${current.name}: ${metric.title}`;
    spread.set(ranks ? { title, write: metric.write, ranks: shownRanks,
                         values: shownRanks.map(rank => ranks[rank]),
                         nodes: [...nodes] }
      : { title, values: [], why: pictures.hasByRank
        ? "This metric is kept as a sum over ranks."
        : "With this many ranks or places, times are not kept by rank." });
    overTime.update();
  }

  function fill() {
    const rows = rowsShown();
    heads.replaceChildren(...[["name", null],
      [`${metric.title}, inclusive`, metric.definition],
      [base === "all" ? "of total" : "of its parent", null],
      ["exclusive", "Without what is below it."],
      ...(hasBoxes() ? [["over ranks", "Box plot: quartiles and median; dots " +
        "are outliers. The scale runs from 0 to the largest value of the row.",
      ]] : [])].map(
      ([text, definition], i) => defined(el("th", { scope: "col",
        class: i > 0 && i < 4 ? "number" : null }, text), definition)));
    body.replaceChildren(...rows.slice(0, MOST).map(rowOf));
    const at = rows.indexOf(current);
    if (at >= 0 && at < MOST)
      grid.setAttribute("aria-activedescendant", `calltree-row-${at}`);
    else
      grid.removeAttribute("aria-activedescendant");
    state.textContent = [rows.length > MOST ? `The first ${MOST} of ${count(
      rows.length)} rows.` : "", word ? `${several(rows.filter(fits).length,
      "row")} match.` : "", `Sum over ${selection.ranks && pictures.hasByRank &&
      metric.by !== undefined ? "the selected" : "all"} ranks: ${metric.write(
      root.all)}.`, pictures.other > 0 && metric.mode === "regions"
      ? `Places with little time are left out: ${ns(pictures.other)}.` : "",
    model.report.run.threads > 1 && metric.mode === "regions"
      ? "MPI is that of all threads, everything else that of one thread of " +
        "each rank." : ""]
      .filter(Boolean).join(" ");
    showDistribution();
  }

  /* What had no time on the ranks selected before may have some now. */
  function update() {
    make();
    fill();
  }

  /* All rows with all digits: [path, kind, inclusive, exclusive]. */
  function allRows() {
    const scale = metric.write === ns ? 1e9 : 1;
    const rowsOf = (node, path) => node.children.flatMap(inner => [
      [path + inner.name, inner.kind, inner.all / scale, inner.own / scale],
      ...rowsOf(inner, `${path}${inner.name}/`)]);
    return rowsOf(root, "");
  }

  const columnsNow = () => ["path", "kind", ...["inclusive", "exclusive"].map(
    name => (metric.write === ns ? `${name}_s` : name))].map(name => ({ name }));

  /* As it is open now. */
  const asRead = () => [[...heads.children].slice(0, 4).map(
    head => head.textContent), rowsShown().slice(0, MOST).map((node, i) => [
    `${"\u00b7 ".repeat(node.depth)}${node.name}`, ...[1, 2, 3].map(
      k => body.children[i].children[k].textContent)]),
                        [false, true, true, true]];

  make();
  fill();
  selection.watch(update);
  return { root: () => root, hotPath,
           states: [listState("metric", which),
                    searchState("calltree-search", search)],
           current: () => current,
           spread, overTime, picture: spread.picture,
           node: card("calltree", "Call tree",
                      "The activities in each region and function, the " +
                      "largest first. Click a row to select it and to see " +
                      "how it is distributed.",
                      tableTools(() => `call_tree_${metric.name}`,
                                 () => ({ columns: columnsNow() }), allRows,
                                 asRead),
                      el("div", { class: "tools" },
                         el("label", {}, "Metric ", which),
                         choice("shares", [["all", "share of total"],
                                           ["parent", "of its parent"]], base,
                                value => {
                                  base = value;
                                  fill();
                                }),
                         el("button", { type: "button", id: "hot-path",
                                        onclick: hotPath }, "Hot path"),
                         search), state,
                      el("div", { class: "split" }, grid,
                         el("div", {}, spread.node, overTime.node))) };
}

/* The time of a region in each stretch of the run, by the trace; the axis is that
 * of the time line. */
function timesOfRegion(band, current, selection) {
  const HIGH = 60;
  const LEFT = 48;
  const list = () => band.regions.get(current().full) || [];
  const most = () => Math.max(1e-9, ...list().map(one => one.time_s));
  const x = (time, width) => {
    const [from, to] = selection.span;
    return LEFT + Math.max(0, Math.min(1, (time - from) / (to - from))) *
      (width - LEFT - 6);
  };
  const picture = new Picture("Time of the region over the run", {
    height: () => HIGH + 24, small: true,
    draw(context, width) {
      const [from, to] = selection.span;
      timeAxis(context, width, { view: { from, to }, x, top: HIGH, left: LEFT });
      for (const one of list()) {
        const left = Math.round(x(one.from, width));
        const wide = Math.round(x(one.to, width)) - left;
        const high = one.time_s / most() * (HIGH - 4);
        const useful = one.useful_s / most() * (HIGH - 4);
        context.fillStyle = themeColor("muted");
        context.fillRect(left, HIGH - high, wide, high);
        context.fillStyle = classColor("useful");
        context.fillRect(left, HIGH - useful, wide, useful);
      }
    },
    at(px) {
      const one = list().find(({ from, to }) => (
        px >= x(from, picture.width) && px < x(to, picture.width)));
      return one ? { one, tip: band.tip(one) } : null;
    },
  });
  selection.watchSpan(() => picture.redraw());
  const node = el("div", {}, el("h3", {}, "Over time"), picture.box);
  return { node, picture, update() {
    node.hidden = current().kind !== "region" || list().length === 0;
    if (node.hidden) {
      picture.describe("Times of this row are not kept over the run.");
      return;
    }
    const top = list().reduce((a, b) => (b.time_s > a.time_s ? b : a));
    picture.describe(`Green: useful, mean of ranks; grey: the rest of the ` +
      `longest rank's time. Most from ${seconds(top.from / 1e9)} to ${seconds(
        top.to / 1e9)}: ${seconds(top.time_s)}.`);
    picture.redraw();
  } };
}
