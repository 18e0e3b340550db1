/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * die_reading.c - preloaded: a process that reads the events of certain
 * locations of an archive comes to no good end.
 *
 *     DIE_AT=" 4 18 " DIE_HOW=kill|wait|names
 *
 * kill: it is killed as if there were no memory left.  wait: it waits for ever.
 * names: it crashes at the location's own definitions.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_one(uint64_t location, const char *how)
{
    const char *places = getenv("DIE_AT"), *wanted = getenv("DIE_HOW");
    char place[32];

    snprintf(place, sizeof(place), " %llu ", (unsigned long long)location);
    return places != NULL && wanted != NULL && strcmp(wanted, how) == 0 &&
           strstr(places, place) != NULL;
}

/* As in otf2/OTF2_Reader.h. */
typedef void *get_reader(void *reader, uint64_t location);
get_reader OTF2_Reader_GetEvtReader, OTF2_Reader_GetDefReader;

void *OTF2_Reader_GetEvtReader(void *reader, uint64_t location)
{
    get_reader *next;

    if (is_one(location, "kill"))
        raise(SIGKILL);
    while (is_one(location, "wait"))
        pause();
    *(void **)&next = dlsym(RTLD_NEXT, "OTF2_Reader_GetEvtReader");
    return next(reader, location);
}

void *OTF2_Reader_GetDefReader(void *reader, uint64_t location)
{
    get_reader *next;

    if (is_one(location, "names"))
        abort();
    *(void **)&next = dlsym(RTLD_NEXT, "OTF2_Reader_GetDefReader");
    return next(reader, location);
}
