/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of source code, as src/render/html_source.c writes them, with the times
 * that the tables have of them. */
import { Reader, inflated } from "../base/bytes.js";
import { card, defined, el } from "../base/dom.js";
import { bytes, count, percent, seconds } from "../base/format.js";
import { rowsOf } from "../data/table.js";

const LAYOUT = 1;
const OPEN = 3; /* files that are open at first */

/* table, its value of a line, what that is, how often, what that is. */
const KINDS = [
  ["python_lines", "time_s", "CPU time", "samples", "samples"],
  ["lines", "time_s", "CPU time", "samples", "samples"],
  ["python_line_times", "time_s", "time", "hits", "hits"],
  ["python_functions", "own_s", "exclusive time", "calls", "calls"],
  ["python_allocations", "bytes", "memory", "blocks", "blocks"],
  ["call_sites", "time_s", "time in MPI", "calls", "calls"],
];

/* null: --source was not given. */
function readSource() {
  const data = inflated("source-data");
  if (!data)
    return null;
  const in_ = new Reader(data);
  if (in_.number() !== LAYOUT)
    throw new Error("the lines of source are of another version");
  const source = { more: in_.number() > 0, files: [] };
  for (let left = in_.number(); left > 0; left--) {
    const [name, read] = [in_.string(), in_.string()];
    const file = { name, read, newer: in_.number() > 0, problem: in_.string(),
                   lines: [] };
    for (let lines = in_.number(); lines > 0; lines--)
      file.lines.push([in_.number(), in_.string()]);
    source.files.push(file);
  }
  return source;
}

/* file -> line -> kind -> { value, count, rows }.  Call paths that call MPI in
 * the same line are added up.  Lines of Python are in two tables, of which the
 * first has native code that they call, too. */
function valuesOf(model) {
  const files = new Map();
  const python = new Set(rowsOf(model.table("python_lines")).map(
    row => row.file));
  KINDS.forEach(([name, value, , often], kind) => {
    for (const row of rowsOf(model.table(name))) {
      if (row.file === null || row.line === null || !(row[value] > 0) ||
          (name === "lines" && python.has(row.file)))
        continue;
      const lines = files.get(row.file) || new Map();
      const of = lines.get(row.line) || [];
      const sum = of[kind] || { value: 0, count: 0, rows: [] };
      sum.value += row[value];
      sum.count += row[often];
      sum.rows.push(row);
      of[kind] = sum;
      files.set(row.file, lines.set(row.line, of));
    }
  });
  return files;
}

const writeOf = kind => (KINDS[kind][1] === "bytes" ? bytes : seconds);

/* "mean 0.3 s, most 0.43 s on rank 2"; of several rows it is not known. */
function spreadOf(kind, { rows: [row, ...more] }) {
  const suffix = KINDS[kind][1] === "bytes" ? "_bytes" : "_s";
  const [mean, most] = [row[`mean${suffix}`], row[`max${suffix}`]];
  if (more.length > 0 || most === undefined || most === null)
    return "";
  const write = writeOf(kind);
  return `mean ${write(mean)}, most ${write(most)} on rank ${row.max_rank}`;
}

function valueCells(kind, found, most) {
  if (!found)
    return [el("td"), el("td", { class: "often" })];
  const time = el("td", { class: "number share", "data-kind": KINDS[kind][0],
                          "data-value": found.value },
                  writeOf(kind)(found.value));
  time.style.setProperty("--part", `${(100 * found.value / most).toFixed(1)}%`);
  return [time, el("td", { class: "number often", "data-value": found.count },
                   count(found.count))];
}

function codeOf(file, values) {
  const kinds = KINDS.map((one, kind) => kind).filter(
    kind => [...values.values()].some(of => of[kind]));
  const most = kinds.map(kind => Math.max(...[...values.values()].map(
    of => (of[kind] ? of[kind].value : 0))));
  const rows = [];
  let before = 0;
  for (const [number, text] of file.lines) {
    const of = values.get(number) || [];
    if (number !== before + 1 && before > 0)
      rows.push(el("tr", { class: "gap" }, el("td", {
        colspan: 3 + 2 * kinds.length }, "\u22ef")));
    before = number;
    rows.push(el("tr", { "data-line": number, class: of.length > 0 ? "hot"
      : null }, el("td", { class: "number line" }, String(number)),
    kinds.map((kind, i) => valueCells(kind, of[kind], most[i])),
    el("td", {}, el("code", {}, text)),
    el("td", { class: "spread" }, kinds.filter(kind => of[kind]).map(
      kind => spreadOf(kind, of[kind])).filter(Boolean).join("; "))));
  }
  return el("div", { class: "scrolled" }, el("table", {
    class: "code", "aria-label": file.name },
    el("thead", {}, el("tr", {}, el("th", { scope: "col", class: "number" },
      "line"), kinds.map(kind => [el("th", { scope: "col", class: "number" },
      KINDS[kind][2]), el("th", { scope: "col", class: "number often" },
      KINDS[kind][4])]), el("th", { scope: "col" }, ""),
    el("th", { scope: "col" }, kinds.length > 0 ? "over ranks" : ""))),
    el("tbody", {}, rows)));
}

/* Time counts before memory. */
const weightOf = values => KINDS.map((one, kind) => [...values.values()].reduce(
  (sum, of) => sum + (of[kind] ? of[kind].value : 0), 0)).reduce(
  (sum, value, kind) => sum + (KINDS[kind][1] === "bytes" ? value * 1e-15
    : value), 0);

const lastPart = name => name.replace(/.*\//, "");

function fileNode({ file, values, weight }, i, all, timed) {
  const notes = [file.read !== file.name ? `read from ${file.read}` : "",
                 file.newer ? "changed after the run: its lines may have moved"
                   : ""].filter(Boolean).join("; ");
  return el("details", { open: i < OPEN, "data-file": file.name },
    el("summary", {}, defined(el("b", {}, lastPart(file.name)), file.name),
       all > 0 ? ` ${percent(weight / all)} of the ${timed ? "time" : "memory"} shown here` : "",
       notes ? `; ${notes}` : ""), codeOf(file, values));
}

function missing({ files, more }) {
  const bad = files.filter(file => file.problem);
  if (bad.length === 0 && !more)
    return null;
  return el("div", { class: "notes" }, bad.length > 0 ? el("p", {},
    "Not shown; --source DIR looks for files in DIR, too:") : null,
  el("ul", {}, bad.map(file => el("li", {}, `${file.name} ${file.problem}`)),
     more ? el("li", {}, `files beyond the first ${count(files.length)}`)
       : null));
}

export function sourceView(model) {
  const source = readSource();
  if (!source)
    return null;
  const all = valuesOf(model);
  const files = source.files.filter(
    file => !file.problem && all.has(file.name)).map(file => {
    const values = all.get(file.name);
    return { file, values, weight: weightOf(values) };
  }).sort((a, b) => b.weight - a.weight);
  const sum = files.reduce((total, one) => total + one.weight, 0);
  const timed = files.some(({ values }) => [...values.values()].some(
    of => KINDS.some(([, unit], kind) => of[kind] && unit !== "bytes")));
  return { source, node: card("source", "Source lines",
    "The hottest lines and call sites, with the lines around them. Values " +
    "are sums over all ranks; CPU time is sampled. The last column has the " +
    "mean and the maximum over ranks.",
    files.map((one, i) => fileNode(one, i, sum, timed)),
    files.length === 0 ? el("p", { class: "empty" },
                            "No source file could be read.") : null,
    missing(source)) };
}
