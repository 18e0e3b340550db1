/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay.c - a format with the files of its corpus, under any compiler.
 *
 *     NAME FOLDER|FILE...           prints how many; exit status 1: none
 *     NAME --damage STRIDE FILE...  cut at every byte and with every bit flipped
 *                                   of the first 120 and last 32 bytes; between
 *                                   with every STRIDE-th bit flipped, and cut
 *                                   at every STRIDE/32-th byte
 *
 * Memory that a reader may take is limited as far as it can be: see fuzz.h.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/hash.h"
#include "fuzz.h"
#include "fuzz_main.h"

#define FILE_MOST (1u << 20)
#define FIRST 120u
#define LAST 32u

static int replayed;

static size_t address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");

    if (file == NULL || fscanf(file, "%lu", &pages) != 1)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* A sanitizer takes terabytes of address space for itself. */
static void limit_memory(size_t size)
{
    size_t now = address_space();
    struct rlimit limit;

    if (now == 0 || now > 1u << 30 || getrlimit(RLIMIT_AS, &limit) != 0)
        return;
    limit.rlim_cur = now + FUZZ_BASE_BYTES + FUZZ_BYTES_PER_BYTE * size;
    setrlimit(RLIMIT_AS, &limit);
}

void fuzz_allow(size_t bytes)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    limit.rlim_cur += bytes;
    setrlimit(RLIMIT_AS, &limit);
}

bool fuzz_seen(const void *data, size_t size)
{
    static uint64_t seen[1 << 16];
    uint64_t hash = hash_bytes(data, size, 1) | 1;
    size_t at = (hash >> 1) % (1 << 16);

    while (seen[at] != 0 && seen[at] != hash)
        at = (at + 1) % (1 << 16);
    if (seen[at] == hash)
        return true;
    seen[at] = hash;
    return false;
}

static void replay_bytes(const uint8_t *data, size_t size)
{
    uint8_t *exact = malloc(size > 0 ? size : 1);

    if (exact == NULL)
        abort();
    memcpy(exact, data, size);
    limit_memory(size);
    fuzz_call(exact, size);
    fuzz_check(!fuzz_said("out of memory"), "the bound of memory");
    free(exact);
    replayed++;
}

static size_t read_file(const char *path, uint8_t *data)
{
    FILE *file = fopen(path, "rb");
    size_t size;

    if (file == NULL) {
        perror(path);
        exit(1);
    }
    size = fread(data, 1, FILE_MOST, file);
    fclose(file);
    return size;
}

static void replay_file(const char *path)
{
    static uint8_t data[FILE_MOST];
    size_t size = read_file(path, data);

    printf("%s\n", path);
    fflush(stdout); /* the last one is what it crashed with */
    replay_bytes(data, size);
}

/* The next place of SIZE bytes, EACH of which has some, see above. */
static size_t next_place(size_t at, size_t each, size_t size, size_t stride)
{
    size_t next = at + stride, end = each * (size > LAST ? size - LAST : 0);

    if (at < each * FIRST || at >= end)
        return at + 1;
    return next < end ? next : end;
}

static void damage_file(const char *path, size_t stride)
{
    static uint8_t data[FILE_MOST];
    size_t size = read_file(path, data);

    for (size_t length = 0; length < size;
         length = next_place(length, 1, size, 1 + stride / 32))
        replay_bytes(data, length);
    for (size_t bit = 0; bit < 8 * size;
         bit = next_place(bit, 8, size, stride)) {
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        replay_bytes(data, size);
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

static void replay(const char *path)
{
    DIR *entries = opendir(path);
    struct dirent *entry;
    char name[4096];

    if (entries == NULL) {
        replay_file(path);
        return;
    }
    while ((entry = readdir(entries)) != NULL) {
        snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            replay_file(name);
    }
    closedir(entries);
}

int main(int count, char **arguments)
{
    bool damage = count > 3 && strcmp(arguments[1], "--damage") == 0;
    size_t stride = damage ? strtoul(arguments[2], NULL, 10) : 0;

    for (int i = damage ? 3 : 1; i < count; i++)
        if (damage)
            damage_file(arguments[i], stride > 0 ? stride : 1);
        else
            replay(arguments[i]);
    printf("%d read", replayed);
    if (fuzz_accepted_count() > 0)
        printf(", %d of them accepted", fuzz_accepted_count());
    printf("\n");
    return replayed == 0;
}
