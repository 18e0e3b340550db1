/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * text_cell.h - one cell of a table as text, rounded for people.
 */
#ifndef RENDER_TEXT_CELL_H
#define RENDER_TEXT_CELL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/human.h"
#include "base/text/strbuf.h"
#include "report/table.h"

bool text_is_time(enum cell_kind kind);
bool text_is_ratio(enum cell_kind kind);
/* Absolute value of a time, ns. */
uint64_t text_time_of(const struct cell *cell);

/* Formats a cell for a column whose heading has the unit; unit: for times. */
void text_cell(struct strbuf *out, const struct column *column,
               const struct cell *cell, const struct time_unit *unit);
/* Appends at most `width' columns of spelled text and returns their number.
 * Template arguments, which tell least, go first, then the outer folders of a
 * path, then where a function is, then the end. */
int text_put_short(struct strbuf *out, const char *text, int width);
/* Formats a cell with its own unit: "3.90 s", "81.3 %". */
void text_cell_alone(struct strbuf *out, const struct column *column,
                     const struct cell *cell);

#endif
