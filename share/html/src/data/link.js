/* SPDX-License-Identifier: BSD-3-Clause */
/* What is selected and in view, behind "#" in the address, so that it can be
 * sent: #timeline&ranks=0-3&time=1.5:1.75&view=1:2&region=solve&metric=waits,
 * find=MPI_Send&call=3@1.6, a call that was searched for, and heat-colour=mean,
 * what is chosen in a view.  Times are seconds.  What does not fit this run is
 * left out.  Pages of several runs have no ranks and seconds. */
import { intervals, parseIntervals } from "../base/format.js";

const KINDS = ["region", "procedure", "function", "python"];
const LATER = 300; /* ms: browsers count changes of the address */

export const spanText = ([from, to]) => `${from / 1e9}:${to / 1e9}`;

/* [from, to], ns; null: it is no such span of the run. */
export function parseSpan(text, length) {
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

/* Keeps the address up to date: text(part) is what is to be behind "#",
 * apply(wanted) shows what is there.  Returns what writes it, some time after
 * the last change. */
function address(text, apply) {
  let part = "";
  let timer = 0;

  function write() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const wanted = text(part);
      if (location.hash.replace(/^#/, "") !== wanted)
        history.replaceState(null, "", `#${wanted}`);
    }, LATER);
  }

  function show(wanted) {
    part = wanted.part || "";
    apply(wanted);
    const place = part && document.getElementById(part);
    if (place)
      place.scrollIntoView();
  }

  /* By then write() may have put something else into the address. */
  addEventListener("hashchange", event => {
    const wanted = parse(new URL(event.newURL).hash);
    clearTimeout(timer);
    /* A link of the page itself goes to a part of it. */
    if (Object.keys(wanted).length === 1 && wanted.part) {
      ({ part } = wanted);
      write();
    } else {
      show(wanted);
    }
  });
  if (location.hash.length > 1)
    show(parse(location.hash));
  return write;
}

const encoded = text => encodeURIComponent(text).replaceAll("%3A", ":");
const nameText = ({ kind, name }) => name !== null &&
  `${kind}=${encoded(name)}`;

function selectNamed(selection, wanted) {
  selection.kind = KINDS.find(kind => wanted[kind]) || null;
  selection.name = selection.kind && wanted[selection.kind];
}

/* ---- what is chosen in views ---- */

/* Of the buttons that choice() makes: which is pressed, if not the first. */
function choiceState(group) {
  const buttons = [...group.children];
  const pressed = () => buttons.find(
    one => one.getAttribute("aria-pressed") === "true");
  const before = pressed();
  return { name: `${group.closest(".card").id}-${group.getAttribute(
    "aria-label")}`,
           get: () => (pressed() === before ? "" : pressed().value),
           set: text => {
             const wanted = buttons.find(one => one.value === text) || before;
             if (wanted !== pressed())
               wanted.click();
           } };
}

/* Of a list of choices. */
export function listState(name, list) {
  const before = list.value;
  return { name, get: () => (list.value === before ? "" : list.value),
           set: text => {
             list.value = [...list.options].some(one => one.value === text)
               ? text : before;
             list.dispatchEvent(new Event("change"));
           } };
}

/* Of what is searched for. */
export const searchState = (name, field) => ({ name,
  get: () => field.value.trim(),
  set: text => {
    if (field.value.trim() !== text) {
      field.value = text;
      field.dispatchEvent(new Event("input"));
    }
  } });

/* view.states: { name, get() gives its text or "", set(text) }; and all buttons
 * of which one is pressed: heat-colour=mean. */
const statesOf = views => Object.values(views).flatMap(
  view => view.states || []).concat([...document.querySelectorAll(
  "main .choice")].map(choiceState));

const stateTexts = states => states.map(({ name, get }) => get() &&
  `${name}=${encoded(get())}`);

function setStates(states, wanted) {
  for (const { name, set } of states)
    set(wanted[name] || "");
}

/* What changes them. */
function watchStates(write) {
  for (const event of ["click", "change", "keyup", "pointerup"])
    document.addEventListener(event, write);
}

/* ---- the page of a run ---- */

export function links(model, selection, views) {
  const { timeline } = views;
  const states = statesOf(views);

  /* What was searched for, and the call that is shown. */
  const found = () => Object.entries(timeline.find.link()).map(
    ([name, value]) => value && `${name}=${encoded(value)}`);

  function text(part) {
    const { view } = timeline;
    const zoomed = view.from > 0 || view.to < model.length;
    return [part,
            selection.ranks && `ranks=${intervals(selection.ranks)}`,
            selection.window && `time=${spanText(selection.window)}`,
            zoomed && `view=${spanText([view.from, view.to])}`,
            view.lines && `rows=${intervals(view.lines.flatMap(
              line => line.members))}`,
            nameText(selection),
            view.threads !== timeline.showsThreads &&
              `threads=${view.threads ? "yes" : "no"}`, ...found(),
            ...stateTexts(states)].filter(Boolean).join("&");
  }

  function showRows(list) {
    const lines = list && model.set.lines.filter(line => line.members.some(
      ([a, b]) => list.some(([first, last]) => a <= last && b >= first)));
    timeline.view.lines = lines && lines.length > 0 &&
      lines.length < model.set.lines.length ? lines : null;
  }

  function apply(wanted) {
    setStates(states, wanted);
    selection.ranks = parseIntervals(wanted.ranks || "", model.pictures.ranks);
    selection.window = parseSpan(wanted.time, model.length);
    selectNamed(selection, wanted);
    const view = parseSpan(wanted.view, model.length);
    [timeline.view.from, timeline.view.to] = view || [0, model.length];
    timeline.openThreads(wanted.threads ? wanted.threads === "yes"
      : timeline.showsThreads);
    showRows(parseIntervals(wanted.rows || "", model.pictures.ranks));
    selection.tell();
    timeline.find.apply(wanted);
  }

  const write = address(text, apply);
  selection.watch(write);
  selection.watchSpan(write);
  watchStates(write);
}

/* ---- pages of several runs, and of Python without a run ---- */

export function severalLinks({ python }, selection, views) {
  const states = statesOf(views);
  const ranks = python ? python.ranks[python.ranks.length - 1] + python.each
    : 0;
  const write = address(part => [part,
    selection.ranks && `ranks=${intervals(selection.ranks)}`,
    nameText(selection), ...stateTexts(states)].filter(Boolean).join("&"),
                        wanted => {
    selection.ranks = parseIntervals(wanted.ranks || "", ranks);
    selectNamed(selection, wanted);
    selection.tell();
    setStates(states, wanted);
  });
  selection.watch(write);
  watchStates(write);
}
