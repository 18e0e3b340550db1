/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * settings.c - lines NAME=VALUE as in the environment; MPIPROF_TRACE lists of
 * ranks, and the rules of MPIPROF_TRACE_SKIP and _ONLY, which are applied.
 */
#include <stdlib.h>
#include <string.h>

#include "base/ranklist.h"
#include "fuzz.h"
#include "settings/settings.h"
#include "settings/trace_rules.h"

#define LINES_MOST 32
#define RANKS 100

static void check_lines(const struct strbuf *problems)
{
    const char *at = strbuf_text(problems);

    for (; *at != '\0'; at++)
        fuzz_check(*at == '\n' || ((unsigned char)*at >= ' ' && *at != 127),
                   "problems without control characters");
}

static void read_ranks(const char *text)
{
    struct ranklist list = { 0 };

    if (ranklist_parse(text, RANKS, &list) != STATUS_OK) {
        fuzz_check(fuzz_lines() > 0, "a bad list of ranks is told");
        return;
    }
    for (size_t i = 0; i < list.count; i++)
        fuzz_check(list.members[i] >= 0 && list.members[i] < RANKS,
                   "ranks are in the run");
    ranklist_clear(&list);
}

static void apply_rules(const struct trace_rules *rules)
{
    struct remarks unmet = { 0 };
    struct strbuf text = { 0 };
    uint64_t met = 0;

    trace_rules_size(rules, 4096, &met);
    trace_rules_region(rules, "solve/exchange", "exchange", &met);
    trace_rules_take(rules, 1 << 20, true, &met);
    trace_rules_print(rules, true, &text);
    trace_rules_print(rules, false, &text);
    trace_rules_unmet(rules, met, &unmet);
    remarks_clear(&unmet);
    strbuf_clear(&text);
}

static void read_rules(const struct settings *settings,
                       struct strbuf *problems)
{
    struct trace_rules *rules = NULL;

    if (trace_rules_read(settings->text[SETTING_TRACE_SKIP],
                         settings->text[SETTING_TRACE_ONLY], &rules,
                         problems) == STATUS_OK && rules != NULL)
        apply_rules(rules);
    trace_rules_destroy(rules);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *lines[LINES_MOST + 1] = { 0 }, *rest;
    struct settings settings;
    struct strbuf problems = { 0 };

    if (text == NULL)
        return;
    memcpy(text, data, size);
    text[size] = '\0';
    rest = text;
    for (int i = 0; i < LINES_MOST && rest != NULL; i++)
        lines[i] = strsep(&rest, "\n");
    settings_read(&settings, lines, &problems);
    read_rules(&settings, &problems);
    check_lines(&problems);
    read_ranks(settings.text[SETTING_TRACE]);
    strbuf_clear(&problems);
    free(text);
}
