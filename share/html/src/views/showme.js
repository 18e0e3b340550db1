/* SPDX-License-Identifier: BSD-3-Clause */
/* Where on the page a suggestion is seen: its ranks, its region or procedure,
 * and the seconds in which it costs most. */
import { parseIntervals } from "../base/format.js";

const OUTSIDE = "(outside regions)";
/* Suggestions about what is not in the time line: a part of the page. */
const ELSEWHERE = { no_core: ["resources", "queued_share"],
                    own_overhead: ["table-run"], start_and_end: ["table-run"],
                    leaks: ["notes"] };

const procedureIn = text => (/^MPI_\w+/.exec(text || "") || [null])[0];

function ranksOf(row, model) {
  const text = row.ranks || (row.rank === null ? "" : String(row.rank));
  return text === "" ? null : parseIntervals(text, model.pictures.ranks);
}

/* What a suggestion is about: useful time in a region, or MPI calls. */
function nameOf(row) {
  if (row.region && row.region !== OUTSIDE)
    return ["region", row.region];
  const procedure = procedureIn(row.where);
  return procedure ? ["procedure", procedure] : [null, null];
}

const isOf = (rank, ranks) => !ranks || ranks.some(
  ([first, last]) => rank >= first && rank <= last);

/* The largest wait with single calls that these ranks caused, in that call. */
function windowOf(row, ranks, { windows }) {
  const waiting = procedureIn(row.waiting) || procedureIn(row.where);
  const caused = windows.items.filter(({ wait }) => wait &&
    (isOf(wait.culprit, ranks) || isOf(wait.rank, ranks)) && (!waiting ||
      (wait.site >= 0 && windows.sites[wait.site].name === waiting)));
  return caused.sort((a, b) => isOf(b.wait.culprit, ranks) - isOf(
    a.wait.culprit, ranks) || b.wait.length - a.wait.length)[0];
}

/* The stretch in which most time is lost, with one before and behind. */
function stretchOf(region, band) {
  const list = band.regions.get(region) || band.stretches;
  const most = list.reduce((best, one) => (!best || one.lost_s > best.lost_s
    ? one : best), null);
  return most && [2 * most.from - most.to, 2 * most.to - most.from];
}

/* { anchor, press } or { ranks, kind, name, item, span }; null: nothing on the
 * page shows it. */
export function targetOf(row, model, views) {
  const elsewhere = ELSEWHERE[row.rule];
  if (elsewhere)
    return { anchor: elsewhere[0], press: elsewhere[1] };
  if (!views.timeline)
    return null;
  const ranks = ranksOf(row, model);
  const [kind, name] = nameOf(row);
  const item = views.timeline.calls.possible
    ? windowOf(row, ranks, model) : undefined;
  const span = item ? null : stretchOf(name, views.timeline.band);
  return ranks || name || item ? { ranks, kind, name, item, span } : null;
}

function showOnTimeline(target, selection, { timeline }) {
  selection.clear();
  if (target.ranks)
    selection.setRanks(target.ranks);
  if (target.name)
    selection.setName(target.kind, target.name);
  if (target.item)
    timeline.zoomToWindow(target.item);
  else if (target.span)
    timeline.show(...target.span);
  else
    timeline.showAll();
  timeline.keepRows(target.ranks);
}

/* Selects it, zooms there and scrolls to it. */
export function showMe(row, model, selection, views) {
  const target = targetOf(row, model, views);
  if (!target)
    return;
  if (!target.anchor)
    showOnTimeline(target, selection, views);
  const place = document.getElementById(target.anchor || "timeline");
  const button = target.press && place &&
    place.querySelector(`[value=${target.press}]`);
  if (button)
    button.click();
  if (place && place.tagName === "DETAILS")
    place.open = true;
  if (place)
    place.scrollIntoView();
}
