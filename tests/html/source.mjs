/* SPDX-License-Identifier: BSD-3-Clause */
/* The checks of source.sh; one line for each, and exit status 1 if any fails. */
import { readFile } from "node:fs/promises";
import { check, checkScreens, open, ready, run, settled } from "./browser.mjs";

const json = async name => JSON.parse(await readFile(`${name}.json`, "utf8"));
const objects = table => (table ? table.rows.map(row => Object.fromEntries(
  table.columns.map((column, i) => [column.name, row[i]]))) : []);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

async function onPage(browser, name, test, options = {}) {
  const { page, wrong, close } = await open(browser, `${name}.html`, options);
  await ready(page);
  await test(page);
  check(`${name}: nothing goes wrong`, wrong.length === 0, `${wrong}`);
  await close();
}

/* [{ file, line, text, cells: [[table, value, count]], spread }] */
const linesOf = page => page.evaluate(() => [...document.querySelectorAll(
  "#source details")].flatMap(details => [...details.querySelectorAll(
  "tr[data-line]")].map(tr => ({ file: details.dataset.file,
    line: Number(tr.dataset.line), text: tr.querySelector("code").textContent,
    spread: tr.lastChild.textContent,
    cells: [...tr.querySelectorAll("td[data-kind]")].map(td => [
      td.dataset.kind, Number(td.dataset.value),
      Number(td.nextSibling.dataset.value)]) }))));

/* Sums of a table by file and line, of the files that are shown. */
function sumsOf(rows, value, often, files) {
  const sums = new Map();
  for (const row of rows) {
    const key = `${row.file}:${row.line}`;
    const [a, b] = sums.get(key) || [0, 0];
    if (files.has(row.file) && row[value] > 0)
      sums.set(key, [a + row[value], b + row[often]]);
  }
  return sums;
}

function checkValues(name, lines, report, [table, value, often]) {
  const files = new Set(lines.map(one => one.file));
  const sums = sumsOf(objects(report.tables[table]), value, often, files);
  const shown = lines.flatMap(one => one.cells.filter(
    ([kind]) => kind === table).map(([, ...both]) => [`${one.file}:${
    one.line}`, both]));
  check(`${name}: ${shown.length} values of ${table} are those of JSON`,
        shown.length > 0 && shown.length === sums.size && shown.every(
          ([key, both]) => same(sums.get(key), both)),
        JSON.stringify([shown, [...sums]]).slice(0, 600));
}

/* As an editor shows them; a backslash is one, and a tab goes to the next
 * eighth column. */
function expanded(line) {
  let out = "";
  for (const one of line)
    out += one === "\t" ? " ".repeat(8 - out.length % 8) : one;
  return out;
}

async function checkTexts(name, lines, path, file) {
  const source = (await readFile(path, "utf8")).split("\n").map(expanded);
  const own = lines.filter(one => one.file.endsWith(file));
  check(`${name}: ${own.length} lines are those of the file`, own.length > 8 &&
    own.every(one => source[one.line - 1] === one.text),
        JSON.stringify(own.find(one => source[one.line - 1] !== one.text)));
}

async function checkHybrid(page, lines) {
  const report = await json("hybrid");
  checkValues("hybrid", lines, report, ["lines", "time_s", "samples"]);
  checkValues("hybrid", lines, report, ["call_sites", "time_s", "calls"]);
  await checkTexts("hybrid", lines, "moved/hybrid.c", "hybrid.c");
  const hot = objects(report.tables.lines).find(row => row.file.endsWith(
    "hybrid.c"));
  const shown = lines.find(one => one.line === hot.line);
  check("hybrid: the hottest line names its rank", shown.spread.includes(
    `on rank ${hot.max_rank}`), JSON.stringify([shown, hot]));
  check("hybrid: a source is only text", lines.some(one => one.text.includes(
    "</script><img src=x onerror=alert(1)>")) && await page.evaluate(
    () => document.images.length === 0));
  await checkTree(page, report);
}

/* The call tree of a run whose threads call MPI: as in JSON. */
async function checkTree(page, report) {
  const sums = await page.evaluate(() => {
    const which = document.getElementById("metric");
    const all = {};
    for (const { value } of which.options) {
      which.value = value;
      which.dispatchEvent(new Event("change"));
      all[value] = {};
      const walk = node => {
        const key = node.kind === "useful" ? "useful" : node.name;
        all[value][key] = (all[value][key] || 0) + node.own;
        node.children.forEach(walk);
      };
      walk(mpiprof.views.calltree.root());
    }
    return { all, said: document.querySelector("#calltree .state").textContent };
  });
  const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(a, b, 1e-9);
  const rows = objects(report.tables.procedures).filter(
    row => !/^MPI_(Init|Finalize)/.test(row.procedure));
  check("hybrid: time and calls in the call tree are those of JSON",
        rows.length > 1 && rows.every(row => near(sums.all.time[row.procedure],
          row.time_s * 1e9) && sums.all.calls[row.procedure] === row.calls),
        JSON.stringify([sums.all.time, rows[0]]));
  const useful = objects(report.tables.rank_times).reduce(
    (sum, row) => sum + row.useful_s, 0);
  check("hybrid: useful time, too", near(sums.all.useful.useful, useful * 1e9),
        `${sums.all.useful.useful} ${useful}`);
  check("hybrid: samples are those of functions", objects(
    report.tables.functions).reduce((sum, row) => sum + row.samples, 0) ===
    Object.values(sums.all.samples).reduce((a, b) => a + b, 0),
        JSON.stringify(sums.all.samples));
  objects(report.tables.counters).forEach((row, k) => check(
    `hybrid: ${row.counter} is that of JSON`,
    sums.all[`counter${k}`].useful === row.total, JSON.stringify(
      [row, sums.all[`counter${k}`]])));
}

async function testMoved(browser, wanted) {
  await onPage(browser, "moved", async page => {
    const said = await page.innerText("#source summary");
    check("moved: the file is found in a folder of --source", same(
      await linesOf(page), wanted) && said.includes("read from moved/hybrid.c"),
          said);
  });
  await onPage(browser, "newer", async page => {
    const said = await page.innerText("#source summary");
    check("newer: that the file changed is said", said.includes(
      "changed after the run"), said);
  });
  await onPage(browser, "gone", async page => {
    const said = await page.innerText("#source");
    check("gone: that the file is missing is said", /original\/hybrid\.c was not found/
      .test(said) && (await linesOf(page)).every(
      one => !one.file.endsWith("hybrid.c")), said);
  });
  await onPage(browser, "plain", async page => check(
    "plain: without --source there is no source",
    await page.locator("#source").count() === 0));
}

async function checkPython(page) {
  const report = await json("lines");
  const lines = await linesOf(page);
  checkValues("lines", lines, report, ["python_line_times", "time_s", "hits"]);
  check("lines: the text of Python is there", lines.some(
    one => one.line === 4 && one.text === "    a = 1" && one.spread ===
      "mean 3.500 ms, most 6.000 ms on rank 5"), JSON.stringify(lines));
  const said = await page.innerText("#source");
  check("lines: the page names its ranks, and lacks no pictures", (await
  page.title()) === "Python, 6 ranks - mpiprof" && !(await page.innerText(
    "#verdict")).includes("caveat"), await page.title());
  check("lines: a file that is missing is named", said.includes(
    "/srv/app/io.py was not found"), said);
}

async function checkSampled(page) {
  const report = await json("sampled");
  const lines = (await linesOf(page)).filter(
    one => one.file.endsWith("sampled.py"));
  const rows = objects(report.tables.python_lines).filter(
    row => row.file.endsWith("sampled.py"));
  checkValues("sampled", lines, { tables: { python_lines: {
    ...report.tables.python_lines, rows: rows.map(Object.values) } } },
              ["python_lines", "time_s", "samples"]);
  check("sampled: lines of Python are shown once", lines.every(
    one => one.cells.every(([kind]) => kind !== "lines")) && objects(
    report.tables.lines).some(row => row.file.endsWith("sampled.py")),
        JSON.stringify(lines));
  await checkTexts("sampled", lines, "sampled.py", "sampled.py");
}

/* Printed, too. */
const checkLook = (browser, name) => checkScreens(browser, name, async page => {
  await page.emulateMedia({ media: "print" });
  await settled(page);
  const wrong = await page.evaluate(() => [
    ...document.documentElement.scrollWidth > innerWidth ? ["wide paper"] : [],
    ...[...document.querySelectorAll("#source .scrolled")].filter(
      box => box.scrollWidth > box.clientWidth + 1).map(() => "cut lines")]);
  await page.emulateMedia({ media: "screen" });
  return wrong;
});

await run(async browser => {
  let lines = [];
  await onPage(browser, "hybrid", async page => {
    lines = await linesOf(page);
    await checkHybrid(page, lines);
  });
  await testMoved(browser, lines);
  await onPage(browser, "lines", checkPython);
  if (await readFile("sampled.html").catch(() => null))
    await onPage(browser, "sampled", checkSampled);
  await checkLook(browser, "hybrid");
  await checkLook(browser, "lines");
});
