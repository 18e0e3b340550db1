/* SPDX-License-Identifier: BSD-3-Clause */
/* What each row did in equal bins of time that are finer than those of the
 * profile: from single calls, or from the bins that the page has instead of
 * them.  Each coarser level is the sum of neighbours, so that no time is lost. */
import { lineKey } from "../data/windows.js";

const MOST_KEPT = 50000; /* rows of pieces, of the last views */

/* Adds a span of time to the bins that it touches. */
function spread(into, { from, width, bins, step, what }, begin, end) {
  let at = Math.max(begin, from);
  const last = Math.min(end, from + bins * width);
  let bin = Math.floor((at - from) / width);
  while (at < last && bin < bins) {
    const next = Math.min(last, from + (bin + 1) * width);
    into[bin * step + what] += next - at;
    at = next;
    bin++;
  }
}

/* The number of the first call that ends behind that time. */
export function firstAfter(calls, time) {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls[middle].reach <= time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Single calls do not show waits outside MPI: these are useful time here. */
const usefulAt = classes => classes.findIndex(one => one.name === "useful");

/* Of a row ns by class and bin, [bins][classes]; useful time is what is measured
 * and not in a call. */
function binsOfCalls(list, sites, classes, { from, width, bins }) {
  const step = classes.length;
  const to = from + width * bins;
  const useful = usefulAt(classes);
  const out = new Float64Array(bins * step);
  const off = new Float64Array(bins);
  const grid = { from, width, bins, step };
  for (let i = firstAfter(list.calls, from); i < list.calls.length &&
       list.calls[i].begin < to; i++) {
    const { begin, end, site } = list.calls[i];
    grid.what = sites[site].classAt;
    spread(out, grid, begin, end);
  }
  for (const pause of list.pauses)
    spread(off, { ...grid, step: 1, what: 0 }, pause.to - pause.ns, pause.to);
  takeUseful(out, off, list, grid, useful);
  return out;
}

function takeUseful(out, off, measured, grid, useful) {
  const { bins, step } = grid;
  const whole = new Float64Array(bins);
  spread(whole, { ...grid, step: 1, what: 0 }, measured.begin, measured.end);
  for (let bin = 0; bin < bins; bin++) {
    let rest = whole[bin] - off[bin];
    for (let k = 0; k < useful && rest > 0; k++)
      rest -= out[bin * step + k];
    out[bin * step + useful] = Math.max(0, rest);
  }
}

/* The same of the bins that the page has; there the last time is that of
 * pauses. */
function binsOfLevels(levels, key, classes, first, bins) {
  const row = levels.rows.get(key);
  if (!row)
    return null;
  const step = classes.length;
  const out = new Float64Array(bins * step);
  const useful = usefulAt(classes);
  const base = row.at * levels.bins + first;
  for (let k = 0; k < useful; k++)
    for (let bin = 0; bin < bins; bin++)
      out[bin * step + k] = levels.times[k][base + bin];
  takeUseful(out, levels.times[useful].subarray(base, base + bins), row,
             { from: first * levels.width, width: levels.width, bins, step },
             useful);
  return out;
}

/* Each two neighbours are one. */
function halved(times, step) {
  const bins = times.length / step;
  const out = new Float64Array(Math.ceil(bins / 2) * step);
  for (let bin = 0; bin < bins; bin++)
    for (let k = 0; k < step; k++)
      out[(bin >> 1) * step + k] += times[bin * step + k];
  return out;
}

/* Times by row and level: made when they are first looked at. */
export class Levels {
  constructor(windows, classes) {
    this.windows = windows;
    this.classes = classes;
    this.made = new Map();
  }

  /* Bins of a piece between two times, about as wide as `least'. */
  ofPiece(piece, line, from, to, least) {
    const bins = Math.max(1, Math.ceil((to - from) / least));
    const grid = { from, width: (to - from) / bins, bins };
    const key = `${piece.id} ${lineKey(line)} ${from} ${to} ${bins}`;
    if (!this.made.has(key)) {
      const list = this.windows.listAt(piece, line);
      if (this.made.size > MOST_KEPT)
        this.made.clear();
      this.made.set(key, list ? { ...grid, times: binsOfCalls(list,
        this.windows.sites, this.classes, grid) } : null);
    }
    return this.made.get(key);
  }

  /* The bins that the page has between two times, of the finest level whose
   * bins have that many ns. */
  ofPage(line, from, to, least) {
    const levels = this.windows.coarse();
    let each = 1;
    while (levels && levels.width * each < least && each < levels.bins)
      each *= 2;
    const first = levels ? Math.max(0, Math.floor(from / levels.width / each))
      * each : 0;
    const end = levels ? Math.min(levels.bins, Math.ceil(
      to / levels.width / each) * each) : 0;
    let times = end > first ? binsOfLevels(levels, lineKey(line),
      this.classes, first, end - first) : null;
    for (let left = each; times && left > 1; left /= 2)
      times = halved(times, this.classes.length);
    return times && { from: first * levels.width, width: levels.width * each,
                      bins: times.length / this.classes.length, times };
  }
}
