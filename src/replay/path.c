/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/path.h"

#include <stdlib.h>

#define STEPS_BACK 8 /* that a new node looks for what it can take in */

void path_go(struct paths *paths, struct path_end *end, uint64_t key,
             uint64_t ns)
{
    if (!keyed_sums_add(&end->done, key, ns))
        paths->failed = true;
}

/* A previous node that only this node holds becomes a part of this one. */
static void take_in(struct paths *paths, struct path_node *node)
{
    struct path_node *before = node->before;

    if (!keyed_sums_merge(&node->done, &before->done))
        paths->failed = true;
    node->before = before->before;
    free(before);
}

static void shorten_path(struct paths *paths, struct path_node *node)
{
    for (int i = 0; i < STEPS_BACK && node->before != NULL; i++)
        if (node->before->holders == 1)
            take_in(paths, node);
        else
            node = node->before;
}

struct path_node *path_mark(struct paths *paths, struct path_end *end)
{
    struct path_node *node;

    if (end->done.count == 0 && end->before != NULL) {
        end->before->holders++;
        return end->before;
    }
    node = malloc(sizeof(*node));
    if (node == NULL) {
        paths->failed = true;
        return NULL;
    }
    *node = (struct path_node){ .holders = 2,
                                .before = end->before,
                                .done = end->done };
    *end = (struct path_end){ .before = node };
    shorten_path(paths, node);
    return node;
}

void path_drop(struct path_node *mark)
{
    while (mark != NULL && --mark->holders == 0) {
        struct path_node *before = mark->before;

        keyed_sums_clear(&mark->done);
        free(mark);
        mark = before;
    }
}

void path_jump(struct path_end *end, struct path_node *mark)
{
    mark->holders++;
    path_drop(end->before);
    end->before = mark;
    keyed_sums_clear(&end->done);
}

void path_end_clear(struct path_end *end)
{
    path_drop(end->before);
    keyed_sums_clear(&end->done);
    end->before = NULL;
}

static void add_all(struct paths *paths, const struct keyed_sums *from,
                    struct keyed_sums *sum)
{
    for (struct keyed_sum *item = NULL;
         (item = keyed_sums_next(from, item)) != NULL;)
        if (!keyed_sums_add(sum, item->key, item->value))
            paths->failed = true;
}

void path_sum(struct paths *paths, const struct path_end *end,
              struct keyed_sums *sum)
{
    add_all(paths, &end->done, sum);
    for (const struct path_node *node = end->before; node != NULL;
         node = node->before)
        add_all(paths, &node->done, sum);
}
