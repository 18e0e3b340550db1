/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * command.h - how a command of mpiprof-report describes itself.
 *
 * report_main.c lists the commands; the one called "report" is the default and
 * needs no word on the command line.
 */
#ifndef TOOLS_COMMAND_H
#define TOOLS_COMMAND_H

enum exit_status {
    EXIT_OK = 0,
    EXIT_FAILED = 1,
    EXIT_USAGE = 2,
    EXIT_HELD = 3 /* a condition of --fail-if holds */
};

struct command {
    const char *name;
    const char *called;  /* full name, including the program */
    const char *usage;   /* text after "usage: " */
    const char *summary; /* one line */
    const char *options; /* option list for --help */
    /* arguments[0] is the name of the command */
    int (*run)(int count, char **arguments);
};

extern const struct command cmd_report;
extern const struct command cmd_info;
extern const struct command cmd_recover;
extern const struct command cmd_explain;
extern const struct command cmd_export;
extern const struct command cmd_compare;
extern const struct command cmd_python;
extern const struct command cmd_scaling;

/* --help: prints the whole description on standard output. */
int command_help(const struct command *command);
/* Call after getopt_long() with these options returned '?' or ':': prints one
 * line with the option and its problem. */
struct option;
int command_bad_option(const struct command *command,
                       const struct option *options, int answer,
                       char **arguments);
/* Reads the options of a command, up to optind, with -o, -j and -h as short
 * ones. set() gets each but --help; both return -1 to continue, else the exit
 * status. */
typedef int command_set(void *context, int option, const char *value);
int command_parse(const struct command *command, const struct option *options,
                  int count, char **arguments, command_set *set,
                  void *context);
/* Prints one line and returns EXIT_USAGE. */
int command_usage(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
