/*
 * text_cell.h - one cell of a table as text, rounded to what people read.
 */
#ifndef RENDER_TEXT_CELL_H
#define RENDER_TEXT_CELL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/human.h"
#include "base/strbuf.h"
#include "report/table.h"

bool text_is_time(enum cell_kind kind);
bool text_is_ratio(enum cell_kind kind);
/* ns of a time, without its sign. */
uint64_t text_time_of(const struct cell *cell);

/* As it stands below a heading with the unit; unit: of times. */
void text_cell(struct strbuf *out, const struct column *column,
               const struct cell *cell, const struct time_unit *unit);
/* With its own unit: "3.90 s", "81.3 %". */
void text_cell_alone(struct strbuf *out, const struct column *column,
                     const struct cell *cell);

#endif
