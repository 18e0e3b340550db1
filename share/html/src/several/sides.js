/* SPDX-License-Identifier: BSD-3-Clause */
/* The time lines of two runs, one above the other, on the same time axis. */
import { ORDER, classColor, themeColor } from "../base/colors.js";
import { card, choice, el } from "../base/dom.js";
import { ns, percent, seconds, several } from "../base/format.js";
import { parseSpan, spanText } from "../data/link.js";
import { timeAxis } from "../widgets/axis.js";
import { Picture, fitted, isFar } from "../widgets/canvas.js";
import { added, arrange, drawRowNames, farTitle, representatives, standsFor }
  from "../timeline/rows.js";

const LEFT = 76;
const RIGHT = 6;
const TITLE = 20;
const STRIP = 40; /* the share of each class */
const GAP = 4;
const AXIS = 26;
const ROWS = 180; /* pixels of the rows of a side, at most */
const ROW = 16;
const MERGES = [["most", "most useful time"], ["least", "least useful time"],
                ["mean", "mean"]];

function spanOf(group) {
  const [first, last] = [group[0].first, group[group.length - 1].last];
  return first === last ? `${first}` : `${first}-${last}`;
}

/* What the picture needs of one run: rows of ranks, with a part of a bin for
 * each class. */
class Lane {
  constructor({ side, name, pictures }) {
    this.title = `${side}: ${name}`;
    this.pictures = pictures;
    this.lines = pictures.byRank.lines;
    this.length = pictures.width * pictures.bins;
    this.order = ORDER.map(class_ => pictures.classes.findIndex(
      one => one.name === class_)).filter(k => k >= 0);
    this.place = arrange(this.lines, { sort: "rank", most: ROWS, row: ROW,
                                       top: 0 });
    this.groups = this.place.groups;
    this.height = this.place.height;
    this.mean = this.added([this.lines]);
    this.use("most");
  }

  /* Which rank of a row is shown. */
  use(merge) {
    this.some = this.groups.map(group => representatives(group, merge));
    this.parts = this.added(this.some);
  }

  get shares() {
    return this.pictures.each > 1 || this.groups.some(
      group => group.length > 1);
  }

  added(groups) {
    const { bins, byRank } = this.pictures;
    return this.order.map(k => (byRank.bins[k] ? added(groups, byRank.bins[k],
                                                       bins) : null));
  }

  partsAt(row, bin) {
    const at = (row < 0 ? 0 : row) * this.pictures.bins + bin;
    return (row < 0 ? this.mean : this.parts).map(
      parts => (parts ? parts[at] : 0));
  }

  colorOf(i) {
    return classColor(this.pictures.classes[this.order[i]].name);
  }

  nameOf(row) {
    return spanOf(this.groups[row]);
  }

  titleOf(row) {
    const [line] = this.groups[row];
    const shown = standsFor(this.groups[row], this.some[row]);
    const name = this.nameOf(row);
    const title = `rank${name.includes("-") ? "s" : ""} ${name}`;
    return this.place.out.has(line) ? farTitle(line, title)
      : `${title}${shown ? `; shown: rank${shown.first === shown.last ? ""
        : "s"} ${spanOf([shown])}` : ""}`;
  }
}

export function sidesView(sides) {
  const lanes = sides.map(side => new Lane(side));
  const length = Math.max(1, ...lanes.map(lane => lane.length));
  const view = { from: 0, to: length };
  let top = 0;
  for (const lane of lanes) {
    lane.top = top;
    top += TITLE + STRIP + GAP + lane.height + GAP;
  }
  const bottom = top;
  const x = (t, width) => LEFT + (t - view.from) / (view.to - view.from) *
    (width - LEFT - RIGHT);
  const time = (px, width) => view.from + (px - LEFT) /
    (width - LEFT - RIGHT) * (view.to - view.from);
  const topOf = lane => lane.top + TITLE + STRIP + GAP;

  function drawStack(context, lane, parts, { from, wide, base, high }) {
    let y = base;
    parts.forEach((part, i) => {
      context.fillStyle = lane.colorOf(i);
      context.fillRect(from, y - part * high, wide, part * high);
      y -= part * high;
    });
  }

  function drawMost(context, lane, parts, { from, wide, base, high }) {
    let most = 0;
    parts.forEach((part, i) => {
      if (part > parts[most])
        most = i;
    });
    if (parts.reduce((sum, part) => sum + part, 0) < 0.02)
      return;
    context.fillStyle = lane.colorOf(most);
    context.fillRect(from, base - high, wide, high);
  }

  function drawLane(context, lane, width) {
    const { bins, width: each } = lane.pictures;
    const { place } = lane;
    context.fillStyle = themeColor("text");
    context.fillText(fitted(context, `${lane.title}, ${ns(lane.length)}`,
                            width - LEFT), LEFT, lane.top + TITLE / 2);
    for (let bin = Math.floor(view.from / each);
         bin < Math.min(bins, view.to / each); bin++) {
      const from = Math.round(Math.max(LEFT, x(bin * each, width)));
      const to = Math.round(Math.min(width - RIGHT, x((bin + 1) * each,
                                                      width)));
      if (to <= from)
        continue;
      const wide = to - from;
      drawStack(context, lane, lane.partsAt(-1, bin), { from, wide,
        base: lane.top + TITLE + STRIP, high: STRIP });
      for (let row = 0; row < lane.groups.length; row++) {
        const thin = place.heights[row] < 9;
        const base = topOf(lane) + place.y(row + 1) - (thin ? 0 : 1);
        (thin ? drawMost : drawStack)(context, lane, lane.partsAt(row, bin), {
          from, wide, base, high: place.heights[row] - (thin ? 0 : 1) });
      }
    }
    context.textAlign = "right";
    context.fillStyle = themeColor("muted");
    context.fillText("mean", LEFT - 6, lane.top + TITLE + STRIP / 2);
    drawRowNames(context, { level: "rank", pictures: lane.pictures,
                            rowName: line => `${line.first}` }, place,
                 { right: LEFT - 6, top: topOf(lane) });
  }

  /* Where a run is over there is nothing. */
  function drawEnd(context, lane, width) {
    const at = x(lane.length, width);
    if (at < LEFT || at > width - RIGHT - 1)
      return;
    context.fillStyle = themeColor("accent");
    context.fillRect(Math.round(at), lane.top + TITLE, 2,
                     STRIP + GAP + lane.height);
    context.fillText(fitted(context, ` end of ${lane.title[0]}`,
                            width - RIGHT - at), at + 4,
                     lane.top + TITLE + STRIP / 2);
  }

  function draw(context, width) {
    for (const lane of lanes) {
      drawLane(context, lane, width);
      drawEnd(context, lane, width);
    }
    timeAxis(context, width, { view, x, top: bottom, left: LEFT });
  }

  function at(px, py) {
    const lane = lanes.find(one => py >= one.top + TITLE && py < one.top +
      TITLE + STRIP + GAP + one.height);
    const t = time(px, picture.width);
    if (!lane || px < LEFT || t < 0 || t >= lane.length)
      return null;
    const row = lane.place.at(py - topOf(lane));
    const { width: each, bins } = lane.pictures;
    const bin = Math.min(bins - 1, Math.floor(t / each));
    return { lane, row, bin, tip: [`${lane.title}, ${row < 0 ? "mean"
      : lane.titleOf(row)}`, `${ns(bin * each)} to ${ns((bin + 1) *
      each)}`, ...lane.partsAt(row, bin).map((part, i) => [part,
      lane.pictures.classes[lane.order[i]].title]).filter(
      ([part]) => part > 0.0005).map(([part, title]) => [title,
      percent(part)])] };
  }

  function show(from, to) {
    const span = Math.max(length / 2000, Math.min(length, to - from));
    view.from = Math.max(0, Math.min(length - span, from));
    view.to = view.from + span;
    describe();
    picture.redraw();
  }

  function drag(x0, y0, x1, y1, done) {
    if (!isFar(x0, x1))
      return null;
    const inside = px => Math.max(LEFT, Math.min(picture.width - RIGHT, px));
    const [a, b] = [inside(Math.min(x0, x1)), inside(Math.max(x0, x1))];
    if (done)
      show(time(a, picture.width), time(b, picture.width));
    return { x0: a, x1: b, y0: 0, y1: bottom };
  }

  const zoom = factor => {
    const middle = (view.from + view.to) / 2;
    const half = (view.to - view.from) * factor / 2;
    show(middle - half, middle + half);
  };

  function key(event) {
    const span = view.to - view.from;
    const keys = { "+": () => zoom(0.5), "=": () => zoom(0.5),
                   "-": () => zoom(2), 0: () => show(0, length),
                   ArrowLeft: () => show(view.from - span / 4, view.to -
                     span / 4),
                   ArrowRight: () => show(view.from + span / 4, view.to +
                     span / 4) };
    if (!keys[event.key])
      return false;
    keys[event.key]();
    return true;
  }

  const picture = new Picture("Time lines of A and B on the same time axis", {
    draw, at, drag, key, height: () => bottom + AXIS });

  function describe() {
    picture.describe(`${seconds(view.from / 1e9)} to ${seconds(
      view.to / 1e9)}. ${lanes.map(lane => `${lane.title}: ${several(
      lane.pictures.ranks, "rank")}, ${ns(lane.length)}`).join("; ")}.${
      ofOutliers()}`);
  }

  const ofOutliers = () => lanes.filter(lane => lane.place.out.size > 0).map(
    lane => ` Useful time in ${lane.title[0]} far from the others: rank${
      lane.place.out.size > 1 ? "s" : ""} ${[...lane.place.out].map(
      line => line.first).join(", ")}.`).join("");

  const merges = !lanes.some(lane => lane.shares) ? null : [
    el("span", { class: "muted" }, "a row shows: "),
    choice("merge", MERGES, "most", merge => {
      lanes.forEach(lane => lane.use(merge));
      picture.redraw();
    })];

  const used = ORDER.filter(name => lanes.some(lane => lane.lines.some(
    line => line.times[name] > 0)));
  describe();
  const spanState = { name: "view", get: () => (view.from > 0 ||
    view.to < length ? spanText([view.from, view.to]) : ""),
                      set: text => show(...(parseSpan(text, length) ||
                                            [0, length])) };
  return { picture, view, lanes, show,
           states: [spanState],
           node: card("sides", "Time lines",
    "A above B, on the same time axis; for several runs of a side, the " +
    "first. Drag zooms both; so do + \u2212 0 and the arrow keys.",
    el("div", { class: "tools" },
      el("button", { type: "button", id: "sides-all",
                     onclick: () => show(0, length) }, "Whole runs"),
      merges && el("span", {}, merges),
      el("span", { class: "legend" }, used.map(name => {
        const swatch = el("i", {});
        swatch.style.background = classColor(name);
        const class_ = lanes[0].pictures.classes.find(
          one => one.name === name);
        return el("span", {}, swatch, class_ ? class_.title : name);
      }))), picture.box) };
}
