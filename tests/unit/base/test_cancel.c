/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_cancel.c - a thread that is cancelled anywhere ends before it is held or
 * after that, never meanwhile.
 *
 * What can go wrong is a matter of when the signal comes that pthread_cancel()
 * sends.  So the system asks before it lets the thread that cancels send it, and
 * is answered only when the other one is in a call that waits, and is held; or,
 * as it must not get there before the signal has come, after PATIENCE_MS.  A
 * machine that is slow makes this test see less, never more.
 */
#define _GNU_SOURCE
#include "base/cancel.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "unit.h"

#define TIMES 3
#define PATIENCE_MS 50

/* AddressSanitizer does not learn of frames that are left like that. */
#ifdef __SANITIZE_ADDRESS__
#define MAY_TRY false
#else
#define MAY_TRY true
#endif

enum phase { BEGINS, READY, SENT, HELD, RELEASED };

static int phase;  /* atomic, of the thread that is cancelled */
static int asking; /* the system asks here; atomic, 0: not yet */

static void wait_for(int *what)
{
    while (__atomic_load_n(what, __ATOMIC_ACQUIRE) == 0)
        poll(NULL, 0, 1);
}

static void set_phase(enum phase now)
{
    __atomic_store_n(&phase, now, __ATOMIC_RELEASE);
}

static bool is_phase(enum phase now)
{
    return __atomic_load_n(&phase, __ATOMIC_ACQUIRE) == (int)now;
}

/* Waits in a way that is no place to be cancelled in. */
static void *held_in_a_call(void *argument)
{
    int before;

    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
    set_phase(READY);
    while (!is_phase(SENT))
        continue;
    before = cancel_hold();
    set_phase(HELD);
    poll(NULL, 0, 2 * PATIENCE_MS);
    set_phase(RELEASED);
    cancel_release(before);
    return argument;
}

/* From here on the system asks when the calling thread sends signals to threads.
 * -1: it cannot be had. */
static int ask_before_signals(void)
{
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
    };
    struct sock_fprog program = { sizeof(steps) / sizeof(*steps), steps };

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                        SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

static void *cancel_it(void *thread)
{
    int listener = ask_before_signals();

    __atomic_store_n(&asking, listener < 0 ? -1 : listener, __ATOMIC_RELEASE);
    if (listener >= 0)
        pthread_cancel(*(pthread_t *)thread);
    return NULL;
}

/* The signal is about to be sent: the other one goes on, and then it is. */
static void answer(int listener)
{
    struct seccomp_notif question = { 0 };
    struct seccomp_notif_resp go_on = { .flags =
                                            SECCOMP_USER_NOTIF_FLAG_CONTINUE };

    CU_ASSERT_EQUAL_FATAL(ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &question),
                          0);
    set_phase(SENT);
    for (int ms = 0; ms < PATIENCE_MS && !is_phase(HELD); ms++)
        poll(NULL, 0, 1);
    go_on.id = question.id;
    CU_ASSERT_EQUAL(ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &go_on), 0);
}

/* The phase in which it ended; -1: the system does not ask. */
static int try_to_cut_off(void)
{
    pthread_t thread, other;
    void *result = NULL;

    phase = BEGINS;
    asking = 0;
    pthread_create(&thread, NULL, held_in_a_call, NULL);
    while (!is_phase(READY))
        poll(NULL, 0, 1);
    pthread_create(&other, NULL, cancel_it, &thread);
    wait_for(&asking);
    if (asking < 0)
        set_phase(SENT);
    else
        answer(asking);
    pthread_join(other, NULL);
    pthread_join(thread, &result);
    if (asking < 0)
        return -1;
    close(asking);
    CU_ASSERT_PTR_EQUAL(result, PTHREAD_CANCELED);
    return phase;
}

UNIT_TEST(who_is_held_is_not_cancelled)
{
    for (int i = 0; i < TIMES && MAY_TRY; i++) {
        int last = try_to_cut_off();

        if (last < 0) {
            puts("the system does not ask: nothing is tried");
            return;
        }
        CU_ASSERT(last == SENT || last == RELEASED);
    }
}

/* Others are left as they are. */
UNIT_TEST(only_who_is_cancelled_anywhere_is_held)
{
    int type;

    CU_ASSERT_FALSE(cancel_hold_anywhere());
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
    CU_ASSERT_TRUE(cancel_hold_anywhere());
    CU_ASSERT_FALSE(cancel_hold_anywhere());
    cancel_release_anywhere(false);
    cancel_release_anywhere(true);
    pthread_setcanceltype(type, &type);
    CU_ASSERT_EQUAL(type, PTHREAD_CANCEL_ASYNCHRONOUS);
}

/* What holds inside of what holds lets go of nothing. */
UNIT_TEST(what_was_is_again)
{
    int type, state, outer, inner;

    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
    outer = cancel_hold();
    inner = cancel_hold();
    cancel_release(inner);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    CU_ASSERT_EQUAL(state, PTHREAD_CANCEL_DISABLE);
    cancel_release(outer);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
    CU_ASSERT_EQUAL(state, PTHREAD_CANCEL_ENABLE);
    pthread_setcanceltype(type, &type);
    CU_ASSERT_EQUAL(type, PTHREAD_CANCEL_ASYNCHRONOUS);
}
