/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "replay/log/replay_log.h"

#define CALLS 20000u /* more than any buffer holds */

static struct replay_log *log_;

static void start(void)
{
    CU_ASSERT_EQUAL_FATAL(replay_log_create(&log_), STATUS_OK);
    for (uint32_t i = 0; i < 5; i++)
        replay_log_site(log_, &(struct replay_site){ i, 2, 3 });
}

static void finish(void)
{
    struct replay_comm comms[2] = { { .id = 7, .members = 3 },
                                    { .id = 8, .members = 4, .remote = 1 } };

    CU_ASSERT_EQUAL_FATAL(replay_log_finish(log_, comms, 2), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_log_open(log_), STATUS_OK);
}

/* The call number i has i % 4 operations with tags i, i + 1 ... */
static uint64_t put_call(uint32_t i)
{
    struct replay_op ops[3];
    struct replay_call call = {
        .begin = i, .end = i + 1, .site = i % 5, .op_count = i % 4
    };

    memset(ops, 0, sizeof(ops));
    for (uint32_t k = 0; k < call.op_count; k++)
        ops[k].tag = i + k;
    return replay_log_call(log_, &call, ops);
}

static void check_stream(uint32_t location, uint32_t calls, uint32_t settled)
{
    struct replay_stream stream;
    const struct replay_op *ops;
    struct replay_call call;
    uint32_t i = 0, wrong = 0;

    replay_stream_init(&stream, log_, location);
    for (; replay_stream_next(&stream, &call, &ops); i++) {
        wrong += call.begin != i || call.op_count != i % 4;
        for (uint32_t k = 0; k < call.op_count; k++)
            wrong += ops[k].tag != (i == settled ? 99u : i + k);
    }
    CU_ASSERT_FALSE(stream.failed);
    CU_ASSERT_EQUAL(i, calls);
    CU_ASSERT_EQUAL(wrong, 0);
    replay_stream_clear(&stream);
}

UNIT_TEST(calls_come_back_as_they_were)
{
    start();
    for (uint32_t location = 0; location < 2; location++) {
        replay_log_begin(log_, location, 0);
        for (uint32_t i = 0; i < CALLS; i++)
            put_call(i);
        replay_log_end(log_, 5, 6, location == 1);
    }
    finish();
    CU_ASSERT_EQUAL(log_->location_count, 2);
    CU_ASSERT_EQUAL(log_->locations[1].calls, CALLS);
    CU_ASSERT_EQUAL(log_->locations[1].cut, 1);
    CU_ASSERT_EQUAL(log_->comms[1].members, 4);
    check_stream(0, CALLS, UINT32_MAX);
    check_stream(1, CALLS, UINT32_MAX);
    replay_log_destroy(log_);
}

/* Wherever the operation is by then: written, in the buffer, or on the edge
 * between the two. */
UNIT_TEST(operations_are_completed_at_any_distance)
{
    struct replay_op op = { .tag = 99 };

    for (uint32_t later = 0; later < CALLS; later += later / 3 + 1) {
        uint64_t place = 0;

        start();
        replay_log_begin(log_, 0, 0);
        for (uint32_t i = 0; i < CALLS; i++) {
            uint64_t here = put_call(i);

            if (i == 5)
                place = here;
            if (i == 5 + later)
                replay_log_settle(log_, place, &op);
        }
        replay_log_end(log_, 0, 0, false);
        finish();
        check_stream(0, CALLS, later < CALLS - 5 ? 5 : UINT32_MAX);
        replay_log_destroy(log_);
    }
}

UNIT_TEST(equal_sites_are_one)
{
    start();
    for (uint32_t i = 0; i < 3000; i++) {
        struct replay_site site = { i % 1000, 2, 3 };

        CU_ASSERT_EQUAL(replay_log_site(log_, &site), i % 1000);
    }
    replay_log_begin(log_, 0, 0);
    replay_log_end(log_, 0, 0, false);
    finish();
    CU_ASSERT_EQUAL(log_->site_count, 1000);
    CU_ASSERT_EQUAL(log_->sites[999].call, 999);
    check_stream(0, 0, UINT32_MAX);
    replay_log_destroy(log_);
}

UNIT_TEST(what_was_never_finished_is_refused)
{
    start();
    replay_log_begin(log_, 0, 0);
    for (uint32_t i = 0; i < CALLS; i++)
        put_call(i);
    CU_ASSERT_NOT_EQUAL(replay_log_open(log_), STATUS_OK);
    replay_log_reset(log_);
    replay_log_site(log_, &(struct replay_site){ 0, 0, 0 });
    replay_log_begin(log_, 3, 0);
    put_call(0);
    replay_log_end(log_, 0, 0, false);
    finish();
    CU_ASSERT_EQUAL(log_->location_count, 1);
    CU_ASSERT_EQUAL(log_->locations[0].rank, 3);
    check_stream(0, 1, UINT32_MAX);
    replay_log_destroy(log_);
}

/* The only call. */
static void check_refused(void)
{
    struct replay_stream stream;
    const struct replay_op *ops;
    struct replay_call call;

    replay_stream_init(&stream, log_, 0);
    CU_ASSERT_FALSE(replay_stream_next(&stream, &call, &ops));
    CU_ASSERT_TRUE(stream.failed);
    replay_stream_clear(&stream);
}

/* What the process that wrote it got wrong does no harm here. */
UNIT_TEST(unknown_sites_are_refused)
{
    start();
    replay_log_begin(log_, 0, 0);
    replay_log_call(log_, &(struct replay_call){ .site = 77 }, NULL);
    replay_log_end(log_, 0, 0, false);
    finish();
    check_refused();
    replay_log_destroy(log_);
}

/* ---- parts ---- */

#define FIRST_CALL 10u /* of sites: those of part P are 10 x P + 1, ... 2 */

static void put_work(uint32_t site, uint32_t elsewhere)
{
    struct replay_op work = { .kind = REPLAY_WORK, .comm = elsewhere };
    struct replay_call call = { .site = site, .op_count = 1 };

    replay_log_call(log_, &call, &work);
}

/* A rank with a call at its second site, and work at its first. */
static void write_part(uint32_t part)
{
    struct replay_site first = { FIRST_CALL * part + 1, 0, 0 };
    struct replay_site second = { FIRST_CALL * part + 2, 0, 0 };
    uint32_t elsewhere;

    replay_log_use_part(log_, part);
    elsewhere = replay_log_site(log_, &first);
    replay_log_begin(log_, part, 0);
    put_work(replay_log_site(log_, &second), elsewhere);
    replay_log_end(log_, 0, 0, false);
    _exit(replay_log_end_part(log_) != STATUS_OK ||
          log_->locations[0].part != part);
}

static void write_parts(uint32_t parts)
{
    for (uint32_t part = 1; part <= parts; part++) {
        int status = 1;

        if (fork() == 0)
            write_part(part);
        CU_ASSERT_TRUE(wait(&status) > 0);
        CU_ASSERT_EQUAL(status, 0);
    }
}

static void join(uint32_t part)
{
    struct replay_location location = {
        .rank = part,
        .part = part,
        .calls = 1,
        .offset = log_->used, /* as in any file: behind the head */
        .bytes = sizeof(struct replay_call) + sizeof(struct replay_op)
    };

    for (uint32_t i = 1; i <= 2; i++)
        replay_log_join_site(
            log_, part, &(struct replay_site){ FIRST_CALL * part + i, 0, 0 });
    replay_log_join_location(log_, &location);
}

static void check_part(uint32_t location, uint32_t part)
{
    struct replay_stream stream;
    const struct replay_op *ops;
    struct replay_call call;

    CU_ASSERT_EQUAL_FATAL(log_->locations[location].part, part);
    replay_stream_init(&stream, log_, location);
    CU_ASSERT_TRUE_FATAL(replay_stream_next(&stream, &call, &ops));
    CU_ASSERT_EQUAL(log_->sites[call.site].call, FIRST_CALL * part + 2);
    CU_ASSERT_EQUAL(log_->sites[ops[0].comm].call, FIRST_CALL * part + 1);
    CU_ASSERT_FALSE(replay_stream_next(&stream, &call, &ops));
    CU_ASSERT_FALSE(stream.failed);
    replay_stream_clear(&stream);
}

UNIT_TEST(parts_of_other_processes_are_one_log)
{
    CU_ASSERT_EQUAL_FATAL(replay_log_create(&log_), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_log_divide(log_, 3), 3);
    write_parts(3);
    join(2);
    join(1);
    join(3);
    finish();
    CU_ASSERT_EQUAL(log_->site_count, 6);
    check_part(0, 2);
    check_part(1, 1);
    check_part(2, 3);
    replay_log_destroy(log_);
}

/* The part has two. */
UNIT_TEST(unknown_sites_of_a_part_are_refused)
{
    CU_ASSERT_EQUAL_FATAL(replay_log_create(&log_), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_log_divide(log_, 1), 1);
    write_parts(1);
    join(1);
    log_->parts[0].site_count = 1;
    finish();
    check_refused();
    replay_log_destroy(log_);
}

UNIT_TEST(a_folder_that_is_not_there_is_named)
{
    struct replay_log *none = NULL;

    log_set_level(-1);
    setenv("TMPDIR", "/nowhere/at/all", 1);
    CU_ASSERT_EQUAL(replay_log_create(&none), STATUS_IO);
    unsetenv("TMPDIR");
    log_set_level(0);
}
