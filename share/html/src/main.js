/* The page: reads its data, makes the views, and ties them to one selection. */
import { balanceView } from "./balance.js";
import { selectionBar } from "./bar.js";
import { el, hideTip } from "./dom.js";
import { heatView } from "./heat.js";
import { matrixView } from "./matrix.js";
import { Model } from "./model.js";
import { Selection } from "./selection.js";
import { sizesView } from "./sizes.js";
import { tablesView } from "./tables.js";
import { timelineView } from "./timeline.js";
import { treeView } from "./tree.js";
import { adviceView, verdictView, wordsView } from "./verdict.js";

const KEYS = "Keys: / search, t light or dark, Esc clears the selection. On " +
  "a time line in focus: arrows move, + and - zoom, 0 shows the whole run, " +
  "Enter selects what is shown. On a tree: Backspace zooms out. In " +
  "pictures: click selects, shift adds, dragging selects several.";

function setTheme(theme, views) {
  document.documentElement.dataset.theme = theme;
  document.getElementById("theme").textContent = theme === "dark" ? "Light"
    : "Dark";
  for (const view of Object.values(views))
    if (view.picture)
      view.picture.redraw();
}

function themes(views) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = false;
  const follow = () => {
    if (!chosen)
      setTheme(dark.matches ? "dark" : "light", views);
  };
  dark.addEventListener("change", follow);
  document.getElementById("theme").addEventListener("click", () => {
    chosen = true;
    setTheme(document.documentElement.dataset.theme === "dark" ? "light"
      : "dark", views);
  });
  /* Paper is white. */
  let before = null;
  addEventListener("beforeprint", () => {
    before = document.documentElement.dataset.theme;
    setTheme("light", views);
    for (const view of Object.values(views))
      if (view.picture)
        view.picture.paint();
  });
  addEventListener("afterprint", () => setTheme(before, views));
  follow();
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
  document.getElementById("help").addEventListener("click", () => {
    const there = document.getElementById("keys");
    if (there)
      there.remove();
    else
      document.getElementById("top").append(el("p", { id: "keys" }, KEYS));
  });
}

function navigation(views) {
  const names = { verdict: "Verdict", advice: "Advice", timeline: "Time line",
                  balance: "Balance", heat: "Heat map", tree: "Paths",
                  matrix: "Messages", tables: "Tables" };
  document.getElementById("nav").append(...Object.keys(names)
    .filter(name => views[name])
    .map(name => el("a", { href: `#${name}` }, names[name])));
}

function heading(model) {
  const { run } = model.report;
  const program = run.program || "a program";
  document.title = `${program}, ${run.ranks} ranks - mpiprof`;
  document.getElementById("program").textContent =
    `${program}, ${run.ranks} ${run.ranks === 1 ? "rank" : "ranks"}${
      run.start ? `, ${run.start}` : ""}`;
  document.getElementById("foot").textContent =
    `mpiprof ${run.mpiprof_version || ""}. ${run.command || ""}`;
}

/* Pictures need their data; without it there are the tables. */
function makeViews(model, selection) {
  const views = { verdict: verdictView(model) };
  const advice = adviceView(model);
  if (model.pictures) {
    views.timeline = timelineView(model, selection);
    if (advice)
      views.advice = advice;
    views.balance = balanceView(model, selection);
    views.heat = heatView(model, selection);
    views.tree = treeView(model, selection);
    views.matrix = matrixView(model, selection);
    views.sizes = sizesView(model, selection);
  } else if (advice) {
    views.advice = advice;
  }
  return views;
}

function layOut(views) {
  const main = document.getElementById("main");
  const nodes = Object.entries(views)
    .filter(([name]) => name !== "matrix" && name !== "sizes")
    .map(([, view]) => view.node);
  if (views.matrix)
    nodes.push(el("div", { class: "pair-of-cards" }, views.matrix.node,
                  views.sizes.node));
  main.replaceChildren(...nodes);
  return main;
}

function start() {
  const model = new Model();
  const selection = new Selection();
  const views = makeViews(model, selection);
  heading(model);
  const main = layOut(views);
  if (model.pictures)
    selectionBar(model, selection);
  else
    document.getElementById("selection").hidden = true;
  /* The tables come after the first paint. */
  requestAnimationFrame(() => setTimeout(() => {
    views.tables = tablesView(model, selection);
    main.append(views.tables.node);
    const words = wordsView(model);
    if (words)
      main.append(words.node);
    navigation(views);
    keys(views, selection);
    themes(views);
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
      `This page cannot be shown: ${error.message}. It is damaged, or was ` +
      "not saved whole; mpiprof-report makes it again."));
    console.error(error);
  }
}

/* What is on the page already comes first. */
document.documentElement.dataset.theme = matchMedia(
  "(prefers-color-scheme: dark)").matches ? "dark" : "light";
requestAnimationFrame(() => setTimeout(startOrSay, 0));
