/* SPDX-License-Identifier: BSD-3-Clause */
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_MOST 64
#define FILES_MOST 10 /* four locations */

static char folder[64];

/* The path of file number i. */
static void name_file(char *path, size_t room, int i)
{
    if (i < 2)
        snprintf(path, room, "%s/run.%s", folder, i == 0 ? "otf2" : "def");
    else
        snprintf(path, room, "%s/run/%d.%s", folder, i / 2 - 1,
                 i % 2 == 0 ? "def" : "evt");
}

static void take_away(void)
{
    char path[128];

    for (int i = 0; i < FILES_MOST; i++) {
        name_file(path, sizeof(path), i);
        unlink(path);
    }
    snprintf(path, sizeof(path), "%s/run", folder);
    rmdir(path);
    rmdir(folder);
}

static void make_folder(void)
{
    char path[128];

    snprintf(folder, sizeof(folder), "%s/mpiprof-fuzz-%d",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
             (int)getpid());
    snprintf(path, sizeof(path), "%s/run", folder);
    if (mkdir(folder, 0700) != 0 || mkdir(path, 0700) != 0)
        abort();
    atexit(take_away);
}

/* The next file; how many bytes it took. */
static size_t put_file(int i, const uint8_t *data, size_t left)
{
    size_t size = data[0] | (size_t)data[1] << 8;
    char path[128];
    FILE *file;

    if (size > left - 2)
        size = left - 2;
    name_file(path, sizeof(path), i);
    file = fopen(path, "wb");
    if (file == NULL || fwrite(data + 2, 1, size, file) != size)
        abort();
    fclose(file);
    return size + 2;
}

const char *files_lay_out(const uint8_t *data, size_t size)
{
    static char anchor[128];
    size_t at = 0;

    if (folder[0] == '\0')
        make_folder();
    for (int i = 0; i < FILES_MOST; i++) {
        name_file(anchor, sizeof(anchor), i);
        unlink(anchor);
    }
    for (int i = 0; i < FILES_MOST && size - at >= 2; i++)
        at += put_file(i, data + at, size - at);
    name_file(anchor, sizeof(anchor), 0);
    return anchor;
}

void files_close(void)
{
    char link[64], path[128];

    for (int file = 3; file < OPEN_MOST; file++) {
        snprintf(link, sizeof(link), "/proc/self/fd/%d", file);
        if (readlink(link, path, sizeof(path)) > 0 &&
            strncmp(path, folder, strlen(folder)) == 0)
            close(file);
    }
}
