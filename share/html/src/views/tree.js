/* SPDX-License-Identifier: BSD-3-Clause */
/* Where time is spent: regions, call paths and procedures, as an icicle. */
import { hierarchy, partition } from "d3-hierarchy";
import { classColor, inkOn, themeColor } from "../base/colors.js";
import { card, choice, el } from "../base/dom.js";
import { count, ns, percent, several } from "../base/format.js";
import { placesTree, spentOf } from "../data/places.js";
import { Picture, fitted, hear } from "../widgets/canvas.js";

const ROW = 22;
const ROWS = 18; /* at most; deeper ones are seen by zooming */
const ABOVE = 4; /* of them for where that is */
const WHOLE = 256; /* up to so many ranks can have times of their own */

export function treeView(model, selection) {
  const { pictures } = model;
  let mode = "regions";
  let root = null;
  let zoomed = null;

  /* Of the selected ranks; what is left without time has no box. */
  function addUp(node) {
    node.own = node.calls = 0;
    for (const place of node.places) {
      const [time, calls] = spentOf(place, selection, pictures);
      node.own += time;
      node.calls += calls;
    }
    node.children = node.children.filter(addUp);
    return node.own > 0 || node.children.length > 0;
  }

  function make() {
    const top = placesTree(pictures, mode);
    addUp(top);
    root = partition()(hierarchy(top).sum(node => node.own)
      .sort((a, b) => b.value - a.value));
    zoomed = root;
  }

  /* What is zoomed and above it; of many the middle is one row, null. */
  function topRows() {
    const all = zoomed.ancestors().reverse();
    return all.length <= ABOVE ? all
      : [all[0], null, ...all.slice(2 - ABOVE)];
  }

  const levels = () => zoomed.height + topRows().length;
  const rowOf = node => node.depth - zoomed.depth + topRows().length - 1;
  const x = (value, width) => (value - zoomed.x0) / (zoomed.x1 - zoomed.x0) *
                              width;
  const isChosen = node => (node.data.kind === "region" &&
    selection.kind === "region" && node.data.full === selection.name) ||
    (node.data.kind === "procedure" && selection.kind === "procedure" &&
     node.data.name === selection.name) ||
    (node.data.kind === "function" && selection.kind === "function" &&
     mode === "functions" && node.data.name === selection.name);

  function fillOf(node) {
    if (node.data.class)
      return classColor(node.data.class);
    return themeColor(node.data.kind === "function" ? "frame" : "region");
  }

  function drawNode(context, node, left, wide, top) {
    const chosen = isChosen(node);
    context.globalAlpha = selection.name === null || chosen ||
      node.ancestors().some(isChosen) || node.descendants().some(isChosen)
      ? 1 : 0.35;
    context.fillStyle = fillOf(node);
    context.fillRect(left, top, Math.max(0.6, wide - 0.8), ROW - 1.5);
    if (chosen) {
      context.strokeStyle = themeColor("accent");
      context.lineWidth = 2;
      context.strokeRect(left + 1, top + 1, Math.max(1, wide - 3), ROW - 4);
      context.lineWidth = 1;
    }
    if (wide > 26) {
      context.fillStyle = node.data.class ? inkOn(node.data.class)
        : themeColor("text");
      context.fillText(fitted(context, node.data.name, wide - 8), left + 4,
                       top + ROW / 2);
    }
    context.globalAlpha = 1;
  }

  /* The row of those in the middle. */
  function drawSkipped(context, width, row) {
    context.fillStyle = themeColor("muted");
    context.fillText(fitted(context, skippedText(), width - 8), 4,
                     row * ROW + ROW / 2);
  }

  const skippedText = () => `\u2026 ${several(
    zoomed.depth + 1 - (ABOVE - 1), "level")} \u2026`;

  function draw(context, width) {
    const top = topRows();
    top.forEach((node, row) => {
      if (node)
        drawNode(context, node, 0, width, row * ROW);
      else
        drawSkipped(context, width, row);
    });
    const walk = (node, row) => {
      for (const inner of row < ROWS && node.children || []) {
        const left = x(inner.x0, width);
        const wide = x(inner.x1, width) - left;
        if (wide < 0.3)
          continue;
        drawNode(context, inner, left, wide, row * ROW);
        walk(inner, row + 1);
      }
    };
    walk(zoomed, top.length);
  }

  /* Of the row that is several the lowest. */
  function find(px, py) {
    const row = Math.floor(py / ROW);
    const top = topRows();
    if (row < top.length)
      return top[row] || top[row + 1].parent;
    let found = null;
    zoomed.each(node => {
      if (!found && rowOf(node) === row && px >= x(node.x0, picture.width) &&
          px < x(node.x1, picture.width))
        found = node;
    });
    return found;
  }

  function tipOf(node) {
    const { data } = node;
    const names = { region: "region", function: "function",
                    procedure: "procedure", useful: "useful time",
                    run: "" };
    const tip = [data.kind === "region" ? `region ${data.full}`
      : `${names[data.kind]} ${data.kind === "useful" ? "" : data.name}`];
    if (data.where)
      tip.push(data.where);
    tip.push(["time", ns(node.value)],
             ["of total", percent(node.value / (root.value || 1))]);
    if (data.kind === "procedure")
      tip.push(["calls", count(data.calls)]);
    if (rowOf(node) === ROWS - 1 && node.children)
      tip.push(`${several(node.height, "level")} below it: click to see them`);
    if (mode === "functions" && data.kind === "function")
      tip.push(["in its own code", ns(data.own)],
               ["samples there", count(data.calls)]);
    return tip;
  }

  function at(px, py) {
    const node = find(px, py);
    return node ? { node, tip: tipOf(node) } : null;
  }

  function select({ data }) {
    if (data.kind === "region")
      selection.setName("region", data.full);
    else if (data.kind === "procedure" || (data.kind === "function" &&
             mode === "functions"))
      selection.setName(data.kind, data.name);
    else
      describe();
  }

  const picture = new Picture("Call paths and regions: where time is spent", {
    draw, at, height: () => Math.max(2, Math.min(ROWS, levels())) * ROW + 4,
    pick: found => {
      zoomed = found.node.children ? found.node : zoomed;
      select(found.node);
    },
    key: event => {
      const beside = zoomed.parent ? zoomed.parent.children : [zoomed];
      const next = { Backspace: zoomed.parent, ArrowUp: zoomed.parent,
                     ArrowDown: zoomed.children && zoomed.children[0],
                     ArrowLeft: beside[beside.indexOf(zoomed) - 1],
                     ArrowRight: beside[beside.indexOf(zoomed) + 1] };
      if (event.key === "Enter")
        select(zoomed);
      else if (!(event.key in next))
        return false;
      zoomed = next[event.key] || zoomed;
      describe();
      hear(tipOf(zoomed));
      picture.redraw();
      return true;
    },
  });

  /* What is below the last row. */
  const hidden = () => (levels() <= ROWS ? "" : ` ${several(
    levels() - ROWS, "deeper level")} ${levels() - ROWS === 1 ? "is"
    : "are"} not in the picture: click a box to zoom to what is below it.`);

  function describe() {
    const leaves = (root ? root.descendants() : []).filter(
      n => n.data.own > 0).sort((a, b) => b.data.own - a.data.own);
    if (leaves.length === 0)
      return picture.describe("There is nothing for the selected ranks.");
    const name = node => node.ancestors().reverse().slice(1)
      .map(n => n.data.name).join(" > ");
    return picture.describe(`Sum over ${selection.ranks && pictures.hasByRank
      ? "the selected" : "all"} ranks. Longest: ${leaves.slice(0, 3).map(
        node => `${name(node)} (${ns(node.data.own)}, ${percent(
          node.data.own / root.value)})`).join("; ")}.${pictures.other > 0
      ? ` ${ns(pictures.other)} in places with little time is left out.` : ""}${
      selection.ranks && !pictures.hasByRank
        ? ` With this many ${pictures.ranks > WHOLE ? "ranks" : "places"}, ` +
          "times are not kept by rank." : ""}${hidden()}`);
  }

  let last = "";
  function update() {
    const now = JSON.stringify(selection.ranks);
    if (now !== last)
      make();
    last = now;
    describe();
    picture.redraw();
  }

  selection.watch(update);
  make();
  update();
  return { picture, root: () => root,
           node: card("tree", "Icicle of regions and call paths",
                      "Below each region or function is what was done inside " +
                      "it; width is time. Click to zoom and select; click a " +
                      "top row to go back.",
                      el("div", { class: "tools" },
                         choice("tree", [
                           ["regions", "regions, then paths"],
                           ["paths", "call paths of MPI"],
                           ["functions", "functions, as sampled"]].filter(
                             ([value]) => value !== "functions" ||
                               pictures.places.some(p => p.sampled)),
                                mode, value => {
                                  mode = value;
                                  make();
                                  update();
                                })),
                      pictures.places.length > 0 ? picture.box
                        : el("p", { class: "empty" },
                             "No time was charged to any place.")) };
}
