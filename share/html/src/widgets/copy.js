/* SPDX-License-Identifier: BSD-3-Clause */
/* Takes parts of the page elsewhere: tables as CSV and Markdown, pictures as PNG
 * and SVG, the verdict as Markdown. */
import { themeColor } from "../base/colors.js";
import { el } from "../base/dom.js";
import { percent } from "../base/format.js";
import { svgOf } from "./svg.js";

/* A file that the browser saves. */
function save(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/* A page from a file may not have the clipboard of its own. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { class: "copied" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

const button = (text, title, act) => el("button", { type: "button", title,
  onclick: async event => {
    const { currentTarget } = event;
    await act();
    currentTarget.textContent = "\u2713";
    setTimeout(() => {
      currentTarget.textContent = text;
    }, 1200);
  } }, text);

const field = value => (value === null ? ""
  : /[",\n\r]/.test(String(value)) ? `"${String(value).replaceAll("\"",
    "\"\"")}"` : String(value));

/* As --format csv has it: names of columns, exact values. */
export const csv = ({ columns }, rows) => [columns.map(
  column => field(column.name)), ...rows.map(row => row.map(field))].map(
  line => `${line.join(",")}\n`).join("");

const plain = text => String(text).replace(/[|\\]/g, "\\$&")
  .replace(/\s+/g, " ");

/* As it reads; numbers are at the right. */
const markdown = (heads, rows, right) => [
  heads, heads.map((_, i) => (right[i] ? "---:" : "---")), ...rows].map(
  line => `| ${line.map(plain).join(" | ")} |\n`).join("");

/* Buttons of a table, as they are when one is pressed: name() of the file,
 * table() and rows() that are left, shown() what is read: [heads, rows,
 * right]. */
export const tableTools = (name, table, rows, shown) => el("p", {
  class: "save" },
  button("CSV", "Save these rows as CSV, with all digits", () => save(
    new Blob([csv(table(), rows())], { type: "text/csv" }), `${name()}.csv`)),
  button("Markdown", "Copy these rows as a table in Markdown", () => copy(
    markdown(...shown()))));

const cells = row => [...row.children].map(cell => cell.textContent);

/* Of a picture made of the rows of a table: all of them as CSV, and what is shown
 * as Markdown. */
export const viewTools = (name, table, shown) => tableTools(
  name, table, () => table().rows, () => [
    cells(shown.querySelector("thead tr")),
    [...shown.querySelectorAll("tbody tr")].map(cells),
    [...shown.querySelectorAll("thead th")].map(
      head => head.classList.contains("number"))]);

const fileName = picture => picture.canvas.getAttribute("aria-label")
  .replace(/:.*/, "").trim().toLowerCase().replace(/\W+/g, "-");

/* On the ground of the page, at the resolution of the screen. */
function png(picture) {
  const copyOf = document.createElement("canvas");
  copyOf.width = picture.canvas.width;
  copyOf.height = picture.canvas.height;
  const context = copyOf.getContext("2d");
  context.fillStyle = themeColor("card");
  context.fillRect(0, 0, copyOf.width, copyOf.height);
  context.drawImage(picture.canvas, 0, 0);
  return new Promise(resolve => copyOf.toBlob(resolve));
}

export const pictureTools = picture => el("p", { class: "save" },
  button("PNG", "Save this picture as PNG", async () => save(
    await png(picture), `${fileName(picture)}.png`)),
  button("SVG", "Save this picture as SVG", () => save(new Blob(
    [svgOf(picture)], { type: "image/svg+xml" }), `${fileName(picture)}.svg`)));

/* The verdict and the efficiencies, to be pasted into a mail or an issue; of two
 * runs those of both. */
function verdictText({ report }) {
  const { efficiency, compare_efficiency: both } = report.tables;
  const table = efficiency || both;
  const values = efficiency ? ["value"] : ["a", "b"];
  const at = name => table.columns.findIndex(column => column.name === name);
  const rows = !table ? [] : table.rows.filter(row => values.some(
    name => row[at(name)] !== null)).map(row => [row[at("term")].trim(),
    ...values.map(name => (row[at(name)] === null ? ""
      : percent(row[at(name)])))]);
  return `${report.verdict.map(text => text.replace(/\s+/g, " ").trim())
    .join("\n\n")}\n${rows.length > 0 ? `\n${markdown(["efficiency",
    ...efficiency ? [""] : ["A", "B"]], rows, [false, true, true])}` : ""}`;
}

export const verdictTools = model => el("p", { class: "save" },
  button("Markdown", "Copy the verdict as Markdown",
         () => copy(verdictText(model))));
