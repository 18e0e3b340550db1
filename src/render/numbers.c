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

void numbers_bytes(struct strbuf *out, uint64_t bytes)
{
    static const char *const units[] = { "KiB", "MiB", "GiB", "TiB", "PiB",
                                         "EiB" };
    double value = (double)bytes / 1024;
    int unit = 0;

    if (bytes < 1024) {
        strbuf_printf(out, "%u B", (unsigned)bytes);
        return;
    }
    while (value >= 1023.5 && unit < 5) {
        value /= 1024;
        unit++;
    }
    strbuf_printf(out, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0,
                  value, units[unit]);
}

struct time_unit numbers_time_unit(uint64_t largest_ns)
{
    struct time_unit unit = { "s", 1e9, 4 };
    double value;

    if (largest_ns < 1000000 && largest_ns > 0)
        unit = (struct time_unit){ "us", 1e3, 3 };
    else if (largest_ns < 1000000000 && largest_ns > 0)
        unit = (struct time_unit){ "ms", 1e6, 3 };
    value = (double)largest_ns / unit.ns;
    for (double step = 10; value >= step && unit.decimals > 1; step *= 10)
        unit.decimals--;
    return unit;
}

void numbers_refine(struct time_unit *unit, uint64_t smallest_ns)
{
    double value = (double)smallest_ns / unit->ns;

    for (int decimals = 1; decimals < 4; decimals++) {
        value *= 10;
        if (value >= 9.95)
            break;
        if (unit->decimals < decimals + 1)
            unit->decimals = decimals + 1;
    }
}

void numbers_time(struct strbuf *out, const struct time_unit *unit,
                  uint64_t ns)
{
    strbuf_printf(out, "%.*f", unit->decimals, (double)ns / unit->ns);
}
