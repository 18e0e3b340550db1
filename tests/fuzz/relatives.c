/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * relatives.c - the notes that runs leave for those that they spawn, in the
 * two files of a run's directory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "measure/session/spawn_links.h"

static char above[64], here[80];

static void take_away(void)
{
    char path[128];

    snprintf(path, sizeof(path), "%s/spawned", here);
    unlink(path);
    snprintf(path, sizeof(path), "%s/spawns", here);
    unlink(path);
    rmdir(here);
    rmdir(above);
}

static void make_folders(void)
{
    snprintf(above, sizeof(above), "%s/mpiprof-fuzz-%d",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
             (int)getpid());
    snprintf(here, sizeof(here), "%s/run", above);
    if (mkdir(above, 0700) != 0 || mkdir(here, 0700) != 0)
        abort();
    atexit(take_away);
}

static void write_file(const char *name, const uint8_t *data, size_t size)
{
    char path[128];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s", here, name);
    file = fopen(path, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size)
        abort();
    fclose(file);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    struct remarks remarks = { 0 };

    if (here[0] == '\0')
        make_folders();
    write_file("spawned", data, size);
    write_file("spawns", data, size);
    spawn_links_describe(here, &remarks);
    remarks_clear(&remarks);
}
