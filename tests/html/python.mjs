/* SPDX-License-Identifier: BSD-3-Clause */
/* The checks of python.sh; one line for each, and exit status 1 if any fails. */
import { readFile } from "node:fs/promises";
import { check, checkScreens, drawn, open, ready, run, saved, settled, svgDistance }
  from "./browser.mjs";

const NEAR = 1e-9; /* s: times of the page are whole ns */

const near = (a, b) => Math.abs(a - b) <= NEAR;

/* The rows of a table as objects. */
function rowsOf(report, name) {
  const table = report.tables[name];
  return table ? table.rows.map(row => Object.fromEntries(
    table.columns.map((column, i) => [column.name, row[i]]))) : [];
}

const labelOf = row => `${row.function} (${row.location})`;

const held = page => page.evaluate(() => {
  const { python } = mpiprof.model;
  return { functions: python.functions.map(f => ({
             label: f.label, calls: f.calls, primitive: f.primitive,
             own: f.own / 1e9, inclusive: f.inclusive / 1e9, kind: f.kind,
             callers: f.callers.map(e => ({ label: e.caller.label,
               calls: e.calls, inclusive: e.inclusive / 1e9,
               most: e.most / 1e9, mostRank: e.mostRank })) })),
           ranks: python.ranks, each: python.each,
           times: Object.fromEntries(Object.entries(python.times).map(
             ([name, rows]) => [name, rows.map(row => [...row].map(
               ns => ns / 1e9))])) };
});

async function checkNumbers(page, what, report) {
  const mine = await held(page);
  const rows = rowsOf(report, "python_functions");
  const find = label => mine.functions.find(f => f.label === label);
  check(`${what}: ${rows.length} functions`, rows.length > 0 &&
    rows.length === mine.functions.length && rows.every(row => {
      const f = find(labelOf(row));
      return f && f.calls === row.calls && near(f.own, row.own_s) &&
        f.primitive === row.primitive_calls &&
        near(f.inclusive, row.cumulative_s);
    }));
  const calls = rowsOf(report, "python_callers");
  check(`${what}: ${calls.length} callers`, calls.length > 0 &&
    calls.every(row => find(labelOf(row)).callers.some(
      e => e.label === `${row.caller} (${row.caller_location})` &&
        e.calls === row.calls && near(e.inclusive, row.cumulative_s) &&
        near(e.most, row.max_s) && e.mostRank === row.max_rank)));
  if (mine.each > 1)
    return;
  const cells = rowsOf(report, "python_by_rank");
  check(`${what}: ${cells.length} times by rank`, cells.length > 0 &&
    cells.every(row => {
      const i = mine.functions.findIndex(f => f.label === labelOf(row));
      const line = mine.ranks.indexOf(row.rank);
      return near(mine.times.own[i][line], row.own_s) &&
        near(mine.times.inclusive[i][line], row.cumulative_s) &&
        near(mine.times.work[i][line], row.work_s || 0);
    }));
}

const wide = page => page.evaluate(
  () => document.documentElement.scrollWidth - innerWidth);

/* In the picture of a view. */
async function clickAt(page, view, x, y) {
  const canvas = page.locator(`#${view} canvas`);
  await canvas.scrollIntoViewIfNeeded();
  await canvas.click({ position: { x, y } });
  await drawn(page);
}

const selected = page => page.evaluate(() => mpiprof.selection.name);
const heading = page => page.locator("#python-function h3").innerText();
const press = async (page, view, value) => {
  await page.click(`#${view} button[value="${value}"]`);
  await drawn(page);
};

async function checkTree(page) {
  const { width, height } = await page.evaluate(() => {
    const { picture } = mpiprof.views.python;
    return { width: picture.width, height: picture.height };
  });
  check("the icicle has a row for each level of calls", height === 4 * 22 + 4,
        height);
  /* pixels() has 75 % of extract()'s 60 % of the time, in the lowest row. */
  await clickAt(page, "python", width * 0.2, 3 * 22 + 10);
  check("a click on a box selects its function",
        await selected(page) === "pixels (desi.py:10)", await selected(page));
  check("the function is shown on all ranks",
        await heading(page) === "pixels (desi.py:10)", await heading(page));
  check("... and the picture zooms to it", await page.evaluate(
    () => mpiprof.views.python.zoomed().fn.name) === "pixels");
  await clickAt(page, "python", width * 0.2, 10);
  check("a click on the top row goes back", await page.evaluate(
    () => mpiprof.views.python.zoomed().fn === null));
  await press(page, "python", "sunburst");
  const middle = await page.evaluate(() => {
    const { picture } = mpiprof.views.python;
    return [picture.width / 2, picture.height / 2];
  });
  const svg = (await saved(page, "#python .save button:last-child"))[1]
    .toString();
  const far = await svgDistance(page, svg, "python");
  check("the SVG of rings is the same picture", far < 4 && /A[\d.]+ /.test(
    svg), `${far}`);
  await clickAt(page, "python", middle[0] + 100, middle[1]);
  check("a click on a ring selects", await selected(page) ===
    "main (desi.py:50)", await selected(page));
  await clickAt(page, "python", ...middle);
  check("a click on the middle goes back", await page.evaluate(
    () => mpiprof.views.python.zoomed().fn === null));
  await press(page, "python", "icicle");
}

async function checkHeat(page) {
  const spot = await page.evaluate(() => {
    const view = mpiprof.views.pythonHeat;
    const { picture } = view;
    return [picture.width, view.wide(picture.width), view.rows().y(7) + 2];
  });
  const at = (column, y) => page.evaluate(([column, y]) => {
    const view = mpiprof.views.pythonHeat;
    return view.at(76 + (column + 0.5) * view.wide(view.picture.width), y).tip;
  }, [column, y]);
  let tip = await at(0, spot[2]);
  check("the heat map has the time of a function on a rank",
        tip[0] === "pixels (desi.py:10)" && tip[1] === "rank 7" &&
        tip[2][1] === "76.31 s", JSON.stringify(tip));
  await press(page, "python-heat", "inclusive");
  tip = await at(2, spot[2]);
  check("... and inclusive time, in the order of that",
        tip[0] === "pixels (desi.py:10)" && tip[2][1] === "76.31 s",
        JSON.stringify(tip));
  tip = await at(1, spot[2]);
  check("... which calls count for", tip[0] === "extract (desi.py:30)" &&
    tip[2][1] === "101.8 s", JSON.stringify(tip));
  await clickAt(page, "python-heat", 76 + 1.5 * spot[1], spot[2]);
  check("a click on a column selects its function", await selected(page) ===
    "extract (desi.py:30)", await selected(page));
}

async function checkFunction(page) {
  const facts = await page.evaluate(() => Object.fromEntries(
    [...document.querySelectorAll("#python-function .facts div")].map(
      div => [div.dataset.name, div.querySelector("dd").innerText])));
  check("a function has its distribution over ranks",
        facts.min === "0 s" && facts.median === "96.75 s" &&
        facts.max === "101.8 s (rank 7)", JSON.stringify(facts));
  await page.click("#python-function table button >> text=pixels");
  check("a click on a callee goes there", await heading(page) ===
    "pixels (desi.py:10)", await heading(page));
  await page.click("#python-function table button >> text=extract");
  check("a click on a caller goes there", await heading(page) ===
    "extract (desi.py:30)", await heading(page));
}

async function checkTables(page) {
  const first = () => page.locator(
    "#table-python_functions tbody tr td").first().innerText();
  await page.keyboard.press("Escape");
  await page.click('#table-python_functions th[data-column="calls"] button');
  check("functions are sorted by calls", await first() === "MPI.Comm.Barrier" ||
    await first() === "pixels", await first());
  await page.click(
    '#table-python_functions th[data-column="cumulative_s"] button');
  check("... and by inclusive time", await first() === "main", await first());
  await page.fill("#search", "desi.py:30");
  await settled(page);
  check("a search finds a location", await first() === "extract",
        await first());
  await page.click("#table-python_functions tbody button >> text=extract");
  check("a function of a table is selected", await selected(page) ===
    "extract (desi.py:30)", await selected(page));
  await page.fill("#search", "");
  await settled(page);
  check("... and other rows are left out", await page.locator(
    "#table-python_functions tbody tr:not(.below)").count() === 1);
}

/* 300 bars: no shades between them. */
async function checkStripes(page) {
  const shades = await page.evaluate(() => {
    const { canvas, width } = mpiprof.views.pythonFunction.picture;
    const scale = canvas.width / width;
    const { data } = canvas.getContext("2d").getImageData(Math.round(
      scale * 700), Math.round(scale * 150), Math.round(scale * 400), 1);
    return new Set(Array.from({ length: data.length / 4 }, (_, i) => (
      data.slice(4 * i, 4 * i + 4).join()))).size;
  });
  check("no stripes between the bars of 300 lines", shades === 1,
        `${shades} colours`);
}

/* A function, ranks and buttons; the address of a page that shows the same. */
async function checkLink(browser) {
  const state = page => page.evaluate(() => JSON.stringify([
    mpiprof.selection.kind, mpiprof.selection.name, mpiprof.selection.ranks,
    [...document.querySelectorAll("#main [aria-pressed=true]")].map(
      one => one.value)]));
  const first = await open(browser, "idle.html");
  await ready(first.page);
  const before = await state(first.page);
  await press(first.page, "python", "sunburst");
  await first.page.evaluate(() => {
    mpiprof.selection.setName("python", "extract (desi.py:30)");
    mpiprof.selection.setRanks([[3, 5]]);
  });
  await first.page.waitForFunction(() => location.hash.includes("ranks=3-5"));
  const hash = await first.page.evaluate(() => location.hash);
  const wanted = await state(first.page);
  await first.close();
  const { page, wrong, close } = await open(browser, `idle.html${hash}`);
  await ready(page);
  check("a link shows the same function, ranks and picture",
        await state(page) === wanted && wanted !== before, hash);
  await page.evaluate(() => {
    location.hash = "python=&ranks=32&python-shape=no";
  });
  await page.waitForFunction(() => mpiprof.selection.empty);
  check("what does not fit is left out", await state(page) === before &&
        wrong.length === 0, `${await state(page)} ${wrong}`);
  await close();
}

const report = async name => JSON.parse(await readFile(`${name}.json`));

run(async browser => {
  const idle = await open(browser, "idle.html");
  await ready(idle.page);
  check("the page is named", await idle.page.title() ===
    "Python, 32 ranks - mpiprof", await idle.page.title());
  check("the verdict is there", (await idle.page.locator(
    "#verdict").innerText()).includes("20 of 32 ranks work, 12 are idle"));
  check("nothing is wider than the page", await wide(idle.page) <= 0);
  await checkNumbers(idle.page, "idle", await report("idle"));
  await checkTree(idle.page);
  await checkHeat(idle.page);
  await checkFunction(idle.page);
  await checkTables(idle.page);
  check("nothing went wrong", idle.wrong.length === 0, idle.wrong.join("; "));
  await idle.close();
  await checkLink(browser);

  for (const name of ["idle", "plain"])
    await checkScreens(browser, name);

  for (const name of ["plain", "recursive", "hostile"]) {
    const { page, wrong, close } = await open(browser, `${name}.html`);
    await ready(page);
    await checkNumbers(page, name, await report(name));
    check(`${name}: nothing went wrong`, wrong.length === 0, wrong.join("; "));
    if (name === "plain") {
      const mine = await held(page);
      const solve = mine.functions.findIndex(f => f.label.startsWith("solve"));
      check("two of 600 ranks share a line, with their mean",
            mine.each === 2 && mine.ranks.length === 300 &&
            mine.ranks[299] === 598 && near(mine.times.own[solve][299],
                                            600.5));
      await checkStripes(page);
    }
    await close();
  }

  const both = await open(browser, "run.html");
  await ready(both.page);
  const parts = await both.page.evaluate(() => ["timeline", "heat", "python",
    "python-heat", "python-function"].filter(
      id => document.getElementById(id)).length);
  check("a run with profiles has its own views and these", parts === 5, parts);
  const cut = await both.page.evaluate(() => {
    const nav = document.getElementById("nav");
    for (const title of ["Suggestions", "Resources", "Source"])
      if (!nav.textContent.includes(title))
        nav.append(Object.assign(document.createElement("a"), {
          textContent: title }));
    const { scrollWidth, clientWidth } = document.getElementById("program");
    return scrollWidth - clientWidth;
  });
  check("... and room for its name beside all links that a page can have",
        cut <= 0, `${cut}`);
  await both.page.evaluate(() => mpiprof.selection.setName("python",
    "extract (desi.py:30)"));
  await drawn(both.page);
  check("... which have one selection", await both.page.locator(
    "#name").innerText() === "extract (desi.py:30) \u00d7" &&
    await heading(both.page) === "extract (desi.py:30)");
  check("... with nothing wrong", both.wrong.length === 0,
        both.wrong.join("; "));
  await both.close();

  const without = await open(browser, "without.html");
  await ready(without.page);
  check("a run without profiles has no views of them",
        await without.page.locator("#python").count() === 0);
  await without.close();
});
