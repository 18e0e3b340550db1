/* SPDX-License-Identifier: BSD-3-Clause */
#include "complete.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "entries.h"
#include "options.h"
#include "run_options.h"

/* A line, if it begins like the last word. */
static void offer(const char *last, const char *word, const char *what)
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
            offer(last, word, NULL);
}

static void offer_tables(const struct command *command, const char *last,
                         bool columns)
{
    const struct table_form *form;

    for (size_t i = 0; (form = tables_at(command->tables, i)) != NULL; i++) {
        if (!columns)
            offer(last, form->name, form->title);
        for (size_t k = 0; columns && k < form->column_count; k++)
            offer(last, form->columns[k].name, form->name);
    }
}

static void offer_value(const struct command *command,
                        const struct option_row *row, const char *last)
{
    offer_words(last, row->words);
    if (row->kind == VALUE_TABLE || row->kind == VALUE_COLUMN)
        offer_tables(command, last, row->kind == VALUE_COLUMN);
    if (row->kind == VALUE_FILE || row->kind == VALUE_LIST)
        printf(":files\n");
}

static void offer_options(const struct command *command, const char *last)
{
    const struct option_row *row;

    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++) {
        char word[WORD_MOST];

        snprintf(word, sizeof(word), "--%s", row->name);
        offer(last, word, row->help != NULL ? row->help : row->words);
    }
}

/* The option whose value comes next; NULL: none does. */
static const struct option_row *option_of(const struct command *command,
                                          const char *word)
{
    const struct option_row *row;
    char letter[] = "-?";

    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++) {
        letter[1] = row->letter;
        if (row->argument != NULL && word[0] == '-' &&
            ((word[1] == '-' && strcmp(word + 2, row->name) == 0) ||
             (row->letter != 0 && strcmp(word, letter) == 0)))
            return row;
    }
    return NULL;
}

static void offer_commands(const char *last)
{
    const struct command *const *command = program_report.commands;

    for (; *command != NULL; command++)
        if (strcmp((*command)->name, (*command)->called) != 0)
            offer(last, (*command)->name, (*command)->title);
}

static void offer_entry(const struct entry *entry, void *context)
{
    if (entry->kind != ENTRY_SECTION)
        offer(context, entry->name, entry->title);
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
            offer(last, topic->name, topic->title);
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
    const struct option_row *row;
    int at = 1;

    while (at < count - 1 && words[at][0] == '-')
        at += option_of(run, words[at]) != NULL ? 2 : 1;
    row = at == count ? option_of(run, words[count - 2]) : NULL;
    if (row != NULL)
        offer_value(run, row, words[count - 1]);
    else if (at == count - 1 && words[at][0] == '-')
        offer_options(run, words[at]);
    else
        printf(at == count - 1 ? ":commands\n:files\n" : ":files\n");
}

static void complete_report(const struct command *command, int count,
                            char **words)
{
    const struct command *named = command_find(&program_report, words[1]);
    const struct option_row *row;

    if (command == &cmd_report && count > 2 && named != NULL)
        command = named;
    row = option_of(command, words[count - 2]);
    if (row != NULL)
        offer_value(command, row, words[count - 1]);
    else if (words[count - 1][0] == '-')
        offer_options(command, words[count - 1]);
    else
        offer_plain(command, count, words);
}

int complete(int count, char **words)
{
    const struct command *command;
    const char *slash, *name;

    if (count < 2)
        return EXIT_USAGE;
    slash = strrchr(words[0], '/');
    name = slash == NULL ? words[0] : slash + 1;
    command = command_find(&program_report, name);
    if (command != NULL)
        complete_report(command, count, words);
    else
        complete_run(count, words);
    return EXIT_OK;
}
