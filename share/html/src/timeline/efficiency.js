/* SPDX-License-Identifier: BSD-3-Clause */
/* Below the time line: what the time of all ranks went to in each stretch of the
 * run, by the table `efficiency_over_time': useful time, and what imbalance,
 * serialisation and transfer cost. */
import { classColor, themeColor } from "../base/colors.js";
import { percent, seconds } from "../base/format.js";
import { stretchesOf } from "../data/table.js";
import { fitted } from "../widgets/canvas.js";

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

const covers = (stretch, time) => time >= stretch.from && time < stretch.to;

function drawStack(context, stretch, { from, wide, base }) {
  let below = 0;
  STACK.forEach(([name, alpha], i) => {
    const part = Math.max(below, stretch[name]);
    context.globalAlpha = alpha;
    context.fillStyle = i === 0 ? classColor("useful") : themeColor("muted");
    context.fillRect(from, base - part * HIGH, wide, (part - below) * HIGH);
    below = part;
  });
}

/* Of a region: useful time of all ranks, and above it the rest of its time. */
function drawRegion(context, stretch, { from, wide, base }) {
  const useful = HIGH * stretch.useful_s / stretch.width_s;
  const all = Math.min(HIGH, HIGH * stretch.time_s / stretch.width_s);
  context.globalAlpha = 1;
  context.fillStyle = classColor("useful");
  context.fillRect(from, base - useful, wide, useful);
  context.globalAlpha = 0.9;
  context.fillStyle = themeColor("muted");
  context.fillRect(from, base - all, wide, Math.max(0, all - useful));
}

export class EfficiencyBand {
  constructor(model) {
    const table = model.table("efficiency_over_time");
    const all = stretchesOf(table);
    this.stretches = all.filter(one => one.region === null);
    this.regions = new Map();
    for (const one of all.filter(({ region }) => region !== null))
      this.regions.set(one.region, (this.regions.get(one.region) || [])
        .concat(one));
    this.region = null; /* that is shown alone */
  }

  /* A region that is selected; null: the whole run. */
  choose(region) {
    this.region = this.regions.has(region) ? region : null;
  }

  /* Whether that region had time around then; so does one that is not known. */
  hasRegion(region, time) {
    const stretches = this.regions.get(region);
    return !stretches || stretches.some(one => covers(one, time) &&
                                        one.time_s > 0);
  }

  /* [[region, its share of the useful time of all ranks then]], largest
   * first. */
  usefulAt(time) {
    const whole = this.at(time);
    if (!whole || !(whole.useful_s > 0))
      return [];
    return [...this.regions].map(([region, stretches]) => {
      const one = stretches.find(stretch => covers(stretch, time));
      return [region, one ? one.useful_s / whole.useful_s : 0];
    }).filter(([, part]) => part >= 0.01).sort((a, b) => b[1] - a[1]);
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
    for (const stretch of this.regions.get(this.region) || this.stretches) {
      const from = Math.round(Math.max(left, x(stretch.from)));
      const to = Math.round(Math.min(right, x(stretch.to)));
      if (to > from && stretch.parallel_efficiency !== null)
        (this.region ? drawRegion : drawStack)(
          context, stretch, { from, wide: to - from, base });
    }
    context.globalAlpha = 1;
    context.fillStyle = themeColor("muted");
    context.textAlign = "right";
    context.fillText(fitted(context, this.region || "efficiency", left - 10),
                     left - 6, top + GAP + HIGH / 2);
    context.textAlign = "left";
  }

  at(time, region = null) {
    return (this.regions.get(region) || this.stretches).find(
      one => covers(one, time));
  }

  tip(stretch) {
    return [`${stretch.region === null ? "" : `${stretch.region}, `}${
      seconds(stretch.from / 1e9)} to ${seconds(stretch.to / 1e9)}`,
            ...(stretch.region === null ? [] : [
              ["useful, mean of ranks", seconds(stretch.useful_s)],
              ["longest time of a rank", seconds(stretch.time_s)]]),
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
