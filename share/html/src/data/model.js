/* SPDX-License-Identifier: BSD-3-Clause */
/* What the views ask of the data: lines (ranks, groups of ranks, or nodes), and
 * sums over a selection. */
import { inflated } from "../base/bytes.js";
import { COUNTED } from "../base/colors.js";
import { count, several } from "../base/format.js";
import { readPictures } from "./pictures.js";
import { readPython } from "./python.js";
import { Windows } from "./windows.js";

export class Model {
  constructor() {
    const json = inflated("report-data");
    const raw = inflated("picture-data");
    this.report = JSON.parse(new TextDecoder().decode(json));
    this.pictures = raw ? readPictures(raw) : null;
    this.python = readPython();
    this.level = "rank";
    if (this.pictures)
      this.prepare();
  }

  prepare() {
    const { pictures } = this;
    const lines = pictures.byRank.lines;
    this.windows = new Windows(pictures.classes);
    this.length = Math.max(1, pictures.width * pictures.bins);
    const pure = lines.every(line => !line.mixed);
    const hosts = new Set(lines.map(line => line.host)).size;
    this.sets = { rank: pictures.byRank };
    if (pictures.byHost.lines.length > 1)
      this.sets.node = pictures.byHost;
    else if (pure && hosts > 1)
      this.sets.node = this.byNode();
  }

  table(name) {
    return this.report.tables[name] || null;
  }

  /* Lines of the same host added up. */
  byNode() {
    const { pictures } = this;
    const from = pictures.byRank;
    const hosts = [...new Set(from.lines.map(line => line.host))];
    const to = from.lines.map(line => hosts.indexOf(line.host));
    const lines = hosts.map((host, position) => ({ position, index: host,
      host, first: Infinity, last: 0, mixed: false, times: {}, members: [] }));
    from.lines.forEach((line, i) => {
      const sum = lines[to[i]];
      sum.first = Math.min(sum.first, line.first);
      sum.last = Math.max(sum.last, line.last);
      sum.members.push(...line.members);
      for (const [name, time] of Object.entries(line.times))
        sum.times[name] = (sum.times[name] || 0) + time;
    });
    const fold = values => {
      const out = new Float64Array(hosts.length);
      values.forEach((value, i) => {
        out[to[i]] += value;
      });
      return out;
    };
    const cells = from.cells.map(cell => ({ time: fold(cell.time),
                                            calls: fold(cell.calls) }));
    const bins = from.bins.map(parts => parts &&
      this.foldBins(parts, from.lines, lines, to));
    return { lines, cells, bins };
  }

  foldBins(parts, from, lines, to) {
    const { bins } = this.pictures;
    const out = new Float32Array(lines.length * bins);
    from.forEach((line, i) => {
      const share = line.times.ranks / lines[to[i]].times.ranks;
      for (let bin = 0; bin < bins; bin++)
        out[to[i] * bins + bin] += parts[i * bins + bin] * share;
    });
    return out;
  }

  /* The lines of the level that is shown. */
  get set() {
    return this.sets[this.level];
  }

  /* Nodes of a line: several where the profile's own lines are shown. */
  get hostEach() {
    return this.sets.node === this.pictures.byHost ? this.pictures.hostEach
      : 1;
  }

  /* Of `each' neighbouring nodes, with the one of that number. */
  nodeName(host, each) {
    const { hosts } = this.pictures;
    const first = host - host % each;
    const last = Math.min(first + each, hosts.length) - 1;
    const name = number => hosts[number] || `host ${number}`;
    return last > first ? `${name(first)} to ${name(last)}` : name(host);
  }

  lineName(line) {
    if (this.level === "node")
      return this.nodeName(line.host, this.hostEach);
    return line.first === line.last ? `${line.first}`
      : `${line.first}-${line.last}`;
  }

  /* At the edge of a picture, where the first of some is enough. */
  rowName(line) {
    if (line.thread > 0)
      return line.stream || `thread ${line.thread}`;
    return this.level === "node" ? this.nodeName(line.host, 1)
      : `${line.first}`;
  }

  lineTitle(line) {
    if (this.level === "node")
      return `${this.hostEach > 1 ? "hosts" : "host"} ${
        this.lineName(line)}, ${line.times.ranks} ranks`;
    if (line.thread > 0)
      return this.windows.nameOf({ rank: line.first, thread: line.thread });
    return line.first === line.last ? `rank ${line.first}`
      : `ranks ${line.first} to ${line.last}`;
  }

  /* Not to be changed. */
  ranksOf(line) {
    return line.members;
  }

  has(selection, line) {
    if (!selection.ranks)
      return true;
    if (this.selected !== selection.ranks) {
      this.selected = selection.ranks;
      this.answers = new Map(); /* a node may have many intervals of ranks */
    }
    if (!this.answers.has(line))
      this.answers.set(line, line.members.some(
        ([a, b]) => selection.has(a, b)));
    return this.answers.get(line);
  }

  /* ns by class of one line, within the window if there is one. */
  timesOf(line, window) {
    if (!window)
      return line.times;
    const { pictures, set } = this;
    const out = { useful: 0, ranks: line.times.ranks };
    const from = window[0] / pictures.width;
    const to = window[1] / pictures.width;
    pictures.classes.forEach((class_, k) => {
      const parts = set.bins[k];
      let sum = 0;
      for (let bin = Math.max(0, Math.floor(from));
           parts && bin < Math.min(pictures.bins, to); bin++)
        sum += parts[line.position * pictures.bins + bin] *
               (Math.min(to, bin + 1) - Math.max(from, bin));
      out[class_.name] = sum * pictures.width * line.times.ranks;
    });
    out.useful += out.outside_wait;
    out.length = COUNTED.reduce((sum, name) => sum + (out[name] || 0), 0);
    return out;
  }

  /* The sums over the lines that are selected. */
  totals(selection) {
    const sums = { lines: 0 };
    for (const line of this.set.lines) {
      if (!this.has(selection, line))
        continue;
      sums.lines++;
      const times = this.timesOf(line, selection.window);
      for (const [name, time] of Object.entries(times))
        sums[name] = (sums[name] || 0) + time;
    }
    return sums;
  }

  /* The column that is selected, -1 if none is. */
  columnOf(selection) {
    if (selection.name === null)
      return -1;
    return this.pictures.columns.findIndex(column => (
      column.kind === selection.kind && column.name === selection.name));
  }

  /* "64 of 70 regions" where not all have a column, else "". */
  chosen(kind) {
    const total = this.pictures.totals[kind] || 0;
    const shown = this.pictures.columns.filter(column => (
      column.kind === kind)).length;
    return shown < total ? `${count(shown)} of ${several(total, kind)}` : "";
  }

  /* What is selected and has no column, in words; "" if it has. */
  missing(selection) {
    if (selection.name === null || selection.kind === "python" ||
        this.columnOf(selection) >= 0)
      return "";
    const chosen = this.chosen(selection.kind);
    return `${selection.name.slice(0, 60)} has no times by rank here${
      chosen ? `; only the longest ${chosen} have them`
        : selection.kind === "function"
          ? ", as it takes less than 0.5 % of each rank" : ""}`;
  }

  /* Of a word of the report; undefined if it has none. */
  definition(name) {
    const term = this.pictures.terms.find(one => one.name === name);
    return term && term.definition;
  }

  className(name) {
    const found = this.pictures.classes.find(c => c.name === name);
    return found ? found.title : name;
  }
}
