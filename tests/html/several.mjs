/* SPDX-License-Identifier: BSD-3-Clause */
/* The checks of several.sh; one line for each, and exit status 1 if any fails. */
import { readFile, stat } from "node:fs/promises";
import { check, checkScreens, copied, drawn, open, openWatched, ready, run, saved,
         settled } from "./browser.mjs";

const json = async name => JSON.parse(await readFile(`${name}.json`, "utf8"));
const near = (a, b, part = 1e-9) => Math.abs(a - b) <= part * Math.max(
  1e-9, Math.abs(a), Math.abs(b));
const objects = (report, name) => {
  const table = report.tables[name];
  return table ? table.rows.map(row => Object.fromEntries(
    table.columns.map((column, i) => [column.name, row[i]]))) : [];
};
const number = text => (text === undefined || text === "" ? null
  : Number(text));

/* ---- of every page ---- */

/* All tables, cell by cell. */
async function checkTables(page, name, report) {
  const shown = await page.evaluate(() => [...document.querySelectorAll(
    "#tables .table")].map(section => {
    const more = section.querySelector(".more");
    if (more && !more.hidden && more.textContent.startsWith("All"))
      more.click();
    const heads = [...section.querySelectorAll("th")].map(
      th => th.dataset.column);
    const below = tr => (tr.nextSibling && tr.nextSibling.className ===
      "below" ? [...tr.nextSibling.querySelectorAll("span")].map(
        span => [span.dataset.column, span.dataset.value]) : []);
    return [section.id.slice(6), [...section.querySelectorAll(
      "tbody tr:not(.below)")].map(tr => Object.fromEntries(
      [...tr.children].map((td, i) => [heads[i], td.dataset.value])
        .concat(below(tr))))];
  }));
  const tables = Object.fromEntries(shown);
  let cells = 0;
  const wrong = [];
  for (const [key, table] of Object.entries(report.tables)) {
    const exact = objects(report, key);
    const rows = tables[key] || [];
    if (rows.length !== exact.length)
      wrong.push(`${key}: ${rows.length} of ${table.rows.length} rows`);
    rows.forEach((row, i) => Object.entries(row).forEach(([column, text]) => {
      cells++;
      if (exact[i] && String(exact[i][column]) !== String(text === undefined
        ? null : text))
        wrong.push(`${key} ${column} ${text} ${exact[i][column]}`);
    }));
  }
  check(`${name}: ${cells} cells of tables are those of JSON`, cells > 0 &&
    wrong.length === 0, wrong.slice(0, 3).join("; "));
  const verdict = await page.evaluate(() => [...document.querySelectorAll(
    "#verdict p:not(.save)")].map(p => p.textContent));
  check(`${name}: the verdict is that of JSON`, JSON.stringify(verdict) ===
    JSON.stringify(report.verdict), JSON.stringify(verdict));
}

/* Every picture is painted and described, and lists of changes have no columns
 * beside the screen. */
const checkLook = (browser, name) => checkScreens(browser, name, page => (
  page.evaluate(() => Object.entries(mpiprof.views).filter(
    ([, { picture }]) => picture && picture.canvas && !(picture.painted > 0 &&
      picture.alt.textContent.length > 20)).map(([view]) => view).concat(
    [...document.querySelectorAll(".scrolled:has(> .changes)")].filter(
      box => box.scrollWidth > box.clientWidth + 1).map(box => `${
      box.scrollWidth} pixels of changes`)))));

/* ---- links ---- */

/* Once the page has written its address. */
async function addressOf(page, part) {
  await page.waitForFunction(part => location.hash.includes(part), part);
  return page.evaluate(() => location.hash);
}

/* What two pages of one address have to have alike. */
const stateOf = page => page.evaluate(() => {
  const { selection, views } = mpiprof;
  return JSON.stringify([selection.kind, selection.name,
    [...document.querySelectorAll(".choice [aria-pressed=true]")].map(
      one => one.value), [...document.querySelectorAll(".tools select")].map(
      one => one.value), views.sides ? views.sides.view : null]);
});

/* act: changes the page so that its address has `wanted'. */
async function checkLink(browser, name, wanted, act) {
  const first = await open(browser, `${name}.html`);
  await ready(first.page);
  const before = await stateOf(first.page);
  await act(first.page);
  const hash = await addressOf(first.page, wanted[wanted.length - 1]);
  const state = await stateOf(first.page);
  check(`${name}: the address has what is chosen`, wanted.every(
    one => hash.includes(one)) && state !== before, hash);
  await first.close();
  const { page, wrong, close } = await open(browser, `${name}.html${hash}`);
  await ready(page);
  check(`${name}: a link shows the same`, await stateOf(page) === state,
        `${await stateOf(page)} ${state}`);
  await page.evaluate(() => {
    location.hash = "no&view=5:1&calls-metric=%3Cb%3E&changes-what=no&" +
      "curve=no&view=a:b";
  });
  await page.waitForFunction(state => {
    const { selection } = mpiprof;
    return selection.name === null && state;
  }, state);
  await settled(page);
  check(`${name}: what does not fit is left out`, await stateOf(page) ===
    before && wrong.length === 0, `${await stateOf(page)} ${before} ${wrong}`);
  await close();
}

async function testLinks(browser) {
  await checkLink(browser, "compare", ["calls", "procedure=MPI_Waitall",
    "view=1:2", "changes-what=compare_ranks", "calls-metric=calls",
    "calls-order=time"],
                  async page => {
    await page.evaluate(() => {
      location.hash = "calls";
    });
    await page.evaluate(() => {
      mpiprof.views.sides.show(1e9, 2e9);
      mpiprof.selection.setName("procedure", "MPI_Waitall");
    });
    await page.click("#changes [value=compare_ranks]");
    await page.click("#calls [aria-label=metric] [value=calls]");
    await page.click("#calls [aria-label=order] [value=time]");
  });
  await checkLink(browser, "scaling", ["curve=time"], page => (
    page.selectOption("#curves select", "time")));
  await checkLink(browser, "history", ["curve=efficiency:load_balance"],
                  page => page.selectOption("#curves select",
                                            "efficiency:load_balance"));
}

/* ---- copies ---- */

const field = value => (value === null ? "" : /[",\n]/.test(String(value))
  ? `"${String(value).replaceAll("\"", "\"\"")}"` : String(value));
const csvOf = (table, rows = table.rows) => [table.columns.map(
  column => column.name), ...rows.map(row => row.map(field))].map(
  line => `${line.join(",")}\n`).join("");

/* CSV has all rows with all digits, Markdown a line for each that is shown. */
async function checkCopies(page, name, report, tables) {
  const text = await copied(page, "#verdict > .save button");
  check(`${name}: the verdict as Markdown`, report.verdict.every(
    one => text.includes(one.replace(/\s+/g, " ").trim())), text);
  for (const [view, table, rows] of tables) {
    const [file, csv] = await saved(page, `#${view} > .save button`);
    check(`${name}: ${view} as CSV`, file === `${table}.csv` && csv.toString()
      === csvOf(report.tables[table], rows), `${file} ${csv}`.slice(0, 300));
    const shown = await page.locator(`#${view} :is(tbody tr, li)`).count();
    const lines = (await copied(page, `#${view} > .save button:last-child`))
      .trim().split("\n");
    const width = line => line.match(/(?<!\\)\|/g).length;
    check(`${name}: ${view} as Markdown`, lines.length === shown + 2 &&
      lines.every(line => width(line) === width(lines[0])) &&
      /^\|( -+:? \|)+$/.test(lines[1]), `${shown} ${lines.slice(0, 3)}`);
  }
}

async function checkPictures(page, name, views) {
  for (const view of views) {
    const [, png] = await saved(page, `#${view} .picture .save button`);
    const [file, svg] = await saved(page,
                                    `#${view} .picture .save button:last-child`);
    check(`${name}: ${view} as PNG and SVG`, png.subarray(1, 4).toString() ===
      "PNG" && file.endsWith(".svg") && svg.toString().startsWith("<svg"),
          file);
  }
}

async function checkTreeCopy(page, name, report) {
  const [file, csv] = await saved(page, "#calls > .save button");
  const lines = csv.toString().trim().split("\n").map(line => line.split(","));
  const sums = {};
  for (const [path, kind, a, b] of lines.slice(1))
    if (kind === "procedure") {
      const call = path.split("/").pop();
      sums[call] = (sums[call] || [0, 0]).map((v, i) => v + Number([a, b][i]));
    }
  const exact = objects(report, "compare_procedures");
  check(`${name}: the call tree as CSV`, file === "compare_call_tree.csv" &&
    exact.length > 0 && exact.every(row => near(sums[row.procedure][0], row.a_s,
      1e-6) && near(sums[row.procedure][1], row.b_s, 1e-6)),
        JSON.stringify(sums));
}

const newest = (report, table) => report.tables[table].rows.filter(
  row => row[report.tables[table].columns.findIndex(
    column => column.name === "run")] === "day6");
const COPIES = {
  compare: { views: ["sides"], tables: () => [
    ["changes", "compare_procedures"], ["causes", "compare_causes"]] },
  scaling: { views: ["curves", "ahead"],
             tables: () => [["factors", "scaling"]] },
  history: { views: ["curves"], tables: report => [
    ["changes", "history_changes", newest(report, "history_changes")],
    ["causes", "history_causes"]] },
};

/* Of a page that nothing has been done with. */
async function checkSaved(page, name, report) {
  if (!COPIES[name])
    return;
  await checkPictures(page, name, COPIES[name].views);
  if (name === "compare")
    await checkTreeCopy(page, name, report);
  await checkCopies(page, name, report, COPIES[name].tables(report));
}

/* ---- compare ---- */

async function checkEfficiencies(page, name, report) {
  const lines = await page.evaluate(() => [...document.querySelectorAll(
    ".both li")].map(li => ({ ...li.dataset })));
  const exact = objects(report, "compare_efficiency");
  check(`${name}: ${lines.length} efficiencies side by side`,
        lines.length === exact.length && lines.every((line, i) => (
          line.name === exact[i].name && number(line.a) === exact[i].a &&
          number(line.b) === exact[i].b)), JSON.stringify(lines));
}

async function checkCauses(page, name, report) {
  const items = await page.evaluate(() => [...document.querySelectorAll(
    "#causes li")].map(li => [li.dataset.change,
      Number(li.querySelector(".gain").dataset.a),
      Number(li.querySelector(".gain").dataset.b)]));
  const exact = objects(report, "compare_causes").map(
    row => [row.change, row.a_gain_s, row.b_gain_s]);
  const sorted = list => JSON.stringify([...list].sort());
  check(`${name}: ${items.length} causes with their change`,
        sorted(items) === sorted(exact), sorted(items));
}

const changeRows = page => page.evaluate(() => [...document.querySelectorAll(
  "#changes tbody tr")].map(tr => ({ name: tr.dataset.name,
    a: Number(tr.dataset.a), b: Number(tr.dataset.b),
    more: Number(tr.dataset.more), bar: tr.querySelector(".diverging i")
      .className, noise: tr.lastChild.textContent })));

async function checkChanges(page, name, report, [title, table, column]) {
  await page.click(`#changes button[value=${table}]`);
  const rows = await changeRows(page);
  const exact = new Map(objects(report, table).map(
    row => [String(row[column]).trim(), row]));
  const bad = rows.filter(row => {
    const one = exact.get(row.name.replace(/^rank /, ""));
    return !one || one.a_s !== row.a || one.b_s !== row.b ||
      one.difference_s !== row.more ||
      row.bar.includes("longer") !== row.more > 0 ||
      row.noise !== ({ yes: "beyond noise", no: "within noise" }[
        one.beyond_noise] || "");
  });
  const order = rows.map(row => Math.abs(row.more));
  check(`${name}: ${rows.length} changes of ${title}`, rows.length > 0 &&
    bad.length === 0 && order.every((v, i) => i === 0 || v <= order[i - 1]),
        JSON.stringify(bad.slice(0, 2)));
}

/* Leaves of the call tree by procedure are the times of JSON. */
async function checkTree(page, name, report) {
  const sums = await page.evaluate(() => {
    const sums = {};
    const walk = node => {
      if (node.kind === "procedure") {
        sums[node.name] = sums[node.name] || [0, 0];
        sums[node.name] = sums[node.name].map((v, i) => v + node.own[i]);
      }
      node.children.forEach(walk);
    };
    walk(mpiprof.views.calls.rootOf());
    return sums;
  });
  const exact = objects(report, "compare_procedures");
  const bad = exact.filter(row => !sums[row.procedure] ||
    !near(sums[row.procedure][0], row.a_s, 1e-6) ||
    !near(sums[row.procedure][1], row.b_s, 1e-6));
  check(`${name}: ${exact.length} procedures of the call tree`,
        exact.length > 0 && bad.length === 0, JSON.stringify([bad[0], sums]));
  const root = await page.evaluate(() => document.querySelector(
    "#calls tbody tr").dataset.key);
  await page.click("#calls tbody .twig");
  const closed = await page.locator("#calls tbody tr").count();
  await page.click("#calls tbody .twig");
  const opened = await page.locator("#calls tbody tr").count();
  check(`${name}: the tree closes and opens`, root === "" && closed === 1 &&
    opened > 1, `${closed} ${opened}`);
}

/* One time is at one place in both, and a drag zooms both. */
async function checkSides(page, name, report) {
  const runs = objects(report, "compare_runs");
  const [a, b] = ["A", "B"].map(side => runs.find(
    row => row.side === side).run_time_s);
  const lengths = await page.evaluate(() => mpiprof.views.sides.lanes.map(
    lane => lane.length / 1e9));
  check(`${name}: both time lines have their length`, near(lengths[0], a,
    0.02) && near(lengths[1], b, 0.02), `${lengths}`);
  const tips = await page.evaluate(() => {
    const { picture, lanes } = mpiprof.views.sides;
    return lanes.map(lane => picture.how.at(picture.width / 2, lane.top + 30))
      .map(found => found.bin * found.lane.pictures.width / 1e9);
  });
  check(`${name}: the same place is the same time`, near(tips[0], tips[1],
    0.03), `${tips}`);
  await page.locator("#sides canvas").scrollIntoViewIfNeeded();
  const box = await page.locator("#sides canvas").boundingBox();
  await page.mouse.move(box.x + 200, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await drawn(page);
  const zoomed = await page.evaluate(() => mpiprof.views.sides.view);
  await page.click("#sides-all");
  const whole = await page.evaluate(() => mpiprof.views.sides.view);
  check(`${name}: a drag zooms, a button shows all again`, zoomed.from > 0 &&
    zoomed.to < whole.to && whole.from === 0, JSON.stringify([zoomed, whole]));
}

async function testCompare(browser, name) {
  const report = await json(name);
  const { page, wrong, close } = await open(browser, `${name}.html`);
  await ready(page);
  await checkSaved(page, name, report);
  await checkTables(page, name, report);
  await checkEfficiencies(page, name, report);
  await checkCauses(page, name, report);
  for (const one of [["times", "compare_times", "term"],
                     ["procedures", "compare_procedures", "procedure"],
                     ["ranks", "compare_ranks", "rank"],
                     ["regions", "compare_regions", "region"]])
    await checkChanges(page, name, report, one);
  await checkSides(page, name, report);
  if (name === "compare")
    await checkDigits(page);
  if (name !== "noisy")
    await checkTree(page, name, report);
  check(`${name}: nothing goes wrong`, wrong.length === 0, `${wrong}`);
  await close();
}

/* Calls are whole where they are, and below 0.0001 all numbers look alike. */
async function checkDigits(page) {
  const read = await page.evaluate(() => {
    const { table, writers } = mpiprof.views.tables.views.find(
      ({ name }) => name === "compare_procedures");
    const of = wanted => writers[table.columns.findIndex(
      ({ name }) => name === wanted)];
    return [of("a_calls").write(12400), of("a_calls").write(2.5),
            of("ratio").write(1), of("a_s").write(8e-5), of("a_s").write(2e-4)];
  });
  check("compare: numbers have the digits that say something", read.join() ===
        "12\u2009400,2.500,1.000,<0.0001,0.0002000", `${read}`);
}

/* A cause that is gone, and what was promised for that. */
async function testCured(browser) {
  const report = await json("cured");
  const { page, wrong, close } = await open(browser, "cured.html");
  await ready(page);
  await checkCauses(page, "cured", report);
  const first = await changeRows(page);
  check("cured: the largest changes come first", first[0].name ===
    "MPI_Waitall" && first[0].bar === "shorter", JSON.stringify(first[0]));
  const [promise] = objects(report, "compare_promise");
  const bars = await page.evaluate(() => [...document.querySelectorAll(
    ".run-bar b")].map(b => Number(b.dataset.value)));
  const said = await page.evaluate(() => document.querySelector(".promise")
    .textContent);
  check("cured: the promise is that of JSON", promise.answer === "kept" &&
    said.includes("Promise kept") && JSON.stringify(bars) === JSON.stringify([
    promise.a_run_time_s, promise.promised_s, promise.b_run_time_s]),
        `${bars} ${said}`);
  const gone = await page.evaluate(() => document.querySelector(
    "#causes h3.gone + ul").textContent);
  check("cured: the cause is gone", gone.includes("unequal work"), gone);
  check("cured: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* ---- scaling ---- */

async function checkFactors(page, name, report) {
  const cells = await page.evaluate(() => [...document.querySelectorAll(
    "#factors tbody tr")].flatMap(tr => [...tr.querySelectorAll("td")].map(
    (td, i) => [td.dataset.column, i, td.dataset.value,
                td.style.background])));
  const rows = objects(report, "scaling");
  const bad = cells.filter(([column, i, value]) => (
    number(value) !== rows[i][column]));
  const good = new Set(cells.filter(([column, , value]) => column.endsWith(
    "efficiency") && Number(value) === 1).map(([, , , color]) => color));
  check(`${name}: ${cells.length} cells of the coloured table`, cells.length >=
    5 * rows.length && bad.length === 0 && good.size <= 1, `${bad[0]}`);
}

async function checkCurve(page, name, report, part) {
  const chart = await page.evaluate(part => {
    mpiprof.views.curves.show(part);
    const { lines, dots, ranges } = mpiprof.views.curves.view.chart();
    return { lines: lines.map(line => [line.title, line.points]),
             dots: dots.map(dot => [dot.x, dot.y]), ranges };
  }, part);
  const [, kind, own] = /^(\w+):(.*)$/.exec(part);
  const values = objects(report, "scaling_values").filter(
    row => row.kind === kind && row.name === own);
  const [model] = objects(report, "scaling_models").filter(
    row => row.kind === kind && row.part === own);
  const most = values[values.length - 1].ranks;
  const far = chart.dots.slice(values.length);
  check(`${name}: the curve of ${own}`, values.every((row, i) => (
    chart.dots[i][0] === row.ranks && chart.dots[i][1] === row.time_s)) &&
    far.length === 2 && far[0][0] === 10 * most &&
    far[0][1] === model.at_10_s && far[1][1] === model.at_100_s &&
    chart.ranges.every((range, i) => range.low === model[`at_${10 ** (i +
      1)}_least_s`]), JSON.stringify(chart).slice(0, 300));
  const line = chart.lines.find(([title]) => title.startsWith("model"));
  const last = line[1][line[1].length - 1];
  check(`${name}: the line of its model ends there`, near(last[0], 100 * most,
    1e-6) && near(last[1], model.at_100_s, 1e-6), `${last}`);
}

async function testScaling(browser, name) {
  const report = await json(name);
  const { page, wrong, close } = await open(browser, `${name}.html`);
  await ready(page);
  await checkSaved(page, name, report);
  await checkTables(page, name, report);
  await checkFactors(page, name, report);
  await checkCurve(page, name, report, "procedure:MPI_Waitall");
  await checkCurve(page, name, report, "region:main/solve");
  const weak = await page.evaluate(() => mpiprof.views.curves.weak);
  const facts = await page.innerText("#verdict .facts");
  check(`${name}: T is said to be that of the most ranks`,
        /^T on 32 ranks$/m.test(facts), facts);
  check(`${name}: strong and weak are told apart`, weak === (name === "weak"),
        `${weak}`);
  const said = await page.evaluate(() => document.querySelector(
    "#ahead figcaption").textContent);
  check(`${name}: what dominates is said`, said.includes("MPI_Waitall 9"),
        said);
  const colors = await page.evaluate(() => {
    const { picture } = mpiprof.views.ahead;
    const found = [];
    for (let x = 110; x < picture.width; x += 2)
      found.push(picture.how.at(x, 10).piece);
    return found.filter(({ one }) => one).map(
      ({ one, color }) => [one.kind === "procedure",
                           /^#(009e73|7fceb9|00543d)$/.test(color)]);
  });
  check(`${name}: work is green, as on other pages, calls are not`,
        [true, false].every(call => colors.some(([is]) => is === call)) &&
        colors.every(([call, green]) => call !== green), `${colors}`);
  check(`${name}: nothing goes wrong`, wrong.length === 0, `${wrong}`);
  await close();
}

async function testFew(browser) {
  const { page, wrong, close } = await open(browser, "few.html");
  await ready(page);
  const said = await page.evaluate(() => document.getElementById("ahead")
    .textContent);
  check("few: models need more runs", said.includes("need 5") && said.includes(
    "these runs have 2") && wrong.length === 0, `${said} ${wrong}`);
  await close();
}

/* ---- history ---- */

async function testHistory(browser) {
  const report = await json("history");
  const { page, wrong, close } = await open(browser, "history.html");
  await ready(page);
  await checkSaved(page, "history", report);
  await checkTables(page, "history", report);
  const rows = objects(report, "history").reverse();
  const dots = await page.evaluate(() => mpiprof.views.curves.view.chart()
    .dots.map(dot => [dot.x, dot.y, dot.shape || ""]));
  check("history: a point for each run, the oldest first", dots.every(
    ([x, y, shape], i) => x === i && y === rows[i].run_time_s &&
      (shape === "up") === (rows[i].change === "slower")) &&
    dots.length === rows.length && dots[6][2] === "up", JSON.stringify(dots));
  const band = await page.evaluate(() => mpiprof.views.curves.view.chart()
    .bands[0].points);
  check("history: the noise that JSON has", band.every(([i, low, high]) => near(
    high - low, 2 * rows[i].noise_s) && near((high + low) / 2,
                                             rows[i].usual_s)) &&
    band.length === 2, JSON.stringify(band));
  const efficiencies = await page.evaluate(() => [...document.querySelectorAll(
    "#changes tbody tr:not([data-name])")].map(tr => tr.innerText));
  check("history: efficiencies differ by points", efficiencies.length > 0 &&
        efficiencies.every(text => /% *\t[+\u2212][\d.]+ points/.test(text)),
        `${efficiencies}`);
  const dates = await page.evaluate(() => [...document.querySelectorAll(
    "#table-history td")].filter(td => / UTC$/.test(td.textContent)).map(
    td => getComputedStyle(td).whiteSpace));
  check("history: dates are not broken", dates.length > 0 && dates.every(
    space => space === "nowrap"), `${dates}`);
  const changed = await page.evaluate(() => [...document.querySelectorAll(
    "#changes tbody tr")].map(tr => tr.dataset.name).filter(Boolean));
  const newest = objects(report, "history_changes").filter(
    row => row.run === "day6").map(row => row.name);
  check("history: changes of the newest run", JSON.stringify(changed) ===
    JSON.stringify(newest), `${changed}`);
  /* A click on a procedure shows its curve. */
  await page.evaluate(() => mpiprof.selection.setName("region",
                                                      "main/solve"));
  const values = await page.evaluate(() => mpiprof.views.curves.view.chart()
    .dots.map(dot => dot.y));
  const exact = objects(report, "history_times").filter(
    row => row.name === "main/solve").map(row => row.time_s);
  check("history: what is selected has its curve", JSON.stringify(values) ===
    JSON.stringify(exact) && await page.isVisible("#name"), `${values}`);
  await page.keyboard.press("Escape");
  check("history: Escape clears the selection",
        !await page.isVisible("#name"));
  check("history: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

/* ---- names ---- */

async function testHostile(browser, name) {
  const report = await json(name);
  const { page, wrong, close } = await open(browser, `${name}.html`);
  await ready(page);
  await checkTables(page, name, report);
  const scripts = await page.evaluate(() => document.scripts.length);
  const plain = await page.evaluate(() => document.querySelectorAll(
    "script:not([id])").length);
  check(`${name}: no name became a script`, plain === 1 && scripts <= 4,
        `${scripts}`);
  await page.fill("#search", "<script>");
  await settled(page);
  check(`${name}: nothing goes wrong`, wrong.length === 0, `${wrong}`);
  await close();
}

async function checkSize(name, most = 1e6) {
  const { size } = await stat(`${name}.html`);
  check(`${name}: ${Math.round(size / 1000)} kB`, size < most, `${size}`);
}

/* Runs that cannot be shown in full: the page says so, or leaves views out. */
async function testUnlike(browser) {
  const views = {};
  for (const name of ["short", "unlike", "missing"]) {
    const { page, wrong, close } = await open(browser, `${name}.html`);
    await ready(page);
    views[name] = await page.evaluate(() => Object.keys(mpiprof.views));
    check(`${name}: nothing goes wrong`, wrong.length === 0, `${wrong}`);
    await close();
  }
  check("short: without time there are no time lines",
        !views.short.includes("sides") && views.short.includes("tables"),
        `${views.short}`);
  check("unlike: other numbers of ranks have time lines, too",
        views.unlike.includes("sides") && views.unlike.includes("calls"),
        `${views.unlike}`);
}

/* 1024 ranks, 60 procedures. */
async function testWide(browser) {
  const { page, wrong, close } = await openWatched(browser, "wide.html");
  await ready(page);
  const names = await page.evaluate(() => {
    const out = mpiprof.views.sides.lanes.flatMap(({ place }) => [...place.out]
      .map(line => `${line.first}`));
    return document.querySelector("#sides canvas").texts.map(({ text }) => text)
      .filter(text => /^\d{3,}$/.test(text) && !out.includes(text)).map(Number);
  });
  check("wide: round ranks are named beside those that stand out",
        names.length > 6 && names.every(rank => rank % 100 === 0), `${names}`);
  const rows = await page.evaluate(() => mpiprof.views.sides.lanes.map(
    lane => lane.groups.flat().length));
  check("wide: all 1024 ranks are in the time lines", rows.every(
    count => count === 1024) && wrong.length === 0, `${rows} ${wrong}`);
  /* Of some ranks in a row one is shown, whole. */
  const one = await page.evaluate(() => mpiprof.views.sides.lanes.map(
    ({ groups, some, parts, pictures }) => some.every(([line], row) => (
      groups[row].every(other => other.times.useful <= line.times.useful) &&
      parts.every((all, k) => !all || mpiprof.views.sides.lanes[0].order[k] < 0
        || all[row * pictures.bins + 5] === pictures.byRank.bins[
          mpiprof.views.sides.lanes[0].order[k]][line.position *
          pictures.bins + 5])))));
  check("wide: neighbours are not averaged", one.every(Boolean), `${one}`);
  await close();
  await checkSize("wide", 3e6);
}

/* Ranks 77, 78 and 3000 of 4096, four in a row, stand out. */
async function testHidden(browser) {
  const { page, wrong, close } = await open(browser, "hidden.html");
  await ready(page);
  const lanes = await page.evaluate(() => mpiprof.views.sides.lanes.map(
    ({ place, groups }) => [...place.out].map(line => [line.first,
      place.heights[groups.findIndex(([one]) => one === line)]])));
  check("hidden: ranks that stand out have rows of 8 pixels or more",
        lanes.length === 2 && lanes.every(lane => lane.length === 2 &&
          lane.every(([rank, high]) => [77, 3000].includes(rank) &&
            high >= 8)), JSON.stringify(lanes));
  const said = await page.innerText("#sides figcaption");
  check("hidden: which is said", said.includes(
    "in B far from the others: ranks 77, 3000"), said);
  const shown = [];
  for (const merge of ["most", "least", "mean"]) {
    await page.click(`#sides [aria-label=merge] [value=${merge}]`);
    await drawn(page);
    shown.push(await page.evaluate(() => {
      const { lanes: [lane], picture } = mpiprof.views.sides;
      const row = lane.groups.findIndex(group => group.some(
        line => line.first <= 76 && line.last >= 79));
      return picture.how.at(800, lane.top + 20 + 40 + 4 + lane.place.y(row) +
        0.5).tip.flat().join(" ");
    }));
  }
  check("hidden: a row shows the most or the least useful rank, or the mean",
        /shown: rank 77 .*useful 100 %/.test(shown[0]) &&
        /shown: rank \d+ .*100 %$/.test(shown[1]) && !shown[1].includes(
          "useful") && shown[2].includes("useful") && shown[2].includes(
          "wait"), JSON.stringify(shown));
  check("hidden: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
}

await run(async browser => {
  await testLinks(browser);
  await testHidden(browser);
  await testCompare(browser, "compare");
  await testCompare(browser, "noisy");
  await testCured(browser);
  await testScaling(browser, "scaling");
  await testScaling(browser, "weak");
  await testFew(browser);
  await testHistory(browser);
  await testHostile(browser, "odd-compare");
  await testHostile(browser, "odd-history");
  await testUnlike(browser);
  await testWide(browser);
  if (await stat("real.html").catch(() => null))
    await testHostile(browser, "real");
  for (const name of ["cured", "scaling", "history", "one", "odd-compare"]) {
    await checkSize(name);
    await checkLook(browser, name);
  }
});
