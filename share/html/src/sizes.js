/* SPDX-License-Identifier: BSD-3-Clause */
/* How large messages are: a bar for each power of two. */
import { Picture } from "./canvas.js";
import { classColor, themeColor } from "./colors.js";
import { card, el } from "./dom.js";
import { bytes, count, percent } from "./format.js";

const LEFT = 50;
const TOP = 12;
const BOTTOM = 30;

export function sizesView(model, selection) {
  const rows = model.pictures.sizes; /* the table may be cut */
  const classOf = new Map(model.pictures.columns.map(c => [c.name, c.class]));
  let bins = [];

  /* [from, calls by procedure] of each class of sizes. */
  function make() {
    const only = selection.kind === "procedure" ? selection.name : null;
    const byFrom = new Map();
    for (const [procedure, from, below, calls] of rows) {
      if (only !== null && procedure !== only)
        continue;
      if (!byFrom.has(from))
        byFrom.set(from, { from, below, parts: [], calls: 0 });
      byFrom.get(from).parts.push([procedure, calls]);
      byFrom.get(from).calls += calls;
    }
    const order = from => (from === 0 ? -1 : Math.log2(from));
    const list = [...byFrom.values()].sort((a, b) => a.from - b.from);
    bins = [];
    for (const bin of list) {
      const last = bins[bins.length - 1];
      for (let k = last ? order(last.from) + 1 : order(bin.from);
           k < order(bin.from); k++)
        bins.push({ from: 2 ** k, below: 2 ** (k + 1), parts: [], calls: 0 });
      bin.parts.sort((a, b) => b[1] - a[1]);
      bins.push(bin);
    }
  }

  const each = width => Math.min(70, (width - LEFT - 6) /
                                 Math.max(1, bins.length));

  function draw(context, width, height) {
    const most = Math.max(1, ...bins.map(bin => bin.calls));
    const high = height - TOP - BOTTOM;
    const wide = each(width);
    /* Few large messages matter as much as many small ones. */
    const y = calls => (calls > 0 ? high * (0.06 + 0.94 *
      Math.log(calls) / Math.log(Math.max(2, most))) : 0);
    context.textAlign = "right";
    context.fillStyle = themeColor("muted");
    for (let mark = 1; mark <= most * 1.01; mark *= most > 1e4 ? 100 : 10) {
      context.fillStyle = themeColor("line");
      context.fillRect(LEFT, Math.round(TOP + high - y(mark)),
                       width - LEFT - 6, 1);
      context.fillStyle = themeColor("muted");
      context.fillText(mark >= 1e6 ? `${mark / 1e6}M` : mark >= 1e3
        ? `${mark / 1e3}k` : mark, LEFT - 6, TOP + high - y(mark));
    }
    bins.forEach((bin, i) => {
      let bottom = TOP + high;
      for (const [procedure, calls] of bin.parts) {
        const part = y(bin.calls) * calls / bin.calls;
        context.fillStyle = classColor(classOf.get(procedure));
        context.fillRect(LEFT + i * wide, bottom - part,
                         Math.max(1, wide - 2), Math.max(0.5, part - (
                           bin.parts.length > 1 ? 0.5 : 0)));
        bottom -= part;
      }
    });
    drawNames(context, wide, height);
  }

  function drawNames(context, wide, height) {
    const step = Math.max(1, Math.ceil(52 / wide));
    context.fillStyle = themeColor("muted");
    context.textAlign = "center";
    for (let i = bins.length - 1; i >= 0; i -= step)
      context.fillText(bins[i].from === 0 ? "0 B" : bytes(bins[i].from)
        .replace(/\.0+ /, " "), LEFT + i * wide + wide / 2, height - 16);
    context.textAlign = "left";
  }

  function at(px) {
    const bin = bins[Math.floor((px - LEFT) / each(picture.width))];
    if (!bin || px < LEFT || bin.calls === 0)
      return null;
    return { bin, tip: [bin.from === 0 ? "empty" : `${bytes(bin.from)} to ${
      bin.below === null ? "any size" : bytes(bin.below)}`,
                        ["messages", count(bin.calls)],
                        ...bin.parts.slice(0, 8).map(([name, calls]) => [
                          name, `${count(calls)}, ${percent(calls /
                            bin.calls)}`])] };
  }

  const picture = new Picture("Message sizes: how many of which size", {
    draw, at, height: () => 300,
    pick: found => selection.setName("procedure", found.bin.parts[0][0]),
  });

  function update() {
    make();
    const all = bins.reduce((sum, bin) => sum + bin.calls, 0);
    const most = bins.reduce((best, bin) => (!best || bin.calls > best.calls
      ? bin : best), null);
    picture.describe(!most ? "Nothing of the selection has a size."
      : `${count(all)} messages, transfers, reads and writes${
        selection.kind === "procedure" ? ` of ${selection.name}` : ""}; most (${
        percent(most.calls / all)}) ${most.from === 0 ? "are empty"
        : `have ${bytes(most.from)} or more, less than ${most.below === null
          ? "any size" : bytes(most.below)}`}. Heights are logarithmic, colours are shares of a bar.`);
    picture.redraw();
  }

  selection.watch(update);
  update();
  return { picture, bins: () => bins,
           node: card("sizes", "Message sizes",
                      "A bar for each power of two, by procedure. Click " +
                      "selects the most frequent procedure of a bar.",
                      rows.length > 0 ? picture.box
                        : el("p", { class: "empty" },
                             "No call of this run moved data.")) };
}
