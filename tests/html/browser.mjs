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

/* Keeps, of each text since a canvas was last cleared, its place, its colour,
 * the colours it was written on, and whether an edge cuts it. */
function watchTexts() {
  const { prototype } = CanvasRenderingContext2D;
  const { clearRect, fillText } = prototype;
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function get(kind) {
    return getContext.call(this, kind, { willReadFrequently: true });
  };
  prototype.clearRect = function clear(...area) {
    if (area[0] === 0 && area[1] === 0)
      this.canvas.texts = [];
    clearRect.apply(this, area);
  };
  prototype.fillText = function fill(text, x, y) {
    const at = this.getTransform();
    const wide = this.measureText(text).width;
    const left = x - (this.textAlign === "center" ? wide / 2
      : this.textAlign === "right" ? wide : 0);
    const place = part => at.transformPoint({ x: left + part * wide, y });
    const under = [0.1, 0.5, 0.9].map(place).map(point => [
      ...this.getImageData(Math.round(point.x), Math.round(point.y), 1, 1)
        .data]);
    const cut = [place(0), place(1)].some(point => point.x < -1 || point.x >
      this.canvas.width + 1 || point.y < 6 || point.y > this.canvas.height - 3);
    this.canvas.texts.push({ text: String(text), left, right: left + wide, y,
                             level: at.b === 0, at: [at.e, at.f], cut,
                             alpha: this.globalAlpha,
                             color: this.fillStyle, under });
    fillText.call(this, text, x, y);
  };
}

/* A page whose pictures keep their texts, for unreadable() and overlaps(). */
export const openWatched = (browser, file, options) => open(
  browser, file, options, page => page.addInitScript(watchTexts));

/* What cannot be told from its ground, by WCAG 2: 4.5, of large text and marks
 * without letters 3. */
export function unreadable() {
  const read = color => {
    if (color.startsWith("#"))
      return [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16)).concat(1);
    const parts = color.match(/[\d.]+/g).map(Number);
    return parts.length === 3 ? parts.concat(1) : parts;
  };
  const over = (top, ground) => [0, 1, 2].map(
    i => top[i] * top[3] + ground[i] * (1 - top[3])).concat(1);
  const luminance = color => {
    const [r, g, b] = color.map(part => (part / 255 <= 0.03928
      ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  };
  const grounds = new Map([[null, [255, 255, 255, 1]]]);
  const ground = element => {
    if (!grounds.has(element))
      grounds.set(element, over(read(getComputedStyle(element).backgroundColor),
                                ground(element.parentElement)));
    return grounds.get(element);
  };
  const bad = [];
  let seen = 0;
  const look = (text, color, below, least) => {
    seen++;
    const found = contrast(over(color, below), below);
    if (found < (/[\p{L}\p{N}]/u.test(text) ? least : 3))
      bad.push(`${text.trim().slice(0, 30)} ${found.toFixed(2)}`);
  };
  const walker = document.createTreeWalker(document.body,
                                           NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const style = getComputedStyle(element);
    if (!walker.currentNode.data.trim() || !element.checkVisibility())
      continue;
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    look(walker.currentNode.data, read(style.color), ground(element),
         large ? 3 : 4.5);
  }
  for (const input of document.querySelectorAll("input[placeholder]"))
    look(input.placeholder, read(getComputedStyle(
      input, "::placeholder").color), ground(input), 4.5);
  for (const canvas of document.querySelectorAll("canvas"))
    for (const { text, alpha, color, under } of canvas.texts || [])
      for (const [r, g, b, a] of alpha < 1 ? [] : under)
        look(text, read(color), over([r, g, b, a / 255], ground(canvas)),
             4.5);
  return { seen, bad: [...new Set(bad)] };
}

/* Names on one line of a picture that run into each other, slanted ones that
 * are nearer to each other than they are high, and what an edge cuts. */
export function overlaps() {
  const bad = [];
  for (const canvas of document.querySelectorAll("canvas")) {
    bad.push(...(canvas.texts || []).filter(({ cut, text }) => cut && text)
      .map(({ text }) => `${canvas.getAttribute("aria-label").slice(
        0, 12)}: ${text} is cut`));
    const texts = (canvas.texts || []).filter(text => text.level);
    texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
      if (Math.abs(a.y - b.y) < 8 && a.left < b.right && b.left < a.right)
        bad.push(`${canvas.getAttribute("aria-label").slice(0, 12)}: ${
          a.text}, ${b.text}`);
    }));
    const slanted = (canvas.texts || []).filter(text => !text.level);
    slanted.slice(1).forEach((b, i) => {
      const apart = Math.hypot(...[0, 1].map(k => b.at[k] - slanted[i].at[k]));
      if (apart * Math.SQRT1_2 < 12)
        bad.push(`slanted: ${slanted[i].text}, ${b.text}`);
    });
  }
  return bad;
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
async function unheard(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const there = nodes.filter(node => !node.ignored && node.role);
  const roles = new Set(["button", "link", "textbox", "searchbox", "combobox",
    "listbox", "checkbox", "image", "img", "heading", "table", "treegrid",
    "application", "region", "navigation", "search", "status", "group"]);
  const nameless = there.filter(({ role, name }) => (
    !["status", "group"].includes(role.value) && roles.has(role.value) &&
    /^[\s+?\u2212\u00d7\u2039\u203a]*$/.test(name ? name.value : ""))).map(
    ({ role }) => role.value);
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
 * seen to have it, what is out of sight, what is passed over.  The page looks at
 * each when the next key comes, and they come at once: a frame for each would take
 * five times as long. */
async function walk(page) {
  const count = await page.evaluate(() => {
    const stops = [...document.querySelectorAll(
      "a[href], button, input, select, textarea, summary, [tabindex]")].filter(
      element => element.tabIndex >= 0 && !element.disabled &&
        element.checkVisibility({ visibilityProperty: true }));
    const name = one => `${one.tagName} ${one.id} ${
      one.textContent.slice(0, 20)}`;
    const fault = wanted => {
      const element = document.activeElement;
      if (element !== wanted)
        return `${name(element)}, not ${name(wanted)}`;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle === "none" || parseFloat(outlineWidth) < 2)
        return `${name(element)} has no outline`;
      const { top, bottom } = element.getBoundingClientRect();
      const edge = element.closest("header") ? 0 : document.getElementById(
        "top").getBoundingClientRect().bottom;
      return bottom <= edge || top >= innerHeight
        ? `${name(element)} is out of sight` : null;
    };
    const faults = [];
    const look = () => faults.push(faults.length > 0 && fault(
      stops[faults.length]));
    stops[0].focus();
    addEventListener("keydown", look, true);
    globalThis.walked = () => {
      removeEventListener("keydown", look, true);
      look();
      return [...faults.length === stops.length ? [] : [
        `${faults.length - 1} of ${stops.length - 1} keys came`],
              ...faults.filter(Boolean)];
    };
    return stops.length;
  });
  const session = await page.context().newCDPSession(page);
  await Promise.all(Array.from({ length: count - 1 }, () => session.send(
    "Input.dispatchKeyEvent", { type: "rawKeyDown", key: "Tab", code: "Tab",
                                windowsVirtualKeyCode: 9 })));
  await session.detach();
  return { count, wrong: await page.evaluate(() => globalThis.walked()) };
}

let failed = 0;

export function check(what, good, more = "") {
  console.log(`${good ? "ok" : "not ok"} ${what}${good ? "" : `: ${more}`}`);
  failed += good ? 0 : 1;
}

/* For those who hear the page, and have no mouse. */
export async function checkHeard(page, name) {
  const { controls, wrong } = await unheard(page);
  check(`${name}: ${controls} controls, pictures and headings have names`,
        controls > 20 && wrong.length === 0, wrong.slice(0, 8).join("; "));
}

export async function checkWalk(page, name) {
  const { count, wrong } = await walk(page);
  check(`${name}: Tab goes to ${count} controls in the order of the page, ` +
        "which are seen to have the focus", count > 20 && wrong.length === 0,
        wrong.slice(0, 5).join("; "));
}

/* Numbers of sentences that are not on the line of their unit. */
const parted = page => page.evaluate(() => {
  const bad = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT,
    ({ parentElement }) => (parentElement.closest("#sums, #verdict")
      ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP));
  while (walker.nextNode()) {
    const { data } = walker.currentNode;
    for (const { index, 0: text } of data.matchAll(
      /\d (%|[mnu\u00b5]?s|[KMGTPE]iB|B)(?!\w)/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + text.length);
      if (range.getClientRects().length > 1)
        bad.push(`${data.slice(index - 20, index + 5)} is parted`);
    }
  }
  return bad;
});

/* What cannot be seen or read as the page is now.  more(page): what else is
 * wrong. */
async function checkScreen(page, wrong, what, more) {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - innerWidth);
  const { seen, bad } = await page.evaluate(unreadable);
  const cut = await page.evaluate(() => [...document.querySelectorAll(
    "#program, .scroll")].filter(one => one.scrollWidth > one.clientWidth ||
    one.scrollHeight > one.clientHeight + 1).map(one => `cut: ${
    one.textContent.slice(0, 40)}`));
  const found = [...wide > 0 ? [`${wide} pixels too wide`] : [], ...bad, ...cut,
                 ...await page.evaluate(overlaps), ...await parted(page),
                 ...await more(page), ...wrong];
  check(what, seen > 20 && found.length === 0,
        `${seen} ${found.slice(0, 5).join("; ")}`);
}

/* The dark without a new size: pictures are painted again for it alone. */
const SCREENS = [["light", 1920, 1080], ["light", 768, 1024],
                 ["light", 375, 812], ["light", 1280, 720], ["dark", 1280, 720]];

/* A page that follows its window to four sizes, and into the dark, which differs
 * only in colours; and one that begins on a dark phone: nothing is wider than the
 * screen, all texts can be read and none overlap; and the page can be walked
 * through and heard.  more(page) leaves the page as it was. */
export async function checkScreens(browser, name, more = async () => []) {
  const { page, wrong, close } = await openWatched(browser, `${name}.html`);
  await ready(page);
  for (const [colorScheme, width, height] of SCREENS) {
    await page.evaluate(() => Object.values(mpiprof.views).forEach(
      ({ picture }) => {
        if (picture)
          picture.painted = 0;
      }));
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await drawn(page);
    await settled(page);
    await checkScreen(page, wrong, `${name}: ${colorScheme} at ${width}x${
      height}`, more);
  }
  await checkWalk(page, name);
  await checkHeard(page, name);
  await close();
  const phone = await openWatched(browser, `${name}.html`, {
    colorScheme: "dark", viewport: { width: 375, height: 812 } });
  await ready(phone.page);
  await checkScreen(phone.page, phone.wrong, `${name}: opened dark at 375x812`,
                    more);
  await phone.close();
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
