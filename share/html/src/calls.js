/* SPDX-License-Identifier: BSD-3-Clause */
/* Single calls and messages on the time line, where it is zoomed into a window
 * that has them. */
import { classColor, isDark, themeColor } from "./colors.js";
import { fitted } from "./canvas.js";
import { defined, el } from "./dom.js";
import { bytes, count, intervals, joined, ns, seconds } from "./format.js";

const LEAST_WIDE = 120;  /* pixels of a window that shows its calls */
const LEAST_HIGH = 7;    /* of a row */
const MANY_ARROWS = 400; /* then only those of selected ranks */
const MOST_ROWS = 300;   /* of the table */
const ROWS = 16;         /* ranks that are shown of a window at first */

/* Where in it recording was off is not known. */
const isMostOfIt = pause => pause.ns > (pause.to - pause.from) / 2;

/* "rank 3", "ranks 0-2,7" */
const ranksOf = lists => `${lists.length === 1 ? "rank" : "ranks"} ${intervals(
  joined(lists.map(list => [list.rank, list.rank])))}`;

/* Headings of the table, and what they mean. */
const HEADINGS = [
  ["rank", "Number in MPI_COMM_WORLD.", "number"],
  ["start [s]", "When the call began, on the time line.", "number"],
  ["length", "From its start to its end.", "number"],
  ["procedure", "The MPI procedure that was called."],
  ["waited", "How much of it was a wait for another rank.", "number"],
  ["for rank", "The rank it waited for.", "number"],
  ["region", "The region of the program that it was made in."],
  ["called in", "The function that called it, with its file and line."],
];

const own = item => (item.asked ? "asked for" : "");

/* What two windows have is there once. */
function once(list, keyOf) {
  const keys = new Set();
  return list.filter(one => {
    const key = keyOf(one);
    return !keys.has(key) && keys.add(key);
  });
}

/* [message, key]: those that are equal in one window are several. */
function numbered(messages) {
  const counts = new Map();
  return messages.map(message => {
    const { from, to, sent, received } = message;
    const key = `${from} ${to} ${sent} ${received}`;
    const number = counts.get(key) || 0;
    counts.set(key, number + 1);
    return [message, `${key} ${number}`];
  });
}

export class Calls {
  constructor(model, selection) {
    this.model = model;
    this.windows = model.windows;
    this.selection = selection;
    this.hot = null; /* the call at the pointer */
    this.patterns = {};
    this.table = el("table", {});
    this.details = el("details", { id: "calls-table", ontoggle: () => (
      this.fillTable()) }, el("summary", {}), this.table);
    this.details.hidden = true;
    this.note = el("p", { class: "state", id: "calls-note",
                          "aria-live": "polite" });
  }

  get possible() {
    return this.windows.items.length > 0 && this.model.level === "rank";
  }

  /* Whether calls can be told from each other around that time. */
  reaches(time) {
    return this.possible && this.windows.items.some(
      item => time >= item.from && time <= item.to);
  }

  /* The windows whose calls are shown: { item, left, right } in pixels. */
  shown(scene) {
    if (!this.possible || scene.place.each < LEAST_HIGH)
      return [];
    return this.windows.items.map(item => ({ item,
      left: Math.max(scene.left, scene.x(item.from)),
      right: Math.min(scene.right, scene.x(item.to)),
      whole: scene.x(item.to) - scene.x(item.from) }))
      .filter(one => one.right > one.left + 1 && one.whole >= LEAST_WIDE);
  }

  listAt(item, group) {
    return group.length === 1 ? this.windows.listOf(item, group[0].first)
      : undefined;
  }

  /* ---- the picture ---- */

  hatch(context) {
    const name = isDark() ? "dark" : "light";
    if (!this.patterns[name]) {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 6;
      const brush = canvas.getContext("2d");
      brush.strokeStyle = "rgba(0, 0, 0, 0.55)";
      brush.lineWidth = 1.6;
      for (const at of [-3, 3, 9]) {
        brush.moveTo(at - 4, 7);
        brush.lineTo(at + 4, -1);
      }
      brush.stroke();
      this.patterns[name] = context.createPattern(canvas, "repeat");
      this.patterns[name].image = canvas; /* for svg.js */
    }
    return this.patterns[name];
  }

  draw(context, scene) {
    const shown = this.shown(scene);
    for (const one of shown)
      this.drawWindow(context, scene, one);
    this.drawArrows(context, scene, shown);
    for (const one of shown)
      this.drawTogether(context, scene, one);
    this.drawMarks(context, scene);
  }

  drawWindow(context, scene, one) {
    scene.groups.forEach((group, row) => {
      const list = this.listAt(one.item, group);
      if (!list)
        return;
      const top = Math.round(scene.place.y(row));
      const high = Math.round(scene.place.y(row + 1)) - top - 1;
      context.globalAlpha = scene.chosen(row) ? 1 : 0.3;
      context.clearRect(one.left, top, one.right - one.left, high);
      this.drawUseful(context, scene, one, list, top, high);
      for (const call of list.calls)
        this.drawCall(context, scene, one, call, top, high);
    });
    context.globalAlpha = 1;
  }

  /* What is not measured stays blank. */
  drawUseful(context, scene, one, list, top, high) {
    const place = time => Math.max(one.left, Math.min(one.right,
                                                      scene.x(time)));
    const [left, right] = [place(list.begin), place(list.end)];
    context.fillStyle = classColor("useful");
    context.fillRect(left, top, right - left, high);
    for (const pause of list.pauses.filter(isMostOfIt)) {
      const from = place(pause.from);
      context.clearRect(from, top, place(pause.to) - from, high);
    }
  }

  drawCall(context, scene, one, call, top, high) {
    const left = Math.max(one.left, scene.x(call.begin));
    const right = Math.min(one.right, scene.x(call.end));
    if (right < one.left || left > one.right)
      return;
    const wide = Math.max(1, right - left);
    const site = this.windows.sites[call.site];
    const before = context.globalAlpha;
    context.clearRect(left, top, wide, high);
    context.globalAlpha = before * this.strength(site);
    context.fillStyle = classColor(site.class);
    context.fillRect(left, top, wide, high);
    if (call.waited > 0) {
      const until = Math.min(one.right, scene.x(call.begin + call.waited));
      if (until - left >= 2) {
        context.fillStyle = this.hatch(context);
        context.fillRect(left, top, until - left, high);
      }
    }
    if (wide >= 4) {
      context.fillStyle = "rgba(255, 255, 255, 0.75)";
      context.fillRect(left, top, 1, high);
    }
    if (wide >= 48 && high >= 12)
      this.label(context, site.name.replace(/^MPI_/, ""), left + 4,
                 top + high / 2, wide - 8);
    context.globalAlpha = before;
  }

  label(context, text, x, y, room) {
    const shown = fitted(context, text, room);
    if (shown.length < 3)
      return;
    const wide = context.measureText(shown).width;
    context.fillStyle = "rgba(255, 255, 255, 0.8)";
    context.fillRect(x - 2, y - 7, wide + 4, 14);
    context.fillStyle = "#1b1f24";
    context.fillText(shown, x, y);
  }

  /* Messages that are in view, with both ends in rows. */
  messages(scene, shown) {
    const rows = new Map(scene.groups.map((group, row) => (
      group.length === 1 ? [group[0].first, row] : [-1, row])));
    const lists = shown.flatMap(({ item }) => this.windows.lists(item));
    const found = once(lists.flatMap(list => numbered(list.messages)),
                       ([, key]) => key).map(([message]) => message)
      .filter(message => (
        message.received >= scene.from && message.sent <= scene.to &&
        message.from !== message.to && rows.has(message.from) &&
        rows.has(message.to)));
    return found.map(m => [m, rows.get(m.from), rows.get(m.to)]);
  }

  /* Those that are drawn; notes how many there are. */
  arrowsOf(scene, shown) {
    const all = this.messages(scene, shown);
    const some = this.selection.ranks || all.length > MANY_ARROWS
      ? all.filter(([message]) => this.isHot(message) ||
        (this.selection.ranks && (this.selection.has(message.from) ||
                                  this.selection.has(message.to))))
      : all;
    this.arrows = { all: all.length, drawn: some.length };
    return some;
  }

  drawArrows(context, scene, shown) {
    const some = this.arrowsOf(scene, shown);
    context.save();
    context.beginPath();
    context.rect(scene.left, 0, scene.right - scene.left, scene.height);
    context.clip();
    context.globalAlpha = some.length > 60 ? 0.6 : 0.9;
    for (const [message, from, to] of some) {
      const hot = this.isHot(message);
      context.lineWidth = hot ? 2.5 : 1;
      context.strokeStyle = context.fillStyle = themeColor(hot ? "accent"
        : "text");
      this.drawArrow(context, scene.x(message.sent), scene.middle(from),
                     scene.x(message.received), scene.middle(to));
    }
    context.restore();
  }

  /* Of the call at the pointer. */
  isHot(message) {
    if (!this.hot)
      return false;
    const { call, list } = this.hot;
    return (message.to === list.rank && message.received === call.end) ||
      (message.from === list.rank && message.sent === call.begin);
  }

  drawArrow(context, x0, y0, x1, y1) {
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [dx, dy] = [(x1 - x0) / length * 7, (y1 - y0) / length * 7];
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x1 - dx - dy * 0.4, y1 - dy + dx * 0.4);
    context.lineTo(x1 - dx + dy * 0.4, y1 - dy - dx * 0.4);
    context.fill();
  }

  /* All calls that are one collective with that at the pointer. */
  drawTogether(context, scene, { item, left, right }) {
    if (!this.hot || this.hot.item !== item)
      return;
    const { call } = this.hot;
    context.save();
    context.beginPath();
    context.rect(left, 0, right - left, scene.height);
    context.clip();
    context.strokeStyle = themeColor("text");
    context.lineWidth = 2;
    const way = [];
    scene.groups.forEach((group, row) => {
      const list = this.listAt(item, group);
      const same = list && list.calls.find(other => other === call ||
        (call.comm >= 0 && other.comm === call.comm &&
         other.instance === call.instance));
      if (!same)
        return;
      const [top, bottom] = [scene.place.y(row), scene.place.y(row + 1) - 1];
      context.strokeRect(scene.x(same.begin), top + 1, Math.max(2, scene.x(
        same.end) - scene.x(same.begin)), bottom - top - 2);
      way.push([scene.x(same.begin), (top + bottom) / 2]);
    });
    context.setLineDash([4, 3]);
    context.lineWidth = 1.5;
    context.beginPath();
    way.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y)
      : context.lineTo(x, y)));
    context.stroke();
    context.restore();
  }

  /* Where single calls are. */
  drawMarks(context, scene) {
    context.fillStyle = themeColor("accent");
    if (this.possible)
      for (const item of this.windows.items) {
        const left = Math.max(scene.left, scene.x(item.from));
        const right = Math.min(scene.right, scene.x(item.to));
        if (right >= scene.left && left <= scene.right)
          context.fillRect(left, scene.marks, Math.max(3, right - left), 4);
      }
  }

  markAt(scene, px) {
    return this.possible ? this.windows.items.find(
      item => px >= scene.x(item.from) - 3 && px <= scene.x(item.to) + 3)
      : undefined;
  }

  /* What a button and a mark say of a window; the part in the middle is left
   * out where there is no room. */
  titleParts({ from, to, wait }) {
    if (!wait)
      return [`${seconds(from / 1e9)} to ${seconds(to / 1e9)}`, "", ""];
    return [`rank ${wait.rank}: ${ns(wait.length)}`, ` for rank ${
      wait.culprit}${wait.site >= 0 ? ` in ${
      this.windows.sites[wait.site].name}` : ""}`,
            ` at ${seconds(wait.begin / 1e9)}`];
  }

  title(item) {
    return this.titleParts(item).join("");
  }

  markTip(item) {
    return [item.asked && !item.wait ? "single calls" :
      `single calls, ${own(item) || "a large wait"}`,
            ...(item.wait ? [this.title(item), ...this.reason(item.wait)]
              : []),
            ["from", seconds(item.from / 1e9)],
            ["to", seconds(item.to / 1e9)], "a click zooms to them"];
  }

  /* What it is, what that means, and in what the other one was late. */
  reason(wait) {
    const kind = this.windows.kinds[wait.kind];
    const name = site => (site >= 0 ? this.windows.sites[site].name : "MPI");
    return [`${kind.title} in ${name(wait.site)}`, kind.definition,
            ...(wait.late >= 0 ? [[`rank ${wait.culprit} was late in`,
                                   name(wait.late)]] : [])];
  }

  /* ---- what is at the pointer ---- */

  find(scene, group, px) {
    const time = scene.time(px);
    const near = scene.time(px + 2) - time;
    for (const { item } of this.shown(scene)) {
      const list = time >= item.from && time <= item.to &&
        this.listAt(item, group);
      if (!list)
        continue;
      let low = 0;
      let high = list.calls.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (list.calls[middle].end < time)
          low = middle + 1;
        else
          high = middle;
      }
      const next = list.calls[low];
      const before = list.calls[low - 1];
      const call = next && next.begin <= time + near ? next
        : before && before.end >= time - near ? before : null;
      return { item, list, call, next, before, time };
    }
    return null;
  }

  tip(found) {
    const { list, call } = found;
    if (!call)
      return this.gapTip(found);
    const site = this.windows.sites[call.site];
    const tip = [`rank ${list.rank}: ${site.name}`,
                 ["length", ns(call.end - call.begin)],
                 ["begins at", this.exact(call.begin)]];
    if (call.waited > 0)
      tip.push(["waited", `${ns(call.waited)} for rank ${call.culprit}`],
               this.kindOf(call));
    this.messageTips(list, call, tip);
    if (call.comm >= 0)
      tip.push(["collective", `${call.instance} of ${
        this.windows.comms[call.comm]}`]);
    if (site.region)
      tip.push(["region", site.region]);
    if (site.where)
      tip.push(site.where);
    return tip;
  }

  kindOf({ kind }) {
    const { title, definition } = this.windows.kinds[kind];
    return `${title}: ${definition}`;
  }

  messageTips(list, call, tip) {
    const got = list.messages.filter(m => m.received === call.end);
    const total = got.reduce((sum, m) => sum + m.bytes, 0);
    if (got.length > 0)
      tip.push(["received", `${bytes(total)} of ${intervals(joined(got.map(
        m => [m.from, m.from]))).replace(/^/, got.length === 1 ? "rank "
        : `${got.length} messages, ranks `)}`]);
  }

  gapTip({ list, next, before, time }) {
    if (list.begin === list.end)
      return [`rank ${list.rank}: not in the regions that are shown`];
    if (time < list.begin)
      return [`rank ${list.rank}: not measured yet`,
              ["begins at", this.exact(list.begin)]];
    if (time > list.end)
      return [`rank ${list.rank}: no longer measured`,
              ["ended at", this.exact(list.end)]];
    const pause = list.pauses.find(one => time >= one.from && time <= one.to);
    const tip = [`rank ${list.rank}: ${pause && isMostOfIt(pause)
      ? "not measured" : "useful time"}`];
    tip.push(["length", ns((next ? next.begin : list.end) -
                           (before ? before.end : list.begin))]);
    if (pause)
      tip.push(["recording was off for", ns(pause.ns)]);
    this.placeTips(before, next, tip);
    if (list.least > 0)
      tip.push(`or calls of less than ${ns(list.least)}`);
    return tip;
  }

  /* What the program did between two calls: in which region, and where the
   * next call is made. */
  placeTips(before, next, tip) {
    const [a, b] = [before, next].map(
      call => call && this.windows.sites[call.site]);
    if (a && b && a.region && a.region === b.region)
      tip.push(["region", a.region]);
    else if ((a && a.region) || (b && b.region))
      tip.push(["region before, after", `${a && a.region || "none"}, ${
        b && b.region || "none"}`]);
    if (a)
      tip.push(["after", a.name]);
    if (b)
      tip.push(["until", b.name]);
    if (b && b.where)
      tip.push(b.where);
  }

  /* Calls of a region or procedure that is not selected are pale. */
  strength(site) {
    const { kind, name } = this.selection;
    return (kind === "procedure" && site.name !== name) ||
      (kind === "region" && site.region !== name &&
       !String(site.region).startsWith(`${name}/`)) ? 0.3 : 1;
  }

  /* So many digits that neighbouring calls differ. */
  exact(time) {
    return `${(time / 1e9).toFixed(9).replace(/(\.\d{6}\d*?)0+$/, "$1")} s`;
  }

  /* Whether something else is at the pointer now. */
  point(found) {
    const hot = found && found.call ? found : null;
    const changed = (hot && hot.call) !== (this.hot && this.hot.call);
    this.hot = hot;
    return changed;
  }

  /* ---- in words ---- */

  /* The ranks that are shown first: those that matter most; null: all. */
  rowsOf(item) {
    const { lines } = this.model.set;
    if (lines.length <= ROWS + 2)
      return null;
    const ranks = new Set(this.windows.lists(item).slice(0, ROWS)
      .map(list => list.rank));
    const some = lines.filter(line => ranks.has(line.first));
    return some.length > 0 ? some : null;
  }

  /* Calls of the window in view, of selected ranks. */
  inView(scene, item) {
    const rows = new Set(scene.groups.flat().map(line => line.first));
    return this.windows.lists(item).filter(list => rows.has(list.rank) &&
      this.selection.has(list.rank)).flatMap(list => list.calls.filter(
      call => call.end >= Math.max(scene.from, item.from) &&
        call.begin <= Math.min(scene.to, item.to)));
  }

  /* Sets the note and the table; what is said below the picture. */
  describe(scene) {
    const shown = this.shown(scene);
    this.arrowsOf(scene, shown);
    this.calls = once(shown.flatMap(({ item }) => this.inView(scene, item)),
                      call => `${call.rank} ${call.begin} ${call.end}`)
      .sort((a, b) => a.begin - b.begin || a.rank - b.rank);
    this.note.textContent = this.remark(scene, shown);
    this.note.hidden = this.note.textContent === "";
    this.details.hidden = shown.length === 0;
    this.details.firstChild.textContent =
      `These ${count(this.calls.length)} calls as a table`;
    this.fillTable();
    if (shown.length === 0)
      return "";
    const arrows = this.arrows.all;
    const waits = this.calls.filter(call => call.waited > 0)
      .sort((a, b) => b.waited - a.waited);
    const longest = waits.length === 0 ? "" : ` The longest wait: rank ${
      waits[0].rank} in ${this.windows.sites[waits[0].site].name}, ${ns(
      waits[0].waited)} for rank ${waits[0].culprit}.`;
    return `${count(this.calls.length)} single calls, ${count(arrows)
      } messages; waiting time is hatched.${longest} `;
  }

  remark(scene, shown) {
    if (this.windows.items.length === 0)
      return this.windows.why;
    if (shown.length === 0)
      return this.remarkNone(scene);
    const parts = [];
    if (scene.groups.length < this.model.set.lines.length)
      parts.push(`Showing ${scene.groups.length} of ${count(
        this.model.set.lines.length)} ranks; to see others, select them and ` +
        "a window, and zoom to the selection.");
    for (const { item } of shown)
      this.remarkLeftOut(scene, item, parts);
    if (this.arrows.drawn < this.arrows.all)
      parts.push(this.selection.ranks
        ? "Arrows show only messages of the selected ranks."
        : `No arrows are drawn for ${count(this.arrows.all)} messages; ` +
          "select ranks, or zoom in.");
    return parts.join(" ");
  }

  remarkNone(scene) {
    const inside = this.windows.items.some(
      item => item.from < scene.to && item.to > scene.from);
    if (scene.to - scene.from > 40 * this.model.pictures.width)
      return "";
    if (inside)
      return scene.place.each < LEAST_HIGH
        ? "To see single calls, select some ranks and zoom to the selection."
        : "To see single calls, zoom into a blue mark above the rows.";
    const [from, to] = [Math.max(0, scene.from), scene.to].map(
      time => Number((time / 1e9).toPrecision(7)));
    const run = this.model.report.run.run || "RUN";
    const word = /^[\w.,/+-]+$/.test(run) ? run
      : `'${run.replaceAll("'", "'\\''")}'`;
    return "This page has single calls only for the windows with a blue " +
      "mark. To get those now in view: mpiprof-report --format html -o " +
      `FILE.html --window ${from}:${to} ${word}`;
  }

  remarkLeftOut(scene, item, parts) {
    const lists = this.windows.lists(item);
    const rows = scene.groups.flat();
    const none = rows.filter(line => !item.byRank.has(line.first));
    const short = lists.filter(list => list.least > 0 && rows.some(
      line => line.first === list.rank));
    const fewer = lists.filter(list => list.leastWay > 0 && rows.some(
      line => line.first === list.rank));
    if (none.length > 0)
      parts.push(`There was no room for single calls of ${
        none.length === 1 ? "rank" : "ranks"} ${intervals(joined(none.map(line => (
        [line.first, line.last]))))}: use a smaller window ` +
        "(--window FROM:TO).");
    if (short.length > 0)
      parts.push(`On ${ranksOf(short)}, calls of less ` +
        `than ${ns(Math.max(...short.map(list => list.least)))} are left ` +
        "out.");
    if (fewer.length > 0)
      parts.push(`Among messages to ${ranksOf(fewer)}, those that took less ` +
        `than ${ns(Math.max(...fewer.map(list => list.leastWay)))} are left ` +
        "out.");
  }

  fillTable() {
    if (!this.details.open || this.details.hidden) {
      this.table.replaceChildren();
      return;
    }
    const rows = this.calls.slice(0, MOST_ROWS).map(call => {
      const site = this.windows.sites[call.site];
      const cells = [call.rank, (call.begin / 1e9).toFixed(9),
                     ns(call.end - call.begin), site.name,
                     call.waited > 0 ? ns(call.waited) : "",
                     call.waited > 0 ? call.culprit : "", site.region,
                     site.where];
      return el("tr", {}, cells.map((text, i) => {
        const cell = el("td", { class: HEADINGS[i][2] }, `${text}`);
        return call.waited > 0 && i === 4 ? defined(cell, this.kindOf(call))
          : cell;
      }));
    });
    this.table.replaceChildren(
      el("caption", {}, this.calls.length > MOST_ROWS
        ? `The first ${MOST_ROWS} of ${count(this.calls.length)} calls; ` +
          "zoom in, or select ranks, for others." : ""),
      el("thead", {}, el("tr", {}, HEADINGS.map(
        ([name, definition, kind]) => defined(el("th", {
          class: kind, scope: "col" }, name), definition)))),
      el("tbody", {}, rows));
  }
}
