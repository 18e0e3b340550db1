/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions, call paths and MPI procedures of two runs in one tree, side by
 * side.  Nodes are the same by their names from the root on. */
import { card, choice, el } from "../base/dom.js";
import { count, seconds } from "../base/format.js";
import { tableTools } from "../widgets/copy.js";
import { moreSeconds, relative } from "./several.js";

const SHOWN = 10; /* children of a node, until more are asked for */

const chain = (nodes, id) => {
  const out = [];
  for (let at = id; at > 0; at = nodes[at].parent)
    out.unshift(nodes[at].name);
  return out;
};

const newNode = (name, kind, up) => ({ name, kind, up, own: [0, 0],
                                       sum: [0, 0], children: new Map() });

function child(node, kind, name) {
  const key = `${kind}\n${name}`;
  if (!node.children.has(key))
    node.children.set(key, newNode(name, kind, node));
  return node.children.get(key);
}

/* One side's places; time: seconds per rank, calls: of all ranks. */
function addSide(root, pictures, side, metric) {
  for (const place of pictures.places) {
    const column = pictures.columns[place.column];
    if (place.sampled || (column && column.class === "setup"))
      continue;
    let node = root;
    for (const name of chain(pictures.regions, place.region))
      node = child(node, "region", name);
    if (column)
      for (const name of chain(pictures.paths, place.path))
        node = child(node, "function", name);
    node = column ? child(node, "procedure", column.name)
      : child(node, "useful", "useful");
    node.own[side] += metric === "time" ? place.time / 1e9 / pictures.ranks
      : place.calls;
  }
}

function sumUp(node) {
  node.sum = [...node.own];
  for (const inner of node.children.values()) {
    sumUp(inner);
    node.sum[0] += inner.sum[0];
    node.sum[1] += inner.sum[1];
  }
}

const moreOf = node => node.sum[1] - node.sum[0];

export function callsView(sides, model, selection) {
  let metric = "time";
  let order = "difference";
  let root = null;
  let open = new Set();
  let whole = new Set();
  const body = el("tbody");
  const write = value => (metric === "time" ? seconds(value)
    : count(Math.round(value)));
  const writeMore = value => (metric === "time" ? moreSeconds(value)
    : `${value > 0 ? "+" : value < 0 ? "\u2212" : ""}${count(Math.round(
      Math.abs(value)))}`);

  const keyOf = node => (node.up ? `${keyOf(node.up)}\n${node.kind}\n${
    node.name}` : "");
  const sorted = node => [...node.children.values()].filter(
    inner => inner.sum[0] + inner.sum[1] > 0).sort((a, b) => (
    order === "difference" ? Math.abs(moreOf(b)) - Math.abs(moreOf(a)) : 0) ||
    Math.max(...b.sum) - Math.max(...a.sum));

  /* From the root along the largest child, to where it comes from. */
  function openLargest() {
    for (let node = root; node; [node] = sorted(node))
      open.add(keyOf(node));
  }

  function bar(node, most) {
    const more = moreOf(node);
    const part = 50 * Math.abs(more) / (most || 1);
    const piece = el("i", { class: more > 0 ? "longer" : "shorter" });
    piece.style.width = `${part}%`;
    piece.style.left = more > 0 ? "50%" : `${50 - part}%`;
    return el("span", { class: "diverging" }, piece);
  }

  function nameCell(node, depth) {
    const key = keyOf(node);
    const inner = sorted(node).length > 0;
    const selects = node.kind === "procedure";
    const cell = el("th", { scope: "row", class: "branch" },
      inner ? el("button", { type: "button", class: "twig",
                             "aria-expanded": String(open.has(key)),
                             "aria-label": `${open.has(key) ? "close" : "open"
                             } ${node.name}`, onclick: () => {
                               if (!open.delete(key))
                                 open.add(key);
                               fill(key);
                             } }, open.has(key) ? "\u25be" : "\u25b8")
        : el("span", { class: "twig" }),
      selects ? el("button", { type: "button", class: "link",
        onclick: () => selection.setName(node.kind, node.name) }, node.name)
        : el("span", { class: node.kind }, node.name));
    cell.style.setProperty("--depth", depth);
    return cell;
  }

  function row(node, depth, most) {
    const [a, b] = node.sum;
    return el("tr", { "data-key": keyOf(node), "data-kind": node.kind,
                      "data-a": a, "data-b": b, "aria-level": depth + 1,
                      "aria-expanded": sorted(node).length > 0
                        ? String(open.has(keyOf(node))) : null },
      nameCell(node, depth),
      el("td", { class: "number" }, a === 0 ? "-" : write(a)),
      el("td", { class: "number" }, b === 0 ? "-" : write(b)),
      el("td", { class: "bar-cell" }, bar(node, most)),
      el("td", { class: "number" }, writeMore(b - a)),
      el("td", { class: "number" }, a > 0 ? relative(b / a) : "new"));
  }

  function walk(node, depth, most, lines) {
    const key = keyOf(node);
    lines.push(row(node, depth, most));
    if (!open.has(key))
      return;
    const inner = sorted(node);
    const shown = whole.has(key) ? inner : inner.slice(0, SHOWN);
    for (const one of shown)
      walk(one, depth + 1, most, lines);
    if (shown.length < inner.length) {
      const rest = el("td", { colspan: 6, class: "branch" }, el("button", {
        type: "button", class: "link", onclick: () => {
          whole.add(key);
          fill(key);
        } }, `${count(inner.length - shown.length)} more`));
      rest.style.setProperty("--depth", depth + 1);
      lines.push(el("tr", {}, rest));
    }
  }

  /* key: of what was pressed, which keeps the focus. */
  function fill(key = null) {
    const lines = [];
    let most = 0;
    const look = node => {
      most = Math.max(most, Math.abs(moreOf(node)));
      node.children.forEach(look);
    };
    look(root);
    walk(root, 0, most, lines);
    body.replaceChildren(...lines);
    const again = key !== null && lines.find(one => one.dataset.key === key);
    if (again && again.querySelector("button"))
      again.querySelector("button").focus();
    alt.textContent = `Whole run: ${write(root.sum[0])} in A, ${write(
      root.sum[1])} in B.`;
  }

  function make() {
    root = newNode("whole run", "run", null);
    sides.forEach(({ pictures }, side) => addSide(root, pictures, side,
                                                  metric));
    sumUp(root);
  }

  /* All nodes, as they are sorted: [path, kind, A, B]. */
  function allRows() {
    const rows = [];
    const visit = (node, path) => {
      const own = path ? `${path}/${node.name}` : node.name;
      rows.push([own, node.kind, ...node.sum]);
      for (const inner of sorted(node))
        visit(inner, node === root ? "" : own);
    };
    visit(root, "");
    return rows;
  }

  const columnsNow = () => ["path", "kind", ...["a", "b"].map(side => (
    metric === "time" ? `${side}_s` : `${side}_calls`))].map(
    name => ({ name }));

  /* As it is open now. */
  const asRead = () => [["", "A", "B", "B \u2212 A", "relative"],
    [...body.children].filter(tr => tr.dataset.key !== undefined).map(tr => {
      const [name, a, b, , more, ratio] = [...tr.children].map(
        cell => cell.textContent);
      return [`${"\u00b7 ".repeat(tr.ariaLevel - 1)}${name.replace(
        /^[\u25b8\u25be]/, "")}`, a, b, more, ratio];
    }), [false, true, true, true, true]];

  const alt = el("p", { class: "alt", role: "status" });
  const remake = () => {
    make();
    fill();
  };
  make();
  openLargest();
  fill();
  const metricOf = choice("metric", [["time", "time"], ["calls", "calls"]],
                          metric, value => {
    metric = value;
    remake();
  });
  const orderOf = choice("order", [["difference", "largest difference first"],
                                   ["time", "largest first"]], order,
                         value => {
    order = value;
    fill();
  });
  return { rootOf: () => root, allRows,
           node: card("calls", "Call tree, side by side",
    "Regions, the functions that call MPI, and MPI procedures; times are the " +
    "mean of the ranks and include what is below. The tree is open along the " +
    "largest difference. For several runs of a side it shows the first.",
    tableTools(() => "compare_call_tree", () => ({ columns: columnsNow() }),
               allRows, asRead),
    el("div", { class: "tools" }, metricOf, orderOf,
      el("button", { type: "button", id: "calls-largest", onclick: () => {
        open = new Set();
        whole = new Set();
        openLargest();
        fill();
      } }, "Only the largest")),
    el("div", { class: "scrolled" }, el("table", { class: "changes calls", role: "treegrid",
      "aria-label": "Call tree of A and B" },
      el("thead", {}, el("tr", {}, [["", ""], ["A", "number"],
        ["B", "number"], ["", ""], ["B \u2212 A", "number"],
        ["relative", "number"]].map(([text, class_]) => el("th", {
        scope: "col", class: class_ || null }, text)))), body)), alt) };
}
