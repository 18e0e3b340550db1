/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers as people read them. */

/* Digits before the point in groups of three, where there are many. */
const grouped = text => text.replace(/^(-?)(\d{5,})/, (all, sign, whole) => (
  sign + count(whole)));

/* Four digits that count. */
export function digits(value, count = 4) {
  if (value === 0)
    return "0";
  const size = Math.floor(Math.log10(Math.abs(value))) + 1;
  const places = Math.max(0, Math.min(12, count - size));
  return grouped(value.toFixed(places));
}

/* Of a round number no more than it takes. */
export const roundDigits = value => digits(value, 3)
  .replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

const UNITS = [[1, "s"], [1e-3, "ms"], [1e-6, "\u00b5s"], [1e-9, "ns"]];

/* The unit in which the greatest of some seconds has a digit before the
 * point. */
export function unitOf(seconds) {
  const most = Math.abs(seconds);
  return UNITS.find(([scale]) => most >= scale) ||
    (most > 0 ? UNITS[3] : UNITS[0]);
}

/* Nothing is measured in less than a nanosecond: that is rounding. */
export function seconds(value) {
  if (Math.abs(value) < 5e-13)
    return "0 s";
  const [scale, name] = unitOf(value);
  return `${digits(value / scale)} ${name}`;
}

export const ns = value => seconds(value / 1e9);

export function bytes(value) {
  const names = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  while (value >= 1024 && unit < names.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : digits(value, 3)} ${names[unit]}`;
}

export function count(value) {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u2009");
}

/* "1 row", "2 rows" */
export const several = (number, name) => `${count(number)} ${name}${
  number === 1 ? "" : "s"}`;

export const percent = part => `${digits(100 * part, part < 0.1 ? 2 : 3)} %`;

/* "0-3,7" of a sorted list of [first, last]. */
export function intervals(list) {
  return list.map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`)).join(",");
}

/* The reverse; null: it is no such list. */
export function parseIntervals(text, ranks) {
  const list = [];
  for (const part of text.split(",")) {
    const match = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part);
    if (!match)
      return null;
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : Number(match[2]);
    if (first > last || last >= ranks)
      return null;
    list.push([first, last]);
  }
  return joined(list);
}

/* Sorted, without overlaps. */
export function joined(list) {
  const out = [];
  for (const [a, b] of [...list].sort((x, y) => x[0] - y[0])) {
    const last = out[out.length - 1];
    if (last && a <= last[1] + 1)
      last[1] = Math.max(last[1], b);
    else
      out.push([a, b]);
  }
  return out;
}

/* Round steps over 0..most, at most so many. */
export function steps(least, most, room) {
  const span = most - least;
  if (!(span > 0))
    return [least];
  const raw = span / Math.max(1, room);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(k => k * power).find(s => s >= raw * 0.999);
  const out = [];
  for (let k = Math.ceil(least / step); k * step <= most * (1 + 1e-9); k++)
    out.push(k * step);
  return out;
}
