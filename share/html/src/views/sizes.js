/* SPDX-License-Identifier: BSD-3-Clause */
/* How large messages are: a row for each procedure, in it a bar for each power
 * of two.  Rows are not added up: a message that MPI_Isend sent is in that row
 * and in the row of the MPI_Waitall that completed its receive. */
import { classColor, themeColor } from "../base/colors.js";
import { card, el } from "../base/dom.js";
import { bytes, count, percent } from "../base/format.js";
import { Picture, fitted } from "../widgets/canvas.js";

const NAMES = 150; /* pixels for names, and no more than a third */
const TOP = 4;
const BOTTOM = 22;
const MOST = 12;   /* rows; the table has all */
const NUMBERS = 14; /* pixels above a bar */

const order = from => (from === 0 ? -1 : Math.log2(from));
const short = name => name.replace(/^MPI_/, "");
const few = calls => (calls >= 1e6 ? `${(calls / 1e6).toPrecision(2)}M`
  : calls >= 1e4 ? `${Math.round(calls / 1e3)}k` : String(calls));
const sizeOf = ({ from, below }) => (from === 0 ? "empty"
  : `${bytes(from)} to ${below === null ? "any size" : bytes(below)}`);

/* [procedure], the one with most messages first. */
function byProcedure(rows) {
  const found = new Map();
  for (const [name, from, below, calls] of rows) {
    if (!found.has(name))
      found.set(name, { name, calls: 0, bins: [] });
    const one = found.get(name);
    one.bins.push({ from, below, calls });
    one.calls += calls;
  }
  return [...found.values()].sort((a, b) => b.calls - a.calls);
}

export function sizesView(model, selection) {
  const all = byProcedure(model.pictures.sizes); /* the table may be cut */
  const classOf = new Map(model.pictures.columns.map(c => [c.name, c.class]));
  const places = all.flatMap(one => one.bins.map(bin => order(bin.from)));
  const first = Math.min(...places);
  const columns = places.length > 0 ? Math.max(...places) - first + 1 : 1;
  const most = Math.max(1, ...all.flatMap(
    one => one.bins.map(bin => bin.calls)));
  let rows = [];
  let left = 0;

  const isChosen = one => selection.kind !== "procedure" ||
    selection.name === one.name;
  const high = () => Math.max(34, Math.min(70, 280 / Math.max(1,
                                                              rows.length)));
  const wide = width => Math.min(160, (width - left - 6) / columns);
  /* One message is seen as well. */
  const tall = calls => (high() - NUMBERS - 4) * (0.1 + 0.9 * Math.log(calls) /
    Math.log(Math.max(2, most)));

  /* Whether other bars of the row are farther away. */
  const isApart = ({ bins }, bin, columns) => bins.every(
    other => other === bin ||
      Math.abs(order(other.from) - order(bin.from)) > columns);

  function drawRow(context, one, width, bottom) {
    const each = wide(width);
    context.fillStyle = themeColor("muted");
    context.textAlign = "right";
    context.fillText(fitted(context, short(one.name), left - 12), left - 8,
                     bottom - 8);
    context.fillStyle = themeColor("line");
    context.fillRect(left, bottom, each * columns, 1);
    context.textAlign = "center";
    for (const bin of one.bins) {
      const from = left + (order(bin.from) - first) * each;
      const up = tall(bin.calls);
      const number = few(bin.calls);
      context.fillStyle = classColor(classOf.get(one.name));
      context.fillRect(from, bottom - up, Math.max(1, each - 2), up);
      context.fillStyle = themeColor("muted");
      const half = context.measureText(number).width / 2 + 1;
      if (2 * half < each || isApart(one, bin, 2 * half / each + 0.5))
        context.fillText(number, Math.min(width - half, from + each / 2 - 1),
                         bottom - up - 7);
    }
    context.textAlign = "left";
  }

  function drawSizes(context, width, height) {
    const each = wide(width);
    const step = Math.max(1, Math.ceil(52 / each));
    context.fillStyle = themeColor("muted");
    context.textAlign = "center";
    for (let i = columns - 1; i >= 0; i -= step) {
      const text = first + i < 0 ? "0 B"
        : bytes(2 ** (first + i)).replace(/\.0+ /, " ");
      context.fillText(text, Math.min(left + (i + 0.5) * each,
        width - context.measureText(text).width / 2), height - 10);
    }
    context.textAlign = "left";
  }

  function draw(context, width, height) {
    left = Math.min(NAMES, width / 3, 20 + Math.max(...rows.map(
      one => context.measureText(short(one.name)).width)));
    rows.forEach((one, i) => {
      context.globalAlpha = isChosen(one) ? 1 : 0.25;
      drawRow(context, one, width, TOP + (i + 1) * high());
    });
    context.globalAlpha = 1;
    drawSizes(context, width, height);
  }

  function at(px, py) {
    const row = rows[Math.floor((py - TOP) / high())];
    if (!row)
      return null;
    const column = Math.floor((px - left) / wide(picture.width)) + first;
    const bin = px < left ? undefined
      : row.bins.find(one => order(one.from) === column);
    return { row, bin, tip: [row.name, ...(bin
      ? [sizeOf(bin), ["messages", `${count(bin.calls)}, ${percent(
        bin.calls / row.calls)}`]]
      : [["messages of all sizes", count(row.calls)]])] };
  }

  const picture = new Picture("Message sizes: how many of which size", {
    draw, at, height: () => TOP + rows.length * high() + BOTTOM,
    pick: found => selection.setName("procedure", found.row.name),
  });

  function describe() {
    const [one] = selection.kind === "procedure"
      ? all.filter(isChosen) : all;
    if (!one)
      return picture.describe(`${selection.name} moved no data.`);
    const bin = one.bins.reduce((best, other) => (other.calls > best.calls
      ? other : best));
    return picture.describe(`${one.name}: ${count(one.calls)} messages; most ` +
      `(${percent(bin.calls / one.calls)}) ${bin.from === 0 ? "are empty"
        : `have ${bytes(bin.from)} or more, less than ${bin.below === null
          ? "any size" : bytes(bin.below)}`}. Heights are logarithmic.${
      all.length > rows.length ? ` Shown are the ${rows.length} procedures ` +
        `with the most messages, of ${all.length}.` : ""}`);
  }

  function update() {
    /* What is selected has its row. */
    rows = all.slice(0, MOST);
    const chosen = all.find(one => selection.kind === "procedure" &&
                                   isChosen(one));
    if (chosen && !rows.includes(chosen))
      rows[MOST - 1] = chosen;
    describe();
    picture.redraw();
  }

  selection.watch(update);
  update();
  return { picture, rows: () => rows,
           node: card("sizes", "Message sizes",
                      "A row for each procedure, a bar for each power of " +
                      "two. A message is in the row of the call that sent it " +
                      "and in that of the call that received it. Click a " +
                      "bar to select its procedure.",
                      all.length > 0 ? picture.box
                        : el("p", { class: "empty" },
                             "No call of this run moved data.")) };
}
