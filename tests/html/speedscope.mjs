/* SPDX-License-Identifier: BSD-3-Clause */
/* speedscope.mjs NAME... - opens files in speedscope's own page, as its command
 * does, and compares what it shows: NAME.json with itself, NAME.chrome,
 * NAME.folded and NAME.callgrind with the report NAME.report. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { check, open, run } from "./browser.mjs";

const PAGE = resolve("node_modules/speedscope/dist/release/index.html");
const UNITS = { ns: 1, "\u00b5s": 1e3, ms: 1e6, s: 1e9 };

/* What a cell says, and how much more or less it may be: two digits after the
 * point are shown, of minutes none; without a unit it is a whole number. */
function time(text) {
  const long = /^(\d+):(\d\d\.\d\d)/.exec(text);
  if (long)
    return { ns: 1e9 * (60 * long[1] + Number(long[2])), slack: 5.1e6 };
  const [, value, unit] = /^([\d.]+)(ns|\u00b5s|ms|s)\b/.exec(text) || [];
  if (unit !== undefined)
    return { ns: value * UNITS[unit], slack: 0.0051 * UNITS[unit] };
  const [whole] = /^[\d,]+/.exec(text) || ["none"];
  return { ns: Number(whole.replaceAll(",", "")), slack: 0.5 };
}

function shows(text, wanted, slack = 0) {
  const shown = time(text);
  return Math.abs(shown.ns - wanted) <= shown.slack + slack;
}

/* Own and inclusive ns of each frame, by its number. */
function sums(profile) {
  const found = new Map();
  const at = frame => {
    if (!found.has(frame))
      found.set(frame, { own: 0, all: 0 });
    return found.get(frame);
  };
  profile.samples.forEach((stack, i) => {
    for (const frame of new Set(stack))
      at(frame).all += profile.weights[i];
    at(stack[stack.length - 1]).own += profile.weights[i];
  });
  return found;
}

async function opened(browser, file, options) {
  const data = await readFile(file);
  await writeFile(`${file}.js`, `speedscope.loadFileFromBase64("${file}", "${
    data.toString("base64")}")`);
  const { page, wrong, close } = await open(browser, PAGE, options);
  await page.goto(`${page.url()}#localProfilePath=${resolve(`${file}.js`)}`);
  await page.reload();
  await page.waitForFunction(() => document.body.innerText.includes(
    "Sandwich"));
  return { page, wrong, close, data };
}

/* The cells of all tables: the list of ranks, then the sandwich. */
async function cells(page) {
  await page.keyboard.press("3");
  await page.waitForFunction(() => [...document.querySelectorAll("tr")].some(
    tr => tr.previousSibling && tr.innerText.includes("%")));
  return page.evaluate(() => [...document.querySelectorAll("tr")].map(
    tr => [...tr.children].map(td => td.innerText)));
}

function checkRanks(name, rows, file) {
  const ranks = rows.filter(row => /^rank \d+$/.test(row[1]));
  const wrong = ranks.filter((row, i) => row[1] !== file.profiles[i].name ||
    !shows(row[2], file.profiles[i].endValue - file.profiles[i].startValue));
  check(`${name}: speedscope lists ${file.profiles.length} ranks with their ` +
        "times", ranks.length === file.profiles.length && wrong.length === 0,
        JSON.stringify(rows));
}

/* Of many frames it has the rows that are in view.  Names may be there twice:
 * any frame with the name and the times will do. */
function checkFrames(name, rows, file) {
  const wanted = [...sums(file.profiles[0])].map(([frame, time]) => ({
    name: file.shared.frames[frame].name, ...time }));
  const shown = rows.slice(rows.findIndex(row => row[2] === "Symbol Name") +
                           1);
  const other = shown.filter(row => !wanted.some(
    ({ name: frame, own, all }) => row[2].trim() === frame.trim() &&
      shows(row[0], all) && shows(row[1], own)));
  check(`${name}: and ${shown.length} of ${wanted.length} frames of rank 0, ` +
        "own and in all", shown.length >= Math.min(20, wanted.length) &&
        shown.length <= wanted.length && other.length === 0,
        `${shown.length} rows; ${JSON.stringify(other.slice(0, 5))}`);
}

async function look(browser, name) {
  const { page, wrong, close, data } = await opened(browser, `${name}.json`);
  const file = JSON.parse(data);
  const rows = await cells(page);
  if (file.profiles.length > 1)
    checkRanks(name, rows, file);
  checkFrames(name, rows, file);
  checkSilent(name, wrong);
  await close();
}

function checkSilent(name, wrong) {
  const errors = wrong.filter(what => !what.includes("GL Driver Message"));
  check(`${name}: speedscope says nothing`, errors.length === 0,
        `${errors}`);
}

/* ---- the formats of others, and what the report says ---- */

/* The rows of a table as objects. */
function rowsOf(report, table) {
  const { columns, rows } = report.tables[table];
  return rows.map(row => Object.fromEntries(columns.map(
    ({ name }, i) => [name, row[i]])));
}

/* The sandwich has the rows that are in view: all of them are. */
const TALL = { viewport: { width: 1280, height: 1000 } };

function frameRows(rows) {
  const begin = rows.findIndex(row => row[2] === "Symbol Name");
  return rows.slice(begin + 1).map(([all, own, name]) => ({ all, own, name }));
}

/* Own and inclusive ns by the name of the frame.  Functions have no time of
 * their own; procedures are apart by where they are called, or not. */
function wantedFrames(report, { region, apart }) {
  const frames = new Map();
  const add = (name, own, all) => {
    const frame = frames.get(name) || { own: 0, all: 0 };
    frames.set(name, { own: frame.own + 1e9 * own,
                       all: frame.all + 1e9 * all });
  };
  let all = 0;
  for (const row of rowsOf(report, "regions")) {
    all += row.useful_s;
    if (row.region !== "(outside regions)")
      add(region + row.region, row.useful_s, row.inclusive_s);
  }
  const outside = all - [...frames.values()].reduce(
    (sum, { own }) => sum + own / 1e9, 0);
  for (const site of rowsOf(report, "call_sites")) {
    if (site.share === null) // MPI_Init and the like
      continue;
    all += site.time_s;
    add(apart && site.location ? `${site.procedure} (${site.location})`
                               : site.procedure, site.time_s, site.time_s);
    for (const name of new Set(site.path ? site.path.split(" > ") : []))
      add(name, 0, site.time_s);
  }
  add(report.run.program, outside, all);
  return { frames, all: 1e9 * all };
}

/* Regions are below the functions that opened them: their own time, which such
 * functions have at most. */
function timeOfRegions(report) {
  return rowsOf(report, "regions")
    .filter(({ region }) => region !== "(outside regions)")
    .reduce((sum, row) => sum + 1e9 * row.useful_s, 0);
}

/* least: share of all time that speedscope may lose on its way from a graph to
 * stacks. */
async function lookAtSums(browser, name, form, options) {
  const { page, wrong, close } = await opened(browser, `${name}.${form}`,
                                              TALL);
  const report = JSON.parse(await readFile(`${name}.report`));
  const { frames, all } = wantedFrames(report, options);
  const shown = frameRows(await cells(page));
  const slack = Math.max(options.least * all, 1000);
  const inside = timeOfRegions(report);
  const other = shown.filter(row => {
    const frame = frames.get(row.name.trim());
    const more = frame && frame.own === 0 ? inside / 2 : 0;
    return !frame || !shows(row.own, frame.own, slack) ||
      !shows(row.all, frame.all + more, slack + more);
  });
  const missing = [...frames].filter(([frame, { all: time }]) =>
    time > slack && !shown.some(row => row.name.trim() === frame));
  check(`${name}.${form}: speedscope shows ${shown.length} frames, own and ` +
        "in all",
        shown.length > 8 && other.length === 0 && missing.length === 0,
        JSON.stringify({ other, missing, frames: [...frames] }));
  check(`${name}.${form}: functions have the time of regions they opened`,
        shown.some(row => {
          const frame = frames.get(row.name.trim());
          return frame && frame.own === 0 && time(row.all).ns > frame.all + slack;
        }), JSON.stringify(shown));
  checkSilent(`${name}.${form}`, wrong);
  await close();
}

/* Of a call it shows the arguments behind the name, {...}. */
function checkProcedures(what, shown, report, rank) {
  const calls = rowsOf(report, "calls_per_rank").filter(
    row => row.rank === rank && !/^MPI_(Init|Finalize)/.test(row.procedure));
  const wrong = calls.filter(({ procedure, time_s: seconds }) => {
    let ns = 0, slack = 2000;
    for (const { own, name } of shown) {
      if (name.trim().replace(/ \{.*/, "") === procedure) {
        ns += time(own).ns;
        slack += time(own).slack;
      }
    }
    return Math.abs(ns - 1e9 * seconds) > slack;
  });
  check(`${what}: ${calls.length} procedures of rank ${rank} have their time`,
        calls.length > 5 && wrong.length === 0,
        JSON.stringify({ wrong, shown }));
}

async function lookAtTrace(browser, name) {
  const what = `${name}.chrome`;
  const { page, wrong, close } = await opened(browser, what, TALL);
  const report = JSON.parse(await readFile(`${name}.report`));
  const rows = await cells(page);
  const ranks = rows.filter(row => /^rank \d+ on/.test(row[1]));
  check(`${what}: speedscope lists ${report.run.ranks} ranks`,
        ranks.length === report.run.ranks && ranks.every(
          (row, i) => row[1].startsWith(`rank ${i} on`)), JSON.stringify(rows));
  checkProcedures(what, frameRows(rows), report, 0);
  check(`${what}: a region is called by its name`,
        frameRows(rows).some(row => row.name.trim() === "halo"),
        JSON.stringify(rows));
  const before = await page.evaluate(() => document.body.innerText);
  await page.keyboard.press("n"); // the next profile
  await page.waitForFunction(text => document.body.innerText !== text, before);
  checkProcedures(what, frameRows(await cells(page)), report, 1);
  checkSilent(what, wrong);
  await close();
}

async function lookAtAll(browser, name) {
  if (existsSync(`${name}.json`))
    await look(browser, name);
  if (existsSync(`${name}.folded`))
    await lookAtSums(browser, name, "folded",
                     { region: "", apart: true, least: 0 });
  if (existsSync(`${name}.callgrind`))
    await lookAtSums(browser, name, "callgrind",
                     { region: "region ", apart: false, least: 0.001 });
  if (existsSync(`${name}.chrome`))
    await lookAtTrace(browser, name);
}

await run(async browser => {
  for (const name of process.argv.slice(2))
    await lookAtAll(browser, name);
});
