/* SPDX-License-Identifier: BSD-3-Clause */
/* Pages of several runs: which one, its views, and what it is called. */
import { rowsOf } from "../data/table.js";
import { compareViews } from "./compare.js";
import { historyViews } from "./history.js";
import { scalingViews } from "./scaling.js";
import { selectedName } from "./several.js";

const PAGES = {
  compare_runs: { views: compareViews, title: "comparison" },
  scaling: { views: scalingViews, title: "scaling" },
  history: { views: historyViews, title: "history" },
};
const RUNS = { compare_runs: "compare_runs", scaling: "scaling_runs",
               history: "history" };

const kindOf = model => Object.keys(PAGES).find(name => model.table(name));

/* Titles of views, for the line of links. */
export const SEVERAL_TITLES = {
  factors: "Efficiency", causes: "Causes", changes: "Changes",
  sides: "Time lines", calls: "Call tree", curves: "Curves",
  ahead: "More ranks",
};

/* null: the page of one run. */
export function severalViews(model, selection) {
  const kind = kindOf(model);
  if (!kind)
    return null;
  selectedName(selection);
  return PAGES[kind].views(model, selection);
}

export function severalHeading(model) {
  const kind = kindOf(model);
  const runs = rowsOf(model.table(RUNS[kind]));
  const program = runs[0].program || "a program";
  const what = `${PAGES[kind].title} of ${runs.length} runs`;
  document.title = `${program}, ${what} - mpiprof`;
  document.getElementById("program").textContent = `${program}, ${what}`;
  document.getElementById("foot").textContent = runs.length > 12 ? ""
    : runs.map(run => run.run).join(", ");
}
