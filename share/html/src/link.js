/* SPDX-License-Identifier: BSD-3-Clause */
/* What is selected and in view, behind "#" in the address, so that it can be
 * sent: #timeline&ranks=0-3&time=1.5:1.75&view=1:2&region=solve&metric=waits,
 * and find=MPI_Send&call=3@1.6, a call that was searched for.
 * Times are seconds.  What does not fit this run is left out. */
import { intervals, parseIntervals } from "./format.js";

const KINDS = ["region", "procedure", "function"];
const LATER = 300; /* ms: browsers count changes of the address */

const span = ([from, to]) => `${from / 1e9}:${to / 1e9}`;

/* [from, to], ns; null: it is no such span of the run. */
function parseSpan(text, length) {
  const match = /^([\d.e-]+):([\d.e-]+)$/.exec(text || "");
  const [from, to] = match ? match.slice(1).map(part => Number(part) * 1e9)
    : [NaN, NaN];
  return from >= 0 && to > from && from < length
    ? [from, Math.min(to, length)] : null;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/* { part, ranks, time ... } of what is behind "#". */
function parse(hash) {
  const out = {};
  for (const one of hash.replace(/^#/, "").split("&")) {
    const at = one.indexOf("=");
    if (at < 0)
      out.part = out.part || one;
    else
      out[one.slice(0, at)] = decoded(one.slice(at + 1));
  }
  return out;
}

export function links(model, selection, views) {
  const { timeline, calltree } = views;
  const metric = () => document.getElementById("metric");
  let part = "";
  let timer = 0;

  /* What was searched for, and the call that is shown. */
  const found = () => Object.entries(timeline.find.link()).map(
    ([name, value]) => value && `${name}=${encodeURIComponent(value)}`);

  function text() {
    const { view } = timeline;
    const zoomed = view.from > 0 || view.to < model.length;
    const { kind, name } = selection;
    return [part,
            selection.ranks && `ranks=${intervals(selection.ranks)}`,
            selection.window && `time=${span(selection.window)}`,
            zoomed && `view=${span([view.from, view.to])}`,
            view.lines && `rows=${intervals(view.lines.flatMap(
              line => line.members))}`,
            name !== null && `${kind}=${encodeURIComponent(name)}`,
            view.threads && "threads=yes", ...found(),
            calltree && metric().selectedIndex > 0 &&
              `metric=${metric().value}`].filter(Boolean).join("&");
  }

  function write() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const wanted = text();
      if (location.hash.replace(/^#/, "") !== wanted)
        history.replaceState(null, "", `#${wanted}`);
    }, LATER);
  }

  function showRows(list) {
    const lines = list && model.set.lines.filter(line => line.members.some(
      ([a, b]) => list.some(([first, last]) => a <= last && b >= first)));
    timeline.view.lines = lines && lines.length > 0 &&
      lines.length < model.set.lines.length ? lines : null;
  }

  function apply(hash) {
    const wanted = parse(hash);
    const ranks = parseIntervals(wanted.ranks || "", model.pictures.ranks);
    part = wanted.part || "";
    selection.ranks = ranks;
    selection.window = parseSpan(wanted.time, model.length);
    selection.kind = KINDS.find(kind => wanted[kind]) || null;
    selection.name = selection.kind && wanted[selection.kind];
    const view = parseSpan(wanted.view, model.length);
    [timeline.view.from, timeline.view.to] = view || [0, model.length];
    timeline.openThreads(wanted.threads === "yes");
    showRows(parseIntervals(wanted.rows || "", model.pictures.ranks));
    if (calltree && calltree.metrics.some(one => one.name === wanted.metric)) {
      metric().value = wanted.metric;
      metric().dispatchEvent(new Event("change"));
    }
    selection.tell();
    timeline.find.apply(wanted);
    const place = part && document.getElementById(part);
    if (place)
      place.scrollIntoView();
  }

  /* By then write() may have put something else into the address. */
  addEventListener("hashchange", event => {
    const { hash } = new URL(event.newURL);
    const wanted = parse(hash);
    clearTimeout(timer);
    /* A link of the page itself goes to a part of it. */
    if (Object.keys(wanted).length === 1 && wanted.part) {
      ({ part } = wanted);
      write();
    } else {
      apply(hash);
    }
  });
  if (location.hash.length > 1)
    apply(location.hash);
  selection.watch(write);
  selection.watchSpan(write);
  if (calltree)
    metric().addEventListener("change", write);
}
