/* SPDX-License-Identifier: BSD-3-Clause */
/* The page: reads its data, makes the views, and ties them to one selection. */
import { defined, el, hideTip } from "./base/dom.js";
import { several } from "./base/format.js";
import { links, severalLinks } from "./data/link.js";
import { Model } from "./data/model.js";
import { Selection } from "./data/selection.js";
import { pictures } from "./widgets/canvas.js";
import { timelineView } from "./timeline/timeline.js";
import { balanceView } from "./views/balance.js";
import { selectionBar } from "./views/bar.js";
import { callTreeView } from "./views/calltree.js";
import { heatView } from "./views/heat.js";
import { matrixView } from "./views/matrix.js";
import { pythonViews } from "./views/python_views.js";
import { resourcesView } from "./views/resources.js";
import { sizesView } from "./views/sizes.js";
import { sourceView } from "./views/source.js";
import { tablesView } from "./views/tables.js";
import { treeView } from "./views/tree.js";
import { usageView } from "./views/usage.js";
import { adviceView, verdictView, wordsView } from "./views/verdict.js";
import { SEVERAL_TITLES, severalHeading, severalViews } from
  "./several/pages.js";

function setTheme(theme) {
  const { dataset } = document.documentElement;
  document.getElementById("theme").textContent = theme === "dark" ? "Light"
    : "Dark";
  if (dataset.theme === theme)
    return;
  dataset.theme = theme;
  for (const picture of pictures)
    picture.redraw();
}

function themes() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = false;
  const follow = () => {
    if (!chosen)
      setTheme(dark.matches ? "dark" : "light");
  };
  dark.addEventListener("change", follow);
  document.getElementById("theme").addEventListener("click", () => {
    chosen = true;
    setTheme(document.documentElement.dataset.theme === "dark" ? "light"
      : "dark");
  });
  follow();
}

/* What depends on the width of the page, at once. */
function fitAll(views) {
  for (const picture of pictures)
    picture.resize();
  views.tables.refit();
}

/* Paper is white, and not as wide: what is said of pictures is said again. */
function printing(views, selection) {
  const { dataset } = document.documentElement;
  let before = null;
  addEventListener("beforeprint", () => {
    before = dataset.theme;
    dataset.paper = "yes";
    setTheme("light");
    fitAll(views);
    selection.tell();
  });
  addEventListener("afterprint", () => {
    delete dataset.paper;
    setTheme(before);
    fitAll(views);
    selection.tell();
  });
}

/* What is jumped to is not below the lines at the top.  On a narrow screen
 * only the selection stays there, and only while there is one. */
function scrolling(selection) {
  const header = document.getElementById("top");
  const [names, bar] = header.children;
  const fit = () => {
    const narrow = matchMedia("(max-width: 900px)").matches;
    const gone = !narrow ? 0 : selection.empty ? header.offsetHeight
      : names.offsetHeight;
    header.style.top = `${-gone}px`;
    document.documentElement.style.scrollPaddingTop =
      `${header.offsetHeight - gone + 12}px`;
  };
  new ResizeObserver(fit).observe(header);
  new ResizeObserver(fit).observe(bar);
  selection.watch(fit);
}

function resizing(views) {
  let timer = 0;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(() => views.tables.refit(), 100);
  });
}

function keys(views, selection) {
  document.addEventListener("keydown", event => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === "Escape") {
      hideTip();
      if (typing)
        event.target.blur();
      selection.clear();
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key === "/") {
      event.preventDefault();
      views.tables.search.focus();
    } else if (event.key === "t") {
      document.getElementById("theme").click();
    } else if (event.key === "?") {
      document.getElementById("help").click();
    }
  });
  const help = document.getElementById("help");
  help.hidden = !views.usage;
  help.addEventListener("click", () => views.usage && views.usage.toggle());
}

function navigation(views) {
  document.getElementById("nav").append(...shownOf(views)
    .filter(name => PARTS[name])
    .map(name => el("a", { href: `#${name}` }, PARTS[name])));
}

/* Files of Python alone have no run, but a table of ranks. */
function pythonRanks(model) {
  if (model.python)
    return model.table("python_run").rows[0][0];
  const name = Object.keys(model.report.tables).find(
    one => one.startsWith("python_file_ranks") || one === "python_rank_memory");
  return name ? model.table(name).rows.length : 0;
}

function heading(model) {
  const { run } = model.report;
  const program = run.program || (pythonRanks(model) > 0 ? "Python"
    : "a program");
  const ranks = run.ranks || pythonRanks(model);
  document.title = `${program}, ${several(ranks, "rank")} - mpiprof`;
  const line = document.getElementById("program");
  line.replaceChildren(`${program}, ${several(ranks, "rank")}`, ...run.start
    ? [", ", el("span", { class: "unbroken" },
                run.start.replace(/:\d\d UTC$/, " UTC"))] : []);
  defined(line, line.textContent);
  document.getElementById("foot").textContent =
    `mpiprof ${run.mpiprof_version || ""}. ${run.command || ""}`;
}

/* Pictures need their data; without it there are the tables. */
function makeViews(model, selection) {
  const views = {};
  const context = { model, selection, views };
  if (model.pictures) {
    views.timeline = timelineView(model, selection);
    views.resources = resourcesView(model, selection);
    views.balance = balanceView(model, selection);
    views.heat = heatView(model, selection);
    views.calltree = callTreeView(model, selection, views.timeline.band);
    views.tree = treeView(model, selection);
    views.matrix = matrixView(model, selection);
    views.sizes = sizesView(model, selection);
  }
  Object.assign(views, pythonViews(model, selection));
  views.source = sourceView(model);
  views.usage = usageView(model);
  views.verdict = verdictView(context);
  views.advice = adviceView(context);
  for (const name of Object.keys(views))
    if (!views[name])
      delete views[name];
  return views;
}

/* The views of a run in the order of the page, with their titles in its
 * navigation. */
const PARTS = { usage: null, verdict: "Verdict", advice: "Suggestions",
                timeline: "Time line", resources: "Resources",
                balance: "Balance", heat: "Heat map", calltree: "Call tree",
                tree: "Icicle", source: "Source", python: "Python", pythonHeat: null,
                pythonFunction: null, matrix: "Messages",
                ...SEVERAL_TITLES, tables: "Tables" };

/* Pages of several runs have an order of their own. */
const shownOf = views => (views.usage ? Object.keys(PARTS).filter(
  name => views[name]) : Object.keys(views));

function layOut(views) {
  const main = document.getElementById("main");
  const nodes = shownOf(views)
    .filter(name => name !== "matrix" && name !== "sizes")
    .map(name => views[name].node);
  if (views.matrix)
    nodes.push(el("div", { class: "pair-of-cards" }, views.matrix.node,
                  views.sizes.node));
  main.replaceChildren(...nodes);
  return main;
}

function start() {
  const model = new Model();
  const selection = new Selection();
  const several = severalViews(model, selection);
  const views = several || makeViews(model, selection);
  (several ? severalHeading : heading)(model);
  const main = layOut(views);
  if (model.pictures)
    selectionBar(model, selection);
  else if (!several)
    document.getElementById("selection").hidden = true;
  /* The tables come after the first paint. */
  requestAnimationFrame(() => setTimeout(() => {
    performance.mark("verdict");
    views.tables = tablesView(model, selection);
    main.append(views.tables.node);
    views.tables.refit();
    const words = wordsView(model);
    if (words)
      main.append(words.node);
    navigation(views);
    keys(views, selection);
    themes();
    printing(views, selection);
    resizing(views);
    scrolling(selection);
    (model.pictures ? links : severalLinks)(model, selection, views);
    document.documentElement.dataset.ready = "yes";
  }, 0));
  /* For tests, and for whoever opens the console. */
  globalThis.mpiprof = { model, selection, views };
}

function startOrSay() {
  try {
    start();
  } catch (error) {
    document.getElementById("main").replaceChildren(el("p", { class: "empty" },
      `This page cannot be shown: ${error.message}. It is damaged or was ` +
      "not saved completely; make it again with mpiprof-report."));
    console.error(error);
  }
}

/* What is on the page already comes first. */
document.documentElement.dataset.theme = matchMedia(
  "(prefers-color-scheme: dark)").matches ? "dark" : "light";
requestAnimationFrame(() => setTimeout(startOrSay, 0));
