/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * command.h - commands, and the table of their options.
 *
 * A row of the table is all that is known of an option: command_parse() reads
 * it from the command line, command_help() prints it, complete.c offers it to
 * shells, and share/man/generate.py writes it into the man pages.
 */
#ifndef TOOLS_COMMAND_H
#define TOOLS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text/strbuf.h"
#include "tools/tables.h"

enum exit_status {
    EXIT_OK = 0,
    EXIT_FAILED = 1,
    EXIT_USAGE = 2,
    EXIT_HELD = 3 /* a condition of --fail-if holds */
};

/* The value that follows an option, and its type. */
enum value_kind {
    VALUE_NONE,   /* nothing; bool */
    VALUE_TEXT,   /* anything; const char *, as are those below */
    VALUE_FILE,   /* a path, not empty */
    VALUE_WORD,   /* one of `words' */
    VALUE_TABLE,  /* the name of a table; whoever shows it checks that */
    VALUE_COLUMN, /* same for a column */
    VALUE_NUMBER, /* in the range `words', such as "1..256"; uint32_t */
    VALUE_LIST,   /* struct word_list: the option may be repeated */
    VALUE_HELP,   /* nothing, and nothing is stored */
    VALUE_VERSION
};

struct word_list {
    const char **words;
    size_t count;
};

struct option_row {
    const char *name; /* without -- */
    char letter;      /* 0: none */
    enum value_kind kind;
    const char *argument; /* its name in --help; NULL: none */
    const char *words;    /* separated by blanks, the default first */
    unsigned commands;    /* sum of their bits */
    size_t at;            /* offset of the value */
    const char *help;     /* one line; NULL: the words */
    const char *details;  /* what a manual adds; or NULL */
};

/* Rows of a table: an option with a value, one without, and one that only
 * prints.  share/man/generate.py reads them, too.  OPTION_VALUES: the structure
 * that has `member', defined before the table. */
#define TAKES(name, letter, kind, argument, words, commands, member, help, \
              details)                                                     \
    {                                                                      \
        name, letter, VALUE_##kind, argument, words, commands,             \
            offsetof(OPTION_VALUES, member), help, details                 \
    }
#define FLAG(name, letter, commands, member, help, details) \
    TAKES(name, letter, NONE, NULL, NULL, commands, member, help, details)
#define TELLS(name, letter, kind, commands, help)                       \
    {                                                                   \
        name, letter, VALUE_##kind, NULL, NULL, commands, 0, help, NULL \
    }

struct program;

struct command {
    const char *name;
    const char *called; /* full name, including the program */
    const struct program *program;
    unsigned bit;
    enum tables_of tables; /* those that --table and --sort take */
    const char *usage;     /* text after "usage: " */
    const char *title;     /* its line in the list of commands */
    const char *summary;   /* what it does, in lines of 79 columns */
    const char *examples;  /* two lines */
    /* arguments[0] is the name of the command */
    int (*run)(int count, char **arguments);
};

struct program {
    const struct option_row *options;      /* the last one has no name */
    const struct command *const *commands; /* the last one is NULL */
    const char *footer;                    /* end of every --help */
};

/* Reads the options of a command, up to optind, into `values'.  Returns -1 to
 * continue, else the exit status. */
int command_parse(const struct command *command, int count, char **arguments,
                  void *values);
/* Prints the whole description on standard output. */
int command_help(const struct command *command);
/* Appends what an option does: its help, or the words it takes. */
void command_describe(struct strbuf *out, const struct option_row *row);
/* Appends a line for each command that is not a program of its own. */
void command_list(struct strbuf *out, const struct program *program);
/* Prints one line and returns EXIT_USAGE. */
int command_usage(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The command of that name, or NULL. */
const struct command *command_find(const struct program *program,
                                   const char *name);
/* Row `i' of the options of a command; NULL past the last. */
const struct option_row *command_option(const struct command *command,
                                        size_t i);
/* Takes the first word off a list like option_row.words; returns false at its
 * end. */
#define WORD_MOST 64
bool command_word(const char **words, char word[WORD_MOST]);

#endif
