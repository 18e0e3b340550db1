/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the ranks of a run ended that did not finish, and for whom they waited:
 * the tables `endings' and `waiting', as a drawing and as a list that selects. */
import { el, unbroken } from "../base/dom.js";
import { count, intervals, joined, parseIntervals, seconds } from "../base/format.js";
import { rowsOf } from "../data/table.js";

const MOST = 24; /* ranks in the drawing, as in src/analyze/hangs/endings.c */
const LEAST_SIZE = 220;
const SVG = "http://www.w3.org/2000/svg";

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const each = (text, ranks) => (parseIntervals(text || "", ranks) || [])
  .flatMap(([a, b]) => Array.from({ length: Math.min(MOST + 1, b - a + 1) },
                                  (_, i) => a + i));

/* In a collective call each waits for all that have not entered it: they are in
 * the table `waiting'. */
function withAbsent(row, waiting, ranks) {
  const own = parseIntervals(row.ranks, ranks) || [];
  const absent = row.peers || !row.call ? [] : waiting.filter(other => (
    ["call", "location", "communicator"].every(
      name => other[name] === row[name]) &&
    (parseIntervals(other.ranks, ranks) || []).some(([first, last]) => own.some(
      ([a, b]) => a <= last && first <= b)))).flatMap(
    other => parseIntervals(other.waits_for || "", ranks) || []);
  return absent.length === 0 ? row
    : { ...row, peers: intervals(joined(absent)), all: true };
}

/* [[waiting rank, rank]], and all ranks in them. */
function edgesOf(rows, ranks) {
  const edges = rows.filter(row => row.peers).flatMap(row => each(
    row.ranks, ranks).flatMap(from => each(row.peers, ranks)
    .filter(to => to !== from).map(to => [from, to])));
  return { edges, nodes: [...new Set(rows.flatMap(row => each(row.ranks,
    ranks)).concat(edges.flat()))].sort((a, b) => a - b) };
}

/* Ranks on a circle; an arrow from who waits to whom it waits for.  Where
 * several ranks of a row wait for messages, which of them waits for whom is not
 * known. */
function drawing(rows, ranks) {
  const { edges, nodes } = edgesOf(rows, ranks);
  const unclear = rows.some(row => row.peers && row.rank_count > 1 && !row.all);
  if (edges.length === 0 || nodes.length > MOST || unclear)
    return null;
  /* Circles have room for their numbers, and apart from each other. */
  const r = Math.max(13, 4 * String(nodes[nodes.length - 1]).length);
  const size = Math.max(LEAST_SIZE, nodes.length * (2 * r + 6) / Math.PI +
    2 * r + 10);
  const turn = i => 2 * Math.PI * i / nodes.length - Math.PI / 2;
  const at = rank => [Math.cos, Math.sin].map(f => size / 2 + (
    size / 2 - r - 5) * f(turn(nodes.indexOf(rank))));
  const lines = edges.map(([from, to]) => {
    const [[x0, y0], [x1, y1]] = [at(from), at(to)];
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [dx, dy] = [x1 - x0, y1 - y0].map(way => way / length * (r + 3));
    return svg("line", { x1: x0 + dx, y1: y0 + dy, x2: x1 - dx, y2: y1 - dy,
                         "marker-end": "url(#arrow)" });
  });
  const circles = nodes.map(rank => {
    const [cx, cy] = at(rank);
    const label = svg("text", { x: cx, y: cy + 4 });
    label.textContent = rank;
    return svg("g", {}, svg("circle", { cx, cy, r }), label);
  });
  return svg("svg", { class: "waits", viewBox: `0 0 ${size} ${size}`,
    width: size, role: "img", "aria-label": `Who waits for whom: ${
      edges.map(([from, to]) => `rank ${from} for rank ${to}`).join(", ")}` },
             svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8",
               refX: 8, refY: 4, markerWidth: 8, markerHeight: 8,
               orient: "auto" }, svg("path", { d: "M0 0L8 4L0 8z" }))),
             ...lines, ...circles);
}

function item(row, model, selection) {
  const place = [row.function, row.location].filter(Boolean).join(", ");
  const one = !/[,-]/.test(row.ranks);
  const ranks = `${one ? "rank" : "ranks"} ${row.ranks}`;
  return el("li", {},
    model.pictures ? el("button", { type: "button", class: "link",
      onclick: () => selection.setRanks(parseIntervals(row.ranks,
        model.pictures.ranks)) }, ranks) : el("b", {}, ranks),
    ` (${row.ended}) `, row.call
      ? `in ${row.call}${place ? ` (${place})` : ""}` : "outside MPI",
    row.peers ? el("b", {}, `, waiting for ${/[,-]/.test(row.peers) ? "ranks"
      : "rank"} ${row.peers}`) : "",
    row.waited_s > 0 ? unbroken(`, for ${seconds(row.waited_s)}`) : "");
}

/* null: the run finished. */
export function hangOf(model, selection) {
  const table = model.table("endings");
  if (!table || table.rows.length === 0)
    return null;
  const { ranks } = model.report.run;
  const waiting = rowsOf(model.table("waiting"));
  const rows = rowsOf(table).map(row => withAbsent(row, waiting, ranks));
  const shown = rows.slice(0, 12);
  return el("div", { id: "hang" },
    el("h3", {}, "Who waits for whom"),
    drawing(rows, ranks),
    el("ul", {}, shown.map(row => item(row, model, selection))),
    rows.length > shown.length ? el("p", { class: "alt" }, `${count(
      rows.length - shown.length)} more in the table "Where the ranks ended".`)
      : null);
}
