/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * array_room.h - arrays that grow by doubling.
 *
 * Threads: any.  Memory: the caller's array.
 */
#ifndef BASE_ARRAY_ROOM_H
#define BASE_ARRAY_ROOM_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more item than `count'; array is the address of a pointer
 * to items of `size' bytes.  Returns false without memory and leaves the array
 * unchanged. */
static inline bool array_room(void *array, size_t count, size_t *room,
                              size_t size)
{
    size_t wanted = *room == 0 ? 16 : *room * 2;
    void *items, *grown;

    if (count < *room)
        return true;
    memcpy(&items, array, sizeof(items)); /* the pointer has another type */
    grown = realloc(items, wanted * size);
    if (grown == NULL)
        return false;
    memcpy(array, &grown, sizeof(grown));
    *room = wanted;
    return true;
}

/* Room for item `last' and those before it; what is new is all zero. */
static inline bool array_reach(void *array, size_t last, size_t *room,
                               size_t size)
{
    while (last >= *room) {
        size_t before = *room;
        char *items;

        if (!array_room(array, before, room, size))
            return false;
        memcpy(&items, array, sizeof(items));
        memset(items + before * size, 0, (*room - before) * size);
    }
    return true;
}

/* Room for one more than `count' in an array that only this lets grow: to 16
 * and further powers of two. */
static inline bool array_more(void *array, size_t count, size_t size)
{
    if (count < 16 ? count > 0 : (count & (count - 1)) != 0)
        return true;
    return array_room(array, count, &count, size);
}

/* Appends a value to such an array; false without memory. */
#define ARRAY_ADD(items, count, ...)                    \
    (array_more(&(items), (count), sizeof(*(items))) && \
     ((items)[(count)++] = (__VA_ARGS__), true))

/* Frees several; FREE_ALL() takes them as arguments. */
static inline void array_free_list(void *const *arrays, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(arrays[i]);
}

#define FREE_ALL(...)                               \
    array_free_list((void *const[]){ __VA_ARGS__ }, \
                    sizeof((void *const[]){ __VA_ARGS__ }) / sizeof(void *))

#endif
