/* SPDX-License-Identifier: BSD-3-Clause */
/* Single calls and messages on the time line, once it is zoomed in far enough to
 * tell them apart; until then, the activity of each row in finer and finer
 * bins. */
import { classColor, isDark, themeColor } from "../base/colors.js";
import { el } from "../base/dom.js";
import { count, ns } from "../base/format.js";
import { callKey, isMostOfIt, lineKey, once, rowKey } from "../data/windows.js";
import { fitted } from "../widgets/canvas.js";
import { Arrows } from "./arrows.js";
import { remarkOf } from "./call_remarks.js";
import { CallTable } from "./call_table.js";
import { CallWords } from "./call_words.js";
import { Levels, firstAfter } from "./levels.js";

const LEAST_WIDE = 120;  /* pixels of a window that shows its calls */
const LEAST_CALL = 1.5;  /* pixels of what is drawn alone */
const MOST_CALLS = 20000; /* that are drawn */
const BIN_WIDE = 2;      /* pixels of a bin */
const COARSE_WIDE = 3;   /* of a bin of the profile that has finer ones */
const PAINT_MS = 60;     /* for reading calls at a time */
const LEAST_HIGH = 7;    /* of a row */
const ROWS = 16;         /* ranks that are shown of a window at first */

/* The call at that time, of several the one that began last, or the next one. */
function callAt(calls, time) {
  let at = firstAfter(calls, time);
  for (let i = at + 1; i < calls.length && calls[i].begin <= time; i++)
    if (calls[i].end > time)
      at = i;
  return calls[at];
}

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
    this.words = new CallWords(model.windows);
    this.table = new CallTable(this.words);
    this.arrows = new Arrows(this);
    this.note = el("p", { class: "state", id: "calls-note",
                          "aria-live": "polite" });
  }

  get possible() {
    return this.model.level === "rank" && (this.windows.pieces.length > 0 ||
      this.windows.hasLevels === true);
  }

  /* Whether rows are too thin for single calls. */
  areThin(scene) {
    return scene.place.each < LEAST_HIGH;
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
    if (!this.possible || this.areThin(scene))
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
        ...line, thread, position: -1, times: { ranks: 1 },
        stream: this.windows.streams.get(rowKey({ rank: line.first,
                                                  thread })) }));
  }

  get hasThreads() {
    return this.possible && this.windows.threads.size > 0;
  }

  get hasStreams() {
    return this.possible && this.windows.streams.size > 0;
  }

  /* Parts of a row by class: kernels of a stream have the colour of useful
   * time. */
  partsOf([{ stream }], part) {
    const { classes } = this.model.pictures;
    const kernels = classes.findIndex(({ name }) => name === "other");
    return stream ? k => (classes[k].name === "useful" ? part(kernels)
      : k === kernels ? 0 : part(k)) : part;
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
    if (!this.possible || this.areThin(scene) ||
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
                    tall, row, this.partsOf(scene.groups[row],
                                            k => times[bin * step + k] /
                                              width));
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
    this.arrows.draw(context, scene, shown);
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
    let before = first > 0 ? calls[first - 1].reach : one.piece.from;
    let alone = null; /* a short call behind a gap: if one follows, it is seen */
    for (let i = first; i < calls.length && calls[i].begin <= scene.to; i++) {
      const apart = gap(before, calls[i].begin);
      if (apart && alone)
        this.drawTick(context, scene, alone, top, high);
      alone = apart && scene.x(calls[i].end) - scene.x(calls[i].begin) <
        LEAST_CALL ? calls[i] : null;
      if (calls[i].begin >= one.from)
        this.drawCall(context, scene, one, calls[i], top, high);
      before = calls[i].reach;
    }
    if (gap(before, Math.min(one.piece.to, scene.to)) && alone)
      this.drawTick(context, scene, alone, top, high);
  }

  drawTick(context, scene, call, top, high) {
    const left = Math.round(scene.x(call.begin));
    if (left < scene.left || left >= scene.right)
      return;
    context.fillStyle = classColor(this.windows.classOf(call));
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
    context.fillStyle = classColor(this.windows.classOf(call));
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
    if (context.globalAlpha < 1) {
      /* A plate as pale as its call hides the name in the dark. */
      context.globalAlpha = 0.7;
      context.fillStyle = themeColor("text");
    } else {
      context.fillStyle = "rgba(255, 255, 255, 0.8)";
      context.fillRect(x - 2, y - 7, context.measureText(shown).width + 4, 14);
      context.fillStyle = "#1b1f24";
    }
    context.fillText(shown, x, y);
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

  /* ---- what is at the pointer ---- */

  find(scene, group, px) {
    const time = scene.time(px);
    const near = scene.time(px + 2) - time;
    for (const { piece } of this.shown(scene)) {
      const list = time >= piece.from && time <= piece.to &&
        this.listAt(piece, group);
      if (!list)
        continue;
      const next = callAt(list.calls, time);
      const before = list.calls[firstAfter(list.calls, time) - 1];
      const call = next && next.begin <= time + near ? next
        : before && before.end >= time - near ? before : null;
      return { piece, list, call, next, before, time };
    }
    return null;
  }

  /* Calls of a region or procedure that is not selected are pale. */
  strength(site) {
    const { kind, name } = this.selection;
    return (kind === "procedure" && site.name !== name) ||
      (kind === "region" && site.region !== name &&
       !String(site.region).startsWith(`${name}/`)) ? 0.3 : 1;
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
    const rows = new Set(scene.groups.flat().map(lineKey));
    return this.windows.listsOf(piece).filter(list => rows.has(rowKey(list)) &&
      this.selection.has(list.rank)).flatMap(list => list.calls.filter(
      call => call.end >= Math.max(scene.from, piece.from) &&
        call.begin <= Math.min(scene.to, piece.to)));
  }

  /* Sets the note and the table; what is said below the picture. */
  describe(scene) {
    const shown = this.shown(scene);
    this.arrows.count(scene, shown);
    this.calls = once(shown.flatMap(({ piece }) => this.inView(scene, piece)),
                      callKey)
      .sort((a, b) => a.begin - b.begin || a.rank - b.rank);
    this.note.textContent = remarkOf(this, scene, shown);
    this.note.hidden = this.note.textContent === "";
    this.table.show(this.calls, shown.length > 0);
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
}
