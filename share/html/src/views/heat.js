/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks x regions and procedures: seconds, or how far from the mean. */
import { classColor, moreOf, muchOf, rgb, themeColor } from "../base/colors.js";
import { card, choice, el } from "../base/dom.js";
import { count, ns, percent, several } from "../base/format.js";
import { Picture, fitted, rowLabels, rowsOf } from "../widgets/canvas.js";
import { outliersOf, rowNames } from "../timeline/rows.js";

const LEFT = 76;
const LABELS = 118;
const MOST = 80;
const LABEL = { region: name => name,
                procedure: name => name.replace(/^MPI_/, ""),
                function: name => (/\)$|: function at /.test(name)
                  ? name.replace(": function at ", "+") : `${name}()`),
                python: name => name.replace(/ \([^()]*\)$/, "") };
const COUNTS = { region: "visits", procedure: "calls" };
const CARD = {
  id: "heat", title: "Heat map: time per rank and activity", tools: [],
  about: sampled => "Useful time of regions, time of MPI procedures" +
    `${sampled ? ", CPU time of sampled functions" : ""}; the longest ` +
    "first. Click a column to select it in all views, drag over rows to " +
    "select ranks.",
  without: ", without MPI_Init and MPI_Finalize",
  none: "No region and no MPI call between MPI_Init and MPI_Finalize took " +
    "time that was measured.",
};

/* Which line is seen of those that share a row of pixels. */
const FAR = { mean: (value, mean) => Math.abs(value - mean),
              most: value => value, least: value => -value };

/* how: of other columns than those of a run, see python_views.js. */
export function heatView(model, selection, how = CARD) {
  let scale = "seconds";
  let merge = "mean"; /* of ranks that share a line */
  let ordered = [];
  let columns = [];
  const { pictures } = model;

  arrange();

  /* The longest first. */
  function arrange() {
    ordered = pictures.columns.map((column, i) => [
      i, pictures.byRank.cells[i].time.reduce((a, b) => a + b, 0)])
      .filter(([i, time]) => time > 0 && (pictures.columns[i].kind ===
        "python" || pictures.columns[i].class !== "setup"))
      .sort((a, b) => b[1] - a[1]);
    columns = ordered.slice(0, MOST).map(([i]) => i);
  }

  const rowsHeight = () => Math.max(80, Math.min(360,
                                                 model.set.lines.length * 18));
  /* Rows of the picture: a line each, or, of more lines than there are
   * pixels, several, of which the one farthest from the mean is shown. */
  const groups = () => {
    const { lines } = model.set;
    const rows_ = Math.min(lines.length, Math.floor(rowsHeight()));
    const out = Array.from({ length: rows_ }, () => []);
    lines.forEach((line, i) => out[Math.floor(i * rows_ / lines.length)]
      .push(line));
    return out;
  };
  const rows = () => rowsOf(Math.min(model.set.lines.length, Math.floor(
    rowsHeight())), LABELS, rowsHeight());
  const wide = width => Math.min(64, (width - LEFT - 60) /
                                 Math.max(1, columns.length));

  /* Where ranks share lines, the rank whose time is shown: { time, rank }, rank
   * -1 for those without any; null: the mean is. */
  const extremeOf = (column, line) => {
    const some = model.set.cells[column][merge];
    return some ? some[line.position] : null;
  };
  const valueOf = (column, line) => {
    const one = extremeOf(column, line);
    return one ? one.time
      : model.set.cells[column].time[line.position] / line.times.ranks;
  };
  const isShared = () => columns.length > 0 && Boolean(
    model.set.cells[columns[0]].most);

  function meanOf(column) {
    let sum = 0;
    let ranks = 0;
    for (const line of model.set.lines) {
      sum += model.set.cells[column].time[line.position];
      ranks += line.times.ranks;
    }
    return sum / Math.max(1, ranks);
  }

  function farthest(column, group, mean) {
    const far = FAR[merge];
    return group.reduce((best, line) => (
      far(valueOf(column, line), mean) > far(valueOf(column, best), mean)
        ? line : best));
  }

  const greatest = () => columns.reduce(
    (all, column) => model.set.lines.reduce(
      (most, line) => Math.max(most, valueOf(column, line)), all), 0);

  function colors() {
    const most = Math.max(1, greatest());
    if (scale === "seconds")
      return (column, value) => muchOf(value > 0
        ? 0.06 + 0.94 * Math.sqrt(value / most) : 0);
    return (column, value, mean) => moreOf(mean > 0
      ? Math.max(-1, Math.min(1, (value - mean) / mean)) : 0);
  }

  function drawLabel(context, column, px, each, width) {
    const chosen = model.columnOf(selection) === column;
    context.save();
    context.translate(px + each / 2, LABELS - 8);
    context.rotate(-Math.PI / 4);
    context.fillStyle = themeColor(chosen ? "accent" : "text");
    if (chosen)
      context.font = "bold 12px system-ui, sans-serif";
    context.fillText(fitted(context, LABEL[pictures.columns[column].kind](
      pictures.columns[column].name), Math.min(
      135, (width - px - each / 2 - 4) * Math.SQRT2)), 0, 0);
    context.restore();
  }

  function draw(context, width) {
    const place = rows();
    const each = wide(width);
    const color = colors();
    const labelled = Math.max(1, Math.ceil(17 / each));
    const list = groups();
    columns.forEach((column, i) => {
      const px = Math.round(LEFT + i * each);
      const right = Math.round(LEFT + (i + 1) * each);
      const mean = meanOf(column);
      list.forEach((group, k) => {
        const top = Math.round(place.y(k));
        const value = valueOf(column, farthest(column, group, mean));
        context.globalAlpha = group.some(line => model.has(selection, line))
          ? 1 : 0.25;
        context.fillStyle = rgb(color(column, value, mean));
        context.fillRect(px, top, right - px - (each > 5 ? 1 : 0),
                         Math.round(place.y(k + 1)) - top -
                         (place.each > 5 ? 1 : 0));
      });
      context.globalAlpha = 1;
      context.fillStyle = classColor(pictures.columns[column].class);
      context.fillRect(px, LABELS - 5, each - 1, 4);
      if (i % labelled === 0)
        drawLabel(context, column, px, each, width);
    });
    const chosen = columns.indexOf(model.columnOf(selection));
    if (chosen >= 0) {
      context.strokeStyle = themeColor("accent");
      context.lineWidth = 2;
      context.strokeRect(LEFT + chosen * each - 0.5, LABELS - 1, each,
                         rowsHeight() + 2);
      context.lineWidth = 1;
    }
    drawNames(context, list, place);
  }

  /* Round ranks, and those that stand out among ranks that share lines. */
  function drawNames(context, list, place) {
    const named = [];
    const free = (i, apart) => named.every(
      ([other]) => Math.abs(other - i) >= apart);
    for (const one of model.set.lines.some(line => line.most)
      ? outliersOf(model.set.lines) : []) {
      const i = list.findIndex(group => group.includes(one.of));
      if (free(i, 14 / place.each))
        named.push([i, model.rowName(one)]);
    }
    rowLabels(context, place, LEFT - 6, apart => rowNames(
      model, list, apart).filter(([i]) => free(i, apart)));
    rowLabels(context, place, LEFT - 6, () => named, "accent");
  }

  /* Of which rank a shown time is. */
  function rankTip(column, line) {
    const one = extremeOf(column, line);
    if (!one)
      return model.lineTitle(line);
    return `${one.rank < 0 ? "a rank without any" : `rank ${one.rank}`}, with the ${
      merge} time of ${model.lineTitle(line)}`;
  }

  function at(px, py) {
    const index = Math.floor((px - LEFT) / wide(picture.width));
    const group = groups()[rows().at(py)];
    const column = px < LEFT ? undefined : columns[index];
    if (column === undefined)
      return group ? { group, tip: [model.lineTitle(group[0])] } : null;
    const { name, kind, class: class_ } = pictures.columns[column];
    const found = { column, group, name, kind };
    const title = { region: `useful time in ${name}`,
                    function: `CPU time in ${name}, sampled`,
                    procedure: `${name} (${model.className(class_)})`,
                    python: name }[kind];
    const mean = meanOf(column);
    if (!group)
      return { ...found, tip: [title, ["mean of a rank", ns(mean)]] };
    const line = farthest(column, group, mean);
    const value = valueOf(column, line);
    const one = extremeOf(column, line);
    found.value = one ? one.time
      : model.set.cells[column].time[line.position];
    found.tip = [title, rankTip(column, line),
                 [!one && line.times.ranks > 1 ? "time per rank" : "time",
                  ns(value)],
                 ...(COUNTS[kind] && !one ? [[COUNTS[kind], count(
                   model.set.cells[column].calls[line.position])]] : []),
                 ...(one ? [] : [["of its total", percent(value *
                   line.times.ranks / (line.times.length || 1))]]),
                 ["mean of all", ns(mean)]];
    return found;
  }

  function drag(x0, y0, x1, y1, done) {
    const place = rows();
    const clamp = y => place.at(Math.max(LABELS, Math.min(
      LABELS + rowsHeight() - 1, y)));
    const [a, b] = [clamp(y0), clamp(y1)];
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    if (done)
      selection.setRanks(groups().slice(low, high + 1).flat().flatMap(
        line => model.ranksOf(line)));
    return { x0: LEFT, x1: LEFT + columns.length * wide(picture.width),
             y0: place.y(low), y1: place.y(high + 1) };
  }

  const picture = new Picture("Heat map: time of each rank in regions and " +
                              "MPI procedures", {
    draw, at, drag, height: () => LABELS + rowsHeight() + 4,
    pick: (found, more) => {
      if (found.name !== undefined)
        selection.setName(found.kind, found.name);
      else if (found.group)
        selection.setRanks(found.group.flatMap(
          line => model.ranksOf(line)), more);
    },
  });

  function describe() {
    if (columns.length === 0)
      return;
    const spans = columns.map(column => {
      const { most: ranks } = model.set.cells[column];
      const values = model.set.lines.map(line => (ranks
        ? ranks[line.position].time : valueOf(column, line)));
      const most = Math.max(...values);
      const line = model.set.lines[values.indexOf(most)];
      return [most - meanOf(column), column, ranks
        ? `rank ${ranks[line.position].rank}` : model.lineTitle(line), most];
    }).sort((a, b) => b[0] - a[0]);
    const [, column, where, most] = spans[0];
    const chosen = ["region", "function"].map(kind => model.chosen(kind))
      .filter(Boolean).join(", ");
    picture.describe(`${columns.length < ordered.length
      ? `${columns.length} of ` : ""}${several(ordered.length, "column")} by ${
      several(model.set.lines.length, "line")}${how.without}.${
      model.set.lines.length > 1 ? ` Farthest above its mean: ${
        pictures.columns[column].name} on ${where}, ${
        ns(most)} against ${ns(meanOf(column))}.` : ""}${chosen
        ? ` Only the longest have columns: ${chosen}.` : ""}${
      scale === "seconds" ? " Colours: square root scale." : ""}`);
  }

  /* What the two ends of the colours are. */
  const key = el("span", { class: "legend" }, el("span"),
                 el("i", { class: "ramp" }), el("span"));

  function showKey() {
    const seconds = scale === "seconds";
    key.children[0].textContent = seconds ? "0 s" : "0";
    key.children[1].className = seconds ? "ramp" : "ramp more";
    key.children[2].textContent = seconds ? ns(greatest())
      : "twice the mean or more";
  }

  /* What is shown where ranks share a line, or lines a row of pixels. */
  const merges = el("span", {}, el("span", { class: "muted" }, "a row shows: "),
    choice("merge", [["mean", isShared() ? "mean" : "farthest"],
                     ["most", "most"], ["least", "least"]], merge, value => {
      merge = value;
      update();
    }));

  function update() {
    describe();
    showKey();
    merges.lastChild.firstChild.textContent = isShared() ? "mean" : "farthest";
    merges.hidden = !isShared() &&
      model.set.lines.length <= Math.floor(rowsHeight());
    picture.redraw();
  }

  selection.watch(update);
  update();
  return { picture, columns, at, rows, wide, valueOf,
           /* When the times of the columns have changed. */
           rearrange: () => {
             arrange();
             update();
           },
           node: card(how.id, how.title, how.about(columns.some(
             i => pictures.columns[i].kind === "function")),
                      el("div", { class: "tools" }, how.tools,
                         choice("colour", [["seconds", "seconds"],
                                           ["mean", "against the mean"]],
                                "seconds", value => {
                                  scale = value;
                                  update();
                                }), merges, key),
                      columns.length > 0 ? picture.box
                        : el("p", { class: "empty" }, how.none)) };
}
