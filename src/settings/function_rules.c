/* SPDX-License-Identifier: BSD-3-Clause */
#include "settings/function_rules.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "settings/settings.h"

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

static bool add_pattern(const char *pattern, bool only,
                        struct function_rules *rules)
{
    if (pattern[0] == '\0' || rules->count == FUNCTION_RULES_MOST)
        return false;
    rules->patterns[rules->count++] =
        (struct function_pattern){ only, pattern };
    return true;
}

static bool read_rule(const char *rule, struct function_rules *rules)
{
    if (strcasecmp(rule, "fold:off") == 0) {
        rules->fold_calls = 0;
        return true;
    }
    if (strncasecmp(rule, "fold:", 5) == 0)
        return read_limits(rule + 5, rules);
    if (strncasecmp(rule, "only:", 5) == 0)
        return add_pattern(rule + 5, true, rules);
    return strncasecmp(rule, "skip:", 5) == 0 &&
           add_pattern(rule + 5, false, rules);
}

static void tell_wrong(const char *rule, struct strbuf *problems)
{
    strbuf_printf(problems,
                  "MPIPROF_FUNCTIONS: %.80s is not one of on, off, "
                  "fold:CALLS/TIME (such as fold:10000/1us), fold:off, "
                  "only:PATTERN, skip:PATTERN (%d patterns "
                  "at most)." SETTINGS_RULE_IGNORED "\n",
                  rule, FUNCTION_RULES_MOST);
}

void function_rules_read(const char *text, struct function_rules *rules,
                         struct strbuf *problems)
{
    char *rest = NULL;

    *rules = (struct function_rules){ .on = true,
                                      .fold_calls = FUNCTION_RULES_CALLS,
                                      .fold_ns = FUNCTION_RULES_NS };
    if (settings_word(text, &rules->on))
        return;
    rules->text = strdup(text);
    if (rules->text == NULL)
        return;
    for (char *rule = strtok_r(rules->text, ",", &rest); rule != NULL;
         rule = strtok_r(NULL, ",", &rest)) {
        rule += strspn(rule, " ");
        if (!read_rule(rule, rules))
            tell_wrong(rule, problems);
    }
}

void function_rules_clear(struct function_rules *rules)
{
    free(rules->text);
    *rules = (struct function_rules){ .on = false };
}

bool function_rules_skip(const struct function_rules *rules, const char *name)
{
    bool any_only = false, is_only = false;

    for (int i = 0; i < rules->count; i++) {
        bool met =
            name != NULL && fnmatch(rules->patterns[i].text, name, 0) == 0;

        if (met && !rules->patterns[i].only)
            return true;
        any_only = any_only || rules->patterns[i].only;
        is_only = is_only || met;
    }
    return any_only && !is_only;
}
