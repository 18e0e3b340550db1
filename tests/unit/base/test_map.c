/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_map.c - items found by their keys.
 */
#include "unit.h"

#include "base/map.h"

struct pair {
    uint64_t key, value;
};

static struct map map;

static struct pair *find(uint64_t key)
{
    return map_find(&map, sizeof(struct pair), &key, sizeof(key));
}

static struct pair *get(uint64_t key)
{
    struct pair *pair = map_get(&map, sizeof(struct pair), &key, sizeof(key));

    CU_ASSERT_PTR_NOT_NULL_FATAL(pair);
    return pair;
}

static void remove_key(uint64_t key)
{
    map_remove(&map, sizeof(struct pair), sizeof(key), find(key));
}

UNIT_TEST(an_item_is_made_once_and_in_order)
{
    CU_ASSERT_PTR_NULL(find(0));
    for (uint64_t round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 5000; i++)
            get(i << 40)->value += i + round;
    CU_ASSERT_EQUAL(map.count, 5000);
    for (uint64_t i = 0; i < 5000; i++) {
        const struct pair *pair = (struct pair *)map.items + i;

        CU_ASSERT_EQUAL(pair->key, i << 40);
        CU_ASSERT_EQUAL(pair->value, 2 * i + 1);
        CU_ASSERT_PTR_EQUAL(find(i << 40), pair);
        CU_ASSERT_EQUAL(map_index(&map, sizeof(*pair), pair), i);
    }
    CU_ASSERT_PTR_NULL(find(1));
    map_clear(&map);
}

UNIT_TEST(what_is_removed_is_gone_and_all_else_is_found)
{
    for (uint64_t i = 0; i < 3000; i++)
        get(i * 1000003)->value = i;
    for (uint64_t i = 0; i < 3000; i += 3)
        remove_key(i * 1000003);
    CU_ASSERT_EQUAL(map.count, 2000);
    for (uint64_t i = 0; i < 3000; i++) {
        const struct pair *pair = find(i * 1000003);

        CU_ASSERT_EQUAL(pair != NULL, i % 3 != 0);
        if (pair != NULL)
            CU_ASSERT_EQUAL(pair->value, i);
    }
    for (uint64_t i = 0; i < 3000; i++)
        if (i % 3 != 0)
            remove_key(i * 1000003);
    CU_ASSERT_EQUAL(map.count, 0);
    CU_ASSERT_EQUAL(get(7)->value, 0);
    map_clear(&map);
}

UNIT_TEST(memory_does_not_grow_with_what_was_removed)
{
    for (uint64_t i = 0; i < 100000; i++) {
        get(i);
        remove_key(i);
    }
    CU_ASSERT(map.room <= 16);
    CU_ASSERT(map.mask <= 31);
    map_clear(&map);
}

UNIT_TEST(a_reset_map_is_empty)
{
    get(1)->value = 5;
    map_reset(&map);
    CU_ASSERT_PTR_NULL(find(1));
    CU_ASSERT_EQUAL(get(1)->value, 0);
    CU_ASSERT_EQUAL(map.count, 1);
    map_clear(&map);
    map_reset(&map);
    CU_ASSERT_PTR_NULL(find(1));
}

static bool same_text(const void *item, const void *wanted)
{
    return strcmp(*(const char *const *)item, wanted) == 0;
}

/* All texts have the same hash. */
UNIT_TEST(the_caller_may_compare)
{
    static const char *const texts[] = { "a", "b", "c" };
    const char **item;

    for (int i = 0; i < 3; i++) {
        item = map_append(&map, sizeof(*item), 77);
        CU_ASSERT_PTR_NOT_NULL_FATAL(item);
        *item = texts[i];
    }
    for (int i = 0; i < 3; i++) {
        item = map_find_same(&map, sizeof(*item), 77, same_text, texts[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(item);
        CU_ASSERT_PTR_EQUAL(*item, texts[i]);
    }
    CU_ASSERT_PTR_NULL(map_find_same(&map, sizeof(*item), 77, same_text, "d"));
    map_clear(&map);
}

/* Keys of which many share their place in the table. */
UNIT_TEST(where_a_word_of_a_key_stands_counts)
{
    const uint32_t keys[][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };

    for (int i = 0; i < 3; i++)
        CU_ASSERT_NOT_EQUAL(map_hash(keys[i], sizeof(keys[i])),
                            map_hash(keys[(i + 1) % 3], sizeof(keys[0])));
}

UNIT_TEST(long_keys_work_as_well)
{
    struct {
        uint32_t key[5];
        uint32_t value;
    } * item;

    for (uint32_t i = 0; i < 500; i++) {
        uint32_t key[5] = { 0, i / 10, 0, i % 10, 9 };

        item = map_get(&map, sizeof(*item), key, sizeof(key));
        CU_ASSERT_PTR_NOT_NULL_FATAL(item);
        item->value = i;
    }
    for (uint32_t i = 0; i < 500; i++) {
        uint32_t key[5] = { 0, i / 10, 0, i % 10, 9 };

        item = map_find(&map, sizeof(*item), key, sizeof(key));
        CU_ASSERT_EQUAL(item->value, i);
    }
    map_clear(&map);
}
