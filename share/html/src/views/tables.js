/* SPDX-License-Identifier: BSD-3-Clause */
/* All tables of the report: sorted by a click on a heading, searched, and
 * narrowed by the selection. */
import { breakable, card, defined, el } from "../base/dom.js";
import { bytes, count, digits, unitOf } from "../base/format.js";
import { searchState } from "../data/link.js";
import { tableTools } from "../widgets/copy.js";

const SHOWN = 10;
/* Long texts, in a line of their own. */
const BELOW = ["path", "file", "evidence", "remedy", "definition", "members"];
const PROSE = ["evidence", "remedy", "definition"];
/* Their functions are those that can be selected: sampled ones. */
const SAMPLED = ["functions", "functions_by_rank", "call_paths", "lines",
                 "python_lines", "python_lines_by_rank"];
const WORD = 16; /* letters of what is not broken */
const SHORT = 32;
const isDate = text => /^\d{4}-\d\d-\d\d [\d:]+ UTC$/.test(text);
const NAMES = { procedure: ["procedure", "procedures"], region: ["region"],
                function: ["function"],
                python: ["function", "caller", "callee"] };
const SECTIONS = [
  "More", "Verdict", "Causes", "Efficiency", "Time per rank",
  "Where time goes", "Wait states", "Communication", "Resources",
  "Run and settings", "Caveats",
];

/* What is said elsewhere in the row. */
const repeats = (table, { name }) => name === "line" &&
  table.columns.some(column => /^(location|where)$/.test(column.name));

/* What programs call a row, which has a title, too. */
const isKey = ({ name, title }) => name === title && /^(name|rule)$/.test(name);

/* A column that text leaves out has only its name: "culprit_s". */
const isExtra = ({ name, title }) => title === name && name.includes("_");

function titleOf(column) {
  if (!isExtra(column))
    return column.title;
  const name = column.kind === "seconds" ? column.name.replace(/_s$/, "")
    : column.name;
  return name.replaceAll("_", " ");
}

/* A rank beside a number of the same title: "max [rank]". */
const isRankOf = column => column.name.endsWith("_rank") &&
  !/\brank$/.test(titleOf(column));

const wordsOf = column => `${titleOf(column)}${isRankOf(column) ? " rank"
  : ""}`;

const isNumber = column => column.kind !== "text" && column.kind !== "empty";

/* As text does: numbers that are all zero say nothing; a rank 0 does. */
function worthShowing(table, i) {
  const column = table.columns[i];
  if (/^(min_|deviation_|avoidable_)/.test(column.name))
    return true;
  return table.rows.some(row => row[i] !== null && row[i] !== "" &&
                                (row[i] !== 0 || column.kind === "integer"));
}

/* Columns that are compared with each other have one unit. */
const COMPARED = /^(min|mean|max|deviation|avoidable)_s$/;

function together(table, i) {
  return COMPARED.test(table.columns[i].name) ? [...table.columns.keys()]
    .filter(k => COMPARED.test(table.columns[k].name)) : [i];
}

/* One unit for the times of a column. */
function writer(table, i) {
  const { kind, name, title } = table.columns[i];
  if (kind === "seconds") {
    const columns = together(table, i);
    const most = table.rows.reduce((m, row) => columns.reduce(
      (n, k) => Math.max(n, Math.abs(row[k] || 0)), m), 0);
    const [scale, unit] = unitOf(most);
    return { unit: title.endsWith("]") ? "" : unit,
             write: value => (value !== 0 && Math.abs(value / scale) < 1e-4
               ? "<0.0001" : digits(value / scale)) };
  }
  if (kind === "ratio")
    return { unit: "%", write: value => digits(100 * value, 3) };
  if (kind === "bytes")
    return { unit: "", write: bytes };
  if (kind === "count")
    return { unit: "", write: count };
  if (kind === "real")
    return { unit: "", write: value => (Number.isInteger(value) &&
      !/ratio|speedup/.test(name) ? count(value) : digits(value)) };
  return { unit: "", write: String };
}

/* Kinds of waits as the table of them calls them. */
function waitTitles(model) {
  const table = model.table("wait_states");
  const at = table ? table.columns.findIndex(c => c.name === "name") : -1;
  const titles = new Map(at < 0 ? []
    : table.rows.map(row => [row[at], row[0]]));
  return value => titles.get(value) || String(value);
}

function compare(a, b) {
  if (a === null || b === null)
    return (a === null) - (b === null);
  if (typeof a === "number" && typeof b === "number")
    return b - a;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

class TableView {
  constructor(name, table, model, selection) {
    this.name = name;
    this.table = table;
    this.selection = selection;
    this.pictured = model.pictures !== null;
    this.isPython = name.startsWith("python_") && name !== "python_mpi";
    this.search = "";
    this.all = false;
    this.sortBy = -1;
    this.reverse = false;
    this.shown = table.columns.map((column, i) => i).filter(
      i => worthShowing(table, i) && !repeats(table, table.columns[i]) &&
           !isKey(table.columns[i]));
    const order = i => BELOW.indexOf(table.columns[i].name);
    this.always = this.shown.length === 1 ? []
      : this.shown.filter(i => order(i) >= 0)
        .sort((a, b) => order(a) - order(b));
    this.wanted = this.shown.filter(i => !this.always.includes(i));
    this.writers = table.columns.map((column, i) => (column.name === "wait"
      ? { unit: "", write: waitTitles(model) } : writer(table, i)));
    this.rankColumns = this.ranksOfRows();
    this.make();
  }

  /* Whose a row is.  One that is of all ranks may name the worst of them:
   * that is no reason to hide it from others. */
  ranksOfRows() {
    const own = this.columnsOf(/^(rank|from|to)$/, "integer");
    return own.length === 0 ? []
      : own.concat(this.columnsOf(/^culprit_rank$/, "integer"));
  }

  columnsOf(pattern, kind) {
    return this.table.columns.map((column, i) => i).filter(
      i => pattern.test(this.table.columns[i].name) &&
           this.table.columns[i].kind === kind);
  }

  make() {
    const { table } = this;
    this.body = el("tbody");
    this.headRow = el("tr");
    this.grid = el("table", { "aria-label": table.title }, el("thead", {}, this.headRow), this.body);
    this.more = el("button", { type: "button", class: "more",
                               onclick: () => {
                                 this.all = !this.all;
                                 this.fill();
                                 fitAll([this]);
                               } });
    this.state = el("p", { class: "state", role: "status" });
    this.sorting = this.makeSorting();
    this.element = el("section", { class: "table", id: `table-${this.name}` },
      tableTools(() => this.name, () => table, () => this.rows(),
                 () => this.asRead()),
      el("h4", {}, table.title), this.note(), this.state, this.sorting,
      this.grid, this.more);
    this.arrange(this.wanted.length);
  }

  /* One of several lines is a picture in letters: here is a better one. */
  note() {
    const { note } = this.table;
    if (!note || (note.includes("\n") && this.pictured))
      return null;
    return note.includes("\n") ? el("pre", {}, note)
      : el("p", { class: "about" }, note);
  }

  /* Columns below the rows have no heading to click: there is a list. */
  makeSorting() {
    this.by = el("select", { onchange: () => this.sort(Number(this.by.value),
                                                       false) });
    this.way = el("button", { type: "button",
                              onclick: () => this.sort(this.sortBy,
                                                       !this.reverse) });
    return el("p", { class: "sorting" },
              el("label", {}, "Sorted ", this.by), " ", this.way);
  }

  /* By -1: as in the report. */
  sort(by, reverse) {
    this.sortBy = by;
    this.reverse = reverse;
    this.fill();
  }

  /* Where all columns have a heading the list would be in the way. */
  offerSorting() {
    const { columns, rows } = this.table;
    const below = this.below.filter(i => !PROSE.includes(columns[i].name));
    this.sorting.hidden = below.length === 0 || rows.length < 2;
    this.by.replaceChildren(el("option", { value: -1 }, "as in the report"),
      ...this.main.concat(below).map(i => el("option", { value: i,
        "data-column": columns[i].name }, `by ${wordsOf(columns[i])}`)));
  }

  saySorting() {
    const up = this.reverse ===
      (this.sortBy >= 0 && isNumber(this.table.columns[this.sortBy]));
    this.by.value = String(this.sortBy);
    this.way.hidden = this.sortBy < 0;
    this.way.textContent = up ? "\u25b2" : "\u25bc";
    this.way.setAttribute("aria-label", up ? "ascending; click to reverse"
      : "descending; click to reverse");
    return up ? "ascending" : "descending";
  }

  /* Most rows have nothing there. */
  isHollow(i) {
    const { rows } = this.table;
    return rows.filter(row => row[i] === null).length > rows.length / 2;
  }

  /* So many columns; the others are in the line below each row.  Those that
   * text has not go first, then those without values, then the last. */
  arrange(count) {
    const { columns } = this.table;
    this.worth = this.worth || new Map(this.wanted.map(
      i => [i, 2 * isExtra(columns[i]) + this.isHollow(i)]));
    const order = [...this.wanted].sort((a, b) => (
      this.worth.get(a) - this.worth.get(b) || a - b));
    const main = order.slice(0, count);
    this.main = this.wanted.filter(i => main.includes(i));
    this.below = this.wanted.filter(i => !main.includes(i))
      .concat(this.always);
    this.heads = this.main.map(i => this.head(i));
    this.headRow.replaceChildren(...this.heads);
    this.offerSorting();
    this.fill();
  }

  /* All columns that it can have. */
  widen() {
    if (this.main.length < this.wanted.length)
      this.arrange(this.wanted.length);
  }

  head(i) {
    const column = this.table.columns[i];
    const { unit } = this.writers[i];
    const button = el("button", { type: "button" },
                      titleOf(column), isRankOf(column)
                        ? el("small", {}, " [rank]") : null,
                      unit ? el("small", {}, ` [${unit}]`) : null);
    button.addEventListener("click", () => this.sort(
      i, this.sortBy === i && !this.reverse));
    defined(button, column.definition);
    return el("th", { scope: "col", class: isNumber(column) ? "number" : null,
                      "data-column": column.name }, button);
  }

  /* Whether the selection leaves a row, and whether it is about the table. */
  inSelection(row) {
    const { selection, table } = this;
    const ranks = this.rankColumns.map(i => row[i]).filter(v => v !== null);
    if (selection.ranks && ranks.length > 0 &&
        !ranks.some(rank => selection.has(rank)))
      return false;
    if (selection.name === null)
      return true;
    const columns = this.columnsOf(new RegExp(`^(${
      NAMES[selection.kind].join("|")})$`), "text");
    if (selection.kind === "python")
      return !this.isPython || columns.some(
        i => this.pythonName(row, i) === selection.name);
    return columns.length === 0 || columns.some(
      i => table.columns[i] && (row[i] === selection.name ||
        (selection.kind === "region" && row[i] !== null &&
         String(row[i]).startsWith(`${selection.name}/`))));
  }

  rows() {
    const { table, search } = this;
    const word = search.toLowerCase();
    let rows = table.rows.filter(row => this.inSelection(row));
    if (word)
      rows = rows.filter(row => this.shown.some(i => this.matches(
        row[i], i, word)));
    if (this.sortBy >= 0) {
      const i = this.sortBy;
      rows = [...rows].sort((a, b) => (this.reverse &&
        a[i] !== null && b[i] !== null ? -1 : 1) * compare(a[i], b[i]));
    }
    return rows;
  }

  /* A number is found as it is and as it is shown. */
  matches(value, i, word) {
    if (value === null)
      return false;
    const text = this.table.columns[i].kind === "text" || /\d/.test(word)
      ? this.writers[i].write(value) : "";
    return `${value} ${text}`.toLowerCase().includes(word);
  }

  /* What the columns show, with their units: [heads, rows, which are
   * numbers]. */
  asRead() {
    const heads = this.main.map(i => `${wordsOf(this.table.columns[i])}${
      this.writers[i].unit ? ` [${this.writers[i].unit}]` : ""}`);
    return [heads, this.rows().map(row => this.main.map(i => (
      row[i] === null ? "-" : this.writers[i].write(row[i])))),
            this.main.map(i => isNumber(this.table.columns[i]))];
  }

  cell(row, i) {
    const column = this.table.columns[i];
    const value = row[i];
    const cell = el("td", { class: isNumber(column) ? "number" : null,
                            "data-value": value });
    if (value === null) {
      cell.textContent = "-";
      return cell;
    }
    const text = this.writers[i].write(value);
    cell.classList.add(text.length <= WORD || isDate(text) ? "word"
      : text.length <= SHORT ? "short" : "long");
    const parts = column.kind === "text" && text.length > WORD
      ? breakable(text) : [text];
    const link = this.linkOf(column, value, row, i);
    if (link)
      cell.append(el("button", { type: "button", class: "link",
                                 onclick: link }, parts));
    else
      cell.append(...parts);
    if (column.kind === "ratio" && value >= 0 && value <= 1) {
      cell.classList.add("share");
      cell.style.setProperty("--part", `${(100 * value).toFixed(1)}%`);
    }
    return cell;
  }

  /* What a click on it selects. */
  linkOf(column, value, row, i) {
    if (this.isPython && NAMES.python.includes(column.name))
      return () => this.selection.setName("python", this.pythonName(row, i));
    if (column.kind === "integer" && /(^|_)rank$|^from$|^to$/.test(
      column.name))
      return () => this.selection.setRanks([[value, value]]);
    if (column.name === "procedure" && column.kind === "text")
      return () => this.selection.setName("procedure", value);
    if (column.name === "region" && column.kind === "text")
      return () => this.selection.setName("region", value);
    if (column.name === "function" && SAMPLED.includes(this.name))
      return () => this.selection.setName("function", value);
    return null;
  }

  /* As python.js has it: the location is in the next column. */
  pythonName(row, i) {
    return `${row[i]} (${row[i + 1]})`;
  }

  /* What has no column, with its name. */
  item(row, i) {
    const column = this.table.columns[i];
    const { unit, write } = this.writers[i];
    return el("span", { "data-column": column.name, "data-value": row[i],
                        class: i === this.sortBy ? "sorted" : null,
                        title: column.definition },
              el("small", {}, `${wordsOf(column)}: `),
              `${write(row[i])}${unit ? ` ${unit}` : ""}`);
  }

  fill() {
    const rows = this.rows();
    const most = this.all ? rows.length : SHOWN;
    const lines = [];
    for (const row of rows.slice(0, most)) {
      lines.push(el("tr", {}, this.main.map(i => this.cell(row, i))));
      const below = this.below.filter(i => row[i] !== null && row[i] !== "");
      if (below.length > 0)
        lines.push(el("tr", { class: "below" }, el("td", {
          colspan: this.main.length }, below.map(i => this.item(row, i)))));
    }
    this.body.replaceChildren(...lines);
    const way = this.saySorting();
    this.heads.forEach((head, k) => head.setAttribute("aria-sort",
      this.main[k] === this.sortBy ? way : "none"));
    this.say(rows);
  }

  say(rows) {
    const { table } = this;
    const total = table.total_rows || table.rows.length;
    const parts = [];
    if (rows.length < table.rows.length)
      parts.push(`${count(rows.length)} of ${count(table.rows.length)} rows ` +
                 `match the ${this.search ? "search" : "selection"}`);
    if (total > table.rows.length)
      parts.push(`${count(table.rows.length)} of ${count(total)
        } rows are in this page; use --all for all`);
    this.state.textContent = parts.length ? `${parts.join("; ")}.` : "";
    this.state.hidden = parts.length === 0;
    this.more.hidden = rows.length <= SHOWN;
    this.more.textContent = this.all ? "Fewer rows"
      : `All ${count(rows.length)} rows`;
    this.element.classList.toggle("none", this.search !== "" &&
                                  rows.length === 0);
  }
}

/* A table of one row is a list of facts. */
function factsView(name, table) {
  const [row] = table.rows;
  return { element: el("section", { class: "table", id: `table-${name}` },
    el("h4", {}, table.title), el("table", { class: "list",
      "aria-label": table.title }, el("tbody", {},
      table.columns.map((column, i) => {
        if (row[i] === null)
          return null;
        const { unit, write } = writer(table, i);
        return el("tr", {}, defined(el("th", { scope: "row",
          "data-column": column.name }, titleOf(column)), column.definition),
                  el("td", { "data-value": row[i] },
                     `${write(row[i])} ${unit}`));
      })))),
           table, search: "", fill() {
             const text = this.element.textContent.toLowerCase();
             this.element.classList.toggle("none", this.search !== "" &&
               !text.includes(this.search.toLowerCase()));
           }, widen() {} };
}

const isTooWide = ({ grid, element, main }) => grid && main.length > 2 &&
  grid.offsetWidth > element.clientWidth;

/* No table is wider than the page.  All are measured before any is changed: that
 * is one layout of the page for a column less. */
function fitAll(views) {
  for (let wide = views.filter(isTooWide); wide.length > 0;
       wide = wide.filter(isTooWide))
    wide.forEach(view => view.arrange(view.main.length - 1));
}

/* The only table of a section needs no heading that says the same. */
function saidOnce(part) {
  const titles = part.querySelectorAll("h4");
  if (titles.length === 1 &&
    part.firstChild.textContent === titles[0].textContent)
    titles[0].remove();
}

/* Tables in the order of the report, under the headings of their sections. */
export function tablesView(model, selection) {
  const views = Object.entries(model.report.tables)
    .filter(([, table]) => table.rows.length > 0)
    .map(([name, table]) => (name === "run" ? factsView(name, table)
      : new TableView(name, table, model, selection)));
  const search = el("input", { type: "search", id: "search",
                               placeholder: "Search all tables ( / )",
                               "aria-label": "Search all tables" });
  const found = el("span", { class: "muted", role: "status" });
  const parts = [];
  const bySection = new Map();
  for (const view of views) {
    const number = view.table.section;
    if (!bySection.has(number)) {
      const part = el("section", { class: "part", id: `section-${number}` },
                      el("h3", {}, SECTIONS[number] || ""));
      bySection.set(number, part);
      parts.push(part);
    }
    bySection.get(number).append(view.element);
  }
  parts.forEach(saidOnce);
  const index = el("nav", { class: "index", "aria-label": "Sections" },
    parts.map(part => el("a", { href: `#${part.id}` },
                         part.firstChild.textContent)));
  const update = () => {
    for (const view of views) {
      view.search = search.value.trim();
      view.fill();
    }
    fitAll(views);
    parts.forEach((part, i) => {
      part.hidden = index.children[i].hidden = search.value.trim() !== "" &&
        part.querySelectorAll(".table:not(.none)").length === 0;
    });
    const left = views.filter(v => !v.element.classList.contains("none"));
    found.textContent = search.value.trim() === "" ? ""
      : `found in ${left.length} of ${views.length} tables`;
  };
  let timer = 0;
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(update, 60);
  });
  selection.watch(update);
  return { views, search, states: [searchState("search", search)],
           refit: () => {
             views.forEach(view => view.widen());
             fitAll(views);
           },
           node: card("tables", "Tables",
                      "Everything in the text report, and more. Click a " +
                      "heading to sort; click a rank, procedure, region or " +
                      "sampled function in a cell to select it.",
                      el("div", { class: "tools" }, search, found), index,
                      parts) };
}

