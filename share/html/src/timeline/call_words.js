/* SPDX-License-Identifier: BSD-3-Clause */
/* What is said of single calls: titles and tips, partners and sizes. */
import { bytes, intervals, joined, ns, seconds } from "../base/format.js";
import { bytesOf, isMostOfIt, rowKey } from "../data/windows.js";

const own = item => (item.asked ? "asked for" : "");

/* "rank 3", "ranks 0-2,7" of some messages. */
const partners = (messages, of) => {
  const ranks = joined(messages.map(m => [of(m), of(m)]));
  return `${ranks.length === 1 && ranks[0][0] === ranks[0][1] ? "rank"
    : "ranks"} ${intervals(ranks)}`;
};

export class CallWords {
  constructor(windows) {
    this.windows = windows;
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

  /* useful(knowsRegion): what is known of useful time there. */
  tip(found, useful) {
    const { list, call } = found;
    if (!call)
      return this.gapTip(found, useful);
    const site = this.windows.sites[call.site];
    const tip = [`${this.windows.nameOf(list)}: ${site.name}`,
                 ["length", ns(call.end - call.begin)],
                 ["begins at", this.exact(call.begin)]];
    if (call.waited > 0)
      tip.push(["waited", `${ns(call.waited)} for rank ${call.culprit}`],
               this.kindOf(call));
    if (this.windows.streams.has(rowKey(call)))
      this.copyTips(call, tip);
    else
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

  /* The message of a copy goes from its stream to itself. */
  copyTips(call, tip) {
    const size = bytesOf(call.out);
    const length = call.end - call.begin;
    if (size > 0)
      tip.push(["copied", bytes(size)]);
    if (size > 0 && length > 0)
      tip.push(["rate", `${bytes(size / length * 1e9)}/s`]);
  }

  messageTips(list, call, tip) {
    const got = list.messages.filter(m => m.received === call.end);
    if (got.length > 0)
      tip.push(["received", `${bytes(bytesOf(got))} of ${got.length === 1 ? ""
        : `${got.length} messages, `}${partners(got, m => m.from)}`]);
    if (call.out)
      tip.push(["sent", `${bytes(bytesOf(call.out))} to ${
        partners(call.out, m => m.to)}`]);
  }

  gapTip({ list, next, before, time }, useful) {
    if (list.thread > 0)
      return [`${this.windows.nameOf(list)}: ${this.windows.streams.has(
        rowKey(list)) ? "idle" : "in no MPI call"}`];
    if (list.begin === list.end)
      return [`rank ${list.rank}: not in the regions that are shown`];
    if (time < list.begin)
      return [`rank ${list.rank}: not measured yet`,
              ["begins at", this.exact(list.begin)]];
    if (time > list.end)
      return [`rank ${list.rank}: no longer measured`,
              ["ended at", this.exact(list.end)]];
    const pause = list.pauses.find(one => time >= one.from && time <= one.to);
    const isOff = pause && isMostOfIt(pause);
    const tip = [`rank ${list.rank}: ${isOff ? "not measured" : "useful time"}`];
    tip.push(["length", ns((next ? next.begin : list.end) -
                           (before ? before.end : list.begin))]);
    if (pause)
      tip.push(["recording was off for", ns(pause.ns)]);
    const knowsRegion = this.placeTips(before, next, tip);
    if (list.least > 0)
      tip.push(`or calls of less than ${ns(list.least)}`);
    return isOff ? tip : tip.concat(useful(knowsRegion));
  }

  /* What the program did between two calls: in which region, and where the
   * next call is made.  Returns whether the region is known. */
  placeTips(before, next, tip) {
    const [a, b] = [before, next].map(
      call => call && this.windows.sites[call.site]);
    const isOne = Boolean(a && b && a.region && a.region === b.region);
    if (isOne)
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
    return isOne;
  }

  /* So many digits that neighbouring calls differ. */
  exact(time) {
    return `${(time / 1e9).toFixed(9).replace(/(\.\d{6}\d*?)0+$/, "$1")} s`;
  }

  /* In words: whom its messages went to or came from, and their bytes. */
  partnerOf(call) {
    if (this.windows.streams.has(rowKey(call)))
      return ["", call.out ? bytes(bytesOf(call.out)) : ""];
    const parts = [call.out && `to ${partners(call.out, m => m.to)}`,
                   call.got && `from ${partners(call.got, m => m.from)}`]
      .filter(Boolean);
    return [parts.join(", "), parts.length === 0 ? ""
      : bytes(bytesOf(call.out) + bytesOf(call.got))];
  }

  /* What a search says of a call. */
  say(call) {
    const site = this.windows.sites[call.site];
    const [partner, size] = this.partnerOf(call);
    return [this.windows.nameOf(call), site.name,
            `at ${this.exact(call.begin)}`,
            `${ns(call.end - call.begin)} long`, partner, size,
            site.region && `region ${site.region}`].filter(Boolean).join(", ");
  }
}
