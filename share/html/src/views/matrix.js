/* SPDX-License-Identifier: BSD-3-Clause */
/* Who sends how much to whom, on a logarithmic scale. */
import { muchOf, rgb, themeColor } from "../base/colors.js";
import { card, choice, el } from "../base/dom.js";
import { bytes, count, ns } from "../base/format.js";
import { Picture, columnLabels, everySo, fitted, roundUp } from
  "../widgets/canvas.js";

const LEFT = 76;
const BOTTOM = 40;
const WHAT = { bytes: ["bytes", bytes], messages: ["messages", count],
               time: ["time of the sender", ns] };

/* Where some ranks are shown, the rows of these and of whom they send to. */
function rowsOf({ matrix, ranks, byRank: { lines } }) {
  const all = Array.from({ length: matrix.side }, (_, i) => i);
  if (lines.reduce((sum, line) => sum + line.times.ranks, 0) === ranks)
    return all;
  const there = new Set(matrix.pairs.flatMap(({ from, to }) => [from, to]));
  for (const line of lines)
    there.add(Math.floor(line.first / matrix.each));
  return all.filter(row => there.has(row));
}

function byRank(pictures) {
  const { matrix, ranks } = pictures;
  const rows = rowsOf(pictures);
  const places = new Map(rows.map((row, i) => [row, i]));
  const axis = rows.map(row => {
    const first = row * matrix.each;
    const last = Math.min(ranks, first + matrix.each) - 1;
    return { label: `${first}`, members: [[first, last]],
             title: first === last ? `rank ${first}`
               : `ranks ${first}-${last}` };
  });
  return { axis, each: matrix.each, what: "ranks",
           pairs: matrix.pairs.map(pair => ({ ...pair,
             from: places.get(pair.from), to: places.get(pair.to) })) };
}

/* Nodes of which no rank is shown have no row. */
function byNode(model) {
  const { each, pairs } = model.pictures.hostMatrix;
  const axis = [];
  const rows = new Map();
  for (const line of model.sets.node.lines) {
    const row = Math.floor(line.host / each);
    if (!rows.has(row)) {
      rows.set(row, axis.length);
      axis.push({ label: model.nodeName(line.host, 1), members: [],
                  title: `${each > 1 ? "hosts" : "host"} ${
                    model.nodeName(line.host, each)}` });
    }
    const end = axis[rows.get(row)];
    end.members = end.members.concat(line.members);
  }
  return { axis, each, what: "hosts", pairs: pairs.filter(
    pair => rows.has(pair.from) && rows.has(pair.to)).map(pair => ({
    ...pair, from: rows.get(pair.from), to: rows.get(pair.to) })) };
}

export function matrixView(model, selection) {
  let level = "rank";
  let what = "bytes";
  let shown = null;
  let byKey = null;
  const { matrix, hostMatrix } = model.pictures;
  const noNodes = model.sets.node && hostMatrix.side === 0;

  const side = () => Math.max(1, shown.axis.length);
  const size = () => Math.min(picture.width - LEFT - 6, 340);
  const each = () => Math.min(size() / side(), 60);

  function make() {
    shown = level === "rank" ? byRank(model.pictures) : byNode(model);
    byKey = new Map(shown.pairs.map(pair => [pair.from * side() + pair.to,
                                             pair]));
  }

  function range() {
    let least = Infinity;
    let most = 0;
    for (const pair of shown.pairs)
      if (pair[what] > 0) {
        least = Math.min(least, pair[what]);
        most = Math.max(most, pair[what]);
      }
    return [least, most];
  }

  /* Colours are at least a factor of ten apart: a few per cent are none. */
  const lightest = ([least, most]) => Math.min(least, most / 10);

  function partOf(value, limits) {
    return 1 - 0.88 * Math.log(limits[1] / value) / Math.log(
      limits[1] / lightest(limits));
  }

  /* What shares a pixel with more is below it, and below what is selected. */
  const inOrder = chosen => shown.pairs.filter(pair => pair[what] > 0)
    .sort((a, b) => chosen(a) - chosen(b) || a[what] - b[what]);

  function draw(context) {
    const wide = each();
    const limits = range();
    const all = wide * side();
    const selected = shown.axis.map(end => end.members.some(
      ([first, last]) => selection.has(first, last)));
    const chosen = pair => selected[pair.from] || selected[pair.to];
    const place = wide < 1 ? Math.floor : at => at;
    const size = Math.max(1, wide - (wide > 5 ? 1 : 0));
    context.fillStyle = themeColor("empty");
    context.fillRect(LEFT, 0, all, all);
    for (const pair of inOrder(chosen)) {
      context.globalAlpha = chosen(pair) ? 1 : 0.15;
      context.fillStyle = rgb(muchOf(partOf(pair[what], limits)));
      context.fillRect(LEFT + place(pair.to * wide), place(pair.from * wide),
                       size, size);
    }
    context.globalAlpha = 1;
    drawLabels(context, wide, all);
  }

  /* [place, name] of the rows with round ranks, so many from each other. */
  function roundRanks(apart) {
    const step = roundUp(apart * shown.each);
    let before = -Infinity;
    return shown.axis.flatMap(({ members: [[first, last]] }, i) => {
      const round = Math.ceil(first / step) * step;
      if (round > last || i - before < apart)
        return [];
      before = i;
      return [[i, `${round}`]];
    });
  }

  function drawLabels(context, wide, all) {
    const names = shown.axis.map(end => fitted(context, end.label, 120));
    const pick = shown.what === "ranks" ? roundRanks : everySo(names);
    context.fillStyle = themeColor("muted");
    context.textAlign = "right";
    for (const [i, name] of pick(14 / wide))
      context.fillText(fitted(context, name, LEFT - 12), LEFT - 6,
                       i * wide + Math.max(wide / 2, 6));
    columnLabels(context, names, { left: LEFT, each: wide, y: all + 10, pick,
                                   right: LEFT + Math.max(all, 120) });
    context.fillText("to \u2192   (rows: from)", LEFT, all + 28);
  }

  function at(px, py) {
    const to = Math.floor((px - LEFT) / each());
    const from = Math.floor(py / each());
    const a = shown.axis[from];
    const b = shown.axis[to];
    if (!a || !b || px < LEFT)
      return null;
    const pair = byKey.get(from * side() + to);
    return { from: a, to: b, pair, tip: pair
      ? [`${a.title} \u2192 ${b.title}`, ["bytes", bytes(pair.bytes)],
         ["messages", count(pair.messages)],
         ["mean size", bytes(Math.floor(pair.bytes / pair.messages))],
         ["time of the sender", ns(pair.time)]]
      : [`${a.title} \u2192 ${b.title}`, "no message"] };
  }

  const picture = new Picture("Communication matrix: who sends to whom", {
    draw, at, height: width => Math.min(width - LEFT - 6, 340,
                                        60 * side()) + BOTTOM,
    pick: (found, more) => selection.setRanks(
      found.from.members.concat(found.to.members), more),
  });

  function describe() {
    const [least, most] = range();
    if (most === 0)
      return;
    const show = WHAT[what][1];
    const top = shown.pairs.reduce((best, pair) => (pair[what] > best[what]
      ? pair : best));
    const sum = shown.pairs.reduce((all, pair) => all + pair[what], 0);
    picture.describe(`${count(shown.pairs.length)} pairs, ${
      show(sum)} in total (${WHAT[what][0]}); ${least === most
      ? `${show(most)} each` : `most ${
      shown.axis[top.from].title} \u2192 ${shown.axis[top.to].title}: ${
      show(most)}, least ${show(least)}`}. Logarithmic scale. Point-to-point ` +
      `and one-sided transfers, counted where the data leaves.${shown.each > 1
        ? ` ${shown.each} neighbouring ${shown.what} are one row and column.`
        : ""}${noNodes ? " No matrix by host: ranks send to too many " +
          "ranks of other hosts." : ""}`);
  }

  /* What the two ends of the colours are. */
  const key = el("span", { class: "legend" }, el("span"),
                 el("i", { class: "ramp" }), el("span"));

  function showKey() {
    const limits = range();
    const show = value => WHAT[what][1](Math.round(value));
    key.children[0].textContent = show(lightest(limits));
    key.children[2].textContent = show(limits[1]);
    key.hidden = limits[1] === 0;
  }

  function update() {
    describe();
    showKey();
    picture.redraw();
  }

  selection.watch(update);
  make();
  update();
  const empty = el("p", { class: "empty" }, matrix.side === 0
    ? "Messages are not kept by region: there is no matrix with --region."
    : "No rank sent a message to another; for collective calls, see " +
      "Communicators.");
  const tools = el("div", { class: "tools" },
    model.sets.node && !noNodes ? choice("level", [["rank", "ranks"], ["node", "hosts"]], level,
                   value => {
                     level = value;
                     make();
                     update();
                   }) : null,
    choice("quantity", Object.entries(WHAT).map(
      ([key, [name]]) => [key, name.replace(/ .*/, "")]), what, value => {
      what = value;
      update();
    }), key);
  const some = matrix.pairs.length > 0;
  return { picture, at, each, partOf, left: LEFT, axis: () => shown.axis,
           node: card("matrix", "Communication matrix",
                      some ? "Click a cell to select both its ranks." : null,
                      some ? tools : null, some ? picture.box : empty) };
}
