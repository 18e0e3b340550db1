/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Of the sleeping threads one at a time looks whether the clock may jump: in
 * VAIN_ROUNDS rounds each running thread of all ranks polled MPI POLLS_IN_ROUND
 * times and nobody found anything, and then each holds still inside a poll, so
 * that a jump is always time in MPI.
 */
#define _GNU_SOURCE
#include "virtual_time.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/flavours.h"

#define START_NS 1000000000000u
#define MOST_SLOTS 512
#define MOST_RANKS 256
#define VAIN_ROUNDS 3
/* Open MPI looks at some of what it has to do in every eighth poll only. */
#define POLLS_IN_ROUND 8
#define PAUSE_NS 20000
#define MOST_DOUBLED 5 /* the longest pause is 32 times as long */
#define POLLS_BEFORE_PAUSE 16
#define PATIENCE_NS 20000000000 /* in pauses without a jump */

struct slot {
    _Atomic pid_t process;
    atomic_int doing;
    _Atomic uint64_t wake_ns;
    _Atomic uint64_t polled;  /* the last round of which it has all polls */
    _Atomic uint64_t still;   /* the jump for which it holds still */
    _Atomic uintptr_t thing;  /* that it waits for */
    _Atomic uintptr_t thread; /* itself; 0: not begun, or at its end */
    _Atomic uint64_t born_ns, slept_ns, sleeps;
    _Atomic uint64_t asleep_ns; /* since when it sleeps; 0: it does not */
};

static struct shared {
    _Atomic uint64_t now_ns;
    _Atomic uint64_t happened; /* how much, besides polls in vain */
    _Atomic uint64_t round;
    _Atomic uint64_t jump;     /* odd: one is being prepared */
    atomic_bool init_left, finalize_left;
    _Atomic pid_t looking;     /* the process whose thread looks */
    uint64_t happened_before;  /* the round began; of who looks */
    int vain_rounds;           /* of who looks */
    atomic_bool came[MOST_RANKS];
    atomic_int slot_count;     /* of those that were ever used */
    struct slot slots[MOST_SLOTS];
} *shared;

bool virtual_on;
static int rank_count;
static _Atomic uint64_t ended_cpu_ns, ended_sleeps; /* of ended threads */
static _Thread_local struct slot *own;

#define EACH_SLOT(slot) \
    (struct slot *slot = shared->slots; \
     slot < shared->slots + atomic_load(&shared->slot_count); slot++)

void virtual_fail(const char *what)
{
    fprintf(stderr, "virtual time: %s: %s\n", what, strerror(errno));
    _exit(99);
}

void *virtual_next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);

    if (found == NULL)
        virtual_fail(name);
    return found;
}

static void something_happened(void)
{
    atomic_fetch_add(&shared->happened, 1);
}

/* The longer the more pauses came before it: whom it waits for wants the core. */
static uint64_t pause_really(unsigned before)
{
    struct timespec time = { 0, PAUSE_NS };

    time.tv_nsec <<= before < MOST_DOUBLED ? before : MOST_DOUBLED;
    syscall(SYS_nanosleep, &time, NULL);
    return (uint64_t)time.tv_nsec;
}

/* ---- slots ---- */

static void slot_count_reach(int count)
{
    int before = atomic_load(&shared->slot_count);

    while (before < count &&
           !atomic_compare_exchange_weak(&shared->slot_count, &before, count))
        continue;
}

struct slot *virtual_slot_take(void)
{
    for (int i = 0; i < MOST_SLOTS; i++) {
        struct slot *slot = &shared->slots[i];
        pid_t none = 0;

        if (!atomic_compare_exchange_strong(&slot->process, &none, getpid()))
            continue;
        slot_count_reach(i + 1);
        slot->born_ns = atomic_load(&shared->now_ns);
        slot->thread = 0;
        slot->slept_ns = slot->sleeps = slot->asleep_ns = 0;
        atomic_store(&slot->doing, RUNNING);
        return slot;
    }
    virtual_fail("too many threads");
    return NULL;
}

static uint64_t cpu_ns_of(const struct slot *slot)
{
    uint64_t now = atomic_load(&shared->now_ns);
    uint64_t asleep = atomic_load(&slot->asleep_ns);

    return now - slot->born_ns - slot->slept_ns -
           (asleep != 0 ? now - asleep : 0);
}

void virtual_slot_give_back(struct slot *slot)
{
    if (slot == NULL) {
        slot = own;
        own = NULL;
    }
    if (atomic_load(&slot->process) == getpid()) {
        atomic_fetch_add(&ended_cpu_ns, cpu_ns_of(slot));
        atomic_fetch_add(&ended_sleeps, slot->sleeps);
    }
    atomic_store(&slot->doing, NOTHING);
    atomic_store(&slot->process, 0);
    something_happened();
}

bool virtual_has_others(void)
{
    for EACH_SLOT(slot)
        if (slot != own && atomic_load(&slot->process) == getpid())
            return true;
    return false;
}

void virtual_thread_begin(struct slot *slot)
{
    own = slot;
    atomic_store(&slot->thread, (uintptr_t)pthread_self());
}

/* The joining thread is marked as running before this one gives up its slot. */
void virtual_thread_end(void)
{
    atomic_store(&own->thread, 0);
    virtual_wake((void *)pthread_self());
    virtual_slot_give_back(NULL);
}

bool virtual_has_thread(pthread_t thread)
{
    for EACH_SLOT(slot)
        if (atomic_load(&slot->process) == getpid() &&
            atomic_load(&slot->thread) == (uintptr_t)thread)
            return true;
    return false;
}

/* Killed, and perhaps nobody has waited for it yet. */
static bool has_ended(pid_t process)
{
    char path[64], text[512], *state;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    file = fopen(path, "re");
    if (file == NULL)
        return errno == ENOENT;
    state = fgets(text, sizeof text, file) == NULL ? NULL
                                                   : strrchr(text, ')');
    fclose(file);
    return state == NULL || state[2] == 'Z' || state[2] == 'X';
}

static void slots_of_ended_give_back(void)
{
    for EACH_SLOT(slot) {
        pid_t process = atomic_load(&slot->process);

        if (process > 0 && has_ended(process) &&
            atomic_compare_exchange_strong(&slot->process, &process, -1))
            virtual_slot_give_back(slot);
    }
}

static void slots_of_process_give_back(void)
{
    for EACH_SLOT(slot)
        if (atomic_load(&slot->process) == getpid())
            virtual_slot_give_back(slot);
}

/* ---- jumps of the clock ---- */

static bool holds_up(const struct slot *slot)
{
    switch (atomic_load(&slot->doing)) {
    case RUNNING:
        return true;
    case IN_INIT:
        return atomic_load(&shared->init_left);
    case IN_FINALIZE:
        return atomic_load(&shared->finalize_left);
    default:
        return false;
    }
}

static bool all_came(void)
{
    for (int i = 0; i < rank_count; i++)
        if (!atomic_load(&shared->came[i]))
            return false;
    return true;
}

static bool all_polled(uint64_t round)
{
    for EACH_SLOT(slot)
        if (holds_up(slot) && atomic_load(&slot->polled) != round)
            return false;
    return true;
}

static bool all_are_still(uint64_t jump)
{
    for EACH_SLOT(slot)
        if (holds_up(slot) && atomic_load(&slot->still) != jump)
            return false;
    return true;
}

static bool nobody_runs(void)
{
    for EACH_SLOT(slot)
        if (holds_up(slot))
            return false;
    return true;
}

static void clock_jump(void)
{
    uint64_t first = UINT64_MAX;

    for EACH_SLOT(slot)
        if (atomic_load(&slot->doing) == SLEEPING &&
            atomic_load(&slot->wake_ns) < first)
            first = atomic_load(&slot->wake_ns);
    if (first > atomic_load(&shared->now_ns))
        atomic_store(&shared->now_ns, first);
    for EACH_SLOT(slot)
        if (atomic_load(&slot->doing) == SLEEPING &&
            atomic_load(&slot->wake_ns) <= first)
            atomic_store(&slot->doing, RUNNING);
    something_happened();
}

static void round_begin(int vain_rounds)
{
    shared->vain_rounds = vain_rounds;
    shared->happened_before = atomic_load(&shared->happened);
    atomic_fetch_add(&shared->round, 1);
}

/* All are to hold still, or they are: then the clock may jump.  If something
 * happened meanwhile, they go on. */
static void jump_prepare(uint64_t jump, bool quiet)
{
    if (quiet && !all_are_still(jump))
        return;
    if (quiet)
        clock_jump();
    round_begin(0);
    atomic_store(&shared->jump, jump + 1);
}

/* One step towards a jump, by who looks. */
static void step(void)
{
    uint64_t jump = atomic_load(&shared->jump);
    bool quiet = atomic_load(&shared->happened) == shared->happened_before;

    if (jump % 2 == 1)
        jump_prepare(jump, quiet);
    else if (nobody_runs())
        clock_jump();
    else if (!quiet)
        round_begin(0);
    else if (!all_polled(atomic_load(&shared->round)))
        return;
    else if (shared->vain_rounds + 1 < VAIN_ROUNDS)
        round_begin(shared->vain_rounds + 1);
    else
        atomic_store(&shared->jump, jump + 1);
}

static void look(void)
{
    pid_t looks = 0;

    if (!all_came())
        return;
    if (atomic_compare_exchange_strong(&shared->looking, &looks, getpid())) {
        step();
        atomic_store(&shared->looking, 0);
    } else if (looks != getpid() && has_ended(looks)) {
        atomic_compare_exchange_strong(&shared->looking, &looks, 0);
    }
}

static void give_up(void)
{
    static const char *const names[] = { "nothing", "running", "sleeping",
                                         "in MPI_Init", "in MPI_Finalize",
                                         "waiting" };

    fprintf(stderr,
            "virtual time: the clock does not move; all ranks came: %s, "
            "round %llu, jump %llu\n", all_came() ? "yes" : "no",
            (unsigned long long)atomic_load(&shared->round),
            (unsigned long long)atomic_load(&shared->jump));
    for EACH_SLOT(slot)
        if (atomic_load(&slot->process) != 0)
            fprintf(stderr, "  process %d is %s, polled in round %llu, held "
                    "still for %llu\n", (int)atomic_load(&slot->process),
                    names[atomic_load(&slot->doing)],
                    (unsigned long long)atomic_load(&slot->polled),
                    (unsigned long long)atomic_load(&slot->still));
    _exit(99);
}

/* Until somebody's jump has woken this thread. */
static void wait_for_jump(void)
{
    uint64_t jump = atomic_load(&shared->jump) / 2;
    uint64_t round = 0, waited_ns = 0;
    unsigned pauses = 0;

    for (int looks = 1; atomic_load(&own->doing) == SLEEPING; looks++) {
        look();
        if (atomic_load(&own->doing) != SLEEPING)
            break;
        if (atomic_load(&shared->round) != round)
            pauses = 0;
        round = atomic_load(&shared->round);
        waited_ns += pause_really(pauses++);
        if (looks % 200 == 0)
            slots_of_ended_give_back();
        if (atomic_load(&shared->jump) / 2 != jump)
            waited_ns = 0;
        jump = atomic_load(&shared->jump) / 2;
        if (waited_ns > PATIENCE_NS)
            give_up();
    }
}

uint64_t virtual_now_ns(void)
{
    return atomic_load(&shared->now_ns);
}

static void end_sleep(void)
{
    uint64_t begin = atomic_exchange(&own->asleep_ns, 0);

    if (begin == 0)
        return;
    own->slept_ns += atomic_load(&shared->now_ns) - begin;
    own->sleeps++;
}

static void sleep_until(uint64_t wake_ns, enum sleep how)
{
    atomic_store(&own->wake_ns, wake_ns);
    own->asleep_ns = how == SLEEPS ? atomic_load(&shared->now_ns) : 0;
    virtual_enter(SLEEPING);
    wait_for_jump();
    end_sleep();
}

/* Also of a thread that is not the program's, which is known for that time. */
void virtual_sleep_until(uint64_t wake_ns, enum sleep how)
{
    bool unknown = own == NULL;

    if (unknown)
        own = virtual_slot_take();
    sleep_until(wake_ns, how);
    if (unknown)
        virtual_slot_give_back(NULL);
}

struct usage virtual_usage(bool process)
{
    struct usage usage = { 0, 0 };

    if (process)
        usage = (struct usage){ ended_cpu_ns, ended_sleeps };
    for EACH_SLOT(slot)
        if (process ? atomic_load(&slot->process) == getpid() : slot == own) {
            usage.cpu_ns += cpu_ns_of(slot);
            usage.sleeps += slot->sleeps;
        }
    return usage;
}

/* ---- what a thread does ---- */

void virtual_enter(enum doing doing)
{
    if (own == NULL)
        return;
    if (doing == RUNNING && atomic_load(&own->doing) == IN_INIT)
        atomic_store(&shared->init_left, true);
    if (doing == RUNNING && atomic_load(&own->doing) == IN_FINALIZE)
        atomic_store(&shared->finalize_left, true);
    atomic_store(&own->doing, (int)doing);
    something_happened();
}

enum doing virtual_doing(void)
{
    return own == NULL ? NOTHING : (enum doing)atomic_load(&own->doing);
}

void virtual_wait(const void *thing)
{
    if (own == NULL)
        return;
    atomic_store(&own->thing, (uintptr_t)thing);
    if (own->asleep_ns == 0)
        own->asleep_ns = atomic_load(&shared->now_ns);
    atomic_store(&own->doing, WAITING);
}

void virtual_run(void)
{
    if (own == NULL)
        return;
    atomic_store(&own->doing, RUNNING);
    end_sleep();
}

void virtual_wake(const void *thing)
{
    for EACH_SLOT(slot)
        if (atomic_load(&slot->process) == getpid() &&
            atomic_load(&slot->doing) == WAITING &&
            atomic_load(&slot->thing) == (uintptr_t)thing)
            atomic_store(&slot->doing, RUNNING);
}

uint64_t virtual_poll_begin(void)
{
    return atomic_load(&shared->round);
}

/* Polls in vain of the calling thread: since it found something, of a round. */
static _Thread_local struct {
    unsigned all, of_round, pauses;
    uint64_t round;
} vain;

static void vain_count(uint64_t round)
{
    if (vain.round != round)
        vain.of_round = vain.pauses = 0;
    vain.round = round;
    vain.all++;
    vain.of_round++;
}

/* Others may have work, and there are fewer cores than ranks. */
static void give_way(void)
{
    if (vain.all > POLLS_BEFORE_PAUSE && vain.of_round >= POLLS_IN_ROUND)
        pause_really(vain.pauses++);
    else
        sched_yield();
}

static void hold_still(uint64_t jump)
{
    atomic_store(&own->still, jump);
    for (unsigned pauses = 0; atomic_load(&shared->jump) == jump; pauses++)
        pause_really(pauses);
}

void virtual_poll_end(uint64_t begun, bool found)
{
    uint64_t jump;

    if (found) {
        vain.all = vain.of_round = vain.pauses = 0;
        something_happened();
        return;
    }
    vain_count(begun);
    if (own != NULL && vain.of_round >= POLLS_IN_ROUND)
        atomic_store(&own->polled, begun);
    give_way();
    jump = atomic_load(&shared->jump);
    if (jump % 2 == 1 && own != NULL && holds_up(own))
        hold_still(jump);
}

/* ---- beginning and end ---- */

static int number_in(enum flavour_list list)
{
    const char *text = flavours_variable(list);

    return text == NULL ? 0 : atoi(text);
}

static void begin_in_child(void)
{
    own = virtual_slot_take();
}

static void map(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    if (file < 0 || ftruncate(file, sizeof *shared) != 0)
        virtual_fail(path);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED,
                  file, 0);
    if (shared == MAP_FAILED)
        virtual_fail(path);
    close(file);
}

/* A process that has become another program has a slot already. */
__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("VIRTUAL_TIME");
    int rank = number_in(FLAVOUR_RANK);
    uint64_t none = 0;

    rank_count = number_in(FLAVOUR_SIZE);
    if (path == NULL || rank_count == 0)
        return;
    if (rank_count > MOST_RANKS)
        virtual_fail("too many ranks");
    map(path);
    atomic_compare_exchange_strong(&shared->now_ns, &none, START_NS);
    slots_of_process_give_back();
    own = virtual_slot_take();
    atomic_store(&shared->came[rank], true);
    pthread_atfork(NULL, NULL, begin_in_child);
    virtual_on = true;
}

__attribute__((destructor)) static void end(void)
{
    virtual_on = false;
    if (shared != NULL)
        slots_of_process_give_back();
}
