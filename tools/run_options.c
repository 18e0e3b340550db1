/* SPDX-License-Identifier: BSD-3-Clause */
#include "run_options.h"

#include <ctype.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bad_option.h"
#include "base/flavours.h"
#include "base/strbuf.h"
#include "command.h"
#include "settings/settings.h"
#include "output.h"
#include "run_settings.h"

#define PREFIX_LENGTH 8 /* MPIPROF_ */
#define NAME_MOST 64
#define COLUMNS 79

enum { OPTION_MPI = 256, OPTION_VERSION, OPTION_SETTING };

/* MPIPROF_TRACE_MB -> trace-mb */
static void option_name(const struct setting_info *setting,
                        char name[NAME_MOST])
{
    int at = 0;

    for (const char *c = setting->name + PREFIX_LENGTH;
         *c != '\0' && at < NAME_MOST - 1; c++)
        name[at++] = *c == '_' ? '-' : (char)tolower((unsigned char)*c);
    name[at] = '\0';
}

struct option_list {
    char names[SETTING_COUNT][NAME_MOST];
    struct option options[SETTING_COUNT + 4];
};

static void list_options(struct option_list *list)
{
    struct option *next = list->options;

    for (int i = 0; i < SETTING_COUNT; i++) {
        option_name(&setting_table[i], list->names[i]);
        *next++ = (struct option){ list->names[i], required_argument, NULL,
                                   OPTION_SETTING + i };
    }
    *next++ = (struct option){ "mpi", required_argument, NULL, OPTION_MPI };
    *next++ = (struct option){ "help", no_argument, NULL, 'h' };
    *next++ = (struct option){ "version", no_argument, NULL, OPTION_VERSION };
    *next = (struct option){ NULL, 0, NULL, 0 };
}

static int help(void)
{
    struct strbuf text;
    enum status status;

    strbuf_init(&text);
    strbuf_printf(
        &text,
        "usage: mpiexec -n RANKS mpiprof-run [options] PROGRAM [ARGUMENTS]\n"
        "\n"
        "Measures an MPI program without linking it to mpiprof.  At its end\n"
        "the results are in a new directory; mpiprof-report shows them.\n"
        "\n"
        "  --mpi MPI    %s; or auto (default): the one that the\n"
        "               program is linked to, else the one that started it\n"
        "  -h, --help   this text\n"
        "  --version    the version of mpiprof\n"
        "\n"
        "Settings are environment variables.  Each is also an option, in\n"
        "small letters without MPIPROF_: --trace-mb 16 is "
        "MPIPROF_TRACE_MB=16.\n"
        "\n",
        flavour_choice);
    settings_help(&text, COLUMNS);
    status = output_write(NULL, &text);
    strbuf_clear(&text);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

/* Once per host: all that it starts have the same command line. */
static int refuse(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

static int refuse(const char *format, ...)
{
    struct strbuf text;
    va_list list;

    if (!flavours_first_on_host())
        return EXIT_USAGE;
    strbuf_init(&text);
    va_start(list, format);
    strbuf_vprintf(&text, format, list);
    va_end(list);
    bad_option_tell(strbuf_text(&text), "mpiprof-run --help");
    strbuf_clear(&text);
    return EXIT_USAGE;
}

static int bad_option(const struct option *options, char **arguments,
                      int answer)
{
    struct strbuf text;

    strbuf_init(&text);
    bad_option_describe(options, answer, arguments, &text);
    answer = refuse("%s", strbuf_text(&text));
    strbuf_clear(&text);
    return answer;
}

static int set_setting(int which, const char *value)
{
    const char *name = setting_table[which].name;
    struct strbuf variable, problems;
    int answer = EXIT_OK;

    strbuf_init(&variable);
    strbuf_init(&problems);
    strbuf_printf(&variable, "%s=%s", name, value);
    setting_check(strbuf_text(&variable), &problems);
    if (problems.length > 0)
        answer = refuse("%s", strbuf_text(&problems));
    else if (setenv(name, value, 1) != 0)
        answer = EXIT_FAILED;
    strbuf_clear(&variable);
    strbuf_clear(&problems);
    return answer;
}

static int set_mpi(struct run_request *request, const char *mpi)
{
    const struct flavour *at = flavours;

    request->mpi = mpi;
    while (at->name != NULL && strcmp(at->name, mpi) != 0)
        at++;
    if (at->name != NULL || strcmp(mpi, "auto") == 0)
        return EXIT_OK;
    return refuse("--mpi %s: use auto, %s", mpi, flavour_choice);
}

static int take_option(struct run_request *request, int option)
{
    if (option == OPTION_MPI)
        return set_mpi(request, optarg);
    return set_setting(option - OPTION_SETTING, optarg);
}

static int parse_options(int count, char **arguments,
                         const struct option_list *list,
                         struct run_request *request)
{
    int option, answer;

    opterr = 0;
    while ((option = getopt_long(count, arguments, "+:h", list->options,
                                 NULL)) != -1) {
        if (option == 'h')
            return help();
        if (option == OPTION_VERSION)
            return printf("mpiprof %s\n", MPIPROF_VERSION) < 0;
        if (option == '?' || option == ':')
            return bad_option(list->options, arguments, option);
        answer = take_option(request, option);
        if (answer != EXIT_OK)
            return answer;
    }
    return -1;
}

int run_options_parse(int count, char **arguments, struct run_request *request)
{
    struct option_list list;
    int answer;

    request->mpi = "auto";
    list_options(&list);
    answer = parse_options(count, arguments, &list, request);
    if (answer >= 0)
        return answer;
    if (optind == count)
        return refuse("which program");
    request->arguments = arguments + optind;
    return -1;
}
