/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/output.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "base/start_directory.h"
#include "measure/comm/exchange.h"

#define MOST_NUMBERS 10000
#define NUMBER_BYTES 16
#define OUTPUT_LETTERS "entjhp%"
#define NOTHING                                                        \
    "nothing is recorded; set MPIPROF_OUTPUT to a directory that can " \
    "be created"

static void add_time(struct strbuf *out)
{
    time_t now = time(NULL);
    struct tm parts;
    char text[32];

    if (localtime_r(&now, &parts) != NULL &&
        strftime(text, sizeof(text), "%Y%m%d-%H%M%S", &parts) > 0)
        strbuf_puts(out, text);
}

static void add_job(struct strbuf *out)
{
    static const char *const names[] = { "SLURM_JOB_ID", "PBS_JOBID",
                                         "LSB_JOBID",    "JOB_ID",
                                         "COBALT_JOBID", NULL };

    for (int i = 0; names[i] != NULL; i++) {
        const char *id = getenv(names[i]);

        if (id != NULL && id[0] != '\0') {
            strbuf_puts(out, id);
            return;
        }
    }
    strbuf_puts(out, "nojob");
}

static void add_field(struct strbuf *out, char letter,
                      const struct output_names *names)
{
    switch (letter) {
    case 'e': strbuf_puts(out, names->program); break;
    case 'n': strbuf_printf(out, "%d", names->ranks); break;
    case 't': add_time(out); break;
    case 'j': add_job(out); break;
    case 'h': strbuf_puts(out, names->host); break;
    case 'p': strbuf_printf(out, "%ld", (long)getpid()); break;
    case '%': strbuf_putc(out, '%'); break;
    /* new letters: OUTPUT_LETTERS and the help of MPIPROF_OUTPUT, too */
    default: strbuf_printf(out, "%%%c", letter); break;
    }
}

void output_expand(struct strbuf *out, const char *pattern,
                   const struct output_names *names)
{
    for (const char *at = pattern; *at != '\0'; at++) {
        if (at[0] == '%' && at[1] != '\0')
            add_field(out, *++at, names);
        else
            strbuf_putc(out, *at);
    }
}

const char *output_unknown_field(const char *pattern)
{
    for (const char *at = strchr(pattern, '%'); at != NULL;
         at = strchr(at + 2, '%'))
        if (at[1] == '\0' || strchr(OUTPUT_LETTERS, at[1]) == NULL)
            return at;
    return NULL;
}

/* Such a name is legal, but hardly what was meant. */
static void tell_unknown_field(const char *pattern)
{
    const char *field = output_unknown_field(pattern);

    if (field != NULL)
        log_warn("MPIPROF_OUTPUT=%s: '%.2s' is not a placeholder and stays as "
                 "it is; mpiprof-run --help lists the placeholders",
                 pattern, field);
}

/* All but the last part of the path; what exists already is no error. */
static void make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

/* path: what is wanted, then what was made. */
static enum status make_free_directory(char *path)
{
    size_t length = strlen(path);

    for (int number = 1; number < MOST_NUMBERS; number++) {
        if (number > 1)
            snprintf(path + length, OUTPUT_PATH_BYTES - length, "-%d", number);
        if (mkdir(path, 0777) == 0)
            return STATUS_OK;
        if (errno != EEXIST)
            break;
    }
    return log_fail(STATUS_IO, "cannot make the directory %s: %s; " NOTHING,
                    output_shown(path), strerror(errno));
}

static enum status make_directory(const char *wanted, char *path)
{
    size_t length = strlen(wanted);

    while (length > 1 && wanted[length - 1] == '/')
        length--;
    if (length == 0 || length + NUMBER_BYTES > OUTPUT_PATH_BYTES)
        return log_fail(STATUS_BAD_VALUE,
                        "the name of the directory is %s; " NOTHING,
                        length == 0 ? "empty" : "too long");
    snprintf(path, OUTPUT_PATH_BYTES, "%.*s", (int)length, wanted);
    start_directory_make_absolute(path, OUTPUT_PATH_BYTES - NUMBER_BYTES);
    make_parents(path);
    return make_free_directory(path);
}

const char *output_shown(const char *path)
{
    char here[OUTPUT_PATH_BYTES];
    size_t length;

    if (getcwd(here, sizeof(here)) == NULL)
        return path;
    length = strlen(here);
    return strncmp(path, here, length) == 0 && path[length] == '/' &&
                   path[length + 1] != '\0'
               ? path + length + 1
               : path;
}

static enum status no_room_for_name(void)
{
    return log_fail(STATUS_NO_MEMORY, "the name of the directory; nothing is "
                                      "recorded");
}

enum status output_create(MPI_Comm comm, const char *pattern,
                          const struct output_names *names, char *path)
{
    int rank;
    int status = STATUS_OK;
    struct strbuf wanted = { 0 };

    memset(path, 0, OUTPUT_PATH_BYTES);
    PMPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        tell_unknown_field(pattern);
        output_expand(&wanted, pattern, names);
        status = wanted.failed ? no_room_for_name()
                               : make_directory(strbuf_text(&wanted), path);
        strbuf_clear(&wanted);
    }
    exchange_share(comm, &status, sizeof(status));
    exchange_share(comm, path, OUTPUT_PATH_BYTES);
    return (enum status)status;
}

static void remove_files(const char *path)
{
    DIR *directory = opendir(path);
    struct dirent *entry;

    if (directory == NULL)
        return;
    while ((entry = readdir(directory)) != NULL)
        unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
}

/* All ranks remove all files: those of some may be local to their host. */
void output_remove_trace(MPI_Comm comm, const char *path)
{
    static const char *const names[] = { "run.otf2", "run.def" };
    char name[OUTPUT_PATH_BYTES + 16];

    snprintf(name, sizeof(name), "%s/run", path);
    remove_files(name);
    rmdir(name);
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof(name), "%s/%s", path, names[i]);
        unlink(name);
    }
    PMPI_Barrier(comm);
}

void output_remove_empty(MPI_Comm comm, const char *path)
{
    PMPI_Barrier(comm);
    rmdir(path);
}
