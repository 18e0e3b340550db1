/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit.h"

#include "model/resources/memory_uses.h"

UNIT_TEST(what_is_in_use_for_no_time_counts_for_its_bin)
{
    struct memory_uses uses = { .width = 10 };
    struct memory_use *use = memory_uses_get(&uses, "CUDA Memory", "GPU 0");

    CU_ASSERT_PTR_NOT_NULL_FATAL(use);
    use->last = 7;
    memory_uses_hold(&uses, use, 25, 25);
    use->last = 3;
    memory_uses_hold(&uses, use, 25, 40);
    CU_ASSERT_EQUAL(use->most, 7);
    CU_ASSERT_EQUAL(use->most_at, 25);
    CU_ASSERT_EQUAL(use->highest[1], 0);
    CU_ASSERT_EQUAL(use->highest[2], 7);
    CU_ASSERT_EQUAL(use->highest[3], 3);
    CU_ASSERT_EQUAL(use->highest[4], 0);
    memory_uses_hold(&uses, use, 10 * MEMORY_BINS - 1, UINT64_MAX);
    CU_ASSERT_EQUAL(use->highest[MEMORY_BINS - 1], 3);
    memory_uses_hold(&uses, use, UINT64_MAX, UINT64_MAX); /* behind all */
    memory_uses_clear(&uses);
}

UNIT_TEST(what_is_written_is_read_again)
{
    struct memory_uses uses = { .width = 10 }, copy = { 0 };
    struct memory_use *use;
    struct bytes_writer out;
    struct bytes_reader in;

    CU_ASSERT_PTR_NOT_NULL_FATAL(memory_uses_get(&uses, "host", ""));
    use = memory_uses_get(&uses, "CUDA Memory", "GPU 0");
    CU_ASSERT_PTR_NOT_NULL_FATAL(use);
    CU_ASSERT_PTR_EQUAL(memory_uses_get(&uses, "CUDA Memory", "GPU 0"), use);
    *use = (struct memory_use){ .name = use->name,
                                .place = use->place,
                                .readings = 5,
                                .most = 8,
                                .most_at = 31,
                                .mean = 6,
                                .last = 4 };
    use->highest[3] = 8;
    bytes_writer_init(&out);
    memory_uses_encode(&uses, &out);
    bytes_reader_init(&in, out.data, out.size);
    CU_ASSERT_EQUAL_FATAL(memory_uses_decode(&in, &copy), STATUS_OK);
    CU_ASSERT_EQUAL(in.at, in.size);
    CU_ASSERT_EQUAL(copy.width, 10);
    CU_ASSERT_EQUAL_FATAL(copy.count, 2);
    use = &copy.items[1];
    CU_ASSERT_STRING_EQUAL(use->name, "CUDA Memory");
    CU_ASSERT_STRING_EQUAL(use->place, "GPU 0");
    CU_ASSERT_EQUAL(use->readings, 5);
    CU_ASSERT_EQUAL(use->most, 8);
    CU_ASSERT_EQUAL(use->most_at, 31);
    CU_ASSERT_EQUAL(use->mean, 6);
    CU_ASSERT_EQUAL(use->last, 4);
    CU_ASSERT_EQUAL(use->highest[3], 8);
    memory_uses_clear(&copy);
    memory_uses_clear(&uses);
    bytes_writer_clear(&out);
}

UNIT_TEST(a_rank_has_a_limited_number)
{
    struct memory_uses uses = { .width = 1 };
    char name[] = "memory of a";

    for (int i = 0; i < MEMORY_USES; i++) {
        name[sizeof(name) - 2] = (char)('0' + i);
        CU_ASSERT_PTR_NOT_NULL_FATAL(memory_uses_get(&uses, name, ""));
    }
    CU_ASSERT_PTR_NULL(memory_uses_get(&uses, "another", ""));
    CU_ASSERT_PTR_NOT_NULL(memory_uses_get(&uses, name, ""));
    memory_uses_clear(&uses);
}

UNIT_TEST(bins_without_a_width_are_damage)
{
    struct memory_uses uses = { 0 }, copy = { 0 };
    struct bytes_writer out;
    struct bytes_reader in;

    bytes_writer_init(&out);
    memory_uses_encode(&uses, &out);
    bytes_reader_init(&in, out.data, out.size);
    CU_ASSERT_EQUAL(memory_uses_decode(&in, &copy), STATUS_BAD_FORMAT);
    memory_uses_clear(&copy);
    bytes_writer_clear(&out);
}
