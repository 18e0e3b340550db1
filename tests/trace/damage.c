/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * damage.c - what read_trace() makes of an archive whose files are cut and
 * whose bits are flipped, one at a time.
 *
 *     damage FOLDER [STRIDE]     of run.otf2, run.def, run/...; changed meanwhile
 *
 * Every STRIDE-th byte and bit is, of the anchor, which is small, twelve times
 * as many.
 * An archive is refused in one line that names a file and says what to do, or
 * it is read; where events are missing, the rank is said to be cut.  Prints
 * how many of each, and the most memory that any reading took.
 */
#define _GNU_SOURCE /* memfd_create */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "archive/workers/read_trace.h"

#define FILE_MOST 65536
#define STUCK_S 20 /* of a few kilobytes */

static struct {
    const char *folder;
    char path[1024]; /* of the file at hand */
    uint8_t data[FILE_MOST];
    size_t size;
    int said; /* a file in place of standard error */
    int refused, read, failures;
} test;

static void complain(const char *what, const char *text, size_t at)
{
    printf("%s, at %zu: %s: %s\n", test.path, at, what, text);
    test.failures++;
}

static void write_file(const uint8_t *data, size_t size)
{
    FILE *file = fopen(test.path, "wb");

    if (file == NULL || fwrite(data, 1, size, file) != size)
        abort();
    fclose(file);
}

/* What was printed since the last time. */
static void take_lines(char *text, size_t room)
{
    ssize_t length = pread(test.said, text, room - 1, 0);

    text[length > 0 ? length : 0] = '\0';
    if (ftruncate(test.said, 0) != 0)
        abort();
    lseek(test.said, 0, SEEK_SET);
}

static void check_refusal(const char *text, size_t at)
{
    const char *end = strchr(text, '\n');

    test.refused++;
    if (strncmp(text, "mpiprof: ", 9) != 0 || end == NULL || end[1] != '\0')
        complain("not one line", text, at);
    else if (strstr(text, test.folder) == NULL || strstr(text, "copy") == NULL)
        complain("it names no file or does not say what to do", text, at);
}

static bool any_cut(struct profile *profile)
{
    const struct rank_data *rank;
    bool cut = false;

    for (uint32_t i = 0; i < profile->rank_count; i++)
        cut = cut || (profile_rank(profile, i, &rank) == STATUS_OK &&
                      (rank->cut || rank->missing));
    return cut;
}

static void check_profile(struct profile *profile, bool events_cut, size_t at)
{
    test.read++;
    if (events_cut && (!any_cut(profile) || profile->remarks.count == 0))
        complain("events are missing", "no word of it", at);
    profile_destroy(profile);
}

static void try_file(size_t at, bool cut)
{
    bool events = strstr(test.path, ".evt") != NULL;
    time_t began = time(NULL);
    char anchor[1024], text[4096];
    struct profile *profile;
    enum status status;

    snprintf(anchor, sizeof(anchor), "%s/run.otf2", test.folder);
    status = read_trace(anchor, NULL, NULL, NULL, &profile);
    take_lines(text, sizeof(text));
    if (time(NULL) - began > STUCK_S)
        complain("it takes long", text, at);
    if (status != STATUS_OK) {
        check_refusal(text, at);
        return;
    }
    if (text[0] != '\0')
        complain("a line without an error", text, at);
    check_profile(profile, events && cut, at);
}

static void damage_file(size_t stride)
{
    uint8_t damaged[FILE_MOST];

    for (size_t at = 0; at < test.size; at += stride) {
        write_file(test.data, at);
        try_file(at, true);
    }
    memcpy(damaged, test.data, test.size);
    for (size_t bit = 0; bit < 8 * test.size; bit += stride) {
        damaged[bit / 8] ^= (uint8_t)(1u << bit % 8);
        write_file(damaged, test.size);
        try_file(bit / 8, false);
        damaged[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    write_file(test.data, test.size);
}

static void damage(const char *name, size_t stride)
{
    FILE *file;

    snprintf(test.path, sizeof(test.path), "%s/%s", test.folder, name);
    file = fopen(test.path, "rb");
    if (file == NULL)
        abort();
    test.size = fread(test.data, 1, sizeof(test.data), file);
    fclose(file);
    damage_file(stride);
}

static void damage_locations(size_t stride)
{
    char path[1024], name[300];
    struct dirent *entry;
    DIR *entries;

    snprintf(path, sizeof(path), "%s/run", test.folder);
    entries = opendir(path);
    if (entries == NULL)
        abort();
    while ((entry = readdir(entries)) != NULL) {
        snprintf(name, sizeof(name), "run/%s", entry->d_name);
        if (entry->d_name[0] != '.')
            damage(name, stride);
    }
    closedir(entries);
}

int main(int count, char **arguments)
{
    size_t stride = count > 2 ? (size_t)atoi(arguments[2]) : 1;
    struct rusage usage;

    if (count < 2 || stride == 0)
        return 2;
    test.folder = arguments[1];
    test.said = memfd_create("said", MFD_CLOEXEC);
    if (dup2(test.said, STDERR_FILENO) < 0)
        return 2;
    damage("run.otf2", stride / 12 + 1);
    damage("run.def", stride);
    damage_locations(stride);
    getrusage(RUSAGE_CHILDREN, &usage);
    printf("%d refused, %d read, at most %ld KiB, %d failures\n", test.refused,
           test.read, usage.ru_maxrss, test.failures);
    return test.failures > 0 || test.refused == 0 || test.read == 0;
}
