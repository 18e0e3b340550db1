/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_network.c - latency and bandwidth of made-up calls are what they were made
 * of.
 */
#include "unit.h"

#include "analyze/facts/network.h"

#define SEND 0u
#define RECV 1u
#define MOST 64

static struct replay_site sites[] = { { .call = SEND }, { .call = RECV } };
static struct transfer transfers[MOST];
static size_t count;
static struct network network;

static void begin(void)
{
    count = 0;
}

/* ns: of each call. */
static void calls(uint32_t site, uint32_t apart, uint64_t bytes,
                  uint64_t number, uint64_t ns)
{
    CU_ASSERT_FATAL(count < MOST);
    transfers[count++] =
        (struct transfer){ site, apart, bytes, number, number * ns };
}

static const struct network_fit *fit_of(uint32_t call, uint32_t apart)
{
    for (size_t i = 0; i < network.count; i++)
        if (network.items[i].call == call && network.items[i].apart == apart)
            return &network.items[i];
    CU_FAIL_FATAL("no such calls");
    return NULL;
}

static void fit_in(const struct scope *scope)
{
    const struct replay_result replay = { .sites = sites,
                                          .site_count = 2,
                                          .transfers = transfers,
                                          .transfer_count = count };

    network_clear(&network);
    CU_ASSERT_EQUAL_FATAL(network_init(&network, scope, &replay), STATUS_OK);
}

static void fit(void)
{
    fit_in(NULL);
}

__attribute__((destructor)) static void forget(void)
{
    network_clear(&network);
}

static void line_is(const struct network_fit *found, double latency,
                    double byte)
{
    CU_ASSERT(found->known);
    CU_ASSERT_DOUBLE_EQUAL(found->cost.latency, latency, 0.01 * latency + 1);
    CU_ASSERT_DOUBLE_EQUAL(found->cost.byte, byte, 0.01 * byte);
}

UNIT_TEST(calls_on_a_line_give_that_line)
{
    begin();
    for (uint64_t bytes = 8; bytes < 1 << 20; bytes *= 4)
        calls(SEND, 0, bytes, 10, 2000 + 3 * bytes);
    fit();
    line_is(fit_of(SEND, 0), 2000, 3);
    CU_ASSERT_DOUBLE_EQUAL(fit_of(SEND, 0)->off, 0, 1e-9);
    CU_ASSERT_EQUAL(fit_of(SEND, 0)->calls, 90);
    CU_ASSERT_DOUBLE_EQUAL(network_known(&network), 1, 1e-9);
}

/* A third of the calls of each size, and all calls of one size, take ten times
 * as long. */
UNIT_TEST(disturbed_calls_do_not_bend_it)
{
    begin();
    for (uint64_t bytes = 8; bytes < 1 << 20; bytes *= 4) {
        uint64_t ns = 2000 + 3 * bytes;

        calls(SEND, 0, bytes, 10, bytes == 512 ? 10 * ns : ns);
        calls(SEND, 0, bytes, 5, 10 * ns);
    }
    fit();
    line_is(fit_of(SEND, 0), 2000, 3);
}

UNIT_TEST(procedures_and_hosts_have_lines_of_their_own)
{
    begin();
    for (uint64_t bytes = 1000; bytes < 9000; bytes += 1000) {
        calls(SEND, 0, bytes, 10, 1000 + bytes);
        calls(SEND, 1, bytes, 10, 5000 + 10 * bytes);
        calls(RECV, 1, bytes, 10, 7000 + 2 * bytes);
    }
    fit();
    CU_ASSERT_EQUAL(network.count, 3);
    line_is(fit_of(SEND, 0), 1000, 1);
    line_is(fit_of(SEND, 1), 5000, 10);
    line_is(fit_of(RECV, 1), 7000, 2);
    CU_ASSERT_DOUBLE_EQUAL(network_cost_of(&network, RECV, 1).latency, 7000,
                           1);
    CU_ASSERT_EQUAL(network_cost_of(&network, RECV, 0).latency, 0);
}

/* Receives are in region 1, sends in region 0. */
UNIT_TEST(calls_outside_the_selected_regions_do_not_count)
{
    bool inside[] = { false, true };
    const struct scope scope = { .inside = inside, .inside_count = 2 };

    begin();
    sites[RECV].region = 1;
    calls(SEND, 0, 8, 20, 100);
    calls(RECV, 0, 8, 20, 700);
    fit_in(&scope);
    CU_ASSERT_EQUAL(network.count, 1);
    line_is(fit_of(RECV, 0), 700, 0);
    fit();
    CU_ASSERT_EQUAL(network.count, 2);
    sites[RECV].region = 0;
}

UNIT_TEST(small_calls_are_all_latency)
{
    begin();
    calls(SEND, 0, 8, 6, 1500);
    calls(SEND, 0, 256, 6, 1600);
    fit();
    line_is(fit_of(SEND, 0), 1500, 0);
}

UNIT_TEST(one_size_or_few_calls_give_none)
{
    begin();
    calls(SEND, 0, 4096, 1000, 9000);
    calls(SEND, 1, 4096, 1000, 9000);
    calls(SEND, 1, 5000, 1000, 9900);
    calls(RECV, 0, 8, 9, 1000);
    fit();
    CU_ASSERT_FALSE(fit_of(SEND, 0)->known);
    CU_ASSERT_FALSE(fit_of(SEND, 1)->known);
    CU_ASSERT_FALSE(fit_of(RECV, 0)->known);
    CU_ASSERT_DOUBLE_EQUAL(fit_of(SEND, 0)->median, 9000, 1e-9);
    CU_ASSERT_EQUAL(network_known(&network), 0);
}

UNIT_TEST(calls_far_from_any_line_have_none)
{
    begin();
    for (uint64_t bytes = 8; bytes < 1 << 13; bytes *= 2)
        calls(SEND, 0, bytes, 10, bytes * bytes * bytes / 100 + 1);
    fit();
    CU_ASSERT_FALSE(fit_of(SEND, 0)->known);
}

UNIT_TEST(larger_calls_that_take_no_longer_have_no_bandwidth)
{
    begin();
    calls(SEND, 0, 1000, 10, 5000);
    calls(SEND, 0, 4000, 10, 4000);
    fit();
    line_is(fit_of(SEND, 0), 4000, 0);
}

UNIT_TEST(without_a_trace_nothing_is_known)
{
    network_clear(&network);
    CU_ASSERT_EQUAL(network_init(&network, NULL, NULL), STATUS_OK);
    CU_ASSERT_EQUAL(network.count, 0);
    CU_ASSERT_EQUAL(network_known(&network), 0);
}
