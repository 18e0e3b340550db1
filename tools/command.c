/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/command.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/text/affix.h"
#include "base/text/fuzzy_match.h"
#include "base/text/strbuf.h"
#include "render/paragraph.h"
#include "settings/settings.h"
#include "tools/output.h"

/* ---- an option that getopt_long() refused ---- */

/* Appends the long options that begin so, and answers how many do. */
static int list_matches(const struct command *command, const char *given,
                        size_t length, struct strbuf *out)
{
    const struct option_row *row;
    int count = 0;

    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++)
        if (strncmp(row->name, given, length) == 0)
            strbuf_printf(out, "%s--%s", count++ == 0 ? "" : ", ", row->name);
    return count;
}

static bool has_option(const struct command *command, const char *name)
{
    const struct option_row *row;

    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++)
        if (strcmp(row->name, name) == 0 ||
            (row->letter == name[0] && name[1] == '\0'))
            return true;
    return false;
}

/* Another command that has an option which this one lacks; or NULL. */
static const struct command *who_has(const struct command *command,
                                     const char *name)
{
    const struct command *const *other = command->program->commands;

    while (*other != NULL && !has_option(*other, name))
        other++;
    return has_option(command, name) ? NULL : *other;
}

static bool has_word(const char *words, const char *wanted)
{
    char word[WORD_MOST];

    while (words != NULL && command_word(&words, word))
        if (strcmp(word, wanted) == 0)
            return true;
    return false;
}

/* Long options that may be meant; --json is a word of --format. */
static void list_near(const struct command *command, const char *name,
                      struct strbuf *out)
{
    struct fuzzy_match match = { .typed = name };
    const struct option_row *row;

    if (strlen(name) == 1) {
        list_matches(command, name, 1, out);
        return;
    }
    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++) {
        if (row->argument != NULL && has_word(row->words, name)) {
            strbuf_printf(out, "--%s %s", row->name, name);
            return;
        }
        fuzzy_match_offer(&match, row->name, row->name);
    }
    if (match.name != NULL)
        strbuf_printf(out, "--%s", match.name);
}

/* Nothing begins so. */
static int refuse_unknown(const struct command *command, const char *given)
{
    const char *name = given + strspn(given, "-");
    const struct command *other =
        name[0] == '\0' ? NULL : who_has(command, name);
    struct strbuf near = { 0 };
    int answer;

    if (name[0] != '\0' && (other == NULL || name[1] == '\0'))
        list_near(command, name, &near);
    if (near.length > 0)
        answer =
            command_usage(command, "there is no option %s; did you mean %s?",
                          given, strbuf_text(&near));
    else if (other != NULL)
        answer = command_usage(command, "%s is an option of %s, not of %s",
                               given, other->called, command->called);
    else
        answer =
            command_usage(command, "there is no option %s; usage: %.*s", given,
                          (int)strcspn(command->usage, "\n"), command->usage);
    strbuf_clear(&near);
    return answer;
}

static int refuse_long(const struct command *command, const char *given)
{
    struct strbuf matches = { 0 }, name = { 0 };
    int count, answer;

    strbuf_add(&name, given, strcspn(given, "="));
    count = name.length == 2
                ? 0
                : list_matches(command, given + 2, name.length - 2, &matches);
    if (count > 1)
        answer = command_usage(command, "option %s is ambiguous: %s", given,
                               strbuf_text(&matches));
    else if (count == 1)
        answer = command_usage(command, "option %s takes no value",
                               strbuf_text(&matches));
    else
        answer = refuse_unknown(command, strbuf_text(&name));
    strbuf_clear(&matches);
    strbuf_clear(&name);
    return answer;
}

/* Call after '?' or ':' from getopt_long(), with opterr 0 and ':' in the short
 * options: prints one line, "there is no option --tpo; did you mean --top?",
 * and returns EXIT_USAGE. */
static int bad_option(const struct command *command, int answer,
                      char **arguments)
{
    const char *given = arguments[optind - 1];
    const char *rest = arguments[optind];
    char single[] = { '-', (char)optopt, '\0' };
    bool is_long = strncmp(given, "--", 2) == 0;

    /* -version: its letters are not all read. */
    if (rest != NULL && strncmp(rest, single, 2) == 0 && strlen(rest) > 4)
        return refuse_unknown(command, rest);
    if (!is_long && optopt != 0)
        given = single;
    if (answer == ':')
        return command_usage(command, "option %s needs a value", given);
    return is_long ? refuse_long(command, given)
                   : refuse_unknown(command, given);
}

#define ROWS_MOST 64
#define LONG 256 /* getopt's value of the first option without a letter */
#define HELP_COLUMNS 80

const struct option_row *command_option(const struct command *command,
                                        size_t i)
{
    const struct option_row *row = command->program->options;

    for (; row->name != NULL; row++)
        if ((row->commands & command->bit) != 0 && i-- == 0)
            return row;
    return NULL;
}

const struct command *command_find(const struct program *program,
                                   const char *name)
{
    const struct command *const *at = program->commands;

    while (*at != NULL && strcmp((*at)->name, name) != 0)
        at++;
    return *at;
}

bool command_word(const char **words, char word[WORD_MOST])
{
    size_t length = strcspn(*words, " ");

    snprintf(word, WORD_MOST, "%.*s", (int)length, *words);
    *words += length;
    *words += strspn(*words, " ");
    return length > 0;
}

/* ---- --help ---- */

/* "text, json or csv"; the default is marked as such. */
static void put_words(struct strbuf *out, const char *words, const char *mark)
{
    char word[WORD_MOST];

    while (command_word(&words, word)) {
        strbuf_printf(out, "%s%s", word, mark);
        mark = "";
        if (*words != '\0')
            strbuf_puts(out, strchr(words, ' ') != NULL ? ", " : " or ");
    }
}

/* "  -o, --output FILE" */
static void put_label(struct strbuf *out, const struct option_row *row)
{
    strbuf_puts(out, "  ");
    if (row->letter != 0)
        strbuf_printf(out, "-%c, ", row->letter);
    strbuf_printf(out, "--%s", row->name);
    if (row->argument != NULL)
        strbuf_printf(out, " %s", row->argument);
}

static int label_width(const struct command *command)
{
    const struct option_row *row;
    size_t width = 0;

    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++) {
        struct strbuf label = { 0 };

        put_label(&label, row);
        if (label.length > width)
            width = label.length;
        strbuf_clear(&label);
    }
    return (int)width + 2;
}

void command_describe(struct strbuf *out, const struct option_row *row)
{
    if (row->help != NULL)
        strbuf_puts(out, row->help);
    else
        put_words(out, row->words, " (default)");
}

static void put_option(struct strbuf *out, const struct option_row *row,
                       int width)
{
    struct strbuf label = { 0 }, text = { 0 };

    put_label(&label, row);
    strbuf_pad(&label, ' ', width - (int)label.length);
    command_describe(&text, row);
    text_paragraph(out, strbuf_text(&label), strbuf_text(&text), HELP_COLUMNS);
    strbuf_clear(&text);
    strbuf_clear(&label);
}

void command_list(struct strbuf *out, const struct program *program)
{
    const struct command *const *command = program->commands;

    for (; *command != NULL; command++)
        if (strcmp((*command)->name, (*command)->called) != 0)
            strbuf_printf(out, "  %-17s%s\n", (*command)->name,
                          (*command)->title);
}

static void put_examples(struct strbuf *out, const char *examples)
{
    strbuf_puts(out, "Examples:\n");
    while (*examples != '\0') {
        size_t length = strcspn(examples, "\n") + 1;

        strbuf_printf(out, "  %.*s", (int)length, examples);
        examples += length;
    }
}

int command_help(const struct command *command)
{
    const struct option_row *row;
    int width = label_width(command);
    enum status status;
    struct strbuf text = { 0 };

    strbuf_printf(&text, "usage: %s\n\n%s\n\n", command->usage,
                  command->summary);
    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++)
        put_option(&text, row, width);
    strbuf_puts(&text, "\n");
    if (command == command->program->commands[0])
        command_list(&text, command->program);
    put_examples(&text, command->examples);
    strbuf_puts(&text, command->program->footer);
    status = output_print(&text);
    strbuf_clear(&text);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

/* ---- values ---- */

/* Another command that takes this word for this option. */
static const struct command *who_takes(const struct command *command,
                                       const char *option, const char *word)
{
    const struct command *const *other = command->program->commands;
    const struct option_row *row;

    for (; *other != NULL; other++)
        for (size_t i = 0; (row = command_option(*other, i)) != NULL; i++)
            if (strcmp(row->name, option) == 0 && has_word(row->words, word))
                return *other;
    return NULL;
}

static int refuse_word(const struct command *command,
                       const struct option_row *row, const char *typed)
{
    const struct command *other = who_takes(command, row->name, typed);
    struct fuzzy_match match = { .typed = typed };
    const char *words = row->words;
    char word[WORD_MOST];
    struct strbuf text = { 0 };
    int answer;

    while (match.name == NULL && command_word(&words, word))
        fuzzy_match_offer(&match, word, word);
    if (other != NULL)
        strbuf_printf(&text, "that is for %s; ", other->called);
    if (other == NULL && match.name != NULL) {
        strbuf_printf(&text, "did you mean %s?", word);
    } else {
        strbuf_puts(&text, "use ");
        put_words(&text, row->words, "");
    }
    answer = command_usage(command, "--%s %s: %s", row->name, typed,
                           strbuf_text(&text));
    strbuf_clear(&text);
    return answer;
}

static int set_number(const struct command *command,
                      const struct option_row *row, const char *text,
                      uint32_t *out)
{
    int64_t number;

    if (!settings_number(text, row->words, &number))
        return command_usage(command, "--%s %s: give a number from %.*s to %s",
                             row->name, text, (int)strcspn(row->words, "."),
                             row->words, part_after(row->words, '.'));
    *out = (uint32_t)number;
    return -1;
}

static int append_word(struct word_list *list, const char *word)
{
    if (!ARRAY_ADD(list->words, list->count, word)) {
        log_fail(STATUS_NO_MEMORY, "options");
        return EXIT_FAILED;
    }
    return -1;
}

static int set_text(const struct command *command,
                    const struct option_row *row, const char *text,
                    const char **out)
{
    if (row->kind == VALUE_WORD && !has_word(row->words, text))
        return refuse_word(command, row, text);
    if (row->kind == VALUE_FILE && text[0] == '\0')
        return command_usage(command,
                             "--%s '': give the name of a file or "
                             "folder",
                             row->name);
    *out = text;
    return -1;
}

static int set_value(const struct command *command,
                     const struct option_row *row, const char *text,
                     void *values)
{
    void *at = (char *)values + row->at;

    switch (row->kind) {
    case VALUE_HELP: return command_help(command);
    case VALUE_VERSION: return printf("mpiprof %s\n", MPIPROF_VERSION) < 0;
    case VALUE_NONE: *(bool *)at = true; return -1;
    case VALUE_NUMBER: return set_number(command, row, text, at);
    case VALUE_LIST: return append_word(at, text);
    default: return set_text(command, row, text, at);
    }
}

/* ---- the command line ---- */

struct parser {
    struct option options[ROWS_MOST + 1];
    char letters[2 * ROWS_MOST + 3];
};

static void fill_parser(const struct command *command, struct parser *parser)
{
    const struct option_row *row;
    char *letter = parser->letters;
    size_t i;

    /* The options of a program that is started are its own. */
    letter = stpcpy(letter, command->run == NULL ? "+:" : ":");
    for (i = 0; i < ROWS_MOST && (row = command_option(command, i)) != NULL;
         i++) {
        bool takes = row->argument != NULL;

        parser->options[i] =
            (struct option){ row->name,
                             takes ? required_argument : no_argument, NULL,
                             LONG + (int)i };
        if (row->letter == 0)
            continue;
        *letter++ = row->letter;
        letter = stpcpy(letter, takes ? ":" : "");
    }
    parser->options[i] = (struct option){ NULL, 0, NULL, 0 };
}

static const struct option_row *find_row(const struct command *command,
                                         int option)
{
    const struct option_row *row;

    if (option >= LONG)
        return command_option(command, (size_t)(option - LONG));
    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++)
        if (row->letter == option)
            return row;
    return NULL;
}

int command_parse(const struct command *command, int count, char **arguments,
                  void *values)
{
    int option, answer = -1;
    struct parser parser;

    fill_parser(command, &parser);
    opterr = 0;
    while (answer < 0 &&
           (option = getopt_long(count, arguments, parser.letters,
                                 parser.options, NULL)) != -1)
        answer = option == '?' || option == ':'
                     ? bad_option(command, option, arguments)
                     : set_value(command, find_row(command, option), optarg,
                                 values);
    return answer;
}

int command_usage(const struct command *command, const char *format, ...)
{
    struct strbuf text = { 0 };
    va_list list;

    va_start(list, format);
    strbuf_vprintf(&text, format, list);
    va_end(list);
    log_warn("%s%s %s --help", strbuf_text(&text),
             text.length > 0 && text.text[text.length - 1] == '?' ? " See"
                                                                  : "; see",
             command->called);
    strbuf_clear(&text);
    return EXIT_USAGE;
}
