/* SPDX-License-Identifier: BSD-3-Clause */
/* The checks of page.sh; one line for each, and exit status 1 if any fails. */
import { readFile, stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { check, drawn, open, ready, run, settled } from "./browser.mjs";
import { contrast, nearest } from "./vision.mjs";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const near = (a, b, part) => Math.abs(a - b) <= part * Math.max(
  1e-9, Math.abs(a), Math.abs(b));
/* top: as many rows as a page has; else all, also those of pictures. */
const json = async name => JSON.parse(await readFile(`${name}.json`, "utf8"));

/* ---- numbers ---- */

/* Rows of a table as objects. */
const objects = table => (table ? table.rows.map(row => Object.fromEntries(
  table.columns.map((column, i) => [column.name, row[i]]))) : []);

const oneLine = text => text.replace(/\s+/g, " ");

/* What is shown of a table, all rows: [[exact values as text]]. */
async function shownRows(page, name) {
  return page.evaluate(name => {
    const section = document.getElementById(`table-${name}`);
    if (section.querySelector(".list"))
      return [Object.fromEntries([...section.querySelectorAll("tr")].map(
        tr => [tr.children[0].dataset.column,
               tr.children[1].dataset.value]))];
    const more = section.querySelector(".more");
    if (!more.hidden && more.textContent.startsWith("All"))
      more.click();
    const heads = [...section.querySelectorAll("th")].map(
      th => th.dataset.column);
    const below = tr => (tr.nextSibling &&
      tr.nextSibling.className === "below"
      ? [...tr.nextSibling.querySelectorAll("span")].map(
        span => [span.dataset.column, span.dataset.value]) : []);
    return [...section.querySelectorAll("tbody tr:not(.below)")].map(
      tr => Object.fromEntries([...tr.children].map(
        (td, i) => [heads[i], td.dataset.value === undefined ? null
          : td.dataset.value]).concat(below(tr))));
  }, name);
}

async function checkTables(page, name, report) {
  const names = await page.evaluate(
    () => [...document.querySelectorAll(".table")].map(e => e.id.slice(6)));
  const wanted = Object.entries(report.tables).filter(
    ([, table]) => table.section > 0 && table.rows.length > 0)
    .map(([key]) => key);
  check(`${name}: all ${wanted.length} tables of the report`,
        wanted.every(key => names.includes(key)), `${names}`);
  let cells = 0;
  for (const key of wanted) {
    const rows = await shownRows(page, key);
    const exact = objects(report.tables[key]);
    const wrong = rows.flatMap((row, i) => Object.entries(row).filter(
      ([column, value]) => String(exact[i][column]) !== String(value) &&
        !(exact[i][column] === null && value === null)));
    cells += rows.length * Object.keys(rows[0] || {}).length;
    if (rows.length !== exact.length || wrong.length > 0)
      check(`${name}: ${key} is that of JSON`, false,
            `${rows.length} of ${exact.length} rows, ${wrong.slice(0, 3)}`);
  }
  check(`${name}: ${cells} cells are those of JSON`, cells > 0);
}

/* What is read in a table, after shownRows(): a row has { text, unit } of each
 * column. */
const readRows = (page, name) => page.evaluate(name => {
  const section = document.getElementById(`table-${name}`);
  const apart = text => {
    const [, number, unit] = /^([^ ]*)(?: (\S+))?$/.exec(text.trim()) || [];
    return { text, number, unit };
  };
  if (section.querySelector(".list"))
    return [Object.fromEntries([...section.querySelectorAll("tr")].map(
      tr => [tr.children[0].dataset.column,
             apart(tr.children[1].textContent)]))];
  const heads = [...section.querySelectorAll("th")].map(th => [
    th.dataset.column, (/\[(\S+)\]$/.exec(th.textContent) || [])[1]]);
  const below = tr => (tr.nextSibling && tr.nextSibling.className === "below"
    ? [...tr.nextSibling.querySelectorAll("span")].map(
      span => [span.dataset.column, apart(span.lastChild.textContent)]) : []);
  return [...section.querySelectorAll("tbody tr:not(.below)")].map(
    tr => Object.fromEntries([...tr.children].map((td, i) => {
      const read = apart(td.textContent);
      return [heads[i][0], { ...read, unit: read.unit || heads[i][1] }];
    }).concat(below(tr))));
}, name);

const SCALES = { s: 1, ms: 1e-3, "\u00b5s": 1e-6, ns: 1e-9, "%": 0.01,
                 B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3,
                 TiB: 1024 ** 4, PiB: 1024 ** 5 };
const WITH_UNIT = ["seconds", "ratio", "bytes"];

/* Whether that is the number, to the digits that are shown. */
function reads(read, value, { kind, name }) {
  if (value === null)
    return read.text === "-";
  if (kind === "text" || kind === "empty")
    return name === "wait" || read.text.trim() === String(value).trim();
  const scale = WITH_UNIT.includes(kind) ? SCALES[read.unit] : 1;
  if (read.number === "<0.0001")
    return value !== 0 && Math.abs(value) < 1e-4 * scale;
  const [, digits, places] = /^(-?[\d\u2009]+(?:\.(\d+))?)$/.exec(
    read.number) || [];
  const half = 0.5 * 10 ** -(places || "").length;
  return digits !== undefined && Math.abs(Number(
    digits.replaceAll("\u2009", "")) * scale - value) <=
    (kind === "count" || kind === "integer" ? 0 : half * 1.001 * scale);
}

async function checkTexts(page, name, report) {
  let cells = 0;
  for (const [key, table] of Object.entries(report.tables)) {
    if (table.section === 0 || table.rows.length === 0)
      continue;
    const column = Object.fromEntries(table.columns.map(
      (one, i) => [one.name, { ...one, i }]));
    const wrong = (await readRows(page, key)).flatMap(
      (row, i) => Object.entries(row).filter(([name, read]) => {
        cells++;
        return !reads(read, table.rows[i][column[name].i], column[name]);
      }).map(([name, read]) => `${name} ${JSON.stringify(read)} ${
        table.rows[i][column[name].i]}`));
    if (wrong.length > 0)
      check(`${name}: ${key} reads as JSON`, false, `${wrong.slice(0, 3)}`);
  }
  check(`${name}: ${cells} cells read as those of JSON`, cells > 100);
}

async function checkPictures(page, name, report) {
  const got = await page.evaluate(() => {
    const { model } = mpiprof;
    const { pictures } = model;
    return {
      columns: pictures.columns,
      lines: pictures.byRank.lines.map(l => [l.first, l.last, l.times]),
      cells: pictures.byRank.cells.map(c => [[...c.time], [...c.calls]]),
      pairs: pictures.matrix.pairs,
      sizes: pictures.sizes,
      width: pictures.width, bins: pictures.bins,
      sums: pictures.classes.map((c, k) => [c.name,
        pictures.byRank.lines.map((line, i) => (pictures.byRank.bins[k]
          ? [...pictures.byRank.bins[k].subarray(i * pictures.bins, (i + 1) *
            pictures.bins)].reduce((a, b) => a + b, 0) : 0))]),
      places: pictures.places.map(p => [p.column, p.time, p.calls]),
    };
  });
  checkHeat(name, got, report);
  checkBars(name, got, report);
  checkMatrix(name, got, report);
  checkTimeline(name, got, report);
  checkPlaces(name, got, report);
  checkSizes(name, got, report);
}

function checkHeat(name, got, report) {
  const rows = objects(report.tables.calls_per_rank);
  const wrong = rows.filter(row => {
    const column = got.columns.findIndex(
      c => !c.region && c.name === row.procedure);
    return column < 0 || !near(got.cells[column][0][row.rank] / 1e9,
                               row.time_s, 1e-12) ||
      got.cells[column][1][row.rank] !== row.calls;
  });
  check(`${name}: heat map: ${rows.length} times and calls of JSON`,
        rows.length > 0 && wrong.length === 0, JSON.stringify(wrong[0]));
}

function checkBars(name, got, report) {
  const rows = objects(report.tables.rank_times);
  const wrong = rows.filter(row => {
    const [, , times] = got.lines.find(l => l[0] === row.rank);
    return [["useful", "useful_s"], ["p2p", "p2p_s"], ["wait", "wait_s"],
            ["collective", "collective_s"], ["length", "total_s"]].some(
      ([a, b]) => !near(times[a] / 1e9, row[b], 1e-12));
  });
  check(`${name}: bars: ${rows.length} ranks of JSON`, rows.length > 0 &&
        wrong.length === 0, JSON.stringify(wrong[0]));
}

function checkMatrix(name, got, report) {
  const rows = objects(report.tables.comm_matrix);
  const wrong = rows.filter(row => !got.pairs.some(
    pair => pair.from === row.from && pair.to === row.to &&
      pair.bytes >= row.bytes && pair.messages >= row.messages));
  const sum = list => list.reduce((all, pair) => all + pair.bytes, 0);
  check(`${name}: matrix: ${rows.length} pairs of JSON`, rows.length > 0 &&
        wrong.length === 0 && sum(rows) === sum(got.pairs),
        JSON.stringify(wrong[0]));
}

/* Parts of bins are rounded to 1/255 of a bin, or finer. */
function checkTimeline(name, got, report) {
  const rows = objects(report.tables.timeline);
  let worst = 0;
  for (const [class_, sums] of got.sums)
    sums.forEach((sum, i) => {
      const exact = rows.filter(row => row.rank === got.lines[i][0] &&
        row.class === class_).reduce((all, row) => all + row.time_s, 0);
      worst = Math.max(worst, Math.abs(sum * got.width / 1e9 - exact) /
                              (got.width / 1e9 * got.bins));
    });
  check(`${name}: time line: sums of JSON, off by ${worst.toExponential(1)}`,
        rows.length > 0 && worst < 1 / 255, `${worst}`);
}

function checkSizes(name, got, report) {
  const rows = objects(report.tables.message_sizes).map(row => [
    row.procedure, row.from_bytes, row.below_bytes, row.calls]);
  const text = list => list.map(row => row.join()).sort();
  check(`${name}: ${rows.length} classes of message sizes of JSON`,
        rows.length > 0 && same(text(rows), text(got.sizes)),
        JSON.stringify(got.sizes));
}

function checkPlaces(name, got, report) {
  const rows = objects(report.tables.procedures);
  const wrong = rows.filter(row => {
    const mine = got.places.filter(([column]) => column >= 0 &&
      got.columns[column].name === row.procedure);
    return !near(mine.reduce((sum, p) => sum + p[1], 0) / 1e9, row.time_s,
                 1e-12);
  });
  check(`${name}: tree: ${rows.length} procedures of JSON`, rows.length > 0 &&
        wrong.length === 0, JSON.stringify(wrong[0]));
}

/* Facts and efficiencies at the top: the exact values, and as they are read. */
async function checkVerdict(page, name, report) {
  const got = await page.evaluate(() => {
    const read = (selector, text) => [...document.querySelectorAll(selector)]
      .map(one => [one.dataset.name, one.dataset.value,
                   one.querySelector(text).textContent]);
    return { facts: read("#verdict .facts > div", "dd"),
             terms: read("#verdict .efficiency li", "b"),
             text: document.getElementById("verdict").innerText };
  });
  const { run, verdict } = report;
  const facts = got.facts.filter(([key, value]) => Number(value) !== run[key]);
  check(`${name}: verdict: ${got.facts.length} facts of JSON`, same(
    got.facts.map(([key]) => key), ["ranks", "hosts", "run_time_s", "calls",
      "overhead_s"].filter(key => run[key] !== null)) && facts.length === 0 &&
    got.facts[0][2] === `${run.ranks}`, JSON.stringify(got.facts));
  const rows = objects(report.tables.efficiency);
  const wrong = rows.filter((row, i) => {
    const [key, value, text] = got.terms[i] || [];
    return key !== row.name || Number(value) !== row.value ||
      !near(parseFloat(text), 100 * row.value, 0.006);
  });
  check(`${name}: verdict: ${rows.length} efficiencies of JSON`,
        rows.length > 3 && rows.length === got.terms.length &&
        wrong.length === 0, JSON.stringify([wrong[0], got.terms]));
  check(`${name}: verdict: its ${verdict.length} sentences`,
        verdict.length > 1 && verdict.every(
          text => oneLine(got.text).includes(oneLine(text.replace(
            /^\d+\. +/, "")))),
        got.text);
}

async function checkWords(page) {
  const [terms, shown, text] = await page.evaluate(() => [
    mpiprof.model.pictures.terms.map(term => [term.title, term.definition]),
    [...document.querySelectorAll("#words dt")].map(dt => [dt.textContent,
      dt.nextSibling.textContent]), document.body.textContent]);
  check(`words: ${terms.length} have their definitions`, terms.length > 10 &&
        same(terms, shown), `${shown[0]}`);
  check("nothing on the page is called an object",
        !text.includes("[object "));
}

/* ---- one selection ---- */

const ALL = ["timeline", "balance", "heat", "tree", "matrix"];

const state = page => page.evaluate(() => ({
  seen: Object.fromEntries(Object.entries(mpiprof.views).filter(
    ([, view]) => view.picture).map(([key, view]) => [key,
      view.picture.canvas.toDataURL()])),
  ranks: document.getElementById("ranks").value,
  sums: document.getElementById("sums").textContent,
  rows: document.querySelectorAll("#table-rank_times tbody tr").length,
  calls: document.querySelectorAll("#table-procedures tbody tr").length,
}));

/* What is seen in these views is another then.  Message sizes are of all
 * ranks, only the bars and the time line are of a window, and neither the time
 * line nor the matrix knows procedures. */
async function changes(page, what, views, act) {
  await page.mouse.move(2, 2);
  await drawn(page);
  const before = await state(page);
  await act();
  await page.mouse.move(2, 2);
  await settled(page);
  const after = await state(page);
  const still = views.filter(key => after.seen[key] === before.seen[key]);
  check(`${what}: ${views.join(", ")} change`, still.length === 0,
        `${still} do not`);
  return { ...after, differ: before.sums !== after.sums };
}

async function changesAll(page, what, act, views = ALL) {
  const after = await changes(page, what, views, act);
  check(`${what}: the sums change`, after.differ, after.sums);
  return after;
}

/* The middle of a canvas part, in the coordinates of the window. */
async function pointIn(page, view, x, y) {
  await page.evaluate(view => mpiprof.views[view].picture.canvas
    .scrollIntoView({ block: "center" }), view);
  await settled(page);
  const box = await page.evaluate(view => {
    const r = mpiprof.views[view].picture.canvas.getBoundingClientRect();
    return [r.left, r.top];
  }, view);
  return [box[0] + x, box[1] + y];
}

async function clickIn(page, view, x, y) {
  await page.mouse.click(...await pointIn(page, view, x, y));
}

async function tipAt(page, view, x, y) {
  await page.mouse.move(...await pointIn(page, view, x, y));
  await settled(page);
  return page.evaluate(() => {
    const tip = document.getElementById("tip");
    return tip.hidden ? "" : tip.innerText;
  });
}

async function checkSelection(page) {
  /* Rank 2, by its bar: the third of four, which lie. */
  const bar = await page.evaluate(() => {
    const { picture } = mpiprof.views.balance;
    for (let y = 0; y < picture.height; y++) {
      const found = picture.how.at(60, y);
      if (found && found.line.first === 2)
        return y + 5;
    }
    return -1;
  });
  let after = await changesAll(page, "a click on the bar of rank 2",
                               () => clickIn(page, "balance", 120, bar));
  check("the rank is in the field", after.ranks === "2", after.ranks);
  check("the table of ranks has that rank alone", after.rows === 1,
        `${after.rows}`);
  after = await changesAll(page, "Escape", () => page.keyboard.press(
    "Escape"));
  check("Escape: all ranks again", after.rows === 4 && after.ranks === "",
        `${after.rows} rows`);
  after = await changesAll(page, "a column of the heat map", async () => {
    const [x, y] = await page.evaluate(() => {
      const { heat } = mpiprof.views;
      const i = heat.columns.findIndex(c => mpiprof.model.pictures.columns[
        c].name === "MPI_Allreduce");
      return [76 + (i + 0.5) * heat.wide(heat.picture.width), heat.rows().y(1)
              + 4];
    });
    await clickIn(page, "heat", x, y);
  }, ["balance", "heat", "tree"]);
  check("the table of procedures has that procedure alone",
        after.calls === 1, `${after.calls}`);
  check("its time is in the sums", /MPI_Allreduce: 320\.0 ms/.test(after.sums),
        after.sums);
  await page.click("#clear");
  await checkWindow(page);
}

async function checkWindow(page) {
  const after = await changesAll(page, "a window on the time line",
    async () => {
      const from = await pointIn(page, "timeline", 300, 20);
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(from[0] + 200, from[1] + 5, { steps: 5 });
      await page.mouse.up();
    }, ["timeline", "balance"]);
  const [from, to] = await page.evaluate(() => mpiprof.selection.window);
  check("the window is that of the pointer", from > 0 && to > from &&
        to < await page.evaluate(() => mpiprof.model.length), `${from} ${to}`);
  check("the bars are those of the window", await page.evaluate(() => {
    const bars = mpiprof.views.balance.bars();
    const [a, b] = mpiprof.selection.window;
    return bars.every(bar => Math.abs(bar.parts.reduce(
      (sum, [, t]) => sum + t, 0) - (b - a)) < 0.01 * (b - a));
  }), after.sums);
  await checkScopes(page);
  await page.click("#zoom-selection");
  check("zooming to the selection", await page.evaluate(([a, b]) => {
    const { view } = mpiprof.views.timeline;
    return view.from >= a - 1 && view.to >= b - 1 &&
      view.to - view.from < mpiprof.model.length;
  }, [from, to]));
  await page.click("#zoom-all");
  await page.click("#zoom-in");
  check("the button + zooms", await page.evaluate(() => {
    const { view } = mpiprof.views.timeline;
    return view.to - view.from < 0.6 * mpiprof.model.length;
  }));
  await page.click("#zoom-all");
  await page.keyboard.press("Escape");
  await page.fill("#ranks", "1-2");
  await page.keyboard.press("Enter");
  check("ranks by the field", same(await page.evaluate(
    () => mpiprof.selection.ranks), [[1, 2]]));
  await page.fill("#ranks", "7-9");
  await page.keyboard.press("Enter");
  check("ranks that are not there are refused", await page.getAttribute(
    "#ranks", "aria-invalid") === "true");
  const why = () => page.innerText(".refused");
  check("and it is said which are there", (await why()).includes("0 to 3"),
        await why());
  await page.keyboard.press("Escape");
}

/* What sums are of, with a window of time. */
async function checkScopes(page) {
  const select = what => page.evaluate(what => {
    const { selection } = mpiprof;
    if ("ranks" in what)
      selection.setRanks(what.ranks);
    if ("name" in what)
      selection.setName(what.name && "procedure", what.name);
    if ("window" in what)
      selection.setWindow(...what.window || [null]);
    return [document.getElementById("sums").textContent,
            mpiprof.views.timeline.picture.alt.textContent];
  }, what);
  const window = await page.evaluate(() => mpiprof.selection.window);
  const [own, time] = await select({ name: "MPI_Allreduce" });
  check("with a window the time of a name is said to be that of the whole run",
        /^MPI_Allreduce: 320\.0 ms \(whole run\); all: /.test(own), own);
  check("the time line says that its sums are of the time",
        /Selected time: /.test(time), time);
  const both = (await select({ ranks: [[1, 2]] }))[1];
  check("of ranks and time", /Selected ranks and time: /.test(both),
        both);
  const ranks = (await select({ window: null }))[1];
  check("of ranks", /Selected ranks: /.test(ranks), ranks);
  const [alone, name] = await select({ ranks: null });
  check("and of neither", /Whole run: /.test(name) &&
        /^MPI_Allreduce: 320\.0 ms; all: /.test(alone), `${alone} ${name}`);
  await select({ name: null, window });
}

/* ---- the pointer on the time line ---- */

async function dragIn(page, view, x0, y0, x1, y1) {
  const [left, top] = await pointIn(page, view, 0, 0);
  await page.mouse.move(left + x0, top + y0);
  await page.mouse.down();
  await page.mouse.move(left + x1, top + y1, { steps: 6 });
  await page.mouse.up();
  await drawn(page);
}

const selected = page => page.evaluate(() => ({
  ranks: mpiprof.selection.ranks, window: mpiprof.selection.window }));

async function checkDrags(page) {
  const rowY = rank => page.evaluate(
    rank => mpiprof.views.timeline.scene().middle(rank), rank);
  await dragIn(page, "timeline", 400, await rowY(0), 402, await rowY(2));
  let now = await selected(page);
  check("straight down selects ranks, and no window",
        same(now.ranks, [[0, 2]]) && now.window === null, JSON.stringify(now));
  await page.keyboard.press("Escape");
  await dragIn(page, "timeline", 400, await rowY(1), 404, await rowY(1) + 4);
  now = await selected(page);
  check("a hand that trembles clicks", same(now.ranks, [[1, 1]]) &&
        now.window === null, JSON.stringify(now));
  await page.keyboard.press("Escape");
  const view = await page.evaluate(() => {
    mpiprof.selection.setWindow(mpiprof.model.length, mpiprof.model.length);
    document.getElementById("zoom-selection").click();
    return { ...mpiprof.views.timeline.view };
  });
  check("zooming to no time at all shows some", view.to > view.from,
        JSON.stringify(view));
  await page.click("#zoom-all");
  await page.keyboard.press("Escape");
  await page.evaluate(() => mpiprof.selection.setRanks([[2, 2]]));
  await page.mouse.dblclick(...await pointIn(page, "timeline", 500,
                                             await rowY(1)));
  now = await selected(page);
  check("a double-click zooms and leaves the ranks", same(now.ranks, [[2, 2]])
        && await page.evaluate(() => mpiprof.views.timeline.view.to -
          mpiprof.views.timeline.view.from < 0.6 * mpiprof.model.length),
        JSON.stringify(now));
  await page.click("#zoom-all");
  await page.keyboard.press("Escape");
  await checkLost(page);
}

/* Clicks in each view; four ranks, 0 to 3. */
async function checkClicks(page) {
  const ranks = () => page.inputValue("#ranks");
  const cell = await page.evaluate(() => {
    const { left, each } = mpiprof.views.matrix;
    return [left + 2.5 * each(), 1.5 * each()];
  });
  await changesAll(page, "a cell of the matrix",
                   () => clickIn(page, "matrix", ...cell));
  check("it selects both ranks", await ranks() === "1-2", await ranks());
  await page.keyboard.press("Escape");
  const rowY = await Promise.all([0, 1, 2, 3].map(rank => page.evaluate(
    rank => mpiprof.views.timeline.scene().middle(rank), rank)));
  await clickIn(page, "timeline", 500, rowY[0]);
  await changesAll(page, "a row of the time line with shift", async () => {
    await page.keyboard.down("Shift");
    await clickIn(page, "timeline", 500, rowY[2]);
    await page.keyboard.up("Shift");
  });
  check("shift adds", await ranks() === "0,2", await ranks());
  await changesAll(page, "rows that are dragged over", () => dragIn(
    page, "timeline", 400, rowY[1], 400, rowY[3]), ALL.slice(0, 4));
  check("they are selected alone", await ranks() === "1-3", await ranks());
  await page.keyboard.press("Escape");
  await changesAll(page, "a rank in a table", () => page.click(
    "#table-rank_times tbody tr:nth-child(2) .link"));
  check("it is selected", /^\d$/.test(await ranks()), await ranks());
  await page.keyboard.press("Escape");
  await checkNames(page);
  await checkZooms(page);
  await checkArrows(page);
}

async function checkNames(page) {
  const name = () => page.evaluate(() => mpiprof.selection.name);
  const box = await page.evaluate(() => {
    const { picture } = mpiprof.views.tree;
    for (let y = 32; y < picture.height; y += 22)
      for (let x = 4; x < picture.width; x += 8) {
        const found = picture.how.at(x, y);
        if (found && found.node.data.kind === "procedure" &&
            !found.node.parent.data.class)
          return [x, y, found.node.data.name];
      }
    return null;
  });
  await changesAll(page, "a procedure of the tree",
                   () => clickIn(page, "tree", box[0], box[1]),
                   ["balance", "heat", "tree"]);
  check("it is selected", await name() === box[2], `${await name()} ${box}`);
  await page.keyboard.press("Escape");
  const bar = await page.evaluate(() => {
    const { picture } = mpiprof.views.sizes;
    for (let x = 0; x < picture.width; x += 3)
      for (let y = picture.height - 40; y > 0; y -= 20)
        if (picture.how.at(x, y))
          return [x, y, picture.how.at(x, y).row.name];
    return null;
  });
  await changesAll(page, "a bar of the sizes",
                   () => clickIn(page, "sizes", bar[0], bar[1]),
                   ["balance", "heat", "tree"]);
  check("its procedure is selected", await name() === bar[2],
        `${await name()} ${bar}`);
  await page.keyboard.press("Escape");
  await changesAll(page, "a procedure in a table", () => page.click(
    "#table-procedures tbody tr:first-child .link"), ["balance", "heat", "tree"]);
  check("it is selected", /^MPI_/.test(await name()), await name());
  await page.keyboard.press("Escape");
}

/* Of pictures in focus. */
async function checkArrows(page) {
  const said = () => page.evaluate(() => {
    const [tip, heard] = ["tip", "heard"].map(id => document.getElementById(id));
    const [first] = tip.innerText.split("\n");
    return tip.hidden || !heard.textContent.startsWith(first) ? ""
      : heard.textContent;
  });
  await page.mouse.move(2, 2);
  const across = ["ArrowRight", "ArrowRight", "ArrowLeft"];
  const along = ["ArrowDown", "ArrowDown", "ArrowUp"]; /* bars that lie */
  for (const [view, keys] of [["balance", along], ["heat", across],
                              ["matrix", across], ["sizes", along]]) {
    await page.focus(`#${view} canvas`);
    await settled(page);
    check(`${view}: screen readers leave it the keys`, await page.getAttribute(
      `#${view} canvas`, "role") === "application");
    const texts = [];
    for (const key of keys) {
      await page.keyboard.press(key);
      await drawn(page);
      texts.push(await said());
    }
    check(`${view}: arrows go to what is next, and back, and it is heard`,
          texts[0] !== "" && texts[1] !== texts[0] && texts[2] === texts[0],
          JSON.stringify(texts));
    await page.keyboard.press("Enter");
    await drawn(page);
    check(`${view}: Enter selects it`, await page.evaluate(
      () => !mpiprof.selection.empty));
    await page.keyboard.press("Escape");
  }
  await page.focus("#tree canvas");
  await page.keyboard.press("ArrowDown");
  const heard = await page.textContent("#heard");
  await page.keyboard.press("Enter");
  const region = await page.evaluate(() => mpiprof.selection.kind === "region" &&
    mpiprof.selection.name);
  check("tree: a key is heard, and Enter selects what it went to", region &&
        heard.startsWith(`region ${region}, time: `), `${heard} ${region}`);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Escape");
  check("Tab leaves a picture without its mark", await page.evaluate(() => {
    document.activeElement.blur();
    return Object.values(mpiprof.views).every(
      view => !view.picture || view.picture.cursor === null);
  }));
}

async function checkZooms(page) {
  const around = async act => {
    const at = await page.evaluate(() => mpiprof.views.timeline.scene()
      .time(500));
    await act();
    await drawn(page);
    return page.evaluate(at => {
      const { timeline } = mpiprof.views;
      return [timeline.view.to - timeline.view.from, Math.abs(
        timeline.scene().x(at) - 500)];
    }, at);
  };
  const [length] = await around(() => {});
  const place = await pointIn(page, "timeline", 500, 90);
  let got = [];
  await changes(page, "the wheel", ["timeline"], async () => {
    await page.mouse.move(...place);
    await page.keyboard.down("Control");
    got = await around(() => page.mouse.wheel(0, -100));
    await page.keyboard.up("Control");
  });
  check("the wheel zooms at the pointer", got[0] < 0.9 * length &&
        got[1] < 1.5, `${got} of ${length}`);
  await page.click("#zoom-all");
  await changes(page, "a double-click", ["timeline"], async () => {
    got = await around(() => page.mouse.dblclick(...place));
  });
  check("a double-click zooms at the pointer", got[0] < 0.6 * length &&
        got[1] < 1.5, `${got} of ${length}`);
  await page.click("#zoom-all");
}

/* A press whose release is never seen. */
async function checkLost(page) {
  const bands = await page.evaluate(() => {
    const { picture } = mpiprof.views.timeline;
    const box = picture.canvas.getBoundingClientRect();
    const send = (type, x, buttons) => picture.canvas.dispatchEvent(
      new PointerEvent(type, { clientX: box.left + x, clientY: box.top + 80,
                               button: 0, buttons, pointerId: 1 }));
    picture.canvas.setPointerCapture = () => {};
    send("pointerdown", 300, 1);
    send("pointermove", 400, 1);
    const dragging = picture.band;
    send("pointermove", 500, 0);
    const released = picture.band;
    send("pointerdown", 300, 1);
    send("pointermove", 400, 1);
    send("pointercancel", 400, 0);
    const cancelled = picture.band;
    send("pointermove", 500, 0);
    send("pointerup", 500, 0);
    delete picture.canvas.setPointerCapture;
    return [dragging, released, cancelled].map(band => band !== null);
  });
  const now = await selected(page);
  check("a drag that was lost comes to nothing", same(bands, [true, false,
        false]) && now.window === null, `${bands} ${JSON.stringify(now)}`);
  await page.mouse.move(2, 2);
}

/* Of 1024 ranks three share a row. */
async function checkStrip(page) {
  await page.evaluate(() => mpiprof.selection.setRanks([[5, 5]]));
  const tip = await tipAt(page, "timeline", 600, 20);
  const exact = await page.evaluate(() => {
    const { model, views } = mpiprof;
    const bin = Math.floor(views.timeline.scene().time(600) /
                           model.pictures.width);
    return model.pictures.classes.map((one, k) => [one.title,
      model.set.bins[k] ? model.set.bins[k][5 * model.pictures.bins + bin]
        : 0]).filter(([, part]) => part > 0.0005);
  });
  const wrong = exact.filter(([title, part]) => {
    const found = new RegExp(`${title}\\s+([\\d.]+) %`).exec(tip);
    return !found || Math.abs(found[1] / 100 - part) > 0.0006;
  });
  check("wide: the mean is that of the selected rank alone, with numbers",
        exact.length > 3 && wrong.length === 0 && /mean of 1 rank\b/.test(tip),
        `${tip} ${wrong}`);
  await page.evaluate(() => mpiprof.selection.clear());
  await page.mouse.move(2, 2);
}

/* ---- the tree ---- */

/* Of a call path of 40 functions, which ends in a procedure. */
async function makeDeep(page) {
  await page.evaluate(() => {
    const { pictures } = mpiprof.model;
    const place = pictures.places.filter(p => !p.sampled && p.column >= 0 &&
      pictures.columns[p.column].class !== "setup").sort(
      (a, b) => b.time - a.time)[0];
    for (let i = 1; i <= 40; i++)
      place.path = pictures.paths.push({ parent: i > 1 ? place.path : 0,
                                         name: `deep${i}`, where: "" }) - 1;
    document.querySelector("#tree [value=paths]").click();
  });
  await drawn(page);
}

/* Where the lowest box of that path is: [x, y, name]. */
const lowest = page => page.evaluate(() => {
  const { picture } = mpiprof.views.tree;
  for (let y = picture.height - 12; y > 0; y -= 22)
    for (let x = 2; x < picture.width; x += 4) {
      const found = picture.how.at(x, y);
      if (found && /^deep/.test(found.node.data.name))
        return [x, y, found.node.data.name];
    }
  return null;
});

/* Up to 256 ranks it is the number of places that is too large. */
async function checkPlacesLeft(page) {
  const text = await page.evaluate(() => {
    const { pictures } = mpiprof.model;
    pictures.hasByRank = false;
    mpiprof.selection.setRanks([[1, 1]]);
    const said = mpiprof.views.tree.picture.alt.textContent;
    pictures.hasByRank = true;
    mpiprof.selection.clear();
    return said;
  });
  check("tree: says why it is of all ranks", /^Sum over all ranks.* Longest: /
    .test(text) && text.includes("With this many places, times are not kept by " +
                                 "rank."), text);
}

async function checkDeep(page) {
  await makeDeep(page);
  const words = () => page.innerText("#tree figcaption");
  check("tree: says that there are deeper levels",
        /24 deeper levels are not in the picture/.test(await words()),
        await words());
  let at = await lowest(page);
  for (let i = 0; i < 6 && at[2] !== "deep40"; i++) {
    await clickIn(page, "tree", at[0], at[1]);
    await drawn(page);
    at = await lowest(page);
  }
  check("tree: zooming gets to the deepest", at[2] === "deep40" &&
        !/deeper/.test(await words()), `${at} ${await words()}`);
  const rows = () => page.evaluate(() => [0, 1, 2, 3].map(row => (
    mpiprof.views.tree.picture.how.at(20, row * 22 + 10).node.data.name)));
  const top = await rows();
  check("tree: the top rows are the run, what is between, and where one is",
        top[0] === "whole run" && top.slice(1).every(name => /^deep/.test(
          name)) && new Set(top).size === 4, `${top}`);
  await clickIn(page, "tree", 20, 32);
  await drawn(page);
  check("tree: a click on what is between goes there",
        (await rows()).includes(top[1]) && (await rows())[3] === top[1],
        `${await rows()}`);
  await page.focus("#tree canvas");
  await page.keyboard.press("ArrowDown");
  check("tree: an arrow goes down", (await rows())[2] === top[1],
        `${await rows()}`);
  check("with Alt an arrow is the browser's", await page.evaluate(
    () => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {
      key: "ArrowUp", altKey: true, cancelable: true }))) &&
    (await rows())[2] === top[1]);
  for (let i = 0; i < 42; i++)
    await page.keyboard.press("ArrowUp");
  check("tree: and up to the run", /24 deeper levels/.test(await words()),
        await words());
  await page.evaluate(() => mpiprof.selection.clear());
}

/* A few per cent are no difference of colour, a factor of ten is. */
async function checkColors(page) {
  const [close, equal, far, low] = await page.evaluate(() => {
    const { partOf } = mpiprof.views.matrix;
    return [partOf(98, [98, 100]), partOf(100, [100, 100]),
            partOf(100, [1, 10000]), partOf(1, [1, 10000])];
  });
  check("the matrix: nearly the same has nearly the same colour",
        close > 0.98 && equal === 1 && far > 0.5 && far < 0.6 && low < 0.13,
        `${close} ${equal} ${far} ${low}`);
  const ends = await page.innerText("#matrix .legend");
  check("and says what its colours are", /B\s+[\d.]+ \w+/.test(ends), ends);
}

/* Of L*a*b* 2.3 is just seen; and of a picture's ground, light or dark. */
async function checkClassColors() {
  const { ORDER, classColor } = await import(pathToFileURL(
    `${process.env.SRC_DIR}/share/html/src/base/colors.js`).href);
  const colors = Object.fromEntries(ORDER.map(name => [name,
                                                       classColor(name)]));
  const { vision, a, b, distance } = nearest(colors);
  check(`classes: ${a} and ${b} are nearest, with ${vision}: ${
    distance.toFixed(1)}`, ORDER.length === 10 && distance >= 15,
        `${colors[a]} ${colors[b]}`);
  const faint = ORDER.filter(name => ["#ffffff", "#1b2129"].some(
    ground => contrast(colors[name], ground) < 1.8));
  check("classes: all are seen on light and dark", faint.length === 0,
        `${faint}`);
}

/* ---- tables ---- */

async function checkSort(page) {
  const column = () => page.evaluate(() => [...document.querySelectorAll(
    "#table-procedures tbody tr")].map(tr => Number(
    tr.querySelector("td.number").dataset.value)));
  const head = page.locator("#table-procedures th.number").first();
  await head.locator("button").click();
  const down = await column();
  await head.locator("button").click();
  const up = await column();
  check("a heading sorts, and once more the other way",
        same(down, [...down].sort((a, b) => b - a)) &&
        same(up, [...down].reverse()) && new Set(down).size > 1,
        `${down} ${up}`);
  check("and says so", await head.getAttribute("aria-sort") === "ascending");
  await page.keyboard.press("/");
  await page.keyboard.type("allreduce");
  await settled(page);
  const found = await page.evaluate(() => [...document.querySelectorAll(
    ".table:not(.none) tbody tr:not(.below)")].filter(
    tr => tr.offsetParent).length);
  const rows = await page.evaluate(() => document.querySelectorAll(
    "#table-procedures tbody tr").length);
  check("the key / searches all tables", rows === 1 && found > 1,
        `${rows} ${found}`);
  const seen = await page.evaluate(() => [...document.querySelectorAll(
    "#table-procedures td.number")].map(td => td.textContent).find(
    text => /^\d+\.0+$/.test(text)));
  await page.fill("#search", seen);
  await settled(page);
  check("a number is found as it is shown", (await page.evaluate(
    () => document.querySelectorAll("#table-procedures tbody tr").length)) > 0,
        seen);
  await page.fill("#search", "");
  await settled(page);
  await page.keyboard.press("Escape");
}

async function checkHover(page) {
  const [x, y, exact] = await page.evaluate(() => {
    const { heat } = mpiprof.views;
    const i = heat.columns.findIndex(c => mpiprof.model.pictures.columns[
      c].name === "MPI_Waitall");
    return [76 + (i + 0.5) * heat.wide(heat.picture.width),
            heat.rows().y(2) + 5,
            heat.valueOf(heat.columns[i], mpiprof.model.set.lines[2])];
  });
  const tip = await tipAt(page, "heat", x, y);
  check("hovering shows the number", exact === 2e8 && /MPI_Waitall/.test(tip)
        && /rank 2/.test(tip) && /200\.0 ms/.test(tip), tip);
  const line = await tipAt(page, "timeline", 400, 80);
  check("hovering on the time line shows parts",
        /rank 0/.test(line) && /useful/.test(line) && /%/.test(line), line);
  await page.hover(".efficiency .term >> nth=1");
  const term = await page.evaluate(
    () => document.getElementById("tip").innerText);
  check("hovering on a term defines it", /largest useful time/.test(term),
        term);
  const said = () => page.evaluate(() => {
    const tip = document.getElementById("tip");
    return tip.hidden ? "" : tip.innerText;
  });
  await page.hover("#table-procedures th button >> nth=1");
  const [column, wanted] = [await said(), await page.evaluate(() => {
    const { column: name } = document.querySelectorAll(
      "#table-procedures th")[1].dataset;
    return mpiprof.model.table("procedures").columns.find(
      one => one.name === name).definition;
  })];
  check("hovering on a heading defines it", column.length > 5 &&
        column === wanted, `${column} | ${wanted}`);
  await page.mouse.move(2, 2);
  for (const view of ["timeline", "balance"]) {
    await page.hover(`#${view} .legend [data-class=wait]`);
    check(`${view}: hovering on a colour defines it`, (await said()).includes(
      "The class of calls that complete requests: MPI_Wait, MPI_Test"), await said());
    await page.mouse.move(2, 2);
  }
}

async function checkLook(page) {
  const dark = () => page.evaluate(() => getComputedStyle(
    document.body).backgroundColor);
  const before = await dark();
  await page.keyboard.press("t");
  const after = await dark();
  check("the key t turns it dark", before !== after, after);
  await page.keyboard.press("t");
  check("nothing is wider than the window", await page.evaluate(
    () => document.documentElement.scrollWidth <= innerWidth),
        `${await page.evaluate(() => document.documentElement.scrollWidth)}`);
  const bars = await page.evaluate(() => [...document.querySelectorAll(
    "body *")].filter(e => /auto|scroll/.test(getComputedStyle(e).overflowY +
    getComputedStyle(e).overflowX)).map(e => e.tagName));
  check("there is no scroll bar inside", bars.length === 0, `${bars}`);
  const silent = await page.evaluate(() => [...document.querySelectorAll(
    "canvas")].filter(c => !c.getAttribute("aria-label") ||
    !c.parentNode.querySelector("figcaption").textContent).length);
  check("each picture has a text", silent === 0, `${silent} have none`);
  await page.focus("#timeline canvas");
  await page.keyboard.press("+");
  check("the key + zooms the time line", await page.evaluate(() => {
    const { view } = mpiprof.views.timeline;
    return view.to - view.from < 0.6 * mpiprof.model.length;
  }));
  await page.keyboard.press("Enter");
  check("the key Enter selects what the time line shows", await page.evaluate(
    () => ((a, b) => a !== null && a[0] === b[0] && a[1] === b[1])(mpiprof.selection.window, [mpiprof.views.timeline.view.from,
      mpiprof.views.timeline.view.to])));
  await page.keyboard.press("Escape");
  await page.keyboard.press("0");
}

/* ---- other pages ---- */

async function checkHostile(browser) {
  const report = await json("hostile.top");
  const { page, wrong, close } = await open(browser, "hostile.html");
  await ready(page);
  await checkTables(page, "hostile", report);
  await checkTexts(page, "hostile", report);
  const names = objects(report.tables.regions).map(row => row.region);
  const shown = await page.evaluate(() => {
    for (const more of document.querySelectorAll(".more"))
      if (!more.hidden && more.textContent.startsWith("All"))
        more.click();
    return [...document.querySelectorAll(
      "#table-regions tbody tr:not(.below)")].map(
      tr => tr.children[0].textContent);
  });
  check(`hostile: ${names.length} names are shown as text`, same(shown, names),
        `${shown.find((name, i) => name !== names[i])}`);
  const columns = await page.evaluate(
    () => mpiprof.model.pictures.columns.filter(c => c.region).map(
      c => c.name));
  check(`hostile: ${columns.length} regions are called so in pictures, too`,
        columns.length > 10 && columns.every(name => names.includes(name)),
        `${columns.find(name => !names.includes(name))}`);
  const scripts = await page.evaluate(() => document.querySelectorAll(
    "script").length);
  check("hostile: no name became a script", scripts === 4, `${scripts}`);
  for (const name of ["heat", "tree", "matrix"])
    for (let x = 90; x < 500; x += 40)
      await tipAt(page, name, x, 130);
  check("hostile: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

async function checkLong(browser) {
  const { page, wrong, close } = await open(browser, "long.html");
  await ready(page);
  const name = "x".repeat(10000);
  check("long: the name is there whole", await page.evaluate(
    name => mpiprof.model.pictures.columns.some(c => c.name === name) &&
      document.getElementById("table-procedures").textContent.includes(name),
    name));
  await page.evaluate(name => mpiprof.selection.setName("procedure", name),
                      name);
  await drawn(page);
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - innerWidth);
  check("long: the page is not wider for it", over <= 0, `${over}`);
  const tall = await page.evaluate(
    () => document.getElementById("top").offsetHeight);
  check("long: nor does the line at the top grow", tall < 160, `${tall}`);
  await tipAt(page, "tree", 100, 60);
  const tip = await page.evaluate(() => {
    const { left, right } = document.getElementById("tip")
      .getBoundingClientRect();
    return [left, right, innerWidth];
  });
  check("long: what is said at the pointer is in the window", tip[0] >= 0 &&
        tip[1] <= tip[2], `${tip}`);
  check("long: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* ms of CPU time that the page's thread takes until the verdict can be
 * read, where it stops: other programs may have the processors meanwhile. */
async function verdictCost(browser, file) {
  let session = null;
  const { page, close } = await open(browser, file, {}, async empty => {
    await empty.addInitScript(() => {
      const { mark } = performance;
      performance.mark = name => {
        mark.call(performance, name);
        throw new Error("it goes no further");
      };
    });
    session = await empty.context().newCDPSession(empty);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
  });
  await page.waitForFunction(
    () => performance.getEntriesByName("verdict").length > 0);
  const { metrics } = await session.send("Performance.getMetrics");
  await close();
  return 1000 * metrics.find(one => one.name === "TaskDuration").value;
}

async function checkWide(browser) {
  const report = await json("wide");
  const { size } = await stat("wide.html");
  const cost = await verdictCost(browser, "wide.html");
  const { page, wrong, close } = await open(browser, "wide.html");
  await ready(page);
  const [shown, all] = await page.evaluate(() => [
    performance.getEntriesByName("verdict")[0].startTime, performance.now()]);
  console.log(`1024 ranks x 60 procedures: ${size} bytes, verdict after ` +
              `${Math.round(shown)} ms, ${Math.round(cost)} of processor ` +
              `time, all of it after ${Math.round(all)} ms`);
  check("wide: below 3 MB, with room for single calls", size < 2.4e6,
        `${size}`);
  check("wide: the verdict within a second", cost > 10 && cost < 1000,
        `${cost}`);
  checkHeat("wide", await page.evaluate(() => ({
    columns: mpiprof.model.pictures.columns,
    cells: mpiprof.model.pictures.byRank.cells.map(
      c => [[...c.time], [...c.calls]]) })), report);
  await checkStrip(page);
  check("wide: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* Each of 1024 ranks has 200 messages of 60 procedures. */
async function checkTop(browser) {
  const { page, wrong, close } = await open(browser, "top.html");
  await ready(page);
  const text = await page.innerText("#sizes figcaption");
  check("top: --top cuts tables, no pictures", /^MPI_\w+: 204\s800 messages.*have 8\.00 KiB or more/
    .test(text), text);
  check("top: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* What a page says, in which each of these stands. */
async function says(browser, name, ...words) {
  const { page, wrong, close } = await open(browser, `${name}.html`);
  await ready(page);
  const text = await page.evaluate(() => document.body.innerText);
  for (const word of words)
    check(`${name}: says "${word}"`, text.includes(word),
          text.slice(0, 1500));
  check(`${name}: nothing goes wrong`, wrong.length === 0, `${wrong}`);
  await close();
}

/* 1562 nodes of 64 ranks and one of 32: two share a row. */
async function checkNodes(page) {
  const nodes = await page.evaluate(() => {
    const { model } = mpiprof;
    document.querySelector("#timeline [value=node]").click();
    return model.set.lines.map(line => [model.lineTitle(line),
                                        line.times.useful]);
  });
  check("many: two nodes share a row", nodes.length === 782 && same(
    [nodes[0], nodes[1], nodes[781]], [
      ["hosts alpha to beta, 128 ranks", 128 * 2.2e9 + 1.5e9],
      ["hosts n2 to n3, 128 ranks", 128 * 2.2e9],
      ["hosts n1562, 32 ranks", 32 * 2.2e9]]), JSON.stringify(nodes.slice(
    0, 3)));
  const said = await page.innerText("#verdict");
  check("many: which is said", said.includes(
    "and by host one per 2 neighbouring hosts, as there are 1\u2009563"), said);
  await page.click("#matrix [value=node]");
  const text = await page.innerText("#matrix figcaption");
  check("many: there is a matrix by node, of a ring", /^2\s346 pairs/.test(
    text) && text.includes("2 neighbouring hosts are one row"), text);
}

/* 65280 pairs of ranks are too many, those of nodes are not. */
async function checkDense(browser) {
  const { page, wrong, close } = await open(browser, "dense.html");
  await ready(page);
  const ranks = await page.innerText("#matrix figcaption");
  check("dense: two ranks are one row", ranks.includes(
    "2 neighbouring ranks are one row"), ranks);
  await page.click("#matrix [value=node]");
  await page.click("#matrix [value=messages]");
  const text = await page.innerText("#matrix figcaption");
  check("dense: nodes are rows of their own",
        /^4 pairs, 65\s280 in total/.test(text) &&
        / most host alpha → host beta: 16\s384, least 16\s256/.test(
          text) && !text.includes("neighbouring"), text);
  check("dense: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* 65536 pairs without any order: merging two by two leaves most of them. */
async function checkScattered(browser) {
  const { page, wrong, close } = await open(browser, "scattered.html");
  await ready(page);
  const [pairs, messages, each] = await page.evaluate(() => {
    const { matrix } = mpiprof.model.pictures;
    return [matrix.pairs.length, matrix.pairs.reduce(
      (sum, pair) => sum + pair.messages, 0), matrix.each];
  });
  check("scattered: not more pairs than there is room for", pairs <= 32768 &&
        pairs > 8192 && each === 8, `${pairs} ${each}`);
  check("scattered: with all messages", messages === 65536, `${messages}`);
  check("scattered: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* 16384 pairs of 1024 ranks, three in a pixel: that from 500 to 501 has a
 * million times as much as those that are drawn around it. */
async function checkHot(browser) {
  const { page, wrong, close } = await open(browser, "hot.html");
  await ready(page);
  const dark = () => page.evaluate(() => {
    const { matrix } = mpiprof.views;
    const { canvas } = matrix.picture;
    const scale = canvas.width / matrix.picture.width;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext(
      "2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const at = (from, to) => [...copy.getImageData(Math.floor(scale * (
      matrix.left + Math.floor(to * matrix.each()) + 0.5)), Math.floor(
      scale * (Math.floor(from * matrix.each()) + 0.5)), 1, 1).data]
      .slice(0, 3).reduce((sum, part) => sum + part, 0);
    return [at(500, 501), at(200, 201), matrix.each()];
  });
  let [hot, cold, each] = await dark();
  check("hot: pairs are less than a pixel, and the hot one is seen",
        each < 0.5 && hot < 120 && cold > 500, `${hot} ${cold} ${each}`);
  await page.evaluate(() => mpiprof.selection.setRanks([[200, 200]]));
  await settled(page);
  [hot, cold] = await dark();
  check("hot: what is selected is above what is not", hot > 350 &&
        cold > 500 && cold < 740, `${hot} ${cold}`);
  check("hot: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

async function checkMany(browser) {
  const { page, wrong, close } = await open(browser, "many.html");
  await ready(page);
  const [lines, ranks, useful] = await page.evaluate(() => {
    const { lines } = mpiprof.model.pictures.byRank;
    return [lines.length, lines.reduce((sum, l) => sum + l.times.ranks, 0),
            lines.reduce((sum, l) => sum + l.times.useful, 0)];
  });
  check("many: 100000 ranks in at most 1024 rows", lines <= 1024 &&
        ranks === 100000, `${lines} ${ranks}`);
  const said = await page.evaluate(() => document.body.innerText);
  check("many: how many ranks have one row is said", said.includes(
    "128 neighbouring ranks"), said.slice(0, 1500));
  /* 0.2 s outside regions, 2 s in solve, of rank 2 3.5 s. */
  check("many: their useful time", useful === 100000 * 2.2e9 + 1.5e9,
        `${useful}`);
  await checkNodes(page);
  const { size } = await stat("many.html");
  check("many: below 3 MB", size < 3e6, `${size}`);
  const cost = await verdictCost(browser, "many.html");
  console.log(`100000 ranks: ${size} bytes, ${Math.round(
    cost)} ms of CPU time until the verdict`);
  check("many: the verdict within 1.5 s", cost > 10 && cost < 1500, `${cost}`);
  check("many: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* Four seconds: memory is 400 MiB, in the third 1000. */
async function checkUsed(browser) {
  const { page, wrong, close } = await open(browser, "used.html");
  await ready(page);
  check("used: half of the processors", await page.evaluate(
    () => mpiprof.views.resources.shown()) === "processor_share" &&
        /CPU time: at most 50\.0 %/.test(await page.innerText(
          "#resources figcaption")));
  await page.click("#resources [value=memory_bytes]");
  const text = await page.innerText("#resources figcaption");
  check("used: the most memory", /memory: at most 1000 MiB, from 2\.000 s to 3\.000 s/
    .test(text), text);
  const x = await page.evaluate(() => 76 + 2.5 / 4 * (
    mpiprof.views.resources.picture.width - 82));
  const tip = await tipAt(page, "resources", x, 100);
  check("used: whose it is", /largest memory on rank\s+1/.test(tip), tip);
  await clickIn(page, "resources", x, 100);
  check("used: a click selects the second", same((await page.evaluate(
    () => mpiprof.selection.window)).map(t => Math.round(t / 1e6)),
                                                 [2000, 3000]));
  check("used: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* The recorded run: in the fourth of 60 stretches rank 2 works alone; in
 * the seventh hardly anybody. */
async function checkBand(browser) {
  const { page, wrong, close } = await open(browser, "traced.html");
  await ready(page);
  const [x, y, height] = await page.evaluate(() => {
    const { timeline } = mpiprof.views;
    const { right, left, x: place } = timeline.scene();
    const length = mpiprof.model.table("efficiency_over_time").rows[59][1] /
      59 * 1e9;
    return [[3.5, 6.5].map(at => place(at * length)).concat(right - left),
            timeline.picture.height - 24 - 18, timeline.scene().height];
  });
  const tip = await tipAt(page, "timeline", x[0], y);
  check("traced: a stretch tells its efficiencies", y > height &&
        /274\.5 ms to 366\.0 ms/.test(tip) &&
        /parallel efficiency\s+25\.0 %/.test(tip) &&
        /load balance\s+25\.0 %/.test(tip) &&
        /transfer\s+100 %/.test(tip), tip);
  const low = await tipAt(page, "timeline", x[1], y);
  check("traced: transfer costs nearly all of another",
        /transfer\s+0\.90 %/.test(low), low);
  await clickIn(page, "timeline", x[0], y);
  check("traced: a click selects the stretch", same((await page.evaluate(
    () => mpiprof.selection.window)).map(t => Math.round(t / 1e6)),
                                                   [275, 366]));
  check("traced: the sentence has the lowest", /lowest from 2\.471 s to 2\.562 s: 0 %/
    .test(await page.evaluate(
      () => mpiprof.views.timeline.picture.alt.textContent)));
  check("traced: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* Its script is gone, so the page itself says so, after a while. */
/* What has no column is not taken for what has no time. */
async function checkRegions(browser) {
  const { page, wrong, close } = await open(browser, "regions.html");
  await ready(page);
  const select = async name => {
    await page.evaluate(one => mpiprof.selection.setName("region", one), name);
    await drawn(page);
    return Promise.all([page.innerText("#sums"),
                        page.innerText("#balance figcaption")]);
  };
  const heat = await page.innerText("#heat figcaption");
  check("regions: how many have a column is said",
        heat.includes("64 of 75 regions"), heat);
  const long = await select("r69");
  check("regions: the longest has one", /in r69: 276\.0 ms/.test(long[0]) &&
        long[1].startsWith("r69: "), long.join("; "));
  const short = await select("r1");
  check("regions: what has none says so", short.every(text => text.includes(
    "r1 has no times by rank here; only the longest 64 of 75 regions have " +
    "them")), short.join("; "));
  const cut = await page.evaluate(() => {
    const { selection, model } = mpiprof;
    selection.setRanks([[0, 0], [2, 3]]);
    selection.setWindow(model.length / 4, model.length / 2);
    selection.setName("region", "solver/".repeat(8));
    const sums = document.getElementById("sums");
    return [sums.scrollHeight - sums.clientHeight, sums.textContent];
  });
  check("regions: which is not cut, with ranks and a window, either",
        cut[0] <= 1 && cut[1].includes("solver/ has no times"), `${cut}`);
  check("regions: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* A node has every second rank, and a row two of them. */
async function checkCyclic(browser) {
  const { page, wrong, close } = await open(browser, "cyclic.html");
  await ready(page);
  await page.evaluate(() => document.querySelector(
    "#timeline [value=node]").click());
  const ranks = async name => {
    await page.evaluate(one => {
      const { model, selection } = mpiprof;
      selection.setRanks(model.ranksOf(model.set.lines.find(
        line => model.lineName(line) === one)));
    }, name);
    return page.evaluate(() => [mpiprof.selection.ranks.length,
      mpiprof.selection.ranks.slice(0, 3), mpiprof.model.set.lines.filter(
        line => mpiprof.model.has(mpiprof.selection, line)).map(
        line => mpiprof.model.lineName(line))]);
  };
  const even = await ranks("alpha");
  check("cyclic: a node is its ranks alone", same(even, [1024,
    [[0, 0], [2, 2], [4, 4]], ["alpha"]]), JSON.stringify(even));
  const odd = await ranks("beta");
  check("cyclic: so is the other", same(odd, [1024,
    [[1, 1], [3, 3], [5, 5]], ["beta"]]), JSON.stringify(odd));
  check("cyclic: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* What is there is put to the begin and to the end of its animation: how long a
 * busy machine takes to open a page does not matter. */
async function checkCut(browser) {
  const { page, close } = await open(browser, "cut.html");
  const { text, seen, delay } = await page.evaluate(() => {
    const said = document.querySelector("#wait span");
    const [late] = said.getAnimations();
    late.pause();
    const seen = [0, late.effect.getComputedTiming().endTime].map(time => {
      late.currentTime = time;
      return getComputedStyle(said).opacity;
    });
    return { text: said.innerText, seen,
             delay: late.effect.getTiming().delay };
  });
  check("a page that is cut off says so, after a while",
        text.includes("not saved completely") && same(seen, ["0", "1"]) &&
        delay >= 2000, `${text} ${seen} ${delay}`);
  await close();
}

/* All is there, but some of it is another. */
async function checkDamaged(browser) {
  const { page, close } = await open(browser, "damaged.html");
  const said = () => /cannot be shown.*damaged/.test(document.body.innerText);
  await page.waitForFunction(said).catch(() => {});
  check("a page that is damaged says so", await page.evaluate(said),
        await page.evaluate(() => document.body.innerText));
  await close();
}

/* Each of 64 ranks has its row, its bar and its line of a table. */
async function checkSixtyFour(browser) {
  const { page, wrong, close } = await open(browser, "sixty-four.html");
  await ready(page);
  const numbers = Array.from({ length: 64 }, (_, i) => i);
  const rows = await page.evaluate(() => {
    const scene = mpiprof.views.timeline.scene();
    return scene.groups.map((group, row) => [group.length,
      mpiprof.views.timeline.picture.how.at(30, scene.middle(row)).tip[0]
        .replace(/: far from the others$/, "")]);
  });
  check("sixty-four: the time line has a row for each rank", same(rows,
    numbers.map(i => [1, `rank ${i}`])), JSON.stringify(rows.slice(0, 3)));
  const bars = await page.evaluate(() => mpiprof.views.balance.bars().map(
    bar => mpiprof.model.lineName(bar.line)));
  check("sixty-four: and so has the load balance", same(bars, numbers.map(
    String)), `${bars}`);
  const table = (await shownRows(page, "rank_times")).map(
    row => Number(row.rank)).sort((a, b) => a - b);
  check("sixty-four: and the table", same(table, numbers), `${table}`);
  check("sixty-four: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

async function checkBad(browser) {
  await says(browser, "one", "With one rank there is nothing to balance");
  await says(browser, "silent", "No rank sent a message to another",
             "No call of this run moved data");
  await says(browser, "missing", "data of 1 of 4 ranks could not be read");
  await says(browser, "short", "The profile has no time line",
             "No region and no MPI call");
  await says(browser, "region", "no matrix with --region");
  await says(browser, "some", "There are no wait states");
  await says(browser, "deadlock", "Where the ranks ended");
  await checkSixtyFour(browser);
}

async function main(browser) {
  await checkClassColors();
  const { page, wrong, close } = await open(browser, "four.html");
  await ready(page);
  await checkTables(page, "four", await json("four.top"));
  await checkTexts(page, "four", await json("four.top"));
  await checkVerdict(page, "four", await json("four.top"));
  await checkWords(page);
  await checkPictures(page, "four", await json("four"));
  await checkSelection(page);
  await checkDrags(page);
  await checkClicks(page);
  await checkColors(page);
  await checkSort(page);
  await checkHover(page);
  await checkLook(page);
  await checkPlacesLeft(page);
  await checkDeep(page);
  check("four: no resources", await page.evaluate(
    () => !mpiprof.views.resources));
  check("four: nothing goes wrong, nothing is requested", wrong.length === 0,
        `${wrong}`);
  await close();
  await checkHostile(browser);
  await checkLong(browser);
  await checkWide(browser);
  await checkTop(browser);
  await checkMany(browser);
  await checkUsed(browser);
  if (process.env.HAVE_OTF2 === "yes")
    await checkBand(browser);
  await checkRegions(browser);
  await checkCyclic(browser);
  await checkDense(browser);
  await checkScattered(browser);
  await checkHot(browser);
  await checkBad(browser);
  await checkCut(browser);
  await checkDamaged(browser);
}

await run(main);
