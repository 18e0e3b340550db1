/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/text_cell.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/text/affix.h"
#include "base/text/escape.h"
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

/* A value above zero, however little, is never shown as nothing.  sign: a
 * difference's, or "". */
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

#define FRACTION_MOST 0.001

/* "1/15000" for 6.666e-05. */
static void put_times(struct strbuf *out, double value)
{
    double times, digits;

    if (value <= 0 || value >= FRACTION_MOST) {
        put_plain(out, value);
        return;
    }
    times = 1 / value;
    digits = pow(10, floor(log10(times)) - 1);
    strbuf_printf(out, "1/%.0f", round(times / digits) * digits);
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
    case CELL_TIMES: put_times(out, cell->as.real); break;
    }
}

/* Behind the bracket that closes the one at `at'; NULL: none does. */
static const char *behind_arguments(const char *at)
{
    int open = 0;

    for (; *at != '\0'; at++) {
        open += *at == '<';
        open -= *at == '>' && at[-1] != '-';
        if (open == 0)
            return at + 1;
    }
    return NULL;
}

static bool is_letter(char letter)
{
    return letter == '_' || isalnum((unsigned char)letter);
}

#define LOCALS ".<locals>"    /* of a function in a Python function */
#define EXTENSION ".cpython-" /* and so on, up to .so, of a Python module */
#define NAMELESS ": function at " /* of a program without symbols */

/* "solve<...>" for "solve<Grid<double, 3>, true>", "step.<lambda>" for
 * "step.<locals>.<lambda>", "pw.x: 0x4a2c00" for "pw.x: function at 0x4a2c00",
 * "core: 0x51410" for "core.cpython-311-i386.so: function at 0x51410". */
static void drop_arguments(struct strbuf *out, const char *text)
{
    char before = '\0';

    for (; *text != '\0'; before = text[-1]) {
        const char *behind =
            *text == '<' && is_letter(before) ? behind_arguments(text) : NULL;

        if (behind != NULL && behind - text > (ptrdiff_t)strlen("<...>")) {
            strbuf_puts(out, "<...>");
            text = behind;
        } else if (starts_with(text, LOCALS)) {
            text += strlen(LOCALS);
        } else if (starts_with(text, EXTENSION)) {
            text += strcspn(text, ":+ ");
        } else if (starts_with(text, NAMELESS)) {
            strbuf_puts(out, ": ");
            text += strlen(NAMELESS);
        } else {
            strbuf_putc(out, *text++);
        }
    }
}

/* From where on it fits behind "..."; its end if no last part does. */
static const char *inner_parts(const char *text, int width)
{
    const char *at = text;

    if (text[0] == '\0' || strchr(text, ' ') != NULL)
        return text + strlen(text);
    while ((at = strchr(at + 1, '/')) != NULL)
        if (escape_width(at) + 3 <= width)
            return at;
    return text + strlen(text);
}

#define CALLER ", from "
#define LEAST_NAME 7 /* characters: more than "..." */

/* The length of the qualifier that a name begins with: "module::", the "pw.x: "
 * of "pw.x: 0x4a2c00", the "Part." of "Part.step.<listcomp>"; 0: none. */
static size_t qualifier_of(const char *text)
{
    size_t word = strcspn(text, " "), length = 0;
    const char *inner;

    if (word > 0 && starts_with(text + word - 1, ": 0x"))
        return word + 1;
    while (is_letter(text[length]))
        length++;
    if (length > 0 && starts_with(text + length, "::"))
        return length + 2;
    inner = strstr(text + length, ".<");
    return length > 0 && text[length] == '.' && inner > text + length &&
                   inner < text + word
               ? length + 1
               : 0;
}

/* Drops the outermost qualifier of each name; false: there is none. */
static bool drop_qualifiers(struct strbuf *text)
{
    struct strbuf out = { 0 };
    const char *at = strbuf_text(text);
    bool drops = false;

    while (*at != '\0') {
        size_t length = qualifier_of(at);

        drops = drops || length > 0;
        at += length;
        length = strcspn(at, " ");
        length += strspn(at + length, " ");
        strbuf_add(&out, at, length);
        at += length;
    }
    strbuf_clear(text);
    *text = out;
    return drops;
}

/* A call with its caller, "step (file.c:12), from run": keeps what tells it from
 * others, as far as there is room. */
static void shorten_call(struct strbuf *text, int width)
{
    const char *whole = strbuf_text(text), *caller = strstr(whole, CALLER);
    const char *at = caller;
    struct strbuf out = { 0 };

    if (caller == NULL || escape_width(whole) <= width)
        return;
    if (at > whole && at[-1] == ')') {
        while (at > whole && *at != '(')
            at--;
        at -= at > whole && at[-1] == ' ';
        strbuf_add(&out, whole, (size_t)(at - whole));
    } else {
        while (at > whole && *at != ':')
            at--;
        if (*at != ':')
            return;
        strbuf_add(&out, at, (size_t)(caller - at));
    }
    strbuf_puts(&out, caller + (out.length == 0 ? strlen(", ") : 0));
    if (escape_width(strbuf_text(&out)) > width) {
        strbuf_truncate(&out, 0);
        strbuf_puts(&out, caller + strlen(", "));
    }
    if (escape_width(strbuf_text(&out)) > width) {
        strbuf_clear(&out);
        return;
    }
    strbuf_clear(text);
    *text = out;
}

static int put_cut(struct strbuf *out, const char *text, int width)
{
    const char *inner = inner_parts(text, width);

    if (escape_width(text) <= width || *inner == '\0')
        return escape_put_call(out, text, width);
    strbuf_puts(out, "...");
    return 3 + escape_put_short(out, inner, width - 3);
}

/* A function and its caller: each keeps half of the width, or more if the other is
 * shorter. */
static int put_call(struct strbuf *out, const char *text, int width)
{
    const char *caller = strstr(text, CALLER);
    int room = width - (int)strlen(CALLER), rest, used;
    struct strbuf name = { 0 };

    if (caller == NULL || escape_width(text) <= width || room < 2 * LEAST_NAME)
        return put_cut(out, text, width);
    strbuf_add(&name, text, (size_t)(caller - text));
    caller += strlen(CALLER);
    rest = room - escape_width(caller);
    used = put_cut(out, strbuf_text(&name), rest > room / 2 ? rest : room / 2);
    strbuf_puts(out, CALLER);
    used += put_cut(out, caller, room - used);
    strbuf_end(&name, &out->failed);
    return used + (int)strlen(CALLER);
}

int text_put_short(struct strbuf *out, const char *text, int width)
{
    struct strbuf brief = { 0 };
    int used;

    strbuf_puts(&brief, "");
    if (escape_width(text) > width)
        drop_arguments(&brief, text);
    else
        strbuf_puts(&brief, text);
    while (escape_width(strbuf_text(&brief)) > width &&
           drop_qualifiers(&brief))
        continue;
    shorten_call(&brief, width);
    used = put_call(out, strbuf_text(&brief), width);
    strbuf_end(&brief, &out->failed);
    return used;
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
