/* SPDX-License-Identifier: BSD-3-Clause */
/* The arrays of the pictures, as src/render/html_charts.c writes them.  Times
 * are nanoseconds. */
import { Reader } from "../base/bytes.js";

const LAYOUT = 6;
const EXTRA_TIMES = ["length", "ranks"];

function readColumns(in_, classes) {
  const columns = [];
  for (let left = in_.number(); left > 0; left--) {
    const name = in_.string();
    const index = in_.number();
    const class_ = index < classes.length ? classes[index].name : "useful";
    const kind = index >= classes.length ? "function"
      : class_ === "useful" ? "region" : "procedure";
    columns.push({ name, class: class_, kind, region: kind === "region" });
  }
  return columns;
}

/* [[first, last], ...] of the ranks of a line. */
function readSpans(in_) {
  const spans = [];
  let end = 0;
  for (let left = in_.number(); left > 0; left--) {
    const first = end + in_.number();
    end = first + in_.number();
    spans.push([first, end]);
  }
  return spans;
}

function readHeads(in_, count, timeNames) {
  const lines = [];
  for (let i = 0; i < count; i++) {
    const index = in_.number();
    const members = readSpans(in_);
    const [host, mixed] = in_.numbers(2);
    const times = {};
    for (const name of timeNames)
      times[name] = in_.number();
    lines.push({ position: i, index, members, first: members[0][0],
                 last: members[members.length - 1][1], host,
                 mixed: mixed > 0, times });
  }
  return lines;
}

function readCells(in_, columns, count) {
  return columns.map(() => ({ time: in_.numbers(count),
                              calls: in_.numbers(count) }));
}

/* Of each class parts of a bin, line by line; null: nothing of that class. */
function readBins(in_, classes, count, bins) {
  const scale = in_.number();
  const size = scale > 255 ? 2 : 1;
  return classes.map(() => {
    if (in_.number() === 0)
      return null;
    const raw = in_.bytes(count * bins * size);
    const parts = new Float32Array(count * bins);
    for (let i = 0; i < parts.length; i++)
      parts[i] = (size === 1 ? raw[i]
        : raw[2 * i] + 256 * raw[2 * i + 1]) / scale;
    return parts;
  });
}

function readLines(in_, head, timeNames) {
  const count = in_.number();
  const lines = readHeads(in_, count, timeNames);
  const cells = readCells(in_, head.columns, count);
  return { lines, cells, bins: readBins(in_, head.classes, count, head.bins) };
}

const EXTREMES = ["most", "least"];

/* Where ranks share lines, line.most and line.least are the rank of the line
 * with the most and the least useful time.  They are like lines of one rank,
 * but without columns.  beyond: how far outside of what is usual; ranks: how
 * many of the line are so. */
function readExtremes(in_, { classes, bins }, timeNames, set) {
  const { lines } = set;
  const [low, high, step] = in_.numbers(3);
  EXTREMES.forEach((name, k) => lines.forEach((line, i) => {
    const [rank, host, beyond] = in_.numbers(3);
    const times = {};
    for (const time of timeNames)
      times[time] = in_.number();
    line[name] = { position: (k + 1) * lines.length + i, of: line, host,
                   members: [[rank, rank]], first: rank, last: rank,
                   mixed: false, times, alike: beyond, end: name,
                   beyond: Math.max(0, low - times.useful,
                                    times.useful - high) };
  }));
  const coarse = EXTREMES.map(() => readBins(in_, classes, lines.length,
                                             Math.ceil(bins / step)));
  set.bins = set.bins.map((parts, k) => parts && withExtremes(
    parts, coarse.map(one => one[k]), { count: lines.length, bins, step }));
  readRanges(in_, set);
}

/* Of each column and line the rank with the most and with the least time there:
 * { time, rank }, rank -1 if some had none. */
function readRanges(in_, { lines, cells }) {
  for (const cell of cells) {
    [cell.most, cell.least] = [[], []];
    for (const { position, first, times } of lines) {
      const [above, most, below, least] = in_.numbers(4);
      const mean = Math.floor(cell.time[position] / times.ranks);
      cell.most.push({ time: mean + above, rank: first + most });
      cell.least.push({ time: mean - below,
                        rank: least > 0 ? first + least - 1 : -1 });
    }
  }
}

function withExtremes(parts, coarse, { count, bins, step }) {
  const all = new Float32Array(3 * count * bins);
  const each = Math.ceil(bins / step);
  all.set(parts);
  coarse.forEach((some, k) => {
    for (let i = 0; some && i < count; i++)
      for (let bin = 0; bin < bins; bin++)
        all[((k + 1) * count + i) * bins + bin] =
          some[i * each + Math.floor(bin / step)];
  });
  return all;
}

function readMatrix(in_) {
  const matrix = { side: in_.number(), each: in_.number(), pairs: [] };
  for (;;) {
    const messages = in_.number();
    if (messages === 0)
      return matrix;
    const [from, to, bytes, time] = in_.numbers(4);
    matrix.pairs.push({ from, to, messages, bytes, time });
  }
}

/* Rows of procedure, smallest size, size that it is below, messages: classes
 * are powers of two, the last has no end. */
function readSizes(in_, columns) {
  const classes = in_.number();
  const rows = [];
  for (const { kind, name } of columns)
    for (let k; kind === "procedure" && (k = in_.number()) > 0;)
      rows.push([name, k === 1 ? 0 : 2 ** (k - 2),
                 k < classes ? 2 ** (k - 1) : null, in_.number()]);
  return rows;
}

function readNodes(in_) {
  const nodes = [{ parent: -1, name: "", where: "" }];
  for (let left = in_.number() - 1; left > 0; left--)
    nodes.push({ parent: in_.number(), name: in_.string(),
                 where: in_.string() });
  return nodes;
}

/* Of waits; counts: within the measured time. */
function readKinds(in_) {
  const kinds = [];
  for (let left = in_.number(); left > 0; left--)
    kinds.push({ title: in_.string(), definition: in_.string(),
                 counts: in_.number() > 0 });
  return kinds;
}

/* byRank: how many of time, calls and counters there are for each rank. */
function readPlaces(in_, { ranks, columns }) {
  const counters = Array.from({ length: in_.number() }, () => in_.string());
  const count = in_.number();
  const byRank = in_.number();
  const places = [];
  for (let i = 0; i < count; i++) {
    const [region, path, column, time, calls, out, into] = in_.numbers(7);
    const counted = in_.numbers(counters.length);
    const [caused, kinds] = in_.numbers(2);
    const sampled = column > columns.length;
    const place = { region, path, column: sampled ? -1 : column - 1, sampled,
                    time, calls, counted, out, in: into, caused,
                    waits: [] };
    for (let left = kinds; left > 0; left--)
      place.waits.push(in_.numbers(2)); /* kind, time */
    if (byRank > 0)
      place.byRank = in_.numbers(byRank * ranks);
    places.push(place);
  }
  return { places, counters, hasByRank: byRank > 0, stride: byRank,
           other: in_.number(), kinds: readKinds(in_),
           accelerators: new Set(in_.numbers(in_.number())) };
}

function readTerms(in_) {
  const terms = [];
  for (let left = in_.number(); left > 0; left--)
    terms.push({ name: in_.string(), title: in_.string(),
                 definition: in_.string() });
  return terms;
}

function readHead(in_) {
  const head = { ranks: in_.number(), each: in_.number(),
                 width: in_.number(), bins: in_.number(), classes: [] };
  for (let left = in_.number(); left > 0; left--)
    head.classes.push({ name: in_.string(), title: in_.string() });
  head.hostEach = in_.number();
  head.hosts = [];
  for (let left = in_.number(); left > 0; left--)
    head.hosts.push(in_.string());
  head.columns = readColumns(in_, head.classes);
  /* Also those without a column. */
  head.totals = { region: in_.number(), function: in_.number() };
  return head;
}

export function readPictures(data) {
  const in_ = new Reader(data);
  if (in_.number() !== LAYOUT)
    throw new Error("the data of the pictures is of another version");
  const head = readHead(in_);
  const timeNames = head.classes.map(c => c.name).concat(EXTRA_TIMES);
  const byRank = readLines(in_, head, timeNames);
  const byHost = readLines(in_, head, timeNames);
  if (head.each > 1)
    readExtremes(in_, head, timeNames, byRank);
  const matrix = readMatrix(in_);
  const hostMatrix = readMatrix(in_);
  const sizes = readSizes(in_, head.columns);
  const regions = readNodes(in_);
  const paths = readNodes(in_);
  const tree = readPlaces(in_, head);
  return { ...head, byRank, byHost, matrix, hostMatrix, sizes, regions, paths, ...tree,
           terms: readTerms(in_) };
}
