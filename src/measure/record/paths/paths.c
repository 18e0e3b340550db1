/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/record/paths/paths.h"

#include <link.h>
#include <pthread.h>
#include <string.h>

#include "base/cancel.h"
#include "base/pages.h"

uint32_t paths_generation;

static struct {
    pthread_mutex_t lock;
    uint32_t newest,
        settled; /* generations: the last one begun, and that which goes
                               * on when no unload is in progress */
    uint32_t in_progress; /* how many are */
    uint32_t unloads;     /* of the dynamic linker, when last read */
} unloading = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Odd random numbers. */
const uint64_t paths_factors[PATHS_DEEPEST] = {
    0xa573942498a4a201u, 0x5e6f33d199b1d245u, 0xd452341f19d9de2bu,
    0xad36101faf4ef617u, 0x23a85c6403d4b041u, 0xb58708926c65a6f1u,
    0x32e97956c6eee6cfu, 0xc5cd34a9c134d60bu, 0x08b2695eb5bc964du,
    0xf69d17d38a27c10fu, 0x079699af26a4228bu, 0xfe17c557e956c115u,
    0x995c798e76f1f243u, 0x80777b16b27919b5u, 0x08d5f18731e515adu,
    0xfeaf9c6755087e13u, 0xc0bdbcf349dc1c1bu, 0x40d08fc59d0f79cbu,
    0xa43d383b9d065091u, 0x9297bc90c396be2fu, 0xb398c3df3a4932cfu,
    0xb0c6df973a67afa7u, 0x1061348cf1caa529u, 0x4ae7fcb14899bc3bu,
    0xfc00df8d5ef64597u, 0xa23b1bd71a085747u, 0xd611fe751e6ea319u,
    0x141eeaedcf46e97du, 0x492dcd32ef132821u, 0xfebcaa2ff7b1f611u,
    0x45b6665dd949da2bu, 0x7e0e5a3d684733a7u, 0x91368edbb71703a1u,
    0x136776bab0aa5151u, 0xffe0d7e5b3556ce5u, 0x455c3fb2012c82d3u,
    0x4898c373db0c8a01u, 0x2b1773de9127f6edu, 0x93cdb86041068f6bu,
    0xa54897e8c77958b1u, 0xa37b0ce52bc8ece5u, 0xca2addfcba0926a9u,
    0xcef5e0bcf65be2efu, 0xcd6a1fb0bfbefc93u, 0xf8b293af47e3ae6fu,
    0x3b96792bbf830f97u, 0x21bff9a138c6d653u, 0x193a7ab52374ed07u,
    0x31ad90d5ef3a5613u, 0x4153031c9e703f59u, 0xe1c7f52fb425ed21u,
    0xe04b03ca1c34b9a7u, 0x9494011f935e7a1du, 0x4bbf47a36a2b37f9u,
    0x6ee00b1f5f8cc345u, 0x4e7c61e1cfc9c653u, 0xb52b711f3b9b2affu,
    0x39a99602871ae29bu, 0x70ac5d7023662483u, 0x16f355901b7182b5u,
    0xa4baf46fb13706c1u, 0xac8212254f845db5u, 0xda6ba63f55bdfbc1u,
    0xcd7a9781567d9fbfu, 0x4164d8399f767c45u, 0x5bc8fbbcbde5c099u,
    0xb0c11fdecb91ce37u, 0xd76d4330f1446bebu, 0xa6eb8c9ebd69fe29u,
    0x87b0b125ec1d7da1u, 0xd7210dff076ce2efu, 0xc6a5387777330bdbu,
    0x3fc1ea36f17fd375u, 0x0d464138a6233255u, 0x2827688de6a16a3bu,
    0x5f2dd97f1cfb10f7u, 0xde5271007814e8a3u, 0x617959ce3f1f65a9u,
    0x1a1afe878b33e969u, 0x3fd4235992edcf45u, 0xbb2edb20035b7399u,
    0x687c966c377b9aa3u, 0x2e9c82b1478c281du, 0xde11cc9dea959c21u,
    0x63b229f1c4069545u, 0xc30d8b7628dbd25fu, 0x126a1e48cc11d357u,
    0x9e30691c238642ebu, 0x71e0c07e9e115e4bu, 0x21da8978206f5c67u,
    0xf8eb18b900745131u, 0x015c33b2df1461abu, 0xc60a3cab359eeefbu,
    0xf5cae3bf3729c619u, 0x2a759159fb7ff337u, 0x2a9eba0cdf561d81u,
    0x504b74ba4a0fe75du, 0x32ea6928f6236bf3u, 0xe049548e8a0a8c97u,
    0xa02fdaa1ad864c45u, 0x2e81d66d346c6e2bu, 0xf7f35634f0e3cd97u,
    0x3266aa3bb0cde917u, 0xf7108e96f770c227u,
};

static uint32_t newest_generation(void)
{
    int before = cancel_lock(&unloading.lock);
    uint32_t newest = unloading.newest;

    cancel_unlock(&unloading.lock, before);
    return newest;
}

bool paths_init(struct paths *paths, uint32_t room,
                paths_resolve_function *resolve, void *context)
{
    uint32_t slots = 1024;

    memset(paths, 0, sizeof(*paths));
    while (slots < room)
        slots *= 2;
    paths->slots = pages_reserve(slots * sizeof(struct path_slot));
    if (paths->slots == NULL)
        return false;
    paths->mask = slots - 1;
    paths->newest = newest_generation();
    paths->resolve = resolve;
    paths->context = context;
    return true;
}

void paths_clear(struct paths *paths)
{
    pages_release(paths->slots,
                  (paths->mask + 1ull) * sizeof(struct path_slot));
    memset(paths, 0, sizeof(*paths));
}

static int read_unloads(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    *(uint32_t *)context = (uint32_t)info->dlpi_subs;
    return 1;
}

/* With the lock held. */
static void generation_set(uint32_t generation)
{
    __atomic_store_n(&paths_generation, generation, __ATOMIC_RELEASE);
}

void paths_unload_begins(void)
{
    int before = cancel_lock(&unloading.lock);

    unloading.in_progress++;
    generation_set(++unloading.newest);
    cancel_unlock(&unloading.lock, before);
}

void paths_unload_ends(void)
{
    int before = cancel_lock(&unloading.lock);
    uint32_t unloads = 0;

    dl_iterate_phdr(read_unloads, &unloads);
    if (unloads != unloading.unloads)
        unloading.settled = ++unloading.newest;
    unloading.unloads = unloads;
    unloading.in_progress--;
    generation_set(unloading.in_progress == 0 ? unloading.settled
                                              : ++unloading.newest);
    cancel_unlock(&unloading.lock, before);
}

/* True: there is room again, which paths of other generations had: also those of
 * unloads that are over and have unloaded nothing. */
static bool forget_unloaded(struct paths *paths)
{
    uint32_t newest = newest_generation();

    if (paths->newest == newest)
        return false;
    memset(paths->slots, 0, (paths->mask + 1ull) * sizeof(struct path_slot));
    paths->used = 0;
    paths->newest = newest;
    return true;
}

uint32_t paths_learn(struct paths *paths, uint64_t hash,
                     void *const *addresses, int count)
{
    uint32_t at = (uint32_t)(hash >> 32) & paths->mask;

    if (paths->used >= paths->mask - paths->mask / (count > 1 ? 4 : 8) &&
        !forget_unloaded(paths)) {
        paths->lost++;
        return 0;
    }
    while (paths->slots[at].hash != 0)
        at = (at + 1) & paths->mask;
    paths->slots[at].hash = hash;
    paths->slots[at].id = paths->resolve(paths->context, addresses, count);
    paths->used++;
    return paths->slots[at].id;
}
