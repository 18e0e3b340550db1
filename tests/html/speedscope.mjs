/* speedscope.mjs NAME... - opens NAME.json in speedscope's own page, as its
 * command does, and compares what it shows. */
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { check, open, run } from "./browser.mjs";

const PAGE = resolve("node_modules/speedscope/dist/release/index.html");
const UNITS = { ns: 1, "\u00b5s": 1e3, ms: 1e6, s: 1e9 };
/* Two digits after the point are shown, of minutes none. */
function shows(text, ns) {
  const long = /^(\d+):(\d\d\.\d\d)/.exec(text);
  if (long)
    return Math.abs(60 * long[1] + Number(long[2]) - ns / 1e9) < 0.0051;
  const [, value, unit] = /^([\d.]+)(ns|\u00b5s|ms|s)\b/.exec(text) || [];
  return unit !== undefined && Math.abs(value * UNITS[unit] - ns) <=
    0.0051 * UNITS[unit];
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

async function opened(browser, name) {
  const data = await readFile(`${name}.json`);
  await writeFile(`${name}.js`, `speedscope.loadFileFromBase64("${name}", "${
    data.toString("base64")}")`);
  const { page, wrong, close } = await open(browser, PAGE);
  await page.goto(`${page.url()}#localProfilePath=${resolve(`${name}.js`)}`);
  await page.reload();
  await page.waitForFunction(() => document.body.innerText.includes(
    "Sandwich"), null, { timeout: 30000 });
  return { page, wrong, close, file: JSON.parse(data) };
}

/* The cells of all tables: the list of ranks, then the sandwich. */
async function cells(page) {
  await page.keyboard.press("3");
  await page.waitForFunction(() => document.body.innerText.includes(
    "Symbol Name"), null, { timeout: 30000 });
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
  const { page, wrong, close, file } = await opened(browser, name);
  const rows = await cells(page);
  if (file.profiles.length > 1)
    checkRanks(name, rows, file);
  checkFrames(name, rows, file);
  const errors = wrong.filter(what => !what.includes("GL Driver Message"));
  check(`${name}: speedscope says nothing`, errors.length === 0,
        `${errors}`);
  await close();
}

await run(async browser => {
  for (const name of process.argv.slice(2))
    await look(browser, name);
});
