/* SPDX-License-Identifier: BSD-3-Clause */
/* The checks of look.sh; one line for each, and exit status 1 if any fails. */
import { check, checkHeard, checkWalk, drawn, openWatched, overlaps, ready, run,
         unreadable } from "./browser.mjs";

/* ---- tables ---- */

const tooWide = () => [...document.querySelectorAll(".table > table")].filter(
  table => table.offsetWidth > table.parentNode.clientWidth).map(
  table => `${table.parentNode.id} ${table.offsetWidth}`);

/* What a table is headed with: columns, and names in the line below a row. */
const headings = () => [...document.querySelectorAll(
  "th[data-column] button, th[data-column], tr.below small")].map(
  element => element.textContent);

/* Words one below the other, of at most 32 letters. */
const crushed = () => [...document.querySelectorAll("td.short")].filter(
  cell => cell.checkVisibility() && cell.clientHeight > 0).map(cell => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return [new Set([...range.getClientRects()].map(
    box => Math.round(box.bottom / 6))).size, cell.textContent];
}).filter(([lines]) => lines > 3);

/* Tables follow after a moment. */
async function resized(page, width) {
  await page.setViewportSize({ width, height: 720 });
  for (let i = 0; i < 20; i++) {
    await page.waitForTimeout(250);
    if ((await page.evaluate(tooWide)).length === 0)
      return;
  }
}

async function checkTables(page, name) {
  for (const width of [1280, 1024, 768]) {
    await resized(page, width);
    const wide = await page.evaluate(tooWide);
    check(`${name}: no table is wider than a page of ${width}`,
          wide.length === 0, `${wide}`);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth);
    check(`${name}: nor is the page`, over <= 0, `${over}`);
    const low = await page.evaluate(crushed);
    check(`${name}: no cell is a pile of words`, low.length === 0, `${low[0]}`);
  }
  await resized(page, 1280);
  const names = (await page.evaluate(headings)).filter(
    text => /[a-z]_[a-z]/.test(text) && !text.includes("MPI_"));
  check(`${name}: no heading is the name of a column`, names.length === 0,
        `${names}`);
}

/* Columns below the rows have no heading: a list sorts by them. */
async function checkSorting(page, name) {
  await resized(page, 800);
  const id = "#table-wait_sites";
  const values = () => page.evaluate(table => [...document.querySelectorAll(
    `${table} tr.below [data-column=longest_s]`)].map(
    element => Number(element.dataset.value)), id);
  const sorted = (list, sign) => list.every(
    (value, i) => i === 0 || sign * (value - list[i - 1]) >= 0);
  await page.focus(`${id} select`);
  await page.keyboard.type("by longest");
  const down = await values();
  check(`${name}: by the keyboard, a column below the rows sorts`,
        down.length > 2 && sorted(down, -1) && !sorted(down, 1), `${down}`);
  check(`${name}: it is marked`, await page.evaluate(table => (
    [...document.querySelectorAll(`${table} .sorted`)].every(
      element => element.dataset.column === "longest_s")), id));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const up = await values();
  const ranks = await page.evaluate(() => [...document.querySelectorAll(
    "tr.below [data-column$=_rank] small")].map(one => one.textContent));
  check(`${name}: a rank below a row is called one`, ranks.length > 5 &&
        ranks.every(text => /rank: $/.test(text)), `${ranks}`);
  check(`${name}: and the other way`, sorted(up, 1) && up.length ===
        down.length, `${up}`);
  await page.click(`${id} th[data-column=time_s] button`);
  check(`${name}: the list says what a heading has done`, await page.evaluate(
    table => document.querySelector(`${table} select`).selectedOptions[0]
      .dataset.column, id) === "time_s");
  await page.selectOption(`${id} select`, "-1");
  const first = await page.evaluate(table => {
    const { rows } = mpiprof.model.table("wait_sites");
    return [document.querySelector(`${table} tbody tr`).children[0]
      .textContent, rows[0][0]];
  }, id);
  check(`${name}: back to the order of the report`, first[0] === first[1],
        `${first}`);
  check(`${name}: no list where all columns have headings`,
        await page.evaluate(() => document.querySelector(
          "#table-rank_groups .sorting").hidden));
  await resized(page, 1280);
}

/* Where ranks wait is of all ranks, whom it names or not. */
async function checkSelected(page, name) {
  await page.fill("#ranks", "0");
  await page.keyboard.press("Enter");
  const rows = (table, wanted) => page.evaluate(([id, all]) => [
    [...document.querySelectorAll(`#table-${id} tbody tr:not(.below)`)].length,
    all ? Math.min(10, mpiprof.model.table(id).rows.length) : 1],
  [table, wanted]);
  const sites = await rows("wait_sites", true);
  check(`${name}: selected ranks do not hide what is of all ranks`,
        sites[0] === sites[1], `${sites}`);
  const own = await rows("rank_times", false);
  check(`${name}: but other ranks`, own[0] === own[1], `${own}`);
  await page.keyboard.press("Escape");
}

/* A small window: what is jumped to is seen, and nothing sticks out. */
async function checkNarrow(page, name) {
  await resized(page, 800);
  await page.click("#nav a[href='#balance']");
  await drawn(page);
  const [bottom, top] = await page.evaluate(() => [
    document.getElementById("top"), document.querySelector("#balance h2")]
    .map((element, i) => element.getBoundingClientRect()[
      ["bottom", "top"][i]]));
  check(`${name}: the lines at the top hide no heading`, top >= bottom,
        `${top} ${bottom}`);
  const out = await page.evaluate(() => [...document.querySelectorAll(
    ".card button")].filter(element => element.checkVisibility() &&
    element.getBoundingClientRect().right > element.closest(".card")
      .getBoundingClientRect().right - 8).map(e => e.textContent));
  check(`${name}: no button sticks out`, out.length === 0, `${out}`);
  await resized(page, 1280);
}

/* Paper: what is too wide for it, while it is printed. */
async function checkPaper(page, name) {
  await page.evaluate(() => addEventListener("beforeprint", () => {
    globalThis.onPaper = [...document.querySelectorAll(".table > table")]
      .filter(table => table.offsetWidth > table.parentNode.clientWidth)
      .map(table => table.parentNode.id)
      .concat(Object.values(mpiprof.views).filter(({ picture }) => picture &&
        picture.width < 690).map(({ node }) => node.id))
      .concat(document.documentElement.dataset.theme);
  }));
  await page.emulateMedia({ colorScheme: "dark" });
  const paper = await page.pdf({ format: "A4", printBackground: true });
  const found = await page.evaluate(() => globalThis.onPaper);
  check(`${name}: on paper all fits, is as wide as it, and white`,
        paper.length > 20000 && found.length === 1 && found[0] === "light",
        `${paper.length} bytes, ${found}`);
  check(`${name}: afterwards it is as it was`, await page.evaluate(
    () => !document.documentElement.dataset.paper &&
      document.documentElement.dataset.theme) === "dark");
}

async function checkReading(page, name) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await drawn(page);
    const { seen, bad } = await page.evaluate(unreadable);
    check(`${name}: ${seen} texts stand out in the ${colorScheme}`,
          seen > 100 && bad.length === 0, bad.slice(0, 5).join("; "));
  }
  const over = await page.evaluate(overlaps);
  check(`${name}: no names in pictures overlap`, over.length === 0,
        over.slice(0, 5).join("; "));
}

/* Dark boxes are narrow: what is zoomed into has its name written on it. */
async function checkInk(page, name) {
  await page.evaluate(() => {
    const { tree } = mpiprof.views;
    const leaf = tree.root().leaves().find(
      node => node.data.name === "MPI_Cart_create");
    tree.picture.how.pick({ node: leaf.parent });
    tree.picture.paint();
  });
  await drawn(page);
  const shown = await page.evaluate(() => document.querySelector(
    "#tree canvas").texts.some(({ text }) => text === "MPI_Cart_create"));
  const { bad } = await page.evaluate(unreadable);
  check(`${name}: so do names on dark boxes`, shown && bad.length === 0,
        `${shown} ${bad.slice(0, 5)}`);
  await page.keyboard.press("Escape");
}

/* ---- what was sampled ---- */

/* The tree has all functions, the heat map those that take enough: with the
 * times of the tables. */
async function checkSampled(page, name) {
  const { table, columns, all, own } = await page.evaluate(() => {
    const { model } = mpiprof;
    const { columns: names, rows } = model.table("functions");
    const at = key => names.findIndex(column => column.name === key);
    document.querySelector("#tree [value=functions]").click();
    const root = mpiprof.views.tree.root();
    const mine = new Map();
    root.each(({ data }) => mine.set(data.name, (mine.get(data.name) || 0) +
                                     data.own));
    return { table: rows.map(row => [row[at("function")], row[at("time_s")]])
               .filter(row => row[1] > 0),
             columns: model.pictures.columns.map((column, i) => [
               column.kind, column.name, model.pictures.byRank.cells[i].time
                 .reduce((sum, time) => sum + time, 0) / 1e9]),
             all: root.value / 1e9, own: [...mine] };
  });
  const sum = table.reduce((total, [, time]) => total + time, 0);
  const isThere = (list, key, time) => list.some(
    ([other, seconds]) => other === key && Math.abs(seconds - time) < 1e-6);
  const shown = columns.filter(([kind]) => kind === "function")
    .map(([, key, time]) => [key, time]);
  const wrong = table.filter(([key, time]) => !isThere(
    own.map(([mine, ns]) => [mine, ns / 1e9]), key, time) ||
    (time >= 0.005 * sum && !isThere(shown, key, time))).concat(
    shown.filter(([key, time]) => !isThere(table, key, time)));
  check(`${name}: ${shown.length} sampled functions in the heat map, ${
    table.length} in the tree`, shown.length > 0 && wrong.length === 0 && Math.abs(all - sum) < 1e-6,
        `${JSON.stringify(wrong)} ${all} ${sum}`);
  const top = await page.evaluate(() => mpiprof.views.tree.root().children[0]
    .data.name);
  check(`${name}: the tree begins at main`, top === "main" || /start/.test(
    top), top);
  await page.click("#tree [value=regions]");
}

/* ---- words ---- */

async function checkWords(page) {
  const text = id => page.evaluate(
    name => document.getElementById(name).innerText, id);
  check("the heat map says what its colours are",
        /0 s\s*[\d.]+ m?s[^]*square root scale/.test(await text("heat")),
        await text("heat"));
  await page.click("#heat [value=mean]");
  const labels = await page.evaluate(() => {
    const { model, views: { heat: { columns, picture } } } = mpiprof;
    const column = model.pictures.columns[columns[2]];
    const before = { ...column };
    Object.assign(column, { kind: "function",
                            name: "libgomp.so.1: function at 0x1cc40" });
    picture.paint();
    Object.assign(column, before);
    return picture.canvas.texts.map(({ text }) => text);
  });
  check("addresses are told apart", labels.some(
    text => text.startsWith("libgomp.so.1+0x1c")), `${labels}`);
  check("also against the mean", /twice the mean/.test(await text("heat")) &&
        !/square root/.test(await text("heat")));
  check("no colour of what is not in the bars",
        !/init\/finalize/.test(await text("balance")));
  const titles = await page.evaluate(() => [...document.querySelectorAll(
    "#tables .part")].filter(part => part.querySelector("h4") &&
    part.querySelector("h3").innerText ===
      part.querySelector("h4").innerText &&
    part.querySelectorAll("h4").length === 1).length);
  check("no section of one table has its title twice", titles === 0,
        `${titles}`);
  const links = await page.evaluate(() => [
    ...document.querySelectorAll("#tables .index a")].map(e => e.hash).filter(
    hash => document.querySelector(hash)).length);
  check("sections are links to them", links > 7, `${links}`);
  await page.click("#tables .index a:last-child");
  await drawn(page);
  check("which show them", await page.evaluate(() => {
    const box = document.querySelector(location.hash).getBoundingClientRect();
    return box.top >= 0 && box.top < innerHeight / 2;
  }));
  const keys = await page.evaluate(() => {
    const of = (name, key) => {
      const { columns, rows } = mpiprof.model.table(name);
      return rows.map(row => row[columns.findIndex(c => c.name === key)]);
    };
    const all = [...of("wait_states", "name"), ...of("advice", "rule")];
    return [...document.querySelectorAll(".table td, .table td span")].map(
      element => element.textContent).filter(text => /_/.test(text) &&
      all.some(key => text === key || text === `name: ${key}`));
  });
  check("rows are not named as programs name them", keys.length === 0,
        `${keys}`);
  const pairs = await page.innerText("#table-wait_pairs h4");
  check("that pairs wait for messages, not in collectives, is said",
        /messages/.test(pairs), pairs);
  const units = await page.evaluate(() => [...document.querySelectorAll(
    ".loss")].map(e => e.textContent.replace(/.* /, "")).filter(Boolean));
  check("losses have one unit", units.length > 1 && new Set(units).size === 1,
        `${units}`);
  const cut = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.getElementById("program");
    return [scrollWidth, clientWidth];
  });
  check("it has room for it", cut[0] <= cut[1], `${cut}`);
  await page.hover("#program");
  const line = await page.evaluate(() => [
    document.getElementById("tip").innerText,
    document.getElementById("program").textContent]);
  check("the line of the program is shown whole", line[0] === line[1],
        `${line}`);
}

/* One rank has no other to be above, and sends nobody anything. */
async function checkAlone(page) {
  const [heat, matrix] = await page.evaluate(() => ["heat", "matrix"].map(
    name => document.getElementById(name).innerText));
  check("one rank: the heat map has 1 line, no mean",
        /columns by 1 line,/.test(heat) && !/mean:/.test(heat), heat);
  check("and an empty matrix nothing to choose", !/messages\ntime/.test(
    matrix) && !/Click/.test(matrix), matrix);
}

/* A sampled function of a table is selected as one of the heat map is. */
async function checkFunctions(page, name) {
  const got = await page.evaluate(() => {
    const link = document.querySelector("#table-functions tbody .link");
    link.click();
    const { selection, model } = mpiprof;
    const sums = document.getElementById("sums").textContent;
    const rows = document.querySelectorAll(
      "#table-functions tbody tr:not(.below)").length;
    const all = [link.textContent, selection.kind, selection.name, rows,
                 model.columnOf(selection), sums];
    selection.clear();
    return all;
  });
  check(`${name}: a function in a table is selected, with its time`,
        got[1] === "function" && got[0] === got[2] && got[3] >= 1 &&
        got[4] >= 0 && got[5].startsWith(`CPU time in ${got[2]}: `),
        JSON.stringify(got));
}

/* Without symbols a function is its address, and regions keep their names. */
async function checkStripped(page) {
  const { sites, frames, text } = await page.evaluate(() => {
    const { model, views } = mpiprof;
    const names = [];
    views.tree.root().each(({ data }) => names.push(data.name));
    const { columns, rows } = model.table("call_sites");
    const at = columns.findIndex(column => column.name === "function");
    return { sites: rows.map(row => row[at]).filter(Boolean), frames: names,
             text: ["top", "main"].map(
               id => document.getElementById(id).innerText).join("\n") };
  });
  const address = /^heat2d: function at 0x[0-9a-f]+$/;
  check(`stripped: ${sites.length} call sites are addresses`,
        sites.length > 3 && sites.every(name => address.test(name)),
        `${sites}`);
  check("stripped: so they are in the tree, below regions and above calls",
        frames.some(name => address.test(name)) && frames.includes("solve") &&
        frames.includes("MPI_Allreduce"), `${frames}`);
  await resized(page, 390);
  const cells = await page.evaluate(() => [...document.querySelectorAll(
    "#tables td")].map(cell => {
    const range = document.createRange();
    range.selectNodeContents(cell.querySelector("button") || cell);
    return { text: cell.textContent, kind: cell.className,
             breaks: cell.querySelectorAll("wbr").length,
             lines: new Set([...range.getClientRects()].map(
               box => Math.round(box.bottom))).size };
  }));
  const broken = cells.filter(({ kind, lines, breaks }) => (
    /word|number/.test(kind) && (lines > 1 || breaks > 0)));
  check("stripped: on a phone numbers and short names are not broken",
        cells.length > 100 && broken.length === 0, JSON.stringify(broken[0]));
  check("stripped: long names may break behind ::, _ and .", cells.some(
    ({ text, breaks }) => /^MPI_\w+_\w+ in|\w\.so|_\w+_\w{6}/.test(text) &&
      text.length > 16 && breaks > 0));
  check("the page has no lookbehind, for Safari before 16.4",
        await page.evaluate(() => document.scripts.length > 0 &&
          [...document.scripts].every(
            script => !/\(\?<[=!]/.test(script.textContent))));
  const narrow = await page.evaluate(() => [...document.querySelectorAll(
    "#tables table")].filter(table => table.rows.length > 2 &&
    table.rows.length < 10 && table.querySelector("tr.below")).flatMap(
    table => [...table.rows[0].cells].map((head, i) => [head.textContent,
      [...table.querySelectorAll("tbody tr:not(.below)")].map(
        row => row.cells[i].textContent)])));
  const hollow = narrow.filter(([, texts]) => texts.every(
    text => text === "-"));
  check(`stripped: of ${narrow.length} columns none is empty where others ` +
        "have no room", narrow.length > 0 && hollow.length === 0,
        `${hollow.map(([head]) => head)}`);
  for (const width of [390, 480, 560, 640]) {
    await resized(page, width);
    const over = await page.evaluate(overlaps);
    check(`stripped: no names in pictures overlap at ${width}`,
          over.length === 0, `${over}`);
  }
  await resized(page, 1280);
  check("stripped: the page says why", /functions on call paths ha(s|ve) no name, /
    .test(text));
  check("stripped: sentences say where, all the same",
        /MPI_\w+ in heat2d: function at 0x[0-9a-f]+ \(heat2d\+0x[0-9a-f]+\)/
          .test(text), text);
}

async function checkUsage(page) {
  const shown = () => page.evaluate(
    () => document.getElementById("usage").checkVisibility());
  check("how to use the page takes no room", !await shown());
  await page.keyboard.press("?");
  check("the key ? shows it", await shown());
  await page.click("#close-usage");
  check("that can be closed", !await shown());
}

/* More ranks than pixels: round ranks are named, bars have no stripes between
 * them, and the page has nothing for calls that it lacks. */
async function checkMany(page, name) {
  for (const width of [768, 1280]) {
    await resized(page, width);
    const names = await page.evaluate(() => ["timeline", "balance", "heat", "matrix"].map(
      id => document.querySelector(`#${id} canvas`).texts.map(
        ({ text }) => text).filter(text => /^\d{3,}$/.test(text))
        .map(Number)));
    check(`${name}: round ranks are named at ${width}`, names.every(list => (
      list.length > 8 && list.every(rank => rank % 1000 === 0))), `${names}`);
  }
  const axes = await page.evaluate(() => Object.fromEntries(
    mpiprof.views.balance.picture.canvas.texts.map(({ text, y }) => [text, y])));
  check(`${name}: seconds are at the axis of time, ranks at the other`,
        axes["[s]"] < axes[1] && axes.rank > axes[1], JSON.stringify(axes));
  const shades = await page.evaluate(() => {
    const { canvas } = mpiprof.views.balance.picture;
    const row = Math.round(canvas.height * 0.7);
    const { data } = canvas.getContext("2d").getImageData(
      Math.round(canvas.width / 4), row, Math.round(canvas.width / 2), 1);
    return new Set(Array.from({ length: data.length / 4 }, (_, i) => (
      data.slice(4 * i, 4 * i + 4).join()))).size;
  });
  check(`${name}: no stripes between bars`, shades === 1, `${shades} colours`);
  check(`${name}: no search without single calls`, await page.evaluate(
    () => !document.getElementById("find").checkVisibility()));
  await resized(page, 390);
  const lines = await page.evaluate(() => {
    const range = document.createRange();
    range.selectNode(document.querySelector(".advice h3").firstChild);
    return range.getClientRects().length;
  });
  check(`${name}: on a phone a heading is not broken for its buttons`,
        lines === 1, `${lines} lines`);
  await resized(page, 1280);
}

async function look(browser, name, ...checks) {
  const { page, wrong, close } = await openWatched(browser, `${name}.html`);
  await ready(page);
  for (const one of [checkTables, checkReading, checkHeard, ...checks])
    await one(page, name);
  const seen = await page.locator("[hidden]:visible").count();
  check(`${name}: what is hidden is not seen`, seen === 0, `${seen}`);
  check(`${name}: nothing goes wrong`, wrong.length === 0, `${wrong}`);
  await close();
}

async function main(browser) {
  await look(browser, "plate", checkSorting, checkSelected,
             checkNarrow, checkInk, checkSampled, checkFunctions, checkWords, checkPaper);
  await look(browser, "stripped", checkStripped);
  await look(browser, "many", checkMany);
  await look(browser, "one", checkAlone, checkUsage, checkWalk);
  await look(browser, "hostile");
}

await run(main);
