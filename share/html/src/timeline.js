/* Ranks x time: what each was doing, from the bins of the profile. */
import { Picture, rowLabels, rowsOf } from "./canvas.js";
import { ORDER, classColor, themeColor } from "./colors.js";
import { card, choice, el } from "./dom.js";
import { ns, percent, seconds, steps, unitOf } from "./format.js";

const LEFT = 76;
const STRIP = 56; /* the share of each class, above the rows */
const GAP = 8;
const AXIS = 24;

export function timelineView(model, selection) {
  const view = { from: 0, to: model.length, lines: null };
  const { pictures } = model;
  const order = ORDER.map(name => pictures.classes.findIndex(
    class_ => class_.name === name)).filter(k => k >= 0);

  const shown = () => view.lines || model.set.lines;
  const x = (t, width) => LEFT + (t - view.from) / (view.to - view.from) *
                          (width - LEFT - 6);
  const time = (px, width) => view.from + (px - LEFT) / (width - LEFT - 6) *
                              (view.to - view.from);
  const rowsHeight = () => Math.max(90, Math.min(340, shown().length * 18));
  const rows = () => rowsOf(shown().length, STRIP + GAP, rowsHeight());
  const partsOf = (line, bin) => order.map(k => (
    model.set.bins[k] ? model.set.bins[k][line.position * pictures.bins + bin]
      : 0));

  function drawStack(context, left, wide, top, high, parts) {
    let y = top + high;
    order.forEach((k, i) => {
      const part = parts[i] * high;
      if (part <= 0)
        return;
      context.fillStyle = classColor(pictures.classes[k].name);
      context.fillRect(left, y - part, wide, part);
      y -= part;
    });
  }

  /* One colour: the class that took most. */
  function drawMost(context, left, wide, top, high, parts) {
    let most = -1;
    let sum = 0;
    parts.forEach((part, i) => {
      sum += part;
      if (most < 0 || part > parts[most])
        most = i;
    });
    if (sum < 0.02)
      return;
    context.fillStyle = classColor(pictures.classes[order[most]].name);
    context.fillRect(left, top, wide, high);
  }

  function drawLine(context, line, top, high, width) {
    const first = Math.max(0, Math.floor(view.from / pictures.width));
    const last = Math.min(pictures.bins - 1,
                          Math.floor(view.to / pictures.width));
    const draw = high >= 9 ? drawStack : drawMost;
    context.globalAlpha = model.has(selection, line) ? 1 : 0.25;
    for (let bin = first; bin <= last; bin++) {
      const left = Math.max(LEFT, x(bin * pictures.width, width));
      const right = Math.min(width - 6, x((bin + 1) * pictures.width, width));
      draw(context, left, right - left + 0.3, top, high, partsOf(line, bin));
    }
    context.globalAlpha = 1;
  }

  function drawStrip(context, width) {
    const lines = shown().filter(line => model.has(selection, line));
    const ranks = lines.reduce((sum, line) => sum + line.times.ranks, 0);
    for (let bin = 0; bin < pictures.bins && ranks > 0; bin++) {
      const left = Math.max(LEFT, x(bin * pictures.width, width));
      const right = Math.min(width - 6, x((bin + 1) * pictures.width, width));
      if (right <= left)
        continue;
      const sums = order.map(() => 0);
      for (const line of lines)
        partsOf(line, bin).forEach((part, i) => {
          sums[i] += part * line.times.ranks / ranks;
        });
      drawStack(context, left, right - left + 0.3, 0, STRIP, sums);
    }
    context.fillStyle = themeColor("muted");
    context.textAlign = "right";
    context.fillText("mean", LEFT - 6, STRIP / 2);
    context.textAlign = "left";
  }

  function drawAxis(context, width, height) {
    const [scale, unit] = unitOf(view.to / 1e9);
    const top = height - AXIS;
    const marks = steps(view.from / 1e9 / scale, view.to / 1e9 / scale, 8);
    const step = marks.length > 1 ? marks[1] - marks[0] : 1;
    const places = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) +
                                                       1e-9)));
    context.fillStyle = themeColor("muted");
    context.strokeStyle = themeColor("line");
    context.textAlign = "center";
    for (const mark of marks) {
      const px = x(mark * scale * 1e9, width);
      context.fillRect(px, top, 1, 5);
      context.fillText(mark.toFixed(places), Math.min(px, width - 22),
                       top + 14);
    }
    context.textAlign = "right";
    context.fillText(`[${unit}]`, LEFT - 6, top + 14);
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

  function draw(context, width, height) {
    const place = rows();
    const thin = place.each > 6 ? 1 : 0;
    drawStrip(context, width);
    shown().forEach((line, i) => drawLine(context, line, place.y(i),
                                          place.each - thin, width));
    context.fillStyle = themeColor("text");
    rowLabels(context, shown(), place, LEFT - 6,
              line => model.lineName(line));
    drawAxis(context, width, height);
    drawWindow(context, width, height);
  }

  function at(px, py) {
    const width = picture.width;
    const t = time(px, width);
    const row = rows().at(py);
    const line = shown()[row];
    if (px < LEFT || t < 0 || t >= model.length || py > picture.height - AXIS)
      return line ? { line, tip: [model.lineTitle(line)] } : null;
    const bin = Math.min(pictures.bins - 1, Math.floor(t / pictures.width));
    const tip = [line ? model.lineTitle(line) : "mean of the ranks",
                 `${ns(bin * pictures.width)} to ${
                   ns((bin + 1) * pictures.width)}`];
    if (!line)
      return { tip, t };
    partsOf(line, bin).forEach((part, i) => {
      if (part > 0.0005)
        tip.push([model.className(pictures.classes[order[i]].name),
                  percent(part)]);
    });
    return { line, t, bin, tip };
  }

  /* Ranks are selected, too, when the band crosses rows. */
  function drag(x0, y0, x1, y1, done) {
    const place = rows();
    const width = picture.width;
    const bottom = STRIP + GAP + rowsHeight();
    const a = place.at(Math.max(STRIP + GAP, Math.min(bottom - 1, y0)));
    const b = place.at(Math.max(STRIP + GAP, Math.min(bottom - 1, y1)));
    const some = y0 >= STRIP + GAP && (a !== b || x0 < LEFT);
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    if (done) {
      if (some)
        selection.ranks = null;
      if (x0 >= LEFT)
        selection.window = [Math.max(0, time(Math.max(LEFT, Math.min(x0, x1)),
                                             width)),
                            Math.min(model.length, time(Math.max(x0, x1),
                                                        width))];
      if (some)
        selection.setRanks(shown().slice(low, high + 1)
          .flatMap(line => model.ranksOf(line)));
      else
        selection.tell();
    }
    return { x0: x0 < LEFT ? LEFT : x0, x1: x0 < LEFT ? width - 6
               : Math.max(LEFT, Math.min(width - 6, x1)),
             y0: some ? place.y(low) : 0,
             y1: some ? place.y(high + 1) : bottom };
  }

  function zoom(factor, middle) {
    const span = Math.min(model.length, Math.max(
      4 * pictures.width, (view.to - view.from) * factor));
    const part = (middle - view.from) / (view.to - view.from);
    view.from = Math.max(0, Math.min(model.length - span,
                                     middle - part * span));
    view.to = view.from + span;
    update();
  }

  function zoomToSelection() {
    [view.from, view.to] = selection.window || [0, model.length];
    if (view.to - view.from < 4 * pictures.width)
      view.to = Math.min(model.length, view.from + 4 * pictures.width);
    const lines = model.set.lines.filter(line => model.has(selection, line));
    view.lines = lines.length > 0 ? lines : null;
    update();
  }

  function showAll() {
    view.from = 0;
    view.to = model.length;
    view.lines = null;
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
    const keys = { "+": () => zoom(0.5, middle), "=": () => zoom(0.5, middle),
                   "-": () => zoom(2, middle),
                   ArrowLeft: () => move(-span / 4),
                   ArrowRight: () => move(span / 4), "0": showAll,
                   Enter: () => selection.setWindow(view.from, view.to) };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey)
      return false;
    keys[event.key]();
    return true;
  }

  const picture = new Picture("Time line: what each rank was doing when", {
    draw, at, drag, key,
    height: () => STRIP + GAP + rowsHeight() + AXIS,
    pick: (found, more) => {
      if (found.line)
        selection.setRanks(model.ranksOf(found.line), more);
    },
  });
  picture.canvas.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.shiftKey)
      return;
    event.preventDefault();
    zoom(event.deltaY > 0 || event.deltaX > 0 ? 1.25 : 0.8,
         time(picture.place(event)[0], picture.width));
  }, { passive: false });
  picture.canvas.addEventListener("dblclick", event => {
    const [px] = picture.place(event);
    zoom(0.4, time(Math.max(LEFT, px), picture.width));
  });

  function describe() {
    const sums = model.totals(selection);
    const whole = pictures.classes.reduce((sum, c) => sum +
      (sums[c.name] || 0), 0);
    const parts = pictures.classes.filter(c => sums[c.name] > 0)
      .sort((a, b) => sums[b.name] - sums[a.name])
      .map(c => `${c.title} ${percent(sums[c.name] / whole)}`);
    const what = shown().length === 1 ? "1 line" : `${shown().length} lines`;
    picture.describe(`${what}, ${seconds(view.from / 1e9)} to ${
      seconds(view.to / 1e9)}. Of the selected time: ${parts.join(", ")}.`);
  }

  function update() {
    describe();
    picture.redraw();
  }

  selection.watch(update);
  const buttons = el("div", { class: "tools" },
    el("button", { type: "button", id: "zoom-selection",
                   onclick: zoomToSelection }, "Zoom to selection"),
    el("button", { type: "button", id: "zoom-in",
                   onclick: () => zoom(0.5, (view.from + view.to) / 2) },
       "+"),
    el("button", { type: "button", id: "zoom-out",
                   onclick: () => zoom(2, (view.from + view.to) / 2) }, "\u2212"),
    el("button", { type: "button", id: "zoom-all", onclick: showAll },
       "Whole run"),
    model.sets.node ? choice("lines", [["rank", "ranks"], ["node", "nodes"]],
      "rank", level => {
        model.level = level;
        view.lines = null;
        selection.tell();
      }) : null,
    legend(model));
  const note = model.length > 1 && pictures.bins > 0 ? null
    : el("p", { class: "empty" }, "The profile has no time line: nothing was " +
         "measured, or the run was shorter than one of its stretches.");
  update();
  return { view, picture,
           node: card("timeline", "Time line",
                      `Each row is ${pictures.each > 1
                        ? `${pictures.each} neighbouring ranks`
                        : "a rank"}; a stretch is ${ns(pictures.width)}. ` +
                      "Thin rows have the colour of what took most of the " +
                      "stretch. Drag selects a window of time, across rows " +
                      "ranks, too; double-click, + and \u2212 zoom.",
                      buttons, note || picture.box) };
}

/* The classes of this run and their colours. */
export function legend(model) {
  const used = ORDER.filter(name => model.pictures.byRank.lines.some(
    line => line.times[name] > 0));
  return el("span", { class: "legend" }, used.map(name => {
    const swatch = el("i", {});
    swatch.style.background = classColor(name);
    return el("span", {}, swatch, model.className(name));
  }));
}
