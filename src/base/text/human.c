/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text/human.h"

#include <stddef.h>

struct time_unit human_time_unit(uint64_t ns)
{
    static const struct time_unit units[] = { { "ns", 1 },
                                              { "us", 1e3 },
                                              { "ms", 1e6 } };

    for (size_t i = 0; ns > 0 && i < sizeof(units) / sizeof(units[0]); i++)
        if ((double)ns < 999.5 * units[i].ns)
            return units[i];
    return (struct time_unit){ "s", 1e9 };
}

int human_decimals(double value, int digits, int most)
{
    double limit = 1, scaled = value;
    int decimals = 0;

    for (int i = 0; i < digits; i++)
        limit *= 10;
    while (decimals < most && scaled * 10 + 0.5 < limit) {
        scaled *= 10;
        decimals++;
    }
    return decimals;
}

void human_time(struct strbuf *out, uint64_t ns, int digits)
{
    struct time_unit unit = human_time_unit(ns);
    double value = (double)ns / unit.ns;
    int most = ns == 0 || unit.ns == 1 ? 0 : digits - 1;

    strbuf_printf(out, "%.*f %s", human_decimals(value, digits, most), value,
                  unit.name);
}

void human_bytes(struct strbuf *out, uint64_t bytes)
{
    static const char *const units[] = { "KiB", "MiB", "GiB",
                                         "TiB", "PiB", "EiB" };
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
    strbuf_printf(out, "%.*f %s", human_decimals(value, 3, 2), value,
                  units[unit]);
}
