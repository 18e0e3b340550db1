/* SPDX-License-Identifier: BSD-3-Clause */
/* What one wants to know first: the verdict, what is missing, efficiencies. */
import { card, defined, el } from "./dom.js";
import { count, percent, seconds, unitOf } from "./format.js";

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
            el("h3", {}, "Efficiency"), el("ul", {}, lines),
            el("p", { class: "alt" }, (table.note ||
               "each is the product of those below it") + (terms.some(
                 t => t.loss_s) ? "; at the right: loss per rank" : "")));
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
      "--open' makes a page that has them.";
  return lost ? "There are no wait states: they need a trace, and this run " +
    "left none. Everything else is from its profile."
    : "There are no wait states: they need a trace of the run " +
      "(MPIPROF_TRACE=on). Everything else is from its profile.";
}

/* What was not recorded, and what that means for the page. */
function missing(model) {
  const { completeness } = model.report;
  const notes = [...completeness];
  if (!model.pictures && !model.python)
    notes.push("There are no pictures in this page: it was made without them.");
  else if (model.pictures && model.pictures.each > 1)
    notes.push(`Pictures have a row for ${model.pictures.each} neighbouring ` +
               `ranks each, as there are ${count(model.pictures.ranks)}${
                 model.pictures.hostEach > 1 ? `, by node for ${
                   model.pictures.hostEach} neighbouring nodes each, as there ` +
                   `are ${count(model.pictures.hosts.length)}` : ""}.`);
  if (model.pictures && model.pictures.ranks === 1)
    notes.push("With one rank there is nothing to balance: efficiencies of " +
               "100 % say only that it had no other to wait for.");
  if (model.pictures && !model.table("wait_states") &&
      model.pictures.ranks > 1)
    notes.push(withoutWaits(model));
  if (notes.length === 0)
    return null;
  return el("details", { class: "notes", id: "notes", open: notes.length <= 4 },
            el("summary", {}, notes.length === 1 ? "1 note on what is here"
              : `${notes.length} notes on what is here`),
            el("ul", {}, notes.map(note => el("li", {}, note))));
}

export function verdictView(model) {
  const { verdict } = model.report;
  return { node: card("verdict", "Verdict", null,
    el("div", { class: "columns" },
       el("div", {}, verdict.map((text, i) => el("p", {
         class: i === 0 ? "first" : null }, text)),
          facts(model), missing(model)),
       efficiencyTree(model))) };
}

export function adviceView(model) {
  const table = model.table("advice");
  if (!table || table.rows.length === 0)
    return null;
  const about = table.columns.find(c => c.name === "gain_s").definition;
  return { node: card("advice", "Suggestions", null, el("ol", { class: "advice" },
    row(table, ["advice", "gain_s", "gain_share", "rank", "where", "evidence",
                "remedy"]).map(item => el("li", {},
      el("h3", {}, item.advice, item.gain_s === null ? null
        : defined(el("span", { class: "gain" }, `up to ${seconds(
          item.gain_s)} of T, ${percent(item.gain_share)}`), about)),
      el("p", {}, [item.rank === null ? null : `rank ${item.rank}`,
                   item.where].filter(Boolean).join(", ")),
      item.evidence ? el("p", {}, item.evidence) : null,
      item.remedy ? el("p", { class: "remedy" }, item.remedy) : null)))) };
}

export function wordsView(model) {
  if (!model.pictures)
    return null;
  return { node: card("words", "Words", "Columns have theirs on hover.",
    el("details", {}, el("summary", {}, `${model.pictures.terms.length
      } words that a report uses`), el("dl", { class: "words" },
      model.pictures.terms.map(term => [el("dt", {}, term.title),
                                        el("dd", {}, term.definition)])))) };
}
