/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_flows.c - sends and receives that are one message, in two passes.
 */
#include "tools/export/flows.h"
#include "unit.h"

static const struct flow_channel channel = {
    .comm = 1, .from = 0, .to = 1, .tag = 7
};

static struct flow next(struct flows *flows, enum flow_end end,
                        const struct flow_channel *of)
{
    struct flow flow = { 0 };

    CU_ASSERT_TRUE_FATAL(flows_next(flows, end, of, &flow));
    return flow;
}

/* So many, of which those below `shown' are. */
static void first_pass(struct flows *flows, enum flow_end end, int count,
                       int shown)
{
    for (int i = 0; i < count; i++) {
        struct flow flow = next(flows, end, &channel);

        if (i < shown)
            flows_show(flows, end, &flow);
    }
}

UNIT_TEST(both_ends_have_one_id)
{
    struct flows flows;
    struct flow send, receive;

    flows_init(&flows);
    first_pass(&flows, FLOW_SEND, 1000, 1000);
    first_pass(&flows, FLOW_RECEIVE, 1000, 1000);
    flows_second_pass(&flows);
    for (int i = 0; i < 1000; i++) {
        send = next(&flows, FLOW_SEND, &channel);
        receive = next(&flows, FLOW_RECEIVE, &channel);
        CU_ASSERT_EQUAL(flows_id(&flows, &send), (uint64_t)i + 1);
        CU_ASSERT_EQUAL(flows_id(&flows, &receive), (uint64_t)i + 1);
    }
    flows_clear(&flows);
}

UNIT_TEST(without_the_other_end_there_is_none)
{
    struct flows flows;

    flows_init(&flows);
    first_pass(&flows, FLOW_SEND, 10, 9);
    first_pass(&flows, FLOW_RECEIVE, 8, 7);
    flows_second_pass(&flows);
    for (int i = 0; i < 10; i++) {
        struct flow send = next(&flows, FLOW_SEND, &channel);

        CU_ASSERT_EQUAL(flows_id(&flows, &send) != FLOW_NONE, i < 7);
    }
    flows_clear(&flows);
}

UNIT_TEST(channels_do_not_mix)
{
    struct flows flows;

    flows_init(&flows);
    for (uint32_t i = 0; i < 500; i++) {
        struct flow_channel own = channel;
        struct flow flow;

        own.tag = i;
        flow = next(&flows, FLOW_SEND, &own);
        CU_ASSERT_EQUAL(flow.number, 0);
        flows_show(&flows, FLOW_SEND, &flow);
        own.from = 5;
        flow = next(&flows, FLOW_RECEIVE, &own);
        CU_ASSERT_EQUAL(flow.number, 0);
        flows_show(&flows, FLOW_RECEIVE, &flow);
    }
    CU_ASSERT_EQUAL(flows.count, 1000);
    flows_second_pass(&flows);
    for (uint32_t i = 0; i < 500; i++) {
        struct flow_channel own = channel;
        struct flow flow;

        own.tag = i;
        flow = next(&flows, FLOW_SEND, &own);
        CU_ASSERT_EQUAL(flows_id(&flows, &flow), FLOW_NONE);
    }
    flows_clear(&flows);
}

UNIT_TEST(a_request_is_found_until_it_is_taken)
{
    struct map requests = { .slots = NULL };
    struct flow flow = { 0 };

    CU_ASSERT_FALSE(flow_requests_take(&requests, 1, &flow));
    for (uint32_t i = 1; i <= 5000; i++) {
        flow.number = i;
        CU_ASSERT_TRUE(flow_requests_add(&requests, i * 512, &flow));
        if (i % 3 == 0)
            CU_ASSERT_TRUE(flow_requests_take(&requests, i / 3 * 512, &flow));
    }
    for (uint32_t i = 1; i <= 5000; i++) {
        bool there = flow_requests_take(&requests, i * 512, &flow);

        CU_ASSERT_EQUAL(there, i > 5000 / 3);
        CU_ASSERT(!there || flow.number == i);
    }
    CU_ASSERT_EQUAL(requests.count, 0);
    map_clear(&requests);
}
