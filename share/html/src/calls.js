/* SPDX-License-Identifier: BSD-3-Clause */
/* Single calls and messages on the time line, once it is zoomed in far enough to
 * tell them apart; until then, the activity of each row in finer and finer
 * bins. */
import { classColor, isDark, themeColor } from "./colors.js";
import { fitted } from "./canvas.js";
import { defined, el } from "./dom.js";
import { Levels, firstAfter } from "./levels.js";
import { rowKey } from "./windows.js";
import { bytes, count, intervals, joined, ns, seconds } from "./format.js";

const LEAST_WIDE = 120;  /* pixels of a window that shows its calls */
const LEAST_CALL = 1.5;  /* pixels of what is drawn alone */
const MOST_CALLS = 20000; /* that are drawn */
const BIN_WIDE = 2;      /* pixels of a bin */
const COARSE_WIDE = 3;   /* of a bin of the profile that has finer ones */
const PAINT_MS = 60;     /* for reading calls at a time */
const LEAST_HIGH = 7;    /* of a row */
const MANY_ARROWS = 400; /* then only those of selected ranks */
const MOST_ROWS = 300;   /* of the table */
const ROWS = 16;         /* ranks that are shown of a window at first */

/* Where in it recording was off is not known. */
const isMostOfIt = pause => pause.ns > (pause.to - pause.from) / 2;

/* "rank 3", "ranks 0-2,7" */
const ranksOf = lists => `${lists.length === 1 ? "rank" : "ranks"} ${intervals(
  joined(lists.map(list => [list.rank, list.rank])))}`;

/* Headings of the table, and what they mean. */
const HEADINGS = [
  ["rank", "Number in MPI_COMM_WORLD.", "number"],
  ["start [s]", "When the call began, on the time line.", "number"],
  ["length", "From its start to its end.", "number"],
  ["procedure", "The MPI procedure that was called."],
  ["waited", "How much of it was a wait for another rank.", "number"],
  ["for rank", "The rank it waited for.", "number"],
  ["partner", "Whom it sent to, or received from."],
  ["size", "Bytes of its messages.", "number"],
  ["region", "The region of the program that it was made in."],
  ["called in", "The function that called it, with its file and line."],
];

const own = item => (item.asked ? "asked for" : "");

/* What two windows have is there once. */
function once(list, keyOf) {
  const keys = new Set();
  return list.filter(one => {
    const key = keyOf(one);
    return !keys.has(key) && keys.add(key);
  });
}

/* [message, key]: those that are equal in one window are several. */
function numbered(messages) {
  const counts = new Map();
  return messages.map(message => {
    const { from, to, sent, received } = message;
    const key = `${from} ${to} ${sent} ${received}`;
    const number = counts.get(key) || 0;
    counts.set(key, number + 1);
    return [message, `${key} ${number}`];
  });
}

const keyOf = line => rowKey({ rank: line.first, thread: line.thread });
const sum = messages => (messages || []).reduce(
  (total, { bytes: size }) => total + size, 0);
const nameOf = (rank, thread) => `rank ${rank}${thread > 0
  ? `, thread ${thread}` : ""}`;

/* "rank 3", "ranks 0-2,7" of some messages. */
const partners = (messages, of) => {
  const ranks = joined(messages.map(m => [of(m), of(m)]));
  return `${ranks.length === 1 && ranks[0][0] === ranks[0][1] ? "rank"
    : "ranks"} ${intervals(ranks)}`;
};

export class Calls {
  constructor(model, selection) {
    this.model = model;
    this.windows = model.windows;
    this.selection = selection;
    this.levels = new Levels(model.windows, model.pictures.classes);
    this.drawn = []; /* bins, of each row */
    this.spent = 0;  /* ms, on reading tiles for a picture */
    this.chosen = null; /* the call that a search has found */
    this.hot = null; /* the call at the pointer */
    this.patterns = {};
    this.table = el("table", {});
    this.details = el("details", { id: "calls-table", ontoggle: () => (
      this.fillTable()) }, el("summary", {}), this.table);
    this.details.hidden = true;
    this.note = el("p", { class: "state", id: "calls-note",
                          "aria-live": "polite" });
  }

  get possible() {
    return this.model.level === "rank" && (this.windows.pieces.length > 0 ||
      this.windows.hasLevels === true);
  }

  /* Whether the page has single calls around that time. */
  reaches(time) {
    return this.possible && this.windows.pieces.some(
      piece => time >= piece.from && time <= piece.to);
  }

  /* ns that can be told apart around that time; 0: only what the profile
   * has. */
  least(time) {
    if (this.reaches(time))
      return 1;
    const levels = this.possible && this.windows.coarse();
    return levels ? levels.width : 0;
  }

  /* Whether calls of tiles between these times are few enough to be drawn. */
  isClose(from, to) {
    const { last } = this;
    const { read } = this.windows;
    if (!last || last.from !== from || last.to !== to || last.read !== read)
      this.last = { from, to, read, close: this.callsIn(from, to) <=
                                           MOST_CALLS };
    return this.last.close;
  }

  /* How many tiles have; of those that have not been read, about. */
  callsIn(from, to) {
    return this.windows.pieces.filter(piece => piece.tile && piece.to > from &&
      piece.from < to).reduce((sum, piece) => sum + (piece.lists
      ? piece.lists.reduce((all, { calls }) => all + firstAfter(calls, to) -
        firstAfter(calls, from), 0)
      : piece.count * (Math.min(to, piece.to) - Math.max(from, piece.from)) /
        (piece.to - piece.from)), 0);
  }

  /* Whether those in the middle are shown. */
  isNear(from, to) {
    const middle = (from + to) / 2;
    return this.reaches(middle) && (!this.windows.tileAt(middle) ||
                                    this.isClose(from, to));
  }

  /* The pieces whose calls are shown: { piece, left, right } in pixels. */
  shown(scene) {
    if (!this.possible || scene.place.each < LEAST_HIGH)
      return [];
    const close = this.isClose(scene.from, scene.to);
    const inTiles = piece => close && this.windows.tileAt(piece.from) &&
      this.windows.tileAt(piece.to - 1);
    return this.windows.pieces.map(piece => ({ piece,
      left: Math.max(scene.left, scene.x(piece.from)),
      right: Math.min(scene.right, scene.x(piece.to)),
      whole: scene.x(piece.to) - scene.x(piece.from) }))
      .filter(one => one.right > one.left && (one.piece.tile ? close
        : one.right > one.left + 1 && one.whole >= LEAST_WIDE &&
          !inTiles(one.piece)));
  }

  /* The calls of a piece of which a row is. */
  listAt(piece, group) {
    return group.length === 1 ? this.windows.listAt(piece, group[0])
      : undefined;
  }

  /* Other threads of a line's rank that have calls. */
  threadsOf(line) {
    return !this.possible || line.first !== line.last ? []
      : (this.windows.threads.get(line.first) || []).map(thread => ({
        ...line, thread, position: -1, times: { ranks: 1 } }));
  }

  get hasThreads() {
    return this.possible && this.windows.threads.size > 0;
  }

  /* ---- bins ---- */

  /* Bins of the tiles and of the page's levels, of rows that have them; some
   * may come later, as reading calls takes time. */
  drawLevels(context, scene, shown) {
    const least = BIN_WIDE * (scene.to - scene.from) /
                  (scene.right - scene.left);
    const coarse = least * COARSE_WIDE / BIN_WIDE <=
                   this.model.pictures.width;
    this.drawn = [];
    if (!this.possible || scene.place.each < LEAST_HIGH ||
        !(coarse || scene.groups.some(([line]) => line.thread > 0)))
      return;
    const parts = this.spans(scene, shown).filter(
      ({ tile }) => !tile || tile.lists || this.readSoon(tile));
    if (this.spent > PAINT_MS)
      scene.later();
    this.spent = 0;
    scene.groups.forEach((group, row) => {
      if (group.length !== 1 || !(coarse || group[0].thread > 0))
        return;
      for (const { from, to, tile } of parts) {
        const bins = tile
          ? this.levels.ofPiece(tile, group[0], from, to, least)
          : this.levels.ofPage(group[0], from, to, least);
        if (bins) {
          this.drawn.push({ ...bins, row, low: from, high: to });
          this.drawBins(context, scene, row, bins, from, to);
        }
      }
    });
  }

  /* Reads a tile, unless reading has taken long by now: then it comes later. */
  readSoon(tile) {
    const start = performance.now();
    if (this.spent > PAINT_MS)
      return false;
    this.windows.listsOf(tile);
    this.spent += performance.now() - start;
    return true;
  }

  /* What is in view and is not shown as single calls. */
  spans(scene, shown) {
    const tiles = this.windows.pieces.filter(piece => piece.tile &&
      piece.to > scene.from && piece.from < scene.to);
    const out = [];
    let at = Math.max(0, scene.from);
    for (const tile of tiles) {
      if (tile.from > at)
        out.push({ from: at, to: tile.from });
      if (!shown.some(({ piece }) => piece === tile))
        out.push({ from: Math.max(at, tile.from),
                   to: Math.min(tile.to, scene.to), tile });
      at = Math.max(at, tile.to);
    }
    if (at < scene.to)
      out.push({ from: at, to: scene.to });
    return out;
  }

  drawBins(context, scene, row, { from, width, bins, times }, low, high) {
    const step = this.model.pictures.classes.length;
    const top = Math.round(scene.place.y(row));
    const tall = Math.round(scene.place.y(row + 1)) - top - 1;
    const place = time => Math.round(Math.max(scene.left, scene.x(low),
      Math.min(scene.right, scene.x(high), scene.x(time))));
    const start = place(low);
    context.clearRect(start, top, place(high) - start, tall);
    for (let bin = Math.max(0, Math.floor((low - from) / width));
         bin < bins && from + bin * width < high; bin++) {
      const left = place(from + bin * width);
      const wide = place(from + (bin + 1) * width) - left;
      if (wide > 0)
        scene.stack(context, from + (bin + 0.5) * width, left, wide, top,
                    tall, row, k => times[bin * step + k] / width);
    }
  }

  /* The bin of a row at that time: { from, to, part(class) }. */
  binAt(row, time) {
    const found = this.drawn.find(one => one.row === row &&
      time >= one.low && time < one.high);
    if (!found)
      return null;
    const step = this.model.pictures.classes.length;
    const bin = Math.floor((time - found.from) / found.width);
    return { from: found.from + bin * found.width,
             to: found.from + (bin + 1) * found.width,
             part: k => found.times[bin * step + k] / found.width };
  }

  /* ---- the picture ---- */

  hatch(context) {
    const name = isDark() ? "dark" : "light";
    if (!this.patterns[name]) {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 6;
      const brush = canvas.getContext("2d");
      brush.strokeStyle = "rgba(0, 0, 0, 0.55)";
      brush.lineWidth = 1.6;
      for (const at of [-3, 3, 9]) {
        brush.moveTo(at - 4, 7);
        brush.lineTo(at + 4, -1);
      }
      brush.stroke();
      this.patterns[name] = context.createPattern(canvas, "repeat");
      this.patterns[name].image = canvas; /* for svg.js */
    }
    return this.patterns[name];
  }

  draw(context, scene) {
    const shown = this.shown(scene);
    this.drawLevels(context, scene, shown);
    for (const { piece } of shown)
      scene.groups.forEach((group, row) => this.listAt(piece, group) &&
                           this.drawDense(context, scene, piece, row));
    for (const one of shown)
      this.drawPiece(context, scene, one, shown);
    this.drawArrows(context, scene, shown);
    this.drawTogether(context, scene, shown);
    this.drawChosen(context, scene);
    this.drawMarks(context, scene);
  }

  drawPiece(context, scene, one, shown) {
    const { piece } = one;
    const before = piece.tile && this.windows.tileAt(piece.from - 1);
    const from = before && shown.some(other => other.piece === before)
      ? piece.from : -Infinity;
    const room = piece.tile ? scene : one;
    scene.groups.forEach((group, row) => {
      const list = this.listAt(one.piece, group);
      if (!list)
        return;
      const top = Math.round(scene.place.y(row));
      const high = Math.round(scene.place.y(row + 1)) - top - 1;
      context.globalAlpha = scene.chosen(row) ? 1 : 0.3;
      this.drawList(context, scene, { piece, from, left: room.left,
                                      right: room.right }, list, top, high);
    });
    context.globalAlpha = 1;
  }

  /* What is too short to be drawn alone is part of bins. */
  drawDense(context, scene, piece, row) {
    const [from, to] = [Math.max(piece.from, scene.from),
                        Math.min(piece.to, scene.to)];
    const bins = to > from ? this.levels.ofPiece(piece, scene.groups[row][0],
      from, to, BIN_WIDE * (scene.to - scene.from) /
      (scene.right - scene.left)) : null;
    if (bins)
      this.drawBins(context, scene, row, bins, from, to);
  }

  /* Calls, and the time between them: useful, or not measured.  Calls that began
   * before from are drawn by the piece before. */
  drawList(context, scene, one, list, top, high) {
    const { calls } = list;
    const place = time => Math.max(one.left, Math.min(one.right,
                                                      scene.x(time)));
    const gap = (begin, end) => {
      const from = place(Math.max(begin, list.begin));
      const wide = place(Math.min(end, list.end)) - from;
      if (wide < LEAST_CALL)
        return false;
      context.clearRect(from, top, wide, high);
      if (list.pauses.some(pause => isMostOfIt(pause) && pause.from < end &&
                           pause.to > begin))
        return true;
      context.fillStyle = classColor("useful");
      context.fillRect(from, top, wide, high);
      return true;
    };
    const first = firstAfter(calls, scene.from);
    let before = first > 0 ? calls[first - 1].end : one.piece.from;
    let alone = null; /* a short call behind a gap: if one follows, it is seen */
    for (let i = first; i < calls.length && calls[i].begin <= scene.to; i++) {
      const apart = gap(before, calls[i].begin);
      if (apart && alone)
        this.drawTick(context, scene, alone, top, high);
      alone = apart && scene.x(calls[i].end) - scene.x(calls[i].begin) <
        LEAST_CALL ? calls[i] : null;
      if (calls[i].begin >= one.from)
        this.drawCall(context, scene, one, calls[i], top, high);
      before = calls[i].end;
    }
    if (gap(before, Math.min(one.piece.to, scene.to)) && alone)
      this.drawTick(context, scene, alone, top, high);
  }

  drawTick(context, scene, call, top, high) {
    const left = Math.round(scene.x(call.begin));
    if (left < scene.left || left >= scene.right)
      return;
    context.fillStyle = classColor(this.windows.sites[call.site].class);
    context.fillRect(left, top, 1, high);
  }

  drawCall(context, scene, one, call, top, high) {
    const left = Math.max(one.left, scene.x(call.begin));
    const right = Math.min(one.right, scene.x(call.end));
    const wide = right - left;
    if (wide < LEAST_CALL)
      return;
    const site = this.windows.sites[call.site];
    const before = context.globalAlpha;
    context.clearRect(left, top, wide, high);
    context.globalAlpha = before * this.strength(site);
    context.fillStyle = classColor(site.class);
    context.fillRect(left, top, wide, high);
    if (call.waited > 0) {
      const until = Math.min(one.right, scene.x(call.begin + call.waited));
      if (until - left >= 2) {
        context.fillStyle = this.hatch(context);
        context.fillRect(left, top, until - left, high);
      }
    }
    if (wide >= 4 && scene.x(call.begin) >= left) {
      context.fillStyle = "rgba(255, 255, 255, 0.75)";
      context.fillRect(left, top, 1, high);
    }
    if (wide >= 48 && high >= 12)
      this.label(context, site.name.replace(/^MPI_/, ""), left + 4,
                 top + high / 2, wide - 8);
    context.globalAlpha = before;
  }

  label(context, text, x, y, room) {
    const shown = fitted(context, text, room);
    if (shown.length < 3)
      return;
    const wide = context.measureText(shown).width;
    context.fillStyle = "rgba(255, 255, 255, 0.8)";
    context.fillRect(x - 2, y - 7, wide + 4, 14);
    context.fillStyle = "#1b1f24";
    context.fillText(shown, x, y);
  }

  /* Messages that are in view, with both ends in rows. */
  messages(scene, shown) {
    const rows = new Map(scene.groups.map((group, row) => (
      group.length === 1 ? [keyOf(group[0]), row] : ["", row])));
    const lists = shown.flatMap(({ piece }) => this.windows.listsOf(piece));
    const ends = m => [rowKey({ rank: m.from, thread: m.fromThread }),
                       rowKey({ rank: m.to, thread: m.toThread })];
    const found = once(lists.flatMap(list => numbered(list.messages)),
                       ([, key]) => key).map(([message]) => message)
      .filter(message => (
        message.received >= scene.from && message.sent <= scene.to &&
        ends(message)[0] !== ends(message)[1] &&
        ends(message).every(key => rows.has(key))));
    return found.map(m => [m, ...ends(m).map(key => rows.get(key))]);
  }

  /* Those that are drawn; notes how many there are. */
  arrowsOf(scene, shown) {
    const all = this.messages(scene, shown);
    const some = this.selection.ranks || all.length > MANY_ARROWS
      ? all.filter(([message]) => this.isHot(message) ||
        (this.selection.ranks && (this.selection.has(message.from) ||
                                  this.selection.has(message.to))))
      : all;
    this.arrows = { all: all.length, drawn: some.length };
    return some;
  }

  drawArrows(context, scene, shown) {
    const some = this.arrowsOf(scene, shown);
    context.save();
    context.beginPath();
    context.rect(scene.left, 0, scene.right - scene.left, scene.height);
    context.clip();
    context.globalAlpha = some.length > 60 ? 0.6 : 0.9;
    for (const [message, from, to] of some) {
      const hot = this.isHot(message);
      context.lineWidth = hot ? 2.5 : 1;
      context.strokeStyle = context.fillStyle = themeColor(hot ? "accent"
        : "text");
      this.drawArrow(context, scene.x(message.sent), scene.middle(from),
                     scene.x(message.received), scene.middle(to));
    }
    context.restore();
  }

  /* Of the call at the pointer. */
  isHot(message) {
    if (!this.hot)
      return false;
    const { call, list } = this.hot;
    return (message.to === list.rank && message.toThread === list.thread &&
            message.received === call.end) ||
      (message.from === list.rank && message.fromThread === list.thread &&
       message.sent === call.begin);
  }

  drawArrow(context, x0, y0, x1, y1) {
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [dx, dy] = [(x1 - x0) / length * 7, (y1 - y0) / length * 7];
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x1 - dx - dy * 0.4, y1 - dy + dx * 0.4);
    context.lineTo(x1 - dx + dy * 0.4, y1 - dy - dx * 0.4);
    context.fill();
  }

  /* All calls that are one collective with that at the pointer. */
  drawTogether(context, scene, shown) {
    const { call } = this.hot || {};
    if (!call || !shown.some(({ piece }) => piece === this.hot.piece))
      return;
    context.save();
    context.beginPath();
    context.rect(scene.left, 0, scene.right - scene.left, scene.height);
    context.clip();
    context.strokeStyle = themeColor("text");
    const way = [];
    scene.groups.forEach((group, row) => {
      const same = shown.map(({ piece }) => this.sameIn(piece, group, call))
        .find(Boolean);
      if (same)
        way.push(this.frame(context, scene, row, same));
    });
    context.setLineDash([4, 3]);
    context.lineWidth = 1.5;
    context.beginPath();
    way.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y)
      : context.lineTo(x, y)));
    context.stroke();
    context.restore();
  }

  sameIn(piece, group, call) {
    const list = this.listAt(piece, group);
    return list && list.calls.find(other => other === call ||
      (call.comm >= 0 && other.comm === call.comm &&
       other.instance === call.instance));
  }

  frame(context, scene, row, call) {
    const [top, bottom] = [scene.place.y(row), scene.place.y(row + 1) - 1];
    context.lineWidth = 2;
    context.strokeRect(scene.x(call.begin), top + 1, Math.max(2, scene.x(
      call.end) - scene.x(call.begin)), bottom - top - 2);
    return [scene.x(call.begin), (top + bottom) / 2];
  }

  /* The call that a search has found, and a mark above it. */
  drawChosen(context, scene) {
    const { chosen } = this;
    const row = chosen ? scene.groups.findIndex(group => (
      group.length === 1 && keyOf(group[0]) === rowKey(chosen))) : -1;
    if (row < 0 || chosen.end < scene.from || chosen.begin > scene.to)
      return;
    context.save();
    context.beginPath();
    context.rect(scene.left, 0, scene.right - scene.left, scene.height);
    context.clip();
    context.strokeStyle = context.fillStyle = themeColor("text");
    const [x] = this.frame(context, scene, row, chosen);
    const tip = Math.max(scene.left + 5, x);
    const top = scene.place.y(row);
    context.beginPath();
    context.moveTo(tip - 5, top - 7);
    context.lineTo(tip + 5, top - 7);
    context.lineTo(tip, top);
    context.fill();
    context.restore();
  }

  /* What is said above the picture. */
  about() {
    const { whole, items, pieces, total } = this.windows;
    const held = pieces.reduce((sum, piece) => sum + piece.count, 0);
    if (!this.possible)
      return "";
    return (whole ? " Zoom in to see single calls."
      : pieces.length === 0 ? " Zoom in to see finer steps."
      : ` Zoom in to see single calls${held === 0 ? "" : `: ${count(held)} of ` +
        `${count(total)} are in the page`}, where a grey or blue line above ` +
        "the rows marks them; other times have finer steps.") +
      (items.length === 0 ? ""
        : " Blue lines mark the largest waits; click to zoom.");
  }

  /* Where the page has single calls, if not everywhere. */
  drawPieces(context, scene) {
    context.fillStyle = themeColor("muted");
    for (const { from, to, tile } of this.windows.pieces) {
      const left = Math.round(Math.max(scene.left, scene.x(from)));
      const right = Math.round(Math.min(scene.right, scene.x(to)));
      if (tile && right > left)
        context.fillRect(left, scene.marks + 1, right - left, 2);
    }
  }

  /* Where the largest waits are. */
  drawMarks(context, scene) {
    if (this.possible && !this.windows.whole)
      this.drawPieces(context, scene);
    context.fillStyle = themeColor("accent");
    if (this.possible)
      for (const item of this.windows.items) {
        const left = Math.max(scene.left, scene.x(item.from));
        const right = Math.min(scene.right, scene.x(item.to));
        if (right >= scene.left && left <= scene.right)
          context.fillRect(left, scene.marks, Math.max(3, right - left), 4);
      }
  }

  markAt(scene, px) {
    return this.possible ? this.windows.items.find(
      item => px >= scene.x(item.from) - 3 && px <= scene.x(item.to) + 3)
      : undefined;
  }

  /* What a button and a mark say of a window; the part in the middle is left
   * out where there is no room. */
  titleParts({ from, to, wait }) {
    if (!wait)
      return [`${seconds(from / 1e9)} to ${seconds(to / 1e9)}`, "", ""];
    return [`rank ${wait.rank}: ${ns(wait.length)}`, ` for rank ${
      wait.culprit}${wait.site >= 0 ? ` in ${
      this.windows.sites[wait.site].name}` : ""}`,
            ` at ${seconds(wait.begin / 1e9)}`];
  }

  title(item) {
    return this.titleParts(item).join("");
  }

  markTip(item) {
    return [item.asked && !item.wait ? "single calls"
      : own(item) || "a large wait",
            ...(item.wait ? [this.title(item), ...this.reason(item.wait)]
              : []),
            ["from", seconds(item.from / 1e9)],
            ["to", seconds(item.to / 1e9)], "a click zooms to them"];
  }

  /* What it is, what that means, and in what the other one was late. */
  reason(wait) {
    const kind = this.windows.kinds[wait.kind];
    const name = site => (site >= 0 ? this.windows.sites[site].name : "MPI");
    return [`${kind.title} in ${name(wait.site)}`, kind.definition,
            ...(wait.late >= 0 ? [[`rank ${wait.culprit} was late in`,
                                   name(wait.late)]] : [])];
  }

  /* ---- what is at the pointer ---- */

  find(scene, group, px) {
    const time = scene.time(px);
    const near = scene.time(px + 2) - time;
    for (const { piece } of this.shown(scene)) {
      const list = time >= piece.from && time <= piece.to &&
        this.listAt(piece, group);
      if (!list)
        continue;
      let low = 0;
      let high = list.calls.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (list.calls[middle].end < time)
          low = middle + 1;
        else
          high = middle;
      }
      const next = list.calls[low];
      const before = list.calls[low - 1];
      const call = next && next.begin <= time + near ? next
        : before && before.end >= time - near ? before : null;
      return { piece, list, call, next, before, time };
    }
    return null;
  }

  tip(found) {
    const { list, call } = found;
    if (!call)
      return this.gapTip(found);
    const site = this.windows.sites[call.site];
    const tip = [`${nameOf(list.rank, list.thread)}: ${site.name}`,
                 ["length", ns(call.end - call.begin)],
                 ["begins at", this.exact(call.begin)]];
    if (call.waited > 0)
      tip.push(["waited", `${ns(call.waited)} for rank ${call.culprit}`],
               this.kindOf(call));
    this.messageTips(list, call, tip);
    if (call.comm >= 0)
      tip.push(["collective", `${call.instance} of ${
        this.windows.comms[call.comm]}`]);
    if (site.region)
      tip.push(["region", site.region]);
    if (site.where)
      tip.push(site.where);
    return tip;
  }

  kindOf({ kind }) {
    const { title, definition } = this.windows.kinds[kind];
    return `${title}: ${definition}`;
  }

  messageTips(list, call, tip) {
    const got = list.messages.filter(m => m.received === call.end);
    const total = got.reduce((sum, m) => sum + m.bytes, 0);
    if (got.length > 0)
      tip.push(["received", `${bytes(total)} of ${got.length === 1 ? ""
        : `${got.length} messages, `}${partners(got, m => m.from)}`]);
    if (call.out)
      tip.push(["sent", `${bytes(sum(call.out))} to ${
        partners(call.out, m => m.to)}`]);
  }

  gapTip({ list, next, before, time }) {
    if (list.thread > 0)
      return [`${nameOf(list.rank, list.thread)}: in no MPI call`];
    if (list.begin === list.end)
      return [`rank ${list.rank}: not in the regions that are shown`];
    if (time < list.begin)
      return [`rank ${list.rank}: not measured yet`,
              ["begins at", this.exact(list.begin)]];
    if (time > list.end)
      return [`rank ${list.rank}: no longer measured`,
              ["ended at", this.exact(list.end)]];
    const pause = list.pauses.find(one => time >= one.from && time <= one.to);
    const tip = [`rank ${list.rank}: ${pause && isMostOfIt(pause)
      ? "not measured" : "useful time"}`];
    tip.push(["length", ns((next ? next.begin : list.end) -
                           (before ? before.end : list.begin))]);
    if (pause)
      tip.push(["recording was off for", ns(pause.ns)]);
    this.placeTips(before, next, tip);
    if (list.least > 0)
      tip.push(`or calls of less than ${ns(list.least)}`);
    return tip;
  }

  /* What the program did between two calls: in which region, and where the
   * next call is made. */
  placeTips(before, next, tip) {
    const [a, b] = [before, next].map(
      call => call && this.windows.sites[call.site]);
    if (a && b && a.region && a.region === b.region)
      tip.push(["region", a.region]);
    else if ((a && a.region) || (b && b.region))
      tip.push(["region before, after", `${a && a.region || "none"}, ${
        b && b.region || "none"}`]);
    if (a)
      tip.push(["after", a.name]);
    if (b)
      tip.push(["until", b.name]);
    if (b && b.where)
      tip.push(b.where);
  }

  /* Calls of a region or procedure that is not selected are pale. */
  strength(site) {
    const { kind, name } = this.selection;
    return (kind === "procedure" && site.name !== name) ||
      (kind === "region" && site.region !== name &&
       !String(site.region).startsWith(`${name}/`)) ? 0.3 : 1;
  }

  /* So many digits that neighbouring calls differ. */
  exact(time) {
    return `${(time / 1e9).toFixed(9).replace(/(\.\d{6}\d*?)0+$/, "$1")} s`;
  }

  /* Whether something else is at the pointer now. */
  point(found) {
    const hot = found && found.call ? found : null;
    const changed = (hot && hot.call) !== (this.hot && this.hot.call);
    this.hot = hot;
    return changed;
  }

  /* ---- in words ---- */

  /* The ranks that are shown first: those that matter most; null: all. */
  rowsOf(item) {
    const { lines } = this.model.set;
    if (lines.length <= ROWS + 2)
      return null;
    const ranks = new Set([...new Set(this.windows.ranksOf(item, lines.map(
      line => line.first)))].slice(0, ROWS));
    const some = lines.filter(line => ranks.has(line.first));
    return some.length > 0 ? some : null;
  }

  /* Calls of the piece in view, of selected ranks. */
  inView(scene, piece) {
    const rows = new Set(scene.groups.flat().map(keyOf));
    return this.windows.listsOf(piece).filter(list => rows.has(rowKey(list)) &&
      this.selection.has(list.rank)).flatMap(list => list.calls.filter(
      call => call.end >= Math.max(scene.from, piece.from) &&
        call.begin <= Math.min(scene.to, piece.to)));
  }

  /* Sets the note and the table; what is said below the picture. */
  describe(scene) {
    const shown = this.shown(scene);
    this.arrowsOf(scene, shown);
    this.calls = once(shown.flatMap(
      ({ piece }) => this.inView(scene, piece)),
                      call => `${rowKey(call)} ${call.begin} ${call.end}`)
      .sort((a, b) => a.begin - b.begin || a.rank - b.rank);
    this.note.textContent = this.remark(scene, shown);
    this.note.hidden = this.note.textContent === "";
    this.details.hidden = shown.length === 0;
    this.details.firstChild.textContent =
      `These ${count(this.calls.length)} calls as a table`;
    this.fillTable();
    if (shown.length === 0)
      return "";
    const arrows = this.arrows.all;
    const waits = this.calls.filter(call => call.waited > 0)
      .sort((a, b) => b.waited - a.waited);
    const longest = waits.length === 0 ? "" : ` The longest wait: rank ${
      waits[0].rank} in ${this.windows.sites[waits[0].site].name}, ${ns(
      waits[0].waited)} for rank ${waits[0].culprit}.`;
    return `${count(this.calls.length)} single calls, ${count(arrows)
      } messages; waiting time is hatched.${longest} `;
  }

  remark(scene, shown) {
    if (this.windows.items.length === 0 && this.windows.pieces.length === 0)
      return this.windows.why;
    if (shown.length === 0)
      return this.remarkNone(scene);
    const parts = [];
    const rows = scene.groups.filter(([line]) => !line.thread).length;
    if (rows < this.model.set.lines.length)
      parts.push(`Rows: ${rows} of ${count(
        this.model.set.lines.length)} ranks; to see others, select them and a ` +
        "window, and zoom to the selection.");
    for (const { piece } of shown)
      this.remarkLeftOut(scene, piece, parts);
    if (this.spans(scene, shown).some(({ tile, from, to }) => !tile &&
        to - from > (scene.to - scene.from) / 100 && !shown.some(
      ({ piece }) => piece.from <= from && piece.to >= to)))
      parts.push("The page has no single calls of the other times in view.");
    if (this.arrows.drawn < this.arrows.all)
      parts.push(this.selection.ranks
        ? "Arrows show only messages of the selected ranks."
        : `No arrows are drawn for ${count(this.arrows.all)} messages; ` +
          "select ranks, or zoom in.");
    return parts.join(" ");
  }

  remarkNone(scene) {
    const { width } = this.model.pictures;
    const middle = (scene.from + scene.to) / 2;
    if (scene.to - scene.from > 40 * width || !this.possible)
      return "";
    if (scene.place.each < LEAST_HIGH)
      return "To see single calls, select some ranks and zoom to the selection.";
    if (this.reaches(middle))
      return this.windows.tileAt(middle) ? ""
        : "To see single calls, zoom into a blue mark above the rows.";
    const [from, to] = [Math.max(0, scene.from), scene.to].map(
      time => Number((time / 1e9).toPrecision(7)));
    const run = this.model.report.run.run || "RUN";
    const word = /^[\w.,/+-]+$/.test(run) ? run
      : `'${run.replaceAll("'", "'\\''")}'`;
    return "The page has no room for the single calls of these seconds, and " +
      `shows times in steps of ${ns(this.least(middle) || width)}. A page ` +
      "with their calls: mpiprof-report --format html -o FILE.html " +
      `--window ${from}:${to} ${word}`;
  }

  remarkLeftOut(scene, piece, parts) {
    const lists = this.windows.listsOf(piece);
    const rows = scene.groups.flat().filter(line => !line.thread);
    const none = rows.filter(line => !piece.byRow.has(keyOf(line)));
    const short = lists.filter(list => list.least > 0 && rows.some(
      line => line.first === list.rank));
    const fewer = lists.filter(list => list.leastWay > 0 && rows.some(
      line => line.first === list.rank));
    if (none.length > 0)
      parts.push(`There was no room for single calls of ${
        none.length === 1 ? "rank" : "ranks"} ${intervals(joined(none.map(line => (
        [line.first, line.last]))))}: use a smaller window ` +
        "(--window FROM:TO).");
    if (short.length > 0)
      parts.push(`On ${ranksOf(short)}, calls of less ` +
        `than ${ns(Math.max(...short.map(list => list.least)))} are left ` +
        "out.");
    if (fewer.length > 0)
      parts.push(`Among messages to ${ranksOf(fewer)}, those that took less ` +
        `than ${ns(Math.max(...fewer.map(list => list.leastWay)))} are left ` +
        "out.");
  }

  /* In words: whom its messages went to or came from, and their bytes. */
  partnerOf(call) {
    const parts = [call.out && `to ${partners(call.out, m => m.to)}`,
                   call.got && `from ${partners(call.got, m => m.from)}`]
      .filter(Boolean);
    return [parts.join(", "), parts.length === 0 ? ""
      : bytes(sum(call.out) + sum(call.got))];
  }

  /* What a search says of a call. */
  say(call) {
    const site = this.windows.sites[call.site];
    const [partner, size] = this.partnerOf(call);
    return [nameOf(call.rank, call.thread), site.name,
            `at ${this.exact(call.begin)}`,
            `${ns(call.end - call.begin)} long`, partner, size,
            site.region && `region ${site.region}`].filter(Boolean).join(", ");
  }

  fillTable() {
    if (!this.details.open || this.details.hidden) {
      this.table.replaceChildren();
      return;
    }
    const rows = this.calls.slice(0, MOST_ROWS).map(call => {
      const site = this.windows.sites[call.site];
      const cells = [rowKey(call), (call.begin / 1e9).toFixed(9),
                     ns(call.end - call.begin), site.name,
                     call.waited > 0 ? ns(call.waited) : "",
                     call.waited > 0 ? call.culprit : "",
                     ...this.partnerOf(call), site.region, site.where];
      return el("tr", {}, cells.map((text, i) => {
        const cell = el("td", { class: HEADINGS[i][2] }, `${text}`);
        return call.waited > 0 && i === 4 ? defined(cell, this.kindOf(call))
          : cell;
      }));
    });
    this.table.replaceChildren(
      el("caption", {}, this.calls.length > MOST_ROWS
        ? `The first ${MOST_ROWS} of ${count(this.calls.length)} calls; ` +
          "zoom in, or select ranks, for others." : ""),
      el("thead", {}, el("tr", {}, HEADINGS.map(
        ([name, definition, kind]) => defined(el("th", {
          class: kind, scope: "col" }, name), definition)))),
      el("tbody", {}, rows));
  }
}
