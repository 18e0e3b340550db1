/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/complete.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text/affix.h"
#include "tools/entries.h"
#include "tools/options.h"
#include "tools/run/run_options.h"

/* A line, if it begins like the last word. */
static void offer_word(const char *last, const char *word, const char *what)
{
    if (strncmp(word, last, strlen(last)) == 0)
        printf("%s\t%s\n", word, what == NULL ? "" : what);
}

/* Words as they are typed: not RANKS, and not 1..64. */
static void offer_words(const char *last, const char *words)
{
    char word[WORD_MOST];

    while (words != NULL && command_word(&words, word))
        if (islower((unsigned char)word[0]) && strchr(word, '.') == NULL)
            offer_word(last, word, NULL);
}

static void offer_tables(const struct command *command, const char *last,
                         bool columns)
{
    const struct table_form *form;

    for (size_t i = 0; (form = tables_at(command->tables, i)) != NULL; i++) {
        if (!columns)
            offer_word(last, form->name, form->title);
        for (size_t k = 0; columns && k < form->column_count; k++)
            offer_word(last, form->columns[k].name, form->name);
    }
}

static void offer_value(const struct command *command,
                        const struct option_row *row, const char *last)
{
    offer_words(last, row->words);
    if (row->kind == VALUE_TABLE || row->kind == VALUE_COLUMN)
        offer_tables(command, last, row->kind == VALUE_COLUMN);
    if (row->kind == VALUE_FILE || strcmp(row->argument, "FILE") == 0 ||
        strcmp(row->argument, "DIR") == 0)
        printf(":files\n");
}

static void offer_options(const struct command *command, const char *last)
{
    const struct option_row *row;

    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++) {
        char word[WORD_MOST];

        snprintf(word, sizeof(word), "--%s", row->name);
        offer_word(last, word, row->help != NULL ? row->help : row->words);
    }
}

/* The option whose value follows this part of the word; NULL: none does. */
static const struct option_row *option_of(const struct command *command,
                                          const char *word, size_t length)
{
    const struct option_row *row;

    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++) {
        char name[WORD_MOST], letter[] = { '-', row->letter, '\0' };

        snprintf(name, sizeof(name), "--%s", row->name);
        if (row->argument != NULL &&
            ((strlen(name) == length && strncmp(word, name, length) == 0) ||
             (row->letter != 0 && strcmp(word, letter) == 0)))
            return row;
    }
    return NULL;
}

static bool takes_value(const struct command *command, const char *word)
{
    return option_of(command, word, strlen(word)) != NULL;
}

/* The option whose value the last word is: "j" behind "--format", or
 * "--format=j", from which *last becomes "j"; NULL: no value. */
static const struct option_row *option_before(const struct command *command,
                                              const char *before,
                                              const char **last)
{
    const char *equals = starts_with(*last, "--") ? strchr(*last, '=') : NULL;
    const char *typed = *last;

    if (equals == NULL)
        return option_of(command, before, strlen(before));
    *last = equals + 1;
    return option_of(command, typed, (size_t)(equals - typed));
}

static void offer_commands(const char *last)
{
    const struct command *const *command = program_report.commands;

    for (; *command != NULL; command++)
        if (strcmp((*command)->name, (*command)->called) != 0)
            offer_word(last, (*command)->name, (*command)->title);
}

static void offer_entry(const struct entry *entry, void *context)
{
    if (entry->kind != ENTRY_SECTION)
        offer_word(context, entry->name, entry->title);
}

/* Words that are no options. */
static void offer_plain(const struct command *command, int count, char **words)
{
    char *last = words[count - 1];

    if (command == &cmd_explain) {
        entries_each(offer_entry, last);
    } else if (command == &cmd_help) {
        offer_commands(last);
        for (const struct help_topic *topic = help_topics; topic->name != NULL;
             topic++)
            offer_word(last, topic->name, topic->title);
    } else {
        if (command == &cmd_report && count == 2)
            offer_commands(last);
        printf(":files\n");
    }
}

/* Behind its program mpiprof-run has no options. */
static void complete_run(int count, char **words)
{
    const struct command *run = run_command();
    const struct option_row *row = NULL;
    const char *last = words[count - 1];
    int at = 1;

    while (at < count - 1 && words[at][0] == '-')
        at += takes_value(run, words[at]) ? 2 : 1;
    if (at >= count - 1)
        row = option_before(run, at == count ? words[count - 2] : "", &last);
    if (row != NULL)
        offer_value(run, row, last);
    else if (at == count - 1 && words[at][0] == '-')
        offer_options(run, words[at]);
    else
        printf(at == count - 1 ? ":commands\n:files\n" : ":files\n");
}

static void complete_report(const struct command *command, int count,
                            char **words)
{
    const struct command *named = command_find(&program_report, words[1]);
    const char *last = words[count - 1];
    const struct option_row *row;

    if (command == &cmd_report && count > 2 && named != NULL)
        command = named;
    if (command == &cmd_help && count == 4 && last[0] == '-' &&
        (named = command_find(&program_report, words[2])) != NULL)
        command = named;
    row = option_before(command, words[count - 2], &last);
    if (row != NULL)
        offer_value(command, row, last);
    else if (words[count - 1][0] == '-')
        offer_options(command, words[count - 1]);
    else
        offer_plain(command, count, words);
}

/* bash has "--format", "=", "j" of --format=j. */
static int drop_equals(int count, char **words)
{
    int kept = 1;

    for (int i = 1; i < count; i++)
        if (strcmp(words[i], "=") != 0)
            words[kept++] = words[i];
        else if (i == count - 1)
            words[kept++] = words[i] + 1;
    return kept;
}

int complete(int count, char **words)
{
    const struct command *command;
    const char *slash, *name;

    if (count < 2)
        return EXIT_USAGE;
    count = drop_equals(count, words);
    slash = strrchr(words[0], '/');
    name = slash == NULL ? words[0] : slash + 1;
    command = command_find(&program_report, name);
    if (command != NULL)
        complete_report(command, count, words);
    else
        complete_run(count, words);
    return EXIT_OK;
}
