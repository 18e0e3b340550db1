/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
    strbuf_puts(out, text);
}
