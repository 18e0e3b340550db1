/* SPDX-License-Identifier: BSD-3-Clause */
/* Single calls of windows of time, as src/render/html_detail_windows.c writes them:
 * a head that names the windows, and the calls of each, which are read when
 * they are first shown.  Times are nanoseconds on the time line. */
import { Reader, inflated } from "./bytes.js";

const LAYOUT = 2;

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

/* Each column of all lists, one after the other. */
function readWindow(in_) {
  const lists = readList(in_, () => {
    const [rank, calls, messages, least, leastWay] = in_.numbers(5);
    return { rank, least, leastWay, ...readMeasured(in_), calls: Array.from({ length: calls },
      () => ({ rank })), messages: Array.from({ length: messages },
      () => ({ to: rank })) };
  });
  const each = read => lists.forEach(list => {
    const state = { before: 0 };
    list.calls.forEach(call => read(call, state));
  });
  each(call => { call.gap = in_.signed(); });
  each((call, state) => {
    call.begin = state.before + call.gap;
    call.end = state.before = call.begin + in_.number();
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
  for (const list of lists) {
    let before = 0;
    for (const message of list.messages) {
      message.received = before += in_.signed();
      message.sent = before - in_.signed();
      [message.from, message.bytes] = in_.numbers(2);
    }
  }
  return lists;
}

export class Windows {
  constructor(classes) {
    const data = inflated("window-list");
    this.items = [];
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
    this.sites = readList(in_, () => ({ name: in_.string(),
      class: classes[in_.number()].name, region: in_.string(),
      where: in_.string() }));
    this.comms = readList(in_, () => in_.string());
    this.kinds = readList(in_, () => ({ title: in_.string(),
                                        definition: in_.string() }));
    this.items = readList(in_, index => ({ index, from: in_.number(),
      to: in_.number(), asked: in_.number() > 0, wait: readWait(in_) }));
  }

  /* The calls and messages of a window, by rank; the first ranks matter
   * most. */
  lists(item) {
    if (!item.lists) {
      item.lists = readWindow(new Reader(inflated(`window-${item.index}`)));
      item.byRank = new Map(item.lists.map(list => [list.rank, list]));
    }
    return item.lists;
  }

  listOf(item, rank) {
    this.lists(item);
    return item.byRank.get(rank);
  }
}
