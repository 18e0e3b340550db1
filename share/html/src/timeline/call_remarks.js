/* SPDX-License-Identifier: BSD-3-Clause */
/* What is said above and below the time line of its single calls: which the page
 * has, and what is left out. */
import { count, intervals, joined, ns } from "../base/format.js";
import { lineKey } from "../data/windows.js";

/* "rank 3", "ranks 0-2,7" */
const ranksOf = lists => `${lists.length === 1 ? "rank" : "ranks"} ${intervals(
  joined(lists.map(list => [list.rank, list.rank])))}`;

/* What is said above the picture. */
export function aboutCalls(calls) {
  const { whole, items, pieces, total } = calls.windows;
  const held = pieces.reduce((sum, piece) => sum + piece.count, 0);
  if (!calls.possible)
    return "";
  return (whole ? " Zoom in to see single calls."
    : pieces.length === 0 ? " Zoom in to see finer steps."
    : ` Zoom in to see single calls${held === 0 ? "" : `: ${count(held)} of ` +
      `${count(total)} are in the page`}, where a grey or blue line above ` +
      "the rows marks them; other times have finer steps.") +
    (items.length === 0 ? ""
      : " Blue lines mark the largest waits; click to zoom.");
}

/* What is said below it of the calls in view. */
export function remarkOf(calls, scene, shown) {
  if (calls.windows.items.length === 0 && calls.windows.pieces.length === 0)
    return calls.windows.why;
  if (shown.length === 0)
    return remarkNone(calls, scene);
  const parts = [];
  const rows = scene.groups.filter(([line]) => !line.thread).length;
  if (rows < calls.model.set.lines.length)
    parts.push(`Rows: ${rows} of ${count(
      calls.model.set.lines.length)} ranks; to see others, select them and a ` +
      "window, and zoom to the selection.");
  for (const { piece } of shown)
    remarkLeftOut(calls, scene, piece, parts);
  if (calls.spans(scene, shown).some(({ tile, from, to }) => !tile &&
      to - from > (scene.to - scene.from) / 100 && !shown.some(
    ({ piece }) => piece.from <= from && piece.to >= to)))
    parts.push("The page has no single calls of the other times in view.");
  if (calls.arrows.drawn < calls.arrows.all)
    parts.push(calls.selection.ranks
      ? "Arrows show only messages of the selected ranks."
      : `No arrows are drawn for ${count(calls.arrows.all)} messages; ` +
        "select ranks, or zoom in.");
  return parts.join(" ");
}

function remarkNone(calls, scene) {
  const { width } = calls.model.pictures;
  const middle = (scene.from + scene.to) / 2;
  if (scene.to - scene.from > 40 * width || !calls.possible)
    return "";
  if (calls.areThin(scene))
    return "To see single calls, select some ranks and zoom to the selection.";
  if (calls.reaches(middle))
    return calls.windows.tileAt(middle) ? ""
      : "To see single calls, zoom in on a blue mark above the rows.";
  const [from, to] = [Math.max(0, scene.from), scene.to].map(
    time => Number((time / 1e9).toPrecision(7)));
  const run = calls.model.report.run.run || "RUN";
  const word = /^[\w.,/+-]+$/.test(run) ? run
    : `'${run.replaceAll("'", "'\\''")}'`;
  return "The page has no room for the single calls of these seconds, and " +
    `shows times in steps of ${ns(calls.least(middle) || width)}. A page ` +
    "with their calls: mpiprof-report --format html -o FILE.html " +
    `--window ${from}:${to} ${word}`;
}

function remarkLeftOut(calls, scene, piece, parts) {
  const lists = calls.windows.listsOf(piece);
  const rows = scene.groups.flat().filter(line => !line.thread);
  const none = rows.filter(line => !piece.byRow.has(lineKey(line)));
  const short = lists.filter(list => list.least > 0 && rows.some(
    line => line.first === list.rank));
  const fewer = lists.filter(list => list.leastWay > 0 && rows.some(
    line => line.first === list.rank));
  if (none.length > 0)
    parts.push(`There was no room for single calls of ${
      none.length === 1 ? "rank" : "ranks"} ${intervals(joined(none.map(line => (
      [line.first, line.last]))))}: use a smaller window ` +
      "(--window FROM:TO).");
  if (short.length > 0)
    parts.push(`On ${ranksOf(short)}, calls of less ` +
      `than ${ns(Math.max(...short.map(list => list.least)))} are left ` +
      "out.");
  if (fewer.length > 0)
    parts.push(`Among messages to ${ranksOf(fewer)}, those that took less ` +
      `than ${ns(Math.max(...fewer.map(list => list.leastWay)))} are left ` +
      "out.");
}
