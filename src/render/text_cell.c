/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/text_cell.h"

#include <math.h>

#include "render/cell_text.h"

#define DIGITS 4 /* of times that count */
#define MOST_DECIMALS 4

bool text_is_time(enum cell_kind kind)
{
    return kind == CELL_NS || kind == CELL_NS_MORE;
}

bool text_is_ratio(enum cell_kind kind)
{
    return kind == CELL_RATIO || kind == CELL_RATIO_MORE;
}

uint64_t text_time_of(const struct cell *cell)
{
    return cell->kind == CELL_NS ? cell->as.number : table_magnitude(cell);
}

/* What is there, however little, is never shown as nothing.  sign: that of a
 * difference, or "". */
static void put_real(struct strbuf *out, double value, int decimals,
                     const char *sign)
{
    double least = 0.5;

    for (int i = 0; i < decimals; i++)
        least /= 10;
    if (value == 0)
        strbuf_puts(out, "0");
    else if (value > 0 && value < least)
        strbuf_printf(out, "<%s%.*f", sign, decimals, 2 * least);
    else
        strbuf_printf(out, "%s%.*f", sign, decimals, value);
}

static const char *sign_of(double value)
{
    return value < 0 ? "-" : "+";
}

static void put_time(struct strbuf *out, const struct time_unit *unit,
                     uint64_t ns, const char *sign)
{
    double value = (double)ns / unit->ns;
    int most = unit->ns == 1 ? 0 : MOST_DECIMALS;

    put_real(out, value, human_decimals(value, DIGITS, most), sign);
}

/* Four digits, but no exponent where the number without is as short. */
static void put_plain(struct strbuf *out, double value)
{
    bool long_one =
        (value >= 1e4 || value <= -1e4) && value < 1e7 && value > -1e7;

    strbuf_printf(out, long_one ? "%.0f" : "%.4g", value);
}

void text_cell(struct strbuf *out, const struct column *column,
               const struct cell *cell, const struct time_unit *unit)
{
    switch (cell->kind) {
    case CELL_EMPTY: strbuf_puts(out, "-"); break;
    case CELL_TEXT: cell_text(out, column, cell->as.text, true); break;
    case CELL_INTEGER:
        strbuf_printf(out, "%lld", (long long)cell->as.integer);
        break;
    case CELL_COUNT:
        strbuf_printf(out, "%llu", (unsigned long long)cell->as.number);
        break;
    case CELL_NS: put_time(out, unit, cell->as.number, ""); break;
    case CELL_NS_MORE:
        put_time(out, unit, text_time_of(cell),
                 sign_of((double)cell->as.integer));
        break;
    case CELL_BYTES: human_bytes(out, cell->as.number); break;
    case CELL_RATIO: put_real(out, 100 * cell->as.real, 1, ""); break;
    case CELL_RATIO_MORE:
        put_real(out, fabs(100 * cell->as.real), 1, sign_of(cell->as.real));
        break;
    case CELL_REAL: put_plain(out, cell->as.real); break;
    }
}

void text_cell_alone(struct strbuf *out, const struct column *column,
                     const struct cell *cell)
{
    static const struct time_unit none = { "", 1 };

    if (text_is_time(cell->kind)) {
        if (cell->kind == CELL_NS_MORE && cell->as.integer != 0)
            strbuf_puts(out, sign_of((double)cell->as.integer));
        human_time(out, text_time_of(cell), DIGITS);
        return;
    }
    text_cell(out, column, cell, &none);
    if (text_is_ratio(cell->kind))
        strbuf_puts(out, " %");
}
