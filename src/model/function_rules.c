#include "model/function_rules.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/settings.h"

static double unit_ns(const char *unit)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };

    for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
        if (strcasecmp(unit, units[i].name) == 0)
            return units[i].ns;
    return 0;
}

/* CALLS/TIME */
static bool read_limits(const char *text, struct function_rules *rules)
{
    char *end;
    unsigned long long calls;
    double time;

    if (text[0] < '0' || text[0] > '9')
        return false;
    calls = strtoull(text, &end, 10);
    if (calls == 0 || *end != '/' || end[1] < '0' || end[1] > '9')
        return false;
    time = strtod(end + 1, &end) * unit_ns(end);
    if (!(time > 0) || time > 1e18)
        return false;
    rules->fold_calls = calls;
    rules->fold_ns = time;
    return true;
}

static bool read(const char *text, struct function_rules *rules)
{
    if (settings_word(text, &rules->on))
        return true;
    if (strncasecmp(text, "fold:", 5) != 0)
        return false;
    if (strcasecmp(text + 5, "off") == 0) {
        rules->fold_calls = 0;
        return true;
    }
    return read_limits(text + 5, rules);
}

void function_rules_read(const char *text, struct function_rules *rules,
                         struct strbuf *problems)
{
    const struct function_rules usual = { true, FUNCTION_RULES_CALLS,
                                          FUNCTION_RULES_NS };

    *rules = usual;
    if (read(text, rules))
        return;
    *rules = usual;
    strbuf_printf(problems, "MPIPROF_FUNCTIONS=%.200s: must be on, off, "
                  "fold:off or fold:CALLS/TIME such as fold:10000/1us; using "
                  "on\n", text);
}
