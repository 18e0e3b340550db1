/* SPDX-License-Identifier: BSD-3-Clause */
/* The places of the profile as a tree: regions, below them call paths, below
 * them MPI procedures and useful time; or the sampled functions. */

const chain = (nodes, id) => {
  const out = [];
  for (let at = id; at > 0; at = nodes[at].parent)
    out.unshift(at);
  return out;
};

function child(node, key, make) {
  if (!node.byKey.has(key)) {
    const made = { byKey: new Map(), children: [], places: [], ...make() };
    node.byKey.set(key, made);
    node.children.push(made);
  }
  return node.byKey.get(key);
}

function addRegions(node, place, { regions }) {
  let name = "";
  for (const id of chain(regions, place.region)) {
    name = name ? `${name}/${regions[id].name}` : regions[id].name;
    const full = name;
    node = child(node, `r${id}`, () => ({
      kind: "region", name: regions[id].name, full }));
  }
  return node;
}

function addPath(node, place, { paths }) {
  for (const id of chain(paths, place.path)) {
    const { name, where } = paths[id];
    node = child(node, place.sampled ? name : `f${name}\n${where}`,
                 () => ({ kind: "function", name,
                          where: place.sampled ? "" : where }));
  }
  return node;
}

/* What was sampled is functions' own time, wherever they are. */
function sampledNode(node, place, pictures) {
  return place.path > 0 ? addPath(node, place, pictures)
    : child(node, "", () => ({ kind: "function", name: "unknown" }));
}

function leafOf(node, place, { columns }) {
  if (place.column < 0)
    return child(node, "useful", () => ({ kind: "useful", name: "useful",
                                          class: "useful" }));
  const column = columns[place.column];
  return child(node, `c${place.column}`, () => ({
    kind: "procedure", name: column.name, class: column.class }));
}

/* mode: "regions", "paths" (without regions and useful time) or "functions".
 * Each place is with the node that its time belongs to; useful time is a node
 * of its own, or, with `inRegion', the region's own time. */
export function placesTree(pictures, mode, inRegion = false) {
  const top = { byKey: new Map(), children: [], places: [], kind: "run",
                name: "whole run" };
  for (const place of pictures.places) {
    if (place.sampled !== (mode === "functions") ||
        (place.column < 0 && mode === "paths"))
      continue;
    if (place.sampled) {
      sampledNode(top, place, pictures).places.push(place);
      continue;
    }
    if (place.column >= 0 && pictures.columns[place.column].class === "setup")
      continue;
    let node = top;
    if (mode === "regions")
      node = addRegions(node, place, pictures);
    if (place.column >= 0)
      node = addPath(node, place, pictures);
    if (place.column >= 0 || !inRegion || node === top)
      node = leafOf(node, place, pictures);
    node.places.push(place);
  }
  return top;
}

/* Time, calls and counters of a place on the selected ranks; what is not kept by
 * rank on all. */
export function spentOf(place, selection, { hasByRank, stride }) {
  const all = [place.time, place.calls, ...place.counted];
  if (!selection.ranks || !hasByRank)
    return all;
  const sums = all.fill(0, 0, stride);
  for (const [a, b] of selection.ranks)
    for (let rank = a; rank <= b; rank++)
      for (let k = 0; k < stride; k++)
        sums[k] += place.byRank[stride * rank + k];
  return sums;
}

/* The same of one rank. */
export const spentBy = (place, rank, { stride }) => place.byRank.subarray(
  stride * rank, stride * (rank + 1));
