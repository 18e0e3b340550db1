/* SPDX-License-Identifier: BSD-3-Clause */
/* A bar for each rank: its time by class, or that of what is selected. */
import { Picture, columnLabels } from "./canvas.js";
import { ORDER, classColor, themeColor } from "./colors.js";
import { card, choice, el } from "./dom.js";
import { digits, ns, percent, steps, unitOf } from "./format.js";
import { legend } from "./timeline.js";

const LEFT = 64;
const TOP = 10;
const BOTTOM = 26;
const COUNTED = ORDER.filter(name => name !== "setup"); /* is outside of T */

export function balanceView(model, selection) {
  let sort = "rank";
  let bars = [];

  function barOf(line) {
    const column = model.columnOf(selection);
    if (column >= 0) {
      const { class: class_ } = model.pictures.columns[column];
      return { line, parts: [[class_, model.set.cells[column].time[
        line.position] / line.times.ranks]] };
    }
    const times = model.timesOf(line, selection.window);
    return { line, parts: COUNTED.map(name => [name, (times[name] || 0) /
                                              line.times.ranks]) };
  }

  function make() {
    bars = model.set.lines.map(barOf);
    if (sort === "useful")
      bars.sort((a, b) => b.parts[0][1] - a.parts[0][1]);
  }

  const total = bar => bar.parts.reduce((sum, [, time]) => sum + time, 0);
  const inner = width => width - LEFT - 6;
  const wide = width => Math.min(130, inner(width) / Math.max(1,
                                                              bars.length));

  function drawAxis(context, width, height, most) {
    const [scale, unit] = unitOf(most / 1e9);
    const high = height - TOP - BOTTOM;
    context.textAlign = "right";
    for (const mark of steps(0, most / 1e9 / scale, 5)) {
      const y = TOP + high * (1 - mark * scale * 1e9 / most);
      context.fillStyle = themeColor("line");
      context.fillRect(LEFT, Math.round(y), inner(width), 1);
      context.fillStyle = themeColor("muted");
      context.fillText(digits(mark, 3).replace(/\.0+$/, ""), LEFT - 6, y);
    }
    context.fillText(`[${unit}]`, LEFT - 6, height - 10);
    context.textAlign = "left";
  }

  function drawMean(context, width, height, most) {
    const first = bars.reduce((sum, bar) => sum + bar.parts[0][1] *
                              bar.line.times.ranks, 0);
    const ranks = bars.reduce((sum, bar) => sum + bar.line.times.ranks, 0);
    const y = TOP + (height - TOP - BOTTOM) * (1 - first / ranks / most);
    context.strokeStyle = themeColor("text");
    context.setLineDash([5, 4]);
    context.beginPath();
    context.moveTo(LEFT, y);
    context.lineTo(LEFT + bars.length * wide(width), y);
    context.stroke();
    context.setLineDash([]);
  }

  function draw(context, width, height) {
    const most = Math.max(1, ...bars.map(total));
    const each = wide(width);
    const high = height - TOP - BOTTOM;
    drawAxis(context, width, height, most);
    bars.forEach((bar, i) => {
      let y = TOP + high;
      context.globalAlpha = model.has(selection, bar.line) ? 1 : 0.25;
      for (const [name, time] of bar.parts) {
        const part = time / most * high;
        context.fillStyle = classColor(name);
        context.fillRect(LEFT + i * each, y - part,
                         each > 4 ? each - (each > 30 ? 12 : 1) : each + 0.2,
                         part);
        y -= part;
      }
    });
    context.globalAlpha = 1;
    drawMean(context, width, height, most);
    columnLabels(context, bars.map(bar => model.rowName(bar.line)), {
      left: LEFT - (each > 30 ? 6 : 0), each, y: height - 14, right: width });
  }

  function at(px) {
    const each = wide(picture.width);
    const bar = bars[Math.floor((px - LEFT) / each)];
    if (px < LEFT || !bar)
      return null;
    const many = bar.line.times.ranks > 1 ? " (per rank)" : "";
    return { line: bar.line, tip: [model.lineTitle(bar.line) + many,
      ...bar.parts.filter(([, time]) => time > 0).reverse()
        .map(([name, time]) => [model.className(name),
                                `${ns(time)}, ${percent(time / (total(bar) ||
                                  1))}`])] };
  }

  function drag(x0, y0, x1, y1, done) {
    const each = wide(picture.width);
    const index = px => Math.max(0, Math.min(bars.length - 1,
      Math.floor((px - LEFT) / each)));
    const [a, b] = [index(Math.min(x0, x1)), index(Math.max(x0, x1))];
    if (done)
      selection.setRanks(bars.slice(a, b + 1).flatMap(
        bar => model.ranksOf(bar.line)));
    return { x0: LEFT + a * each, x1: LEFT + (b + 1) * each, y0: TOP,
             y1: picture.height - BOTTOM };
  }

  const picture = new Picture("Load balance: time of each rank by class", {
    draw, at, drag, height: () => 230,
    pick: (found, more) => selection.setRanks(model.ranksOf(found.line),
                                              more),
  });

  function describe() {
    const column = model.columnOf(selection);
    const what = column >= 0 ? model.pictures.columns[column].name
      : "useful time";
    const missing = model.missing(selection);
    const values = bars.map(bar => [bar.parts[0][1], bar.line]);
    if (values.length === 0)
      return picture.describe("No rank was read.");
    if (missing)
      return picture.describe(`${missing}: bars are of all.`);
    values.sort((a, b) => b[0] - a[0]);
    const mean = values.reduce((sum, [v, line]) => sum + v *
      line.times.ranks, 0) / values.reduce((sum, [, line]) => sum +
      line.times.ranks, 0);
    const [most, line] = values[0];
    const [least, other] = values[values.length - 1];
    return picture.describe(values.length === 1
      ? `${what} of the only line: ${ns(most)}.`
      : `${what}: most on ${model.lineTitle(line)} (${ns(most)}), least on ${
        model.lineTitle(other)} (${ns(least)}), mean ${ns(mean)} (dashed)${
        selection.window && column < 0 ? ", within the window of time" : ""}${
        selection.window && column >= 0
          ? "; of the whole run: single names are not kept by time" : ""}.`);
  }

  function update() {
    make();
    describe();
    picture.redraw();
  }

  selection.watch(update);
  update();
  return { picture, bars: () => bars,
           node: card("balance", "Load balance",
                      "What ranks have more of than the mean others wait " +
                      "for. Click a rank, or drag over several; shift adds.",
                      el("div", { class: "tools" },
                         choice("order", [["rank", "by rank"],
                                          ["useful", "by useful time"]],
                                "rank", value => {
                                  sort = value;
                                  update();
                                }), legend(model, COUNTED)), picture.box) };
}
