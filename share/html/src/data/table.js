/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of the report, as rows of named values; none without the table. */

export const rowsOf = table => (table ? table.rows.map(
  row => Object.fromEntries(table.columns.map(
    (column, i) => [column.name, row[i]]))) : []);

/* Rows of a table over time: from and to in ns. */
export const stretchesOf = table => rowsOf(table).map(
  row => ({ ...row, from: row.begin_s * 1e9,
            to: (row.begin_s + row.width_s) * 1e9 }));

export const definitionOf = (table, name) => {
  const column = table && table.columns.find(one => one.name === name);
  return column && column.definition;
};

export const titleOf = (table, name) => table.columns.find(
  one => one.name === name).title;
