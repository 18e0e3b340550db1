/* SPDX-License-Identifier: BSD-3-Clause */
/* A picture as SVG: its own drawing, on a context that writes elements instead of
 * pixels.  It knows what the pictures of this page use. */
import { themeColor } from "../base/colors.js";

const escaped = text => String(text).replace(/[<>&"]/g, one => (
  `&#${one.charCodeAt(0)};`)).replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g,
                                      "\ufffd");
const round = value => Math.round(value * 100) / 100;

const STATE = ["fillStyle", "strokeStyle", "lineWidth", "globalAlpha", "font",
               "textAlign", "textBaseline", "imageSmoothingEnabled"];

class SvgContext {
  constructor(canvas, ground) {
    this.ruler = document.createElement("canvas").getContext("2d");
    this.canvas = canvas;
    this.ground = ground;
    this.out = [];
    this.defs = [];
    this.matrix = new DOMMatrix();
    this.path = "";
    this.dash = [];
    this.clipped = "";
    this.kept = [];
    this.patterns = new Map();
    this.fillStyle = this.strokeStyle = "#000000";
    this.lineWidth = this.globalAlpha = 1;
    this.font = "12px system-ui, sans-serif";
    this.textAlign = "left";
    this.textBaseline = "middle";
  }

  /* ---- state ---- */

  save() {
    this.kept.push([STATE.map(name => this[name]), this.matrix, this.dash,
                    this.clipped]);
  }

  restore() {
    const [values, matrix, dash, clipped] = this.kept.pop();
    STATE.forEach((name, i) => {
      this[name] = values[i];
    });
    Object.assign(this, { matrix, dash, clipped });
  }

  translate(x, y) {
    this.matrix = this.matrix.translate(x, y);
  }

  rotate(angle) {
    this.matrix = this.matrix.rotate(angle * 180 / Math.PI);
  }

  setLineDash(dash) {
    this.dash = dash;
  }

  measureText(text) {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }

  createPattern(image) {
    const id = `p${this.defs.length}`;
    this.defs.push(`<pattern id="${id}" width="${image.width}" height="${
      image.height}" patternUnits="userSpaceOnUse"><image href="${
      image.toDataURL()}" width="${image.width}" height="${image.height}"/>` +
      "</pattern>");
    return { url: `url(#${id})` };
  }

  /* ---- elements ---- */

  put(tag, attributes, inner = "") {
    const all = { ...attributes };
    if (this.globalAlpha < 1)
      all.opacity = round(this.globalAlpha);
    if (!this.matrix.isIdentity) {
      const { a, b, c, d, e, f } = this.matrix;
      all.transform = `matrix(${[a, b, c, d, e, f].map(round)})`;
    }
    if (this.clipped)
      all["clip-path"] = this.clipped;
    const text = Object.entries(all).map(([name, value]) => (
      ` ${name}="${escaped(value)}"`)).join("");
    this.out.push(`<${tag}${text}${inner ? `>${inner}</${tag}>` : "/>"}`);
  }

  /* Of a pattern its image has been kept. */
  color(style) {
    if (typeof style === "string")
      return style;
    if (style.url)
      return style.url;
    if (!this.patterns.has(style))
      this.patterns.set(style, this.createPattern(style.image).url);
    return this.patterns.get(style);
  }

  line() {
    return { fill: "none", stroke: this.color(this.strokeStyle),
             "stroke-width": this.lineWidth,
             ...(this.dash.length > 0 ? { "stroke-dasharray": this.dash }
               : {}) };
  }

  static box(x, y, width, height) {
    return { x: round(Math.min(x, x + width)), y: round(Math.min(y, y +
      height)), width: round(Math.abs(width)), height: round(Math.abs(
      height)) };
  }

  fillRect(...box) {
    this.put("rect", { ...SvgContext.box(...box),
                       fill: this.color(this.fillStyle) });
  }

  strokeRect(...box) {
    this.put("rect", { ...SvgContext.box(...box), ...this.line() });
  }

  /* What is below it is the ground again. */
  clearRect(...box) {
    const before = this.globalAlpha;
    this.globalAlpha = 1;
    this.put("rect", { ...SvgContext.box(...box), fill: this.ground });
    this.globalAlpha = before;
  }

  fillText(text, x, y) {
    const anchor = { right: "end", center: "middle" }[this.textAlign] ||
      "start";
    const size = /(\d+)px/.exec(this.font)[1];
    this.put("text", { x: round(x), y: round(y + size * 0.35),
      fill: this.color(this.fillStyle), "text-anchor": anchor,
      "font-size": size, "font-family": "system-ui, sans-serif",
      ...(/bold/.test(this.font) ? { "font-weight": "bold" } : {}) },
             escaped(text));
  }

  drawImage(image, sx, sy, sw, sh, x, y, width, height) {
    const part = document.createElement("canvas");
    part.width = Math.max(1, Math.round(width));
    part.height = Math.max(1, Math.round(height));
    const brush = part.getContext("2d");
    brush.imageSmoothingEnabled = false;
    brush.drawImage(image, sx, sy, sw, sh, 0, 0, part.width, part.height);
    this.put("image", { ...SvgContext.box(x, y, width, height),
                        href: part.toDataURL() });
  }

  /* ---- paths ---- */

  beginPath() {
    this.path = "";
  }

  moveTo(x, y) {
    this.path += `M${round(x)} ${round(y)}`;
  }

  lineTo(x, y) {
    this.path += `${this.path ? "L" : "M"}${round(x)} ${round(y)}`;
  }

  closePath() {
    this.path += "z";
  }

  arc(x, y, r, from = 0, to = 2 * Math.PI, back = false) {
    const turn = Math.abs(to - from);
    if (turn < 2 * Math.PI - 1e-6) {
      this.lineTo(x + r * Math.cos(from), y + r * Math.sin(from));
      this.path += `A${round(r)} ${round(r)} 0 ${Number(turn > Math.PI)} ${
        Number(!back)} ${round(x + r * Math.cos(to))} ${round(y + r *
        Math.sin(to))}`;
      return;
    }
    this.path += `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${
      r} ${r} 0 1 0 ${-2 * r} 0`;
  }

  rect(x, y, width, height) {
    this.path += `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${
      round(-width)}z`;
  }

  stroke() {
    this.put("path", { d: this.path, ...this.line() });
  }

  fill() {
    this.put("path", { d: this.path, fill: this.color(this.fillStyle) });
  }

  clip() {
    const id = `c${this.defs.length}`;
    this.defs.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath>`);
    this.clipped = `url(#${id})`;
  }
}

export function svgOf(picture) {
  const { width, height } = picture;
  const ground = themeColor("card");
  const context = new SvgContext(picture.canvas, ground);
  context.fillStyle = themeColor("text");
  picture.how.draw(context, width, height);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${
    height}" viewBox="0 0 ${width} ${height}"><title>${escaped(
    picture.canvas.getAttribute("aria-label"))}</title><desc>${escaped(
    picture.alt.textContent)}</desc><defs>${context.defs.join("")}</defs>` +
    `<rect width="100%" height="100%" fill="${ground}"/>${
      context.out.join("\n")}</svg>\n`;
}
