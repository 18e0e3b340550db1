/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/run/run_options.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/ranklist.h"
#include "model/profile.h"
#include "settings/function_rules.h"
#include "settings/settings.h"
#include "settings/trace_rules.h"

/* Says what MPI_Init would say about a list of ranks, however many exist. */
static void check_trace(const char *text, struct strbuf *problems)
{
    struct ranklist list;
    bool on;

    if (text[0] == '\0' || settings_word(text, &on))
        return;
    log_hold();
    if (ranklist_parse_part(text, 1, &list, &on) == STATUS_OK)
        ranklist_clear(&list);
    else
        strbuf_printf(problems,
                      "MPIPROF_TRACE=%.80s is not on, off or a "
                      "list of ranks such as 0-15,64",
                      text);
    log_release(NULL);
}

static void check_counters(const char *text, struct strbuf *problems)
{
    int count = settings_count(text);

    if (count > PROFILE_COUNTERS)
        strbuf_printf(problems,
                      "MPIPROF_COUNTERS names %d counters: at most %d can be "
                      "counted",
                      count, PROFILE_COUNTERS);
}

/* Says what MPI_Init would say about rules. */
static void check_rules(const struct settings *settings,
                        struct strbuf *problems)
{
    struct trace_rules *rules;
    struct function_rules functions;
    char *ignored;

    if (trace_rules_read(settings->text[SETTING_TRACE_SKIP],
                         settings->text[SETTING_TRACE_ONLY], &rules,
                         problems) == STATUS_OK)
        trace_rules_destroy(rules);
    function_rules_read(settings->text[SETTING_FUNCTIONS], &functions,
                        problems);
    function_rules_clear(&functions);
    ignored = strstr(strbuf_text(problems), SETTINGS_RULE_IGNORED);
    if (ignored == NULL)
        return;
    while (ignored > problems->text && ignored[-1] == '.')
        ignored--;
    strbuf_truncate(problems, (size_t)(ignored - problems->text));
}

static void check_setting(const char *variable, struct strbuf *problems)
{
    char *environment[] = { (char *)variable, NULL };
    struct settings settings;

    settings_read(&settings, environment, problems);
    if (problems->length > 0) {
        strbuf_truncate(problems, strcspn(problems->text, ";\n"));
        return;
    }
    check_trace(settings.text[SETTING_TRACE], problems);
    check_counters(settings.text[SETTING_COUNTERS], problems);
    check_rules(&settings, problems);
}

static int setting_put(int which, const char *value)
{
    const char *name = setting_table[which].name;
    struct strbuf variable = { 0 }, problems = { 0 };
    int answer = -1;

    strbuf_printf(&variable, "%s=%s", name, value);
    check_setting(strbuf_text(&variable), &problems);
    if (problems.length > 0)
        answer = command_usage(run_command(), "%s", strbuf_text(&problems));
    else if (setenv(name, value, 1) != 0)
        answer = EXIT_FAILED;
    strbuf_clear(&variable);
    strbuf_clear(&problems);
    return answer;
}

int run_settings_set(const struct run_request *request)
{
    int answer = -1;

    for (int i = 0; i < SETTING_COUNT && answer < 0; i++)
        if (request->settings[i] != NULL)
            answer = setting_put(i, request->settings[i]);
    return answer;
}
