/* SPDX-License-Identifier: BSD-3-Clause */
/* The one selection that all views share: ranks, a window of time, a region or
 * procedure.  Nothing selected means all.  And the span of time in view, which
 * the time line sets. */
import { joined } from "../base/format.js";

export class Selection {
  constructor() {
    this.ranks = null;  /* sorted [[first, last], ...] */
    this.window = null; /* [from, to], ns */
    this.name = null;   /* of a region, MPI procedure, sampled function */
    this.kind = null;   /* "region", "procedure" or "function" */
    this.span = null;   /* [from, to], ns, that all time axes show */
    this.watchers = [];
    this.spanWatchers = [];
  }

  watch(watcher) {
    this.watchers.push(watcher);
  }

  /* A time axis; what is in view selects nothing. */
  watchSpan(watcher) {
    this.spanWatchers.push(watcher);
  }

  setSpan(from, to) {
    if (this.span && this.span[0] === from && this.span[1] === to)
      return;
    this.span = [from, to];
    for (const watcher of this.spanWatchers)
      watcher();
  }

  tell() {
    for (const watcher of this.watchers)
      watcher(this);
  }

  /* The same ranks once more: no longer selected. */
  setRanks(list, add = false) {
    const same = list && JSON.stringify(joined(list)) ===
      JSON.stringify(this.ranks);
    if (list && add && this.ranks)
      list = this.ranks.concat(list);
    this.ranks = list && list.length > 0 && !same ? joined(list) : null;
    this.tell();
  }

  setWindow(from, to) {
    this.window = from === null ? null : [Math.min(from, to),
                                          Math.max(from, to)];
    this.tell();
  }

  setName(kind, name) {
    const same = this.kind === kind && this.name === name;
    this.kind = name === null || same ? null : kind;
    this.name = name === null || same ? null : name;
    this.tell();
  }

  clear() {
    this.ranks = this.window = this.name = this.kind = null;
    this.tell();
  }

  get empty() {
    return !this.ranks && !this.window && this.name === null;
  }

  /* Whether any rank of first..last is selected. */
  has(first, last = first) {
    if (!this.ranks)
      return true;
    let [from, to] = [0, this.ranks.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.ranks[middle][1] < first)
        from = middle + 1;
      else
        to = middle;
    }
    return from < this.ranks.length && this.ranks[from][0] <= last;
  }
}
