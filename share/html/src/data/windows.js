/* SPDX-License-Identifier: BSD-3-Clause */
/* Single calls of the run, as src/render/html_detail_windows.c writes them: a
 * head that names windows of time, and the calls of each tile of the run, or of
 * each window, which are read when they are first shown.  Times are nanoseconds on the time line. */
import { Reader, inflated } from "../base/bytes.js";

const LAYOUT = 4;

export const rowKey = ({ rank, thread }) => (thread > 0 ? `${rank}.${thread}`
  : `${rank}`);

/* The row of a line of the time line. */
export const lineKey = line => rowKey({ rank: line.first,
                                        thread: line.thread });

export const callKey = call => `${rowKey(call)} ${call.begin} ${call.end}`;

/* What two windows have is there once. */
export function once(list, keyOf) {
  const keys = new Set();
  return list.filter(one => {
    const key = keyOf(one);
    return !keys.has(key) && keys.add(key);
  });
}

/* Of some messages; undefined: none. */
export const bytesOf = messages => (messages || []).reduce(
  (total, { bytes }) => total + bytes, 0);

/* Where in it recording was off is not known. */
export const isMostOfIt = pause => pause.ns > (pause.to - pause.from) / 2;

function readList(in_, read) {
  const list = [];
  for (let left = in_.number(); left > 0; left--)
    list.push(read(list.length));
  return list;
}

function readWait(in_) {
  const length = in_.number();
  if (length === 0)
    return null;
  const [begin, rank, culprit, kind, site, late] = in_.numbers(6);
  return { length, begin, rank, culprit, kind, site: site - 1,
           late: late - 1 };
}

/* From when to when a rank was measured, and when recording was off. */
function readMeasured(in_) {
  const [begin, length] = in_.numbers(2);
  const pauses = readList(in_, () => {
    const [from, wide, ns] = in_.numbers(3);
    return { from, to: from + wide, ns };
  });
  return { begin, end: begin + length, pauses };
}

const stepOf = number => (number % 2 === 1 ? (number - 1) / 2
  : -number / 2);

/* Messages, whose ends are ends of calls: 0 and a time, or the number of the
 * call, which then knows its messages. */
function readMessages(in_, lists) {
  const each = read => lists.forEach((list, index) => {
    const state = { at: 0, senders: new Map() };
    list.messages.forEach(message => read(message, list, state, index));
  });
  each((message, list, state) => {
    const step = in_.number();
    if (step === 0) {
      message.received = in_.number();
      return;
    }
    const call = list.calls[(state.at += stepOf(step)) - 1];
    message.received = call.end;
    (call.got = call.got || []).push(message);
  });
  each(message => {
    [message.from, message.fromThread] = in_.numbers(2);
  });
  each(message => { message.bytes = in_.number(); });
  const byRow = new Map(lists.map(list => [rowKey(list), list]));
  each((message, list, { senders }) => {
    const step = in_.number();
    if (step === 0) {
      message.sent = message.received - in_.signed();
      return;
    }
    const key = rowKey({ rank: message.from, thread: message.fromThread });
    const at = (senders.get(key) || 0) + stepOf(step);
    senders.set(key, at);
    const call = byRow.get(key).calls[at - 1];
    message.sent = call.begin;
    (call.out = call.out || []).push(message);
  });
}

/* Each column of all lists, one after the other.  reach: the latest end of the
 * call and those before it, as copies on a stream may overlap. */
function readPiece(in_) {
  const lists = readList(in_, () => {
    const [rank, thread, calls, messages, least, leastWay] = in_.numbers(6);
    return { rank, thread, least, leastWay, ...readMeasured(in_),
             calls: Array.from({ length: calls }, () => ({ rank, thread })),
             messages: Array.from({ length: messages },
                                  () => ({ to: rank, toThread: thread })) };
  });
  const each = read => lists.forEach(list => {
    const state = { before: 0 };
    list.calls.forEach(call => read(call, state));
  });
  each(call => { call.begin = in_.signed(); });
  each((call, state) => {
    call.begin += state.before;
    call.end = state.before = call.begin + in_.number();
    call.reach = state.reach = Math.max(state.reach || 0, call.end);
  });
  each(call => { call.site = in_.number(); });
  each(call => {
    call.waited = in_.number();
    if (call.waited > 0)
      [call.kind, call.culprit] = in_.numbers(2);
  });
  each((call, state) => {
    call.comm = in_.number() - 1;
    if (call.comm >= 0)
      call.instance = state.before += in_.signed();
  });
  readMessages(in_, lists);
  return lists;
}

/* Times by class in bins of each row, where there are no single calls. */
function readLevels(in_) {
  const [count, bins, width] = in_.numbers(3);
  const rows = new Map();
  for (let i = 0; i < count; i++) {
    const [rank, thread, begin, length] = in_.numbers(4);
    rows.set(rowKey({ rank, thread }), { at: i, begin, end: begin + length });
  }
  const times = [];
  while (in_.at < in_.data.length)
    times.push(in_.numbers(count * bins));
  return { bins, width, rows, times };
}

/* pieces: times whose single calls are in the page: { from, to, id, count },
 * by their starts.  All of them are tiles side by side, or, of a run whose calls
 * do not all fit, also items. */
export class Windows {
  constructor(classes) {
    const data = inflated("window-list");
    this.items = [];
    this.pieces = [];
    this.read = 0; /* of them */
    this.threads = new Map();
    this.streams = new Map(); /* of accelerators, by row: their names */
    this.total = 0;
    this.levels = null;
    this.why = "";
    if (data)
      this.readHead(new Reader(data), classes);
  }

  readHead(in_, classes) {
    if (in_.number() !== LAYOUT)
      throw new Error("the data of single calls is of another version");
    this.why = in_.string();
    if (in_.number() === 0)
      return;
    this.origin = in_.number();
    this.sites = readList(in_, () => {
      const name = in_.string();
      const class_ = in_.number();
      return { name, classAt: class_, class: classes[class_].name,
               region: in_.string(), where: in_.string() };
    });
    this.comms = readList(in_, () => in_.string());
    this.kinds = readList(in_, () => ({ title: in_.string(),
                                        definition: in_.string() }));
    this.items = readList(in_, index => ({ index, from: in_.number(),
      to: in_.number(), asked: in_.number() > 0, wait: readWait(in_) }));
    this.readTiles(in_);
  }

  readTiles(in_) {
    const [total, tiles, width] = in_.numbers(3);
    this.total = total;
    this.tileWidth = width;
    const kept = readList(in_, () => {
      const [index, count] = in_.numbers(2);
      return { id: `tile-${index}`, from: index * width,
               to: (index + 1) * width, count, tile: true };
    });
    this.whole = kept.length === tiles && tiles > 0;
    this.tiles = new Map(kept.map(tile => [tile.from, tile]));
    const own = this.items.map(({ index, from, to }) => (
      { id: `window-${index}`, from, to, count: 0, tile: false }))
      .filter(({ id }) => document.getElementById(id));
    this.pieces = [...kept, ...own].sort((a, b) => a.from - b.from);
    for (const row of readList(in_, () => ({
      rank: in_.number(), thread: in_.number(), stream: in_.string() }))) {
      const { rank, thread, stream } = row;
      this.threads.set(rank, [...this.threads.get(rank) || [], thread]);
      if (stream)
        this.streams.set(rowKey(row), stream);
    }
    this.hasLevels = in_.number() > 0;
  }

  /* "rank 3, thread 1", "rank 3, stream CUDA[0:7]" */
  nameOf(row) {
    const stream = this.streams.get(rowKey(row));
    return `rank ${row.rank}${stream ? `, stream ${stream}`
      : row.thread > 0 ? `, thread ${row.thread}` : ""}`;
  }

  /* The class whose colour a call has: a kernel is what a stream is there
   * for. */
  classOf(call) {
    const { class: class_ } = this.sites[call.site];
    return class_ === "other" && this.streams.has(rowKey(call)) ? "useful"
      : class_;
  }

  /* The tile of that time; undefined: its calls are not in the page. */
  tileAt(time) {
    return this.tileWidth > 0 ? this.tiles.get(
      Math.floor(time / this.tileWidth) * this.tileWidth) : undefined;
  }

  /* Of times without tiles; null: none. */
  coarse() {
    if (this.hasLevels && !this.levels)
      this.levels = readLevels(new Reader(inflated("levels-0")));
    return this.levels;
  }

  /* The calls and messages of a piece, by row. */
  listsOf(piece) {
    if (!piece.lists) {
      piece.lists = readPiece(new Reader(inflated(piece.id)));
      this.read++;
      piece.byRow = new Map(piece.lists.map(list => [rowKey(list), list]));
    }
    return piece.lists;
  }

  listAt(piece, line) {
    this.listsOf(piece);
    return piece.byRow.get(lineKey(line));
  }

  /* Ranks in the order in which they matter for a window. */
  ranksOf(item, all) {
    const own = this.pieces.find(({ id }) => id === `window-${item.index}`);
    if (own)
      return this.listsOf(own).map(({ rank }) => rank);
    const { rank = 0, culprit = 0 } = item.wait || {};
    const away = one => Math.min(Math.abs(one - rank),
                                 Math.abs(one - culprit));
    return [...all].sort((a, b) => away(a) - away(b) || a - b);
  }
}
