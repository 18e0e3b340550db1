/* SPDX-License-Identifier: BSD-3-Clause */
/* The checks of views.sh; one line for each, and exit status 1 if any fails. */
import { readFile, stat, writeFile } from "node:fs/promises";
import { deflateSync, inflateSync } from "node:zlib";
import { check, checkScreens, copied, drawn, open, openWatched, overlaps, ready,
         run, saved, settled, svgDistance } from "./browser.mjs";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const json = async name => JSON.parse(await readFile(`${name}.json`, "utf8"));
const objects = table => table.rows.map(row => Object.fromEntries(
  table.columns.map((column, i) => [column.name, row[i]])));

async function onPage(browser, name, test, options = {}) {
  const { page, wrong, close } = await open(browser, name.includes(".html")
    ? name : `${name}.html`, options);
  await ready(page);
  await test(page);
  check(`${name}: nothing goes wrong`, wrong.length === 0, `${wrong}`);
  await close();
}

const pixels = (page, view) => page.evaluate(
  view => mpiprof.views[view].picture.canvas.toDataURL(), view);
const select = (page, kind, name) => page.evaluate(
  ([kind, name]) => mpiprof.selection.setName(kind, name), [kind, name]);
const tipOf = (page, view, x, y) => page.evaluate(
  ([view, x, y]) => (mpiprof.views[view].picture.how.at(x, y) || { tip: [] })
    .tip.flat().join(" "), [view, x, y]);

/* ---- message sizes ---- */

async function checkSizes(page) {
  const rows = objects((await json("four")).tables.message_sizes);
  const shown = await page.evaluate(() => mpiprof.views.sizes.rows().flatMap(
    one => one.bins.map(bin => [one.name, bin.from, bin.calls])));
  const text = list => list.map(one => one.join()).sort();
  check("sizes: a row for each procedure, with the numbers of JSON", same(
    text(shown), text(rows.map(row => [row.procedure, row.from_bytes,
                                       row.calls]))), JSON.stringify(shown));
  const names = shown.map(([name]) => name);
  const before = await pixels(page, "sizes");
  await select(page, "procedure", names[0]);
  await settled(page);
  check("sizes: other procedures than the selected are pale",
        before !== await pixels(page, "sizes"));
  await page.evaluate(() => mpiprof.selection.clear());
}

async function checkEqual(page) {
  const said = await page.innerText("#matrix figcaption");
  check("traced: of equal pairs none has the most", /^8 pairs, .*; 200 KiB each\./
    .test(said), said);
}

/* ---- the first screen ---- */

/* What is not wholly in the first screen. */
const below = (page, selector) => page.evaluate(selector => {
  const all = [...document.querySelectorAll(selector)];
  return all.length === 0 ? ["nothing"] : all.filter(one => {
    const box = one.getBoundingClientRect();
    return box.bottom > innerHeight || box.height === 0;
  }).map(one => one.textContent.slice(0, 40));
}, selector);

async function checkFirst(page) {
  for (const [what, selector] of [
    ["causes", "#verdict .causes > li"], ["buttons", "#verdict .show"],
    ["efficiencies", "#verdict .efficiency li"],
    ["efficiency over time", "#verdict .overtime canvas"]])
    check(`caused: ${what} are on the first screen`, same(await below(
      page, selector), []), `${await below(page, selector)}`);
  const losses = await page.innerText("#verdict .efficiency h3");
  check("caused: losses name their base", losses.includes("mean of ranks"),
        losses);
  const gain = await page.innerText("#advice .gain");
  check("caused: gains name their base", /of the run time, [\d.]+ m?s/.test(
    gain), gain);
  const [lowest, exact] = await page.evaluate(() => [
    document.querySelector("#verdict .overtime figcaption").textContent,
    mpiprof.views.timeline.band.stretches.slice(0, -1).reduce((a, b) => (
      b.parallel_efficiency < a.parallel_efficiency ? b : a))
      .parallel_efficiency]);
  check("caused: the lowest efficiency is that of JSON", Math.abs(
    /: ([\d.]+) %/.exec(lowest)[1] / 100 - exact) < 0.0006, lowest);
  const order = await page.evaluate(() => {
    const links = [...document.querySelectorAll("#nav a")].map(
      a => document.querySelector(a.getAttribute("href")));
    return links.every((part, i) => i === 0 || links[i - 1]
      .compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  check("caused: the navigation has the order of the page", order);
}

/* Shares of the run that are in view. */
const inView = page => page.evaluate(() => {
  const { view } = mpiprof.views.timeline;
  return [view.from, view.to].map(time => time / mpiprof.model.length);
});

async function checkPan(page) {
  const [from, to] = await inView(page);
  await page.focus("#timeline canvas");
  await page.keyboard.press("ArrowRight");
  const [later, end] = await inView(page);
  const quarter = (to - from) / 4;
  check("caused: an arrow key moves the view by a quarter", Math.abs(
    later - from - quarter) < 1e-9 && Math.abs(end - to - quarter) < 1e-9,
        `${from} ${to} ${later} ${end}`);
  const strip = page.locator("#timeline .overview canvas");
  await strip.scrollIntoViewIfNeeded();
  const { x, y, width } = await strip.boundingBox();
  const at = part => x + 76 + part * (width - 82);
  await page.mouse.move(at(0.2), y + 10);
  await page.mouse.down();
  await page.mouse.move(at(0.4), y + 12, { steps: 4 });
  await page.mouse.up();
  const drawnTo = await inView(page);
  check("caused: a drag on the whole run draws another frame", Math.abs(
    drawnTo[0] - 0.2) < 0.01 && Math.abs(drawnTo[1] - 0.4) < 0.01, `${drawnTo}`);
}

async function checkShowMe(page) {
  await page.click("#verdict .show");
  await settled(page);
  const got = await page.evaluate(() => {
    const { selection, model, views } = mpiprof;
    const { view } = views.timeline;
    const table = model.table("advice");
    const at = name => table.rows[0][table.columns.findIndex(
      column => column.name === name)];
    return { ranks: selection.ranks, rank: at("rank"),
             share: (view.to - view.from) / model.length,
             top: document.getElementById("timeline").getBoundingClientRect()
               .top };
  });
  check("caused: Show me selects the rank of the suggestion", same(got.ranks, [
    [got.rank, got.rank]]), JSON.stringify(got));
  check("caused: it zooms and goes to the time line", got.share < 0.2 &&
        got.top > 0 && got.top < 200, JSON.stringify(got));
  const overview = await page.evaluate(() => {
    const { picture } = mpiprof.views.timeline.whole;
    return !picture.box.hidden && picture.alt.textContent;
  });
  check("caused: below it the whole run, with what is in view",
        /^In view: /.test(overview), `${overview}`);
  await page.evaluate(() => {
    const { whole } = mpiprof.views.timeline;
    const { width } = whole.picture;
    whole.picture.how.pick(whole.picture.how.at(76 + (width - 82) / 2, 10));
  });
  const middle = await page.evaluate(() => (mpiprof.views.timeline.view.from +
    mpiprof.views.timeline.view.to) / 2 / mpiprof.model.length);
  check("caused: a click on the whole run goes there", Math.abs(
    middle - 0.5) < 0.02, `${middle}`);
  await checkPan(page);
  await page.click("#zoom-all");
  await page.evaluate(() => mpiprof.selection.clear());
  check("caused: all of it needs none", await page.evaluate(
    () => mpiprof.views.timeline.whole.picture.box.hidden));
}

/* ---- the order of rows ---- */

/* Groups as in the table, in them the most useful first. */
async function checkAlike(page) {
  const { rank_times: times, rank_groups: groups } = (await json("traced"))
    .tables;
  const useful = Object.fromEntries(objects(times).map(
    row => [row.rank, row.useful_s]));
  const mpi = Object.fromEntries(objects(times).map(
    row => [row.rank, -row.mpi_s]));
  const wanted = { mpi: Object.keys(mpi).map(Number).sort((a, b) => (
    mpi[a] - mpi[b])), alike: objects(groups).flatMap(row => row.ranks.split(
    ",").map(Number).sort((a, b) => useful[b] - useful[a])) };
  for (const [order, ranks] of Object.entries(wanted)) {
    await page.click(`#timeline [value=${order}]`);
    const { firsts } = await placeOf(page);
    check(`traced: rows in the order "${order}"`, same(firsts, ranks) &&
          ranks.some((rank, i) => rank !== i), `${firsts} ${ranks}`);
  }
  await page.click("#timeline [aria-label=order] [value=rank]");
}

/* ---- names on the time line ---- */

async function checkNames(page) {
  const x = await page.evaluate(() => mpiprof.views.timeline.picture.width / 2);
  const y = 20; /* the mean of all ranks */
  const tip = await tipOf(page, "timeline", x, y);
  check("traced: useful time at the pointer names the region", new RegExp(
    "Useful time of all ranks at that time: solve [\\d.]+ %").test(tip), tip);
  const before = await pixels(page, "timeline");
  await select(page, "region", "solve");
  await settled(page);
  const region = await pixels(page, "timeline");
  check("traced: a region that is selected is seen on the time line",
        region !== before && /Below the rows: solve/.test(
          await page.innerText("#timeline figcaption")));
  const [share, exact] = await page.evaluate(() => {
    const { band, view } = mpiprof.views.timeline;
    const one = band.at(mpiprof.model.length / 2, band.region);
    const table = mpiprof.model.table("efficiency_over_time");
    const at = name => table.columns.findIndex(c => c.name === name);
    const row = table.rows.find(cells => cells[at("region")] === "solve" &&
      cells[at("begin_s")] === one.begin_s);
    return [one.useful_s, row[at("useful_s")], view];
  });
  check("traced: its useful time is that of JSON", share === exact && share > 0,
        `${share} ${exact}`);
  await select(page, "procedure", "MPI_Allreduce");
  await settled(page);
  check("traced: so is a procedure, by its class", ![before, region].includes(
    await pixels(page, "timeline")) && /collective, is highlighted/.test(
    await page.innerText("#timeline figcaption")));
  await page.evaluate(() => mpiprof.selection.clear());
  const note = await page.evaluate(() => {
    const { model, views } = mpiprof;
    const least = Math.max(...model.windows.items.map(item => item.to)) + 1e6;
    views.timeline.show(least, Math.min(model.length, least + 5e7));
    return [document.getElementById("calls-note").textContent,
            views.timeline.calls.calls.length];
  });
  check("traced: behind all windows are single calls, too", note[0] === "" &&
        note[1] > 0, `${note}`);
  await page.click("#zoom-all");
  for (const [width, words] of [[1280, / in MPI_\w+ at [\d.]+ \S?s/],
                                [768, / in MPI_\w+ at [\d.]+ \S?s/],
                                [375, /^rank \d: \S+ \S?s at [\d.]+ \S?s$/]]) {
    await page.setViewportSize({ width, height: 812 });
    const buttons = await page.evaluate(() => [...document.querySelectorAll(
      "[id^=window-go-]")].map(button => button.innerText));
    check(`traced: at ${width} buttons of waits say in which call, and when`,
          buttons.length > 2 && buttons.every(text => words.test(text)),
          `${buttons}`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

/* A narrow picture has room for fewer arrows, which is said. */
async function checkArrows(page) {
  await page.evaluate(() => {
    const { model: { length }, views: { timeline } } = mpiprof;
    let span = length / 2;
    do {
      span *= 0.8;
      timeline.show((length - span) / 2, (length + span) / 2);
    } while (timeline.calls.arrows.all > 280);
  });
  const said = async width => {
    await page.setViewportSize({ width, height: 720 });
    await settled(page);
    return page.evaluate(() => {
      const { all, drawn } = mpiprof.views.timeline.calls.arrows;
      return [all, drawn, /No arrows are drawn for/.test(
        document.getElementById("calls-note").textContent)];
    });
  };
  const [narrow, wide] = [await said(375), await said(1280)];
  check("traced: what is said of arrows is true at each width", narrow[0] > 70 &&
        narrow[1] === 0 && narrow[2] && wide[0] === wide[1] && !wide[2],
        `${narrow} ${wide}`);
  await page.click("#zoom-all");
}

async function checkUntraced(page) {
  const tip = await tipOf(page, "timeline", 500, await page.evaluate(
    () => mpiprof.views.timeline.scene().middle(2)));
  check("four: without a trace it names the regions of the whole run",
        /Useful time in the whole run: main\/solve/.test(tip), tip);
}

/* All calls are in the page, and there are no regions: between two calls. */
async function checkSampled(page) {
  const own = objects((await json("sampled")).tables.functions_by_rank).filter(
    row => row.rank === 1).sort((a, b) => b.time_s - a.time_s)[0];
  const tip = await page.evaluate(() => {
    const { calls, scene, picture } = mpiprof.views.timeline;
    const list = calls.windows.listAt(calls.windows.pieces[0], { first: 1 });
    const [a, b] = list.calls;
    return picture.how.at(scene().x((a.end + b.begin) / 2), scene().middle(1))
      .tip.flat().join(" ");
  });
  check("sampled: useful time at the pointer names the functions of the rank",
        tip.startsWith("rank 1: useful time") && own.time_s > 0 && tip.includes(
          `CPU time in the whole run, sampled: ${own.function} ${
            (1000 * own.time_s).toPrecision(4)} ms`), tip);
}

/* ---- linked axes ---- */

async function checkAxes(page) {
  const before = await pixels(page, "resources");
  await page.evaluate(() => mpiprof.views.timeline.show(
    mpiprof.model.length / 4, mpiprof.model.length / 2));
  await settled(page);
  check("used: Resources zoom with the time line",
        before !== await pixels(page, "resources"));
  const tips = await Promise.all([80, 700, 1150].map(
    x => tipOf(page, "resources", x, 60)));
  check("used: to the same seconds", /^1\.000 s to 2\.000 s/.test(tips[0]) &&
        tips[0] === tips[1] && tips[1] === tips[2], JSON.stringify(tips));
  const band = await page.evaluate(() => mpiprof.views.resources.picture.how
    .drag(10, 20, 2000, 20, false));
  check("used: what is dragged over ends with the axis", band.x0 === 76 &&
        band.x1 < 2000, JSON.stringify(band));
  await page.click("#zoom-all");
  const shades = await page.evaluate(() => {
    const { how, height } = mpiprof.views.resources.picture;
    const context = new OffscreenCanvas(85, height).getContext("2d");
    how.draw(context, 85, height);
    const { data } = context.getImageData(76, height - 30, 3, 1);
    return [3, 7, 11].map(i => data[i]);
  });
  check("used: four stretches in three pixels are no stripes", shades[0] > 200 &&
        new Set(shades).size === 1, `${shades}`);
}

/* Labels of the axes of time, zoomed in to where they have many digits. */
async function checkFirstTimes(page) {
  const found = await page.evaluate(() => {
    const { views: { timeline, resources }, model } = mpiprof;
    const labels = picture => {
      picture.paint();
      const low = Math.max(...picture.canvas.texts.map(({ y }) => y));
      return picture.canvas.texts.filter(({ y }) => y === low).map(
        ({ text }) => text);
    };
    resources.picture.paint();
    const shares = resources.picture.canvas.texts.filter(
      ({ text }) => text.endsWith(" %")).length;
    return [5, 6, 7, 8, 9].flatMap(digit => [0.3, 0.5].map(part => {
      const from = Math.round(part * model.length / 1e6) * 1e6;
      timeline.show(from, from + 10 ** digit);
      const own = labels(timeline.picture);
      const times = own.map(Number).filter(time => !Number.isNaN(time));
      return { own, shares, linked: labels(resources.picture),
               lost: times[0] - (times[1] - times[0]) >=
                 from / 1e9 - 1e-9 };
    }));
  });
  check("used: the first time of an axis has its label", found.every(
    ({ own, lost, shares }) => own.length > 3 && !lost && shares > 2),
        JSON.stringify(found));
  check("used: Resources have the times of the time line", found.every(
    ({ own, linked }) => same(own, linked)), JSON.stringify(found));
}

/* ---- bars ---- */

async function checkBars(page) {
  const [found, right] = await page.evaluate(() => {
    const { picture } = mpiprof.views.balance;
    const copy = new OffscreenCanvas(picture.canvas.width, picture.canvas
      .height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(picture.canvas, 0, 0);
    const scale = picture.canvas.width / picture.width;
    const colored = x => copy.getImageData(Math.round(x * scale), Math.round(
      28 * scale), 1, 1).data[3] > 0;
    let right = picture.width - 1;
    while (right > 0 && !colored(right))
      right--;
    return [[0, 1, 2, 3].map(i => (picture.how.at(picture.width - 8,
      16 + 26 * i + 13) || { line: {} }).line.first), right / picture.width];
  });
  check("four: bars of few ranks take the card", right > 0.95, `${right}`);
  check("four: and clicks beside them select, too", same(found, [0, 1, 2, 3]),
        `${found}`);
}

/* ---- many ranks ---- */

const placeOf = page => page.evaluate(() => {
  const place = mpiprof.views.timeline.place();
  return { heights: place.heights, tops: place.groups.map((group, i) => (
    place.y(i))), firsts: place.groups.map(group => group[0].first),
           sizes: place.groups.map(group => group.length),
           out: [...place.out].map(line => line.first) };
});

/* Rank 700 of 1024 works longer. */
async function checkOutliers(page) {
  await page.evaluate(() => {
    const { model, views } = mpiprof;
    for (const line of model.set.lines)
      line.times.useful = line.first === 700 ? 3e9 : 2e9 + line.first;
    views.timeline.view.lines = [...model.set.lines];
    mpiprof.selection.tell();
  });
  await settled(page);
  const place = await placeOf(page);
  check("wide: what stands out has a row of 8 pixels or more", same(place.out,
    [700]) && place.heights[place.firsts.indexOf(700)] >= 8 &&
    place.sizes[place.firsts.indexOf(700)] === 1, `${place.out}`);
  check("wide: all ranks are in one row each", place.sizes.reduce(
    (a, b) => a + b, 0) === 1024 && new Set(place.heights).size === 2);
  check("wide: rows have whole pixels", place.heights.every(
    high => Number.isInteger(high)) && place.tops.every(
    (top, i) => Number.isInteger(top) && place.heights[i] >= 1));
  check("wide: which is said", /far from the others: rank 700 \(3\.000 s\)/.test(
    await page.innerText("#timeline figcaption")));
  await checkTicks(page);
  await checkOrder(page);
}

/* Names beside the rows; those of outliers are not round. */
async function checkTicks(page) {
  const names = await page.evaluate(() => {
    const { picture } = mpiprof.views.timeline;
    const context = picture.canvas.getContext("2d");
    const said = [];
    context.fillText = text => said.push(text);
    picture.paint();
    delete context.fillText;
    return said;
  });
  const ranks = names.filter(name => /^\d+$/.test(name)).map(Number);
  const round = ranks.filter(rank => rank !== 700);
  const step = round.length > 2 ? round[2] - round[1] : 1;
  check("wide: the outlier is named, other names are round", ranks.includes(
    700) && round.length > 8 && round.every(rank => rank % step === 0) &&
    [20, 50, 100].includes(step), `${names}`);
}

async function checkOrder(page) {
  await page.click("#timeline [value=useful]");
  await settled(page);
  const by = await placeOf(page);
  check("wide: rows by useful time", by.firsts[0] === 700 && by.firsts.slice(
    1).every((first, i, all) => i === 0 || first < all[i - 1]),
        `${by.firsts.slice(0, 4)}`);
  await page.evaluate(() => document.querySelector(
    "#timeline [aria-label=order] [value=rank]").click());
  const looks = [];
  for (const merge of ["mean", "most", "least"]) {
    await page.click(`#timeline [value=${merge}]`);
    await settled(page);
    looks.push(await pixels(page, "timeline"));
  }
  check("wide: rows show the mean, the most or the least useful of their ranks",
        new Set(looks).size === 3);
}

/* Of 4096 ranks, four in a row, 77 and 78 work all the time and 3000 never; the
 * others work for the first half. */
async function checkHidden(page) {
  const times = objects((await json("hidden")).tables.rank_times);
  const place = await placeOf(page);
  check("hidden: ranks that stand out have rows of 8 pixels or more", same(
    [...place.out].sort(), [3000, 77]) && place.out.every(rank => (
    place.heights[place.firsts.indexOf(rank)] >= 8)), JSON.stringify([
    place.out, place.heights]).slice(0, 300));
  const rows = await page.evaluate(() => {
    const { views, model } = mpiprof;
    const place = views.timeline.place();
    return [...place.out].map(line => {
      const row = place.groups.findIndex(([one]) => one === line);
      return [line.first, line.times.useful, views.timeline.picture.how.at(
        800, (place.y(row) + place.y(row + 1)) / 2).tip.flat().join(" "),
              model.has(mpiprof.selection, line)];
    });
  });
  check("hidden: with the useful time of JSON", rows.length === 2 && rows.every(
    ([rank, useful]) => times.find(row => row.rank === rank).useful_s * 1e9 ===
      useful), JSON.stringify(rows));
  const tip = rank => rows.find(([one]) => one === rank)[2];
  check("hidden: their times are their own, and their neighbours are counted",
        /^rank 77: far from the others, above them 2 of ranks 76 to 79 .*useful 100 %/
          .test(tip(77)) && /^rank 3000: far from the others 2\..*wait\/test 100 %/
          .test(tip(3000)), tip(77) + tip(3000));
  check("hidden: which is said", (await page.innerText("#timeline figcaption"))
    .includes("far from the others: rank 77 (4.000 s), rank 3000 (0 s)"), await page.innerText(
    "#timeline figcaption"));
  await checkRowOf(page);
  await checkOwnBar(page);
  await checkRanges(page);
  await checkHeatOf(page);
}

/* Of each line and procedure the most and the least that JSON has of a rank; a
 * rank that is not there made no such call. */
async function checkRanges(page) {
  const times = new Map();
  for (const { rank, procedure, time_s: time } of objects(
    (await json("hidden")).tables.calls_per_rank))
    times.set(`${procedure} ${rank}`, Math.round(time * 1e9));
  const found = await page.evaluate(() => {
    const { columns, byRank } = mpiprof.model.pictures;
    return columns.flatMap(({ kind, name }, i) => (kind !== "procedure" ? []
      : byRank.lines.map(({ first, last, position }) => [name, first, last,
        byRank.cells[i].most[position], byRank.cells[i].least[position]])));
  });
  const wrong = found.filter(([name, first, last, most, least]) => {
    const ranks = Array.from({ length: last - first + 1 },
                             (_, i) => first + i);
    const all = ranks.map(rank => times.get(`${name} ${rank}`));
    const known = all.map(time => time || 0);
    return most.time !== Math.max(...known) || known[most.rank - first] !==
      most.time || least.time !== Math.min(...known) ||
      (all.includes(undefined) ? least.rank !== -1
        : known[least.rank - first] !== least.time);
  });
  check(`hidden: the most and the least of ${found.length} cells are those of ` +
        "JSON", found.length >= 3072 && wrong.length === 0,
        JSON.stringify(wrong.slice(0, 3)));
}

/* What the heat map shows of ranks 1000 to 1003, and of 2000 to 2003. */
async function checkHeatOf(page) {
  const said = await page.innerText("#heat figcaption");
  const [, name] = /Farthest above its mean: (\S+) on rank 1001, /.exec(
    said) || [];
  check("hidden: the heat map names the rank that is far above the mean",
        Boolean(name), said);
  const shown = {};
  for (const merge of ["most", "least", "mean"]) {
    await page.click(`#heat [aria-label=merge] [value=${merge}]`);
    await settled(page);
    shown[merge] = await page.evaluate(wanted => {
      const { model, views: { heat } } = mpiprof;
      const { lines } = model.set;
      const column = heat.columns.findIndex(
        i => model.pictures.columns[i].name === wanted);
      const px = 76 + (column + 0.5) * heat.wide(heat.picture.width);
      const count = Math.min(lines.length, 360);
      return [1000, 2000].map(first => {
        const line = lines.findIndex(one => one.first === first);
        return heat.at(px, heat.rows().y(Math.floor(
          line * count / lines.length)) + 0.3).tip.flat().join(" ");
      });
    }, name);
  }
  check("hidden: a row of the heat map shows the most, the least, or the mean",
        /rank 1001, with the most time of ranks 1000 to 1003 time 1\.[78]\d\d s/.test(
          shown.most[0]) &&
        /a rank without any, with the least time of ranks 2000 to 2003 time 0 s/.test(
          shown.least[1]) &&
        / ranks 1000 to 1003 time per rank /.test(shown.mean[0]),
        JSON.stringify(shown));
}

/* What the row of ranks 76 to 79 shows in the second half. */
async function checkRowOf(page) {
  const shown = {};
  for (const merge of ["most", "least", "mean"]) {
    await page.click(`#timeline [aria-label=merge] [value=${merge}]`);
    await settled(page);
    shown[merge] = await page.evaluate(() => {
      const { place, picture } = mpiprof.views.timeline;
      const row = place().groups.findIndex(group => group.some(
        line => line.first <= 76 && line.last >= 79));
      return picture.how.at(800, place().y(row) + 0.5).tip.flat().join(" ");
    });
  }
  check("hidden: a row shows the most, the least useful rank, or the mean",
        /shown: rank 77, with the most useful time .*useful 100 %/.test(
          shown.most) && /shown: rank \d+, with the least .*wait\/test 100 %/
          .test(shown.least) && !shown.mean.includes("shown") &&
        /useful [\d.]+ %/.test(shown.mean) && /wait/.test(shown.mean),
        JSON.stringify(shown));
}

/* A page of 1024 ranks has as many stretches as there is room for: all that are
 * known of steps, half as many of what is nothing but noise. */
async function checkStretches(page) {
  const { bins, lines } = await page.evaluate(() => ({
    bins: mpiprof.model.pictures.bins,
    lines: mpiprof.model.set.lines.length }));
  const { size } = await stat("steady.html");
  check(`steady: ${bins} stretches of ${lines} ranks in ${size} bytes`,
        bins >= 500 && bins <= 544 && lines === 1024 && size < 3e6);
  const [noise, larger] = (await Promise.all(["wide", "larger"].map(
    name => stat(`${name}.html`)))).map(one => one.size);
  check(`wide: ${noise} bytes, where the budget is larger ${larger}`,
        noise < 2.5e6 && larger > 1.3 * noise);
}

async function checkOwnBar(page) {
  const bars = await page.evaluate(() => mpiprof.views.balance.bars()
    .filter(bar => bar.line.of).map(bar => [bar.line.first,
                                            bar.parts[0][1]]));
  const said = await page.innerText("#balance figcaption");
  check("hidden: they have bars of their own", same(bars, [[77, 4e9],
    [3000, 0]]) && said.includes("most on rank 77 (4.000 s), least on rank 3000"),
        `${bars} ${said}`);
}

/* ---- the call tree ---- */

/* name -> the sum of a metric over exclusive values of nodes of that kind. */
const treeSums = (page, metric, kind) => page.evaluate(([metric, kind]) => {
  const which = document.getElementById("metric");
  which.value = metric;
  which.dispatchEvent(new Event("change"));
  const sums = {};
  const walk = node => {
    const name = node.kind === "region" ? node.full : node.name;
    if (node.kind === kind && node.own > 0)
      sums[name] = (sums[name] || 0) + node.own;
    node.children.forEach(walk);
  };
  walk(mpiprof.views.calltree.root());
  return sums;
}, [metric, kind]);

/* Whether these are the numbers of a column, zeros and setup left out. */
function matches(sums, rows, name, value) {
  const wanted = rows.filter(row => value(row) > 0 && !/^MPI_(Init|Finalize)/
    .test(row[name]));
  return wanted.length > 0 && wanted.length === Object.keys(sums).length &&
    wanted.every(row => Math.abs(sums[row[name]] - value(row)) <=
      1e-9 * value(row));
}

/* Counters of regions are those of JSON, of MPI those that make_runs gives. */
async function checkCounted(page) {
  const { tables } = await json("counted");
  const titles = await page.evaluate(() => [...document.getElementById(
    "metric").options].map(one => [one.value, one.textContent]));
  const regions = objects(tables.counters);
  const names = [...new Set(regions.map(row => row.counter))];
  check("counters are metrics, with their names", same(titles.filter(
    ([value]) => value.startsWith("counter")).map(([, title]) => title), names),
        JSON.stringify(titles));
  for (const [k, name] of names.entries()) {
    const rows = regions.filter(row => row.counter === name &&
      row.region !== "(outside regions)");
    check(`call tree: ${name} of regions is that of JSON`, matches(
      await treeSums(page, `counter${k}`, "region"), rows, "region",
      row => row.total));
    const sums = await treeSums(page, `counter${k}`, "procedure");
    check(`call tree: ${name} within MPI`, same(sums, Object.fromEntries(
      Object.keys(sums).map(call => [call, 7 * (k + 1) * (1 + 2 + 3 + 4)]))) &&
      Object.keys(sums).length === 4, JSON.stringify(sums));
  }
  await checkCountedRanks(page, regions.filter(row => row.counter === names[0]));
}

/* Values of a row over ranks, and sums of selected ranks. */
async function checkCountedRanks(page, rows) {
  const ranks = await page.evaluate(() => {
    const which = document.getElementById("metric");
    which.value = "counter0";
    which.dispatchEvent(new Event("change"));
    const found = [];
    const walk = node => {
      if (node.full === "main/solve")
        found.push([...node.ranks]);
      node.children.forEach(walk);
    };
    walk(mpiprof.views.calltree.root());
    return found[0];
  });
  const row = rows.find(one => one.region === "main/solve");
  check("counted: each rank's count", Math.min(...ranks) === row.min &&
    ranks.indexOf(row.max) === row.max_rank && ranks.length === 4,
        `${ranks}`);
  await page.evaluate(() => mpiprof.selection.setRanks([[2, 2]]));
  const sums = await treeSums(page, "counter0", "region");
  check("counted: of a selected rank", sums["main/solve"] === ranks[2],
        JSON.stringify(sums));
  await page.evaluate(() => mpiprof.selection.clear());
  const waits = await treeSums(page, "accelerator", "region");
  check("counted: waiting for accelerators", same(waits, {
    cudaDeviceSynchronize: 4 * 100e6 }), JSON.stringify(waits));
  const [shown, bins, useful] = await page.evaluate(() => {
    const { model } = mpiprof;
    const { classes, byRank, width } = model.pictures;
    const k = classes.findIndex(one => one.name === "outside_wait");
    const times = model.timesOf(byRank.lines[0], [0, model.length]);
    return [document.querySelector(
      "#timeline .legend [data-class=outside_wait]") !== null,
      byRank.bins[k].reduce((a, b) => a + b, 0) * width,
      times.useful];
  });
  check("counted: the time line shows these waits", shown &&
    Math.abs(bins - 4 * 100e6) < 1e6, `${shown} ${bins}`);
  check("counted: elsewhere they are useful time", Math.abs(useful -
    2 * 1960e6) < 1e6, `${useful}`);
}

async function checkCallTree(page) {
  const { tables } = await json("traced");
  const procedures = objects(tables.procedures);
  for (const [metric, column, scale] of [["time", "time_s", 1e9],
    ["mpi", "time_s", 1e9], ["calls", "calls", 1], ["out", "bytes_out", 1],
    ["in", "bytes_in", 1]])
    check(`call tree: ${metric} of procedures is that of JSON`, matches(
      await treeSums(page, metric, "procedure"), procedures, "procedure",
      row => row[column] * scale),
          JSON.stringify(await treeSums(page, metric, "procedure")));
  check("call tree: useful time of regions is that of JSON", matches(
    await treeSums(page, "useful", "region"), objects(tables.regions).filter(
      row => row.region !== "(outside regions)"), "region",
    row => row.useful_s * 1e9));
  const waits = objects(tables.wait_states).filter(
    row => row.share !== null).reduce((sum, row) => sum + row.time_s, 0);
  const shown = Object.values(await treeSums(page, "waits", "procedure"))
    .reduce((sum, time) => sum + time, 0);
  check("call tree: waits are those of JSON", waits > 0 && Math.abs(
    shown / 1e9 - waits) < 1e-9 * waits, `${shown} ${waits}`);
  const caused = objects(tables.root_causes).filter(row => (
    row.activity === "work before" && row.region === "solve")).reduce(
    (sum, row) => sum + row.cost_s, 0);
  const solve = (await treeSums(page, "caused", "region")).solve;
  check("call tree: so is what a region caused", caused > 0 && Math.abs(
    solve / 1e9 - caused) < 1e-9 * caused, `${solve} ${caused}`);
  await treeSums(page, "time", "region");
}

async function checkTreeRows(page) {
  const rows = () => page.evaluate(() => [...document.querySelectorAll(
    ".calltree tbody tr")].map(tr => [tr.querySelector(".name span:not(" +
    ".toggle)").textContent, Number(tr.getAttribute("aria-level")),
    Number(tr.children[1].dataset.value), Number(tr.children[2].dataset
      .value)]));
  const before = await rows();
  const top = before.filter(([, level]) => level === 1);
  check("call tree: the largest is first", same(top, [...top].sort(
    (a, b) => b[2] - a[2])) && top.length > 2, JSON.stringify(top));
  const first = await page.evaluate(
    () => mpiprof.views.calltree.current().name);
  check("call tree: it is described, not the whole run", first === top[0][0],
        `${first} ${top[0][0]}`);
  await page.click("#hot-path");
  const hot = await page.evaluate(() => {
    const node = mpiprof.views.calltree.current();
    const names = [];
    for (let at = node; at.up; at = at.up)
      names.unshift(at.name);
    return [names, node.children.length === 0 ||
      node.children[0].all < 0.5 * node.all];
  });
  check("call tree: the hot path ends where no child has half",
        hot[1] && hot[0].length > 1, JSON.stringify(hot));
  await page.click("#calltree [value=parent]");
  const shares = await page.evaluate(() => {
    const current = mpiprof.views.calltree.current();
    const cell = document.querySelector(
      ".calltree [aria-selected=true] .share").dataset.value;
    return [Number(cell), current.all / current.up.all];
  });
  check("call tree: shares of the parent", shares[0] === shares[1],
        `${shares}`);
  await page.click("#calltree [value=all]");
  await page.fill("#calltree input[type=search]", "waitall");
  const found = await rows();
  check("call tree: search shows what matches, and where it is",
        found.some(([name]) => name === "MPI_Waitall") && found.every(
          ([name], i) => name === "MPI_Waitall" || found.slice(i).some(
            ([other]) => other === "MPI_Waitall")), JSON.stringify(found));
  await page.fill("#calltree input[type=search]", "");
  await page.focus(".calltree");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  const closed = (await rows()).length;
  await page.keyboard.press("ArrowRight");
  check("call tree: arrows open and close", (await rows()).length > closed,
        `${closed}`);
  await page.keyboard.press("ArrowDown");
  const heard = await page.evaluate(() => {
    const grid = document.activeElement;
    const row = document.getElementById(grid.getAttribute(
      "aria-activedescendant"));
    return row && [row.getAttribute("aria-selected"), row.rowIndex];
  });
  check("call tree: the row that has the focus is heard", same(heard,
    ["true", 2]), `${heard}`);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  check("call tree: Enter selects", await page.evaluate(
    () => mpiprof.selection.name !== null));
  await page.evaluate(() => mpiprof.selection.clear());
  const all = await rows();
  await page.evaluate(() => {
    const { model: { pictures }, selection } = mpiprof;
    const { column } = pictures.places.find(one => one.column >= 0 &&
      pictures.columns[one.column].name === "MPI_Allreduce");
    const some = pictures.places.filter(one => one.column === column);
    const before = some.map(({ byRank }) => byRank.slice());
    some.forEach(({ byRank }) => byRank.fill(0, 0, pictures.stride));
    selection.setRanks([[0, 0]]);
    some.forEach(({ byRank }, i) => byRank.set(before[i]));
    selection.clear();
  });
  check("call tree: what rank 0 does not do is there for the others", same(
    await rows(), all), JSON.stringify(await rows()));
}

/* A region by the trace; its axis is that of the time line. */
async function checkOverTime(page) {
  const exact = objects((await json("traced")).tables.efficiency_over_time)
    .filter(row => row.region === "solve");
  const tips = await page.evaluate(rows => {
    const { views: { calltree, timeline }, model } = mpiprof;
    const { picture } = calltree.overTime;
    const tip = px => (picture.how.at(px) || { tip: [] }).tip.flat().join(" ");
    const all = rows.map(({ begin_s: begin, width_s: width }) => tip(48 +
      (begin + width / 2) * 1e9 / model.length * (picture.width - 54)));
    timeline.show(model.length / 4, model.length / 2);
    const first = tip(50);
    timeline.showAll();
    return { all, first };
  }, exact);
  const useful = text => {
    const [, value, unit] = /useful, mean of ranks ([\d.]+) (\S+)/.exec(text) ||
      [];
    return value * { s: 1, ms: 1e-3, "\u00b5s": 1e-6, ns: 1e-9 }[unit];
  };
  const wrong = tips.all.filter((text, i) => !(Math.abs(useful(text) -
    exact[i].useful_s) <= 6e-4 * exact[i].useful_s));
  check(`call tree: a region in ${exact.length} stretches of the run`,
        exact.length > 9 && wrong.length === 0, wrong[0]);
  check("call tree: which zoom with the time line", /^solve, 1\.\d+ s to /.test(
    tips.first), tips.first);
}

/* Node alpha has ranks 0 and 1. */
async function checkByNode(page) {
  await page.click(".distribution [value=node]");
  await drawn(page);
  const ranks = await page.evaluate(() => {
    const { picture } = mpiprof.views.calltree.spread;
    return [20, 44].map(y => [100, picture.width - 20].map(
      x => picture.how.at(x, y).tip[0]));
  });
  check("call tree: ranks by node", ranks[0].every(text => /rank [01]/.test(
    text)) && ranks[1].every(text => /rank [23]/.test(text)),
        JSON.stringify(ranks));
}

/* Rank 2 does most of solve. */
const marksOf = page => page.evaluate(() => {
  const { spread: { picture } } = mpiprof.views.calltree;
  document.querySelector(".distribution [value=box]").click();
  const { prototype } = CanvasRenderingContext2D;
  const { fillText } = prototype;
  const texts = [];
  prototype.fillText = function keep(text) {
    texts.push(text);
  };
  picture.paint();
  prototype.fillText = fillText;
  picture.paint();
  return texts;
});

async function checkSpread(page) {
  const useful = objects((await json("traced")).tables.imbalance_useful).find(
    row => row.region === "solve");
  await page.evaluate(() => {
    const which = document.getElementById("metric");
    which.value = "useful";
    which.dispatchEvent(new Event("change"));
    [...document.querySelectorAll(".calltree tbody tr")].find(
      tr => tr.querySelector(".name").textContent.includes("solve")).click();
  });
  const text = await page.innerText(".distribution figcaption");
  const rank = new RegExp(`most [\\d.]+ \\S*s \\(rank ${useful.max_rank}\\)`);
  check("call tree: how a row is distributed", rank.test(text) &&
        /Least .* median .* mean /.test(text), text);
  const marks = await marksOf(page);
  const looks = [];
  for (const way of ["box", "histogram", "curve"]) {
    await page.click(`.distribution [value=${way}]`);
    await drawn(page);
    looks.push(await page.evaluate(() => mpiprof.views.calltree.spread.picture
      .canvas.toDataURL()));
  }
  check("call tree: in three ways", new Set(looks).size === 3);
  check("call tree: the axis of times has round numbers and one unit",
        marks.length > 2 && marks.every(text => /^\d+(\.[1-9])? \S?s$/.test(
          text)) && new Set(marks.map(text => text.split(" ")[1])).size === 1,
        `${marks}`);
  await checkOverTime(page);
  const minibox = await page.getAttribute(".calltree .chosen .minibox",
                                          "aria-label");
  check("call tree: each row has its box", /^least .* most /.test(minibox),
        minibox);
  const dots = await page.evaluate(() => [...document.querySelectorAll(
    ".minibox circle")].map(dot => dot.getBoundingClientRect().width));
  check("call tree: an outlier has eight pixels", dots.length > 0 &&
        dots.every(wide => wide >= 8), `${dots}`);
  const last = await page.evaluate(() => {
    const { picture } = mpiprof.views.calltree.spread;
    picture.how.pick(picture.how.at(picture.width - 30, 60));
    return mpiprof.selection.ranks;
  });
  check("call tree: a click on a rank selects it", same(last, [
    [useful.max_rank, useful.max_rank]]), JSON.stringify(last));
  await page.evaluate(() => mpiprof.selection.clear());
}

/* ---- links ---- */

const stateOf = page => page.evaluate(() => {
  const { ranks, window, kind, name } = mpiprof.selection;
  const { from, to, lines } = mpiprof.views.timeline.view;
  return JSON.stringify([ranks, window && window.map(t => Math.round(t)), kind,
    name, Math.round(from), Math.round(to), lines && lines.length,
    [...document.querySelectorAll("#main .choice [aria-pressed=true]")].map(
      one => one.value), [...document.querySelectorAll(
      "#metric, input[type=search]")].map(one => one.value)]);
});

/* One of each row of buttons that is not pressed. */
async function pressOthers(page) {
  const names = await page.evaluate(() => [...document.querySelectorAll(
    "#main .choice")].filter(one => one.checkVisibility()).map(group => {
    const one = [...group.children].reverse().find(
      button => button.getAttribute("aria-pressed") !== "true" &&
        button.checkVisibility());
    one.click();
    return `${group.closest(".card").id}-${group.getAttribute("aria-label")}=${
      one.value}`;
  }));
  await page.fill("#calltree input", "mpi");
  await page.fill("#search", "solve");
  return names.concat("calltree-search=mpi", "search=solve");
}

/* The address that the page has given itself, after a while. */
async function addressOf(page, wanted) {
  await page.waitForFunction(wanted => location.hash.includes(wanted), wanted);
  return page.evaluate(() => location.hash);
}

async function checkLinks(browser) {
  let hash = "";
  let state = "";
  await onPage(browser, "four", async page => {
    const names = await pressOthers(page);
    await page.evaluate(() => {
      const { selection, views, model } = mpiprof;
      selection.setRanks([[1, 2]]);
      selection.setWindow(model.length / 4, model.length / 2);
      selection.setName("region", "main/solve");
      views.timeline.view.lines = model.set.lines.slice(1, 3);
      views.timeline.show(model.length / 8, model.length / 2);
      const metric = document.getElementById("metric");
      metric.value = "calls";
      metric.dispatchEvent(new Event("change"));
    });
    hash = await addressOf(page, "metric=calls");
    state = await stateOf(page);
    check("a link has what is selected and in view", /^#ranks=1-2&time=1:2&/
      .test(hash) && hash.includes("region=main%2Fsolve"), hash);
    check(`and ${names.length} choices of its views`, names.length > 7 &&
          names.every(name => hash.includes(`&${name}`)), `${names} ${hash}`);
    await page.click("#nav a[href='#balance']");
    hash = await addressOf(page, "balance&ranks");
    check("a part of the page that is gone to comes first in it",
          /^#balance&ranks=1-2&/.test(hash), hash);
    /* Also where the page writes its own state before it hears of that. */
    await page.evaluate(() => {
      mpiprof.selection.clear();
      location.hash = "ranks=0,3";
      history.replaceState(null, "", "#balance");
    });
    await page.waitForFunction(() => mpiprof.selection.ranks);
    check("an address that is changed is followed", same(await page.evaluate(
      () => mpiprof.selection.ranks), [[0, 0], [3, 3]]));
  });
  await onPage(browser, `four.html${hash}`, async page => {
    check("a link shows the same", await stateOf(page) === state,
          `${await stateOf(page)} ${state}`);
    const top = await page.evaluate(() => document.getElementById("balance")
      .getBoundingClientRect().top);
    check("and goes to the same part", top > -5 && top < 720, `${top}`);
  });
  const bad = "#ranks=9-x&time=a:b&view=5:1&region=%E0%A4%A&metric=no&rows=77";
  await onPage(browser, `four.html${bad}`, async page => {
    check("what does not fit the run is left out", await page.evaluate(
      () => mpiprof.selection.empty && mpiprof.views.timeline.view.to ===
        mpiprof.model.length), await stateOf(page));
  });
}

/* ---- taking parts elsewhere ---- */

/* Times of procedures in the call tree, and what is open. */
async function checkTreeSaved(page, { columns, rows }) {
  const at = name => columns.findIndex(column => column.name === name);
  const [name, csv] = await saved(page, "#calltree > .save button");
  const sums = {};
  let apart = 0; /* what is inside top rows, but not in their inclusive times */
  for (const line of csv.toString().trim().split("\n").slice(1)) {
    const [path, kind, all, own] = line.split(",");
    apart += own - (path.includes("/") ? 0 : all);
    if (kind === "procedure")
      sums[path.split("/").pop()] = (sums[path.split("/").pop()] || 0) +
        Number(own);
  }
  const wrong = rows.filter(row => !/Init|Finalize/.test(row[0]) && !(Math.abs(
    sums[row[0]] - row[at("time_s")]) < 1e-9));
  check("the call tree as CSV: its procedures have the times of JSON",
        name === "call_tree_time.csv" && wrong.length === 0 && /^path,kind,inclusive_s,exclusive_s\n/
          .test(csv) && Math.abs(apart) < 1e-9,
        `${name} ${wrong[0]} ${JSON.stringify(sums)} ${apart}`);
  const lines = (await copied(page, "#calltree > .save button:last-child")).trim()
    .split("\n");
  const shown = await page.locator(".calltree tbody tr").count();
  check("the call tree as Markdown", lines.length === shown + 2 && shown > 4 &&
        lines.every(line => line.split("|").length === 6), lines.join("\n"));
}

async function checkSaved(page) {
  const exact = (await json("four")).tables.procedures;
  const [name, csv] = await saved(page, "#table-procedures .save button");
  const lines = csv.toString().trim().split("\n").map(line => line.split(","));
  check("a table as CSV: all columns and digits", name === "procedures.csv" &&
        same(lines[0], exact.columns.map(column => column.name)) &&
        lines.length === exact.rows.length + 1 && same(lines.slice(1),
          exact.rows.map(row => row.map(value => (
            value === null ? "" : String(value))))), `${name} ${lines[1]}`);
  const table = (await copied(page, "#table-procedures .save button:last-child"))
    .split("\n");
  check("a table as Markdown", /^\| procedure \|/.test(table[0]) &&
        /^\| --- \| /.test(table[1]) && table.length === exact.rows.length + 3,
        table.slice(0, 3).join());
  await checkTreeSaved(page, exact);
  const balance = await page.evaluate(() => {
    const { columns, rows } = mpiprof.model.table("efficiency");
    const at = name => columns.findIndex(column => column.name === name);
    const row = rows.find(cells => cells[at("name")] === "load_balance");
    row[at("value")] = 1; /* not 100.0 % */
    return row[at("term")].trim();
  });
  const text = await copied(page, "#verdict > .save button");
  check("the verdict as Markdown, with efficiencies as they are shown",
        text.includes((await json("four")).verdict[0]) && text.includes(
          `| ${balance} | 100 % |`), text);
  const [png, bytes] = await saved(page, "#matrix .save button");
  check("a picture as PNG", /^communication-matrix\.png$/.test(png) && same(
    [...bytes.subarray(1, 4)], [80, 78, 71]), png);
  for (const view of ["timeline", "balance", "heat", "tree", "matrix",
                      "sizes"]) {
    const svg = (await saved(page, `#${view} .save button:last-child`))[1]
      .toString();
    const far = await svgDistance(page, svg, view);
    check(`${view}: SVG is the same picture`, far < 4 && svg.length > 1000,
          `${far}`);
  }
}

/* ---- the line at the top ---- */

async function checkTop(page) {
  await page.evaluate(() => {
    const { selection, model } = mpiprof;
    selection.setRanks([[0, 0], [2, 3]]);
    selection.setWindow(model.length / 4, model.length / 2);
    selection.setName("region", "main/solve");
  });
  await settled(page);
  const cut = await page.evaluate(() => {
    const sums = document.getElementById("sums");
    return [sums.scrollHeight - sums.clientHeight,
            sums.scrollWidth - sums.clientWidth];
  });
  check("four: the sums of a selection are not cut", Math.max(...cut) <= 1,
        `${cut}`);
  await page.evaluate(() => mpiprof.selection.clear());
}

async function checkPhone(page) {
  await page.setViewportSize({ width: 375, height: 812 });
  const high = () => page.evaluate(() => Math.max(0, document.getElementById(
    "top").getBoundingClientRect().bottom) / innerHeight);
  await page.evaluate(() => scrollTo(0, 2000));
  await settled(page);
  check("phone: nothing stays at the top", await high() < 0.01,
        `${await high()}`);
  await page.evaluate(() => mpiprof.selection.setRanks([[2, 2]]));
  await settled(page);
  check("phone: but for a selection, which is small", await high() > 0.02 &&
        await high() < 0.17, `${await high()}`);
  check("phone: nothing is wider", await page.evaluate(
    () => document.documentElement.scrollWidth <= innerWidth));
  await page.evaluate(() => mpiprof.selection.clear());
  await page.setViewportSize({ width: 1280, height: 720 });
  await drawn(page);
}

/* Zoomed in to microseconds, where times have many digits. */
async function namesOfTimes(page) {
  await page.evaluate(() => {
    const middle = mpiprof.model.length / 2;
    mpiprof.views.timeline.show(middle, middle + 1e5);
  });
  await settled(page);
  const wrong = await page.evaluate(overlaps);
  await page.evaluate(() => {
    const { model, selection, views: { timeline } } = mpiprof;
    timeline.zoomToWindow(model.windows.items[0]);
    selection.setRanks([[0, 0]]);
  });
  await settled(page);
  const pale = await page.evaluate(() => {
    const ink = getComputedStyle(document.documentElement).getPropertyValue(
      "--text").trim();
    const names = mpiprof.views.timeline.picture.canvas.texts.filter(
      ({ alpha }) => alpha < 1);
    mpiprof.selection.clear();
    mpiprof.views.timeline.showAll();
    return [names.length, names.filter(({ color }) => color !== ink).map(
      ({ text, color }) => `${text} is ${color}`)];
  });
  return [...wrong, ...pale[1], ...pale[0] > 0 ? [] : ["no pale name"]];
}

/* Bars that stand alone have their numbers, however thin they are. */
const numbersOfSizes = page => page.evaluate(() => {
  const { sizes } = mpiprof.views;
  const texts = sizes.picture.canvas.texts.map(({ text }) => text);
  return sizes.rows().flatMap(({ bins }) => bins.map(({ calls }) => `${calls}`))
    .filter(number => !texts.includes(number)).map(
      number => `no number ${number}`);
});

/* ---- a run that hung ---- */

async function checkHang(page) {
  check("deadlock: opens with who waits for whom", same(await below(
    page, "#hang svg, #hang li"), []), `${await below(page, "#hang li")}`);
  const label = await page.getAttribute("#hang svg", "aria-label");
  check("deadlock: the arrows are those of the table", label ===
        "Who waits for whom: rank 0 for rank 1, rank 1 for rank 0, rank 2 " +
        "for rank 1, rank 3 for rank 2" && await page.locator(
    "#hang line").count() === 4, label);
  await page.click("#hang li:nth-child(3) button");
  check("deadlock: a rank of the list is selected", await page.inputValue(
    "#ranks") === "2");
}

/* Ranks 0 to 2 are in a barrier, rank 3 in a broadcast. */
async function checkMismatch(page) {
  const label = await page.getAttribute("#hang svg", "aria-label");
  const said = await page.innerText("#hang ul");
  check("mismatch: in a collective call each waits for those that are not in it",
        label === "Who waits for whom: rank 0 for rank 3, rank 1 for rank 3, " +
        "rank 2 for rank 3, rank 3 for rank 0, rank 3 for rank 1, rank 3 for " +
        "rank 2" && /waiting for rank 3.*\n.*waiting for ranks 0-2/.test(said),
        `${label} ${said}`);
}

/* The page of a run in which 24 of 100000 ranks wait, each for the next. */
async function makeCrowd() {
  const page = await readFile("deadlock.html", "utf8");
  const data = /id="report-data"[^>]*>([^<]*)/.exec(page)[1];
  const report = JSON.parse(inflateSync(Buffer.from(data, "base64")));
  const { columns, rows } = report.tables.endings;
  const at = name => columns.findIndex(column => column.name === name);
  report.run.ranks = 100000;
  report.tables.endings.rows = Array.from({ length: 24 }, (_, i) => {
    const row = [...rows[0]];
    row[at("ranks")] = `${99970 + i}`;
    row[at("peers")] = `${99970 + (i + 1) % 24}`;
    return row;
  });
  await writeFile("crowd.html", page.replace(data, () => deflateSync(
    JSON.stringify(report)).toString("base64")));
}

async function checkCrowd(page) {
  const { circles, wide, room } = await page.evaluate(() => {
    const drawing = document.querySelector("#hang svg");
    return { circles: [...drawing.querySelectorAll("g")].map(one => [
               ...["cx", "cy", "r"].map(name => Number(
                 one.firstChild.getAttribute(name))),
               one.lastChild.getBBox().width]),
             wide: drawing.getBoundingClientRect().width,
             room: drawing.parentNode.clientWidth };
  });
  const cramped = circles.filter(([x, y, r, text], i) => text > 2 * r ||
    circles.slice(i + 1).some(([a, b]) => Math.hypot(a - x, b - y) < 2 * r));
  check("crowd: 24 ranks have circles apart, with room for their numbers",
        circles.length === 24 && cramped.length === 0, `${cramped}`);
  check("crowd: and a phone room for them", wide <= room, `${wide} ${room}`);
}

async function main(browser) {
  await onPage(browser, "hidden", checkHidden);
  await onPage(browser, "steady", checkStretches);
  await onPage(browser, "counted", checkCounted);
  await onPage(browser, "four", async page => {
    for (const one of [checkSizes, checkUntraced, checkBars, checkByNode, checkTop,
                       checkPhone, checkSaved])
      await one(page);
  });
  await checkLinks(browser);
  const { page, wrong, close } = await openWatched(browser, "used.html");
  await ready(page);
  await checkAxes(page);
  await checkFirstTimes(page);
  check("used: nothing goes wrong", wrong.length === 0, `${wrong}`);
  await close();
  await onPage(browser, "wide", checkOutliers);
  await onPage(browser, "deadlock", checkHang);
  await onPage(browser, "mismatch", checkMismatch);
  await makeCrowd();
  await onPage(browser, "crowd", checkCrowd,
               { viewport: { width: 375, height: 812 } });
  for (const name of ["four", "wide"])
    await checkScreens(browser, name);
  if (process.env.HAVE_OTF2 === "yes")
    await checkScreens(browser, "traced", async page => [
      ...await namesOfTimes(page), ...await numbersOfSizes(page)]);
  if (process.env.HAVE_OTF2 !== "yes")
    return;
  await onPage(browser, "sampled", checkSampled);
  await onPage(browser, "traced", async page => {
    for (const one of [checkEqual, checkAlike, checkArrows, checkNames, checkCallTree,
                       checkTreeRows, checkSpread])
      await one(page);
  });
  await onPage(browser, "caused", async page => {
    for (const one of [checkFirst, checkShowMe])
      await one(page);
  });
}

await run(main);
