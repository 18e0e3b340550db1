/* SPDX-License-Identifier: BSD-3-Clause */
/* What all ranks, or those of --ranks, used over time: of their hosts, a bar for
 * each stretch of the table `resources_over_time'; of memory, as the trace of
 * another tool has it, for each of `traced_memory_over_time'. */
import { themeColor } from "../base/colors.js";
import { card, choice, defined, el } from "../base/dom.js";
import { bytes, count, digits, percent, seconds, steps } from
  "../base/format.js";
import { definitionOf, stretchesOf } from "../data/table.js";
import { timeAxis } from "../widgets/axis.js";
import { Picture, isFar } from "../widgets/canvas.js";

const LEFT = 76; /* as of the time line, which is above */
const RIGHT = 6;
const TOP = 10;
const AXIS = 22;

/* Column, title, how its values read; amounts are those of a stretch.  Behind
 * these the stretches, in quantitiesOf(), and the definition. */
const QUANTITIES = [
  ["processor_share", "CPU time", percent],
  ["off_share", "useful but off CPU", percent],
  ["queued_share", "waiting for a core", percent],
  ["memory_bytes", "memory", bytes],
  ["memory_most_bytes", "memory, largest rank", bytes],
  ["minor_faults", "page faults", count],
  ["major_faults", "major faults", count],
  ["involuntary", "preemptions", count],
  ["read_bytes", "read", bytes],
  ["written_bytes", "written", bytes],
  ["power_w", "power", value => `${digits(value)} W`],
];

function usedOfHosts(table) {
  const stretches = stretchesOf(table);
  return QUANTITIES.map(([name, ...rest]) => [name, ...rest, stretches,
    definitionOf(table, name)]);
}

/* Its place is the name of the memory, which is anything. */
function usedOfMemory(table) {
  const all = stretchesOf(table);
  const names = [...new Set(all.map(stretch => stretch.memory))];
  return names.map((name, i) => [`memory ${i}`, name, bytes,
    all.filter(stretch => stretch.memory === name).map(
      stretch => ({ ...stretch, [`memory ${i}`]: stretch.bytes })),
    definitionOf(table, "bytes")]);
}

export function resourcesView(model, selection) {
  const table = model.table("resources_over_time");
  const there = [...usedOfHosts(table),
                 ...usedOfMemory(model.table("traced_memory_over_time"))]
    .filter(([name, , , stretches]) => stretches.some(
      stretch => stretch[name] > 0));
  if (there.length === 0)
    return null;
  let [shown] = there;
  let stretches = shown[3];
  const end = Math.max(model.length, ...there.flatMap(
    quantity => quantity[3].map(s => s.to)));
  const most = () => Math.max(...stretches.filter(inView).map(
    s => s[shown[0]] || 0)) || 1;
  /* The axis is that of the time line; what is left of its end belongs to
   * the last stretch. */
  const span = () => (selection.span && (selection.span[0] > 0 ||
    selection.span[1] < model.length) ? selection.span : [0, end]);
  const x = (t, width) => LEFT + (t - span()[0]) / (span()[1] - span()[0]) *
                          (width - LEFT - RIGHT);
  const time = (px, width) => Math.max(span()[0], Math.min(span()[1],
    span()[0] + (px - LEFT) / (width - LEFT - RIGHT) *
                (span()[1] - span()[0])));
  const inView = stretch => stretch.to > span()[0] &&
    stretch.from < span()[1];

  /* Round numbers, of bytes in the unit that they are shown in. */
  function marks(scale) {
    const unit = shown[2] === bytes && scale >= 1
      ? 1024 ** Math.floor(Math.log2(scale) / 10) : 1;
    return steps(0, scale / unit, 5).map(mark => mark * unit);
  }

  function drawAxes(context, width, high, scale) {
    context.textAlign = "right";
    for (const mark of marks(scale)) {
      const y = TOP + high * (1 - mark / scale);
      context.fillStyle = themeColor("line");
      context.fillRect(LEFT, Math.round(y), width - LEFT - RIGHT, 1);
      context.fillStyle = themeColor("muted");
      context.fillText(mark === 0 ? "0" : shown[2](mark), LEFT - 6, y);
    }
    const [from, to] = span();
    timeAxis(context, width, { view: { from, to }, x, top: TOP + high,
                               left: LEFT });
  }

  /* Of stretches that share a pixel the largest: drawn over each other they
   * are stripes. */
  function barsIn(width) {
    const bars = [];
    for (const stretch of stretches.filter(inView)) {
      const from = Math.floor(Math.max(LEFT, x(stretch.from, width)));
      const to = Math.floor(Math.min(width - RIGHT, x(stretch.to, width)));
      const bar = { from, to: Math.max(to, from + 1),
                    most: stretch[shown[0]] || 0,
                    alpha: selected(stretch) ? 0.85 : 0.25 };
      const last = bars[bars.length - 1];
      if (last && last.from === from)
        bars[bars.length - 1] = { ...bar, most: Math.max(bar.most, last.most),
                                  alpha: Math.max(bar.alpha, last.alpha) };
      else
        bars.push(bar);
    }
    return bars;
  }

  function draw(context, width, height) {
    const high = height - TOP - AXIS;
    const scale = most();
    drawAxes(context, width, high, scale);
    context.fillStyle = themeColor("accent");
    for (const { from, to, most, alpha } of barsIn(width)) {
      const part = high * most / scale;
      context.globalAlpha = alpha;
      context.fillRect(from, TOP + high - part, to - from, part);
    }
    context.globalAlpha = 1;
  }

  const selected = stretch => !selection.window ||
    (stretch.to > selection.window[0] && stretch.from < selection.window[1]);

  /* The tip's line on the rank with the most memory; of all, its own. */
  function largestOf(stretch) {
    const rank = stretch.memory_most_rank ?? stretch.max_rank ?? null;
    if (rank === null)
      return [];
    return [["largest memory on rank", `${rank}${
      stretch.max_bytes ? `: ${bytes(stretch.max_bytes)}` : ""}`]];
  }

  function at(px) {
    const t = time(px, picture.width);
    const stretch = stretches.find(s => s.from <= t && t < s.to);
    if (!stretch || px < LEFT)
      return null;
    return { stretch, tip: [
      `${seconds(stretch.from / 1e9)} to ${seconds(stretch.to / 1e9)}`,
      ...there.filter(quantity => quantity[3] === stretches).map(
        ([name, title, text]) => [title,
          stretch[name] === null ? "-" : text(stretch[name])]),
      ...largestOf(stretch)] };
  }

  function drag(x0, y0, x1, y1, done) {
    if (!isFar(x0, x1))
      return null;
    if (done)
      selection.setWindow(time(x0, picture.width), time(x1, picture.width));
    const inside = px => Math.max(LEFT, Math.min(picture.width - RIGHT, px));
    return { x0: inside(x0), y0: TOP, x1: inside(x1),
             y1: picture.height - AXIS };
  }

  const picture = new Picture("What all ranks used of their hosts over time", {
    draw, at, drag, height: () => 170,
    pick: found => selection.setWindow(found.stretch.from, found.stretch.to),
  });

  function update() {
    const parts = stretches.filter(s => selected(s) && inView(s));
    const top = parts.reduce((best, s) => (!best || s[shown[0]] >
      best[shown[0]] ? s : best), null);
    picture.describe(!top ? "There are no readings in this time."
      : `${shown[1]}: at most ${shown[2](top[shown[0]] || 0)}, from ${
        seconds(top.from / 1e9)} to ${seconds(top.to / 1e9)}.`);
    picture.redraw();
  }

  selection.watch(update);
  selection.watchSpan(update);
  update();
  const which = choice("resource", there.map(
    ([name, title]) => [name, title]), shown[0], name => {
      shown = there.find(quantity => quantity[0] === name);
      stretches = shown[3];
      update();
    });
  for (const button of which.children)
    defined(button, there.find(
      quantity => quantity[0] === button.value)[4]);
  const tools = el("div", { class: "tools" }, which);
  return { picture, shown: () => shown[0],
           node: card("resources", "Resources",
                      `${(table && table.note) || "All ranks together"}; same time axis ` +
                      "as the time line. Click to select a stretch, drag to " +
                      "select a time window.",
                      tools, picture.box) };
}
