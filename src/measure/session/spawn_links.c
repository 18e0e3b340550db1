/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/spawn_links.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file_at.h"
#include "base/flavours.h"

#define CHILD_FILE "spawned"
#define PARENT_FILE "spawns"
#define WORD 160 /* bytes of a word in these files */

/* A line of either file; a child has no end and no procedure. */
struct line {
    uint64_t begin_ns, end_ns;
    int ranks;
    char procedure[WORD], launcher[WORD];
};

/* Facts that all worlds of one launcher share, if it says so. */
static const char *launcher_job(void)
{
    const char *job = flavours_variable(FLAVOUR_JOB);

    return job != NULL ? job : "-";
}

/* One write: ranks of a run may do this at once. */
static void append_line(const char *directory, const char *file,
                        const struct line *line)
{
    char path[PATH_MAX], text[512];
    int length, out;

    snprintf(path, sizeof(path), "%s/%s", directory, file);
    length =
        snprintf(text, sizeof(text), "%" PRIu64 " %" PRIu64 " %d %s %.150s\n",
                 line->begin_ns, line->end_ns, line->ranks, line->procedure,
                 launcher_job());
    out = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (out < 0)
        return;
    if (write(out, text, (size_t)length) != length)
        unlink(path); /* half a line leads nowhere */
    close(out);
}

void spawn_links_spawned(const char *directory, uint64_t init_begin_ns,
                         int ranks)
{
    struct line line = { .begin_ns = init_begin_ns,
                         .end_ns = init_begin_ns,
                         .ranks = ranks,
                         .procedure = "MPI_Init" };

    append_line(directory, CHILD_FILE, &line);
}

void spawn_links_spawns(const char *directory, const char *procedure,
                        uint64_t begin_ns, uint64_t end_ns, int ranks)
{
    struct line line = { .begin_ns = begin_ns,
                         .end_ns = end_ns,
                         .ranks = ranks };

    snprintf(line.procedure, sizeof(line.procedure), "%s", procedure);
    append_line(directory, PARENT_FILE, &line);
}

/* A file only: a pipe of that name would keep us waiting. */
static FILE *open_in(const char *directory, const char *file)
{
    char path[PATH_MAX + 2 * NAME_MAX];
    FILE *opened;
    int in;

    snprintf(path, sizeof(path), "%s/%s", directory, file);
    in = file_open(path);
    opened = in < 0 ? NULL : fdopen(in, "r");
    if (opened == NULL && in >= 0)
        close(in);
    return opened;
}

static bool read_line(FILE *in, struct line *line)
{
    return fscanf(in, "%" SCNu64 " %" SCNu64 " %d %159s %159s",
                  &line->begin_ns, &line->end_ns, &line->ranks,
                  line->procedure, line->launcher) == 5;
}

static bool lines_belong(const struct line *parent, const struct line *child)
{
    return parent->ranks == child->ranks &&
           parent->begin_ns <= child->begin_ns &&
           child->begin_ns <= parent->end_ns &&
           strcmp(parent->launcher, child->launcher) == 0;
}

/* The line of the file that belongs to ours: its number from 1, or 0. */
static int find_in(FILE *in, const struct line *ours, bool we_are_child,
                   struct line *found)
{
    for (int number = 1; read_line(in, found); number++)
        if (we_are_child ? lines_belong(found, ours)
                         : lines_belong(ours, found))
            return number;
    return 0;
}

/* In the runs beside this one; name: of the run, NAME_MAX + 1 bytes. */
static int find_beside(const char *directory, const struct line *ours,
                       bool we_are_child, struct line *found, char *name)
{
    char above[PATH_MAX], path[PATH_MAX + NAME_MAX + 2];
    struct dirent *entry;
    int number = 0;
    DIR *runs;

    snprintf(above, sizeof(above), "%s/..", directory);
    runs = opendir(above);
    while (runs != NULL && number == 0 && (entry = readdir(runs)) != NULL) {
        FILE *in;

        snprintf(path, sizeof(path), "%s/%s", above, entry->d_name);
        in = open_in(path, we_are_child ? PARENT_FILE : CHILD_FILE);
        if (in == NULL)
            continue;
        number = find_in(in, ours, we_are_child, found);
        snprintf(name, NAME_MAX + 1, "%s", entry->d_name);
        fclose(in);
    }
    if (runs != NULL)
        closedir(runs);
    return number;
}

static void describe_parent(const char *directory, struct remarks *remarks)
{
    FILE *in = open_in(directory, CHILD_FILE);
    struct line ours, call;
    char name[NAME_MAX + 1];
    int number;

    if (in == NULL)
        return;
    if (read_line(in, &ours)) {
        number = find_beside(directory, &ours, true, &call, name);
        REMARK(remarks,
               number > 0 ? REMARK_SPAWNED_BY : REMARK_SPAWNED_BY_UNKNOWN,
               .numbers = { (uint64_t)number },
               .texts = { name, call.procedure });
    }
    fclose(in);
}

static void describe_children(const char *directory, struct remarks *remarks)
{
    FILE *in = open_in(directory, PARENT_FILE);
    struct line call, child;
    char name[NAME_MAX + 1];

    if (in == NULL)
        return;
    for (int number = 1; read_line(in, &call); number++) {
        bool found = find_beside(directory, &call, false, &child, name) > 0;

        REMARK(remarks, found ? REMARK_SPAWNED : REMARK_SPAWNED_UNKNOWN,
               .numbers = { (uint64_t)number, (uint64_t)call.ranks },
               .texts = { call.procedure, found ? name : "" });
    }
    fclose(in);
}

void spawn_links_describe(const char *directory, struct remarks *remarks)
{
    describe_parent(directory, remarks);
    describe_children(directory, remarks);
}
