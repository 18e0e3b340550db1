/* SPDX-License-Identifier: BSD-3-Clause */
/* A bar for each rank: its time by class, or that of what is selected. */
import { COUNTED, classColor, themeColor } from "../base/colors.js";
import { card, choice, el } from "../base/dom.js";
import { ns, percent, roundDigits, steps, unitOf } from "../base/format.js";
import { Picture, columnLabels, rowLabels, rowsOf } from "../widgets/canvas.js";
import { farTitle, outliersOf, rowNames } from "../timeline/rows.js";
import { legend } from "../timeline/timeline.js";

const LEFT = 64;
const TOP = 16;
const BOTTOM = 26;
const FEW = 16; /* up to so many bars lie, one below the other */
const LYING = 26;
const OUT_WIDE = 8; /* pixels of a bar that stands out */

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

  /* Single ranks that stand out have bars beside that of their line; of
   * columns only the line's times are known. */
  function withOwn(lines) {
    const out = model.columnOf(selection) >= 0 ||
      lines.length === 0 || !lines[0].most ? []
      : outliersOf(lines);
    return lines.flatMap(line => [line, ...out.filter(
      one => one.of === line)]);
  }

  function make() {
    bars = withOwn(model.set.lines).map(barOf);
    if (sort === "useful")
      bars.sort((a, b) => b.parts[0][1] - a.parts[0][1]);
  }

  function meanOf() {
    const lines = bars.filter(bar => !bar.line.of);
    return lines.reduce((sum, bar) => sum + bar.parts[0][1] *
      bar.line.times.ranks, 0) / lines.reduce((sum, bar) => sum +
      bar.line.times.ranks, 0);
  }

  const total = bar => bar.parts.reduce((sum, [, time]) => sum + time, 0);
  const inner = width => width - LEFT - 6;
  const lies = () => bars.length <= FEW;
  const high = () => (lies() ? LYING * Math.max(2, bars.length) : 194);
  /* What a bar takes of the picture, across its length. */
  const each = width => (lies() ? LYING
    : inner(width) / Math.max(1, bars.length));

  function drawAxis(context, width, height, most) {
    const [scale, unit] = unitOf(most / 1e9);
    for (const mark of steps(0, most / 1e9 / scale, lies() ? 8 : 5)) {
      const part = mark * scale * 1e9 / most;
      const text = roundDigits(mark);
      context.fillStyle = themeColor("line");
      context.textAlign = lies() ? "center" : "right";
      if (lies()) {
        context.fillRect(Math.round(LEFT + inner(width) * part), TOP, 1,
                         high());
        context.fillStyle = themeColor("muted");
        context.fillText(text, Math.min(LEFT + inner(width) * part, width -
          context.measureText(text).width / 2), height - 12);
      } else {
        const y = TOP + high() * (1 - part);
        context.fillRect(LEFT, Math.round(y), inner(width), 1);
        context.fillStyle = themeColor("muted");
        context.fillText(text, LEFT - 6, y);
      }
    }
    /* Below bars that stand are their ranks, or names of hosts. */
    context.textAlign = "right";
    context.fillText(`[${unit}]`, LEFT - (lies() ? 18 : 6),
                     lies() ? height - 12 : TOP - 9);
    if (!lies() && model.level === "rank")
      context.fillText("rank", LEFT - 10, height - 14);
    context.textAlign = "left";
  }

  function drawMean(context, width, most) {
    const part = meanOf() / most;
    const [x, y] = [LEFT + inner(width) * part, TOP + high() * (1 - part)];
    context.strokeStyle = themeColor("text");
    context.setLineDash([5, 4]);
    context.beginPath();
    context.moveTo(...(lies() ? [x, TOP] : [LEFT, y]));
    context.lineTo(...(lies() ? [x, TOP + high()] : [width - 6, y]));
    context.stroke();
    context.setLineDash([]);
  }

  /* [left, top, width, height] of a part of a bar. */
  function boxOf(i, from, to, width) {
    const wide = each(width);
    if (lies())
      return [LEFT + inner(width) * from, TOP + i * wide + 3,
              inner(width) * (to - from), wide - 6];
    const [left, right] = [i, i + 1].map(k => Math.round(LEFT + k * wide));
    return wide > 4
      ? [LEFT + i * wide, TOP + high() * (1 - to), wide - (wide > 30 ? 12 : 1),
         high() * (to - from)]
      /* Whole pixels: no stripes between bars. */
      : [left, TOP + high() * (1 - to), right - left, high() * (to - from)];
  }

  const pick = apart => rowNames(model, bars.map(bar => [bar.line]), apart,
                                 sort === "rank");

  function drawNames(context, width, height) {
    if (lies())
      return rowLabels(context, rowsOf(bars.length, TOP, LYING * bars.length),
                       LEFT - 6, pick);
    const wide = each(width);
    return columnLabels(context, bars.map(bar => model.rowName(bar.line)), {
      left: LEFT - (wide > 30 ? 6 : 0), each: wide, y: height - 14,
      right: width, pick });
  }

  function draw(context, width, height) {
    const most = Math.max(1, ...bars.map(total));
    drawAxis(context, width, height, most);
    bars.forEach((bar, i) => {
      let sum = 0;
      context.globalAlpha = model.has(selection, bar.line) ? 1 : 0.25;
      for (const [name, time] of bar.parts) {
        context.fillStyle = classColor(name);
        context.fillRect(...boxOf(i, sum / most, (sum + time) / most, width));
        sum += time;
      }
    });
    context.globalAlpha = 1;
    drawOutliers(context, width, most);
    drawMean(context, width, most);
    drawNames(context, width, height);
  }

  /* What stands out is seen, however many bars there are. */
  function drawOutliers(context, width, most) {
    const out = lies() || each(width) >= OUT_WIDE ? []
      : outliersOf(model.set.lines);
    let before = -Infinity;
    for (const [bar, i] of bars.map((bar, i) => [bar, i])
      .filter(([bar]) => out.includes(bar.line))) {
      const x = Math.min(width - OUT_WIDE - 6, LEFT + (i + 0.5) * each(width) -
        OUT_WIDE / 2);
      let sum = 0;
      context.fillStyle = themeColor("card");
      context.fillRect(x - 1, TOP, OUT_WIDE + 2, high());
      for (const [name, time] of bar.parts) {
        context.fillStyle = classColor(name);
        context.fillRect(x, TOP + high() * (1 - (sum + time) / most), OUT_WIDE,
                         high() * time / most);
        sum += time;
      }
      const label = model.rowName(bar.line);
      const half = context.measureText(label).width / 2;
      if (x - half < before + 6)
        continue;
      before = x + OUT_WIDE / 2 + half;
      context.textAlign = "center";
      context.fillStyle = themeColor("accent");
      context.fillText(label, Math.min(x + OUT_WIDE / 2, width - half), 7);
      context.textAlign = "left";
    }
  }

  /* The number of the bar there, also beside and above it. */
  const indexAt = (px, py) => Math.floor((lies() ? py - TOP : px - LEFT) /
                                         each(picture.width));

  function at(px, py) {
    const bar = bars[indexAt(px, py)];
    if (!bar || (px < LEFT && !lies()))
      return null;
    const many = bar.line.times.ranks > 1 ? " (per rank)" : "";
    return { line: bar.line, tip: [ofLine(bar.line) + many,
      ...bar.parts.filter(([, time]) => time > 0).reverse()
        .map(([name, time]) => [model.className(name),
                                `${ns(time)}, ${percent(time / (total(bar) ||
                                  1))}`])] };
  }

  function drag(x0, y0, x1, y1, done) {
    const index = (px, py) => Math.max(0, Math.min(bars.length - 1,
                                                   indexAt(px, py)));
    const [a, b] = [index(x0, y0), index(x1, y1)].sort((p, q) => p - q);
    const wide = each(picture.width);
    if (done)
      selection.setRanks(bars.slice(a, b + 1).flatMap(
        bar => model.ranksOf(bar.line)));
    return lies() ? { x0: 0, x1: picture.width - 6, y0: TOP + a * wide,
                      y1: TOP + (b + 1) * wide }
      : { x0: LEFT + a * wide, x1: LEFT + (b + 1) * wide, y0: TOP,
          y1: TOP + high() };
  }

  const ofLine = line => (line.beyond > 0 ? farTitle(line, model.lineTitle(
    line)) : model.lineTitle(line));

  const picture = new Picture("Load balance: time of each rank by class", {
    draw, at, drag, height: () => TOP + high() + BOTTOM,
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
      return picture.describe(`${missing}: bars show all time.`);
    values.sort((a, b) => b[0] - a[0]);
    const [most, line] = values[0];
    const [least, other] = values[values.length - 1];
    return picture.describe(values.length === 1
      ? `${what} of the only line: ${ns(most)}.`
      : `${what}: most on ${model.lineTitle(line)} (${ns(most)}), least on ${
        model.lineTitle(other)} (${ns(least)}), mean ${ns(meanOf())} (dashed)${
        selection.window && column < 0 ? ", within the time window" : ""}${
        selection.window && column >= 0
          ? "; over the whole run, as single names are not kept by time"
          : ""}.`);
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
                      "Work above the mean (dashed) makes the other ranks " +
                      "wait. Click a rank, or drag over several; shift adds.",
                      el("div", { class: "tools" },
                         choice("order", [["rank", "by rank"],
                                          ["useful", "by useful time"]],
                                "rank", value => {
                                  sort = value;
                                  update();
                                }), legend(model, COUNTED)), picture.box) };
}
