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

#endif
