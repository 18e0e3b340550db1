/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_help.c - mpiprof-report help WORD: the manual of a command, an option, a
 * topic.
 */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/text/fuzzy_match.h"
#include "render/paragraph.h"
#include "settings/settings.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/run/run_prefix.h"

#define COLUMNS 80

const struct help_topic help_topics[] = {
    { "advice", "advice", "the suggestions, and their rules" },
    { "building", "building", "building mpiprof" },
    { "exports", "exports", "a run in other programs" },
    { "faults", "faults", "what is lost when something goes wrong" },
    { "first-hour", "first-hour", "from a cluster account to an answer" },
    { "formats", "report-formats", "reports for programs: JSON and CSV" },
    { "hooks", "hooks", "Kokkos, NVTX, OpenMP, functions of the program" },
    { "html", "html", "the HTML report" },
    { "profile-format", "profile-format", "the profile file, run.mpiprof" },
    { "python-files", "python-files", "files of other Python profilers" },
    { "python-programs", "python-programs", "measuring Python programs" },
    { "python-profiles", "python", "profiles of Python's cProfile" },
    { "python-tables", "python-tables", "times and tables in Python" },
    { "ranks", "many-ranks", "runs with many ranks" },
    { "resources", "resources", "memory, CPU, energy of hosts" },
    { "robustness", "robustness", "damaged and hostile files" },
    { "sampling", "sampling", "functions and lines that take the time" },
    { "several-runs", "several-runs", "compare, scaling, history" },
    { "settings", NULL, "the MPIPROF_* settings" },
    { "traces", "trace-format", "what is in run.otf2" },
    { "wait-states", "wait-states", "who waited for whom, and why" },
    { "waiting", "waiting", "runs that hang or die" },
    { NULL, NULL, NULL },
};

static int write_out(struct strbuf *text)
{
    enum status status = output_print(text);

    strbuf_clear(text);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

static int list_all(void)
{
    const struct help_topic *topic = help_topics;
    struct strbuf text = { 0 };

    strbuf_printf(&text, "usage: %s\n\nCommands:\n", cmd_help.usage);
    command_list(&text, &program_report);
    strbuf_puts(&text, "Topics:\n");
    for (; topic->name != NULL; topic++)
        strbuf_printf(&text, "  %-17s%s\n", topic->name, topic->title);
    return write_out(&text);
}

/* ---- topics ---- */

static FILE *open_page(const char *page, struct strbuf *path)
{
    FILE *file = NULL;

    if (run_prefix(path, "/share/doc/mpiprof/"))
        strbuf_printf(path, "%s.md", page);
    file = fopen(strbuf_text(path), "r");
    if (file != NULL)
        return file;
    strbuf_truncate(path, 0);
    strbuf_printf(path, MPIPROF_DOCDIR "/%s.md", page);
    return fopen(strbuf_text(path), "r");
}

static int show_page(const char *page)
{
    struct strbuf path = { 0 }, text = { 0 };
    FILE *file;
    int c;

    file = open_page(page, &path);
    if (file == NULL)
        log_warn("%s is not installed; see share/doc/%s.md in mpiprof's "
                 "source",
                 strbuf_text(&path), page);
    while (file != NULL && (c = fgetc(file)) != EOF)
        strbuf_putc(&text, (char)c);
    if (file != NULL)
        fclose(file);
    strbuf_clear(&path);
    return text.length > 0 ? write_out(&text) : EXIT_FAILED;
}

static int show_topic(const struct help_topic *topic)
{
    struct strbuf text = { 0 };

    if (topic->page != NULL)
        return show_page(topic->page);
    settings_help(&text, COLUMNS);
    return write_out(&text);
}

static const struct help_topic *find_topic(const char *name)
{
    const struct help_topic *topic = help_topics;

    while (topic->name != NULL && strcmp(topic->name, name) != 0 &&
           (topic->page == NULL || strcmp(topic->page, name) != 0))
        topic++;
    return topic->name == NULL ? NULL : topic;
}

/* ---- options ---- */

/* "mpiprof-report, mpiprof-report export" */
static void list_commands(struct strbuf *out, unsigned bits)
{
    const struct command *const *command = program_report.commands;
    bool any = false;

    for (; *command != NULL; command++) {
        if (((*command)->bit & bits) == 0)
            continue;
        strbuf_printf(out, "%s%s", any ? ", " : "", (*command)->called);
        any = true;
    }
}

static void add_option(struct strbuf *out, const struct option_row *row)
{
    struct strbuf text = { 0 };

    list_commands(&text, row->commands);
    strbuf_printf(out, "--%s%s%s\n", row->name,
                  row->argument != NULL ? " " : "",
                  row->argument != NULL ? row->argument : "");
    text_paragraph(out, "  of ", strbuf_text(&text), COLUMNS);
    strbuf_truncate(&text, 0);
    command_describe(&text, row);
    text_paragraph(out, "    ", strbuf_text(&text), COLUMNS);
    if (row->details != NULL)
        text_paragraph(out, "    ", row->details, COLUMNS);
    strbuf_clear(&text);
}

/* command NULL: any. */
static int show_option(const struct command *command, const char *name)
{
    const struct option_row *row = program_report.options;
    struct fuzzy_match match = { .typed = name };
    struct strbuf text = { 0 };

    for (; row->name != NULL; row++) {
        if (command != NULL && (row->commands & command->bit) == 0)
            continue;
        fuzzy_match_offer(&match, row->name, row->name);
        if (strcmp(row->name, name) == 0)
            add_option(&text, row);
    }
    if (text.length > 0)
        return write_out(&text);
    if (match.name == NULL)
        return command_usage(&cmd_help, "there is no option --%s", name);
    return command_usage(&cmd_help,
                         "there is no option --%s; did you mean "
                         "--%s?",
                         name, match.name);
}

/* ---- words ---- */

static int refuse_word(const char *name)
{
    struct fuzzy_match match = { .typed = name };

    for (const struct help_topic *topic = help_topics; topic->name; topic++)
        fuzzy_match_offer(&match, topic->name, topic->name);
    for (size_t i = 0; program_report.commands[i] != NULL; i++)
        fuzzy_match_offer(&match, program_report.commands[i]->name,
                          program_report.commands[i]->name);
    if (match.name != NULL)
        return command_usage(&cmd_help,
                             "%s is neither a command nor a topic; did you "
                             "mean %s?",
                             name, match.name);
    if (strncmp(name, "MPIPROF_", strlen("MPIPROF_")) == 0)
        log_warn("%s: mpiprof-report help settings lists the settings", name);
    else
        log_warn("'%s' is neither a command nor a topic; mpiprof-report help "
                 "lists them, and mpiprof-report explain defines the report's "
                 "terms",
                 name);
    return EXIT_USAGE;
}

static int run_help(int count, char **arguments)
{
    const char *name = count > 1 ? arguments[1] : NULL;
    const struct command *command;
    const struct help_topic *topic;
    struct options options;
    int answer;

    if (count == 2 && strncmp(name, "--", 2) == 0 &&
        strcmp(name, "--help") != 0)
        return show_option(NULL, name + strspn(name, "-"));
    command = count == 3 ? command_find(&program_report, name) : NULL;
    if (command != NULL)
        return show_option(command, arguments[2] + strspn(arguments[2], "-"));
    answer = options_parse(&options, &cmd_help, count, arguments);
    if (answer >= 0)
        return answer;
    name = arguments[optind];
    if (name == NULL)
        return list_all();
    if (optind + 1 < count)
        return command_usage(&cmd_help, "give one word, or a command and its "
                                        "option");
    command = command_find(&program_report, name);
    topic = find_topic(name);
    return command != NULL ? command_help(command)
           : topic != NULL ? show_topic(topic)
                           : refuse_word(name);
}

const struct command cmd_help = {
    .name = "help",
    .called = "mpiprof-report help",
    .program = &program_report,
    .bit = FOR_HELP,
    .usage = "mpiprof-report help [COMMAND [OPTION]|TOPIC|--OPTION]",
    .title = "the manual of a command, an option or a topic",
    .summary =
        "Shows how to call a command, what an option does, or the page of "
        "share/doc on a\n"
        "topic.  Without arguments, lists commands and topics.",
    .examples = "mpiprof-report help sampling\n"
                "mpiprof-report help export format\n",
    .run = run_help,
};
