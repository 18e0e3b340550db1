/* SPDX-License-Identifier: BSD-3-Clause */
/* A headless Chromium without a network, that tells of what goes wrong; and how
 * a test says what it found. */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/* ms, of anything that comes sooner or later: other programs may have the
 * processors for a while. */
const LIMIT = 180000;

export async function launch() {
  return chromium.launch({
    timeout: LIMIT,
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking",
           "--disable-component-update", "--disable-sync", "--no-first-run",
           "--no-default-browser-check"],
  });
}

/* A page that has been opened from its file, with what it did wrong.  before:
 * what is done with the empty page. */
export async function open(browser, file, options = {}, before = () => {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 }, colorScheme: "light",
    offline: true, ...options });
  context.setDefaultTimeout(LIMIT);
  const page = await context.newPage();
  const wrong = [];
  page.on("console", message => {
    if (["error", "warning"].includes(message.type()))
      wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", error => wrong.push(`error: ${error.message}`));
  page.on("dialog", dialog => {
    wrong.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", request => {
    if (!/^(file|data|blob):/.test(request.url()))
      wrong.push(`request: ${request.url()}`);
  });
  await before(page);
  const [path, hash] = file.split("#");
  await page.goto(pathToFileURL(path).href + (hash ? `#${hash}` : ""));
  return { page, wrong, close: () => context.close() };
}

export async function ready(page) {
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  await settled(page);
}

/* Two frames: what was asked for has been drawn. */
export async function drawn(page) {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(
    () => requestAnimationFrame(resolve))));
}

/* The page's own timers (tables, after a search or a new width) have come, too.
 * It is the page that waits: on a busy machine its timers may be late, but they
 * are in order. */
export async function settled(page) {
  await page.evaluate(() => new Promise(
    resolve => setTimeout(resolve, 120)));
  await drawn(page);
}

/* What a button saves: its name and bytes. */
export async function saved(page, selector) {
  const [download] = await Promise.all([page.waitForEvent("download"),
                                        page.click(selector)]);
  return [download.suggestedFilename(), await readFile(await download.path())];
}

/* What a button copies. */
export async function copied(page, selector) {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async text => {
      globalThis.copied = text;
    };
  });
  await page.click(selector);
  return page.evaluate(() => globalThis.copied);
}

/* How far the SVG of a picture is from its pixels, 0 to 255 on average. */
export const svgDistance = (page, text, view) => page.evaluate(async (
  [text, view]) => {
  const { picture } = mpiprof.views[view];
  picture.cursor = null;
  picture.paint();
  const { width, height } = picture.canvas;
  const draw = (image, ground) => {
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.fillStyle = ground;
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(
    text)))}`;
  await image.decode();
  const [a, b] = [draw(image, "#fff"), draw(picture.canvas, "#fff")];
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) /
    a.length;
}, [text, view]);

/* What a screen reader has no name for, and headings that skip a level. */
export async function unheard(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const there = nodes.filter(node => !node.ignored && node.role);
  const roles = new Set(["button", "link", "textbox", "searchbox", "combobox",
    "listbox", "checkbox", "image", "img", "heading", "table", "treegrid",
    "region", "navigation", "search", "status", "group"]);
  const nameless = there.filter(({ role, name }) => (
    !["status", "group"].includes(role.value) && roles.has(role.value) &&
    !(name && name.value.trim()))).map(({ role }) => role.value);
  const levels = there.filter(({ role }) => role.value === "heading").map(
    ({ name, properties }) => [name.value, properties.find(
      property => property.name === "level").value.value]);
  const skips = levels.filter(([, level], i) => (
    level > (i === 0 ? 0 : levels[i - 1][1]) + 1)).map(
    ([name, level]) => `h${level} ${name}`);
  return { controls: there.filter(({ role }) => roles.has(role.value)).length,
           wrong: [...nameless, ...skips] };
}

/* By Tab from the first thing that takes the focus to the last: what cannot be
 * seen to have it, what is out of sight, what is passed over. */
export async function walk(page) {
  const count = await page.evaluate(() => {
    globalThis.stops = [...document.querySelectorAll(
      "a[href], button, input, select, textarea, summary, [tabindex]")].filter(
      element => element.tabIndex >= 0 && !element.disabled &&
        element.checkVisibility({ visibilityProperty: true }));
    globalThis.stops[0].focus();
    return globalThis.stops.length;
  });
  const wrong = [];
  let reached = 1;
  while (reached < count && wrong.length < 5) {
    await page.keyboard.press("Tab");
    const fault = await page.evaluate(i => {
      const element = document.activeElement;
      const name = one => `${one.tagName} ${one.id} ${
        one.textContent.slice(0, 20)}`;
      if (element !== globalThis.stops[i])
        return `${name(element)}, not ${name(globalThis.stops[i])}`;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle === "none" || parseFloat(outlineWidth) < 2)
        return `${name(element)} has no outline`;
      const { top, bottom } = element.getBoundingClientRect();
      const edge = element.closest("header") ? 0 : document.getElementById(
        "top").getBoundingClientRect().bottom;
      return bottom <= edge || top >= innerHeight
        ? `${name(element)} is out of sight` : null;
    }, reached);
    if (fault)
      wrong.push(fault);
    reached++;
  }
  return { count, wrong };
}

let failed = 0;

export function check(what, good, more = "") {
  console.log(`${good ? "ok" : "not ok"} ${what}${good ? "" : `: ${more}`}`);
  failed += good ? 0 : 1;
}

/* The whole test: ends with 1 when something was not good. */
export async function run(test) {
  try {
    const browser = await launch();
    await test(browser);
    await browser.close();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  console.log(failed === 0 ? "all good" : `${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
