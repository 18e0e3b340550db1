/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions of Python: where time goes as an icicle or a sunburst, functions by
 * ranks, and one function on all ranks with its callers and callees. */
import { classColor, inkOn, themeColor } from "../base/colors.js";
import { breakable, card, choice, el } from "../base/dom.js";
import { count, ns, percent, several } from "../base/format.js";
import { makeTree } from "../data/python.js";
import { Picture, fitted, hear, roundUp } from "../widgets/canvas.js";
import { heatView } from "./heat.js";

const KIND = "python";
const ROW = 22;
const ROWS = 16;
const ABOVE = 3; /* rows for what is above the box that is zoomed to */
const RINGS = 8;
const SUNBURST = 520; /* pixels at most */
const CLASS = { program: "useful", library: "setup", mpi: "collective" };
const KINDS = { program: "program", library: "library or built-in",
                mpi: "MPI" };
const MEASURES = { own: "exclusive", inclusive: "inclusive",
                   work: "work with libraries" };

const legend = () => el("span", { class: "legend" }, Object.entries(KINDS).map(
  ([kind, title]) => {
    const mark = el("i");
    mark.style.background = classColor(CLASS[kind]);
    return el("span", {}, mark, title);
  }));

const tipOf = (python, fn, value) => [fn.label, KINDS[fn.kind],
  ...(value === undefined ? [] : [["here", ns(value)], ["of total", percent(
    value / (python.all || 1))]]),
  ["exclusive", ns(fn.own)], ["inclusive", ns(fn.inclusive)],
  ["calls", count(fn.calls)]];

/* ---- icicle and sunburst ---- */

/* The boxes below a node: its own row, and so many more. */
function layOut(node, x0, x1, depth, most, out) {
  out.push({ node, x0, x1, depth });
  const sum = node.children.reduce((all, child) => all + child.value, 0);
  const whole = Math.max(node.value, sum, 1);
  let at = x0;
  for (const child of depth + 1 < most ? node.children : []) {
    const wide = (x1 - x0) * child.value / whole;
    if (wide > 0.0005)
      layOut(child, at, at + wide, depth + 1, most, out);
    at += wide;
  }
  return out;
}

export function pythonTreeView(python, selection) {
  const root = makeTree(python);
  let shape = "icicle";
  let zoomed = root;

  const isChosen = fn => fn !== null && selection.kind === KIND &&
    selection.name === fn.label;
  const above = () => {
    const out = [];
    for (let at = zoomed.up; at; at = at.up)
      out.unshift(at);
    return out.slice(-ABOVE);
  };
  const boxes = () => layOut(zoomed, 0, 1, 0,
                             shape === "icicle" ? ROWS : RINGS, []);
  const nameOf = node => (node.fn ? node.fn.label : "all functions");
  const classOf = node => (node.fn ? CLASS[node.fn.kind] : "tool");
  const depths = () => boxes().reduce((most, box) => Math.max(
    most, box.depth + 1), 1);
  const radius = width => Math.min(SUNBURST, width) / 2 - 4;
  const ring = width => radius(width) / Math.max(2, depths());

  function drawBox(context, node, x, y, wide) {
    context.fillStyle = classColor(classOf(node));
    context.fillRect(x, y, Math.max(1, wide - 1), ROW - 1);
    if (node.fn && isChosen(node.fn)) {
      context.strokeStyle = themeColor("text");
      context.lineWidth = 2;
      context.strokeRect(x + 1, y + 1, Math.max(1, wide - 3), ROW - 3);
      context.lineWidth = 1;
    }
    if (wide < 26)
      return;
    context.fillStyle = inkOn(classOf(node));
    context.fillText(fitted(context, nameOf(node), wide - 8), x + 4,
                     y + ROW / 2);
  }

  function drawIcicle(context, width) {
    const top = above();
    context.globalAlpha = 0.6;
    top.forEach((node, row) => drawBox(context, node, 0, row * ROW, width));
    context.globalAlpha = 1;
    for (const { node, x0, x1, depth } of boxes())
      drawBox(context, node, x0 * width, (top.length + depth) * ROW,
              (x1 - x0) * width);
  }

  function drawSunburst(context, width) {
    const each = ring(width);
    context.save();
    context.translate(width / 2, radius(width) + 4);
    for (const { node, x0, x1, depth } of boxes()) {
      const [from, to] = [x0, x1].map(x => (x - 0.25) * 2 * Math.PI);
      context.beginPath();
      context.arc(0, 0, (depth + 1) * each - 1, from, to);
      if (x1 - x0 > 0.9999)
        context.moveTo(0, -depth * each);
      context.arc(0, 0, depth * each, to, from, true);
      context.closePath();
      context.fillStyle = classColor(classOf(node));
      context.fill();
      context.strokeStyle = themeColor(node.fn && isChosen(node.fn) ? "text"
        : "card");
      context.lineWidth = node.fn && isChosen(node.fn) ? 2 : 1;
      context.stroke();
      const room = (x1 - x0) * 2 * Math.PI * (depth + 0.5) * each;
      if (depth > 0 && room > 14) {
        const angle = (from + to) / 2;
        const back = Math.cos(angle) < 0;
        context.save();
        context.rotate(back ? angle + Math.PI : angle);
        context.textAlign = back ? "right" : "left";
        context.fillStyle = inkOn(classOf(node));
        context.fillText(fitted(context, node.fn.name, each - 6),
                         (back ? -1 : 1) * (depth * each + 3), 0);
        context.restore();
      }
    }
    context.fillStyle = inkOn(classOf(zoomed));
    context.textAlign = "center";
    context.fillText(fitted(context, zoomed.fn ? zoomed.fn.name : "all",
                            2 * each - 8), 0, 0);
    context.restore();
  }

  function findIcicle(px, py, width) {
    const top = above();
    const row = Math.floor(py / ROW);
    if (row < top.length)
      return top[row];
    const found = boxes().find(box => box.depth === row - top.length &&
      px >= box.x0 * width && px < box.x1 * width);
    return found && found.node;
  }

  function findSunburst(px, py, width) {
    const [dx, dy] = [px - width / 2, py - radius(width) - 4];
    const depth = Math.floor(Math.hypot(dx, dy) / ring(width));
    const angle = (Math.atan2(dy, dx) / (2 * Math.PI) + 1.25) % 1;
    const found = boxes().find(box => box.depth === depth &&
      angle >= box.x0 && angle < box.x1);
    return found && found.node;
  }

  const tipAt = node => (node.fn ? tipOf(python, node.fn, node.value)
    : ["all functions", ["time", ns(node.value)]]);

  function at(px, py) {
    const node = shape === "icicle" ? findIcicle(px, py, picture.width)
      : findSunburst(px, py, picture.width);
    return node ? { node, tip: tipAt(node) } : null;
  }

  function zoom(node) {
    zoomed = node;
    describe();
    picture.redraw();
  }

  /* What is zoomed to already goes a step out. */
  function pick({ node }) {
    zoom(node === zoomed && node.up ? node.up : node);
    if (node.fn && !isChosen(node.fn))
      selection.setName(KIND, node.fn.label);
  }

  const picture = new Picture("Python functions: where time goes, and what " +
                              "calls what", {
    draw: (context, width) => (shape === "icicle" ? drawIcicle
      : drawSunburst)(context, width),
    at, pick,
    height: width => (shape === "icicle" ? (above().length + depths()) * ROW +
      4 : 2 * radius(width) + 8),
    key: event => {
      const beside = zoomed.up ? zoomed.up.children : [zoomed];
      const next = { Backspace: zoomed.up, ArrowUp: zoomed.up,
                     ArrowDown: zoomed.children[0],
                     ArrowLeft: beside[beside.indexOf(zoomed) - 1],
                     ArrowRight: beside[beside.indexOf(zoomed) + 1] };
      if (event.key === "Enter" && zoomed.fn)
        selection.setName(KIND, zoomed.fn.label);
      else if (event.key in next)
        zoom(next[event.key] || zoomed);
      else
        return false;
      hear(tipAt(zoomed));
      return true;
    },
  });

  function describe() {
    picture.describe(`Sum over all ranks; below ${nameOf(zoomed)}, ${ns(
      zoomed.value)}: ${zoomed.children.slice(0, 4).map(child => `${
      child.fn.label} ${percent(child.value / (zoomed.value || 1))}`)
      .join(", ") || "nothing that it calls"}. cProfile keeps who called ` +
      "whom, not whole stacks: where a function has several callers, its " +
      "boxes are estimates.");
  }

  selection.watch(() => picture.redraw());
  describe();
  return { picture, root, zoomed: () => zoomed,
           node: card("python", "Python functions",
                      "Below each function is what it calls; width is " +
                      "inclusive time. Click to zoom and to see the " +
                      "function on all ranks; click a box above, or the " +
                      "middle, to go back.",
                      el("div", { class: "tools" }, choice("shape", [
                        ["icicle", "icicle"], ["sunburst", "sunburst"]],
                        "icicle", value => {
                          shape = value;
                          picture.redraw();
                        }), legend()),
                      root.children.length > 0 ? picture.box
                        : el("p", { class: "empty" },
                             "No function took time.")) };
}

/* ---- functions by ranks ---- */

/* What heat.js asks of a model. */
function heatModel(python) {
  const last = i => (i + 1 < python.ranks.length ? python.ranks[i + 1] - 1
    : python.ranks[i] + python.each - 1);
  const total = python.ranks.map((rank, i) => python.times.own.reduce(
    (sum, row) => sum + row[i], 0));
  const lines = python.ranks.map((first, position) => {
    const end = python.each > 1 ? last(position) : first;
    return { position, first, last: end, members: [[first, end]],
             times: { ranks: 1, length: total[position] } };
  });
  const columns = python.functions.slice(0, python.byRank).map(fn => ({
    name: fn.label, class: CLASS[fn.kind], kind: KIND }));
  const byRank = { lines, cells: [] };
  const title = line => (line.first === line.last ? `rank ${line.first}`
    : `ranks ${line.first} to ${line.last}`);
  return {
    pictures: { columns, byRank, each: python.each }, set: byRank,
    level: "rank",
    use(measure) {
      byRank.cells = python.times[measure].map(time => ({ time }));
    },
    lineTitle: title, rowName: line => `${line.first}`,
    ranksOf: line => line.members,
    has: (selection, line) => selection.has(line.first, line.last),
    columnOf: selection => (selection.kind === KIND ? columns.findIndex(
      column => column.name === selection.name) : -1),
    className: name => name, chosen: () => "",
  };
}

export function pythonHeatView(python, selection) {
  const model = heatModel(python);
  model.use("own");
  const view = heatView(model, selection, {
    id: "python-heat", title: "Python functions by rank", without: "",
    about: () => "A row is a rank, a column a function; the longest first. " +
      "Click a column to select the function in all views, drag over rows " +
      "to select ranks.",
    none: "No function took time.",
    tools: [choice("time", Object.entries(MEASURES), "own", measure => {
      model.use(measure);
      view.rearrange();
    })],
  });
  return view;
}

/* ---- one function on all ranks ---- */

function quantile(sorted, part) {
  const at = part * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

const LEFT = 64;
const HIGH = 160;
const NAMED = 8; /* callers, callees */

export function pythonFunctionView(python, selection) {
  let measure = "inclusive";
  let sorted = "rank";
  const most = python.functions.reduce((a, b) => (b.work > a.work ? b : a),
                                       python.functions[0]);
  const chosen = () => (selection.kind === KIND &&
    python.find(selection.name)) || most;
  const heading = el("h3");
  const facts = el("dl", { class: "facts" });
  const calls = el("div", { class: "columns" });

  const timesOf = fn => (fn.id < python.byRank ? python.times[measure][fn.id]
    : null);
  const order = times => {
    const out = Array.from(times, (value, i) => i);
    return sorted === "rank" ? out : out.sort((a, b) => times[b] - times[a]);
  };

  function draw(context, width) {
    const fn = chosen();
    const times = timesOf(fn);
    if (!times)
      return;
    const high = Math.max(...times, 1);
    const each = (width - LEFT - 4) / times.length;
    const y = value => HIGH - 4 - value / high * (HIGH - 14);
    order(times).forEach((line, i) => {
      context.globalAlpha = selection.has(python.ranks[line]) ? 1 : 0.3;
      context.fillStyle = classColor(CLASS[fn.kind]);
      /* Whole pixels: no stripes between bars. */
      const [left, right] = [i, i + 1].map(k => Math.round(LEFT + k * each));
      context.fillRect(left, y(times[line]), Math.max(
        1, right - left - (each > 4 ? 1 : 0)), HIGH - 4 - y(times[line]));
    });
    context.globalAlpha = 1;
    const mean = times.reduce((a, b) => a + b, 0) / times.length;
    context.strokeStyle = themeColor("text");
    context.setLineDash([5, 4]);
    context.beginPath();
    context.moveTo(LEFT, y(mean));
    context.lineTo(width - 4, y(mean));
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = themeColor("muted");
    context.textAlign = "right";
    context.fillText(ns(high), LEFT - 6, 10);
    context.fillText("0", LEFT - 6, HIGH - 8);
    context.textAlign = "center";
    const step = roundUp(Math.max(1, 30 / each));
    order(times).forEach((line, i) => {
      if (i % step === 0)
        context.fillText(`${python.ranks[line]}`, Math.min(width - 12, LEFT +
          (i + 0.5) * each), HIGH + 8);
    });
    context.textAlign = "left";
  }

  function at(px) {
    const fn = chosen();
    const times = timesOf(fn);
    const each = times && (picture.width - LEFT - 4) / times.length;
    const line = times ? order(times)[Math.floor((px - LEFT) / each)]
      : undefined;
    if (line === undefined || px < LEFT)
      return null;
    return { line, tip: [fn.label, python.each > 1
      ? `ranks from ${python.ranks[line]} on, mean` : `rank ${
        python.ranks[line]}`, [MEASURES[measure], ns(times[line])]] };
  }

  const picture = new Picture("The time of one function on each rank", {
    draw, at, height: () => HIGH + 18,
    pick: ({ line }, more) => selection.setRanks([[python.ranks[line],
      python.ranks[line] + python.each - 1]], more),
  });

  function spread(times) {
    const values = Float64Array.from(times).sort();
    const top = times.indexOf(values[values.length - 1]);
    return [["min", ns(values[0])], ["25 %", ns(quantile(values, 0.25))],
            ["median", ns(quantile(values, 0.5))],
            ["75 %", ns(quantile(values, 0.75))],
            ["max", `${ns(values[values.length - 1])} (rank ${
              python.ranks[top]})`]];
  }

  /* Who calls it, or whom it calls. */
  function callTable(title, edges, other, whole) {
    const rows = [...edges].sort((a, b) => b.inclusive - a.inclusive);
    return el("div", {}, el("h4", {}, title), rows.length === 0
      ? el("p", { class: "muted" }, "none that is known")
      : el("div", { class: "scroll" }, el("table", { "aria-label": title },
        el("thead", {}, el("tr", {}, ["function", "calls",
        "inclusive", "of function", "max (rank)"].map((name, i) => el("th", {
          scope: "col", class: i > 0 ? "number" : null }, name)))),
        el("tbody", {}, rows.slice(0, NAMED).map(edge => el("tr", {},
          el("td", {}, el("button", { type: "button", class: "link",
                                      onclick: () => selection.setName(
                                        KIND, edge[other].label) },
                          breakable(edge[other].label))),
          el("td", { class: "number" }, count(edge.calls)),
          el("td", { class: "number" }, ns(edge.inclusive)),
          el("td", { class: "number" }, percent(edge.inclusive /
                                                (whole || 1))),
          el("td", { class: "number" }, `${ns(edge.most)} (${
            edge.mostRank})`)))))),
      rows.length > NAMED ? el("p", { class: "muted" }, `and ${
        rows.length - NAMED} more: table python_${other === "caller"
        ? "callers" : "callees"}`) : null);
  }

  function update() {
    const fn = chosen();
    const times = timesOf(fn);
    heading.textContent = fn.label;
    heading.title = fn.file;
    facts.replaceChildren(...[["calls", fn.calls === fn.primitive
      ? count(fn.calls) : `${count(fn.calls)}/${count(fn.primitive)}`],
      ["exclusive", ns(fn.own)], ["inclusive", ns(fn.inclusive)],
      ...(times ? spread(times) : [])].map(([name, value]) => el("div", {
        "data-name": name }, el("dt", {}, name), el("dd", {}, value))));
    calls.replaceChildren(
      callTable("Called by", fn.callers, "caller", fn.inclusive),
      callTable("Calls", fn.callees, "callee", fn.inclusive));
    picture.describe(times ? `${MEASURES[measure]} time of ${fn.label} on ${
      several(times.length, python.each > 1 ? "part" : "rank")}; ` +
      "dashed: the mean." : `Times by rank are kept for ${count(
      python.byRank)} of ${several(python.total, "function")}, the longest.`);
    picture.redraw();
  }

  selection.watch(update);
  update();
  return { picture, chosen,
           node: card("python-function", "One function on all ranks", null,
                      heading, el("div", { class: "tools" },
                        choice("time", Object.entries(MEASURES), measure,
                               value => {
                                 measure = value;
                                 update();
                               }),
                        choice("order", [["rank", "by rank"],
                                         ["time", "by time"]], sorted,
                               value => {
                                 sorted = value;
                                 update();
                               })), picture.box, facts, calls) };
}

/* Of a page without profiles of Python: none. */
export function pythonViews({ python }, selection) {
  if (!python || python.functions.length === 0)
    return {};
  const views = { python: pythonTreeView(python, selection) };
  if (python.byRank > 0 && python.ranks.length > 1)
    views.pythonHeat = pythonHeatView(python, selection);
  views.pythonFunction = pythonFunctionView(python, selection);
  return views;
}
