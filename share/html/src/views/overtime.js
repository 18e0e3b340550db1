/* SPDX-License-Identifier: BSD-3-Clause */
/* Parallel efficiency over time, on the first screen: useful time of all ranks
 * in each stretch of the run, with a trace also what imbalance, serialisation
 * and transfer cost. */
import { classColor, themeColor } from "../base/colors.js";
import { el } from "../base/dom.js";
import { percent, seconds } from "../base/format.js";
import { timeAxis } from "../widgets/axis.js";
import { Picture, isFar } from "../widgets/canvas.js";

const LEFT = 44;
const RIGHT = 6;
const HIGH = 70;
const AXIS = 20;
const MOST = 120; /* stretches of a run without a trace */

/* Useful time of all ranks by the bins of the time line. */
function usefulOf({ pictures, sets }) {
  const parts = pictures.classes.map((one, k) => (
    one.name === "useful" || one.name === "outside_wait"
      ? pictures.byRank.bins[k] : null)).filter(Boolean);
  const ranks = sets.rank.lines.reduce((sum, line) => sum + line.times.ranks,
                                       0);
  const each = Math.max(1, Math.ceil(pictures.bins / MOST));
  const out = [];
  for (let bin = 0; parts.length > 0 && bin < pictures.bins; bin += each) {
    const end = Math.min(bin + each, pictures.bins);
    let sum = 0;
    for (const line of sets.rank.lines)
      for (let at = bin; at < end; at++)
        for (const part of parts)
          sum += part[line.position * pictures.bins + at] * line.times.ranks;
    out.push({ from: bin * pictures.width, to: end * pictures.width,
               useful: sum / ranks / (end - bin) });
  }
  return out;
}

export function overtime(model, selection, band) {
  const traced = band.stretches.length > 0;
  const stretches = traced ? band.stretches.map(one => ({ ...one,
    useful: one.parallel_efficiency || 0 })) : usefulOf(model);
  if (stretches.length < 2)
    return null;
  const end = stretches[stretches.length - 1].to;
  const x = (time, width) => LEFT + time / end * (width - LEFT - RIGHT);
  const time = px => Math.max(0, Math.min(end, (px - LEFT) /
    (picture.width - LEFT - RIGHT) * end));
  const inWindow = one => !selection.window ||
    (one.to > selection.window[0] && one.from < selection.window[1]);

  function drawAxes(context, width) {
    context.fillStyle = themeColor("empty");
    context.fillRect(LEFT, 4, width - LEFT - RIGHT, HIGH);
    context.fillStyle = themeColor("muted");
    context.textAlign = "right";
    for (const part of [0, 0.5, 1])
      context.fillText(`${100 * part} %`, LEFT - 6, 4 + HIGH * (1 - part) +
        (part === 1 ? 4 : part === 0 ? -4 : 0));
    timeAxis(context, width, { view: { from: 0, to: end }, x, top: HIGH + 4,
                               left: LEFT });
  }

  function draw(context, width) {
    drawAxes(context, width);
    for (const one of stretches) {
      const left = Math.round(x(one.from, width));
      const wide = Math.max(1, Math.round(x(one.to, width)) - left);
      const high = Math.max(0, Math.min(1, one.useful)) * HIGH;
      context.globalAlpha = inWindow(one) ? 1 : 0.3;
      context.fillStyle = classColor("useful");
      context.fillRect(left, 4 + HIGH - high, wide, high);
    }
    context.globalAlpha = 1;
  }

  function at(px) {
    const t = time(px);
    const one = px < LEFT ? undefined
      : stretches.find(({ from, to }) => t >= from && t < to);
    return one ? { one, tip: traced ? band.tip(one)
      : [`${seconds(one.from / 1e9)} to ${seconds(one.to / 1e9)}`,
         ["useful time of all ranks", percent(one.useful)]] } : null;
  }

  const picture = new Picture("Parallel efficiency over time", {
    draw, at, small: true, height: () => HIGH + AXIS + 4,
    pick: ({ one }) => selection.setWindow(one.from, one.to),
    drag: (x0, y0, x1, y1, done) => {
      if (!isFar(x0, x1))
        return null;
      if (done)
        selection.setWindow(time(x0), time(x1));
      return { x0: Math.max(LEFT, x0), x1: Math.max(LEFT, x1), y0: 4,
               y1: 4 + HIGH };
    },
  });
  /* A stretch at the very end may hold next to nothing. */
  const low = stretches.slice(0, -1).reduce((least, one) => (
    one.useful < least.useful ? one : least));
  picture.describe(`${traced ? "Lowest" : "Useful time of all ranks is lowest"
    } from ${seconds(low.from / 1e9)} to ${seconds(low.to / 1e9)}: ${
    percent(low.useful)}.`);
  selection.watch(() => picture.redraw());
  return { picture, stretches, node: el("div", { class: "overtime" },
    el("h3", {}, traced ? "Parallel efficiency over time"
      : "Useful time over time"), picture.box) };
}
