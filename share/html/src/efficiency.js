/* SPDX-License-Identifier: BSD-3-Clause */
/* Below the time line: what the time of all ranks went to in each stretch of the
 * run, by the table `efficiency_over_time': useful time, and what imbalance,
 * serialisation and transfer cost. */
import { classColor, themeColor } from "./colors.js";
import { percent, seconds } from "./format.js";

const HIGH = 36;
const GAP = 6;
/* Column, how the tip calls it. */
const PARTS = [["parallel_efficiency", "parallel efficiency"],
               ["load_balance", "load balance"],
               ["serialisation_efficiency", "serialisation"],
               ["transfer_efficiency", "transfer"]];

/* From the bottom to the top: PE, CommE - PE, TE - CommE; the rest, 1 - TE, is
 * the ground. */
const STACK = [["parallel_efficiency", 1], ["communication_efficiency", 0.9],
               ["transfer_efficiency", 0.5]];

function stretchesOf(table) {
  const names = table.columns.map(column => column.name);
  return table.rows.map(row => Object.fromEntries(
    names.map((name, i) => [name, row[i]])))
    .filter(stretch => stretch.region === null)
    .map(stretch => ({ ...stretch, from: stretch.begin_s * 1e9,
                       to: (stretch.begin_s + stretch.width_s) * 1e9 }));
}

export class EfficiencyBand {
  constructor(model) {
    const table = model.table("efficiency_over_time");
    this.stretches = table ? stretchesOf(table) : [];
  }

  /* With the gap above it; 0: efficiencies over time are not known. */
  get height() {
    return this.stretches.length > 0 ? HIGH + GAP : 0;
  }

  /* x: of a time; top: of the gap. */
  draw(context, { x, left, right, top }) {
    const base = top + GAP + HIGH;
    if (this.height === 0)
      return;
    context.fillStyle = themeColor("empty");
    context.fillRect(left, top + GAP, right - left, HIGH);
    for (const stretch of this.stretches) {
      const from = Math.round(Math.max(left, x(stretch.from)));
      const to = Math.round(Math.min(right, x(stretch.to)));
      if (to > from && stretch.parallel_efficiency !== null)
        this.drawStack(context, stretch, { from, wide: to - from, base });
    }
    context.fillStyle = themeColor("muted");
    context.textAlign = "right";
    context.fillText("efficiency", left - 6, top + GAP + HIGH / 2);
    context.textAlign = "left";
  }

  drawStack(context, stretch, { from, wide, base }) {
    let below = 0;
    STACK.forEach(([name, alpha], i) => {
      const part = Math.max(below, stretch[name]);
      context.globalAlpha = alpha;
      context.fillStyle = i === 0 ? classColor("useful") : themeColor("muted");
      context.fillRect(from, base - part * HIGH, wide, (part - below) * HIGH);
      below = part;
    });
    context.globalAlpha = 1;
  }

  at(time) {
    return this.stretches.find(one => time >= one.from && time < one.to);
  }

  tip(stretch) {
    return [`${seconds(stretch.from / 1e9)} to ${seconds(stretch.to / 1e9)}`,
            ...PARTS.filter(([name]) => stretch[name] !== null).map(
              ([name, title]) => [title, percent(stretch[name])])];
  }

  /* Describes the stretches that overlap that time, in a sentence. */
  describe(from, to) {
    const seen = this.stretches.filter(one => one.to > from && one.from < to &&
      one.parallel_efficiency !== null);
    if (seen.length === 0)
      return "";
    const low = seen.reduce((best, one) => (
      one.parallel_efficiency < best.parallel_efficiency ? one : best));
    return `Parallel efficiency is lowest from ${seconds(low.from / 1e9)} to ${
      seconds(low.to / 1e9)}: ${percent(low.parallel_efficiency)}. `;
  }
}
