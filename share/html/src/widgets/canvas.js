/* SPDX-License-Identifier: BSD-3-Clause */
/* A canvas that fits its place, at the resolution of the screen, with what a
 * picture needs of pointer and keyboard. */
import { themeColor } from "../base/colors.js";
import { el, hideTip, showTip, unbroken } from "../base/dom.js";
import { pictureTools } from "./copy.js";

/* Pixels of a drag that selects: a hand is not quite still. */
const FAR = 5;

export const isFar = (a, b) => Math.abs(b - a) >= FAR;

/* Where arrow keys go, in steps that do not jump over what is small. */
const STEP = 3;
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0],
                 ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

/* What a tip says, to those who hear the page. */
export function hear(tip) {
  document.getElementById("heard").textContent = tip.map(
    line => [line].flat().join(": ")).join(", ");
}

/* All of the page: theme and paper change them at once. */
export const pictures = [];

export class Picture {
  /* draw(context, width, height); at(x, y) gives { tip, ... } or null;
   * drag(x0, y0, x1, y1, done) the band to show, or null; height() in
   * pixels; small: not worth saving. */
  constructor(label, { draw, at, height, pick, drag, key, leave,
                       small = false }) {
    this.how = { draw, at, height, pick, drag, key, leave };
    /* Screen readers leave the keys to an application. */
    this.canvas = el("canvas", { role: "application", tabindex: 0,
                                 "aria-roledescription": "picture",
                                 "aria-label": label });
    this.alt = el("figcaption", { class: "alt" });
    this.box = el("figure", { class: "picture" }, this.canvas,
                  small ? null : pictureTools(this), this.alt);
    this.pending = false;
    this.band = null;
    this.pointer = null; /* where it is over the picture */
    this.cursor = null;  /* where the arrow keys are */
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.box);
    pictures.push(this);
  }

  describe(text) {
    this.alt.replaceChildren(...unbroken(text));
  }

  resize() {
    const width = Math.floor(this.box.clientWidth);
    const height = Math.round(this.how.height(width));
    const scale = devicePixelRatio || 1;
    if (width < 10)
      return;
    this.width = width;
    this.height = height;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.height = `${height}px`;
    this.paint();
  }

  redraw() {
    if (this.pending)
      return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      if (this.width && Math.round(this.how.height(this.width)) !==
          this.height)
        this.resize();
      else
        this.paint();
      this.follow();
    });
  }

  /* What is at the pointer is another when the picture has changed. */
  follow() {
    if (document.getElementById("tip").hidden)
      return;
    if (this.cursor)
      this.showAt(...this.cursor);
    else if (this.pointer)
      this.hover(this.pointer);
  }

  paint() {
    if (!this.width)
      return;
    const context = this.canvas.getContext("2d");
    const scale = this.canvas.width / this.width;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.fillStyle = themeColor("text");
    this.how.draw(context, this.width, this.height);
    if (this.band)
      this.paintBand(context);
    if (this.cursor)
      this.paintCursor(context);
    this.painted = (this.painted || 0) + 1;
  }

  paintBand(context) {
    const { x0, y0, x1, y1 } = this.band;
    context.fillStyle = themeColor("band");
    context.fillRect(Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0),
                     Math.abs(y1 - y0));
    context.strokeStyle = themeColor("accent");
    context.strokeRect(Math.min(x0, x1) + 0.5, Math.min(y0, y1) + 0.5,
                       Math.abs(x1 - x0), Math.abs(y1 - y0));
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  hover(event) {
    const [x, y] = this.place(event);
    const found = this.how.at(x, y);
    if (found && found.tip)
      showTip(found.tip, event.clientX, event.clientY);
    else
      hideTip();
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", event => this.press(event));
    canvas.addEventListener("pointermove", event => this.move(event));
    canvas.addEventListener("pointerup", event => this.release(event));
    canvas.addEventListener("pointercancel", () => this.cancel());
    canvas.addEventListener("pointerleave", () => {
      hideTip();
      this.pointer = null;
      if (this.how.leave)
        this.how.leave();
    });
    /* With Ctrl or Alt keys are the browser's. */
    canvas.addEventListener("keydown", event => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey &&
          (this.how.key || (key => this.key(key)))(event))
        event.preventDefault();
    });
    canvas.addEventListener("blur", () => {
      hideTip();
      this.cursor = null;
      this.redraw();
    });
  }

  /* Of pictures without keys of their own: arrows go to what is next, Enter
   * is a click. */
  key(event) {
    if (ARROWS[event.key])
      this.step(...ARROWS[event.key]);
    else if (event.key === "Enter" && this.cursor)
      this.pickAt(...this.cursor, event.shiftKey);
    else
      return false;
    this.redraw();
    return true;
  }

  /* In that direction to something else; where there is none, it stays. */
  step(dx, dy) {
    const said = ([x, y]) => {
      const found = this.how.at(x, y);
      return found && found.tip ? JSON.stringify(found.tip) : "";
    };
    const before = this.cursor ? said(this.cursor) : "";
    let at = this.cursor || (dx + dy > 0 ? [0, 0]
      : [this.width, this.height]);
    if (!this.cursor)
      at = dx === 0 ? [this.width / 2, at[1]] : [at[0], this.height / 2];
    do
      at = [at[0] + dx, at[1] + dy];
    while (this.isInside(at) && ["", before].includes(said(at)));
    if (this.isInside(at))
      this.cursor = at;
    if (this.cursor)
      this.showAt(...this.cursor);
  }

  isInside([x, y]) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  showAt(x, y) {
    const box = this.canvas.getBoundingClientRect();
    const found = this.how.at(x, y);
    if (!found || !found.tip)
      return;
    showTip(found.tip, box.left + x, box.top + y);
    hear(found.tip);
  }

  paintCursor(context) {
    const [x, y] = this.cursor;
    context.globalAlpha = 1;
    context.lineWidth = 2;
    context.strokeStyle = themeColor("card");
    context.strokeRect(x - 5, y - 5, 10, 10);
    context.strokeStyle = themeColor("accent");
    context.strokeRect(x - 4, y - 4, 8, 8);
    context.lineWidth = 1;
  }

  pickAt(x, y, more) {
    const found = this.how.pick && this.how.at(x, y);
    if (found)
      this.how.pick(found, more);
  }

  press(event) {
    if (event.button !== 0)
      return;
    [this.x0, this.y0] = this.place(event);
    this.down = true;
    this.dragged = false;
  }

  /* What was begun comes to nothing. */
  cancel() {
    this.down = false;
    this.band = null;
    this.redraw();
  }

  move(event) {
    const [x, y] = this.place(event);
    /* Released elsewhere. */
    if (this.down && !(event.buttons & 1))
      this.cancel();
    if (this.down && this.how.drag &&
        (this.dragged || isFar(this.x0, x) || isFar(this.y0, y))) {
      this.dragged = true;
      if (!this.canvas.hasPointerCapture(event.pointerId))
        this.canvas.setPointerCapture(event.pointerId);
      this.band = this.how.drag(this.x0, this.y0, x, y, false);
      this.redraw();
    }
    if (this.cursor) {
      this.cursor = null;
      this.redraw();
    }
    this.pointer = event;
    this.hover(event);
  }

  release(event) {
    if (!this.down)
      return;
    const [x, y] = this.place(event);
    this.down = false;
    if (this.dragged) {
      this.band = null;
      this.how.drag(this.x0, this.y0, x, y, true);
    } else {
      this.pickAt(x, y, event.shiftKey || event.ctrlKey || event.metaKey);
    }
    this.redraw();
  }
}

/* Text that ends with "..." where it has no room. */
export function fitted(context, text, room) {
  if (context.measureText(text).width <= room)
    return text;
  let low = 0;
  let high = Math.min(text.length, 400);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}\u2026`).width <= room)
      low = middle;
    else
      high = middle - 1;
  }
  return low > 0 ? `${text.slice(0, low)}\u2026` : "";
}

/* The same for names that differ at their ends. */
export function fittedEnd(context, text, room) {
  const turned = one => [...one].reverse().join("");
  return turned(fitted(context, turned(text), room));
}

/* The rows of a picture: y of each line, and the reverse. */
export function rowsOf(count, top, height) {
  const each = height / Math.max(1, count);
  return {
    each,
    y: i => top + i * each,
    at: y => (y < top || y >= top + height ? -1
      : Math.min(count - 1, Math.floor((y - top) / each))),
  };
}

/* 1, 2, 5, 10 ...: every so many are named. */
export function roundUp(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map(k => k * power).find(step => step >= least) || 1;
}

/* [number, name] of every so many names. */
export const everySo = names => apart => names.map((name, i) => [i, name]).filter(
  ([i]) => i % roundUp(apart) === 0);

/* Names below columns of a width, as many as there is room for.  pick(apart):
 * which of them, so many columns from each other. */
export function columnLabels(context, names, { left, each, y, right,
                                               pick = everySo(names) }) {
  const widest = names.reduce((most, name) => Math.max(
    most, context.measureText(name).width), 0);
  context.fillStyle = themeColor("muted");
  context.textAlign = "center";
  for (const [i, name] of pick((widest + 12) / each)) {
    const half = context.measureText(name).width / 2;
    context.fillText(name, Math.max(left, Math.min(
      right - half, left + (i + 0.5) * each)), y);
  }
  context.textAlign = "left";
}

/* Labels of some rows, as many as there is room for. */
export function rowLabels(context, rows, right, pick, color = "muted") {
  context.textAlign = "right";
  context.fillStyle = themeColor(color);
  for (const [i, name] of pick(14 / rows.each))
    context.fillText(fitted(context, name, right - 4), right,
                     rows.y(i) + Math.max(rows.each / 2, 5));
  context.textAlign = "left";
}
