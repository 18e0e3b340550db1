/* SPDX-License-Identifier: BSD-3-Clause */
/* How a value is distributed over ranks: a box plot, a histogram, a curve of
 * all ranks in order, or a box for each node. */
import { themeColor } from "../base/colors.js";
import { choice, el } from "../base/dom.js";
import { ns, roundDigits, several, steps, unitOf } from "../base/format.js";
import { Picture, fitted } from "./canvas.js";

const LEFT = 12;
const NAMES = 96; /* for names of nodes, at the left */
const RIGHT = 16;
const TOP = 8;
const HIGH = 120;
const AXIS = 22;
const BARS = 24;
const FAR = 1.5; /* of the box's width beyond its ends: an outlier */

/* Between the two values that it falls between. */
function quantile(sorted, part) {
  const at = part * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}

/* Least, quartiles, most; and where the whiskers end, which leave outliers
 * out, as Tukey has it. */
export function boxOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const [q1, median, q3] = [0.25, 0.5, 0.75].map(
    part => quantile(sorted, part));
  const inside = sorted.filter(value => value >= q1 - FAR * (q3 - q1) &&
    value <= q3 + FAR * (q3 - q1));
  return { least: sorted[0], q1, median, q3, most: sorted[sorted.length - 1],
           low: inside[0], high: inside[inside.length - 1],
           mean: sorted.reduce((sum, value) => sum + value, 0) /
             sorted.length };
}

const isOut = (value, box) => value < box.low || value > box.high;

/* Draws it lying, from x(value); y: its middle. */
function drawBox(context, box, { x, y, high, values = [] }) {
  context.fillStyle = themeColor("muted");
  context.fillRect(x(box.low), y - 0.5, x(box.high) - x(box.low), 1);
  for (const end of [box.low, box.high])
    context.fillRect(x(end) - 0.5, y - high / 4, 1, high / 2);
  context.fillStyle = themeColor("region");
  context.fillRect(x(box.q1), y - high / 2, Math.max(1, x(box.q3) - x(box.q1)),
                   high);
  context.strokeStyle = themeColor("muted");
  context.strokeRect(x(box.q1), y - high / 2, Math.max(1, x(box.q3) -
    x(box.q1)), high);
  context.fillStyle = themeColor("text");
  context.fillRect(x(box.median) - 1, y - high / 2, 2, high);
  context.fillStyle = themeColor("bad");
  for (const value of values.filter(one => isOut(one, box))) {
    context.beginPath();
    context.arc(x(value), y, Math.min(4, high / 3), 0, 2 * Math.PI);
    context.fill();
  }
}

/* A part of the page that shows such a value: set({ title, values, write,
 * ranks, nodes }); ranks[i] is the rank of values[i], nodes [[name, numbers of
 * values]]. */
export function distribution(selection) {
  let shown = null;
  let way = "box";
  const left = () => (way === "node" ? NAMES : LEFT);
  const inner = width => width - left() - RIGHT;

  function range() {
    const most = Math.max(...shown.values);
    const least = Math.min(...shown.values);
    return [Math.min(least, 0), most > 0 ? most : 1];
  }

  const scale = width => {
    const [least, most] = range();
    return value => left() + (value - least) / (most - least) * inner(width);
  };

  function bars() {
    const [, most] = range();
    const least = Math.min(...shown.values);
    const each = (most - least) / BARS || 1;
    const out = Array.from({ length: BARS }, (_, i) => (
      { from: least + i * each, to: least + (i + 1) * each, at: [] }));
    shown.values.forEach((value, i) => out[Math.min(BARS - 1, Math.floor(
      (value - least) / each))].at.push(i));
    return out;
  }

  const sorted = () => shown.values.map((value, i) => [value, i])
    .sort((a, b) => a[0] - b[0]);

  /* Times of an axis have one unit. */
  function markOf(value, most) {
    const [scale, unit] = unitOf(most / 1e9);
    return shown.write === ns ? `${roundDigits(value / 1e9 / scale)} ${unit}`
      : shown.write(value);
  }

  function drawAxis(context, width, height) {
    const [least, most] = range();
    const x = scale(width);
    context.textAlign = "center";
    for (const mark of steps(least, most, Math.max(2, width / 80))) {
      context.fillStyle = themeColor("line");
      context.fillRect(Math.round(x(mark)), TOP, 1, height - TOP - AXIS);
      context.fillStyle = themeColor("muted");
      const text = markOf(mark, most);
      const half = context.measureText(text).width / 2;
      context.fillText(text, Math.max(half, Math.min(width - half, x(mark))),
                       height - AXIS / 2);
    }
    context.textAlign = "left";
  }

  const draws = {
    box(context, width, height) {
      drawAxis(context, width, height);
      drawBox(context, boxOf(shown.values), { x: scale(width),
        y: TOP + HIGH / 2, high: 34, values: shown.values });
    },
    histogram(context, width) {
      const list = bars();
      const most = Math.max(...list.map(bar => bar.at.length));
      context.fillStyle = themeColor("accent");
      list.forEach((bar, i) => {
        const high = (HIGH - 14) * bar.at.length / most;
        context.fillRect(LEFT + i * inner(width) / BARS, TOP + HIGH - high,
                         inner(width) / BARS - 1, high);
      });
      context.fillStyle = themeColor("muted");
      context.fillText(`${shown.write(list[0].from)}`, LEFT,
                       TOP + HIGH + AXIS / 2);
      context.textAlign = "right";
      context.fillText(`${shown.write(list[BARS - 1].to)}; highest bar: ${
        several(most, "rank")}`, width - RIGHT, TOP + HIGH + AXIS / 2);
      context.textAlign = "left";
    },
    curve(context, width) {
      const list = sorted();
      const [, most] = range();
      context.strokeStyle = themeColor("accent");
      context.lineWidth = 2;
      context.beginPath();
      list.forEach(([value], i) => {
        const px = LEFT + (i + 0.5) / list.length * inner(width);
        const py = TOP + HIGH * (1 - Math.max(0, value) / most);
        (i === 0 ? context.moveTo : context.lineTo).call(context, px, py);
      });
      context.stroke();
      context.lineWidth = 1;
      context.fillStyle = themeColor("muted");
      context.fillText(`rank ${shown.ranks[list[0][1]]}: ${shown.write(
        list[0][0])}`, LEFT, TOP + HIGH + AXIS / 2);
      context.textAlign = "right";
      const [last, at] = list[list.length - 1];
      context.fillText(`rank ${shown.ranks[at]}: ${shown.write(last)}`,
                       width - RIGHT, TOP + HIGH + AXIS / 2);
      context.textAlign = "left";
    },
    node(context, width, height) {
      drawAxis(context, width, height);
      const each = nodeHigh();
      context.textAlign = "right";
      shown.nodes.forEach(([name, at], i) => {
        const values = at.map(k => shown.values[k]);
        const y = TOP + (i + 0.5) * each;
        drawBox(context, boxOf(values), { x: scale(width), y,
          high: Math.min(16, each - 4), values });
        if (each >= 14) {
          context.fillStyle = themeColor("text");
          context.fillText(fitted(context, name, NAMES - 10), NAMES - 6, y);
        }
      });
      context.textAlign = "left";
    },
  };

  const nodeHigh = () => Math.max(4, Math.min(24, 400 / shown.nodes.length));
  const height = () => (way === "node" && shown
    ? Math.max(60, shown.nodes.length * nodeHigh()) + TOP + AXIS
    : HIGH + TOP + AXIS);

  /* The ranks at the pointer; of a box plot the nearest. */
  function found(px, py) {
    const width = picture.width;
    const part = (px - left()) / inner(width);
    if (way === "histogram")
      return part < 0 ? [] : (bars()[Math.floor(part * BARS)] || { at: [] }).at;
    if (way === "curve") {
      const one = sorted()[Math.floor(part * shown.values.length)];
      return one ? [one[1]] : [];
    }
    const x = scale(width);
    const some = way === "node"
      ? (shown.nodes[Math.floor((py - TOP) / nodeHigh())] || [0, []])[1]
      : shown.values.map((_, i) => i);
    return some.length === 0 ? [] : [some.reduce((best, i) => (Math.abs(x(
      shown.values[i]) - px) < Math.abs(x(shown.values[best]) - px) ? i
      : best))];
  }

  function at(px, py) {
    const some = shown ? found(px, py) : [];
    if (some.length === 0)
      return null;
    return { some, tip: some.length === 1
      ? [`rank ${shown.ranks[some[0]]}`, [shown.title,
                                          shown.write(shown.values[some[0]])]]
      : [several(some.length, "rank"), ...some.slice(0, 8).map(
        i => [`rank ${shown.ranks[i]}`, shown.write(shown.values[i])])] };
  }

  const picture = new Picture("Distribution over ranks", {
    draw: (context, width, high) => shown && draws[way](context, width, high),
    at, height,
    pick: ({ some }, more) => selection.setRanks(some.map(
      i => [shown.ranks[i], shown.ranks[i]]), more),
  });
  const ways = choice("distribution", [["box", "box plot"],
    ["histogram", "histogram"], ["curve", "sorted ranks"],
    ["node", "by host"]], way, value => {
    way = value;
    picture.redraw();
  });
  const title = el("h3");
  const empty = el("p", { class: "empty" });

  function describe() {
    const box = boxOf(shown.values);
    const worst = value => shown.ranks[shown.values.indexOf(value)];
    const far = shown.values.filter(value => isOut(value, box)).length;
    picture.describe(`Least ${shown.write(box.least)} (rank ${
      worst(box.least)}), median ${shown.write(box.median)}, mean ${
      shown.write(box.mean)}, most ${shown.write(box.most)} (rank ${
      worst(box.most)}).${far > 0 ? ` ${several(far, "outlier")}, farther ` +
        `than ${FAR} box widths from the box.` : ""}`);
  }

  return { picture, node: el("div", { class: "distribution" }, title,
                             el("div", { class: "tools" }, ways), picture.box,
                             empty),
           set(what) {
             shown = what && what.values.length > 1 ? what : null;
             title.textContent = what ? what.title : "";
             picture.box.hidden = ways.hidden = !shown;
             empty.hidden = Boolean(shown);
             empty.textContent = what && what.why ? what.why
               : "Only one rank, so no distribution.";
             if (!shown)
               return;
             ways.lastChild.hidden = shown.nodes.length < 2;
             if (way === "node" && shown.nodes.length < 2)
               ways.firstChild.click();
             describe();
             picture.redraw();
           } };
}
