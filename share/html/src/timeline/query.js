/* SPDX-License-Identifier: BSD-3-Clause */
/* What a search for calls asks: "MPI_Send > 1 ms", "to 3", "halo > 1 MB". */

import { bytesOf, rowKey } from "../data/windows.js";

const UNITS = { __proto__: null, ns: ["length", 1], us: ["length", 1e3],
                "\u00b5s": ["length", 1e3], ms: ["length", 1e6],
                s: ["length", 1e9], b: ["size", 1], kb: ["size", 1e3],
                mb: ["size", 1e6], gb: ["size", 1e9], kib: ["size", 1024],
                mib: ["size", 1024 ** 2], gib: ["size", 1024 ** 3] };
const COMPARE = { __proto__: null, ">": (a, b) => a > b, "<": (a, b) => a < b,
                  ">=": (a, b) => a >= b, "<=": (a, b) => a <= b,
                  "=": (a, b) => a === b };
const NUMBERS = ["to", "from", "rank", "thread"];

/* A pattern in which * stands for anything. */
const patternOf = word => new RegExp(`^${word.split("*").map(part => (
  part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))).join(".*")}$`, "i");

/* Comparisons apart from what is around them; words in quotes stay whole. */
const tokensOf = text => (text.match(
  /"[^"]*"|[<>]=?|=|[^\s<>="]+/g) || []).flatMap(token => {
  const glued = /^([\d.]+(?:e-?\d+)?)([a-z\u00b5]+)$/i.exec(token);
  return glued && UNITS[glued[2].toLowerCase()] ? glued.slice(1) : [token];
});

/* [condition]: { what, ... }; throws what is wrong with the text. */
export function parseQuery(text) {
  const tokens = tokensOf(text);
  const out = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i].toLowerCase();
    if (NUMBERS.includes(token) && /^\d+$/.test(tokens[i + 1] || ""))
      out.push({ what: token, value: Number(tokens[++i]) });
    else if (COMPARE[token] || (token === "waited" && COMPARE[tokens[i + 1]]))
      i = takeComparison(tokens, i, out);
    else
      out.push({ what: "name", word: tokens[i].replace(/^"(.*)"$/, "$1") });
  }
  if (out.length === 0)
    throw new Error("Write what to look for, such as MPI_Send > 1 ms.");
  return out;
}

function takeComparison(tokens, at, out) {
  const waited = !COMPARE[tokens[at]];
  const i = waited ? at + 1 : at;
  const value = Number(tokens[i + 1]);
  const [what, scale] = UNITS[(tokens[i + 2] || "").toLowerCase()] || [];
  if (tokens[i + 1] === undefined || !Number.isFinite(value) || !what ||
      (waited && what !== "length"))
    throw new Error(`Write ${tokens[i]} with a number and a unit: ns, us, ` +
      `ms or s${waited ? "" : "; B, kB, MB or GB"}.`);
  out.push({ what: waited ? "waited" : what, sign: tokens[i],
             value: value * scale });
  return i + 2;
}

/* Of each site whether a word means it: a procedure's whole name, with or
 * without MPI_, if there is one; else a part of the name or of the region. */
function sitesOf(sites, word) {
  const names = [patternOf(word), patternOf(`MPI_${word}`)];
  const whole = sites.map(({ name }) => names.some(one => one.test(name)));
  if (whole.includes(true))
    return whole;
  const some = patternOf(`*${word}*`);
  return sites.map(({ name, region }) => some.test(name) ||
                                          some.test(region));
}

/* A test of a call, whose messages are in `out' and `got'. */
export function matcher(conditions, { sites, streams }) {
  const tests = conditions.map(({ what, value, sign, word }) => {
    const compare = COMPARE[sign];
    const named = what === "name" ? sitesOf(sites, word) : null;
    const some = patternOf(`*${word}*`);
    return {
      name: call => named[call.site] ||
        some.test(streams.get(rowKey(call)) || ""),
      rank: call => call.rank === value,
      thread: call => call.thread === value,
      to: call => (call.out || []).some(m => m.to === value),
      from: call => (call.got || []).some(m => m.from === value),
      length: call => compare(call.end - call.begin, value),
      waited: call => compare(call.waited, value),
      size: call => [call.out, call.got].some(list => list &&
        compare(bytesOf(list), value)),
    }[what];
  });
  return call => tests.every(test => test(call));
}
