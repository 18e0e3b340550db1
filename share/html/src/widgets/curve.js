/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines over one axis: measured points, models, ranges. */
import { themeColor } from "../base/colors.js";
import { steps } from "../base/format.js";
import { Picture, fitted } from "./canvas.js";

const LEFT = 70;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 40;
const NEAR = 24; /* pixels at which a point is found */
const DOT = 4;

/* 1, 2, 5, 10 ... between two numbers; of many powers only the 1s. */
function logSteps(least, most) {
  const all = [];
  for (let power = Math.floor(Math.log10(least)); 10 ** power <= most; power++)
    for (const k of [1, 2, 5])
      all.push(k * 10 ** power);
  const inside = all.filter(v => v >= least * 0.999 && v <= most * 1.001);
  const ones = inside.filter(v => String(v).includes("1") || v === 1);
  return inside.length > 8 && ones.length > 1 ? ones : inside;
}

/* chart() gives { x: { log, from, to, ticks: [[value, label]], title },
 * y: { log, from, to, write, title }, lines: [{ title, color, dash, points }],
 * bands: [{ color, points: [[x, low, high]] }], ranges: [{ x, low, high,
 * color }], dots: [{ x, y, color, shape, tip, pick }], alt } */
export function curve(label, chart, height = 320) {
  let now = chart();
  const scale = (axis, from, to) => {
    const map = axis.log ? Math.log : v => v;
    const [low, high] = [map(axis.from), map(axis.to)];
    return v => from + (map(v) - low) / ((high - low) || 1) * (to - from);
  };
  const x = width => scale(now.x, LEFT, width - RIGHT);
  const y = high => scale(now.y, high - BOTTOM, TOP);

  function drawGrid(context, width, high) {
    const marks = now.y.log ? logSteps(now.y.from, now.y.to)
      : steps(now.y.from, now.y.to, 6);
    for (const mark of marks) {
      const at = Math.round(y(high)(mark));
      context.fillStyle = themeColor("line");
      context.fillRect(LEFT, at, width - LEFT - RIGHT, 1);
      context.fillStyle = themeColor("muted");
      context.textAlign = "right";
      context.fillText(now.y.write(mark), LEFT - 6, at);
    }
    context.textAlign = "center";
    let end = -Infinity;
    for (const [value, text] of now.x.ticks) {
      const at = x(width)(value);
      const half = context.measureText(text).width / 2;
      if (at - half < end + 8)
        continue;
      end = at + half;
      context.fillRect(Math.round(at), high - BOTTOM, 1, 5);
      context.fillText(text, Math.min(at, width - half), high - BOTTOM + 14);
    }
    context.fillText(fitted(context, now.x.title, width - LEFT),
                     (LEFT + width - RIGHT) / 2, high - 8);
    context.textAlign = "left";
  }

  function drawBand(context, band, across, up) {
    context.fillStyle = band.color;
    context.globalAlpha = 0.22;
    context.beginPath();
    for (const [at, low] of band.points)
      context.lineTo(across(at), up(low));
    for (const [at, , most] of [...band.points].reverse())
      context.lineTo(across(at), up(most));
    context.fill();
    context.globalAlpha = 1;
  }

  function drawLine(context, line, across, up) {
    context.strokeStyle = line.color;
    context.lineWidth = line.dash ? 1.5 : 2;
    context.setLineDash(line.dash || []);
    context.beginPath();
    for (const [at, value] of line.points)
      context.lineTo(across(at), up(value));
    context.stroke();
    context.setLineDash([]);
    context.lineWidth = 1;
  }

  function drawRange(context, range, across, up) {
    const at = across(range.x);
    context.strokeStyle = range.color;
    context.beginPath();
    for (const value of [range.low, range.high]) {
      context.moveTo(at - 5, up(value));
      context.lineTo(at + 5, up(value));
    }
    context.moveTo(at, up(range.low));
    context.lineTo(at, up(range.high));
    context.stroke();
  }

  /* Up, down, an open circle, or a full one: not by colour alone. */
  function drawDot(context, dot, across, up) {
    const [at, top] = [across(dot.x), up(dot.y)];
    const size = dot.shape === "up" || dot.shape === "down" ? 7 : DOT;
    context.beginPath();
    if (dot.shape === "up" || dot.shape === "down") {
      const way = dot.shape === "up" ? 1 : -1;
      context.moveTo(at, top - way * size);
      context.lineTo(at + size, top + way * size * 0.7);
      context.lineTo(at - size, top + way * size * 0.7);
      context.closePath();
    } else {
      context.arc(at, top, size, 0, 2 * Math.PI);
    }
    context.fillStyle = dot.shape === "open" ? themeColor("card") : dot.color;
    context.fill();
    context.strokeStyle = dot.color;
    context.stroke();
  }

  /* Colours are those of the theme. */
  function draw(context, width, high) {
    now = chart();
    const across = x(width);
    const up = y(high);
    drawGrid(context, width, high);
    context.save();
    context.beginPath();
    context.rect(LEFT - 8, 0, width - LEFT + 8, high - BOTTOM + 8);
    context.clip();
    (now.bands || []).forEach(band => drawBand(context, band, across, up));
    now.lines.forEach(line => drawLine(context, line, across, up));
    (now.ranges || []).forEach(range => drawRange(context, range, across, up));
    now.dots.forEach(dot => drawDot(context, dot, across, up));
    context.restore();
  }

  function at(px, py) {
    const across = x(picture.width);
    const up = y(picture.height);
    let best = null;
    let nearest = NEAR;
    for (const dot of now.dots) {
      const away = Math.hypot(across(dot.x) - px, up(dot.y) - py);
      if (away < nearest) {
        nearest = away;
        best = dot;
      }
    }
    return best;
  }

  const picture = new Picture(label, { draw, at, height: () => height,
                                       pick: dot => dot.pick && dot.pick() });
  const update = () => {
    now = chart();
    picture.describe(now.alt);
    picture.redraw();
  };
  update();
  return { picture, update, chart: () => now };
}

/* Words for the lines of a chart. */
export const keyOf = (el, lines) => el("span", { class: "legend" }, lines.map(
  ({ title, color, css, dash }) => {
    const swatch = el("i", { class: dash ? "dashed" : "solid" });
    swatch.style.setProperty("--color", css || color);
    return el("span", {}, swatch, title);
  }));
