/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/run/run_options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/flavours.h"

#define PREFIX_LENGTH 8 /* MPIPROF_ */
#define WORDS_MOST 64
#define HELP_MOST 80
#define FOR_RUN 1
#define OPTION_VALUES struct run_request

static const struct option_row own_rows[] = {
    TAKES("mpi", 0, WORD, "MPI", flavour_words, FOR_RUN, mpi, NULL,
          "auto: the MPI that the program is linked to; for scripts and "
          "interpreters the MPI whose launcher has started it."),
    FLAG("list-counters", 0, FOR_RUN, list_counters,
         "what MPIPROF_COUNTERS can count on this machine", NULL),
    TELLS("help", 'h', HELP, FOR_RUN, "show the options"),
    TELLS("version", 0, VERSION, FOR_RUN, "show the version of mpiprof"),
};

#define OWN (sizeof(own_rows) / sizeof(own_rows[0]))

static struct option_row rows[OWN + SETTING_COUNT + 1];

/* Texts of the rows of settings. */
static struct {
    char name[WORDS_MOST], words[WORDS_MOST], help[HELP_MOST];
} texts[SETTING_COUNT];

/* MPIPROF_TRACE_MB -> trace-mb, a|b -> a b, and the first part of its help. */
static void fill_row(int i)
{
    const struct setting_info *info = &setting_table[i];

    snprintf(texts[i].name, WORDS_MOST, "%s", info->name + PREFIX_LENGTH);
    for (char *c = texts[i].name; *c != '\0'; c++)
        *c = *c == '_' ? '-' : (char)tolower((unsigned char)*c);
    snprintf(texts[i].words, WORDS_MOST, "%s", info->values);
    for (char *c = texts[i].words; *c != '\0'; c++)
        *c = *c == '|' ? ' ' : *c;
    snprintf(texts[i].help, HELP_MOST, "%.*s", (int)strcspn(info->help, ";:"),
             info->help);
    rows[OWN + i] = (struct option_row){
        .name = texts[i].name,
        .argument = info->values,
        .kind = strstr(info->values, "DIRECTORY") ? VALUE_FILE : VALUE_TEXT,
        .words = texts[i].words,
        .commands = FOR_RUN,
        .at = offsetof(struct run_request, settings[0]) +
              (size_t)i * sizeof(const char *),
        .help = texts[i].help,
    };
}

static const struct command command;
static const struct command *const commands[] = { &command, NULL };
static const struct program program = {
    .options = rows,
    .commands = commands,
    .footer = "Options from --enable on are settings: --trace-mb 16 is "
              "MPIPROF_TRACE_MB=16.\nmpiprof-report help settings, or man "
              "mpiprof, says more about each.\n",
};

static const struct command command = {
    .name = "mpiprof-run",
    .called = "mpiprof-run",
    .program = &program,
    .bit = FOR_RUN,
    .usage = "mpiexec -n RANKS mpiprof-run [options] PROGRAM [ARGUMENTS]",
    .title = "measure an MPI program without linking it to mpiprof",
    .summary = "Measures an MPI program and writes the results to a new "
               "directory;\nmpiprof-report shows them.",
    .examples = "mpiexec -n 4 mpiprof-run ./heat2d\n"
                "mpiexec -n 4 mpiprof-run --sample 100 python3 app.py\n",
};

const struct command *run_command(void)
{
    memcpy(rows, own_rows, sizeof(own_rows));
    for (int i = 0; i < SETTING_COUNT; i++)
        fill_row(i);
    return &command;
}
