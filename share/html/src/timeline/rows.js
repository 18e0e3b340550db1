/* SPDX-License-Identifier: BSD-3-Clause */
/* The rows of the time line: in which order lines (ranks or nodes) come, which
 * of them share a row of pixels, and which stand out and have a row of their
 * own. */
import { themeColor } from "../base/colors.js";
import { parseIntervals } from "../base/format.js";
import { fitted, fittedEnd, roundUp } from "../widgets/canvas.js";
import { boxOf } from "../widgets/distribution.js";

const MOST_OUT = 8;   /* outliers that have rows of their own */
const OUT_HIGH = 10;  /* pixels of such a row */
const LEAST_FAR = 0.02; /* of the run, from the median */

export const usefulOf = line => (line.times.useful || 0) / line.times.ranks;
const mpiOf = line => (line.times.length - (line.times.useful || 0)) /
  line.times.ranks;

const extremesOf = lines => [...new Set(lines.flatMap(
  line => (line.most.first === line.least.first ? [line.most]
    : [line.most, line.least])))];

/* Lines whose useful time is far from that of the others, as in a box plot;
 * the farthest first.  Where ranks share lines, these are single ranks. */
export function outliersOf(lines) {
  if (lines.length > 0 && lines[0].most)
    return extremesOf(lines).filter(line => line.beyond > 0)
      .sort((a, b) => b.beyond - a.beyond).slice(0, MOST_OUT);
  if (lines.length < 5)
    return [];
  const box = boxOf(lines.map(usefulOf));
  const far = line => Math.abs(usefulOf(line) - box.median);
  const least = LEAST_FAR * Math.max(...lines.map(
    line => line.times.length / line.times.ranks));
  return lines.filter(line => (usefulOf(line) < box.low ||
    usefulOf(line) > box.high) && far(line) > least)
    .sort((a, b) => far(b) - far(a)).slice(0, MOST_OUT);
}

/* Of each rank the number of its group in the table `rank_groups'. */
function groupsOf(model) {
  const table = model.table("rank_groups");
  const at = table ? table.columns.findIndex(one => one.name === "ranks") : -1;
  const spans = at < 0 ? [] : table.rows.flatMap((row, i) => (parseIntervals(
    row[at] || "", model.pictures.ranks) || []).map(span => [...span, i]));
  return rank => {
    const span = spans.find(([a, b]) => rank >= a && rank <= b);
    return span ? span[2] : Infinity;
  };
}

export const SORTS = [["rank", "by rank"], ["useful", "by useful time"],
                      ["mpi", "by time in MPI"], ["alike", "by similarity"]];

function sorted(lines, sort, model) {
  if (sort === "useful")
    return [...lines].sort((a, b) => usefulOf(b) - usefulOf(a));
  if (sort === "mpi")
    return [...lines].sort((a, b) => mpiOf(b) - mpiOf(a));
  if (sort !== "alike")
    return lines;
  const groupOf = groupsOf(model);
  const groups = new Map(lines.map(line => [line, groupOf(line.first)]));
  return [...lines].sort((a, b) => (groups.get(a) === groups.get(b)
    ? usefulOf(b) - usefulOf(a) : groups.get(a) - groups.get(b)));
}

/* The lines whose times a row has: all, or that with the most or the least
 * useful time, and of lines that ranks share that rank. */
export function representatives(group, merge) {
  if (merge === "mean" || (group.length === 1 && !group[0].most))
    return group;
  const sign = merge === "most" ? 1 : -1;
  return [group.map(line => line[merge] || line).reduce((best, line) => (
    sign * (usefulOf(line) - usefulOf(best)) > 0 ? line : best))];
}

/* The line that stands for a row with others; null: the row shows all. */
export const standsFor = (group, [line, ...more]) => (more.length > 0 ||
  (group.length === 1 && line === group[0]) ? null : line);

/* Of each group and bin the part of one class: bins as pictures.js has them. */
export function added(groups, bins, count) {
  const out = new Float32Array(groups.length * count);
  groups.forEach((group, row) => {
    const ranks = group.reduce((sum, line) => sum + line.times.ranks, 0);
    for (const line of group.filter(one => !one.thread)) {
      const weight = line.times.ranks / ranks;
      const from = line.position * count;
      for (let bin = 0; bin < count; bin++)
        out[row * count + bin] += bins[from + bin] * weight;
    }
  });
  return out;
}

/* "rank 77: far from the others", with those of its line that are so, too. */
export const farTitle = ({ end, of, alike }, title) => `${title}: far from ` +
  `the others${of && alike > 1 ? `, ${end === "most" ? "above" : "below"} ` +
  `them ${alike} of ranks ${of.first} to ${of.last}` : ""}`;

const areNeighbours = lines => lines.every(
  (line, i) => i === 0 || line.first === lines[i - 1].last + 1);

/* [row, name] of rows that have room for a name, so many rows from each other:
 * where each rank follows the one before, those with round ranks. */
export function rowNames(model, groups, apart, byRank = true) {
  const ranks = byRank && model.level === "rank" &&
    areNeighbours(groups.flat().filter(line => !line.thread && !line.of));
  const step = roundUp(apart * (ranks ? model.pictures.each *
    groups.flat().length / groups.length : 1));
  const nextOf = line => Math.ceil(line.first / step) * step;
  let before = -Infinity;
  return groups.flatMap((group, i) => {
    const round = ranks && !group[0].thread;
    const line = round ? group.find(one => nextOf(one) <= one.last)
      : (i % step === 0 || group[0].thread) && group[0];
    if (!line || i - before < apart)
      return [];
    before = i;
    return [[i, round ? `${nextOf(line)}` : model.rowName(line)]];
  });
}

/* Names at the left of the rows that arrange() made: first the rows that stand out,
 * then all rows that are far enough from a named one. */
export function drawRowNames(context, model, place, { right, top = 0,
                                                      byRank = true }) {
  const { groups } = place;
  const taken = [];
  const write = (row, name, color) => {
    const y = top + (place.y(row) + place.y(row + 1)) / 2;
    const { stream } = groups[row][0];
    if (taken.some(other => Math.abs(other - y) < 13))
      return;
    taken.push(y);
    context.save();
    context.fillStyle = themeColor(color);
    if (stream)
      context.font = "11px system-ui, sans-serif";
    context.fillText((stream ? fittedEnd : fitted)(context, name, right - 2),
                     right, y);
    context.restore();
  };
  context.textAlign = "right";
  groups.forEach(([line], row) => {
    if (place.out.has(line))
      write(row, model.rowName(line), "accent");
  });
  for (const [row, name] of rowNames(model, groups, 14 * groups.length /
    place.height, byRank))
    write(row, name, "muted");
  context.textAlign = "left";
}

/* Neighbours that share a row; a line that stands out has its own. */
function grouped(lines, out, count) {
  const groups = [];
  const common = lines.length - out.size;
  let number = 0;
  let before = -1;
  for (const line of lines) {
    const at = out.has(line) ? -1 : Math.floor(number++ * count / common);
    if (at < 0 || at !== before)
      groups.push([]);
    groups[groups.length - 1].push(line);
    before = at;
  }
  return groups;
}

/* Rows of other threads come behind that of their rank. */
const withThreads = (groups, threadsOf) => groups.flatMap(group => [group,
  ...(group.length === 1 ? threadsOf(group[0]).map(line => [line]) : [])]);

/* most: pixels there are; row: those of a row where there are few.  Rows have
 * whole pixels, so that none is drawn thicker than its neighbour. */
export function arrange(lines, { model, sort, most, row, top,
                                 threadsOf = () => [] }) {
  const count = lines.reduce((sum, line) => sum + 1 + threadsOf(line).length,
                             0);
  const high = Math.max(1, Math.min(row, Math.floor(most / count)));
  const out = new Set(high < 8 || (lines.length > 0 && lines[0].most)
    ? outliersOf(lines) : []);
  const ownRows = line => [line.most, line.least].filter(one => out.has(one));
  const order = sorted(lines.flatMap(line => [line, ...ownRows(line)]), sort,
                       model);
  const room = Math.max(1, Math.floor((most - OUT_HIGH * out.size) / high));
  const groups = withThreads(grouped(order, out, Math.min(
    order.length - out.size, room)), threadsOf);
  const heights = groups.map(group => (out.has(group[0]) ? OUT_HIGH
    : count * row < 90 ? 90 / count : high));
  const tops = [top];
  for (const one of heights)
    tops.push(tops[tops.length - 1] + one);
  const bottom = tops[tops.length - 1];
  return { groups, heights, out, each: Math.min(...heights),
           height: bottom - top,
           y: i => tops[Math.min(i, tops.length - 1)],
           at: y => (y < top || y >= bottom ? -1
             : tops.findIndex(one => one > y) - 1) };
}
