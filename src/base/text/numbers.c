/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void numbers_seconds(struct strbuf *out, uint64_t ns)
{
    char digits[16];
    int last = 9;

    strbuf_printf(out, "%llu", (unsigned long long)(ns / 1000000000u));
    snprintf(digits, sizeof(digits), "%09u", (unsigned)(ns % 1000000000u));
    while (last > 0 && digits[last - 1] == '0')
        last--;
    if (last > 0)
        strbuf_printf(out, ".%.*s", last, digits);
}

/* The program's locale may write a decimal comma. */
static void put_plain_point(struct strbuf *out, const char *digits)
{
    bool point = false;

    for (; *digits != '\0'; digits++) {
        if (strchr("+-0123456789e", *digits) != NULL)
            strbuf_putc(out, *digits);
        else if (!point)
            strbuf_putc(out, '.');
        point = strchr("+-0123456789e", *digits) == NULL;
    }
}

void numbers_double(struct strbuf *out, double value)
{
    char text[40];

    if (!isfinite(value))
        return;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    put_plain_point(out, text);
}
