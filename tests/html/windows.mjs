/* SPDX-License-Identifier: BSD-3-Clause */
/* The checks of windows.sh: single calls on the time line are those of the
 * trace; one line for each, and exit status 1 if any fails. */
import { readFile, stat } from "node:fs/promises";
import { check, open, ready, run, saved, settled } from "./browser.mjs";

/* Nanoseconds that two ways of rounding give. */
const NEAR = 2;

const oneLine = text => text.replace(/\s+/g, " ");

const items = page => page.evaluate(() => mpiprof.model.windows.items.map(
  item => ({ index: item.index, from: item.from, to: item.to,
             asked: item.asked, wait: item.wait })));

/* What the page has of a window: calls and messages, after the first event. */
const held = (page, index) => page.evaluate(index => {
  const { windows } = mpiprof.model;
  const { origin, sites } = windows;
  const lists = windows.lists(windows.items[index]);
  return {
    origin, least: lists.map(list => list.least),
    calls: lists.flatMap(list => list.calls.map(call => [list.rank,
      sites[call.site].name, call.begin + origin, call.end + origin])),
    messages: lists.flatMap(list => list.messages.map(m => [m.from, m.to,
      m.sent + origin, m.received + origin])),
    waited: lists.flatMap(list => list.calls.map(call => call.waited)),
  };
}, index);

const sorted = rows => [...rows].sort((a, b) => a[2] - b[2] || a[3] - b[3] ||
                                                a[0] - b[0]);

function sameRows(mine, wanted) {
  const [a, b] = [sorted(mine), sorted(wanted)];
  return a.length === b.length && a.every((row, i) => row[0] === b[i][0] &&
    row[1] === b[i][1] && Math.abs(row[2] - b[i][2]) <= NEAR &&
    Math.abs(row[3] - b[i][3]) <= NEAR);
}

async function checkWindow(page, what, item, trace) {
  const mine = await held(page, item.index);
  const [from, to] = [item.from + mine.origin, item.to + mine.origin];
  const inside = ([, , begin, end]) => end > from && begin < to;
  const calls = trace.calls.filter(row => inside(row) &&
    !/^MPI_(Init|Finalize)/.test(row[1]));
  const messages = trace.messages.filter(inside);
  check(`${what}: ${calls.length} calls are those of the trace`,
        calls.length > 0 && sameRows(mine.calls, calls),
        `${mine.calls.length} ${sorted(mine.calls)[0]} | ${sorted(calls)[0]}`);
  check(`${what}: ${messages.length} messages are those of the trace`,
        sameRows(mine.messages, messages),
        `${mine.messages.length} ${sorted(mine.messages)[0]} | ${
          sorted(messages)[0]}`);
  if (item.wait)
    check(`${what}: its wait is that of a call`,
          mine.waited.includes(item.wait.length), `${mine.waited}`);
  return { calls, messages };
}

const tip = page => page.evaluate(() => {
  const element = document.getElementById("tip");
  return element.hidden ? "" : element.innerText;
});

/* To the middle of that call of the time line. */
async function hover(page, index, rank, name) {
  const at = await page.evaluate(([index, rank, name]) => {
    const { timeline } = mpiprof.views;
    const { windows } = mpiprof.model;
    const { canvas } = timeline.picture;
    canvas.scrollIntoView({ block: "center" });
    const box = canvas.getBoundingClientRect();
    const scene = timeline.scene();
    const row = scene.groups.findIndex(group => group[0].first === rank);
    const item = windows.items[index];
    const call = windows.listOf(item, rank).calls.filter(
      c => windows.sites[c.site].name === name && c.begin >= item.from &&
        c.end <= item.to)
      .sort((a, b) => b.end - b.begin - (a.end - a.begin))[0];
    return [box.left + scene.x((call.begin + call.end) / 2),
            box.top + scene.middle(row)];
  }, [index, rank, name]);
  await page.mouse.move(...at);
  await settled(page);
  return tip(page);
}

async function checkLargest(page, trace) {
  const [first] = await items(page);
  const longest = (await items(page)).every(
    item => item.wait.length <= first.wait.length);
  /* Rank 3 cannot but wait for the message of rank 2; who else comes last to
   * what follows is a matter of cores. */
  const late = await page.evaluate(index => {
    const { windows } = mpiprof.model;
    return windows.listOf(windows.items[index], 3).calls.some(call => (
      windows.sites[call.site].name === "MPI_Waitall" &&
      call.waited > 1e9 && call.culprit === 2));
  }, first.index);
  check("the first window is that of the largest wait, with rank 2's delay",
        longest && late && first.wait.length > 1e9, JSON.stringify(first));
  await page.click("#window-go-0");
  await settled(page);
  const view = await page.evaluate(() => ({
    ...mpiprof.views.timeline.view }));
  check("its button zooms there", view.from <= first.from &&
        view.to >= Math.min(first.to, view.to) &&
        view.to - view.from < 1.2 * (first.to - first.from),
        JSON.stringify(view));
  const { messages } = await checkWindow(page, "largest wait", first, trace);
  const arrows = await page.evaluate(() => ({
    all: mpiprof.views.timeline.calls.arrows.all,
    drawn: mpiprof.views.timeline.calls.arrows.drawn }));
  check(`${messages.length} arrows are drawn`, arrows.drawn ===
        messages.length, JSON.stringify(arrows));
  await checkHover(page, first);
  await checkAlternative(page);
  await page.fill("#ranks", "3");
  await page.keyboard.press("Enter");
  await settled(page);
  const some = await page.evaluate(() => ({
    all: mpiprof.views.timeline.calls.arrows.all,
    drawn: mpiprof.views.timeline.calls.arrows.drawn }));
  check("of a selected rank the arrows are its own", some.drawn ===
        messages.filter(m => m[0] === 3 || m[1] === 3).length,
        JSON.stringify(some));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
}

async function checkHover(page, { index }) {
  let text = await hover(page, index, 3, "MPI_Waitall");
  check("the waiting call says its name, length, wait and culprit",
        text.includes("rank 3: MPI_Waitall") && /length/.test(text) &&
        /waited\s+\d+\.\d+ m?s for rank 2/.test(text), text);
  check("and what kind of wait that is", await page.evaluate(text => (
    mpiprof.model.windows.kinds.some(({ title, definition }) => (
      definition.length > 10 && text.includes(
        `${title}: ${definition.replace(/\s+/g, " ")}`)))),
  text), text);
  text = await hover(page, index, 0, "MPI_Allreduce");
  check("a collective says which one it is",
        /collective\s+\d+ of MPI_COMM_WORLD/.test(text), text);
  text = await hover(page, index, 0, "MPI_Waitall");
  check("a call that receives says how much, and of whom",
        /received\s+2\.93 KiB of rank 3/.test(text), text);
  await page.mouse.move(2, 2);
}

async function checkAlternative(page) {
  await page.click("#calls-table summary");
  await settled(page);
  const { rows, calls, caption } = await page.evaluate(() => ({
    rows: document.querySelectorAll("#calls-table tbody tr").length,
    calls: mpiprof.views.timeline.calls.calls.length,
    caption: mpiprof.views.timeline.picture.alt.textContent }));
  check("the calls in view are a table, too", rows === Math.min(calls, 300) && rows > 5,
        `${rows} of ${calls}`);
  const [file, csv] = await saved(page, "#calls-table .save button");
  const lines = csv.toString().trim().split("\n").map(line => line.split(","));
  const [first, waited] = await page.evaluate(() => {
    const shown = mpiprof.views.timeline.calls.calls;
    return [shown[0].begin / 1e9, shown.reduce((sum, call) => (
      sum + Math.max(0, call.waited)), 0) / 1e9];
  });
  check("and as CSV, with all digits", file === "calls.csv" &&
        lines.length === calls + 1 && lines.every(
          line => line.length >= 11) && Number(lines[1][2]) === first &&
        Math.abs(lines.slice(1).reduce((sum, line) => sum + Number(line[5]), 0) -
          waited) < 1e-9 && waited > 1, `${file} ${lines.slice(0, 2)}`);
  await page.hover("#calls-table th >> nth=4");
  check("whose headings are defined", await tip(page) ===
        "How much of it was a wait for another rank.", await tip(page));
  check("and the picture is told in words",
        /single calls, \d+ messages.*The longest wait: rank \d in MPI_\w+/
          .test(caption), caption);
  await page.click("#calls-table summary");
}

/* What is said at the pointer is about what is there now. */
async function checkTip(page) {
  const texts = () => page.evaluate(() => [
    document.getElementById("tip").hidden,
    document.getElementById("tip").innerText.replace(/\s+/g, " ").trim()]);
  const [x, y] = await page.evaluate(() => {
    const { timeline } = mpiprof.views;
    timeline.picture.canvas.scrollIntoView({ block: "center" });
    const box = timeline.picture.canvas.getBoundingClientRect();
    const scene = timeline.scene();
    return [box.left + (scene.left + scene.right) / 2,
            box.top + scene.middle(0)];
  });
  await page.mouse.move(x, y);
  await settled(page);
  const before = await texts();
  await page.keyboard.press("0");
  await settled(page);
  const after = await texts();
  check("after a key the text at the pointer is another", !before[0] &&
        !after[0] && before[1] !== after[1], `${before} ${after}`);
  await page.mouse.move(2, 2);
  await page.keyboard.press("n");
  await page.keyboard.press("n");
}

/* Pixels of the time line on paper: how many colours there are in a row, from
 * one time to another. */
const colorsOnPaper = (page, shot, rank, from, to) => page.evaluate(async ([
  shot, rank, from, to]) => {
  const { picture, scene } = mpiprof.views.timeline;
  const { groups, place, x } = scene();
  const image = new Image();
  image.src = `data:image/png;base64,${shot}`;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const scale = image.width / picture.width;
  const y = place.y(groups.findIndex(([line]) => line.first === rank)) + 4;
  const [left, right] = [x(from) + 4, x(to) - 4].map(px => Math.round(px * scale));
  const { data } = context.getImageData(left, Math.round(y * scale),
                                        right - left, 1);
  return new Set(Array.from({ length: data.length / 4 }, (_, i) => (
    data.slice(4 * i, 4 * i + 3).join()))).size;
}, [shot, rank, from, to]);

/* The wait of rank 3, of which the caption says that it is hatched, and what
 * rank 2 did meanwhile. */
async function checkPaper(page) {
  await page.click("#window-go-0");
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await settled(page);
  const [call, said] = await page.evaluate(() => {
    const { windows } = mpiprof.model;
    return [windows.listOf(windows.items[0], 3).calls.find(
      one => one.waited > 1e9), mpiprof.views.timeline.picture.alt.innerText];
  });
  const shot = (await page.locator("#timeline canvas").first().screenshot())
    .toString("base64");
  const until = call.begin + call.waited;
  const [wait, work] = [await colorsOnPaper(page, shot, 3, call.begin, until),
    await colorsOnPaper(page, shot, 2, call.begin + 1e8, until - 1e8)];
  check("on paper waits are hatched, as the caption says", wait > 3 &&
        work === 1 && said.includes("waiting time is hatched"),
        `${wait} ${work} ${said}`);
  const lost = await page.evaluate(() => [...document.querySelectorAll(
    ".legend i, .meter i, td.share")].filter(one => one.checkVisibility() &&
    getComputedStyle(one).getPropertyValue("-webkit-print-color-adjust") !==
      "exact").map(one => one.className));
  check("on paper colours are not left out", lost.length === 0, `${lost}`);
  const marks = () => page.evaluate(() => [
    document.getElementById("selection").checkVisibility(),
    [...document.querySelectorAll(".tools .choice button")].filter(
      one => one.checkVisibility()).map(one => one.ariaPressed).join()]);
  const before = await marks();
  await page.evaluate(() => mpiprof.selection.setRanks([[3, 3]]));
  const after = await marks();
  check("on paper is what is selected, and which choices are pressed",
        /^false(,true){4,}$/.test(before) && /^true(,true){4,}$/.test(after),
        `${before} ${after}`);
  await page.evaluate(() => mpiprof.selection.clear());
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await page.click("#zoom-all");
  await settled(page);
}

async function checkNoTime(page) {
  const view = await page.evaluate(() => {
    const { from, to } = mpiprof.model.windows.items[0];
    mpiprof.selection.setWindow((from + to) / 2, (from + to) / 2);
    document.getElementById("zoom-selection").click();
    return { ...mpiprof.views.timeline.view };
  });
  check("zooming to no time in a window shows some", view.to > view.from,
        JSON.stringify(view));
  await page.evaluate(() => mpiprof.selection.clear());
}

async function checkKeys(page) {
  await page.evaluate(() => mpiprof.views.timeline.picture.canvas.focus());
  const all = (await items(page)).sort((a, b) => a.from - b.from);
  const middle = () => page.evaluate(() => {
    const { view } = mpiprof.views.timeline;
    return (view.from + view.to) / 2;
  });
  const inside = (item, t) => t >= item.from && t <= item.to;
  await page.keyboard.press("0");
  await page.keyboard.press("n");
  check("the key n goes to the first window", inside(all[0], await middle()));
  check("and says which it is", await page.evaluate(index => {
    const { calls } = mpiprof.views.timeline;
    return document.getElementById("heard").textContent === calls.words.title(
      mpiprof.model.windows.items.find(item => item.index === index));
  }, all[0].index));
  await page.keyboard.press("n");
  check("and to the next one", inside(all[1], await middle()));
  await checkTip(page);
  await page.keyboard.press("p");
  check("the key p goes back", inside(all[0], await middle()));
  for (let i = 0; i < 20; i++)
    await page.keyboard.press("+");
  const span = await page.evaluate(() => {
    const { view } = mpiprof.views.timeline;
    return view.to - view.from;
  });
  check("inside of it one can zoom to single microseconds",
        span < 1e5, `${span}`);
  await checkNoTime(page);
  await page.keyboard.press("0");
  await settled(page);
  const mark = await page.evaluate(() => {
    const { timeline } = mpiprof.views;
    const { canvas } = timeline.picture;
    canvas.scrollIntoView({ block: "center" });
    const box = canvas.getBoundingClientRect();
    const scene = timeline.scene();
    const item = mpiprof.model.windows.items[0];
    return [box.left + scene.x((item.from + item.to) / 2),
            box.top + scene.marks + 2];
  });
  await page.mouse.move(...mark);
  await settled(page);
  const [said, wanted] = [await tip(page), await page.evaluate(() => {
    const { windows } = mpiprof.model;
    const { wait } = windows.items[0];
    return [windows.kinds[wait.kind].definition,
            `rank ${wait.culprit} was late in`, windows.sites[wait.late].name];
  })];
  check("a mark says what the wait is, and with what the other one came",
        wanted.every(text => oneLine(said).includes(oneLine(text))),
        `${said} | ${wanted}`);
  await page.mouse.click(...mark);
  check("a click on a mark zooms to it", inside((await items(page))[0],
                                                await middle()));
}

/* As of a run whose calls do not all fit: of no tile. */
async function checkElsewhere(page) {
  const [note, hidden] = await page.evaluate(() => {
    const { view, calls, scene } = mpiprof.views.timeline;
    const { windows, pictures, length } = mpiprof.model;
    const { pieces, tiles } = windows;
    const element = document.getElementById("calls-note");
    windows.pieces = [];
    windows.tiles = new Map();
    windows.hasLevels = true;
    view.from = length / 2;
    view.to = view.from + 4 * pictures.width;
    windows.levels = { width: 1e6, bins: 1, rows: new Map(), times: [] };
    calls.describe(scene(1000));
    const text = element.textContent;
    document.getElementById("zoom-all").click();
    const silent = element.hidden;
    Object.assign(windows, { pieces, tiles, hasLevels: false,
                             levels: null });
    return [text, silent];
  });
  check("elsewhere it says how to get single calls",
        /no room for the single calls.*in steps of 1\.000 ms.*--window [\d.]+:[\d.]+ /
          .test(note), note);
  check("of the whole run it says nothing", hidden);
}

/* Of a window the calls and messages of each row, from all pieces that have some:
 * windows.lists(item), windows.listOf(item, rank). */
const joinPieces = page => page.evaluate(() => {
  const { windows } = mpiprof.model;
  const inside = (from, to, item, reached) => from >= reached &&
    from < item.to && (to > item.from || from >= item.from);
  const add = (into, list, item, reached) => {
    into.calls.push(...list.calls.filter(({ begin, end }) => inside(
      begin, end, item, reached)));
    into.messages.push(...list.messages.filter(({ sent, received }) => inside(
      sent, received, item, reached)));
    into.pauses.push(...list.pauses.filter(one => one.from >= reached));
  };
  windows.lists = item => {
    const own = windows.pieces.find(({ id }) => id === `window-${item.index}`);
    const rows = new Map();
    let reached = -Infinity;
    for (const piece of own ? [own] : windows.pieces.filter(
      ({ from, to }) => from < item.to && to > item.from)) {
      for (const list of windows.listsOf(piece)) {
        const key = `${list.rank} ${list.thread}`;
        if (!rows.has(key))
          rows.set(key, { ...list, calls: [], messages: [], pauses: [] });
        add(rows.get(key), list, item, reached);
      }
      reached = piece.to;
    }
    return [...rows.values()];
  };
  windows.listOf = (item, rank) => windows.lists(item).find(
    list => list.rank === rank && list.thread === 0);
});

async function onPage(browser, file, what, act) {
  const { page, wrong, close } = await open(browser, file);
  await ready(page);
  if (await page.evaluate(() => mpiprof.model.windows))
    await joinPieces(page);
  await act(page);
  check(`${what}: nothing goes wrong, nothing is requested`,
        wrong.length === 0, `${wrong}`);
  await close();
}

async function checkAsked(page, trace) {
  const asked = (await items(page)).filter(item => item.asked);
  check("--window: both are there, up to the end of the run", asked.length === 2 &&
        asked[0].from === 0 && asked[0].to === 1e9 &&
        asked[1].from === 1e9 && asked[1].to > 2e9 && asked[1].to < 1e12, JSON.stringify(asked));
  for (const item of asked)
    await checkWindow(page, `--window ${item.from / 1e9}:${item.to / 1e9}`,
                      item, trace);
}

/* ---- what was not measured ---- */

/* What is in a row at some times of the whole run: "useful", "blank" or else,
 * and what is said there. */
const rowAt = (page, rank, times) => page.evaluate(([rank, times]) => {
  const { timeline } = mpiprof.views;
  const { picture } = timeline;
  const scene = timeline.scene();
  const row = scene.groups.findIndex(group => group[0].first === rank);
  const { width, height } = picture.canvas;
  const scale = width / picture.width;
  const copy = new OffscreenCanvas(width, height).getContext("2d", {
    willReadFrequently: true });
  copy.drawImage(picture.canvas, 0, 0);
  const names = { "0,158,115,255": "useful", "0,0,0,0": "blank" };
  return times.map(time => {
    const place = [scene.x(time), scene.place.y(row) + 3];
    const color = `${copy.getImageData(...place.map(
      at => Math.round(at * scale)), 1, 1).data}`;
    const { tip } = timeline.calls.find(scene, scene.groups[row], place[0])
      ? picture.how.at(place[0], place[1] + 2) : { tip: [] };
    return `${names[color] || color}: ${tip.flat().join(" ")}`;
  });
}, [rank, times]);

/* Ranks leave MPI_Init together: what was measured of one some pixels later is
 * made up. */
async function putOffBegin(page, rank, later) {
  const begin = await page.evaluate(([rank, later]) => {
    const { windows } = mpiprof.model;
    const lists = windows.pieces.map(
      piece => windows.listAt(piece, { first: rank }));
    for (const list of lists) {
      list.begin += later;
      list.calls = list.calls.filter(call => call.begin > list.begin);
    }
    mpiprof.views.timeline.calls.levels.made.clear();
    mpiprof.views.timeline.picture.redraw();
    return lists[0].begin;
  }, [rank, later]);
  await settled(page);
  return begin;
}

/* ns */
const pixel = page => page.evaluate(() => {
  const scene = mpiprof.views.timeline.scene();
  return scene.time(101) - scene.time(100);
});

async function checkUnmeasured(page, trace) {
  const { origin, lists } = await page.evaluate(() => {
    const { windows } = mpiprof.model;
    return { origin: windows.origin, lists: windows.lists(windows.items[0])
      .map(({ rank, begin, end, pauses }) => ({ rank, begin, end, pauses })) };
  });
  const wrong = lists.filter(({ rank, begin, end }) => {
    const [first, second, ...others] = trace.calls.filter(
      call => call[0] === rank);
    return begin + origin < first[3] || begin + origin > second[2] ||
      Math.abs(end + origin - others.pop()[2]) > NEAR;
  });
  check("each rank is measured from MPI_Init to MPI_Finalize",
        lists.length === 4 && wrong.length === 0, JSON.stringify(wrong[0]));
  const { end } = lists.find(list => list.rank === 3);
  const others = lists.filter(list => list.rank !== 3);
  check("rank 3 ends long before the others, which sleep for a second",
        others.every(list => list.end > end + 5e8), JSON.stringify(lists));
  await page.click("#window-go-0");
  await settled(page);
  const one = await pixel(page);
  const [before, behind] = await rowAt(page, 3, [end - 3 * one, end + 2.5e8]);
  check("in MPI_Finalize a rank is not useful", /^blank: rank 3: no longer/
    .test(behind) && !/^blank/.test(before), `${before} | ${behind}`);
  const [useful] = await rowAt(page, 0, [lists.find(
    list => list.rank === 0).end - 5e8]);
  check("the others are until they are there", /^useful: rank 0: useful time/
    .test(useful), useful);
  const pause = lists.find(list => list.rank === 2).pauses.sort(
    (a, b) => b.ns - a.ns)[0];
  check("rank 2 has not recorded 600 ms", pause && pause.ns >= 6e8 &&
        pause.ns < pause.to - pause.from, JSON.stringify(pause));
  const [off] = await rowAt(page, 2, [(pause.from + pause.to) / 2]);
  check("which is not useful, either",
        /^blank: rank 2: not measured .*recording was off for [\d.]+ m?s/
          .test(off), off);
  const begin = await putOffBegin(page, 1, 20 * one);
  const late = await rowAt(page, 1, [begin - 5 * one, begin + 3 * one]);
  check("before a late rank begins nothing is measured",
        /^blank: rank 1: not measured yet/.test(late[0]) &&
        !/^blank/.test(late[1]), `${late}`);
}

/* As of a receiver of more than 4000. */
async function checkFewerMessages(page) {
  await page.click("#window-go-0");
  await settled(page);
  const note = await page.evaluate(() => {
    const { windows } = mpiprof.model;
    for (const piece of windows.pieces)
      windows.listAt(piece, { first: 2 }).leastWay = 4000;
    mpiprof.selection.tell();
    return document.getElementById("calls-note").textContent;
  });
  check("says which messages are left out",
        /Among messages to rank 2, those that took less than 4\.000 \u00b5s are left out/
          .test(note), note);
}

const noteOf = page => page.evaluate(() => (
  document.getElementById("calls-note").textContent));

/* Of 2048 ranks; that of which the ring waits is the last. */
async function checkShared(page) {
  const parts = await page.evaluate(() => document.querySelectorAll(
    "script[id^=window-]").length);
  check("shared rows: there are no single calls", parts === 1 &&
        (await items(page)).length === 0, `${parts}`);
  const text = await noteOf(page);
  check("shared rows: it is said why, and what to do",
        /a row for each rank/.test(text) && /--ranks/.test(text), text);
}

async function checkChosen(page) {
  const ranks = await page.evaluate(() => mpiprof.model.set.lines.map(
    line => mpiprof.model.lineName(line)));
  check("some of many: each rank has its row", `${ranks}` ===
        "0,1,2,2045,2046,2047", `${ranks}`);
  const all = await items(page);
  check("some of many: the window that was asked for, and others",
        all.length > 1 && all[0].asked && all[0].wait !== null &&
        !all[1].asked, JSON.stringify(all));
  for (const item of all) {
    const { calls } = await held(page, item.index);
    const theirs = [...new Set(calls.map(call => call[0]))];
    check(`some of many: window ${item.index} has calls of these ranks`,
          calls.length > 0 && theirs.every(rank => ranks.includes(`${rank}`)),
          `${theirs}`);
  }
  const matrix = await page.innerText("#matrix figcaption");
  const axis = await page.evaluate(() => [
    ...mpiprof.views.matrix.axis().map(end => end.title),
    mpiprof.views.matrix.each()]);
  check("some of many: the matrix has them and whom they send to, two in a row",
        matrix.includes("2 neighbouring ranks are one row") && `${axis}` ===
        "ranks 0-1,ranks 2-3,ranks 2044-2045,ranks 2046-2047,60",
        `${matrix} ${axis}`);
}

/* ---- all calls of the run ---- */

/* By rank and procedure: number, and ns; of all that the page has. */
const added = page => page.evaluate(() => {
  const { windows } = mpiprof.model;
  const sums = {};
  for (const piece of windows.pieces)
    for (const list of windows.listsOf(piece))
      for (const call of list.calls) {
        if (windows.tileAt(call.begin) !== piece)
          continue;
        const key = `${list.rank} ${windows.sites[call.site].name}`;
        const [calls, time] = sums[key] || [0, 0];
        sums[key] = [calls + 1, time + call.end - call.begin];
      }
  return sums;
});

/* Those of the table of the trace. */
async function checkSums(page) {
  const { tables } = JSON.parse(await readFile("calls.json", "utf8"));
  const { columns, rows } = tables.calls_per_rank;
  const at = name => columns.findIndex(column => column.name === name);
  const mine = await added(page);
  const wanted = rows.filter(row => !/^MPI_(Init|Finalize)/
    .test(row[at("procedure")]));
  const wrong = wanted.filter(row => {
    const [calls, time] = mine[`${row[at("rank")]} ${
      row[at("procedure")]}`] || [0, 0];
    return calls !== row[at("calls")] ||
      Math.abs(time - row[at("time_s")] * 1e9) > NEAR * calls;
  });
  check(`calls and times of ${wanted.length} ranks and procedures are those of JSON`,
        wanted.length > 8 && wrong.length === 0 &&
        wanted.length === Object.keys(mine).length,
        `${wrong[0]} ${JSON.stringify(mine)}`);
}

/* ns by class of each row, from tiles and levels. */
const byClass = page => page.evaluate(() => {
  const { windows, pictures, length } = mpiprof.model;
  const { levels } = mpiprof.views.timeline.calls;
  const step = pictures.classes.length;
  const out = {};
  const add = (rank, found) => found && found.times.forEach((time, i) => {
    const key = `${rank} ${pictures.classes[i % step].name}`;
    out[key] = (out[key] || 0) + time;
  });
  for (let rank = 0; rank < pictures.ranks; rank++) {
    for (const piece of windows.pieces.filter(({ tile }) => tile))
      add(rank, levels.ofPiece(piece, { first: rank }, piece.from,
                               Math.min(piece.to, length), 1e5));
    if (windows.coarse() && !windows.whole)
      for (const [key, row] of windows.levels.rows)
        if (key === `${rank}`)
          windows.levels.times.forEach((times, k) => times.slice(
            row.at * windows.levels.bins, (row.at + 1) * windows.levels.bins)
            .forEach(time => {
              const name = k < step - 1 ? pictures.classes[k].name : "pause";
              const sum = `${rank} ${name}`;
              out[sum] = (out[sum] || 0) + time;
            }));
  }
  return out;
});

async function checkPart(browser) {
  let whole = null;
  await onPage(browser, "eight.html", "eight", async page => {
    whole = await byClass(page);
    check("eight: all calls are in the page", await page.evaluate(() => (
      mpiprof.model.windows.whole && !mpiprof.model.windows.hasLevels &&
      mpiprof.model.windows.total > 300000)));
  });
  await onPage(browser, "part.html", "part", async page => {
    const { size } = await stat("part.html");
    check(`part: with --budget 450K it has ${size} bytes`, size <= 450000);
    const [all, tiles, finer] = await page.evaluate(() => {
      const { windows, pictures } = mpiprof.model;
      return [windows.whole, windows.tiles.size, windows.coarse() &&
        pictures.width / windows.levels.width];
    });
    check(`part: ${tiles} tiles have calls, the rest bins that are finer`, !all &&
          tiles > 2 && tiles < 256 && finer >= 2, `${all} ${tiles} ${finer}`);
    const [note, from] = await page.evaluate(() => {
      const { windows } = mpiprof.model;
      let at = 0;
      while (windows.tileAt(at * windows.tileWidth))
        at++;
      const begin = (at + 0.25) * windows.tileWidth;
      mpiprof.views.timeline.show(begin, begin + windows.tileWidth / 2);
      return [document.getElementById("calls-note").textContent, begin / 1e9];
    });
    const [, named, run] = /--window ([\d.]+):[\d.]+ (\S+)$/.exec(note) || [];
    check("part: where no calls are it names the command that has them",
          Math.abs(named - from) < 1e-5 && /^eight/.test(run), note);
    const bin = await page.evaluate(() => {
      const { timeline } = mpiprof.views;
      const scene = timeline.scene();
      timeline.picture.paint();
      const one = timeline.calls.binAt(0, (scene.from + scene.to) / 2);
      return one && [one.to - one.from, mpiprof.model.windows.levels.width];
    });
    check("part: there the finest bins of the page are shown", bin &&
          Math.abs(bin[0] - bin[1]) < 1, `${bin}`);
    const sums = await byClass(page);
    const names = Object.keys(whole).filter(key => !/useful$/.test(key));
    const wrong = names.filter(key => Math.abs(whole[key] - (sums[key] ||
                                                             0)) > 1);
    check(`part: no time of ${names.length} ranks and classes is lost`,
          names.length > 8 && wrong.length === 0,
          `${wrong[0]} ${whole[wrong[0]]} ${sums[wrong[0]]}`);
  });
}

/* ---- the search ---- */

async function find(page, text, key = "Enter") {
  await page.fill("#find", text);
  await page.press("#find", key);
  await page.waitForFunction(() => !mpiprof.views.timeline.find.state.busy);
  await settled(page);
  return page.textContent("#find-status");
}

const chosen = page => page.evaluate(() => {
  const { calls, view } = mpiprof.views.timeline;
  const { sites } = mpiprof.model.windows;
  return calls.chosen && { ...calls.chosen, got: null, out: null,
    name: sites[calls.chosen.site].name, from: view.from, to: view.to };
});

async function checkFind(page, trace) {
  const long = trace.calls.filter(([, name, begin, end]) => (
    name === "MPI_Waitall" && end - begin > 1e9)).sort((a, b) => a[2] - b[2]);
  const said = await find(page, "MPI_Waitall > 1 s");
  const first = await chosen(page);
  check("a search finds the first of the calls that it names",
        long.length > 0 && said.startsWith(`1 of ${long.length}: `) &&
        first.name === "MPI_Waitall" && first.rank === long[0][0] &&
        first.from <= first.begin && first.to >= first.end, said);
  await page.click("#zoom-all");
  const sent = trace.messages.filter(([, to]) => to === 3).length;
  const to = await find(page, "isend to 3 > 2 kB");
  check(`${sent} sends to rank 3 are found, of rank 2`, to.startsWith(
    `1 of ${sent}: rank 2, MPI_Isend`) && / to rank 3, 2\.93 KiB/.test(to), to);
  const one = await chosen(page);
  await page.press("#find", "Enter");
  const two = await chosen(page);
  await page.press("#find", "Shift+Enter");
  const back = await chosen(page);
  check("Enter goes to the next one, Shift and Enter back", two.begin >
        one.begin && back.begin === one.begin, `${one.begin} ${two.begin}`);
  await page.click("#find-previous");
  const last = await page.textContent("#find-status");
  check("before the first one is the last one", last.startsWith(
    `${sent} of ${sent}`), last);
  check("fewer are larger than 1 MB: none", /^No such call$/.test(
    await find(page, "> 1 MB")));
  check("what it cannot read it says", /number and a unit/.test(
    await find(page, "> 3 apples")) && await page.getAttribute("#find",
    "aria-invalid") === "true");
  const waits = await find(page, "waited > 1 s rank 3");
  check("it finds waits, too", /^1 of 1: rank 3, MPI_Waitall/.test(waits),
        waits);
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 500)));
  return page.evaluate(() => location.hash);
}

async function checkFound(page) {
  await page.waitForFunction(() => mpiprof.views.timeline.calls.chosen);
  const call = await chosen(page);
  check("a link has the search and its call", call.rank === 3 &&
        call.waited > 1e9 && call.from <= call.begin && call.to >= call.end &&
        /^1 of 1: rank 3/.test(await page.textContent("#find-status")),
        JSON.stringify(call));
  await page.evaluate(() => mpiprof.views.timeline.picture.canvas.focus());
  await page.keyboard.press("f");
  check("the key f goes to the field", await page.evaluate(
    () => document.activeElement.id) === "find");
  await page.fill("#find", "");
  await settled(page);
  check("an emptied field lets go of the call", await chosen(page) === null);
}

/* ---- threads ---- */

async function checkThreads(page) {
  const rows = () => page.evaluate(() => mpiprof.views.timeline.scene().groups
    .map(([line]) => mpiprof.model.lineTitle(line)));
  const before = await rows();
  await page.click("#threads");
  await settled(page);
  check("a rank's row opens to its threads", `${before}` === "rank 0,rank 1" &&
        `${await rows()}` ===
        "rank 0,rank 0, thread 1,rank 1,rank 1, thread 1", `${await rows()}`);
  const said = await page.evaluate(() => {
    const { timeline } = mpiprof.views;
    const scene = timeline.scene();
    return timeline.picture.how.at(scene.x(1e8), scene.middle(1)).tip.flat()
      .join(" ");
  });
  check("a thread's call is there", /^rank 0, thread 1: MPI_Recv/.test(said),
        said);
  await page.evaluate(() => mpiprof.selection.setRanks([[1, 1]]));
  check("of selected ranks these open", `${await rows()}` ===
        "rank 0,rank 1,rank 1, thread 1", `${await rows()}`);
  await page.evaluate(() => mpiprof.selection.clear());
  const found = await find(page, "thread 1 MPI_Send");
  check("threads are searched, too", /^1 of 1: rank 1, thread 1, MPI_Send/
    .test(found), found);
  await page.evaluate(() => mpiprof.views.timeline.picture.canvas.focus());
  await page.keyboard.press("o");
  check("the key o closes them", `${await rows()}` === `${before}`);
}

/* What is said at that time of a row. */
const saidAt = (page, row, time) => page.evaluate(([row, time]) => {
  const { timeline } = mpiprof.views;
  const scene = timeline.scene();
  return timeline.picture.how.at(scene.x(time), scene.middle(row)).tip.flat()
    .join(" ");
}, [row, time]);

/* The colours near the top of a row at these times. */
const colorsAt = (page, row, times) => page.evaluate(([row, times]) => {
  const { timeline } = mpiprof.views;
  const scene = timeline.scene();
  const { canvas } = timeline.picture;
  const scale = canvas.width / timeline.picture.width;
  const { data } = canvas.getContext("2d").getImageData(0, Math.round(
    (scene.place.y(row) + 4) * scale), canvas.width, 1);
  return times.map(time => [0, 1, 2].map(
    i => data[4 * Math.round(scene.x(time) * scale) + i])).join(" ");
}, [row, times]);

/* Times as in tests/trace/write_devices.py, from the end of MPI_Init. */
async function checkStreams(page) {
  const rows = () => page.evaluate(() => mpiprof.views.timeline.scene().groups
    .map(([line]) => mpiprof.model.rowName(line)).join(" "));
  check("each stream has a row from the start", await rows() ===
        "0 CUDA[0:7] CUDA[0:13] 1 HIP <b>[1]", await rows());
  const kernel = await saidAt(page, 1, 3e5);
  check("a kernel has its name and length there", kernel.startsWith(
    "rank 0, stream CUDA[0:7]: stencil length 500.0 \u00b5s"), kernel);
  const copy = await saidAt(page, 4, 5e4);
  check("a copy has its bytes and their rate", /^rank 1, stream HIP <b>\[1\]: /
    .test(copy) && copy.includes("copy to device") && copy.includes(
    "copied 1.91 MiB rate 18.6 GiB/s"), copy);
  const idle = await saidAt(page, 2, 3e5);
  check("else a stream is idle", idle === "rank 0, stream CUDA[0:13]: idle",
        idle);
  const colors = await colorsAt(page, 1, [5.5e5, 3e4]);
  check("kernels have the colour of useful time, copies that of one-sided calls",
        colors === "0,158,115 204,121,167", colors);
  const found = await find(page, "0:13 > 1 kB");
  check("a search takes the name of a stream, and bytes", /^1 of 3: rank 0, stream CUDA\[0:13\], copy on device, .*8\.00 KiB$/
    .test(found), found);
  await page.fill("#find", "");
  await page.evaluate(() => mpiprof.views.timeline.showAll());
  await settled(page);
  const sums = await page.evaluate(() => {
    const { windows } = mpiprof.model;
    const out = new Map([...windows.streams.keys()].map(key => [key, 0]));
    const seen = new Set();
    for (const list of windows.pieces.flatMap(one => windows.listsOf(one)))
      for (const { fromThread, from, sent, bytes } of list.messages) {
        const key = `${from}.${fromThread}`;
        if (out.has(key) && !seen.has(`${key} ${sent}`))
          out.set(key, out.get(key) + bytes);
        seen.add(`${key} ${sent}`);
      }
    return [...out.entries()].sort().map(([, bytes]) => bytes);
  });
  const { tables } = JSON.parse(await readFile("streams.json", "utf8"));
  const { columns, rows: lines } = tables.device_streams;
  const bytes = lines.map(line => columns.reduce((sum, { name }, i) => (
    sum + (name.endsWith("_bytes") ? line[i] : 0)), 0));
  check("the bytes of each stream are those of the JSON",
        `${sums}` === `${bytes}` && bytes[0] === 3012288,
        `${sums} | ${bytes}`);
  await page.click("#threads");
  await settled(page);
  await page.waitForFunction(() => location.hash.includes("threads=no"));
  check("a click closes the rows, and the link keeps that",
        await rows() === "0 1", await rows());
}

/* Memory in use, all ranks together, in stretches of the run of 6 ms. */
async function checkMemory(page) {
  const names = await page.evaluate(() => [...document.querySelectorAll(
    "#resources .choice button")].map(button => button.textContent));
  check("resources have each kind of memory of the trace",
        `${names}` === "CUDA Memory,Host Memory,HIP <b>Memory", `${names}`);
  const most = () => page.innerText("#resources figcaption");
  const cuda = await most();
  await page.click("#resources .choice button:nth-child(3)");
  const hip = await most();
  check("their largest amounts", /^CUDA Memory: at most 16.0 MiB, from 3.000 ms/
    .test(cuda) && /^HIP <b>Memory: at most 32.0 MiB, from 200.0 \u00b5s/.test(
    hip), `${cuda} | ${hip}`);
  const said = await page.evaluate(() => {
    const { picture } = mpiprof.views.resources;
    const x = time => 76 + time / 6e6 * (picture.width - 82);
    return [0.21e6, 3e6].map(time => picture.how.at(x(time)).tip.flat()
      .join(" "));
  });
  check("a stretch has its amount and rank", said[0].endsWith(
    "HIP <b>Memory 32.0 MiB largest memory on rank 1: 32.0 MiB") &&
    said[1].endsWith("HIP <b>Memory 0 B"), said.join(" | "));
}

/* A copy from 1000 to 1400 us, in it one to 1150 and one at 1200, which end
 * before it. */
async function checkOverlap(page) {
  const [alone, both, after] = [await saidAt(page, 2, 1.05e6),
                                await saidAt(page, 2, 1.13e6),
                                await saidAt(page, 2, 1.3e6)];
  const copy = "rank 0, stream CUDA[0:13]: copy from device length ";
  check("copies that overlap are told apart", alone === after &&
        alone.startsWith(`${copy}400.0`) && both.startsWith(`${copy}50.0`),
        `${alone} | ${both} | ${after}`);
  await page.evaluate(() => mpiprof.views.timeline.show(1.25e6, 1.33e6));
  await settled(page);
  const colors = await colorsAt(page, 2, [1.3e6]);
  check("the long one is drawn where the others have ended",
        colors === "204,121,167", colors);
  check("they are in the order of their starts", await page.evaluate(() => {
    const { windows } = mpiprof.views.timeline.calls;
    return windows.pieces.every(piece => windows.listsOf(piece).every(
      ({ calls }) => calls.every(
        ({ begin }, i) => i === 0 || calls[i - 1].begin <= begin)));
  }));
  const tips = await page.evaluate(() => {
    const { words, windows } = mpiprof.views.timeline.calls;
    return windows.pieces.flatMap(piece => windows.listsOf(piece)).flatMap(
      ({ calls }) => calls.filter(call => call.begin === call.end)).map(
      call => {
        const tip = [];
        words.copyTips(call, tip);
        return tip.flat().join(" ");
      });
  });
  check("a copy that took no time has no rate", tips.length === 3 &&
        tips.every(tip => tip === "copied 4.00 KiB"), `${tips}`);
  await page.click("#calls-table summary");
  await settled(page);
  const names = await page.evaluate(() => [...document.querySelectorAll(
    "#calls-table tbody td:first-child")].map(
    cell => `${cell.className}${cell.textContent}`));
  check("the table names streams in a column of text",
        names.includes("0 CUDA[0:13]"), `${names}`);
}

/* 2000 us a step: 500 us of kernels, 150 of copies. */
async function checkStreamSteps(page) {
  check("a page without room has steps of streams", await page.evaluate(() => (
    mpiprof.model.windows.hasLevels && !mpiprof.model.windows.whole)));
  const time = await page.evaluate(() => {
    const { windows } = mpiprof.model;
    for (let at = 0; at < mpiprof.model.length; at += 1e6)
      if (windows.pieces.every(
        ({ from, to }) => at < from - 3e7 || at > to + 3e7))
        return at;
    return -1;
  });
  const said = await saidAt(page, 1, time);
  const [, kernels, copies] = /kernels ([\d.]+) %.*copies ([\d.]+) %/
    .exec(said) || [];
  check("they have the shares of kernels and copies", Math.abs(kernels - 25) < 2
        && Math.abs(copies - 7.5) < 2, said);
}

async function main(browser) {
  const trace = JSON.parse(await readFile("trace.json", "utf8"));
  await onPage(browser, "run.html", "run", async page => {
    await checkLargest(page, trace);
    for (const item of await items(page))
      await checkWindow(page, `window ${item.index}`, item, trace);
    await checkKeys(page);
    await checkPaper(page);
    await checkSums(page);
    await checkElsewhere(page);
  });
  let hash = "";
  await onPage(browser, "run.html", "search", async page => {
    hash = await checkFind(page, trace);
  });
  await onPage(browser, `run.html${hash}`, "link", async page => {
    await checkFound(page);
    await checkFewerMessages(page);
  });
  await onPage(browser, "threads.html", "threads", checkThreads);
  await onPage(browser, "streams.html", "streams", async page => {
    await checkStreams(page);
    await checkMemory(page);
  });
  await onPage(browser, "overlap.html", "overlap", checkOverlap);
  await onPage(browser, "stream-steps.html", "stream steps", checkStreamSteps);
  await checkPart(browser);
  await onPage(browser, "asked.html", "--window", page => checkAsked(page,
                                                                     trace));
  await onPage(browser, "apart.html", "apart", async page => checkUnmeasured(
    page, JSON.parse(await readFile("apart.json", "utf8"))));
  await onPage(browser, "some.html", "--ranks", async page => {
    const mine = await held(page, 0);
    check("--ranks: others have no calls", mine.calls.length > 0 &&
          mine.calls.every(row => row[0] > 0), `${mine.calls.length}`);
  });
  await onPage(browser, "full.html", "full", async page => {
    const { size } = await stat("full.html");
    const { calls } = await held(page, 0);
    check(`full: 1024 ranks x 60 procedures and ${calls.length} calls have ${
      size} bytes`, calls.length > 5000 &&
          size > 1.9e6 && size < 3e6);
  });
  await onPage(browser, "shared.html", "shared rows", checkShared);
  await onPage(browser, "chosen.html", "some of many", checkChosen);
  for (const [name, why] of [["untraced", /they need a trace of the run/],
                             ["killed", /trace, and this run left none/]])
    await onPage(browser, `${name}.html`, name, async page => {
      const text = await page.textContent(".notes");
      check(`${name}: says why there are no wait states`, why.test(text),
            text);
    });
  for (const [name, why] of [["untraced", /this run has no trace/],
                             ["itself", /mpiprof-report --open RUN/],
                             ["no-waits", /with --no-waits/]])
    await onPage(browser, `${name}.html`, name, async page => {
      const text = await noteOf(page);
      check(`${name}: says why there are no single calls`, why.test(text),
            text);
    });
  await onPage(browser, "wide.html", "wide", async page => {
    const { size } = await stat("wide.html");
    const windows = await page.evaluate(() => document.querySelectorAll(
      "script[id^=window-]").length);
    check(`wide: with --budget 500K it has ${size} bytes, and windows`,
          windows > 1 && size <= 500000, `${windows}`);
    await page.click("#window-go-0");
    const some = await noteOf(page);
    check("wide: the rows are those of ranks near who waits",
          /^Rows: 16 of 256 ranks/.test(some), some);
    await page.fill("#ranks", "0-2,255");
    await page.keyboard.press("Enter");
    await page.evaluate(() => mpiprof.selection.setWindow(1e6, 2e6));
    await page.click("#zoom-selection");
    const text = await noteOf(page);
    check("wide: says what was left out",
          /There was no room for single calls of ranks? [\d,-]+:/.test(text),
          text);
  });
}

await run(main);
