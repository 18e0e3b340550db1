/* SPDX-License-Identifier: BSD-3-Clause */
/* What one wants to know first: the verdict, what is missing, efficiencies. */
import { card, defined, el, unbroken } from "../base/dom.js";
import { count, percent, seconds, several, unitOf } from "../base/format.js";
import { verdictTools } from "../widgets/copy.js";
import { hangOf } from "./hang.js";
import { overtime } from "./overtime.js";
import { showMe, targetOf } from "./showme.js";

const DEPTH = { load_balance: 1, load_balance_within_nodes: 2,
                load_balance_between_nodes: 2, communication_efficiency: 1,
                serialisation_efficiency: 2, transfer_efficiency: 2 };

function row(table, wanted) {
  const at = name => table.columns.findIndex(c => c.name === name);
  return table.rows.map(cells => Object.fromEntries(wanted.map(
    name => [name, at(name) < 0 ? null : cells[at(name)]])));
}

function efficiencyTree(model) {
  const table = model.table("efficiency");
  if (!table)
    return null;
  const terms = row(table, ["term", "value", "loss_s", "name", "definition"]);
  /* Losses are compared: they have one unit. */
  const most = Math.max(...terms.map(t => t.loss_s || 0));
  const [scale, unit] = unitOf(most);
  const places = Math.max(0, 3 - Math.floor(Math.log10(most / scale || 1)));
  const lost = loss => (loss / scale || 0).toFixed(places);
  const column = table.columns.find(c => c.name === "loss_s");
  const lines = terms.map(
    ({ term, value, loss_s: loss, name, definition }) => {
      const bar = el("span", { class: "meter" }, el("i"));
      bar.firstChild.style.width = `${Math.max(0, Math.min(1, value || 0)) *
        100}%`;
      bar.classList.add(value === null ? "unknown" : value < 0.5 ? "bad"
        : value < 0.8 ? "poor" : "good");
      const line = el("li", { "data-name": name, "data-value": value },
        defined(el("span", { class: "term" }, term), definition), bar,
        el("b", {}, value === null ? "unknown" : percent(value)),
        el("span", { class: "loss", title: column.definition },
           Number(lost(loss)) > 0 ? `\u2212${lost(loss)} ${unit}` : ""));
      line.style.setProperty("--depth", DEPTH[name] || 0);
      return line;
    });
  return el("div", { class: "efficiency" },
            el("h3", {}, "Efficiency", terms.some(t => t.loss_s)
      ? el("small", {}, "lost, mean of ranks") : null), el("ul", {}, lines),
            el("p", { class: "alt" }, table.note ||
               "each is the product of those below it"));
}

function facts(model) {
  const { run } = model.report;
  const titles = model.table("run") ? model.table("run").columns : [];
  const shown = [["ranks", count], ["hosts", count], ["run_time_s", seconds],
                 ["calls", count], ["overhead_s", seconds]];
  return el("dl", { class: "facts" }, shown.filter(
    ([name]) => run[name] !== null && run[name] !== undefined)
    .map(([name, write]) => {
      const column = titles.find(c => c.name === name);
      return el("div", { "data-name": name, "data-value": run[name] },
        defined(el("dt", {}, column ? column.title : name),
                column && column.definition),
        el("dd", {}, write(run[name])));
    }));
}

/* Of a run that was killed the profile may be all there is. */
function withoutWaits(model) {
  const settings = model.table("settings");
  const lost = settings && settings.rows.some(
    ([name, value]) => name === "MPIPROF_TRACE" && value !== "off");
  if (model.report.run.trace_events > 0)
    return "Wait states were not looked for in the trace: `mpiprof-report " +
      "--open' makes an HTML report that has them.";
  return lost ? "There are no wait states: they need a trace, and this run " +
    "left none. Everything else is from its profile."
    : "There are no wait states: they need a trace of the run " +
      "(MPIPROF_TRACE=on). Everything else is from its profile.";
}

/* What was not recorded, and what that means for the page. */
function missing(model) {
  const { completeness } = model.report;
  const notes = [...completeness];
  if (!model.pictures && !model.python && model.report.run.ranks)
    notes.push("This page was made without charts.");
  else if (model.pictures && model.pictures.each > 1)
    notes.push(`Charts have one row per ${model.pictures.each} neighbouring ` +
               `ranks, as there are ${count(model.pictures.ranks)}${
                 model.pictures.hostEach > 1 ? `, and by host one per ${
                   model.pictures.hostEach} neighbouring hosts, as there ` +
                   `are ${count(model.pictures.hosts.length)}` : ""}.`);
  if (model.pictures && model.pictures.ranks === 1)
    notes.push("With one rank there is nothing to balance: efficiencies of " +
               "100 % mean only that the rank had no other to wait for.");
  if (model.pictures && !model.table("wait_states") &&
      model.pictures.ranks > 1)
    notes.push(withoutWaits(model));
  if (notes.length === 0)
    return null;
  return el("details", { class: "notes", id: "notes", open: notes.length <= 2 },
            el("summary", {}, several(notes.length, "caveat")),
            el("ul", {}, notes.map(note => el("li", {}, unbroken(note)))));
}

/* ---- causes ---- */

const FIRST = 3; /* causes on the first screen; the others are below */

const ADVICE = ["advice", "rule", "gain_s", "gain_share", "rank", "ranks",
                "where", "region", "waiting", "evidence", "remedy"];

const adviceOf = model => {
  const table = model.table("advice");
  return table ? row(table, ADVICE) : [];
};

function showButton(item, { model, selection, views }) {
  return item && targetOf(item, model, views)
    ? el("button", { type: "button", class: "show", "data-rule": item.rule,
                     onclick: () => showMe(item, model, selection, views) },
         "Show me") : null;
}

/* A cause as the report says it: what, and in its last sentences what to do. */
function cause(text, context) {
  const item = adviceOf(context.model).find(({ remedy }) => remedy &&
    text.includes(remedy));
  const said = text.replace(/^\d+\. +/, "");
  const end = item ? said.indexOf(item.remedy) : said.length;
  const first = said.indexOf("  ");
  const cut = first < 0 || first > end ? end : first;
  return el("li", {}, el("b", {}, unbroken(said.slice(0, cut))), " ",
            unbroken(said.slice(cut, end)),
            el("span", { class: "do" }, unbroken(said.slice(end))), " ",
            showButton(item, context));
}

/* The verdict's sentences; those that are numbered are causes. */
function sentences(verdict, context) {
  const isCause = text => /^\d+\. /.test(text);
  const causes = verdict.filter(isCause);
  const list = (some, from) => (some.length === 0 ? null
    : el("ol", { class: "causes", start: from }, some.map(
      text => cause(text, context))));
  const at = verdict.findIndex(isCause);
  const before = at < 0 ? verdict : verdict.slice(0, at);
  return [before.map((text, i) => el("p", { class: i === 0 ? "first" : null },
                                     unbroken(text), " ", i > 0 ? null
            : showButton(adviceOf(context.model).find(({ evidence, rule }) => (
              rule === "no_core" && text.includes(evidence))), context))),
          list(causes.slice(0, FIRST), 1),
          causes.length > FIRST ? el("details", {}, el("summary", {},
            `${causes.length - FIRST} more`),
            list(causes.slice(FIRST), FIRST + 1)) : null,
          verdict.filter((text, i) => at >= 0 && i >= at && !isCause(text))
            .map(text => el("p", {}, unbroken(text)))];
}

/* Of a run that was killed nothing may be known. */
const knowsEfficiency = model => efficiencies(model).some(
  value => value !== null);

function efficiencies(model) {
  const table = model.table("efficiency");
  return table ? row(table, ["value"]).map(({ value }) => value) : [];
}

export function verdictView(context) {
  const { model, selection, views } = context;
  const hang = hangOf(model, selection);
  const over = views.timeline
    ? overtime(model, selection, views.timeline.band) : null;
  const side = el("div", {}, hang,
    !hang || knowsEfficiency(model) ? efficiencyTree(model) : null,
    hang || !over ? null : over.node);
  return { picture: over && !hang ? over.picture : undefined,
           node: card("verdict", "Verdict", null, verdictTools(model),
    el("div", { class: "columns" },
       el("div", {}, sentences(model.report.verdict, context), facts(model),
          missing(model)), side)) };
}

/* What the gain is a part of is said with it. */
function gain(item, table, model) {
  if (item.gain_s === null)
    return null;
  const all = model.report.run.run_time_s;
  return defined(el("span", { class: "gain" }, `saves up to ${seconds(
    item.gain_s)} of the run time, ${seconds(all)} (${percent(
    item.gain_share)})`), table.columns.find(
    column => column.name === "gain_s").definition);
}

export function adviceView(context) {
  const { model } = context;
  const table = model.table("advice");
  if (!table || table.rows.length === 0)
    return null;
  return { node: card("advice", "Suggestions", null, el("ol", { class: "advice" },
    adviceOf(model).map(item => el("li", {},
      el("h3", {}, item.advice, gain(item, table, model),
         showButton(item, context)),
      el("p", {}, [item.ranks ? `ranks ${item.ranks}`
        : item.rank === null ? null : `rank ${item.rank}`,
                   item.where].filter(Boolean).join(", ")),
      item.evidence ? el("p", {}, unbroken(item.evidence)) : null,
      item.remedy ? el("p", { class: "remedy" }, item.remedy) : null)))) };
}

export function wordsView(model) {
  if (!model.pictures)
    return null;
  return { node: card("words", "Terms",
    "Hover over a column heading for its definition.",
    el("details", {}, el("summary", {}, `${model.pictures.terms.length
      } terms that a report uses`), el("dl", { class: "words" },
      model.pictures.terms.map(term => [el("dt", {}, term.title),
                                        el("dd", {}, term.definition)])))) };
}
