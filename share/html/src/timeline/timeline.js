/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks x time: what each was doing, from the bins of the profile. */
import { ORDER, classColor, themeColor } from "../base/colors.js";
import { card, choice, defined, el } from "../base/dom.js";
import { ns, percent, seconds, several } from "../base/format.js";
import { timeAxis } from "../widgets/axis.js";
import { Picture, hear, isFar } from "../widgets/canvas.js";
import { aboutCalls } from "./call_remarks.js";
import { Calls } from "./calls.js";
import { EfficiencyBand } from "./efficiency.js";
import { finder } from "./find.js";
import { overview } from "./overview.js";
import { SORTS, added, arrange, drawRowNames, farTitle, representatives,
         standsFor, usefulOf } from "./rows.js";

const LEFT = 76;
const STRIP = 56; /* the share of each class, above the rows */
const GAP = 8;
const AXIS = 24;
const PALE = 0.25; /* what is not selected */
const MOST_HIGH = 340; /* pixels of all rows */
const LEAST_STACK = 8; /* of a row that shows parts of a stretch */
const SOME_ROWS = 18; /* that have room for single calls */
/* What a stream of an accelerator does in the colours of classes. */
const STREAM_CLASSES = { useful: "kernels", onesided: "copies" };

export function timelineView(model, selection) {
  const { pictures } = model;
  const calls = new Calls(model, selection);
  const showsThreads = calls.hasStreams && model.set.lines.length +
    calls.windows.streams.size <= SOME_ROWS;
  const view = { from: 0, to: model.length, lines: null,
                 threads: showsThreads };
  const band = new EfficiencyBand(model);
  const order = ORDER.map(name => pictures.classes.findIndex(
    class_ => class_.name === name)).filter(k => k >= 0);

  const shown = () => view.lines || model.set.lines;
  const x = (t, width) => LEFT + (t - view.from) / (view.to - view.from) *
                          (width - LEFT - 6);
  const time = (px, width) => view.from + (px - LEFT) / (width - LEFT - 6) *
                              (view.to - view.from);
  /* Single calls have room for their names. */
  const rowHeight = () => (calls.isNear(view.from, view.to) ? 30 : 18);
  const rowsHeight = () => prepare().place.height;
  /* Rows of the picture: a line each, or, of more lines than there are
   * pixels, several. */
  let sort = "rank";
  let merge = "mean"; /* of lines that share a row */
  let made = null;
  let described = 0; /* the width of what describe() was last said of */

  /* Of selected ranks, if some are. */
  const threadsOf = line => (view.threads && model.has(selection, line)
    ? calls.threadsOf(line) : []);

  function prepare() {
    const lines = shown();
    const key = `${sort} ${merge} ${rowHeight()} ${view.threads &&
      JSON.stringify(selection.ranks)}`;
    if (made && made.lines === lines && made.key === key)
      return made;
    const place = arrange(lines, { model, sort, most: MOST_HIGH,
                                   row: rowHeight(), top: STRIP + GAP,
                                   threadsOf });
    const some = place.groups.map(group => representatives(group, merge));
    made = { lines, key, place, some, groups: place.groups,
             parts: partsIn(some) };
    return made;
  }

  const partsIn = groups => order.map(k => (model.set.bins[k] ? added(
    groups, model.set.bins[k], pictures.bins) : null));

  const bottomOfRows = () => STRIP + GAP + rowsHeight();
  const rows = () => prepare().place;
  const partsOf = (row, bin) => prepare().parts.map(
    parts => (parts ? parts[row * pictures.bins + bin] : 0));
  const chosen = row => prepare().groups[row].some(
    line => model.has(selection, line));

  function titleOf(group) {
    const last = group[group.length - 1];
    if (group.length === 1)
      return prepare().place.out.has(group[0])
        ? farTitle(group[0], model.lineTitle(group[0]))
        : model.lineTitle(group[0]);
    if (sort !== "rank")
      return `${several(group.length, "row")} of similar ${
        sort === "mpi" ? "time in MPI" : "useful time"}, with ${
        model.lineTitle(group[0])}`;
    return model.level === "rank" ? `ranks ${group[0].first} to ${last.last}`
      : `${model.lineName(group[0])} to ${model.lineName(last)}`;
  }

  /* What is not of the selected name is pale: other classes than that of a
   * procedure, and stretches in which a region had no time. */
  function strengths() {
    const { kind, name } = selection;
    const column = pictures.columns[model.columnOf(selection)];
    const only = kind === "function" ? "useful"
      : kind === "procedure" && column ? column.class : null;
    const classes = order.map(k => (
      only === null || pictures.classes[k].name === only ? 1 : PALE));
    return (i, bin) => (kind === "region" && !band.hasRegion(
      name, (bin + 0.5) * pictures.width) ? PALE : classes[i]);
  }

  function drawStack(context, [bin, left, wide], top, high, { parts, strong,
                                                             alpha = 1 }) {
    let y = top + high;
    order.forEach((k, i) => {
      const part = parts[i] * high;
      if (part <= 0)
        return;
      context.globalAlpha = alpha * strong(i, bin);
      context.fillStyle = classColor(pictures.classes[k].name);
      context.fillRect(left, y - part, wide, part);
      y -= part;
    });
  }

  /* The bins that are in view, with their places in whole pixels. */
  function binsInView(width) {
    const list = [];
    const last = Math.min(pictures.bins - 1,
                          Math.floor(view.to / pictures.width));
    for (let bin = Math.max(0, Math.floor(view.from / pictures.width));
         bin <= last; bin++) {
      const left = Math.round(Math.max(LEFT, x(bin * pictures.width, width)));
      const right = Math.round(Math.min(width - 6, x((bin + 1) *
                                                     pictures.width, width)));
      if (right > left)
        list.push([bin, left, right - left]);
    }
    return list;
  }

  function drawStacks(context, place, width) {
    const bins = binsInView(width);
    const strong = strengths();
    for (let row = 0; row < prepare().groups.length; row++) {
      const top = Math.round(place.y(row));
      const high = Math.round(place.y(row + 1)) - top - 1;
      if (high < LEAST_STACK)
        continue;
      const alpha = chosen(row) ? 1 : PALE;
      for (const place_ of bins)
        drawStack(context, place_, top, high,
                  { parts: partsOf(row, place_[0]), strong, alpha });
    }
    context.globalAlpha = 1;
  }

  /* Thin rows: one colour, that of the class that took most. */
  function drawMost(context, place, width) {
    const { groups, parts } = prepare();
    const image = new ImageData(pictures.bins, groups.length);
    const colors = order.map(k => [1, 3, 5].map(i => parseInt(classColor(
      pictures.classes[k].name).slice(i, i + 2), 16)));
    const strong = strengths();
    for (let row = 0; row < groups.length; row++) {
      const alpha = chosen(row) ? 255 : 64;
      for (let bin = 0; bin < pictures.bins; bin++) {
        const at = row * pictures.bins + bin;
        let most = -1;
        let best = 0;
        let sum = 0;
        for (let i = 0; i < parts.length; i++) {
          const part = parts[i] ? parts[i][at] : 0;
          sum += part;
          if (part > best) {
            best = part;
            most = i;
          }
        }
        if (sum >= 0.02)
          image.data.set([...colors[most], alpha * strong(most, bin)],
                         4 * at);
      }
    }
    const canvas = document.createElement("canvas");
    canvas.width = pictures.bins;
    canvas.height = groups.length;
    canvas.getContext("2d").putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    for (let row = 0, end; row < groups.length; row = end) {
      end = row + 1;
      while (end < groups.length && place.heights[end] === place.heights[row])
        end++;
      context.drawImage(canvas, view.from / pictures.width, row,
                        (view.to - view.from) / pictures.width, end - row,
                        LEFT, place.y(row), width - LEFT - 6,
                        place.y(end) - place.y(row));
    }
    for (let row = 0; row < groups.length; row++)
      if (place.out.has(groups[row][0]))
        context.clearRect(LEFT, place.y(row), width - LEFT - 6,
                          place.heights[row]);
  }

  /* Of the lines that are selected, by class and bin; rows may have others,
   * too. */
  let mean = null;

  function meanOf() {
    if (mean && mean.lines === shown() && mean.of === selection.ranks)
      return mean;
    const chosen = shown().filter(line => model.has(selection, line));
    const ranks = chosen.reduce((sum, line) => sum + line.times.ranks, 0);
    mean = { lines: shown(), of: selection.ranks, ranks, chosen,
             parts: ranks > 0 ? partsIn([chosen]) : order.map(() => null) };
    return mean;
  }

  const meanParts = bin => meanOf().parts.map(
    parts => (parts ? parts[bin] : 0));

  function drawStrip(context, width) {
    const strong = strengths();
    for (const place of binsInView(width))
      drawStack(context, place, 0, STRIP, { parts: meanParts(place[0]),
                                            strong });
    context.globalAlpha = 1;
    context.fillStyle = themeColor("muted");
    context.textAlign = "right";
    context.fillText("mean", LEFT - 6, STRIP / 2);
    context.textAlign = "left";
  }

  function drawWindow(context, width, height) {
    if (!selection.window)
      return;
    const [a, b] = selection.window.map(t => Math.max(LEFT, Math.min(
      width - 6, x(t, width))));
    context.fillStyle = themeColor("shade");
    context.fillRect(LEFT, 0, a - LEFT, height - AXIS);
    context.fillRect(b, 0, width - 6 - b, height - AXIS);
    context.strokeStyle = themeColor("accent");
    context.lineWidth = 1.5;
    context.strokeRect(a, 0.5, b - a, height - AXIS - 1);
    context.lineWidth = 1;
  }

  /* What single calls need to know of the picture. */
  function scene(width = picture.width || 1000) {
    const place = rows();
    const strong = strengths();
    /* The parts of a row at that time, by class. */
    const stack = (context, time, left, wide, top, high, row, part) => {
      drawStack(context, [time / pictures.width - 0.5, left, wide], top, high,
                { parts: order.map(part), strong,
                  alpha: chosen(row) ? 1 : PALE });
      context.globalAlpha = 1;
    };
    return { from: view.from, to: view.to, left: LEFT, right: width - 6,
             height: bottomOfRows(), marks: STRIP + 2, place,
             groups: prepare().groups, chosen, x: t => x(t, width),
             later: () => setTimeout(() => picture.redraw(), 0), stack,
             time: px => time(px, width),
             middle: row => (place.y(row) + place.y(row + 1) - 1) / 2 };
  }

  function draw(context, width, height) {
    const place = rows();
    drawStrip(context, width);
    if (place.each < 9)
      drawMost(context, place, width);
    drawStacks(context, place, width);
    calls.draw(context, scene(width));
    band.draw(context, { x: t => x(t, width), left: LEFT, right: width - 6,
                         top: bottomOfRows() });
    drawRowNames(context, model, place, { right: LEFT - 6,
                                          byRank: sort === "rank" });
    timeAxis(context, width, { view, x, top: height - AXIS, left: LEFT });
    drawWindow(context, width, height);
    /* How many arrows there is room for depends on the width. */
    if (described !== width) {
      described = width;
      describe();
    }
  }

  function at(px, py) {
    const width = picture.width;
    const t = time(px, width);
    const row = rows().at(py);
    const group = prepare().groups[row];
    if (px < LEFT || t < 0 || t >= model.length || py > picture.height - AXIS)
      return group ? { group, tip: [titleOf(group)] } : null;
    const low = py >= bottomOfRows() ? band.at(t, band.region) : null;
    if (low)
      return { t, stretch: low, tip: band.tip(low) };
    const mark = !group && py >= STRIP ? calls.markAt(scene(), px) : null;
    if (mark)
      return { mark, tip: calls.words.markTip(mark) };
    const single = group ? calls.find(scene(), group, px) : null;
    if (single)
      return { group, t, single, tip: calls.words.tip(
        single, known => usefulTips(group, t, known)) };
    const bin = Math.min(pictures.bins - 1, Math.floor(t / pictures.width));
    const fine = group ? calls.binAt(row, t) : null;
    const tip = [group ? titleOf(group)
      : `mean of ${several(meanOf().ranks, "rank")}`, ...shownIn(row),
                 `${ns(fine ? fine.from : bin * pictures.width)} to ${
                   ns(fine ? fine.to : (bin + 1) * pictures.width)}`];
    const stream = group && group[0].stream;
    const part = fine && calls.partsOf(group, fine.part);
    (fine ? order.map(part) : group ? partsOf(row, bin)
      : meanParts(bin)).forEach((share, i) => {
      const { name } = pictures.classes[order[i]];
      if (share > 0.0005)
        tip.push([stream ? STREAM_CLASSES[name] : model.className(name),
                  percent(share)]);
    });
    if (!group || !group[0].thread)
      tip.push(...usefulTips(group, t));
    return group ? { group, t, bin, tip } : { t, tip };
  }

  /* Of the ranks of a row the one that is shown. */
  function shownIn(row) {
    const { groups, some } = prepare();
    const line = row < 0 ? null : standsFor(groups[row], some[row]);
    return line ? [`shown: ${model.lineTitle(line)}, with the ${merge} ` +
      "useful time"] : [];
  }

  /* What the useful time there was: regions of all ranks in that stretch, or,
   * where no trace tells that, those of the row in the whole run; and its sampled
   * functions. */
  function usefulTips(group, t, knowsRegion = false) {
    const then = knowsRegion ? [] : band.usefulAt(t).slice(0, 3);
    return [...then.length > 0
      ? ["Useful time of all ranks at that time:", ...then.map(
        ([region, part]) => [region, percent(part)])]
      : knowsRegion ? []
        : longest(group, "region", "Useful time in the whole run:"),
            ...longest(group, "function",
                       "CPU time in the whole run, sampled:")];
  }

  /* What a row, or the selected ranks, did longest. */
  function longest(group, kind, title) {
    const some = pictures.columns.map((column, i) => [column, (
      group || meanOf().chosen).reduce((sum, line) => sum +
        (model.set.cells[i].time[line.position] || 0), 0)]).filter(
      ([column, spent]) => column.kind === kind && spent > 0).sort(
      (a, b) => b[1] - a[1]).slice(0, 3);
    return some.length === 0 ? []
      : [title, ...some.map(([{ name }, spent]) => [name.slice(0, 60),
                                                    ns(spent)])];
  }

  /* Ranks are selected, too, when the band crosses rows; alone when it goes
   * straight down. */
  function drag(x0, y0, x1, y1, done) {
    const place = rows();
    const width = picture.width;
    const bottom = bottomOfRows();
    const a = place.at(Math.max(STRIP + GAP, Math.min(bottom - 1, y0)));
    const b = place.at(Math.max(STRIP + GAP, Math.min(bottom - 1, y1)));
    const some = y0 >= STRIP + GAP && (a !== b || x0 < LEFT);
    const wide = x0 >= LEFT && isFar(x0, x1);
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    if (done) {
      if (some)
        selection.ranks = null;
      if (wide)
        selection.window = [Math.max(0, time(Math.max(LEFT, Math.min(x0, x1)),
                                             width)),
                            Math.min(model.length, time(Math.max(x0, x1),
                                                        width))];
      if (some)
        selection.setRanks(prepare().groups.slice(low, high + 1).flat()
          .flatMap(line => model.ranksOf(line)));
      else
        selection.tell();
    }
    if (!some && !wide)
      return null;
    return { x0: wide ? x0 : LEFT,
             x1: wide ? Math.max(LEFT, Math.min(width - 6, x1)) : width - 6,
             y0: some ? place.y(low) : 0,
             y1: some ? place.y(high + 1) : bottom };
  }

  /* ns; less is not told apart. */
  function leastSpan(middle) {
    const least = calls.least(middle);
    return least === 1 ? 200 : 4 * (least || pictures.width);
  }

  function zoom(factor, middle) {
    const least = leastSpan(middle);
    const wanted = (view.to - view.from) * factor;
    const span = Math.min(model.length, factor > 1 ? wanted : Math.max(
      Math.min(least, view.to - view.from), wanted));
    const part = (middle - view.from) / (view.to - view.from);
    view.from = Math.max(0, Math.min(model.length - span,
                                     middle - part * span));
    view.to = view.from + span;
    update();
  }

  function zoomToSelection() {
    [view.from, view.to] = selection.window || [0, model.length];
    const least = Math.min(model.length, leastSpan((view.from + view.to) / 2));
    if (view.to - view.from < least) {
      view.to = Math.min(model.length, view.from + least);
      view.from = view.to - least;
    }
    const lines = model.set.lines.filter(line => model.has(selection, line));
    view.lines = lines.length > 0 ? lines : null;
    update();
  }

  function zoomToWindow(item) {
    if (model.level !== "rank")
      lines.querySelector("[value=rank]").click();
    view.from = item.from;
    view.to = item.to;
    view.lines = calls.rowsOf(item);
    view.item = item.index;
    update();
  }

  /* Rows of these ranks, of many with some others to compare them with. */
  function keepRows(ranks) {
    const { lines } = model.set;
    if (lines.length <= SOME_ROWS || (!ranks && !view.lines))
      return;
    const wanted = line => !ranks || line.members.some(([a, b]) => ranks.some(
      ([first, last]) => a <= last && b >= first));
    const chosen = new Set(lines.filter(line => ranks && wanted(line))
      .slice(0, SOME_ROWS - 2).concat(view.lines || []));
    for (const line of lines)
      if (chosen.size < SOME_ROWS)
        chosen.add(line);
    view.lines = lines.filter(line => chosen.has(line));
    update();
  }

  /* To a call, as close as is needed to tell it from others, in a row that is
   * high enough. */
  function zoomToCall(call) {
    if (model.level !== "rank")
      lines.querySelector("[value=rank]").click();
    const length = Math.max(1, call.end - call.begin);
    const middle = (call.begin + call.end) / 2;
    const least = Math.max(200, 1.3 * length);
    let span = Math.max(least, Math.min(view.to - view.from, 100 * length));
    while (span > 2 * least &&
           !calls.isClose(middle - span / 2, middle + span / 2))
      span /= 2;
    view.from = Math.max(0, Math.min(model.length - span, middle - span / 2));
    view.to = Math.min(model.length, view.from + span);
    calls.chosen = call;
    if (call.thread > 0)
      openThreads(true);
    if (model.set.lines.length > SOME_ROWS && !(view.lines && view.lines.some(
      line => line.first === call.rank)))
      keepRows([[call.rank, call.rank]]);
    update();
  }

  function openThreads(open) {
    view.threads = open;
    if (threads)
      threads.setAttribute("aria-pressed", open);
  }

  /* The next or the one before, by time. */
  function step(by) {
    const items = [...model.windows.items].sort((a, b) => a.from - b.from);
    if (!calls.possible || items.length === 0)
      return;
    const middle = (view.from + view.to) / 2;
    const at = items.findIndex(item => item.index === view.item &&
      middle >= item.from && middle <= item.to);
    const next = at < 0 ? (by > 0 ? 0 : items.length - 1)
      : (at + by + items.length) % items.length;
    zoomToWindow(items[next]);
    hear([calls.words.title(items[next])]);
  }

  function showAll() {
    view.from = 0;
    view.to = model.length;
    view.lines = null;
    view.item = -1;
    update();
  }

  function key(event) {
    const span = view.to - view.from;
    const middle = (view.from + view.to) / 2;
    const move = by => {
      const to = Math.max(span, Math.min(model.length, view.to + by));
      view.from = to - span;
      view.to = to;
      update();
    };
    const moves = { "+": () => zoom(0.5, middle), "=": () => zoom(0.5, middle),
                    "-": () => zoom(2, middle),
                    ArrowLeft: () => move(-span / 4),
                    ArrowRight: () => move(span / 4), "0": showAll };
    const keys = { n: () => step(1), p: () => step(-1), f: () => find.focus(),
                   o: () => threads && threads.click(),
                   Enter: () => selection.setWindow(view.from, view.to) };
    const act = moves[event.key] || keys[event.key];
    if (!act)
      return false;
    act();
    if (moves[event.key])
      hear([`${seconds(view.from / 1e9)} to ${seconds(view.to / 1e9)}`]);
    return true;
  }

  function point(px, py) {
    const found = at(px, py);
    if (calls.point(found && found.single))
      picture.redraw();
    return found;
  }

  const picture = new Picture("Time line: what each rank was doing when", {
    draw, at: point, drag, key,
    height: () => bottomOfRows() + band.height + AXIS,
    leave: () => {
      if (calls.point(null))
        picture.redraw();
    },
    pick: (found, more) => {
      if (found.mark)
        zoomToWindow(found.mark);
      else if (found.stretch)
        selection.setWindow(found.stretch.from, found.stretch.to);
      else if (found.group)
        selection.setRanks(found.group.flatMap(
          line => model.ranksOf(line)), more);
    },
  });
  picture.canvas.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.shiftKey)
      return;
    event.preventDefault();
    zoom(event.deltaY > 0 || event.deltaX > 0 ? 1.25 : 0.8,
         time(picture.place(event)[0], picture.width));
  }, { passive: false });
  /* Before the last two clicks: a double-click selects nothing. */
  const before = [null, null];
  picture.canvas.addEventListener("pointerdown", () => {
    before.shift();
    before.push(selection.ranks);
  });
  picture.canvas.addEventListener("dblclick", event => {
    const [px] = picture.place(event);
    [selection.ranks] = before;
    selection.tell();
    zoom(0.4, time(Math.max(LEFT, px), picture.width));
  });

  /* Of what the sums are; names are not kept by time. */
  function scopeOf() {
    const parts = [selection.ranks ? "ranks" : "",
                   selection.window ? "time" : ""].filter(Boolean);
    return parts.length > 0 ? `Selected ${parts.join(" and ")}`
      : "Whole run";
  }

  function describe() {
    const sums = model.totals(selection);
    const counted = pictures.classes.filter(c => c.name !== "setup");
    const whole = counted.reduce((sum, c) => sum + (sums[c.name] || 0), 0);
    const parts = counted.filter(c => sums[c.name] > 0)
      .sort((a, b) => sums[b.name] - sums[a.name])
      .map(c => `${c.title} ${percent(sums[c.name] / whole)}`);
    const rowName = pictures.each > 1 ? "row" : model.level;
    picture.describe(`${several(shown().length, rowName)}, ${
      seconds(view.from / 1e9)} to ${seconds(view.to / 1e9)}. ${
      calls.describe(scene())}${band.describe(view.from, view.to)}${
      scopeOf()}: ${parts.join(", ")}.${ofOutliers()}${ofName()}`);
  }

  function ofOutliers() {
    const out = [...prepare().place.out];
    return out.length === 0 ? "" : ` Useful time far from the others: ${
      out.map(line => `${model.lineTitle(line)} (${ns(usefulOf(line))})`)
        .join(", ")}.`;
  }

  /* What the time line shows of a selected name. */
  function ofName() {
    const { kind, name } = selection;
    const column = pictures.columns[model.columnOf(selection)];
    const called = name && name.slice(0, 60);
    if (kind === "procedure" && column)
      return ` Times are not kept by procedure: the class of ${called}, ${
        model.className(column.class)}, is highlighted.`;
    if (kind === "function")
      return ` When ${called} ran is unknown: useful time is highlighted.`;
    if (kind !== "region")
      return "";
    return band.region ? ` Below the rows: ${called}, useful time and the ` +
      "rest of its time, of all ranks; stretches without this region are " +
      "dimmed."
      : ` When ${called} ran is unknown${band.height > 0
        ? ": it is not among the longest regions" : "; this needs a trace"}.`;
  }

  function update() {
    band.choose(selection.kind === "region" ? selection.name : null);
    describe();
    picture.redraw();
    whole.update();
    selection.setSpan(view.from, view.to);
  }

  function show(from, to) {
    [view.from, view.to] = [from, Math.max(to, from + Math.min(
      leastSpan((from + to) / 2), model.length - from))];
    update();
  }

  const whole = overview(model, { view, show, parts: bin => order.map(
    (k, i) => [pictures.classes[k].name, meanParts(bin)[i]]) });
  selection.watch(update);
  const lines = model.sets.node
    ? choice("lines", [["rank", "ranks"], ["node", "hosts"]], "rank",
             level => {
               model.level = level;
               view.lines = null;
               selection.tell();
             })
    : null;
  const again = () => {
    made = null;
    update();
  };
  const orders = model.set.lines.length < 2 ? null : choice("order", SORTS.filter(
    ([name]) => name !== "alike" || model.table("rank_groups")), sort,
    name => {
      sort = name;
      again();
    });
  const shares = model.set.lines.length > MOST_HIGH || pictures.each > 1;
  const merges = !shares ? null : choice("merge", [
    ["mean", "mean"], ["most", "most useful time"],
    ["least", "least useful time"]], merge,
    name => {
      merge = name;
      again();
    });
  const threads = calls.hasThreads ? el("button", { type: "button",
    id: "threads", "aria-pressed": `${view.threads}`,
    title: calls.hasStreams ? "A row for each stream of an accelerator, and " +
      "for each thread of a rank that calls MPI"
      : "A row for each thread of a rank that calls MPI", onclick: () => {
      openThreads(!view.threads);
      selection.tell(); /* the link, too */
    } }, calls.hasStreams ? "Streams" : "Threads") : null;
  const find = finder(model, { calls, zoomToCall, redraw: () => update() });
  const buttons = el("div", { class: "tools" },
    el("button", { type: "button", id: "zoom-selection",
                   onclick: zoomToSelection }, "Zoom to selection"),
    el("button", { type: "button", id: "zoom-in", title: "Zoom in",
                   "aria-label": "Zoom in",
                   onclick: () => zoom(0.5, (view.from + view.to) / 2) },
       "+"),
    el("button", { type: "button", id: "zoom-out", title: "Zoom out",
                   "aria-label": "Zoom out",
                   onclick: () => zoom(2, (view.from + view.to) / 2) }, "\u2212"),
    el("button", { type: "button", id: "zoom-all", onclick: showAll },
       "Whole run"),
    lines, threads, orders, merges && el("span", {}, el("span", { class: "muted" },
      "a row shows: "), merges), legend(model),
    calls.hasStreams ? streamLegend() : null);
  const waits = calls.possible && model.windows.items.length > 0 ? el("div", { class: "tools windows",
    role: "group", "aria-label": "Windows with single calls" },
    el("span", { class: "muted" }, model.windows.items.some(
      item => item.wait) ? "Largest waits:" : "Single calls:"),
    model.windows.items.map(item => el("button", { type: "button",
      id: `window-go-${item.index}`, title: calls.words.markTip(item).flat()
        .slice(1, -1).join(" "), onclick: () => zoomToWindow(item) },
      calls.words.titleParts(item).map((text, i) => el("span", {
        class: i === 1 ? "roomy" : null }, text)),
      item.asked && item.wait ? " (--window)" : null))) : null;
  const note = model.length > 1 && pictures.bins > 0 ? null
    : el("p", { class: "empty" }, "The profile has no time line: nothing was " +
         "measured, or the run was shorter than one of its stretches.");
  update();
  return { view, picture, calls, scene, band, place: () => prepare().place,
           zoomToWindow, whole, show, find, openThreads, showsThreads,
           showAll, keepRows,
           node: card("timeline", "Time line",
                      `One row per ${pictures.each > 1
                        ? `${pictures.each} neighbouring ranks`
                        : "rank"}${lines ? ", or per host" : ""}, one ` +
                      `column per ${ns(pictures.width)}. ` +
                      (model.set.lines.length * 9 > 340 ? "In thin rows " +
                        "the dominant activity gives the colour. "
                        : "") + "Drag to select a time window, and across rows to select " +
                      "ranks, too; zoom with a double-click, Ctrl and the wheel, + or " +
                      "\u2212." +
                      aboutCalls(calls) +
                      (band.height > 0 ? " Below the rows: useful time of all " +
                        "ranks (parallel efficiency), above it what imbalance " +
                        "(strong grey) and serialisation (faint grey) cost; the " +
                        "rest is transfer. A click selects that time." : ""),
                      buttons, find.node, waits, note || picture.box,
                      whole.picture.box, calls.note,
                      calls.table.details) };
}

const swatchOf = name => {
  const swatch = el("i", {});
  swatch.style.background = classColor(name);
  return swatch;
};

/* The classes of this run and their colours. */
export function legend(model, names = ORDER) {
  const used = names.filter(name => model.pictures.byRank.lines.some(
    line => line.times[name] > 0));
  return el("span", { class: "legend" }, used.map(name => defined(
    el("span", { "data-class": name }, swatchOf(name), model.className(name)),
    model.definition(name))));
}

const streamLegend = () => el("span", { class: "legend streams" }, "Streams:",
  Object.entries(STREAM_CLASSES).map(([name, title]) => el("span", {},
    swatchOf(name), title)));
