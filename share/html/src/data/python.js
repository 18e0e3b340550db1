/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions of Python, as src/render/html_python.c writes them.  Times are
 * nanoseconds, over all ranks. */
import { Reader, inflated } from "../base/bytes.js";

const LAYOUT = 1;
const KINDS = ["program", "library", "mpi"];

function readFunctions(in_) {
  const functions = [];
  for (let left = in_.number(); left > 0; left--) {
    const [name, where, file] = [in_.string(), in_.string(), in_.string()];
    const [kind, calls, primitive, own, inclusive, work] = in_.numbers(6);
    functions.push({ id: functions.length, name, where, file,
                     label: `${name} (${where})`, kind: KINDS[kind], calls,
                     primitive, own, inclusive, work, callers: [],
                     callees: [] });
  }
  return functions;
}

function readEdges(in_, functions) {
  for (let left = in_.number(); left > 0; left--) {
    const [caller, callee, calls, own, inclusive, most, mostRank] =
      in_.numbers(7);
    const edge = { caller: functions[caller], callee: functions[callee],
                   calls, own, inclusive, most, mostRank };
    edge.caller.callees.push(edge);
    edge.callee.callers.push(edge);
  }
}

function readTimes(in_, byRank, lines) {
  const times = [];
  for (let i = 0; i < byRank; i++) {
    const unit = in_.number();
    times.push(in_.numbers(lines).map(value => value * unit));
  }
  return times;
}

/* null: the run has no profiles of Python. */
export function readPython() {
  const data = inflated("python-data");
  if (!data)
    return null;
  const in_ = new Reader(data);
  if (in_.number() !== LAYOUT)
    throw new Error("the data of Python is of another version");
  const python = { all: in_.number(), total: in_.number() };
  python.functions = readFunctions(in_);
  readEdges(in_, python.functions);
  const lines = in_.number();
  python.each = in_.number();
  python.ranks = Array.from(in_.numbers(lines));
  python.byRank = in_.number();
  python.times = { own: readTimes(in_, python.byRank, lines),
                   inclusive: readTimes(in_, python.byRank, lines),
                   work: readTimes(in_, python.byRank, lines) };
  python.find = label => python.functions.find(f => f.label === label);
  return python;
}

/* ---- stacks, which a profile does not have ---- */

const LEAST = 0.0005; /* of all time: a smaller box is not made */
const DEEPEST = 60;
const BOXES = 4000;

const outside = f => f.callers.filter(edge => edge.caller !== f);

/* The part of a function's time that no caller of it accounts for. */
function rootShare(f) {
  const within = outside(f).reduce((sum, edge) => sum + edge.inclusive, 0);
  return f.inclusive > 0 ? Math.max(0, 1 - within / f.inclusive) : 0;
}

/* As in --export folded: if `share' of f's time is in a stack, the same share
 * of what f calls is, too. */
export function makeTree(python) {
  const least = LEAST * python.all;
  const root = { fn: null, value: python.all, children: [] };
  let boxes = 0;
  const descend = (node, share, above) => {
    for (const edge of node.fn.callees) {
      const callee = edge.callee;
      const value = share * edge.inclusive;
      if (above.has(callee) || value < least || boxes >= BOXES ||
          above.size >= DEEPEST)
        continue;
      boxes++;
      const child = { fn: callee, value, children: [], up: node };
      node.children.push(child);
      above.add(callee);
      descend(child, callee.inclusive > 0 ? value / callee.inclusive : 0,
              above);
      above.delete(callee);
    }
    node.children.sort((a, b) => b.value - a.value);
  };
  for (const fn of python.functions) {
    const share = rootShare(fn);
    const value = share * fn.inclusive;
    if (value < least || share < 1e-6)
      continue;
    const child = { fn, value, children: [], up: root };
    root.children.push(child);
    descend(child, share, new Set([fn]));
  }
  root.children.sort((a, b) => b.value - a.value);
  root.value = root.children.reduce((all, child) => all + child.value, 0);
  return root;
}
