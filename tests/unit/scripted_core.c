/* SPDX-License-Identifier: BSD-3-Clause */
#include "scripted_core.h"

#include <CUnit/CUnit.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "call_ids.h"
#include "measure/callsite/modules.h"
#include "measure/session/session_state.h"
#include "measure/record/paths/call_path.h"
#include "measure/record/charge.h"
#include "measure/record/event_costs.h"
#include "measure/record/record_functions.h"
#include "measure/record/record_region.h"
#include "measure/record/retired.h"
#include "measure/record/thread_life.h"
#include "measure/track/requests.h"
#include "symbols/function_names.h"

struct rank_data rank;

/* What libmpiprof.so has. */
struct hook_state hook_state;
__thread struct hook_thread hook_thread;

#if !(defined(__x86_64__) && defined(__LP64__))
const struct hook_thread *hook_thread_now(void)
{
    return &hook_thread;
}
#endif

struct hook_thread hook_nobody = { .now = &hook_nobody.own, .nobody = true };

static struct {
    struct hook_ops ops;
    struct remarks remarks;
    uint32_t ranks, rank;
    double call_cost_ns;
} core;

bool hook_wake(void)
{
    return false;
}

/* ---- what the core asks of MPI ---- */

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    *size = comm == MPI_COMM_SELF ? 1 : (int)core.ranks;
    return MPI_SUCCESS;
}

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    *rank = comm == MPI_COMM_SELF ? 0 : (int)core.rank;
    return MPI_SUCCESS;
}

/* Those of COMM_SELF are told by how many are asked for. */
int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    (void)comm;
    *group = MPI_GROUP_EMPTY;
    return MPI_SUCCESS;
}

int PMPI_Group_translate_ranks(MPI_Group from, int count, const int *ranks,
                               MPI_Group to, int *out)
{
    (void)from;
    (void)to;
    for (int i = 0; i < count; i++)
        out[i] = count < (int)core.ranks ? (int)core.rank : ranks[i];
    return MPI_SUCCESS;
}

int PMPI_Group_free(MPI_Group *group)
{
    (void)group;
    return MPI_SUCCESS;
}

int PMPI_Comm_test_inter(MPI_Comm comm, int *inter)
{
    (void)comm;
    *inter = 0;
    return MPI_SUCCESS;
}

int PMPI_Type_size_x(MPI_Datatype type, MPI_Count *size)
{
    (void)type;
    *size = 1;
    return MPI_SUCCESS;
}

/* Of a message that core_recv() was given. */
static int received;

int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype type,
                        MPI_Count *count)
{
    (void)status;
    (void)type;
    *count = received;
    return MPI_SUCCESS;
}

/* ---- both ends ---- */

static void set_up(const struct core_script *script)
{
    struct strbuf problems = { 0 };

    clock_start(&recorder.rate, false);
    core.ranks = script->ranks == 0 ? 1 : script->ranks;
    core.rank = script->rank;
    recorder.world_rank = core.rank;
    recorder.world_size = core.ranks;
    recorder.callpath = script->callpath;
    recorder.memory_bytes =
        script->memory_bytes == 0 ? 4u << 20 : script->memory_bytes;
    recorder.pauses = (struct pauses){ 0 };
    recorder.regions_shared = 0;
    recorder.thread_count = 0;
    functions_setup(script->functions == NULL ? "off" : script->functions,
                    &problems);
    CU_ASSERT_EQUAL(problems.length, 0);
    strbuf_clear(&problems);
    recorder.modules = modules_create();
    CU_ASSERT_PTR_NOT_NULL_FATAL(recorder.modules);
    if (recorder.definitions == NULL)
        CU_ASSERT_EQUAL_FATAL(definitions_create(&recorder.definitions),
                              STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        comms_setup(MPI_COMM_WORLD, true, record_new_comm, &recorder),
        STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(requests_setup(true), STATUS_OK);
    retired_setup();
    record_resources_setup(script->resources_ms);
    if (script->starts != NULL)
        script->starts();
}

static void start_samples(unsigned hz)
{
    if (hz == 0)
        return;
    CU_ASSERT_TRUE(record_samples_begin(&hook_thread, hz, &core.remarks));
    core.ops.thread_begins = record_sample_thread;
    core.ops.thread_ends = record_sample_no_more;
}

static void charge_init(struct thread *master, uint64_t ns)
{
    struct row_key key = { .call = CALL_MPI_Init };
    struct row *row = rows_find(&master->rows, &key);

    row_add_time(&master->rows, row, ns);
}

__attribute__((destructor)) void core_forget(void)
{
    rank_data_clear(&rank);
    definitions_destroy(recorder.definitions);
    recorder.definitions = NULL;
}

void core_run(const struct core_script *script)
{
    core_forget();
    script_start();
    core_begin(script);
}

void core_begin(const struct core_script *script)
{
    struct thread *master;

    set_up(script);
    master = thread_create(record_now());
    CU_ASSERT_PTR_NOT_NULL_FATAL(master);
    hook_thread = (struct hook_thread){ 0 };
    thread_attach(master, &hook_thread);
    retired_watch(master, &hook_thread);
    if (script->init_ns > 0)
        charge_init(master, script->init_ns);
    recorder.begin = record_now();
    thread_begin(master, recorder.begin);
    core.ops = record_ops;
    start_samples(script->sample_hz);
    hook_state.ops = &core.ops;
    hook_state.before = script->sample_hz > 0;
    hook_state.mode = HOOK_ON;
}

static void close_recording(uint64_t now)
{
    retired_close();
    if (pauses_off(&recorder.pauses))
        pauses_end(&recorder.pauses, now);
    for (struct thread *at = recorder.threads; at != NULL; at = at->next) {
        thread_finish(at, now);
        record_regions_finish(at, now);
    }
}

static void tear_down(void)
{
    functions_teardown();
    while (recorder.threads != NULL) {
        struct thread *next = recorder.threads->next;

        thread_destroy(recorder.threads);
        recorder.threads = next;
    }
    hook_thread = (struct hook_thread){ 0 };
    comms_teardown();
    requests_teardown();
    record_samples_free();
    modules_destroy(recorder.modules);
    remarks_clear(&core.remarks);
}

void core_end_as(struct rank_data *out)
{
    uint64_t now = record_now(), samples;

    hook_state.mode = HOOK_OFF;
    record_samples_end(&hook_thread, now);
    close_recording(now);
    CU_ASSERT_EQUAL(collect_rank(&recorder.rate, now, out), STATUS_OK);
    core.call_cost_ns = record_cost_ns(&samples);
    event_costs_collect(core.call_cost_ns, &out->own);
    tear_down();
}

void core_end(void)
{
    core_end_as(&rank);
}

double core_call_cost_ns(void)
{
    return core.call_cost_ns;
}

struct profile *core_profile(struct rank_data *ranks, uint32_t count)
{
    struct profile *profile = NULL;

    CU_ASSERT_EQUAL_FATAL(profile_create(&profile), STATUS_OK);
    CU_ASSERT_EQUAL(profile_use_call_table(profile), STATUS_OK);
    definitions_destroy(profile->definitions);
    profile->definitions = recorder.definitions;
    recorder.definitions = NULL;
    profile_set_text(&profile->program, "scripted");
    profile_set_text(&profile->source, "profile");
    profile->hook_ns_x100 = (uint64_t)(100 * core.call_cost_ns);
    profile->rank_count = count;
    profile->ranks = calloc(count, sizeof(*profile->ranks));
    CU_ASSERT_PTR_NOT_NULL_FATAL(profile->ranks);
    memcpy(profile->ranks, ranks, count * sizeof(*ranks));
    memset(ranks, 0, count * sizeof(*ranks));
    return profile;
}

/* ---- calls ---- */

/* Of calls of which a test does not say where they are made. */
#define SOME_PLACE ((void *)((uintptr_t)core_begin + 1))

static bool begins(struct hook_call *call, uint32_t id, void *caller)
{
    struct hook_caller from = { caller, (uintptr_t)call };

    if (!hook_enter(call, id, HOOK_C, from))
        return false;
    hook_begin(call);
    return true;
}

static void ends(struct hook_call *call, uint64_t ns)
{
    script_pass(ns);
    hook_end(call);
    call->result = MPI_SUCCESS;
}

void core_call(uint32_t id, uint64_t ns)
{
    core_call_at(SOME_PLACE, id, ns);
}

void core_call_at(const void *place, uint32_t id, uint64_t ns)
{
    struct hook_call call;

    if (!begins(&call, id, (void *)(uintptr_t)place))
        return;
    ends(&call, ns);
    hook_state.ops->plain(&call);
    hook_leave(&call);
}

void core_call_begin(struct hook_call *call, uint32_t id)
{
    begins(call, id, SOME_PLACE);
}

void core_call_over(struct hook_call *call, uint64_t ns)
{
    ends(call, ns);
    hook_state.ops->plain(call);
    hook_leave(call);
}

__attribute__((noinline)) void core_call_left(uint32_t id, uint64_t ns)
{
    struct hook_call room[16]; /* deeper in the stack than other calls */

    begins(&room[0], id, SOME_PLACE);
    script_pass(ns);
}

void core_send(int dest, int bytes, uint64_t ns)
{
    struct hook_call call;

    if (!begins(&call, CALL_MPI_Send, SOME_PLACE))
        return;
    ends(&call, ns);
    hook_state.ops->send(&call, bytes, MPI_BYTE, dest, 0, MPI_COMM_WORLD);
    hook_leave(&call);
}

void core_recv(int source, int bytes, uint64_t ns)
{
    MPI_Status status = { .MPI_SOURCE = source };
    struct hook_call call;

    if (!begins(&call, CALL_MPI_Recv, SOME_PLACE))
        return;
    ends(&call, ns);
    received = bytes;
    hook_state.ops->recv(&call, MPI_BYTE, source, MPI_COMM_WORLD, &status);
    hook_leave(&call);
}

void core_barrier(uint64_t ns)
{
    struct hook_collective args = { .comm = MPI_COMM_WORLD, .root = -1 };
    struct hook_call call;

    if (!begins(&call, CALL_MPI_Barrier, SOME_PLACE))
        return;
    ends(&call, ns);
    hook_state.ops->collective(&call, &args);
    hook_leave(&call);
}

void core_pcontrol(int level)
{
    struct hook_call call;

    if (!begins(&call, CALL_MPI_Pcontrol, SOME_PLACE))
        return;
    ends(&call, 0);
    hook_state.ops->pcontrol(&call, level);
    hook_leave(&call);
}

/* ---- regions ---- */

static struct hook_thread *enter_own(void)
{
    hook_thread.inside = (uintptr_t)__builtin_frame_address(0);
    return &hook_thread;
}

void core_mark(const char *name)
{
    hook_state.ops->region_begin(enter_own(), name, "script.c", 1);
    hook_thread.inside = 0;
}

void core_mark_end(const char *name)
{
    hook_state.ops->region_end(enter_own(), name);
    hook_thread.inside = 0;
}

void core_range(enum hook_source source, uint64_t id, const char *name)
{
    struct hook_range range = { .source = source, .id = id };

    hook_state.ops->range_begin(enter_own(), range, name);
    hook_thread.inside = 0;
}

void core_range_end(enum hook_source source, uint64_t id)
{
    struct hook_range range = { .source = source, .id = id };

    hook_state.ops->range_end(enter_own(), range);
    hook_thread.inside = 0;
}

void core_enter(void *function, uintptr_t frame)
{
    hook_state.ops->function_enter(enter_own(), function, frame);
    hook_thread.inside = 0;
}

void core_leave(void *function, uintptr_t frame)
{
    hook_state.ops->function_leave(enter_own(), function, frame);
    hook_thread.inside = 0;
}

/* ---- other threads ---- */

struct helper {
    pthread_t thread;
    sem_t given, done;
    void (*what)(void); /* NULL: it ends */
};

static void *help(void *argument)
{
    struct helper *helper = argument;

    for (;;) {
        sem_wait(&helper->given);
        if (helper->what == NULL)
            return NULL;
        helper->what();
        sem_post(&helper->done);
    }
}

struct helper *helper_start(void)
{
    struct helper *helper = calloc(1, sizeof(*helper));

    CU_ASSERT_PTR_NOT_NULL_FATAL(helper);
    sem_init(&helper->given, 0, 0);
    sem_init(&helper->done, 0, 0);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&helper->thread, NULL, help, helper),
                          0);
    return helper;
}

void helper_does(struct helper *helper, void (*what)(void))
{
    helper->what = what;
    sem_post(&helper->given);
    sem_wait(&helper->done);
}

void helper_ends(struct helper *helper)
{
    helper->what = NULL;
    sem_post(&helper->given);
    pthread_join(helper->thread, NULL);
    sem_destroy(&helper->given);
    sem_destroy(&helper->done);
    free(helper);
}

/* ---- what came out ---- */

const struct row *core_row(uint32_t call)
{
    for (size_t i = 0; i < rank.row_count; i++)
        if (rank.rows[i].call == call)
            return &rank.rows[i];
    return NULL;
}

static uint32_t region_of(const struct region_data *data)
{
    return definitions_get(recorder.definitions, DEFINITION_REGION_NODE,
                           data->node)
        .refs[1];
}

static const struct region_data *find(uint32_t region)
{
    for (size_t i = 0; i < rank.region_count; i++)
        if (rank.regions[i].node != 0 && region_of(&rank.regions[i]) == region)
            return &rank.regions[i];
    return NULL;
}

const struct region_data *core_region(const char *name)
{
    return find(
        definitions_find_region(recorder.definitions, name, "script.c", 1));
}

const struct region_data *core_function(const void *function, bool folded)
{
    struct modules *modules = modules_create();
    struct module *module = modules_find(modules, function);
    uint64_t offset = (uint64_t)(uintptr_t)function - module->bias;
    uint32_t region = function_region(
        recorder.definitions, call_path_module(&recorder, module), offset,
        folded ? FUNCTION_FOLDED : FUNCTION_TIMED);

    modules_destroy(modules);
    return find(region);
}
